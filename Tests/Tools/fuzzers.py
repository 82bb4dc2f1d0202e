#!/usr/bin/env python3
"""Runs libFuzzer over each reader of the program, one after the other, with the address sanitizer.

    fuzzers.py --fuzzer .build/fuzzing/release/Fuzz --binary .build/release/tickler [--time 60] [--only json,toml] [--keep]

It begins with what the repository has: test vectors, examples, templates, zones, a plan that the program makes of the examples, and the
corpora of Tests/Corpus. What it finds grows below .build/fuzzing-corpus; an input that breaks a reader is packed into
fuzz.tar.gz, which the tests replay. `--keep` packs a minimised corpus too: of what covers more than the seeds do, sixty
small inputs a reader.
"""
import argparse
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT / "Tests/Corpus"
READERS = ["json", "ndjson", "xml", "toml", "tzif", "rrule", "mustache", "plan"]
# How many inputs of a reader are kept, and the most bytes of one.
KEPT_COUNT, KEPT_FILE = 60, 2_000
ZONES = ["UTC", "Europe/London", "America/New_York", "Africa/Casablanca", "Asia/Gaza", "Pacific/Apia", "America/Nuuk", "Asia/Kathmandu"]
# Seconds that one input may take, and the most bytes of one.
SLOW, LARGEST = 10, 65_536


def rows(file):
    """The inputs in a file of cases, each on a line of its own, and the file as it is."""
    text = file.read_bytes()
    yield text
    yield from (line for line in text.splitlines() if line)


def unpacked(name, folder):
    """The folder of a corpus, unpacked once."""
    if not (folder / name).exists():
        with tarfile.open(CORPUS / f"{name}.tar.gz") as archive:
            archive.extractall(folder / name)
    return folder / name


def pack(folder):
    """Replaces fuzz.tar.gz by what is in its unpacked folder."""
    subprocess.run([CORPUS / "pack", "fuzz", folder], check=True)


def seeds(reader, binary, folder):
    """What the repository has of that format."""
    corpus, examples = CORPUS, ROOT / "inputs/examples"
    if reader == "json":
        files = [*unpacked("json", folder / "corpora").glob("*.json"), *examples.glob("*.json")]
        return [file.read_bytes() for file in files] + list(rows(corpus / "reading/json.txt"))
    if reader == "ndjson":
        texts = [file.read_bytes() for file in examples.glob("*.ndjson")]
        for name in ("ndjson", "accounts", "items", "preferences", "joining"):
            texts += rows(corpus / f"reading/{name}.txt")
        head = b'{"format":"tickler-export/1","app":"all"}\n'
        return texts + [head + line for text in texts for line in text.splitlines()[1:] if line[:1] == b"{"]
    if reader == "xml":
        text = (examples / "moneymap-family.xml").read_bytes()
        head = re.match(rb"(?s).*?<export[^>]*>", text).group()
        return [text] + [head + part + b"</export>" for part in re.findall(rb"(?s)<account.*?</account>", text)]
    if reader == "toml":
        files = [*unpacked("toml", folder / "corpora").rglob("*.toml"), *(ROOT / "templates/policies").glob("*"), *(ROOT / "templates/messages").glob("*")]
        return [file.read_bytes() for file in files]
    if reader == "tzif":
        return [(ROOT / "Tests/Zoneinfo/2026f" / name).read_bytes() for name in ZONES]
    if reader == "rrule":
        texts = b"".join(file.read_bytes() for file in (ROOT / "Tests").rglob("*") if file.suffix in (".json", ".swift", ".txt"))
        return sorted(set(re.findall(rb"[A-Z=;,0-9+-]*FREQ=[A-Z=;,0-9+-]+", texts)))
    if reader == "mustache":
        texts = [file.read_bytes() for file in (ROOT / "templates/report").glob("*.mustache")]
        return texts + [line for file in (ROOT / "templates/messages").glob("*") for line in re.findall(rb'"(.*\{\{.*)"', file.read_bytes())]
    out = folder / "plan"
    subprocess.run([binary, "plan", examples, "--now", "2026-10-23T16:00:00Z", "--days", "3", "--zoneinfo", ROOT / "Tests/Zoneinfo/2026f",
                    "--templates", ROOT / "templates", "--out", out, "--quiet"])
    parts = [(out / name).read_bytes().splitlines(True) for name in ("plan.ndjson", "accounts.ndjson", "actions.ndjson", "summary.json")]
    found = [b"\n%%\n".join(b"".join(part).rstrip(b"\n") for part in parts)]
    # One account by itself.
    for account in sorted({match for line in parts[0] for match in re.findall(rb'"account":"[^"]*"', line)}):
        own = [[line for line in part if account in line][:12] for part in parts[:3]]
        found.append(b"".join([parts[0][0], *own[0]]) + b"\n%%\n" + b"".join([parts[1][0], *own[1]]) + b"\n%%\n" + b"".join(own[2]))
        found.append(b"".join([parts[0][0], *own[0]]))
    return found


def write(texts, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for text in texts:
        if len(text) <= LARGEST:
            (folder / hashlib.sha256(text).hexdigest()[:16]).write_bytes(text)


def run(options, reader, arguments, folder):
    # No stack is wound in Swift: the sanitizer tells of its own.
    return subprocess.run([options.fuzzer, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=dict(os.environ, TICKLER_FUZZ=reader, SWIFT_BACKTRACE="enable=no", TMPDIR=str(folder),
                                   ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1"))


def fuzz(options, reader):
    work = pathlib.Path(options.work).resolve()
    grown, found, kept = work / reader, work / f"{reader}-found", unpacked("fuzz", work) / reader
    found.mkdir(parents=True, exist_ok=True)
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.scratch) as path:
        folder = pathlib.Path(path)
        write(seeds(reader, options.binary, folder), folder / "seeds")
        grown.mkdir(exist_ok=True)
        done = run(options, reader, [grown, folder / "seeds", kept, f"-max_total_time={options.time}", f"-timeout={SLOW}",
                                     f"-max_len={LARGEST}", f"-artifact_prefix={found}/", "-print_final_stats=1", "-rss_limit_mb=4096",
                                     "-use_value_profile=0", f"-seed={options.seed}"], folder)
        text = done.stdout.decode(errors="replace")
        (work / f"{reader}.log").write_text(text)
        if options.keep:
            keep(options, reader, folder, grown, kept)
    runs = re.search(r"stat::number_of_executed_units: *(\d+)", text)
    cover = re.findall(r"cov: (\d+)", text)
    broken = sorted(found.iterdir())
    for file in broken:
        shutil.copy(file, kept / file.name)
    print(f"| {reader} | {options.time} s | {int(runs.group(1)) if runs else 0:,} | {cover[-1] if cover else 0} | "
          f"{sum(1 for _ in grown.iterdir())} | {len(broken)} |", flush=True)
    if done.returncode and not broken:
        print(text[-3000:], file=sys.stderr)
    return done.returncode == 0 and not broken


def keep(options, reader, folder, grown, kept):
    """Inputs that cover what the seeds do not, of every size."""
    merged = folder / "merged"
    write(seeds(reader, options.binary, folder), merged)
    seeded = {file.name for file in merged.iterdir()}
    run(options, reader, ["-merge=1", f"-max_len={KEPT_FILE}", f"-timeout={SLOW}", merged, grown], folder)
    files = [file for file in merged.iterdir() if file.name not in seeded and file.stat().st_size <= KEPT_FILE]
    files.sort(key=lambda file: (file.stat().st_size, file.name))
    for file in files[::-(-len(files) // KEPT_COUNT) or 1]:
        shutil.copy(file, kept / file.name[:16])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fuzzer", type=pathlib.Path, default=ROOT / ".build/fuzzing/release/Fuzz")
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/tickler")
    parser.add_argument("--time", type=int, default=60, help="seconds a reader")
    parser.add_argument("--only", default=",".join(READERS))
    parser.add_argument("--work", default=ROOT / ".build/fuzzing-corpus")
    parser.add_argument("--scratch", default="/dev/shm" if os.path.isdir("/dev/shm") else None, help="for temporary files")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    options.fuzzer, options.binary = options.fuzzer.resolve(), options.binary.resolve()
    print("| reader | time | inputs tried | edges | corpus | broken |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    pathlib.Path(options.work).mkdir(parents=True, exist_ok=True)
    shutil.rmtree(pathlib.Path(options.work) / "fuzz", ignore_errors=True)
    sound = [fuzz(options, reader) for reader in options.only.split(",")]
    if options.keep or not all(sound):
        pack(pathlib.Path(options.work) / "fuzz")
    return 0 if all(sound) else 1


if __name__ == "__main__":
    sys.exit(main())
