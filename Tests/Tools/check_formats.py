#!/usr/bin/env python3
"""Holds what tickler writes for programs that watch over it against other readers.

The SARIF log of `check` is read by Microsoft's sarif-tools (PyPI), and its rows are compared with the lines of the text form. The
metrics of `plan` are read by Prometheus' own client library, and compared with summary.json.
"""

import argparse
import collections
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

from prometheus_client.parser import text_string_to_metric_families

parser = argparse.ArgumentParser()
parser.add_argument("--binary", required=True)
parser.add_argument("--zoneinfo", required=True)
options = parser.parse_args()
binary = pathlib.Path(options.binary).resolve()
root = pathlib.Path(__file__).resolve().parents[2]
common = ["--zoneinfo", str(pathlib.Path(options.zoneinfo).resolve()), "--templates", str(root / "templates"),
          "--now", "2026-10-23T16:00:00Z"]

SOUND_HEAD = '{"format":"tickler-export/1","app":"focusflow","exportedAt":"2026-10-23T00:00:00Z"}\n'
CASES = {
    "examples": None,
    "malformed": SOUND_HEAD + "{",
    "warnings": SOUND_HEAD + "".join(f'{{"account":{{"id":"a{n}","timeZone":"UTC","x{n}":1}}}}\n' for n in range(130)),
    "none": SOUND_HEAD,
}


def check(path, form):
    result = subprocess.run([binary, "check", path, *common, "--format", form], capture_output=True, text=True, cwd=root)
    return result.stdout, result.stderr


failures = 0
with tempfile.TemporaryDirectory() as work:
    work = pathlib.Path(work)
    for name, text in CASES.items():
        path = "inputs"
        if text is not None:
            (work / f"{name}.ndjson").write_text(text)
            path = str(work / f"{name}.ndjson")
        out, errors = check(path, "text")
        lines = [line for line in (out + errors).splitlines() if not line.startswith("tickler:")]
        expected = collections.Counter()
        for line in lines:
            place, severity, _ = line.split(": ", 2)
            file, number, _ = place.rsplit(":", 2)
            expected[(file, number, severity)] += 1
        log = work / f"{name}.sarif"
        log.write_text(check(path, "sarif")[0])
        table = work / f"{name}.csv"
        subprocess.run([sys.executable, "-m", "sarif", "csv", "--output", table, log], check=True, capture_output=True)
        with open(table, newline="", encoding="utf-8-sig") as rows:
            found = collections.Counter(
                (row["Location"].removeprefix("file://"), row["Line"], row["Severity"]) for row in csv.DictReader(rows))
        if found != expected:
            failures += 1
            print(f"{name}: sarif-tools reads {dict(found - expected)} more, {dict(expected - found)} less", file=sys.stderr)
        print(f"{name}: {sum(found.values())} results")

    metrics = work / "tickler.prom"
    subprocess.run([binary, "plan", "inputs", *common, "--out", work / "out", "--quiet", "--metrics", metrics],
                   cwd=root, capture_output=True)
    values = {}
    for family in text_string_to_metric_families(metrics.read_text()):
        assert family.type == "gauge" and family.documentation, family.name
        for sample in family.samples:
            values[(sample.name, *sample.labels.values())] = sample.value
    summary = json.loads((work / "out/summary.json").read_text())
    expected = {("tickler_run_status",): 1, ("tickler_plan_accounts",): summary["accounts"],
                ("tickler_input_rejected_records",): summary["rejectedRecords"],
                ("tickler_plan_accounts_over_slot_limit",): summary["coverageHorizons"]["accounts"],
                ("tickler_tzdata_info", summary["tzdata"]): 1, ("tickler_build_info", summary["version"]): 1,
                ("tickler_input_files",): len(summary["inputs"])}
    expected |= {("tickler_plan_decisions", name): count for name, count in summary["outcomes"].items()}
    expected |= {("tickler_plan_dropped", name): count for name, count in summary["reasons"].items()}
    for key, value in expected.items():
        if values.get(key) != value:
            failures += 1
            print(f"metric {key}: {values.get(key)}, and summary.json has {value}", file=sys.stderr)
    print(f"metrics: {len(values)} samples, {len(expected)} compared")
sys.exit(1 if failures else 0)
