#!/usr/bin/env python3
"""Runs the program with one fault of the system after the other, and kills it at one call after the other.

strace makes the n-th call of a kind fail with an error, or sends a signal when it is made. What has to hold:

- A run that ends with a status below 64 has written, or printed, exactly what the run without the fault has.
- A run that ends with 64 or more, or by a fault that it did not survive, has changed nothing.
- After a kill each file is whole. A command that reads changes nothing; the next command that writes to the folder finds the old plan or the
  new one, never a mix.
- An archive's `latest` leads to the old run or to the new one, each whole; the next run leaves nothing of the killed one.
- A run that is asked to end (TERM, INT, HUP) leaves the old plan and nothing of its own, or the new one.

The program needs no other privilege than to be traced. Prints the figures, and every case that did not hold.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

NOW = {"older": "2026-10-21T16:00:00Z", "old": "2026-10-22T16:00:00Z", "new": "2026-10-23T16:00:00Z"}
# Errors that each kind of call is made to fail with.
ERRORS = {
    "openat": ["EIO", "EACCES", "EMFILE", "ENFILE", "ENOMEM"],
    "newfstatat": ["EIO", "EACCES", "ENOMEM"],
    "fstat": ["EIO"],
    "getdents64": ["EIO", "ENOMEM"],
    "read": ["EIO", "EINTR"],
    "pread64": ["EIO", "EINTR"],
    "write": ["EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "fsync": ["EIO", "ENOSPC", "EINTR"],
    "syncfs": ["EIO"],
    "close": ["EIO", "EINTR"],
    "mkdir": ["EACCES", "ENOSPC", "EIO"],
    "mkdirat": ["EACCES", "ENOSPC", "EIO"],
    "rmdir": ["EIO"],
    "unlinkat": ["EIO", "EROFS"],
    "link": ["EPERM", "EIO", "EMLINK"],
    "linkat": ["EPERM", "EIO", "EMLINK"],
    "symlink": ["EPERM", "EIO", "ENOSPC"],
    "rename": ["EACCES", "EIO", "ENOSPC", "EROFS"],
    "renameat": ["EACCES", "EIO", "ENOSPC", "EROFS"],
    "chmod": ["EPERM", "EROFS"],
    "flock": ["EINTR", "ENOLCK"],
    "lseek": ["EIO"],
    "fcntl": ["EIO"],
    "readlink": ["EACCES", "ENOENT"],
}
# The calls of a commit, and those that follow it.
COMMITTING = ["rename", "renameat", "fsync", "link", "linkat", "symlink", "unlinkat", "mkdir", "mkdirat", "rmdir"]
KILLED_AT = COMMITTING + ["write", "syncfs", "openat", "close"]
ASKED_AT = ["rename", "renameat", "write", "fsync", "pread64", "openat"]


def tree(folder):
    """What is in a folder, by path; None for a folder in it."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = os.readlink(path).encode()
        elif name != "runs.log":
            found[name] = None if path.is_dir() else path.read_bytes()
    return found


def hidden(files):
    """What a run leaves that is not its output."""
    return [name for name in files if name.startswith((".tickler-staging", ".tickler-commit"))]


class Sweep:
    def __init__(self, options):
        self.binary = pathlib.Path(options.binary).resolve()
        self.root = pathlib.Path(__file__).resolve().parents[3]
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="tickler-faults-", dir=options.work))
        self.jobs, self.is_quick = options.jobs, options.quick
        self.figures = collections.OrderedDict()
        self.broken = []
        self.number = 0
        shutil.copytree(self.root / "inputs" / "examples", self.work / "in")
        (self.work / "in" / "rejected.ndjson").write_text(
            '{"format":"tickler-export/1","app":"steps"}\n{"account":{"id":"x","timeZone":"Mars/Base"}}\n')
        self.shared = ["--templates", str(self.root / "templates"), "--zoneinfo",
                       str(self.root / "Tests" / "Zoneinfo" / "2026f")]
        self.plans = {}
        for name, extra in (("old", ["--ics-accounts"]), ("new", ["--ics-accounts"])):
            result = subprocess.run(self.plan(name, str(self.work / name), extra), cwd=self.work, capture_output=True)
            if result.returncode != 1:
                sys.exit(f"the plan without a fault ended with {result.returncode}: {result.stderr.decode()}")
            self.plans[name] = tree(self.work / name)
        assert self.plans["old"] != self.plans["new"]
        # What replaces it has to keep that.
        (self.work / "old" / "plan.ndjson").chmod(0o600)
        # An archive of two runs, the first of which --keep lets go.
        for name in ("older", "old"):
            subprocess.run(self.archive(name), cwd=self.work, capture_output=True)
        self.plans["archive"] = tree(self.work / "archive")

    def plan(self, name, out, extra=()):
        return [str(self.binary), "plan", "in", "--now", NOW[name], "--out", out, "--jobs", "1", "--quiet",
                *self.shared, *extra]

    def archive(self, name, path="archive", extra=()):
        return [str(self.binary), "plan", "in", "--now", NOW[name], "--archive", path, "--jobs", "1", "--quiet",
                "--emit", "plan,actions,ics", *self.shared, *extra]

    def command(self, name):
        """A command, in a folder with `in`, and the old plan in `out`; whether it changes `out`."""
        if name == "plan":
            # The first plan's command line stands in the files.
            return self.plan("new", "out", ["--ics-accounts"]), True
        if name == "plan --archive":
            return self.archive("new", "out", ["--keep", "2"]), True
        if name == "plan --previous":
            return self.plan("new", "out", ["--previous", "out"]), True
        if name == "report":
            return [str(self.binary), "report", "out", "--emit", "html,ics", *self.shared, "--quiet"], True
        if name == "diff":
            return [str(self.binary), "diff", "out", "../new", *self.shared], False
        if name == "check":
            return [str(self.binary), "check", "in", *self.shared], False
        if name == "zones":
            return [str(self.binary), "zones", "in", *self.shared, "--now", NOW["new"]], False
        if name == "explain":
            return [str(self.binary), "explain", "in", *self.shared, "--now", NOW["new"], "--account", "noa"], False
        if name == "worker":
            return [str(self.binary), "worker", *self.shared, "--now", NOW["new"], "--app", "steps", "--jobs", "1"], False
        if name == "done":
            return [str(self.binary), "done", "gym", "in", "--changes", "out/changes.ndjson", "--now", NOW["new"], *self.shared], True
        if name == "history":
            return [str(self.binary), "history", "out", "--latest", NOW["older"].replace(":", ""), *self.shared[:2]], True
        raise KeyError(name)

    @staticmethod
    def start(name):
        """What is in `out` before a command."""
        return "archive" if name in ("plan --archive", "history") else "old"

    def stage(self, old="old"):
        """A folder to run in."""
        self.number += 1
        folder = self.work / f"run{self.number}"
        folder.mkdir()
        os.symlink("../in", folder / "in")
        shutil.copytree(self.work / old, folder / "out", symlinks=True)
        return folder

    def run(self, name, folder, injections=(), trace=None):
        command, _ = self.command(name)
        words = ["strace", "-f", "-qq", "-o", str(folder / "trace")]
        if trace is not None:
            words += ["-e", "trace=" + trace]
        elif injections:
            words += ["-e", "trace=" + ",".join(sorted({text.split(":")[0] for text in injections}))]
        for text in injections:
            words += ["-e", "inject=" + text]
        data = None
        if name == "worker":
            data = b'{"account":{"id":"w","timeZone":"UTC","items":[{"kind":"bedtime","id":"b"}]}}\n'
        try:
            return subprocess.run(words + command, cwd=folder, input=data, capture_output=True, timeout=60,
                                  env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        except subprocess.TimeoutExpired:
            return None

    def clean(self, name):
        """How often each call is made, and what comes out, where nothing fails."""
        folder = self.stage(self.start(name))
        result = self.run(name, folder, trace="all")
        calls = collections.Counter()
        for line in (folder / "trace").read_text(errors="replace").splitlines():
            match = re.match(r"\d+ +(\w+)\(", line)
            if match:
                calls[match.group(1)] += 1
        output = tree(folder / "out")
        shutil.rmtree(folder)
        if result.returncode not in (0, 1, 2):
            sys.exit(f"{name} ended with {result.returncode} where nothing fails: {result.stderr.decode()}")
        return calls, result, output

    def note(self, figure, name, text, why):
        counts = self.figures.setdefault((name, figure), collections.Counter())
        counts["runs"] += 1
        counts["broken" if why else "held"] += 1
        if why:
            self.broken.append(f"{name}: {text}: {why}")

    def fault(self, name, text, reference):
        folder = self.stage(self.start(name))
        before = self.plans[self.start(name)]
        result = self.run(name, folder, [text])
        _, expected, output = reference
        after = tree(folder / "out")
        visible = {k: v for k, v in after.items() if k not in hidden(after)}
        made = "INJECTED" in (folder / "trace").read_text(errors="replace")
        why = None
        if result is None:
            why = "did not end"
        elif 0 <= result.returncode < 64:
            if result.returncode != expected.returncode:
                why = f"status {result.returncode}, without the fault {expected.returncode}"
            elif visible != output or ".tickler-commit" in after:
                why = "wrote something else: " + self.difference(visible, output)
            elif result.stdout != expected.stdout:
                why = "printed something else"
        else:
            if visible != before:
                why = f"status {result.returncode}, and changed: " + self.difference(visible, before)
            elif ".tickler-commit" in after:
                why = f"status {result.returncode}, and left a journal"
        shutil.rmtree(folder)
        if not made:
            return why, "no fault made"
        if result is None:
            return why, "did not end"
        # Removing what waits for its removal may fail as well; the next run does it.
        return why, f"status {result.returncode}" + (", hidden folder left" if hidden(after) else "")

    def kill(self, name, injections, reference):
        folder = self.stage()
        result = self.run(name, folder, injections)
        killed = result is not None and result.returncode in (-9, 137)
        out = folder / "out"
        _, _, output = reference
        why = None
        for path, content in tree(out).items():
            known = [self.plans["old"].get(path), output.get(path)]
            if content is not None and not path.startswith(".tickler") and content not in known:
                why = f"{path} is neither the old file nor the new one"
        before = tree(out)
        read = subprocess.run([str(self.binary), "diff", "out", "../old", *self.shared], cwd=folder, capture_output=True)
        if tree(out) != before or (read.returncode == 75) != (".tickler-commit" in before):
            why = f"reading it ended with {read.returncode}, or changed it: " + self.difference(tree(out), before)
        # It has no such account, and still completes what was begun.
        subprocess.run([str(self.binary), "report", "out", "--account", "nobody", *self.shared], cwd=folder, capture_output=True)
        after = tree(out)
        visible = {k: v for k, v in after.items() if k not in hidden(after)}
        if visible == self.plans["old"]:
            state = "old"
        elif visible == output:
            state = "new"
        else:
            state = "mix"
            why = "a mix: " + self.difference(visible, output)
        if why is None and ".tickler-commit" in after:
            why = "the journal is still there"
        again = subprocess.run(self.command(name)[0], cwd=folder, capture_output=True)
        if why is None and name != "plan --previous":
            final = tree(out)
            if again.returncode != reference[1].returncode or final != output:
                why = f"the next run ended with {again.returncode}, or differs: " + self.difference(final, output)
        shutil.rmtree(folder)
        return why, state if killed else "not killed"

    def archived(self, name, injections, reference):
        """The run into an archive, killed or with a fault, and then once more."""
        folder = self.stage("archive")
        out = folder / "out"
        result = self.run(name, folder, [injections] if isinstance(injections, str) else injections)
        (before, output), why = (self.plans["archive"], reference[2]), None
        held = os.readlink(out / "latest")
        state = "old" if held.encode() == before["latest"] else "new"
        whole = before if state == "old" else output
        for path, content in tree(out / held).items():
            # A run says last that it is done.
            if path != ".tickler-begun" and whole.get(f"{held}/{path}") != content:
                why = f"latest leads to another {path}"
        if result is None:
            why = "did not end"
        elif result.returncode in (0, 1) and state == "old":
            why = f"status {result.returncode}, and the old run is the latest"
        elif 64 <= result.returncode < 100 and (state == "new" or {
                k: v for k, v in tree(out).items() if not k.startswith(".") and "/.tickler-staging" not in k} != before):
            why = f"status {result.returncode}, and changed: " + self.difference(tree(out), before)
        again = subprocess.run(self.command(name)[0], cwd=folder, capture_output=True)
        final = tree(out)
        # What an earlier run would have removed, and was kept from, the next run of other inputs removes.
        missed = {k for k in final if k not in output and k.split("/")[0] == NOW["older"].replace(":", "")}
        if why is None and (again.returncode != 1 or {k: v for k, v in final.items() if k not in missed} != output):
            why = f"the next run ended with {again.returncode}, or differs: " + self.difference(final, output)
        shutil.rmtree(folder)
        return why, state

    def kills(self, calls):
        """A kill at each call; in a quick run, at each call of the commit and at every fourth of the others, which reach the staging folder at most."""
        return [(f"{call}:signal=KILL:when={number}",) for call in KILLED_AT
                for number in range(1, calls[call] + 1, 4 if self.is_quick and call not in COMMITTING else 1)]

    def sweep_archive(self, all_faults):
        name = "plan --archive"
        reference = self.clean(name)
        calls = reference[0]
        cases = self.kills(calls)
        self.each("killed", name, self.archived, cases, reference)
        cases = [("link,linkat:error=EPERM", f"{call}:signal=KILL:when={number}")
                 for call in ("rename", "renameat", "fsync", "unlinkat") for number in range(1, calls[call] + 1)]
        self.each("killed, without hard links", name, self.archived, cases, reference)
        only = None if all_faults else COMMITTING
        cases = [f"{call}:error={error}:when={number}" for call, errors in ERRORS.items() if not only or call in only
                 for error in errors for number in range(1, calls[call] + 1)]
        self.each("a call fails", name, self.archived, cases, reference)

    def ask(self, name, text, reference):
        folder = self.stage()
        result = self.run(name, folder, [text])
        after = tree(folder / "out")
        why = None
        state = "new" if after == reference[2] else "old" if after == self.plans["old"] else None
        if state is None:
            why = "neither the old plan nor the new one, or more than it: " + self.difference(after, self.plans["old"])
        elif result is None:
            why = "did not end"
        elif result.returncode in (0, 1) and state == "old":
            why = f"status {result.returncode}, and wrote nothing"
        shutil.rmtree(folder)
        return why, state

    @staticmethod
    def difference(one, other):
        names = [name for name in sorted(set(one) | set(other)) if one.get(name, 0) != other.get(name, 0)]
        return ", ".join(names[:6]) + (" …" if len(names) > 6 else "")

    def each(self, figure, name, function, cases, reference):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            futures = [(case, pool.submit(function, name, case, reference)) for case in cases]
            for case, future in futures:
                why, state = future.result()
                self.note(figure, name, case if isinstance(case, str) else " ".join(case), why)
                self.figures[(name, figure)]["ended: " + str(state)] += 1

    def sweep_faults(self, name, only=None):
        reference = self.clean(name)
        calls = reference[0]
        cases = [f"{call}:error={error}:when={number}" for call, errors in ERRORS.items() if not only or call in only
                 for error in errors for number in range(1, calls[call] + 1)]
        self.each("a call fails", name, self.fault, cases, reference)

    def sweep_kills(self, name):
        reference = self.clean(name)
        calls = reference[0]
        cases = self.kills(calls)
        self.each("killed", name, self.kill, cases, reference)
        # As on a file system that knows no second names.
        cases = [("linkat:error=EPERM", f"{call}:signal=KILL:when={number}") for call in ("renameat", "fsync", "unlinkat")
                 for number in range(1, calls[call] + calls["linkat"] + 1)]
        self.each("killed, without hard links", name, self.kill, cases, reference)
        # Taking back is stopped as well.
        cases = [(f"fsync:error=EIO:when={calls['fsync'] - 1}", f"renameat:signal=KILL:when={number}")
                 for number in range(1, 2 * calls["renameat"] + 1)]
        self.each("killed while it takes back", name, self.kill, cases, reference)

    def sweep_requests(self, name):
        reference = self.clean(name)
        cases = [f"{call}:signal={number}:when={count}" for call in ASKED_AT for number in ("TERM", "INT", "HUP")
                 for count in range(1, reference[0][call] + 1)]
        self.each("asked to end", name, self.ask, cases, reference)

    def report(self):
        for (name, figure), counts in self.figures.items():
            ends = ", ".join(f"{key[7:]} {count}" for key, count in sorted(counts.items()) if key.startswith("ended"))
            print(f"{name}, {figure}: {counts['runs']} runs, {counts['broken']} did not hold ({ends})")
        for text in self.broken[:200]:
            print("  " + text)
        if len(self.broken) > 200:
            print(f"  and {len(self.broken) - 200} more")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=".build/release/tickler")
    parser.add_argument("--work", help="a folder on the file system to try; default: the system's for temporary files")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--quick", action="store_true", help="kills and faults of the commit, and every fourth other kill")
    parser.add_argument("--parts", default="kills,requests,faults,archive,others")
    options = parser.parse_args()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sweep = Sweep(options)
    parts = options.parts.split(",")
    try:
        if options.quick:
            sweep.sweep_kills("plan")
            sweep.sweep_faults("plan", only=COMMITTING)
            sweep.sweep_archive(all_faults=False)
            for name in ("done", "history"):
                sweep.sweep_faults(name, only=COMMITTING + ["write"])
        else:
            if "kills" in parts:
                for name in ("plan", "report"):
                    sweep.sweep_kills(name)
            if "requests" in parts:
                sweep.sweep_requests("plan")
            if "faults" in parts:
                for name in ("plan", "report"):
                    sweep.sweep_faults(name)
            if "archive" in parts:
                sweep.sweep_archive(all_faults=True)
            if "others" in parts:
                for name in ("diff", "check", "zones", "explain", "worker", "done", "history"):
                    sweep.sweep_faults(name)
        sweep.report()
    finally:
        shutil.rmtree(sweep.work, ignore_errors=True)
    sys.exit(1 if sweep.broken else 0)


if __name__ == "__main__":
    main()
