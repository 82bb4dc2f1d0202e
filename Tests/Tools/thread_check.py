#!/usr/bin/env python3
"""Runs commands with several tasks under the thread sanitizer.

    thread_check.py --binary .build/tsan/debug/tickler [--accounts 1000]

`Synchronization.Mutex` waits in the kernel where it is contended (FUTEX_LOCK_PI), which the sanitizer does not see: it takes two accesses
under one lock for a race. A report both of whose accesses are made inside `withLock` is counted and set aside; any other is a failure. At
the end a report is made up without the lock, which has to be found.
"""
import argparse
import gzip
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORKLOAD = ROOT / "Benchmarks/runs/workload"
FRAME = re.compile(r"^    #\d+ .*? (/\S+\.swift)(?::(\d+))?", re.M)
# How far up the stack the lock is: the closure, and the call that it is given to.
NEAR = 3


def holds_lock(stack):
    for file, line in FRAME.findall(stack)[:NEAR]:
        lines = pathlib.Path(file).read_text().splitlines() if line else []
        if any("withLock" in text for text in lines[max(0, int(line or 0) - 1):int(line or 0)]):
            return True
    return False


def races(text):
    """The reports of accesses that no lock guards, and how many others there are."""
    bare, guarded = [], 0
    for report in re.findall(r"={10,}\nWARNING: ThreadSanitizer: (.*?)\n={10,}", text, re.S):
        stacks = [part for part in report.split("\n\n") if re.search(r"^  (Read|Write|Previous|Modifying|Atomic)\b", part, re.M)]
        if len(stacks) == 2 and all(map(holds_lock, stacks)):
            guarded += 1
        else:
            bare.append(report)
    return bare, guarded


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=ROOT / ".build/tsan/debug/tickler", type=pathlib.Path)
    parser.add_argument("--accounts", default=1000, type=int)
    options = parser.parse_args()
    binary, wrong, aside = options.binary.resolve(), [], 0
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as name:
        work = pathlib.Path(name)
        subprocess.run([sys.executable, WORKLOAD / "gen.py", str(options.accounts), work / "w.json"], check=True, stdout=subprocess.DEVNULL)
        for kind in ("ndjson", "json", "xml"):
            subprocess.run([sys.executable, WORKLOAD / "to_export.py", work / "w.json", work / f"x.{kind}"], check=True)
        (work / "x.ndjson.gz").write_bytes(gzip.compress((work / "x.ndjson").read_bytes()))
        shared = ["--zoneinfo", ROOT / "Tests/Zoneinfo/2026f", "--templates", ROOT / "templates", "--policy", ROOT / "Benchmarks/runs/w.toml"]
        plan = ["--now", "2026-10-24T00:00:00Z", "--jobs", "3", "--quiet", *shared]
        commands = [["plan", f"x.{kind}", *plan, "--out", kind] for kind in ("ndjson", "json", "xml", "ndjson.gz")]
        commands += [
            ["plan", ROOT / "inputs/examples", "x.ndjson", *plan, "--out", "ndjson", "--previous", "ndjson", "--ics-accounts", "--ics-times", "zoned",
             "--compress", "zstd"],
            ["plan", "x.ndjson", "x.xml", *plan, "--archive", "archive"],
            ["plan", "x.json", *plan, "--archive", "archive", "--redact", "key", "--memory", "64M"],
        ]
        (work / "key").write_text("k" * 32)
        for command in commands:
            done = subprocess.run([binary, *command], cwd=work, capture_output=True, text=True, errors="replace",
                                  env={**os.environ, "TSAN_OPTIONS": "halt_on_error=0 exitcode=0"})
            if done.returncode not in (0, 1):
                sys.exit(f"{command[0]} ends with {done.returncode}: {done.stderr[-3000:]}")
            bare, guarded = races(done.stderr)
            aside += guarded
            wrong += bare
            print(f"{' '.join(map(str, command[:2]))} …: {len(bare)} races, {guarded} under a lock", flush=True)
    for report in wrong:
        print(report[:4000], file=sys.stderr)
    stack = f"  Read of size 8 by thread T1:\n    #0 f {ROOT}/Sources/tickler/Tickler.swift:1:1"
    if len(races(f"{'=' * 18}\nWARNING: ThreadSanitizer: data race\n{stack}\n\n{stack.replace('Read', 'Previous write')}\n{'=' * 18}")[0]) != 1:
        sys.exit("a race without a lock was not found")
    sys.exit(1 if wrong else 0)


main()
