#!/usr/bin/env python3
"""Tables of the inner loops, from what `swift package benchmark` measured: units.py RESULTS.jmh.json

A benchmark's name ends in what one of its iterations does, as in `plan.ndjson (5,000,000 bytes)`, and a table divides its time by
that. python-dateutil, where it is installed, is measured beside the weekly rule.
"""
import argparse
import json
import os
import pathlib
import re
import sys

from document import Section, row

PARTS = {"CivilTime": "Zones and recurrence rules", "Reading": "Reading", "Planning": "Planning", "Writing": "Writing"}
# What other libraries need for the same: the row beside it.
PEERS = {
    "wall time to instant, Foundation Calendar": "wall time to instant, warm zone",
    "weekly rule, 14 days, Foundation RecurrenceRule": "weekly rule, 14 days, since 2026",
    "weekly rule, 14 days, since 2026, python-dateutil": "weekly rule, 14 days, since 2026",
    "weekly rule, 14 days, since 2000, python-dateutil": "weekly rule, 14 days, since 2000",
}
HEADER = ["what", "median", "fastest", "of", "each", "rate"]


class Unit:
    """One benchmark: nanoseconds of its iterations, and how many units of work each of them does."""

    def __init__(self, name, amount, unit, median, fastest):
        self.name, self.amount, self.unit, self.median, self.fastest = name, amount, unit, median, fastest

    @property
    def each(self):
        return self.median / self.amount

    def cells(self):
        rate = f"{1e3 / self.each:,.0f} MB/s" if self.unit == "bytes" else f"{quantity(1e9 / self.each)} {self.unit}/s"
        each = "" if self.amount == 1 else duration(self.each)
        of = f"{self.amount:,} {self.unit if self.amount > 1 else self.unit.removesuffix('s')}"
        return [self.name, duration(self.median), duration(self.fastest), of, each, rate]


def duration(nanoseconds):
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= size:
            return f"{digits(nanoseconds / size)} {unit}"
    return f"{digits(nanoseconds)} ns"


def quantity(number):
    """A number with two or three digits that count."""
    return f"{digits(number / 1e6)} million" if number >= 1e6 else f"{round(number, 2 - len(str(int(number)))):,.0f}"


def digits(number):
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def units(path):
    """The benchmarks by part."""
    found = {part: [] for part in PARTS}
    for result in json.loads(path.read_text()):
        target, name = re.fullmatch(r"package\.benchmark\.(\w+)Benchmarks\.(.*)", result["benchmark"]).groups()
        name, amount, unit = re.fullmatch(r"(.*) \(([\d,]+) (\w+)\)", name.replace("_", " ")).groups()
        times = next(m for key, m in result["secondaryMetrics"].items() if "wall clock" in key)["scorePercentiles"]
        # Times are in microseconds there.
        found[target].append(Unit(name, int(amount.replace(",", "")), unit, times["50.0"] * 1e3, times["0.0"] * 1e3))
    return {part: sorted(benchmarks, key=lambda unit: unit.name) for part, benchmarks in found.items()}


def dateutil():
    """The weekly rule with python-dateutil; nothing where that is not installed."""
    sys.path.insert(0, str(pathlib.Path(__file__).parent / "peers"))
    try:
        from dateutil_weekly import nanoseconds
    except ImportError:
        print("python-dateutil is not installed, and left out", file=sys.stderr)
        return []
    return [Unit(f"weekly rule, 14 days, since {year}, python-dateutil", 1, "windows", *nanoseconds(year))
            for year in (2026, 2000)]


def ratios(benchmarks):
    """How much longer others take, by the fastest iterations, which are disturbed least."""
    best = {unit.name: unit.fastest / unit.amount for unit in benchmarks}
    return [f"{peer}: {quantity(best[peer] / best[own])} times the time of tickler's."
            for peer, own in PEERS.items() if peer in best and own in best]


def section(found, load):
    parts = []
    for part, benchmarks in found.items():
        if benchmarks:
            table = [HEADER, ["---"] * len(HEADER), *(unit.cells() for unit in benchmarks)]
            parts.append(f"### {PARTS[part]}\n\n" + "\n".join(row(cells) for cells in table))
            if lines := ratios(benchmarks):
                parts.append("\n".join(f"- {line}" for line in lines))
    lead = (f"One thread, with everything in memory and warm. The load of the machine was {load:.1f} on {os.cpu_count()} cores, of "
            "which the benchmarks make 1.")
    return Section("units", "\n\n".join([lead, *parts]), [], [])


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("results", type=pathlib.Path)
    options = arguments.parse_args()
    load = os.getloadavg()[0]
    found = units(options.results)
    found["CivilTime"] += dateutil()
    print(section(found, load).markdown())


if __name__ == "__main__":
    main()
