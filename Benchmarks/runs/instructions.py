#!/usr/bin/env python3
"""Holds the number of instructions that small runs take against the recorded ones.

    instructions.py             checks, and fails where a run takes more than the tolerance above its figure
    instructions.py --record    records the figures of this build in instructions.json

Callgrind counts them, on a copy of the release program without its debug information, with hashes from a fixed seed, addresses
that are not random, one task, an empty environment and the pinned tz database. So counted, runs of one program differ by less
than one in ten thousand, on a busy machine too. The C library chooses its string functions by the processor, which makes 5 %: it is
told to take the plain ones. The tolerance is for what remains: compilers, libraries and processors that differ a little.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RECORDED = HERE / "instructions.json"
TOLERANCE = 0.03
# One task, plan and calendar of 200 accounts of W; and everything of one account with 30 bills, start-up and page included.
RUNS = {
    "w200": ["w.ndjson", "--policy", "w.toml", "--days", "13", "--emit", "plan,ics"],
    "bills30": ["bills.json", "--days", "13"],
}
COMMON = ["--templates", "templates", "--zoneinfo", "zoneinfo", "--now", "2026-10-20T00:00:00Z", "--jobs", "1", "--quiet",
          "--out", "out"]

PLAIN_STRINGS = "glibc.cpu.hwcaps=" + ",".join(
    f"-{name}" for name in ("AVX512F", "AVX512VL", "AVX512BW", "AVX2", "AVX2_Usable", "BMI2", "ERMS", "FSRM", "SSE4_2", "SSE4_1",
                            "SSSE3", "AVX_Fast_Unaligned_Load", "Fast_Unaligned_Copy"))


def first_line(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout.partition("\n")[0]


def toolchain():
    """What a figure depends on beside the sources."""
    swift = re.search(r"Swift version (\S+)", first_line("swift", "--version"))
    return dict(swift=swift.group(1) if swift else "unknown", valgrind=first_line("valgrind", "--version"),
                libc=first_line("ldd", "--version").split()[-1], machine=os.uname().machine)


def prepare(folder, binary):
    """Puts all that the runs read into one folder, so that no path of this machine is counted."""
    subprocess.run(["objcopy", "--strip-debug", binary, folder / "tickler"], check=True)
    workload = HERE / "workload"
    subprocess.run([sys.executable, workload / "gen.py", "200", folder / "w.json"], check=True)
    subprocess.run([sys.executable, workload / "to_export.py", folder / "w.json", folder / "w.ndjson"], check=True)
    shutil.copy(workload / "bills.json", folder)
    shutil.copy(HERE / "w.toml", folder)
    (folder / "templates").symlink_to(ROOT / "templates")
    (folder / "zoneinfo").symlink_to(ROOT / "Tests/Zoneinfo/2026f")


def count(folder, arguments):
    shutil.rmtree(folder / "out", ignore_errors=True)
    done = subprocess.run(
        ["setarch", "-R", "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "./tickler", "plan", *arguments,
         *COMMON],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=dict(PATH=os.environ["PATH"], LC_ALL="C", SWIFT_DETERMINISTIC_HASHING="1",
                 GLIBC_TUNABLES=PLAIN_STRINGS))
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        raise SystemExit(f"instructions.py: the run ended with status {done.returncode}:\n{done.stderr}")
    return int(found.group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", help="record the figures of this build")
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/tickler", help="the release program")
    options = parser.parse_args()
    if not options.binary.exists():
        raise SystemExit(f"instructions.py: there is no {options.binary}; run make build")
    with tempfile.TemporaryDirectory(prefix="tickler-") as path:
        folder = pathlib.Path(path)
        prepare(folder, options.binary.resolve())
        counts = {name: count(folder, arguments) for name, arguments in RUNS.items()}
    if options.record:
        made = dict(tolerance=TOLERANCE, instructions=counts, recordedWith=toolchain())
        RECORDED.write_text(json.dumps(made, indent=2) + "\n")
        print(f"recorded {', '.join(f'{name} {n:,}' for name, n in counts.items())} in {RECORDED.relative_to(ROOT)}")
        return
    recorded = json.loads(RECORDED.read_text())
    here, tolerance, slower = toolchain(), recorded["tolerance"], []
    if here["machine"] != recorded["recordedWith"]["machine"]:
        print(f"Nothing is compared: the record is of {recorded['recordedWith']['machine']}, this is {here['machine']}.")
        return
    if here != recorded["recordedWith"]:
        print(f"The figures were recorded with {recorded['recordedWith']}, this is {here}: a difference may come from that.")
    for name, n in counts.items():
        figure = recorded["instructions"][name]
        change = n / figure - 1
        print(f"{name}: {n:,} instructions, recorded {figure:,}, {change:+.2%} (tolerance {tolerance:.0%})")
        if change > tolerance:
            slower.append(name)
        elif change < -tolerance:
            print(f"{name} got faster: record the new figure, with make instructions-record, or what it won can be lost unseen")
    if slower:
        raise SystemExit(f"instructions.py: slower than recorded: {', '.join(slower)}. Find out why; where it has to be, record "
                         "the new figures with make instructions-record and say so in the commit.")


if __name__ == "__main__":
    main()
