#!/usr/bin/env python3
"""What a kind that a policy declares costs beside a shipped kind of the same shape, in instructions per decision.

The same 400 accounts with ten repeating things each are planned as tasks and as items of a declared series; the start of the program is
taken away by runs of one account. Needs valgrind. Fails above the bound.
"""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

BOUND = 1.2
ROOT = pathlib.Path(__file__).resolve().parents[2]
POLICIES = {
    "task": '[kinds.task]\nidentifier = "t.{id}"\n',
    "thing": '[items.thing.fields]\ntitle = { type = "text", required = true }\n'
    '[kinds.thing]\nshape = "series"\nitem = "thing"\nidentifier = "t.{id}"\npriority = 6\n',
}


def export(kind, accounts):
    numbers = random.Random(2)
    zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC"]
    lines = [{"format": "tickler-export/1", "app": kind, "exportedAt": "2026-10-20T00:00:00Z"}]
    for account in range(accounts):
        items = [
            {
                "kind": kind, "id": f"i{item}", "title": f"Thing {item}", "date": "2026-01-05",
                "repeat": numbers.choice(["daily", "weekly", "daily"]),
                "time": f"{numbers.randint(7, 21):02}:{numbers.choice([0, 15, 30]):02}",
            }
            for item in range(10)
        ]
        head = {"id": f"a{account}", "timeZone": zones[account % 4], "platform": "other", "items": items}
        lines.append({"account": head})
    return "".join(json.dumps(line) + "\n" for line in lines)


def count(folder, binary, kind, accounts):
    (folder / f"{kind}.ndjson").write_text(export(kind, accounts))
    texts = 'title = "{{title}}"\nbody = "At {{time}}."\n'
    (folder / f"{kind}.toml").write_text(f'format = "tickler-policy/1"\napp = "{kind}"\n{POLICIES[kind]}{texts}')
    command = [
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(binary), "plan", f"{kind}.ndjson",
        "--policy", f"{kind}.toml", "--now", "2026-10-20T00:00:00Z", "--days", "13", "--emit", "plan", "--jobs", "1",
        "--templates", str(ROOT / "templates"), "--zoneinfo", str(ROOT / "Tests/Zoneinfo/2026f"), "--out", kind,
    ]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    decisions = (folder / kind / "plan.ndjson").read_text().count("\n") - 1
    return int(re.search(r"Collected : (\d+)", result.stderr).group(1)), decisions


def main():
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        binary = folder / "tickler"
        # valgrind stumbles over the debug information of large Swift programs.
        subprocess.run(["strip", "-g", "-o", binary, ROOT / ".build/release/tickler"], check=True)
        cost = {}
        for kind in POLICIES:
            (many, decisions), (one, few) = (count(folder, binary, kind, accounts) for accounts in (400, 1))
            cost[kind] = (many - one) / (decisions - few)
            print(f"{kind}: {cost[kind]:,.0f} instructions a decision")
    ratio = cost["thing"] / cost["task"]
    print(f"a declared kind costs {ratio:.2f} times a shipped one (bound {BOUND})")
    return ratio > BOUND


if __name__ == "__main__":
    sys.exit(main())
