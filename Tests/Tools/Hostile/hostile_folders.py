#!/usr/bin/env python3
"""A zoo of input folders, and runs at once.

    hostile_folders.py --binary .build/release/tickler [--quick]

- A folder with pipes, sockets, links to devices, circles of links, files and folders that may not be read, empty files and names that are not
  UTF-8 or would steer a terminal: what is no file is skipped with a warning, all else is read, nothing hangs. Named by itself, what is no
  file ends the run with 66, and an empty file or one that may not be read with 65 or 74; nothing is written then.
- Pipes, sockets, devices, links and folders in place of tickler's own files, in an archive, an output folder and where metrics go: the run ends with
  66 or 73 (where metrics go, it plans without them), waits for nothing, and leaves them and what they lead to as they are. Folders that tickler wrote are no inputs, and a folder of
  inputs is no output.
- Twelve thousand inputs are read with 64 descriptors.
- Ten runs at once into one folder: one writes and the others end with 75, or each writes in its turn; what is left is one run's, whole. Ten into
  ten folders write the same.

Prints the figures, and what did not hold.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import resource
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading

NOW = "2026-11-20T12:00:00Z"
NOBODY = 65_534


def export(name):
    head = dict(format="tickler-export/1", app="steps", exportedAt="2026-11-20T00:00:00Z")
    account = dict(id=name, timeZone="UTC", items=[dict(kind="workout", id="w", endedAt="2026-11-20T11:55:00Z")])
    return json.dumps(head) + "\n" + json.dumps(dict(account=account)) + "\n"


class Zoo:
    def __init__(self, options, folder):
        self.options, self.folder, self.broken, self.figures = options, folder, [], collections.Counter()
        # Where a user without rights can run it.
        self.binary = folder / "tickler"
        shutil.copy(pathlib.Path(options.binary).resolve(), self.binary)
        shutil.copytree(options.templates, folder / "templates")
        shutil.copytree(options.zoneinfo, folder / "zoneinfo", symlinks=True)
        self.shared = ["--zoneinfo", folder / "zoneinfo", "--templates", folder / "templates"]
        folder.chmod(0o755)

    def expect(self, holds, what):
        self.figures["held" if holds else "broken"] += 1
        if not holds:
            self.broken.append(what)
            print(f"did not hold: {what}", file=sys.stderr, flush=True)

    def run(self, *words, limits=(), user=None, stdin=None):
        def prepare():
            for limit, value in limits:
                resource.setrlimit(limit, (value, value))
        try:
            return subprocess.run([self.binary, "plan", *words, "--now", NOW, *self.shared], cwd=self.folder, capture_output=True, timeout=120,
                                  stdin=subprocess.DEVNULL, preexec_fn=prepare, user=user)
        except subprocess.TimeoutExpired:
            return None

    def accounts(self, out):
        return {json.loads(line)["account"] for line in (self.folder / out / "plan.ndjson").read_text().splitlines()[1:]}

    # MARK: What may lie in a folder

    def check_zoo(self):
        inputs = self.folder / "in"
        (inputs / "below/deeper").mkdir(parents=True)
        wanted = set()

        def good(path, name):
            (inputs / os.fsdecode(path)).write_text(export(name))
            wanted.add(name)

        good(b"plain.ndjson", "plain")
        good(b"below/deeper/file.ndjson", "deeper")
        good(b"not \xff\xfe UTF-8.ndjson", "latin")
        good(b"line\nbreak\x1b[31m.ndjson", "steering")
        good("\u202egnp.ndjson".encode(), "turning")
        good(b"-.ndjson", "dash")
        os.symlink("../../elsewhere.ndjson", inputs / "below/link.ndjson")
        (self.folder / "elsewhere.ndjson").write_text(export("linked"))
        wanted.add("linked")
        strange = ["pipe.ndjson", "socket.ndjson", "zero.ndjson", "null.json"]
        os.mkfifo(inputs / "pipe.ndjson")
        server = socket.socket(socket.AF_UNIX)
        server.bind(str(inputs / "socket.ndjson"))
        os.symlink("/dev/zero", inputs / "zero.ndjson")
        os.symlink("/dev/null", inputs / "null.json")
        loops = ["one.ndjson", "two.ndjson", "itself.json"]
        os.symlink("two.ndjson", inputs / "one.ndjson")
        os.symlink("one.ndjson", inputs / "two.ndjson")
        os.symlink("itself.json", inputs / "itself.json")
        os.symlink("..", inputs / "below/up")
        os.symlink(".", inputs / "below/here")
        done = self.run("in", "--out", "zoo")
        if done is None:
            return self.expect(False, "a folder with everything in it hangs")
        told = done.stderr.decode()
        self.expect(done.returncode == 0, f"a folder with everything in it ends with {done.returncode}: {told[:600]}")
        if done.returncode == 0:
            self.expect(self.accounts("zoo") == wanted, f"accounts {self.accounts('zoo') ^ wanted} are too many or missing")
        for name in strange + loops:
            self.expect(re.search(rf"(?m)^in/{re.escape(name)}.*warning: ", told), f"nothing is told of {name}: {told[:900]}")
        self.expect(not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e]", told), "a name steers the terminal")
        # What is named is refused.
        for name in ["socket.ndjson", "zero.ndjson", "null.json", *loops, "nothing.json"]:
            done = self.run(f"in/{name}", "--out", "named")
            status = done.returncode if done else "a time-out"
            self.expect(status == 66 and not (self.folder / "named").exists(), f"{name}, when named, ends with {status}")
        # A pipe that is named is read.
        writer = threading.Thread(target=lambda: (inputs / "pipe.ndjson").write_text(export("piped")))
        writer.start()
        done = self.run("in/pipe.ndjson", "--out", "piped")
        writer.join()
        self.expect(done is not None and done.returncode == 0 and self.accounts("piped") == {"piped"}, "a pipe that is named is not read")
        for name, text in (("empty.ndjson", ""), ("empty.json", ""), ("empty.xml", ""), ("blank.json", " \n")):
            (self.folder / name).write_text(text)
            done = self.run(name, "--out", "named")
            self.expect(done and done.returncode == 65 and not (self.folder / "named").exists() and name.encode() in done.stderr,
                        f"{name} ends with {done and done.returncode}: {done and done.stderr[:200]}")
        self.check_rights()

    def check_rights(self):
        """What may not be read, as a user who may not read everything."""
        user = NOBODY if os.geteuid() == 0 else None
        home = self.folder / "home"
        (home / "in/shut").mkdir(parents=True)
        (home / "in/good.ndjson").write_text(export("good"))
        if user:
            os.chown(home, user, user)
        for name, make in (("secret.ndjson", lambda path: (path.write_text(export("secret")), path.chmod(0))),
                           ("shut", lambda path: path.chmod(0))):
            make(home / "in" / name)
            done = self.run("home/in", "--out", "home/out", user=user)
            self.expect(done and done.returncode == 74 and not (home / "out").exists() and name.encode() in done.stderr,
                        f"{name}, which may not be read, ends with {done and done.returncode}: {done and done.stderr[:300]}")
            (home / "in" / name).chmod(0o755)

    # MARK: What may lie where tickler writes

    @staticmethod
    def kinds(folder):
        """Every name with its kind, the bytes of files, and where links lead."""
        found = {}
        for path in sorted(folder.rglob("*")):
            mode = path.lstat().st_mode
            found[str(path)] = (stat.S_IFMT(mode), path.read_bytes() if stat.S_ISREG(mode) else os.readlink(path) if stat.S_ISLNK(mode) else None)
        return found

    def check_own_files(self):
        home = self.folder / "own"
        home.mkdir()
        (home / "in.ndjson").write_text(export("own"))
        (home / "precious").write_text("precious\n")
        night = ["own/in.ndjson", "--archive", "own/runs"]
        self.expect(self.run(*night).returncode == 0 and self.run("own/in.ndjson", "--out", "own/plan").returncode == 0, "plans are not made")

        def bind(path):
            server = socket.socket(socket.AF_UNIX)
            server.bind(str(path))
            server.close()

        strange = {"pipe": os.mkfifo, "socket": bind, "folder": os.mkdir, "link to nothing": lambda path: os.symlink("nothing", path),
                   "link to a file": lambda path: os.symlink(home / "precious", path),
                   "link to /dev/full": lambda path: os.symlink("/dev/full", path),
                   "link to /dev/zero": lambda path: os.symlink("/dev/zero", path)}
        if os.geteuid() == 0:
            strange["device"] = lambda path: os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
        later = [*night, "--days", "3"]
        places = [("runs/latest/accounts.ndjson", later, 66), ("runs/latest/summary.json", later, 66),
                  ("runs/runs.log", later, 73), ("plan/.tickler-files", ["own/in.ndjson", "--out", "own/plan"], 66),
                  ("plan/.tickler-commit", ["own/in.ndjson", "--out", "own/plan"], 66),
                  ("t.prom", ["own/in.ndjson", "--out", "own/plan", "--metrics", "own/t.prom"], 0),
                  (".t.prom.tickler", ["own/in.ndjson", "--out", "own/plan", "--metrics", "own/t.prom"], 0)]
        for name, command, status in places:
            path = (home / name).parent.resolve() / pathlib.Path(name).name
            aside = self.folder / "aside"
            isThere = path.exists()
            if isThere:
                path.rename(aside)
            for what, make in strange.items():
                make(path)
                before = self.kinds(home)
                done = self.run(*command)
                ended = done.returncode if done else "a time-out"
                self.expect(ended == status, f"{name} as a {what}: ends with {ended}: {done and done.stderr[:300]}")
                after = self.kinds(home)
                log = str(home / "runs/runs.log")
                if status == 66:
                    before.pop(log), after.pop(log)
                self.expect(after == before, f"{name} as a {what}: {sorted(set(after.items()) ^ set(before.items()))[:3]} changed")
                os.rmdir(path) if what == "folder" else os.unlink(path)
            if isThere:
                aside.rename(path)

        # Plans beside exports.
        for days in ("2", "3"):
            done = self.run("own", "--policy", "own", "--out", "own/plan", "--days", days)
            self.expect(done.returncode == 0 and self.accounts("own/plan") == {"own"}, f"plans beside exports end with {done.returncode}: {done.stderr[:300]}")
        before = self.kinds(home)
        done = self.run("own", "--out", "own")
        self.expect(done.returncode == 64 and self.kinds(home) == before, f"an output folder of inputs ends with {done.returncode}")

    def check_many(self):
        many = self.folder / "many"
        many.mkdir()
        number = 2_000 if self.options.quick else 12_000
        for k in range(number):
            (many / f"{k:05}.ndjson").write_text(export(f"m{k}"))
        done = self.run("many", "--out", "manyout", "--emit", "plan", "--quiet", limits=[(resource.RLIMIT_NOFILE, 64)])
        self.expect(done and done.returncode == 0 and len(self.accounts("manyout")) == number,
                    f"{number} inputs end with {done and done.returncode}: {done and done.stderr[:300]}")
        self.figures["inputs of one run"] = number

    # MARK: Runs at once

    @staticmethod
    def tree(folder):
        return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}

    def check_at_once(self):
        examples = pathlib.Path(__file__).resolve().parents[3] / "inputs/examples"
        nows = [f"2026-10-23T16:00:{k:02}Z" for k in range(10)]

        def command(now, out):
            return [self.binary, "plan", examples, "--now", now, "--out", out, "--quiet", *self.shared]

        alone = {}
        for now in nows:
            subprocess.run(command(now, "alone"), cwd=self.folder, stderr=subprocess.DEVNULL)
            # In a folder of its own each time, under the same name: the command stands in the files.
            alone[now] = self.tree(self.folder / "alone")
            shutil.rmtree(self.folder / "alone")
        ends = collections.Counter()
        for _ in range(2 if self.options.quick else 10):
            shutil.rmtree(self.folder / "alone", ignore_errors=True)
            runs = [subprocess.Popen(command(now, "alone"), cwd=self.folder, stderr=subprocess.DEVNULL) for now in nows]
            statuses = [run.wait(timeout=300) for run in runs]
            ends.update(statuses)
            self.expect(set(statuses) <= {0, 1, 75} and set(statuses) & {0, 1}, f"ten runs at once into one folder end with {statuses}")
            after = self.tree(self.folder / "alone")
            writers = [now for now, status in zip(nows, statuses) if status in (0, 1)]
            self.expect(any(after == alone[now] for now in writers), f"ten runs at once leave no run's output: {sorted(after)}")
        runs = [subprocess.Popen(command(nows[0], f"ten{k}/alone"), cwd=self.folder, stderr=subprocess.DEVNULL) for k in range(10)]
        statuses = {run.wait(timeout=300) for run in runs}
        outputs = [self.tree(self.folder / f"ten{k}/alone") for k in range(10)]
        files = [name for name in outputs[0] if name not in ("summary.json", "index.html")]
        self.expect(statuses <= {0, 1} and all(output[name] == outputs[0][name] for output in outputs for name in files),
                    f"ten runs at once into ten folders end with {statuses}, or differ")
        self.figures["runs at once"] = sum(ends.values()) + 10
        self.figures["of them gave way"] = ends[75]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=".build/release/tickler")
    parser.add_argument("--zoneinfo", default="Tests/Zoneinfo/2026f")
    parser.add_argument("--templates", default="templates")
    parser.add_argument("--quick", action="store_true", help="fewer inputs, and fewer runs at once")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="zoo") as path:
        zoo = Zoo(options, pathlib.Path(path))
        zoo.check_zoo()
        zoo.check_own_files()
        zoo.check_many()
        zoo.check_at_once()
    print("folders: " + ", ".join(f"{count:,} {what}" for what, count in zoo.figures.items() if count))
    return 1 if zoo.broken else 0


if __name__ == "__main__":
    sys.exit(main())
