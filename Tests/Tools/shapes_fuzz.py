#!/usr/bin/env python3
"""Shipped kinds, against kinds that a policy declares over the same items: docs/own-kinds.md says how the one is written as the other.

    shapes_fuzz.py --binary tickler --zoneinfo DIR --templates DIR [--seed 1] [--documents 40]

Each document is random accounts with items of every kind that ships. It is planned twice, by policies that say the same in the two ways, and
each decision has to be the same: when, under which identifier, and what became of it. The exit status is 1 when anything differs.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import date, datetime, timedelta, timezone

NOW = datetime(2026, 10, 23, 10, tzinfo=timezone.utc)
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Africa/Casablanca", "UTC"]
WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
HEAD = """format = "tickler-policy/1"
app = "{app}"
locale = "en"
gap = "{gap}"
overlap = "{overlap}"
monthEnd = "{monthEnd}"
[quietHours]
action = "{quiet}"
"""

# Of each kind: what both policies say, and what the declaration says beside it.
KINDS = {
    "task": (
        {"identifier": "task.{id}", "priority": 6, "title": "{{title}}", "body": "At {{time}}"},
        {"shape": "series", "item": "task"}),
    "habit": (
        {"identifier": "habit.{id}.{time}", "priority": 5, "title": "{{name}}", "body": "{{category}}"},
        {"shape": "series", "item": "habit"}),
    "bill": (
        {"identifier": "bill.{id}.{date}.{part}", "priority": 6, "quiet": "pass", "time": "09:00", "title": "{{name}}",
         "body": "{{amount}} on {{dueDate}}"},
        {"shape": "series", "item": "bill", "where": ["type = expense", "autoPay = false"], "remind": ["-1d", "0"]}),
    "overdue": (
        {"identifier": "overdue.{id}.{date}", "priority": 7, "quiet": "pass", "time": "09:00", "title": "{{name}}", "body": "Since {{dueDate}}"},
        {"shape": "untilDone", "item": "bill", "where": ["type = expense", "autoPay = false"], "for": 7}),
    "location": (
        {"identifier": "place.{id}.{trigger}", "priority": 5, "title": "{{name}}", "body": "{{place}}"},
        {"shape": "place", "item": "habit"}),
    "streakMilestone": (
        {"identifier": "streak.{id}.{count}", "priority": 5, "title": "{{name}}", "body": "{{streak}}"},
        {"shape": "streak", "item": "habit", "of": "{streak}"}),
    "session": (
        {"identifier": "session.{id}", "priority": 9, "critical": True, "title": "Done", "body": "{{duration}}"},
        {"shape": "event", "item": "session", "at": "{endsAt}", "where": ["state = running"]}),
    "workout": (
        {"identifier": "workout.{id}", "priority": 5, "title": "Done", "body": "{{duration}}"},
        {"shape": "event", "item": "workout", "at": "{endedAt}"}),
    "insight": (
        {"identifier": "insight.{id}", "priority": 3, "title": "Ready", "body": "Look"},
        {"shape": "event", "item": "insight", "at": "{at}", "badge": False}),
    "overspend": (
        {"identifier": "budget.{id}.{period}", "priority": 5, "title": "{{name}}", "body": "{{spent}} of {{limit}}"},
        {"shape": "event", "item": "budget", "at": "{updatedAt}"}),
}


def tables(declares):
    """The tables of all kinds: TOML writes these values as JSON does."""
    lines = []
    for kind, (both, declaration) in KINDS.items():
        lines.append(f"[kinds.{kind}]")
        lines += [f"{key} = {json.dumps(value)}" for key, value in {**both, **(declaration if declares else {})}.items()]
    return "\n".join(lines) + "\n"


# What a declaration calls in another way: parts of identifiers, and reasons.
WORDS = {"1dBefore": "dayBefore", "paid": "completed"}


def instant(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def clock(r):
    return f"{r.randrange(24):02}:{r.choice(['00', '15', '30'])}"


def day(r, back=40, ahead=40):
    return str(NOW.date() + timedelta(days=r.randint(-back, ahead)))


def random_schedule(r, item, start):
    item[start] = day(r)
    choice = r.random()
    if choice < 0.5:
        item["repeat"] = r.choice(["daily", "weekly", "monthly", "yearly"])
    elif choice < 0.6:
        item["repeat"], item["weekdays"] = "customDays", r.sample(WEEKDAYS, r.randint(1, 4))
    elif choice < 0.8:
        item["rrule"] = r.choice([
            "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYDAY=2FR", "FREQ=DAILY;COUNT=9",
        ])
        if r.random() < 0.4:
            item["exdates"] = [day(r, 5, 15) for _ in range(r.randint(1, 4))]
    if choice < 0.6 and r.random() < 0.2:
        item["until"] = str(date.fromisoformat(item[start]) + timedelta(days=r.randint(0, 60)))
    return item


def random_items(r):
    items = []
    for number in range(r.randint(0, 4)):
        task = random_schedule(r, {"kind": "task", "id": f"t{number}", "title": f"Task {number}", "time": clock(r)}, "date")
        if r.random() < 0.1:
            task["completed"] = True
        if r.random() < 0.4:
            task["completedOn"] = [day(r, 3, 6) for _ in range(r.randint(1, 5))]
        items.append(task)
    for number in range(r.randint(0, 4)):
        habit = {"kind": "habit", "id": f"h{number}", "name": f"Habit {number}", "streak": r.choice([0, 3, 7, 14, 30, 31])}
        habit["reminders"] = sorted({clock(r) for _ in range(r.randint(1, 3))})
        if r.random() < 0.5:
            habit["days"] = r.sample(WEEKDAYS, r.randint(1, 6))
        if r.random() < 0.3:
            habit["category"] = "Learning"
        # A habit's dates bound its reminders; a place that waits on them no declaration can say.
        if r.random() < 0.5:
            habit["location"] = {"place": "Library", "latitude": 52.5, "longitude": 13.4, "on": r.choice(["entry", "exit"])}
        else:
            if r.random() < 0.4:
                habit["startDate"] = day(r, 30, 8)
                if r.random() < 0.4:
                    habit["rrule"] = r.choice(["FREQ=DAILY;INTERVAL=2", "FREQ=WEEKLY;BYDAY=TU,SA"])
            if r.random() < 0.3:
                habit["endDate"] = str(date.fromisoformat(habit.get("startDate", "2026-10-20")) + timedelta(days=r.randint(0, 20)))
        if r.random() < 0.5:
            habit["completions"] = [day(r, 4, 2) for _ in range(r.randint(1, 4))]
        if r.random() < 0.1:
            habit["archived"] = True
        items.append(habit)
    for number in range(r.randint(0, 3)):
        bill = {"kind": "bill", "id": f"b{number}", "name": f"Bill {number}"}
        if r.random() < 0.9:
            random_schedule(r, bill, "dueDate")
        if r.random() < 0.6:
            bill.update(amount=f"{r.randint(1, 900)}.50", currency=r.choice(["EUR", "USD"]))
        if r.random() < 0.2:
            bill["type"] = "income"
        if r.random() < 0.2:
            bill["autoPay"] = True
        if r.random() < 0.1:
            bill["paid"] = True
        if r.random() < 0.3:
            bill["paidThrough"] = day(r, 20, 10)
        items.append(bill)
    hours = lambda back, ahead: instant(NOW + timedelta(minutes=r.randint(-60 * back, 60 * ahead)))
    # Two that run at once are the shipped kind's own matter.
    if r.random() < 0.5:
        items.append({
            "kind": "session", "id": "s", "startedAt": hours(3, 0), "duration": r.choice([1500, 3000, 14400]), "state": "running",
        })
    for number in range(r.randint(0, 2)):
        items.append({"kind": "workout", "id": f"w{number}", "endedAt": hours(72, 0), "duration": r.randint(60, 7200)})
        items.append({"kind": "insight", "id": f"i{number}", "at": hours(72, 24)})
        items.append({
            "kind": "budget", "id": f"g{number}", "name": f"Budget {number}", "spent": f"{r.randint(101, 200)}.25", "limit": "100",
            "currency": "EUR", "period": "2026-10", "updatedAt": hours(72, 0),
        })
    r.shuffle(items)
    return items


def random_account(r, number):
    account = {
        "id": f"a{number}", "timeZone": r.choice(ZONES), "authorization": r.choice(["authorized"] * 4 + ["denied"]),
        "preferences": {"kinds": {kind: True for kind in ["bill", "overdue", "overspend"]}},
    }
    if r.random() < 0.4:
        account["preferences"]["quietHours"] = {"start": clock(r), "end": clock(r)}
        if account["preferences"]["quietHours"]["start"] == account["preferences"]["quietHours"]["end"]:
            del account["preferences"]["quietHours"]
    if r.random() < 0.3:
        account["preferences"]["kinds"][r.choice(["task", "habit", "bill"])] = False
    if r.random() < 0.3:
        account["platform"] = r.choice(["ios", "android", "other"])
    account["items"] = random_items(r)
    return account


def decisions(options, folder, name, export, policy, days):
    (folder / f"{name}.toml").write_text(policy)
    (folder / "export.json").write_text(json.dumps(export))
    command = [
        options.binary, "plan", "export.json", "--policy", f"{name}.toml", "--now", instant(NOW), "--days", str(days), "--emit", "plan",
        "--zoneinfo", options.zoneinfo, "--templates", options.templates, "--out", name, "--quiet",
    ]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if result.returncode not in (0, 1):
        sys.exit(f"exit {result.returncode}: {result.stderr}")
    # What the code that ships drops with a reason of its own, the declaration's `where` has no candidate for.
    left_out = {
        (account["id"], item["id"]) for account in export["accounts"] for item in account["items"]
        if item["kind"] == "bill" and (item.get("type") == "income" or "autoPay" in item or "dueDate" not in item)
    }
    found, end = [], instant(NOW + timedelta(days=days))
    for line in (folder / name / "plan.ndjson").read_text().splitlines():
        line = json.loads(line)
        if "kind" not in line or line["kind"] == "bill" and (line["account"], line["item"]) in left_out:
            continue
        # A bill's candidates go a day beyond the window, on either side.
        if line["kind"] == "bill" and not (line.get("at") and instant(NOW) < line["at"] <= end):
            continue
        reason, notification = line.get("reason"), line["notification"]
        for old, new in WORDS.items():
            notification = notification.replace(f".{old}", f".{new}") if notification.startswith("bill.") else notification
            reason = new if reason == old and line["kind"] in ("bill", "overdue") else reason
        texts = (line.get("title"), line.get("body")) if reason is None else ()
        found.append((line["account"], line["kind"], notification, line.get("at"), line.get("local"), line["outcome"], reason, *texts))
    return Counter(found)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--binary", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    arguments.add_argument("--zoneinfo", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    arguments.add_argument("--templates", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--documents", type=int, default=40)
    options = arguments.parse_args()
    failures, seen = 0, Counter()
    for number in range(options.documents):
        r = random.Random(options.seed * 100_003 + number)
        app = "own"
        head = HEAD.format(
            app=app, gap=r.choice(["later", "next", "skip"]), overlap=r.choice(["first", "last"]),
            monthEnd=r.choice(["skip", "clamp"]), quiet=r.choice(["defer", "drop"]))
        export = {
            "format": "tickler-export/1", "app": app, "exportedAt": instant(NOW),
            "accounts": [random_account(r, place) for place in range(r.randint(1, 20))],
        }
        with tempfile.TemporaryDirectory() as path:
            folder, days = pathlib.Path(path), r.choice([0, 3, 14, 30])
            shipped = decisions(options, folder, "shipped", export, head + tables(declares=False), days)
            declared = decisions(options, folder, "declared", export, head + tables(declares=True), days)
        # An item of a declared kind without a date has a line; of the shipped kinds the bill alone.
        for line in [line for line in declared if line[1] == "overdue" and line[3] is None]:
            del declared[line]
        for line in shipped:
            seen[f"{line[1]} {line[6] or line[5]}"] += shipped[line]
        if shipped != declared:
            failures += 1
            print(f"seed {options.seed}, document {number}:")
            for sign, lines in (("shipped alone ", shipped - declared), ("declared alone", declared - shipped)):
                for line in sorted(lines, key=str)[:6]:
                    print(f"  {sign} {line}")
    for what, count in sorted(seen.items()):
        print(f"{count:7} {what}")
    print(f"{options.documents} documents, {sum(seen.values())} decisions, {failures} documents differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
