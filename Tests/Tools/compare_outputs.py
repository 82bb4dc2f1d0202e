#!/usr/bin/env python3
"""Every output of two builds of tickler, to the byte, for a change that must not change any.

    compare_outputs.py --base OLD --binary NEW [--seed 1] [--documents 60] [--mask REGEX …] [--drop REGEX …] [--keep DIR]

Both plan the same exports with the same arguments: the examples in inputs/, the cases in Tests/Cases and random exports
(those of fuzz.py), then what changed exports make of them with --previous, and run every other command over the results.
Compared are all files that they write, standard output, standard error and the exit status. `--mask` names what is
meant to differ, such as '"settings":"[0-9a-f]+"', and `--drop` what only one of the two has. The exit status is 1 when anything differs.
"""

import argparse
import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from datetime import timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))

from Oracle.clock import Zones  # noqa: E402
from Oracle.fuzzing.exports import APPS, Generator  # noqa: E402
from Oracle.fuzzing.items import device  # noqa: E402
from Oracle.fuzzing.policies import write_varied  # noqa: E402
from Oracle.planner import decide  # noqa: E402
from Oracle.values import instant, instant_text  # noqa: E402

ZONEINFO = ROOT / "Tests/Zoneinfo/2026f"


def run(binary, arguments, folder, masks):
    """What a command says and writes, run in `folder`, by name."""
    done = subprocess.run([binary, *map(str, arguments)], cwd=folder, capture_output=True)
    said = {"status": str(done.returncode).encode(), "stdout": done.stdout, "stderr": done.stderr}
    return {name: mask(text, masks) for name, text in said.items()}


def files(folder, masks):
    return {str(path.relative_to(folder)): mask(path.read_bytes(), masks)
            for path in sorted(Path(folder).rglob("*")) if path.is_file()}


def mask(text, masks):
    for pattern, other in masks:
        text = re.sub(pattern, other, text)
    return text


def first_difference(a, b):
    a, b = a.split(b"\n"), b.split(b"\n")
    for number, (x, y) in enumerate(zip(a, b), 1):
        if x != y:
            start = max(0, next((i for i, (p, q) in enumerate(zip(x, y)) if p != q), min(len(x), len(y))) - 60)
            return f"line {number}\n  - {x[start:start + 160]!r}\n  + {y[start:start + 160]!r}"
    return f"{len(a)} lines and {len(b)}"


class Comparison:
    def __init__(self, options, folder):
        self.options, self.folder = options, Path(folder)
        self.masks = [(pattern.encode(), b"#") for pattern in options.mask]
        self.masks += [(pattern.encode(), b"") for pattern in options.drop]
        self.compared, self.differences = 0, 0
        self.sides = [("old", options.base), ("new", options.binary)]
        for side, _ in self.sides:
            (self.folder / side).mkdir()
            os.symlink(ROOT / "templates", self.folder / side / "templates")
            os.symlink(ZONEINFO, self.folder / side / "zoneinfo")

    def put(self, name, text):
        for side, _ in self.sides:
            path = self.folder / side / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def command(self, label, *arguments, out=None):
        results = []
        for side, binary in self.sides:
            result = run(binary, arguments, self.folder / side, self.masks)
            if out:
                result |= files(self.folder / side / out, self.masks)
            results.append(result)
        old, new = results
        for name in sorted(old.keys() | new.keys()):
            self.compared += 1
            if old.get(name) != new.get(name):
                self.differences += 1
                what = first_difference(old[name], new[name]) if name in old and name in new else "only one has it"
                print(f"{label}: {name}: {what}")

    def everything(self, label, paths, now, days, changed, extra=()):
        """All commands about `paths`; `changed` are the same inputs a day later."""
        common = ["--zoneinfo", "zoneinfo", "--no-progress", *extra]
        when = ["--now", instant_text(now), "--days", days]
        self.command(label + " plan", "plan", *paths, *when, *common, "--out", "out", out="out")
        self.command(label + " calendars", "plan", *paths, *when, *common, "--out", "zoned", "--emit", "plan,ics",
                     "--ics-times", "zoned", "--ics-accounts", "--jobs", "2", out="zoned")
        later = ["--now", instant_text(now.replace(second=0) + timedelta(hours=20)), "--days", days]
        self.command(label + " next", "plan", *changed, *later, *common, "--previous", "out", "--out", "next", out="next")
        self.command(label + " report", "report", "next", "--zoneinfo", "zoneinfo", out="next")
        for format in ("text", "json", "html"):
            self.command(f"{label} diff {format}", "diff", "out", "next", "--format", format)
        self.command(label + " check", "check", *paths, *common)
        self.command(label + " zones", "zones", *paths, *when, *common)
        self.command(label + " simulate", "simulate", *paths, *when, *common, "--reserved", "50", "--format", "json")
        for account in accounts(self.folder / "old", paths)[:3]:
            for format in ("text", "json"):
                self.command(f"{label} explain {account}", "explain", *paths, "--account", account, *when, *common,
                             "--format", format)


def accounts(folder, paths):
    """Ids of the JSON inputs' accounts."""
    ids = []
    for path in paths:
        for file in sorted((folder / path).rglob("*.json")) if (folder / path).is_dir() else [folder / path]:
            try:
                ids += [account["id"] for account in json.loads(file.read_text(encoding="utf-8")).get("accounts", [])]
            except (ValueError, KeyError, AttributeError):
                pass
    return ids


def a_day_later(export, r):
    """The export with some things changed, gone, done and delivered."""
    export = copy.deepcopy(export)
    for account in export.get("accounts", []):
        items = account.get("items", [])
        for item in items:
            if r.random() < 0.3:
                item.update({"time": "11:11"} if item["kind"] == "task" else {"paid": True} if item["kind"] == "bill" else {})
        if items and r.random() < 0.3:
            items.pop(r.randrange(len(items)))
        if r.random() < 0.2:
            account["timeZone"] = r.choice(["Europe/Paris", "America/New_York", "Pacific/Auckland"])
    return export


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--base", required=True, type=os.path.abspath)
    options.add_argument("--binary", required=True, type=os.path.abspath)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--documents", type=int, default=60)
    options.add_argument("--accounts", type=int, default=15)
    options.add_argument("--mask", action="append", default=[])
    options.add_argument("--drop", action="append", default=[])
    options.add_argument("--keep", help="a new folder that all inputs and outputs are left in")
    options = options.parse_args()
    zones = Zones(str(ZONEINFO))
    with tempfile.TemporaryDirectory() as temporary:
        if options.keep:
            os.makedirs(options.keep)
        comparison = Comparison(options, options.keep or temporary)
        for side, _ in comparison.sides:
            os.symlink(ROOT / "inputs", comparison.folder / side / "inputs")
        comparison.everything("inputs", ["inputs"], instant("2026-10-23T16:00:00Z"), 14, ["inputs"])
        for file in sorted((ROOT / "Tests/Cases").glob("*.json")):
            case = json.loads(file.read_text(encoding="utf-8"))
            comparison.put("case.json", json.dumps(case["export"], ensure_ascii=False))
            comparison.put("later.json", json.dumps(a_day_later(case["export"], random.Random(file.name)), ensure_ascii=False))
            comparison.everything(file.name, ["case.json"], instant(case["now"]), case.get("days", 14), ["later.json"])
        for number in range(options.documents):
            r = random.Random(f"{options.seed}/{number}")
            app = APPS[number % len(APPS)]
            generator = Generator(r, app, zones)
            export, varied = generator.document(options.accounts)
            extra = []
            if varied:
                for side, _ in comparison.sides:
                    write_varied(ROOT / "templates", app, varied, comparison.folder / side / "policy.toml")
                extra = ["--policy", "policy.toml"]
            decisions = decide(export, generator.now, generator.days, zones, varied)
            for account in export["accounts"]:
                generator.zone, generator.app = account["timeZone"], account.get("app", app)
                device(generator, account, [d for d in decisions if (d["account"], d["app"]) == (account["id"], generator.app)])
            comparison.put("random.json", json.dumps(export, ensure_ascii=False))
            comparison.put("later.json", json.dumps(a_day_later(export, r), ensure_ascii=False))
            comparison.everything(f"random {options.seed}/{number}", ["random.json"], generator.now, generator.days,
                                  ["later.json"], extra)
        print(f"{comparison.compared} outputs compared, {comparison.differences} differ")
        return 1 if comparison.differences else 0


if __name__ == "__main__":
    sys.exit(main())
