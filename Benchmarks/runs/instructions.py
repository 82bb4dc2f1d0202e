#!/usr/bin/env python3
"""Holds the number of instructions that runs take against the recorded ones.

    instructions.py             checks, and fails where a run takes more than the tolerance above its figure
    instructions.py --record    records the figures that fell in instructions.json; with another toolchain, all of them

Callgrind counts them, on a copy of the release program without its debug information, with hashes from a fixed seed, addresses
that are not random, one task, an empty environment and the pinned tz database. So counted, runs of one program differ by less
than one in ten thousand, on a busy machine too. The C library chooses its string functions by the processor, which makes 5 %: it is
told to take the plain ones. With the toolchain of the record the tolerance is for processors that differ a little, with another one for
compilers and libraries too.
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
TOLERANCE, OTHER_TOLERANCE = 0.005, 0.03
# One task: plan and calendar of 200 and 2,000 accounts of W; all outputs of 2,000; and those of one account with 30 bills, which is mostly
# start-up and page.
RUNS = {
    "w200": ["w200.ndjson", "--policy", "w.toml", "--days", "13", "--emit", "plan,ics"],
    "w2000": ["w2000.ndjson", "--policy", "w.toml", "--days", "13", "--emit", "plan,ics"],
    "w2000all": ["w2000.ndjson", "--policy", "w.toml", "--days", "13"],
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
    for accounts in ("200", "2000"):
        subprocess.run([sys.executable, workload / "gen.py", accounts, folder / "w.json"], check=True)
        subprocess.run([sys.executable, workload / "to_export.py", folder / "w.json", folder / f"w{accounts}.ndjson"], check=True)
    shutil.copy(workload / "bills.json", folder)
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
        ["setarch", "-R", "valgrind", "--tool=callgrind", "--callgrind-out-file=profile", "./tickler", "plan", *arguments, *COMMON],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=dict(PATH=os.environ["PATH"], LC_ALL="C", SWIFT_DETERMINISTIC_HASHING="1",
                 GLIBC_TUNABLES=PLAIN_STRINGS))
    if done.returncode:
        raise SystemExit(f"instructions.py: the run ended with status {done.returncode}:\n{done.stderr}")
    return collected(folder / "profile")


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
    recorded, here = json.loads(RECORDED.read_text()), toolchain()
    figures, is_same = recorded["instructions"], here == recorded["recordedWith"]
    if options.record:
        for name, n in counts.items():
            figures[name] = min(n, figures.get(name, n)) if is_same else n
        RECORDED.write_text(json.dumps(dict(instructions=figures, recordedWith=here), indent=2) + "\n")
    elif here["machine"] != recorded["recordedWith"]["machine"]:
        print(f"Nothing is compared: the record is of {recorded['recordedWith']['machine']}, this is {here['machine']}.")
        return
    elif not is_same:
        print(f"The figures were recorded with {recorded['recordedWith']}, this is {here}: a difference may come from that.")
    tolerance, slower = TOLERANCE if is_same else OTHER_TOLERANCE, []
    for name, n in counts.items():
        change = n / figures[name] - 1
        print(f"{name}: {n:,} instructions, recorded {figures[name]:,}, {change:+.2%} (tolerance {tolerance:.1%})")
        if change > tolerance:
            slower.append(name)
        elif change < -tolerance:
            print(f"{name} got faster: record the new figure, with make instructions-record, or what it won can be lost unseen")
    if slower:
        raise SystemExit(f"instructions.py: slower than recorded: {', '.join(slower)}. A recorded figure only falls: find out why, and "
                         "win back in the same change what a feature costs.")


if __name__ == "__main__":
    main()
