#!/usr/bin/env python3
"""Random due dates on weekends and holidays, against an implementation of docs/policies.md and docs/own-kinds.md.

    shift_fuzz.py --binary tickler --zoneinfo DIR --templates DIR [--seed 1] [--documents 100] [--keep DIR]

Each document is a policy with tasks, bills, their digest and kinds of its own (a series, one until it is done, an event), files of holidays, and accounts in UTC
whose items have shifts of their own or the policy's. Nothing but time and shifts drops anything, so each decision follows from its due date: its wall
time, its instant, why it was moved and its texts are compared with those worked out here, day by day. Each plan is verified as well. The exit status
is 1 when anything differs.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import date, datetime, time, timedelta

DAY = timedelta(days=1)
WORDS = ["none", "before", "after", "nearest", "skip"]
WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
REMINDERS = {"0": ("due", 0, None), "-1d": ("1dBefore", -86400, None), "-2d 18:00": ("2dBefore1800", -2, time(18)),
             "-3h": ("3hBefore", -10800, None), "+1d 10:00": ("1dAfter1000", 1, time(10)), "-1w": ("1wBefore", -7 * 86400, None)}
CLOCK = time(9)
CALENDARS = ["DE", "DE-BY", "at", "de-AT", "UTC", "FR"]


# Closed days.

class Days:
    """The closed days of an item, and where its due dates go."""

    def __init__(self, shift, holidays):
        self.shift, self.holidays = shift, holidays

    def closed(self, day):
        return day.isoweekday() > 5 or day in self.holidays

    def goes(self, due):
        """The day to which a due date goes; None: it is skipped."""
        if self.shift == "none" or not self.closed(due):
            return due
        if self.shift == "skip":
            return None
        before, after = due, due
        while self.closed(before):
            before -= DAY
        while self.closed(after):
            after += DAY
        if self.shift == "nearest":
            return after if after - due < due - before else before
        return before if self.shift == "before" else after

    def why(self, due):
        return "weekend" if due.isoweekday() > 5 else "holiday"


# What is random.

def random_holidays(r, today):
    """A few single days, and now and then many in a row."""
    days = {today + DAY * r.randrange(-25, 40) for _ in range(r.choice([2, 5, 12, 30]))}
    if r.random() < 0.3:
        first = today + DAY * r.randrange(-10, 20)
        days |= {first + DAY * n for n in range(r.choice([3, 6, 11]))}
    return days


def random_schedule(r, today, name):
    """The fields of a first date and how it comes again, with a function that says which dates are its."""
    start = today + DAY * r.randrange(-40, 25)
    fields = {name: start.isoformat()}
    repeat = r.choice(["none", "none", "daily", "weekly", "monthly", "customDays", "rrule"])
    if repeat == "none":
        return fields, None, start
    until = start + DAY * r.randrange(0, 60) if r.random() < 0.3 else None
    exdates = {start + DAY * r.randrange(0, 40) for _ in range(r.choice([0, 0, 3]))}
    if until:
        fields["until"] = until.isoformat()
    if exdates:
        fields["exdates"] = sorted(day.isoformat() for day in exdates)
    if repeat == "rrule":
        every = r.choice([1, 2, 3, 5])
        fields["rrule"] = f"FREQ=DAILY;INTERVAL={every}"
        def matches(day): return (day - start).days % every == 0
    else:
        fields["repeat"] = repeat
        weekdays = r.sample(WEEKDAYS, r.choice([1, 2, 4]))
        if repeat == "customDays":
            fields["weekdays"] = weekdays
        tests = {"daily": lambda day: True, "weekly": lambda day: day.weekday() == start.weekday(),
                 "monthly": lambda day: day.day == start.day, "customDays": lambda day: WEEKDAYS[day.weekday()] in weekdays}
        matches = tests[repeat]

    def comes(day):
        return start <= day and (until is None or day <= until) and day not in exdates and matches(day)
    return fields, comes, start


def random_document(r):
    today = date(2026, 1, 1) + DAY * r.randrange(0, 700)
    now = datetime.combine(today, time(r.choice([3, 9, 12, 20]), r.choice([0, 30])))
    document = {"now": now, "days": r.choice([0, 1, 3, 7, 14]), "kinds": {},
                "files": [(r.choice(CALENDARS) if r.random() < 0.7 else "", random_holidays(r, today)) for _ in range(r.choice([0, 1, 2, 4]))],
                "by": r.choice([None, None, "country", "locale", "timeZone"])}
    for kind in ["task", "bill", "overdue", "dose", "late", "ends"]:
        settings = {}
        if kind != "overdue":
            if r.random() < 0.75:
                settings["shift"] = r.choice(WORDS)
            if r.random() < 0.25:
                settings["days"] = r.choice(["weekends", "holidays"])
        document["kinds"][kind] = settings
    if r.random() < 0.3:
        document["kinds"]["dose"]["days"] = sorted(r.sample(WEEKDAYS, r.choice([2, 5])))
    document["remind"] = r.sample(sorted(REMINDERS), r.choice([1, 2, 3]))
    document["dose"] = r.choice(["d.{id}.{part}.{date}", "d.{id}.{part}"])
    document["bound"] = r.choice([1, 3, 7])
    document["weekday"] = r.choice(WEEKDAYS)
    document["accounts"] = []
    for number in range(r.choice([1, 2])):
        items = []
        for index in range(r.choice([2, 5, 9])):
            kind = r.choice(["task", "bill", "thing"])
            fields, comes, start = random_schedule(r, today, "dueDate" if kind == "bill" else "date")
            item = {"kind": kind, "id": f"{index:02}", **fields}
            if kind == "task":
                item |= {"title": f"T{number}.{index}", "time": "09:00"}
            if kind == "bill":
                item["name"] = f"B{index}"
            if kind == "thing":
                item["name"] = r.choice(["Pill", "Drops", f"N{index}"])
            if kind == "thing" and r.random() < 0.5:
                item["ends"] = datetime.combine(today + DAY * r.randrange(-6, 20), time(r.randrange(24))).isoformat() + "Z"
            if r.random() < 0.4:
                item["shift"] = r.choice(WORDS)
            items.append((item, comes, start))
        account = {"id": f"a{number}", "timeZone": "UTC"}
        if r.random() < 0.7:
            account["country"] = r.choice(["DE", "de-by", "DE-HH", "DE-HH", "AT", "XX"])
        if r.random() < 0.7:
            account["locale"] = r.choice(["de-DE", "de-AT", "de", "de-Latn-FR", "en-u-ca-gregory"])
        document["accounts"].append((account, items))
    return document


def toml(document):
    patterns = {"task": "t.{id}", "bill": {"default": "b.{id}.{date}.{part}", "undated": "b.{id}"}, "overdue": "o.{id}.{date}",
                "dose": document["dose"], "late": "l.{id}", "ends": "e.{id}", "digest": "g"}
    titles = {"task": "{{title}}", "bill": "{{dueDate.raw}} {{paymentDate.raw}}", "overdue": "{{dueDate.raw}} {{paymentDate.raw}} {{days}}",
              "dose": "{{dueDate.raw}} {{shiftedDate.raw}}", "late": "{{dueDate.raw}} {{shiftedDate.raw}} {{overdueDays}}", "ends": "{{shiftedDate.raw}}", "digest": "{{count.raw}}"}
    lines = ['format = "tickler-policy/1"', 'app = "x"', "[slots]", "ios = 100000", "[items.thing.fields]", 'ends = "instant"', 'name = { type = "text", required = true }']
    if document["by"]:
        lines += ["[holidays]", f'by = "{document["by"]}"']
    for kind, settings in [*document["kinds"].items(), ("digest", {"day": document["weekday"], "time": "18:00"})]:
        lines.append(f"[kinds.{kind}]")
        pattern = patterns[kind]
        lines.append("identifier = " + ("{ " + ", ".join(f'{key} = "{value}"' for key, value in pattern.items()) + " }"
                                        if isinstance(pattern, dict) else f'"{pattern}"'))
        lines.append(f'title = "{titles[kind]}"')
        lines += [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
        if kind == "overdue":
            lines.append(f"days = {document['bound']}")
        if kind in ["dose", "late", "ends"]:
            lines += ['item = "thing"', f'shape = "{ {"dose": "series", "late": "untilDone", "ends": "event"}[kind] }"']
        if kind == "dose":
            lines.append("remind = " + json.dumps(document["remind"]))
        if kind == "late":
            lines.append(f"for = {document['bound']}")
        if kind == "ends":
            lines += ['at = "{ends}"', 'toldFor = "36h"']
    return "\n".join(lines) + "\n"


# What is expected.

def holidays_of(document, account):
    """The days of the files without a name, and of those that the account's field names, in any case."""
    wanted = account.get(document["by"] or "country", "").lower()
    names = {"country": [wanted, wanted.split("-")[0]], "timeZone": [wanted],
             "locale": [wanted, {"de-de": "de", "de-at": "at", "de-latn-fr": "fr"}.get(wanted, "")]}[document["by"] or "country"]
    own = next((name for name in names if name and any(name == calendar.lower() for calendar, _ in document["files"])), None)
    return set().union(*(days for calendar, days in document["files"] if calendar.lower() in ["", own]))


def expected(document, account, items):
    """Each decision as (notification, local, instant or reason, shifted, title)."""
    now, today = document["now"], document["now"].date()
    last = today + DAY * document["days"]
    end = datetime.combine(last + DAY, time())
    window = [today + DAY * n for n in range(document["days"] + 1)]
    far = [today + DAY * n for n in range(-460, 460)]
    everywhere = holidays_of(document, account)
    found = []

    def days(kind, item):
        settings = document["kinds"][kind]
        return Days(item.get("shift", settings.get("shift", "none")), set() if settings.get("days") == "weekends" else everywhere)

    def decide(name, local, due, open_days, title, moves=True, subjects=None):
        goal = open_days.goes(due)
        at, why = local, None
        if moves and goal is not None and goal != due:
            at, why = local + (goal - due), open_days.why(due)
        if goal is None:
            end_word = "holiday"
        elif at <= now:
            end_word = "past"
        elif at >= end:
            end_word = "beyondWindow"
        else:
            end_word = None
        found.append([name, local, at, end_word, why, title, subjects or {name}])

    def dates(comes, start, open_days, ahead=0):
        """Due dates that lie in the window, or go there, or pass it by."""
        if comes is None:
            return [start]
        chosen = []
        for day in far:
            if comes(day):
                goal = open_days.goes(day) or day
                if max(day, goal) >= today and min(day, goal) <= last + DAY * ahead:
                    chosen.append(day)
        return chosen

    def told(comes, start, open_days, bound):
        """Today and the next two days, as far as there is something to tell, each with the newest due date before it and where
        that goes."""
        for day in [today, today + DAY, today + 2 * DAY]:
            dues = [start] if comes is None else [each for each in far if comes(each)]
            due = max((each for each in dues if each < day), default=None)
            goal = due and open_days.goes(due)
            if due and day <= last and day <= due + DAY * bound and (goal is None or day > goal):
                yield day, due, goal or due

    for item, comes, start in items:
        id = item["id"]
        if item["kind"] == "task":
            open_days = days("task", item)
            name = f"t.{id}"
            for due in dates(comes, start, open_days):
                decide(name, datetime.combine(due, CLOCK), due, open_days, item["title"])
        elif item["kind"] == "bill":
            open_days = days("bill", item)
            for due in dates(comes, start, open_days, ahead=1):
                goal = open_days.goes(due) or due
                title = f"{due} {goal}"
                # A day before lies before the window where the due date and the payment are yesterday's.
                if comes is None or max(due, goal) >= today:
                    decide(f"b.{id}.{due}.dayBefore", datetime.combine(due - DAY, CLOCK), due, open_days, title)
                decide(f"b.{id}.{due}.due", datetime.combine(due, CLOCK), due, open_days, title)
            for day, due, goal in told(comes, start, open_days, document["bound"]):
                decide(f"o.{id}.{due}", datetime.combine(day, CLOCK), day, Days("none", set()), f"{due} {goal} {(day - due).days}")
        else:
            open_days = days("dose", item)
            weekdays = document["kinds"]["dose"].get("days")
            weekdays = weekdays if isinstance(weekdays, list) else WEEKDAYS
            for reminder in document["remind"]:
                part, distance, clock = REMINDERS[reminder]
                for due in [start] if comes is None else [day for day in far if comes(day) and WEEKDAYS[day.weekday()] in weekdays]:
                    at = datetime.combine(due, CLOCK)
                    local = datetime.combine(due + DAY * distance, clock) if clock else at + timedelta(seconds=distance)
                    goal = open_days.goes(due) or due
                    reach = [local.date(), local.date() + (goal - due)]
                    if comes is None or max(reach) >= today and min(reach) <= last:
                        name = document["dose"].replace("{id}", id).replace("{part}", part).replace("{date}", str(due))
                        several = len(document["remind"]) > 1
                        subjects = {("dose", item["name"], each) for each in ([part, due] if several else [None])}
                        decide(name, local, due, open_days, f"{due} {goal}", subjects=subjects)
            open_days = days("late", item)
            for day, due, goal in told(comes, start, open_days, document["bound"]):
                decide(f"l.{id}", datetime.combine(day, CLOCK), due, open_days, f"{due} {goal} {(day - due).days}", moves=False)
            if "ends" in item:
                open_days = days("ends", item)
                at = datetime.fromisoformat(item["ends"][:-1])
                decide(f"e.{id}", at, at.date(), open_days, str(open_days.goes(at.date()) or at.date()))
                event = found[-1]
                if event[3] == "past":
                    # Told of while its day goes on, and for so many hours.
                    if event[2].date() >= today or event[2] + timedelta(hours=36) >= now:
                        event[2:4] = [now, None]
                    else:
                        event[3] = "expired"
            else:
                found.append([f"e.{id}", None, None, "noDueDate", None, "", {None}])
    # The digest counts bills in the week in which they are paid; a skipped one in that of its due date.
    for first in window:
        if WEEKDAYS[first.weekday()] == document["weekday"]:
            week = [first + DAY * n for n in range(7)]
            bills = [(comes, start, days("bill", item)) for item, comes, start in items if item["kind"] == "bill"]
            count = sum((open_days.goes(due) or due) in week for comes, start, open_days in bills
                        for due in ([start] if comes is None else filter(comes, far)))
            decide("g", datetime.combine(first, time(18)), first, Days("none", set()), str(count))
            if count == 0 and found[-1][3] is None:
                found[-1][3] = "nothingDue"
    # Two that say the same at one instant are one: of a task's title, of one identifier, or of the name of a dose, but for different reminders
    # of different dates. The first by identifier and wall time stays.
    seen = set()
    for row in sorted((row for row in found if row[3] is None), key=lambda row: (row[2], row[0], row[1])):
        marks = {(subject, row[2]) for subject in row[6]}
        if marks & seen:
            row[3] = "duplicate"
        else:
            seen |= marks
    return sorted((name, local.isoformat() if local else "", word or at.isoformat() + "Z", why or "", title)
                  for name, local, at, word, why, title, _ in found)


# The program.

def run(arguments, folder, *, allowed=(0,)):
    result = subprocess.run(arguments, cwd=folder, capture_output=True, text=True)
    if result.returncode not in allowed:
        raise AssertionError(f"{' '.join(arguments)}: status {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def hold(document, folder, options):
    os.makedirs(folder)
    with open(f"{folder}/x.toml", "w") as file:
        file.write(toml(document))
    accounts = [{**account, "items": [item for item, _, _ in items]} for account, items in document["accounts"]]
    with open(f"{folder}/in.json", "w") as file:
        json.dump({"format": "tickler-export/1", "app": "x", "exportedAt": "2026-01-01T00:00:00Z", "accounts": accounts}, file, indent=1)
    holidays = []
    for number, (calendar, days) in enumerate(document["files"]):
        path = f"{folder}/{number}.json"
        with open(path, "w") as file:
            json.dump({day.isoformat(): "Holiday" for day in sorted(days)}, file)
        holidays += ["--holidays", f"{calendar}={path}" if calendar else path]
    shared = ["in.json", "--policy", "x.toml", "--templates", options.templates, "--zoneinfo", options.zoneinfo,
              "--now", document["now"].isoformat() + "Z", "--days", str(document["days"])]
    run([options.binary, "plan", *shared, *holidays, "--out", "out", "--emit", "plan,actions,summary", "--quiet"], folder)
    run([options.binary, "verify", "out", "--zoneinfo", options.zoneinfo], folder)
    plan = {}
    with open(f"{folder}/out/plan.ndjson") as file:
        for line in list(file)[1:]:
            line = json.loads(line)
            plan.setdefault(line["account"], []).append(line)
    differences, reasons = [], Counter()
    for account, items in document["accounts"]:
        name = account["id"]
        found = sorted((line["notification"], line.get("local", ""), line.get("reason") or line["at"], line.get("shifted", ""), line["title"])
                       for line in plan.get(name, []))
        wanted = expected(document, account, items)
        differences += [f"{name}: wanted {row}" for row in sorted((Counter(wanted) - Counter(found)).elements())]
        differences += [f"{name}: found  {row}" for row in sorted((Counter(found) - Counter(wanted)).elements())]
        for line in plan.get(name, []):
            reasons[line.get("reason") or line.get("shifted") or "scheduled"] += 1
    return differences, reasons


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--zoneinfo", required=True)
    parser.add_argument("--templates", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--keep", help="a folder for the documents that differ")
    options = parser.parse_args()
    for name in ["binary", "zoneinfo", "templates"]:
        setattr(options, name, os.path.abspath(getattr(options, name)))
    failed, totals = 0, Counter()
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(options.documents):
            seed = options.seed * 1_000_000 + number
            folder = f"{scratch}/{seed}"
            try:
                differences, reasons = hold(random_document(random.Random(seed)), folder, options)
            except AssertionError as error:
                differences, reasons = [str(error)], Counter()
            totals += reasons
            if differences:
                failed += 1
                print(f"document {number} of seed {options.seed}:", *differences[:12], sep="\n  ")
                if options.keep:
                    shutil.copytree(folder, f"{options.keep}/{seed}", dirs_exist_ok=True)
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{options.documents} documents, {sum(totals.values())} decisions ("
          + ", ".join(f"{count} {name}" for name, count in totals.most_common()) + f"), {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
