#!/usr/bin/env python3
"""Runs the harness against hostile inputs and failing machines, and prints what ran.

    hostile.py --binary .build/release/tickler [--quick] [--only growth,values] [--work /dev/shm]

Twenty minutes in full; `--quick` takes a part of each. Each part is a program of its own beside this one, says what it holds at its head, and
tells its figures in its last lines.
"""
import argparse
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
# By name: the program, what it is given in full and in quick runs, and how the lines with its figures begin.
PARTS = {
    "faults": ("fault_sweep.py", [], ["--quick"], ("plan", "report", "diff", "check", "zones", "explain", "worker")),
    "growth": ("growth.py", [], ["--quick"], ("growth:",)),
    "limits": ("hostile_limits.py", [], ["--quick"], ("limits:", "a record", "1000", "40,000", "3 ", "5 ", "16 ")),
    "values": ("hostile_fuzz.py", ["--documents", "150"], ["--documents", "8"], ("hostile values:",)),
    "texts": ("hostile_texts.py", [], ["--quick"], ("texts:",)),
    "folders": ("hostile_folders.py", [], ["--quick"], ("folders:",)),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=".build/release/tickler")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("--work", help="a folder on the file system that faults are tried on; default: the system's for temporary files")
    options = parser.parse_args()
    rows, broken = [], []
    for name in options.only.split(","):
        program, full, quick, figures = PARTS[name]
        words = [sys.executable, HERE / program, "--binary", options.binary, *(quick if options.quick else full)]
        if name == "faults" and options.work:
            words += ["--work", options.work]
        print(f"== {name}", flush=True)
        begun = time.monotonic()
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True)
        seconds = time.monotonic() - begun
        if done.returncode:
            broken.append(name)
            print(done.stdout)
        told = [line for line in done.stdout.splitlines() if line.startswith(figures)]
        rows += [(name, f"{seconds:.0f} s", told[0] if told else "nothing"), *(("", "", line) for line in told[1:])]
    print("\n| part | time | what ran |\n| --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    if broken:
        print(f"hostile: did not hold: {', '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
