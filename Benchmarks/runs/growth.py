#!/usr/bin/env python3
"""How the time and memory of a run grow with accounts, with items per account, with days, and with what is dropped.

    growth.py            some minutes
    growth.py --quick    smaller sizes, one run each

One task, NDJSON, plan and calendar, over workload W. Time is that of the processor, which a busy machine changes least. The chart
goes to docs/images/performance-growth.svg and, with --write-docs, the notes below the table to FIGURES.md.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from bench import NOW, workplace
from chart import Chart, page
from document import Section, megabytes, seconds, write
from measuring import HERE, ROOT, Puncher, run

PICTURE = ROOT / "docs" / "images" / "performance-growth.svg"
# So many slots that none is dropped for want of one, where drops are not what is measured.
OPEN = 1_000_000


class Growth:
    def __init__(self, options, folder):
        self.options, self.folder, self.out = options, folder, folder / "out"
        self.rounds = 1 if options.quick else 3

    def export(self, accounts, items=10, disabled=0.0):
        """W with so many items an account; the given share of the accounts has switched tasks off."""
        path = self.folder / f"w-{accounts}-{items}-{disabled}.ndjson"
        if path.exists():
            return path
        workload, (block, copies) = self.folder / "w.json", (min(accounts, 20_000), max(1, accounts // 20_000))
        tool = HERE / "workload"
        subprocess.run([sys.executable, tool / "gen.py", str(block), workload, "20261020", str(items)], check=True)
        subprocess.run([sys.executable, tool / "to_export.py", workload, path, "--copies", str(copies)], check=True)
        if disabled:
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            for n in range(1, len(lines)):
                # Spread evenly, so that the accounts that are left are like the others.
                if int(n * disabled) > int((n - 1) * disabled):
                    record = json.loads(lines[n])
                    record["account"]["preferences"] = {"kinds": {"task": False}}
                    lines[n] = json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
            path.write_text("".join(lines), encoding="utf-8")
        return path

    def policy(self, slots):
        path = self.folder / f"slots{slots}.toml"
        path.write_text((HERE / "w.toml").read_text().replace("reserved = 10", f"ios = {slots}"))
        return path

    def measure(self, source, days=13, slots=OPEN):
        """Processor seconds (median), peak bytes, candidates, and the share of them that is dropped."""
        command = [self.options.binary, "plan", source, "--templates", ROOT / "templates", "--policy", self.policy(slots), "--now",
                   NOW, "--days", days, "--jobs", "1", "--emit", "plan,ics", "--out", self.out]
        samples = []
        for _ in range(self.rounds):
            with Puncher(self.out):
                samples.append(run(command, [self.out], accept=(0, 1)))
        # The counts come from the summary, which is a run of its own so that it is not measured.
        summary = self.folder / "summary"
        done = subprocess.run([str(x) for x in [*command[:-3], "summary", "--out", summary]], stderr=subprocess.PIPE, text=True)
        scheduled, dropped = (int(re.search(rf"([\d,]+) {word}", done.stderr).group(1).replace(",", ""))
                              for word in ("scheduled", "dropped"))
        total = scheduled + dropped
        made = statistics.median(s.cpu for s in samples), max(s.memory for s in samples), total, dropped / total
        print(f"  {source.name} days={days} slots={slots}: {made[0]:.3f} s, {megabytes(made[1])}, {total:,}", file=sys.stderr)
        return made


def measure_all(growth, quick):
    """The four series: a list of (x, (seconds, bytes, candidates, dropped share)) each."""
    small = 200 if quick else 500
    sizes = [200, 500, 1_000, 2_000] if quick else [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 100_000]
    series = {"accounts": [(n, growth.measure(growth.export(n))) for n in sizes]}
    per_account = [1, 2, 5, 10, 20, 50] if quick else [1, 2, 5, 10, 20, 50, 100, 200]
    series["items"] = [(n, growth.measure(growth.export(small, n))) for n in per_account]
    days = [1, 3, 7, 14, 30, 90] if quick else [1, 3, 7, 14, 30, 60, 120, 240, 366]
    series["days"] = [(n, growth.measure(growth.export(small), days=n)) for n in days]
    accounts = 1_000 if quick else 5_000
    source = growth.export(accounts)
    series["slots"] = [(n, growth.measure(source, slots=n)) for n in (0, 5, 10, 20, 30, 40, 60, OPEN)]
    shares = [0.0, 0.25, 0.5, 0.75, 1.0]
    series["switches"] = [(x, growth.measure(growth.export(accounts, disabled=x))) for x in shares]
    return series, small, accounts


def draw(series, small, accounts):
    """The picture: on the left the time, on the right the memory."""
    def memory(value):
        return f"{value / 1e6:.0f} MB"

    def short(value):
        return f"{value * 1000:g} ms" if value < 1 else f"{value:g} s"
    charts = []
    for name, what, across in (("accounts", "accounts", "accounts of 10 items"),
                               ("items", "items", f"items per account ({small} accounts)"),
                               ("days", "days", f"days planned ({small} accounts of 10 items)")):
        points = series[name]
        charts.append(Chart(f"Time by {what}", across, [("", [(x, m[0]) for x, m in points])], short, logarithmic=True))
        charts.append(Chart(f"Peak memory by {what}", across, [("", [(x, m[1]) for x, m in points])], memory))
    across = f"share of candidates that is dropped ({accounts:,} accounts)"
    for title, index, show in (("Time by drops", 0, short), ("Peak memory by drops", 1, memory)):
        lines = [(label, [(m[3] * 100, m[index]) for _, m in series[name]])
                 for name, label in (("slots", "for want of slots"), ("switches", "switched off"))]
        charts.append(Chart(title, across, lines, show, show_across="{:.0f} %".format))
    return page(charts, "How the time and memory of a run grow with accounts, items, days and drops")


def section(series, small, accounts):
    rows = []
    for name, label in (("accounts", "{:,} accounts"), ("items", "{:,} items an account"), ("days", "{:,} days"),
                        ("slots", "{:,} slots"), ("switches", "{:.0%} of the accounts switched off")):
        for x, (cpu, memory, candidates, dropped) in series[name]:
            shown = "slots for all" if name == "slots" and x == OPEN else label.format(x)
            rows.append([shown, f"{candidates:,}", f"{dropped:.0%}", seconds(cpu), f"{cpu / candidates * 1e6:.2f} µs",
                         megabytes(memory)])
    notes = []
    for name, what in (("accounts", "accounts"), ("items", "items per account"), ("days", "days")):
        (a, first), (b, last) = series[name][len(series[name]) // 2 - 1], series[name][-1]
        notes.append(f"From {a:,} to {b:,} {what} (× {b / a:.1f}): candidates × {last[2] / first[2]:.1f}, "
                     f"time × {last[0] / first[0]:.1f}, peak memory × {last[1] / first[1]:.2f}.")
    for name, what in (("slots", "for the slot limit"), ("switches", "as switched off")):
        most, least = (pick(series[name], key=lambda p: p[1][3])[1] for pick in (max, min))
        notes.append(f"With {most[3]:.0%} dropped {what}, a run takes {most[0] / least[0]:.2f} of the time with "
                     f"{least[3]:.0%} dropped.")
    return Section(
        "growth", f"One task, NDJSON, plan and calendar, processor time. {small} accounts if items or days grow, {accounts:,} if drops "
        "do. Slots are unlimited unless they are measured.",
        ["run", "candidates", "dropped", "time", "per candidate", "peak memory"], rows, notes=notes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="smaller sizes, one run each")
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/tickler", help="the release program")
    parser.add_argument("--work", help="where to put the data (default: /dev/shm, else TMPDIR)")
    parser.add_argument("--write-docs", action="store_true", help="put picture and table into docs")
    parser.add_argument("--picture", type=pathlib.Path, default=PICTURE, help="where the picture goes")
    options = parser.parse_args()
    if not options.binary.exists():
        raise SystemExit(f"growth.py: there is no {options.binary}; run make build")
    with tempfile.TemporaryDirectory(prefix="tickler-growth-", dir=workplace(options.work)) as folder:
        os.environ["TMPDIR"] = folder  # for what the programs keep in temporary files
        series, small, accounts = measure_all(Growth(options, pathlib.Path(folder)), options.quick)
    made = section(series, small, accounts)
    print(made.markdown())
    options.picture.parent.mkdir(parents=True, exist_ok=True)
    options.picture.write_text(draw(series, small, accounts), encoding="utf-8")
    if options.write_docs:
        # The picture has the rows.
        notes = dataclasses.replace(made, rows=[])
        write([(notes.name, notes.markdown())])


if __name__ == "__main__":
    main()
