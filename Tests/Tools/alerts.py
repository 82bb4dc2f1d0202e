#!/usr/bin/env python3
"""The alerts of deploy/prometheus over a series of nights: quiet on ordinary nights, and firing on bad ones (promtool).

    alerts.py --binary tickler [--nights 30] [--accounts 100]

nights.py makes the series. Then each alert that no night fires gets the metric that it is about. Thirty nights are the
table of docs/monitoring.md.
"""

import argparse
import glob
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import timedelta

from nights import Series, schedule

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RULES = os.path.join(ROOT, "deploy/prometheus/tickler.rules.yml")
DASHBOARD = os.path.join(ROOT, "deploy/grafana/tickler.json")
STEP = timedelta(minutes=15)

# A night on which nothing happened.
QUIET = "nothing"

# Beside what an ordinary night has: a metric with another value, and the alert that it fires.
SINGLE = [("tickler_run_duration_seconds", "4000", "TicklerRunIsSlow"),
          ("tickler_input_rejected_records", "50", "TicklerRecordsRejected"),
          ('tickler_input_export_timestamp_seconds{app="diary"}', "-200000", "TicklerExportIsOld"),
          ('tickler_input_accounts{app="diary"}', "3", "TicklerAccountsGone"),
          ('tickler_shown_notifications{app="diary",kind="morning",result="notShown"}', "50", "TicklerNotShown"),
          ('tickler_plan_decisions{outcome="scheduled"}', "30", "TicklerFewNotifications"),
          ('tickler_plan_due_accounts{cause="windowEnd"}', "50", "TicklerPlanRunsOut")]


def samples(path, start, now):
    """Metric → value. Instants are counted from the first night, and a run ends when it begins: `now` stands for the clock."""
    found, epoch = {}, (start - type(start)(1970, 1, 1)).total_seconds()
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                name, value = line.rsplit(" ", 1)
                if "timestamp" in name:
                    value = float(value) - epoch
                if name == "tickler_run_timestamp_seconds":
                    value = (now - start).total_seconds()
                found[name] = float(value)
    return found


def series(nights, found, end):
    """promtool's series, with a sample each quarter of an hour up to `end`."""
    names = sorted({name for each in found for name in each})
    ends = [*nights[1:], end]
    return [{"series": name, "values": " ".join(
        f"{each[name]:.10g}+0x{(last - first) // STEP - 1}" if name in each else f"_x{(last - first) // STEP}"
        for each, first, last in zip(found, nights, ends))} for name in names]


def expectation(minutes, alerts):
    return {"expr": 'count by (alertname) (ALERTS{alertstate="firing"})', "eval_time": f"{int(minutes)}m",
            "exp_samples": [{"labels": f'{{alertname="{name}"}}', "value": 1} for name in sorted(alerts)]}


def expected(number, run, before):
    """What happened in a night, and which alerts that calls for. `before`: those of the night before, without a refusal."""
    broken = {"TicklerInputBroken"} | ({"TicklerAccountsStayStale"} if before else set())
    if number == run.refused:
        # The plan in place is that of the night before, and what is wrong with it stays so.
        return "an input without accounts, refused by `maxGone`", {"TicklerRunFailed"} | (broken if before else set())
    if number in run.broken:
        return "an input cut off" + (", for the second night" if before else ""), broken
    return QUIET, set()


def check_names(known, folder):
    """Alerts and dashboard name no metric but the program's, and promtool reads the dashboard's expressions."""
    with open(DASHBOARD, encoding="utf-8") as file:
        expressions = [target["expr"] for panel in json.load(file)["panels"] for target in panel["targets"]]
    with open(RULES, encoding="utf-8") as file:
        named = set(re.findall(r"\btickler_\w+", " ".join([file.read(), *expressions])))
    if unknown := named - {name.split("{")[0] for name in known}:
        sys.exit(f"alerts: {sorted(unknown)} are no metrics of the program")
    path = os.path.join(folder, "dashboard.yml")
    with open(path, "w", encoding="utf-8") as file:
        rules = [{"record": f"panel:{n}", "expr": each} for n, each in enumerate(expressions)]
        json.dump({"groups": [{"name": "dashboard", "rules": rules}]}, file)
    done = subprocess.run(["promtool", "check", "rules", path], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"alerts: {DASHBOARD}: {done.stdout}{done.stderr}")


def check_table(rows):
    """The table of docs/monitoring.md lists those nights on which anything happened."""
    path = os.path.join(ROOT, "docs/monitoring.md")
    with open(path, encoding="utf-8") as file:
        page = file.read()
    lines = ["| night | what happened | alerts |", "| --- | --- | --- |"]
    for (what, alerts), group in itertools.groupby(rows, key=lambda row: row[1:]):
        if (what, alerts) == (QUIET, set()):
            continue
        nights = [night for night, *_ in group]
        span = nights[0] if len(nights) == 1 else f"{nights[0]} to {nights[-1]}"
        lines.append(f"| {span} | {what} | {', '.join(f'`{name}`' for name in sorted(alerts)) or 'none'} |")
    table = "\n".join(lines)
    if "<!-- nights -->" not in page:
        sys.exit(f"alerts: {path} has no place for the table of nights")
    recorded = re.sub(r"(<!-- nights -->\n).*?(?=<!-- /nights -->)", lambda found: found[1] + table + "\n", page, flags=re.DOTALL)
    if recorded != page:
        sys.exit(f"alerts: {path} has another table than this one:\n{table}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=os.path.abspath, required=True)
    parser.add_argument("--nights", type=int, default=30)
    parser.add_argument("--accounts", type=int, default=100)
    options = parser.parse_args()
    if not shutil.which("promtool"):
        sys.exit("alerts: there is no promtool, which runs the tests of the rules; install the package prometheus")
    with tempfile.TemporaryDirectory() as folder:
        more = {"zoneinfo": os.path.join(ROOT, "Tests/Zoneinfo/2026f"), "templates": os.path.join(ROOT, "templates"), "seed": 1,
                "series": os.path.join(folder, "series")}
        run = Series(argparse.Namespace(**vars(options), **more), folder)
        run.run()
        nights = schedule(options.nights)
        found, success = [], None
        for now, path in zip(nights, sorted(glob.glob(os.path.join(folder, "series/*.prom")))):
            found.append(samples(path, nights[0], now))
            success = success if found[-1]["tickler_run_status"] > 3 else found[-1]["tickler_run_timestamp_seconds"]
            found[-1]["tickler_run_success_timestamp_seconds"] = success
        check_names(set().union(*found), folder)
        end, rows, tests, stays = nights[-1] + timedelta(days=2), [], [], set()
        for number, now in enumerate(nights):
            what, alerts = expected(number, run, stays)
            stays = alerts - {"TicklerRunFailed"}
            rows.append((f"{now:%a %-d %b}", what, alerts))
            tests.append(expectation((now - nights[0]).total_seconds() / 60 + 90, alerts))
            after = nights[number + 1] if number + 1 < len(nights) else end
            if after - now > timedelta(hours=27):
                late = now + timedelta(hours=27)
                # By then, accounts that a broken input made stale have been so for two nights.
                stays |= {"TicklerAccountsStayStale"} if stays else set()
                rows.append((f"{late:%a %-d %b}", "no run", alerts | stays | {"TicklerPlanIsOld"}))
                tests.append(expectation((late - nights[0]).total_seconds() / 60, rows[-1][2]))
        groups = [{"interval": "15m", "input_series": series(nights, found, end), "promql_expr_test": tests},
                  {"interval": "15m", "input_series": [], "promql_expr_test": [expectation(120, {"TicklerIsAbsent"})]}]
        fired = {"TicklerIsAbsent"}.union(*(alerts for *_, alerts in rows))
        # Two ordinary nights, the second with one other value.
        ordinary = [found[0], found[0] | {name: value for name, value in found[1].items() if "timestamp" in name}]
        for metric, value, alert in SINGLE:
            pair = [ordinary[0], ordinary[1] | {metric: float(value)}]
            fired.add(alert)
            groups.append({"interval": "15m", "input_series": series(nights[:2], pair, nights[1] + timedelta(hours=6)),
                           "promql_expr_test": [expectation(24 * 60 + 60, {alert})]})
        with open(RULES, encoding="utf-8") as file:
            declared = set(re.findall(r"alert: (\w+)", file.read()))
        if declared != fired:
            sys.exit(f"alerts: {declared ^ fired} are declared and never tried, or the other way round")
        path = os.path.join(folder, "tests.yml")
        with open(path, "w", encoding="utf-8") as file:  # YAML reads JSON.
            json.dump({"rule_files": [RULES], "evaluation_interval": "15m", "tests": groups}, file, indent=1)
        done = subprocess.run(["promtool", "test", "rules", path], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stdout[-6000:] + done.stderr[-6000:])
    if options.nights == parser.get_default("nights"):
        check_table(rows)
    print(f"alerts: {len(declared)} alerts over {len(nights)} nights and {len(SINGLE) + 1} other cases")


if __name__ == "__main__":
    main()
