#!/usr/bin/env python3
"""What the commands open and whom they call, as strace sees it: no network, no other program, and no file but their own.

    trace_check.py --binary tickler [--zoneinfo DIR] [--templates DIR]

Each command runs in a folder with exports of all formats. It may read them, the plan and the policies that it is given, the templates, the
tz database and what ALLOWED names; it may write below its output folder, and temporary files that nobody else can read. Without /proc, where
this may be tried, it starts no thread. The exit status is 1 where it does anything else. At the end the same check is held against a run that
is known to read one file more.

Then each library that is loaded when it is needed is away, and a run that needs it has to say which one to install, and write nothing.
"""

import argparse
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# What a program of Swift reads on Linux by itself, and why.
ALLOWED = {
    r"/etc/ld\.so\.cache": "the loader: where libraries are",
    r"/(usr/)?lib(64)?/.*\.so[.\d]*": "the loader: the C library, and libxml2 with what it needs, where an input is XML",
    r"/proc/self/maps": "Swift's runtime: where the stack is",
    r"/proc/\d+/stat": "libdispatch: which of the run's own threads work",
    r"/proc/sys/vm/overcommit_memory": "the C library: how to give memory back",
    r"/sys/devices/system/cpu/(possible|online)": "the C library: cores",
    r"/etc/localtime": "ICU asks for the machine's zone when it words dates; no output depends on it",
}
# The links that lead to a file, which ICU looks up one by one.
READLINK = re.compile(r"/(etc(/localtime)?|usr(/share(/zoneinfo(/.*)?)?)?)")
FILE_CALL = re.compile(r"^(?:\d+\s+)?(\w+)\((.*)$")
# A name, after the folder that it starts from, if the call has one.
PATH = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"')
NETWORK = {"socket", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg",
           "recvmmsg", "socketpair", "getpeername", "getsockname", "setsockopt", "getsockopt", "shutdown", "io_uring_setup"}
# Calls that ask about a name, and neither read nor change what it names.
ASKING = {"newfstatat", "stat", "lstat", "access", "faccessat", "faccessat2", "statx", "statfs", "getcwd", "chdir"}
EXPORTS = {
    "a.ndjson": '{"format":"tickler-export/1","app":"focusflow"}\n'
                '{"account":{"id":"a","timeZone":"Europe/Berlin","items":[{"kind":"task","id":"t","title":"T","date":"2026-10-24",'
                '"time":"10:00"}]}}\n{"account":{"id":"b","timeZone":"Mars/Base"}}\n',
    "b.json": '{"format":"tickler-export/1","app":"moneymap","accounts":[{"id":"m","timeZone":"Asia/Tokyo","preferences":{"kinds":'
              '{"bill":true}},"items":[{"kind":"bill","id":"r","name":"Rent","amount":"1","currency":"EUR","dueDate":"2026-10-25"}]}]}',
    "c.xml": '<export xmlns="urn:tickler:export:1" format="tickler-export/1" app="diary"><account id="d" timeZone="Pacific/Auckland"/>'
             "</export>",
}


class Tracer:
    def __init__(self, options):
        self.binary = pathlib.Path(options.binary).resolve()
        self.zoneinfo, self.templates = pathlib.Path(options.zoneinfo).resolve(), pathlib.Path(options.templates).resolve()
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="tickler-trace-")).resolve()
        self.temporary = self.work / "tmp"
        for folder in (self.work / "in", self.temporary):
            folder.mkdir()
        for name, text in EXPORTS.items():
            (self.work / "in" / name).write_text(text)
        (self.work / "key").write_text("0123456789abcdef0123456789abcdef\n")
        shutil.copy(self.templates / "policies" / "diary.toml", self.work / "own.toml")
        self.trace = self.work / "trace"
        self.wrong = []

    def run(self, command, reads=(), writes=(), statuses=(0, 1, 2)):
        """- Returns: what the command did that it should not, a line each."""
        done = subprocess.run(
            ["strace", "-f", "-y", "-qq", "-s", "4096", "-e", "signal=none", "-e", "trace=%file,%network,io_uring_setup", "-o", self.trace,
             self.binary, *command], cwd=self.work, capture_output=True, stdin=subprocess.DEVNULL,
            env={"PATH": "/usr/bin:/bin", "TMPDIR": str(self.temporary)})
        if done.returncode not in statuses:
            sys.exit(f"{' '.join(map(str, command))} ends with {done.returncode}: {done.stderr.decode()}")
        found, isStarted = set(), False
        for line in self.trace.read_text(errors="replace").splitlines():
            match = FILE_CALL.match(line)
            if not match:
                continue
            call, rest = match.groups()
            if call in ("execve", "execveat"):
                if isStarted:
                    found.add(f"starts a program: {line}")
                isStarted = True
                continue
            if call in NETWORK:
                found.add(f"calls {call}: {line}")
                continue
            # What readlink finds is no name that it was given.
            paths = PATH.findall(rest.split(" = ")[0])[:1 if call == "readlink" else None]
            for folder, path in paths:
                path = os.path.normpath(os.path.join(self.work, folder, path))
                if not self.allows(call, path, rest, reads, writes):
                    found.add(f"{call} {path}: {line}")
        if not isStarted:
            sys.exit("strace shows nothing")
        return sorted(found)

    def allows(self, call, path, rest, reads, writes):
        def below(folders):
            return any(path == str(folder) or path.startswith(f"{folder}/") for folder in folders)
        if call in ASKING:
            return True
        if below([self.work / name for name in writes]):
            return True
        if below([self.temporary]):
            # A new file that only its owner can read, and whose name goes at once.
            return call in ("unlink", "unlinkat") or "O_CREAT|O_EXCL" in rest and ", 0600)" in rest
        if any(flag in rest for flag in ("O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC")):
            return path == "/dev/null"
        if call == "readlink":
            return bool(READLINK.fullmatch(path)) or path == "/proc/self/exe"
        if not call.startswith("open"):
            return False
        # The loader looks beside the program first, where it is told to in a build folder.
        isLibrary = re.search(r"\.so[.\d]*$", path) and below([self.binary.parent])
        return bool(isLibrary) or below([self.zoneinfo, self.templates, *(self.work / name for name in reads)]) or any(
            re.fullmatch(pattern, path) for pattern in ALLOWED)

    def lacks(self, library, command):
        """A run for which the loader finds no such library."""
        found = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
        path = re.search(rf"{re.escape(library)} .*=> (\S+)", found).group(1)
        # Where its cache has led the loader to nothing, it looks into the standard folders, one of which may be a link to the other.
        names = [path, path.removeprefix("/usr"), f"/usr{path}"]
        paths = [word for name in names if os.path.exists(name) for word in ("-P", name)]
        done = subprocess.run(
            ["strace", "-f", "-qq", "-e", "trace=openat", "-e", "inject=openat:error=ENOENT", *paths, "-o", self.trace, self.binary,
             *command, "--out", "lacking"], cwd=self.work, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        said = "tickler: error: cannot " in done.stderr and f": {library} is missing; install " in done.stderr
        sound = done.returncode == 74 and said and not (self.work / "lacking").exists()
        if not sound:
            self.wrong.append(f"without {library}: status {done.returncode}, {done.stderr}")
        print(f"without {library}: {'as it should be' if sound else 'wrong'}")

    def threads(self, *before):
        """- Returns: how many threads a run of several chunks starts."""
        done = subprocess.run(
            [*before, "strace", "-f", "-qq", "-e", "signal=none", "-e", "trace=clone,clone3", "-o", self.trace, self.binary, "plan", "many",
             "--now", "2026-10-23T16:00:00Z", "--jobs", "4", "--out", "many-out", "--quiet", "--zoneinfo", self.zoneinfo,
             "--templates", self.templates], cwd=self.work, capture_output=True, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            sys.exit(f"{before} ends with {done.returncode}: {done.stderr.decode()}")
        return self.trace.read_text().count("clone")

    def check_threads(self):
        (self.work / "many").mkdir()
        accounts = [f'{{"account":{{"id":"a{n}","timeZone":"UTC"}}}}\n' for n in range(500)]
        (self.work / "many" / "a.ndjson").write_text('{"format":"tickler-export/1","app":"diary"}\n' + "".join(accounts))
        if self.threads() == 0:
            self.wrong.append("a run of several tasks starts no thread")
        hides = ["unshare", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
        if subprocess.run([*hides, "true"], capture_output=True).returncode != 0:
            print("no /proc: not tried, since nobody may hide it here")
            return
        started = self.threads(*hides)
        if started:
            self.wrong.append(f"without /proc a run starts {started} threads, and libdispatch ends it when it looks for them there")
        print(f"no /proc: {'as it should be' if not started else 'wrong'}")

    def check(self, name, command, reads=(), writes=(), statuses=(0, 1, 2)):
        found = self.run(command, reads, writes, statuses)
        self.wrong += [f"{name} {line}" for line in found]
        print(f"{name}: {'as it should be' if not found else f'{len(found)} wrong'}")


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--zoneinfo", default=root / "Tests/Zoneinfo/2026f")
    parser.add_argument("--templates", default=root / "templates")
    options = parser.parse_args()
    tracer = Tracer(options)
    templates = ["--templates", str(tracer.templates)]
    shared = ["--zoneinfo", str(tracer.zoneinfo), *templates]
    now = ["--now", "2026-10-23T16:00:00Z", *shared]
    own = ["--policy", "own.toml"]
    try:
        tracer.check("plan", ["plan", "in", *now, *own, "--out", "out", "--jobs", "2"], ["in", "own.toml"], ["out"])
        tracer.check("plan --previous --redact", ["plan", "in", *now, "--out", "next", "--previous", "out", "--redact", "key"],
                     ["in", "out", "key"], ["next"])
        tracer.check("report", ["report", "out", *shared], ["out"], ["out"])
        tracer.check("check", ["check", "in", *shared, *own], ["in", "own.toml"])
        tracer.check("explain", ["explain", "in", *now, "--account", "a"], ["in"])
        tracer.check("diff", ["diff", "out", "out", "--format", "html", *shared], ["out"])
        tracer.check("zones", ["zones", "in", *now], ["in"])
        tracer.check("simulate", ["simulate", "in", *now, "--time-zone", "Asia/Tokyo"], ["in"])
        tracer.check("rehearse", ["rehearse", "in", *now, "--nights", "3"], ["in"])
        tracer.check("apply", ["apply", "out"], ["out"])
        tracer.check("worker", ["worker", *now, "--app", "diary"])
        tracer.check("schema", ["schema", "xsd", *templates])
        tracer.check_threads()
        # Were nothing looked at, all would be as it should.
        control = tracer.run(["plan", "in", *now, *own, "--out", "out"], ["in"], ["out"])
        if not any("own.toml" in line for line in control):
            tracer.wrong.append("the policy that a run read was not noticed")
        export = (tracer.work / "in/a.ndjson").read_bytes()
        (tracer.work / "a.ndjson.gz").write_bytes(gzip.compress(export))
        # A frame of one block that is as it stands (RFC 8878): 1 byte of descriptor, 4 of the size, 3 before the block.
        frame = b"\x28\xb5\x2f\xfd\xa0" + len(export).to_bytes(4, "little") + (len(export) << 3 | 1).to_bytes(3, "little")
        (tracer.work / "a.ndjson.zst").write_bytes(frame + export)
        for library, name in [("libz.so.1", "a.ndjson.gz"), ("libzstd.so.1", "a.ndjson.zst"), ("libxml2.so.2", "in/c.xml")]:
            tracer.check(f"plan {name}", ["plan", name, *now, "--out", "unpacked"], [name], ["unpacked"])
            tracer.lacks(library, ["plan", name, *now])
        # Every run hashes its policies.
        tracer.lacks("libcrypto.so.3", ["plan", "in/a.ndjson", *now])
    finally:
        shutil.rmtree(tracer.work)
    for line in tracer.wrong:
        print(line, file=sys.stderr)
    sys.exit(1 if tracer.wrong else 0)


main()
