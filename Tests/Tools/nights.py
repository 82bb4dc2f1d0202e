#!/usr/bin/env python3
"""Nights of `tickler run` into an archive, with simulated phones between them.

    nights.py --binary tickler [--nights 30] [--accounts 2000] [--seed 1] [--series DIR] [--work DIR]

Each night the phones export what they hold and have shown, users do a few things, the program plans, and the phones
carry its actions out. Some are off for a day. Accounts are deleted and come back, some inputs are broken, one night has an empty input that a
gate refuses, and from the middle on an upgraded app no longer exports `floats`. The nights cover the European spring of 2027 and the Australian autumn.

- each scheduled notification is shown at its instant, none twice, and nothing that no plan schedules
- no UID is ever another occurrence's, nor that of another instant once it went out, unless the user puts it off
- no SEQUENCE falls, and each rises with what its event shows; a cancelled event shows what it showed before
- the summary counts what the phones showed of the plan before, and what those that were off did not
- `tickler verify` finds nothing, and the statuses are those that the inputs call for

`--series` leaves the metrics of each night there. The exit status is 1 if anything differs.
"""

import argparse
import json
import os
import random
import re
import shutil
import sys
import tempfile
from collections import Counter
from datetime import datetime, timedelta

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, TESTS)

from Oracle.calendars import Sequences, events  # noqa: E402
from Oracle.clock import Zones  # noqa: E402
from Oracle.fuzzing.policies import write as write_toml  # noqa: E402
from Oracle.fuzzing.program import Program, Wrong, actions_of, decisions_of, lines  # noqa: E402
from Oracle.phone import Phone  # noqa: E402
from Oracle.values import DAY, WEEKDAYS, instant, instant_text  # noqa: E402

ZONES = ["Europe/London", "Europe/Berlin", "Australia/Sydney", "Australia/Lord_Howe", "America/New_York", "Asia/Kolkata",
         "Pacific/Auckland", "Africa/Casablanca", "America/Santiago", "Asia/Tokyo"]
APPS = ["focusflow", "focusflow", "ritualist", "diary", "moneymap"]
TIMES = ["00:30", "01:30", "02:15", "02:30", "07:00", "09:00", "12:45", "18:30", "21:00", "23:55"]
# That an event's plan was kept is no news of the event.
KEPT = re.compile(r"Kept from the plan of [^ ]+: an input could not be used\.\\n")
BEGIN = datetime(2027, 3, 27, 2, 15)


def schedule(nights):
    """The instants of the nights. A few nights are missed between the two clock changes of a short series."""
    first = BEGIN - max(0, nights - 12) // 2 * DAY
    return [first + (n + (4 if nights < 12 and n >= nights // 2 else 0)) * DAY for n in range(nights)]


class User:
    """One account: what the user has in the app, and the phone."""

    def __init__(self, number, now, zones, seed):
        self.r = r = random.Random(f"{seed}/{number}")
        self.file = number % len(APPS)
        self.app, self.added, self.changed = APPS[self.file], 0, {}
        self.record = {"id": f"u{number}", "timeZone": r.choice(ZONES), "preferences": {}, "items": []}
        if r.random() < 0.3:
            self.record["platform"] = "android"
        if r.random() < 0.05:
            at = now + timedelta(days=r.randint(1, 20), hours=r.randint(0, 23))
            self.record["zoneChanges"] = [{"at": instant_text(at), "timeZone": r.choice(ZONES)}]
        if r.random() < 0.2:
            self.record["preferences"]["quietHours"] = {"start": "22:00", "end": "06:30"}
        if self.app == "moneymap":
            self.record["preferences"] |= {"kinds": dict.fromkeys(["bill", "overdue", "digest"], True),
                                           "digest": {"day": "sun", "time": r.choice(TIMES)}}
        if self.app == "diary":
            self.record["preferences"] |= {"morning": {"time": r.choice(TIMES[4:6]), "days": WEEKDAYS}, "bedtime": {"time": "21:30"}}
        self.zones, self.phone, self.is_gone = zones, Phone(self.record, zones), False
        for _ in range(r.randint(2, 4)):
            self.add(now)

    def add(self, now):
        r, self.added = self.r, self.added + 1
        item = {"id": f"i{self.added}"}
        if self.app == "focusflow":
            item |= {"kind": "task", "title": f"Task {self.added}", "time": r.choice(TIMES),
                     "date": (now + r.randint(-9, 9) * DAY).date().isoformat(),
                     "repeat": r.choice(["none", "none", "daily", "weekly", "monthly", "customDays"])}
        elif self.app == "ritualist":
            item |= {"kind": "habit", "name": f"Habit {self.added}", "reminders": r.sample(TIMES, r.randint(1, 2))}
            if r.random() < 0.1:
                item["location"] = {"place": "Park", "latitude": 1, "longitude": 2, "radius": 100, "on": "entry"}
        elif self.app == "moneymap":
            item |= {"kind": "bill", "name": f"Bill {self.added}", "amount": "9.50", "currency": "EUR", "type": "expense",
                     "dueDate": (now + r.randint(-5, 12) * DAY).date().isoformat(), "repeat": r.choice(["none", "monthly"])}
        else:
            item |= {"kind": "entry", "flow": r.choice(["morning", "bedtime"]), "date": now.date().isoformat()}
        self.record["items"].append(item)

    def live(self, now):
        """Does a few things in the app before the export."""
        r, today = self.r, now.date().isoformat()
        if r.random() < 0.15:
            self.add(now)
        for item in list(self.record["items"]):
            if r.random() > 0.08:
                continue
            pick = r.randrange(3)
            if pick == 0:
                self.record["items"].remove(item)
            elif pick == 1 and "repeat" in item:
                day, self.changed[item["id"]] = (now + r.randint(0, 6) * DAY).date().isoformat(), now
                item |= {"dueDate": day} if "dueDate" in item else {"date": day, "time": r.choice(TIMES)}
            elif item["kind"] == "task":
                item |= {"completed": True} if item["repeat"] == "none" else {"completedOn": [today]}
            elif item["kind"] == "habit":
                item |= {"completions": [today]}
            elif item["kind"] == "bill":
                item |= {"paidThrough": today}
        if self.app == "focusflow" and r.random() < 0.1:
            self.record["items"] = [item for item in self.record["items"] if item["kind"] != "session"]
            started = now - timedelta(minutes=r.randint(1, 40))
            self.record["items"].append({"kind": "session", "id": f"s{today}", "startedAt": instant_text(started),
                                         "duration": 1500, "state": "running"})

    def export(self, now, knows_floats):
        pending = [{**entry, "at": instant_text(entry["at"])} if "at" in entry else entry
                   for entry in self.phone.pending(now, knows_floats)]
        delivered = [{"id": id, "at": instant_text(at), "shown": (id, instant_text(at)) not in self.phone.withdrawn}
                     for at, id in self.phone.shown if at > now - 6 * DAY]
        return {**self.record, "pending": pending, "delivered": delivered}


class Series:
    def __init__(self, options, folder):
        self.program, self.options, self.r = Program(options, folder), options, random.Random(options.seed)
        self.nights, self.zones = schedule(options.nights), Zones(options.zoneinfo)
        self.users = {f"u{n}": User(n, self.nights[0], self.zones, options.seed) for n in range(options.accounts)}
        self.sequences, self.instants, self.owners, self.totals = Sequences(), {}, {}, Counter()
        # What was planned since the plan in place, and not shown; the accounts that this plan has.
        self.since, self.known = {id: Counter() for id in self.users}, set()
        # When each account was planned last.
        self.planned = {}
        # Broken inputs: one file now and then, two nights in a row once.
        count = options.nights
        self.broken, self.refused = {count // 3: 1, count // 3 + 1: 1, count * 2 // 3: 3}, count - 2
        os.mkdir(self.program.path("exports"))
        write_toml(self.program.path("run.toml"), {
            "format": "tickler-run/1", "inputs": ["exports"], "archive": "plans", "keep": "10", "keepGoing": True,
            "zoneinfo": options.zoneinfo, "templates": options.templates, "metrics": self.program.path("tickler.prom"),
            "gates": {"maxGone": "20%", "maxRemoved": "60%"}})

    def run(self):
        for number, now in enumerate(self.nights):
            if number:
                self.pass_time(self.nights[number - 1], now)
            for user in self.users.values():
                user.live(now)
            self.export(number, now)
            status = 76 if number == self.refused else 3 if number in self.broken else 0
            self.program.run("run", self.program.path("run.toml"), "--now", instant_text(now), "--no-progress",
                             statuses=(status,))
            self.keep_metrics(now)
            if status == 76:
                continue
            self.out = os.path.realpath(self.program.path("plans", "latest"))
            self.program.verify(self.out)
            self.check(now)
            self.check_metrics(number, now)
            self.check_shown(now)
            self.carry_out(now)
        runs = self.program.json("history", self.program.path("plans"))["runs"]
        rows = [run for run in runs if not run["run"].startswith("held-")]
        if len(rows) != min(10, len(self.nights) - 1):
            raise Wrong(f"the archive keeps {len(rows)} runs")
        held = [run["now"] for run in runs if run not in rows]
        refused = instant_text(self.nights[self.refused])
        if held != ([refused] if refused > rows[0]["now"] else []):
            raise Wrong(f"of the refused run of {refused}, the archive keeps {held}")
        for what in ("shown", "off", "stale", "cancelled", "moved", "came back"):
            if not self.totals[what]:
                raise Wrong(f"no night has anything {what}")

    def keep_metrics(self, now):
        if self.options.series:
            os.makedirs(self.options.series, exist_ok=True)
            shutil.copy(self.program.path("tickler.prom"), os.path.join(self.options.series, f"{now:%Y-%m-%dT%H:%M}Z.prom"))

    def export(self, number, now):
        accounts = [[] for _ in APPS]
        for id, user in self.users.items():
            if number == self.refused:
                pass
            elif user.is_gone and self.broken.get(number) != user.file and self.r.random() < 0.3:
                # Not while its input is broken: a kept plan has nothing for a new phone.
                user.is_gone, user.phone = False, Phone(user.record, self.zones)
                self.totals["came back"] += 1
            elif number and not user.is_gone and self.r.random() < 0.02:
                user.is_gone = True
            if not user.is_gone:
                accounts[user.file].append(user.export(now, number < len(self.nights) // 2))
        if number == self.refused:
            accounts[2] = []
        self.exported = Counter(user.app for user in self.users.values() if not user.is_gone)
        for index, app in enumerate(APPS):
            export = {"format": "tickler-export/1", "app": app, "exportedAt": instant_text(now), "accounts": accounts[index]}
            text = json.dumps(export)
            if self.broken.get(number) == index:
                text = text[:len(text) * 2 // 3]
            with open(self.program.path("exports", f"{index}-{app}.json"), "w", encoding="utf-8") as file:
                file.write(text)

    def check(self, now):
        """What is wrong with the identity of events. Keeps what each phone is to show."""
        self.due, badges, moved, before = {id: [] for id in self.users}, {}, set(), dict(self.instants)
        for line in decisions_of(self.out):
            if line.get("stale"):
                self.totals["stale"] += 1
            if line["outcome"] != "scheduled":
                continue
            uid, owner, at = line["uid"], (line["account"], line["notification"]), instant(line["at"])
            if self.owners.setdefault(uid, owner) != owner:
                raise Wrong(f"{uid} is of {self.owners[uid]} and of {owner}")
            if self.instants.get(uid, at) != at:
                # A task without a repetition is one occurrence, even if it is put off after it went out. So is a date of another one
                # that the user has put off since (contract, check 14).
                changed = self.users[line["account"]].changed.get(line.get("item"), datetime.min)
                if self.instants[uid] <= now and re.search(r"-\d{8}$", uid) and changed <= self.planned.get(line["account"], now):
                    raise Wrong(f"{uid} of {owner} went out at {self.instants[uid]}, and is planned for {at}")
                moved.add(uid)
            self.instants[uid], badges[uid] = at, line.get("badge")
            self.due[line["account"]].append((at, line["request"], bool(line.get("late"))))
        going, gone = ({uid: (number, [KEPT.sub("", row) for row in rows])
                        for uid, (number, rows) in events(self.out, name).items()} for name in ("calendar", "cancelled"))
        self.totals.update({"cancelled": len(gone), "moved": len(moved)})
        # Plans remember the number of an event for 50 hours after its instant (docs/changes.md).
        for uid in [uid for uid in self.sequences.last if before.get(uid, now) < now - timedelta(hours=50)]:
            del self.sequences.last[uid]
        for uid in moved & set(self.sequences.last):
            if going[uid][0] <= self.sequences.last[uid][0]:
                raise Wrong(f"night of {now}: {uid} of {self.owners[uid]} has another instant and SEQUENCE {going[uid][0]}")
        for fault in self.sequences.faults(going, gone, badges):
            raise Wrong(f"night of {now}: {fault}")
        self.planned |= {line["account"]: now for line in lines(self.out, "accounts.ndjson")[1:]
                         if "stale" not in line and not line.get("gone")}

    def metrics(self):
        with open(self.program.path("tickler.prom"), encoding="utf-8") as file:
            return dict(line.rsplit(" ", 1) for line in file.read().splitlines() if not line.startswith("#"))

    def check_metrics(self, number, now):
        """The metrics count what inputs and accounts.ndjson have."""
        told = self.metrics()
        accounts = [line for line in lines(self.out, "accounts.ndjson")[1:] if not line.get("gone")]
        # Another run does not help what it cannot read.
        due = Counter(line["planAgainCause"] for line in accounts
                      if "stale" not in line and instant(line["planAgainBy"]) < now + DAY)
        wanted = {"tickler_input_broken_files": int(number in self.broken),
                  "tickler_plan_accounts": len(accounts), "tickler_plan_not_due_accounts": 0,
                  "tickler_plan_stale_accounts": sum("stale" in line for line in accounts),
                  **{name: due[name.split('"')[1]] for name in told if name.startswith("tickler_plan_due_accounts")}}
        broken = APPS[self.broken[number]] if number in self.broken else None
        for app in {*APPS} - {broken}:
            wanted |= {f'tickler_input_accounts{{app="{app}"}}': self.exported[app],
                       f'tickler_input_export_timestamp_seconds{{app="{app}"}}': int((now - datetime(1970, 1, 1)).total_seconds())}
        wrong = {name: (told.get(name), value) for name, value in wanted.items() if told.get(name) != str(value)}
        if wrong or sum(due.values()) != sum(int(told[name]) for name in told if name.startswith("tickler_plan_due_accounts")):
            raise Wrong(f"night of {now}: metrics and what they count: {wrong}, due {due}")

    def check_shown(self, now):
        """What the plan before had going out, against what the phones showed of it."""
        accounts = [line for line in lines(self.out, "accounts.ndjson")[1:] if not line.get("gone")]
        with open(os.path.join(self.out, "summary.json"), encoding="utf-8") as file:
            told = json.load(file).get("changes", {}).get("shown", {})
        wanted = Counter()
        for line in accounts:
            if line["account"] in self.known and "stale" not in line:
                deliveries = any(at > now - 6 * DAY for at, _ in self.users[line["account"]].phone.shown)
                wanted.update({"accounts": 1, **self.since[line["account"]]} if deliveries else {"withoutDeliveries": 1})
        for name in ("accounts", "withoutDeliveries", "planned", "asPlanned", "otherTime", "notShown", "unplanned"):
            if told.get(name, 0) != wanted[name]:
                raise Wrong(f"night of {now}: of what phones showed the summary has {name} {told.get(name)}, and they {wanted}")
        for name in ("tickler_shown_notifications", "tickler_shown_platform_notifications"):
            counted = Counter()
            for metric, value in self.metrics().items():
                if metric.startswith(name + "{"):
                    counted[metric.split('result="')[1].split('"')[0]] += int(value)
            if (counted["asPlanned"], counted["notShown"] + counted["notSeen"]) != (wanted["asPlanned"], wanted["notShown"]):
                raise Wrong(f"night of {now}: {name} has {counted}, and phones {wanted}")
        self.known = {line["account"] for line in accounts}
        self.since = {id: Counter() for id in self.users}

    def carry_out(self, now):
        before = {id: len(user.phone.shown) for id, user in self.users.items()}
        for line in actions_of(self.out):
            if fault := self.users[line["account"]].phone.carry_out(line, now):
                raise Wrong(f"night of {now}: {fault}: {line}")
        for id, user in self.users.items():
            user.late = user.phone.shown[before[id]:]

    def pass_time(self, last, now):
        for id, user in self.users.items():
            if user.is_gone:
                continue
            before = len(user.phone.shown)
            shown = Counter(user.phone.run(last, now) + user.late)
            due = Counter((at, request) for at, request, late in self.due[id] if last < at <= now or late)
            self.totals["shown"] += sum(shown.values())
            self.due[id] = [entry for entry in self.due[id] if entry[0] > now and not entry[2]]
            user.late = []
            if shown != due:
                lost, extra = due - shown, shown - due
                raise Wrong(f"{id} of {user.app}, {last} to {now}: not shown {sorted(lost.elements())[:4]}, "
                            f"not planned {sorted(extra.elements())[:4]}")
            missed = 0
            if self.r.random() < 0.03:
                # The phone was off, after the app had carried the plan out.
                missed = len(user.phone.shown) - before
                del user.phone.shown[before:]
            self.totals["off"] += missed
            self.since[id].update(planned=sum(due.values()), asPlanned=sum(due.values()) - missed, notShown=missed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=os.path.abspath, required=True)
    for name, default in (("zoneinfo", "Tests/Zoneinfo/2026f"), ("templates", "templates")):
        parser.add_argument("--" + name, type=os.path.abspath, default=os.path.join(os.path.dirname(TESTS), default))
    for name, default in (("nights", 30), ("accounts", 2000), ("seed", 1)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--series", type=os.path.abspath, help="a folder for the metrics of each night")
    parser.add_argument("--work", type=os.path.abspath, help="a folder to work in, which is left as it is")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        series = Series(options, options.work or folder)
        try:
            series.run()
        except Wrong as wrong:
            sys.exit(f"nights, seed {options.seed}: {wrong}")
    totals = ", ".join(f"{count} {what}" for what, count in sorted(series.totals.items()))
    print(f"nights: {options.nights} of {options.accounts} accounts: {totals}")


if __name__ == "__main__":
    main()
