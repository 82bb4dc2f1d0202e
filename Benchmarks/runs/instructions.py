#!/usr/bin/env python3
"""Compares the instructions of workload W, 2,000 accounts, with the record in instructions.json.

    instructions.py             fails if W takes 5 % more than recorded
    instructions.py --outputs   also prints W with all outputs, which fails nothing
    instructions.py --record    records both

Callgrind counts them, on a copy of the release program without its debug information, with hashes from a fixed seed, addresses
that are not random, one task, an empty environment and the pinned tz database. So counted, runs of one program differ by less
than one in ten thousand, on a busy machine too. The C library chooses its string functions by the processor, which makes 5 %: it is
told to take the plain ones.
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
TOLERANCE = 0.05
# One task: plan and calendar of W, the guarded figure; and all outputs.
GUARDED = "w2000"
RUNS = {GUARDED: ["--emit", "plan,ics"], "w2000all": []}
COMMON = ["w2000.ndjson", "--policy", "w.toml", "--days", "13", "--templates", "templates", "--zoneinfo", "zoneinfo", "--now", "2026-10-20T00:00:00Z", "--jobs", "1", "--quiet",
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
    subprocess.run([sys.executable, workload / "gen.py", "2000", folder / "w.json"], check=True)
    subprocess.run([sys.executable, workload / "to_export.py", folder / "w.json", folder / "w2000.ndjson"], check=True)
    shutil.copy(HERE / "w.toml", folder)
    (folder / "templates").symlink_to(ROOT / "templates")
    (folder / "zoneinfo").symlink_to(ROOT / "Tests/Zoneinfo/2026f")


def collected(profile):
    """The instructions of a callgrind profile, but for those inside libcrypto, which chooses its code by the processor too."""
    objects, here, total, is_call = {}, "", 0, False
    with open(profile, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith(("ob=", "cob=")):
                # A name stands where its number is used first.
                number, _, name = line.partition("=")[2].strip().partition(" ")
                objects[number] = name or objects[number]
                if line.startswith("ob="):
                    here = objects[number]
            elif line.startswith("calls="):
                is_call = True
            elif line[0] in "0123456789+-*":
                if not is_call and "libcrypto" not in here:
                    total += int(line.split()[1])
                is_call = False
    return total


def count(folder, arguments):
    shutil.rmtree(folder / "out", ignore_errors=True)
    done = subprocess.run(
        ["setarch", "-R", "valgrind", "--tool=callgrind", "--callgrind-out-file=profile", "./tickler", "plan", *COMMON, *arguments],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=dict(PATH=os.environ["PATH"], LC_ALL="C", SWIFT_DETERMINISTIC_HASHING="1",
                 GLIBC_TUNABLES=PLAIN_STRINGS))
    if done.returncode:
        raise SystemExit(f"instructions.py: the run ended with status {done.returncode}:\n{done.stderr}")
    return collected(folder / "profile")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--outputs", action="store_true", help="also print W with all outputs")
    parser.add_argument("--record", action="store_true", help="record the figures of this build")
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/tickler", help="the release program")
    options = parser.parse_args()
    if not options.binary.exists():
        raise SystemExit(f"instructions.py: there is no {options.binary}; run make build")
    with tempfile.TemporaryDirectory(prefix="tickler-") as path:
        folder = pathlib.Path(path)
        prepare(folder, options.binary.resolve())
        counts = {name: count(folder, arguments) for name, arguments in RUNS.items()
                  if name == GUARDED or options.outputs or options.record}
    recorded, here = json.loads(RECORDED.read_text()), toolchain()
    if options.record:
        RECORDED.write_text(json.dumps(dict(instructions=counts, recordedWith=here), indent=2) + "\n")
        return
    if here["machine"] != recorded["recordedWith"]["machine"]:
        print(f"Nothing is compared: the record is of {recorded['recordedWith']['machine']}, this is {here['machine']}.")
        return
    if here != recorded["recordedWith"]:
        print(f"The figures were recorded with {recorded['recordedWith']}, this is {here}: a difference may come from that.")
    figures = recorded["instructions"]
    for name, n in counts.items():
        print(f"{name}: {n:,} instructions, recorded {figures[name]:,}, {n / figures[name] - 1:+.2%}")
    change = counts[GUARDED] / figures[GUARDED] - 1
    if change > TOLERANCE:
        raise SystemExit(f"instructions.py: {GUARDED} takes {change:.1%} more than recorded; at most {TOLERANCE:.0%} are allowed. Find out "
                         "why, or record the figure with make instructions-record and say what it buys.")


if __name__ == "__main__":
    main()
