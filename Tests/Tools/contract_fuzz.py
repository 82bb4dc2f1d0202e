#!/usr/bin/env python3
"""Random exports, planned by tickler and by contract_oracle.py, and what the two disagree on.

    contract_fuzz.py --binary tickler --zoneinfo DIR --templates DIR [--seed 1] [--documents 100] [--accounts 40]
                     [--keep DIR] [--only focusflow,diary] [--show 3] [--counts] [--words]
    contract_fuzz.py --itself --zoneinfo DIR [...]

Every document has one `now`, one `--days`, sometimes a varied policy, and accounts mostly of one app. Decisions and
actions are compared. Then the actions are carried out on what the device holds, one by one: what it holds afterwards
has to be what the plan asks for, and a plan made from there has to `keep` all of it. Each discrepancy is a line of a
class (what differs, in which kind), with counts and the first examples; `--keep` also writes an export with the one
account that shows it. `--itself` holds the oracle against itself alone; `--counts` shows how often each outcome,
reason and action was met; `--words` gives the second plan the words that the first one asked for. The exit status is
1 when anything differs.
"""

import argparse
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections import Counter, defaultdict
from datetime import datetime, timedelta

import contract_oracle as oracle

ZONES = """Australia/Lord_Howe Africa/Cairo America/Santiago Antarctica/Troll Pacific/Apia America/Havana
Africa/Casablanca Asia/Gaza Atlantic/Azores America/Vancouver Pacific/Kiritimati Asia/Kathmandu America/New_York
Europe/London Europe/Paris Europe/Dublin America/St_Johns America/Sao_Paulo Asia/Beirut Asia/Tehran America/Asuncion
Pacific/Chatham Pacific/Honolulu Pacific/Auckland Pacific/Pago_Pago America/Nuuk America/Scoresbysund Pacific/Easter
Asia/Kolkata UTC US/Eastern Etc/GMT-14 Etc/GMT+12 Africa/El_Aaiun America/Los_Angeles Australia/Sydney Europe/Chisinau
Pacific/Norfolk Asia/Jerusalem EST5EDT GB Asia/Calcutta America/Miquelon Pacific/Kwajalein""".split()
# Local dates near which something happens in some of them.
DATES = """2026-10-24 2026-10-25 2026-10-31 2026-11-01 2026-10-03 2026-10-04 2026-09-05 2026-09-06 2026-09-26 2026-04-04
2026-04-05 2026-03-07 2026-03-08 2026-03-28 2026-03-29 2026-04-23 2026-04-24 2026-10-29 2026-10-30 2027-02-07 2027-02-08
2027-03-13 2027-03-14 2026-02-14 2026-02-15 2026-03-21 2026-03-22 2027-01-30 2027-02-27 2028-02-28 2026-12-30 2011-12-29
2011-12-30 2012-12-31 2026-11-20 2026-08-31 2026-05-30 2045-03-11 2045-10-28 2087-04-19 2099-12-30 1999-10-30""".split()
TIMES = """00:00 00:00:30 00:15 00:30 00:59:59 01:00 01:30 01:45 02:00 02:10 02:30 02:45 03:00 04:00 06:59:59 07:00 07:30
08:00 09:00 09:00 12:00 14:00 16:00 18:00 20:00 21:59 22:00 22:30 23:00 23:30 23:45 23:59:59""".split()
TITLES = ["Water", " water ", "WATER", "Straße", "STRASSE", "Run", "Read", "İstanbul", "ÉTÉ", "été"]
WEEKDAYS = oracle.WEEKDAYS
KINDS = {app: sorted(policy["kinds"]) for app, policy in oracle.APPS.items()}


def transitions(zone):
    """The instants of a year at which the zone's clocks change."""
    offset = lambda moment: oracle.to_local(zone, moment) - moment

    def within(begin, step, count):
        moments = [begin + n * step for n in range(count + 1)]
        return [(a, b) for a, b in zip(moments, moments[1:]) if offset(a) != offset(b)]
    return [b for day, _ in within(datetime(2026, 1, 1), timedelta(days=1), 400)
            for _, b in within(day, timedelta(minutes=15), 96)]


class Generator:
    def __init__(self, r, app, zones):
        self.r, self.app, self.main_app, self.zones = r, app, app, zones
        zone = r.choice(ZONES)
        shifts = transitions(zones[zone]) if r.random() < 0.4 else []
        self.shift_time = None
        if shifts:
            self.now = r.choice(shifts)  # And a time of day in the gap or the overlap.
            self.shift_time = (oracle.to_local(zones[zone], self.now - oracle.SECOND) + timedelta(minutes=r.choice([1, 16, 30]))).strftime("%H:%M")
            self.now -= timedelta(minutes=r.choice([0, 30, 300, 900, 1500, 2500]))
        elif r.random() < 0.8:
            wall = datetime.fromisoformat(r.choice(DATES)) + self.clock_time()
            self.now = oracle.readings(zones[zone], wall)[1 + r.randrange(2)]
        else:
            self.now = datetime(2026, 1, 1) + timedelta(seconds=r.randrange(3 * 365 * 86400))
        self.now += r.choice([0, 0, 0, 1, -1, 60, 1800]) * timedelta(seconds=1)
        self.days = r.choice([0, 1, 1, 2, 3, 7, 14, 35])
        self.home = zone

    def chance(self, p):
        return self.r.random() < p

    def clock_time(self):
        t = self.time()
        h, m, *s = map(int, t.split(":"))
        return timedelta(hours=h, minutes=m, seconds=s[0] if s else 0)

    def time(self):
        if self.shift_time and self.chance(0.25):
            return self.shift_time
        return self.r.choice(TIMES) if self.chance(0.85) else f"{self.r.randrange(24):02}:{self.r.randrange(60):02}"

    def today(self):
        return oracle.to_local(self.zones[self.zone], self.now).date()

    def date(self, back=3, ahead=None):
        ahead = self.days + 3 if ahead is None else ahead
        return (self.today() + timedelta(self.r.randint(-back, ahead))).isoformat()

    def dates(self, most=4):
        return sorted({self.date() for _ in range(self.r.randrange(most))})

    def text_of(self, moment):
        if self.chance(0.2):
            offset = self.r.choice([60, -300, 345, 840])
            return (moment + timedelta(minutes=offset)).isoformat(timespec="seconds") + \
                f"{'+' if offset > 0 else '-'}{abs(offset) // 60:02}:{abs(offset) % 60:02}"
        return oracle.instant_text(moment)

    def moment(self, back=40, ahead=60):
        """An instant: often a striking wall time of the account, or close to now."""
        pick = self.r.random()
        if pick < 0.5:
            wall = datetime.fromisoformat(self.date()) + self.clock_time()
            return oracle.readings(self.zones[self.zone], wall)[1 + self.r.randrange(2)]
        if pick < 0.7:
            return self.now + timedelta(seconds=self.r.choice([-1, 0, 0, 1, -3600, 3600, -60]))
        return self.now + timedelta(minutes=self.r.randint(-back * 60, ahead * 60))

    def event(self):
        """An instant, often one that is about as late as an event may be told."""
        if self.chance(0.4):
            return self.now - timedelta(hours=self.r.choice([0, 5, 12, 24, 36, 47, 48, 48]), seconds=self.r.choice([0, 0, 1, -1]))
        return self.moment()

    def recent(self):
        return self.now - timedelta(minutes=self.r.choice([0, 1, 10, 30, 60, 120, 300, 600, 1000, 1500, 2000, 4000]))

    def rule(self):
        r, parts = self.r, {}
        frequency = parts["FREQ"] = r.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
        if self.chance(0.4):
            parts["INTERVAL"] = r.choice([1, 2, 3, 5])
        if self.chance(0.3):
            parts["WKST"] = r.choice(oracle.RULE_DAYS)
        if self.chance(0.3):
            parts["BYMONTH"] = r.sample(range(1, 13), r.randint(1, 6))
        if frequency != "WEEKLY" and self.chance(0.3):
            parts["BYMONTHDAY"] = r.sample([1, 5, 15, 28, 29, 30, 31, -1, -2, -31], 3)
        if frequency == "YEARLY" and self.chance(0.15):
            parts["BYYEARDAY"] = r.sample([1, 60, 100, 200, 300, 305, 324, 365, 366, -1, -60, -366], 5)
        if frequency == "YEARLY" and self.chance(0.2) and parts.get("INTERVAL", 1) == 1:
            parts["BYWEEKNO"] = r.sample([1, 2, 20, 43, 44, 47, 48, 52, 53, -1, -6, -53], 5)
        if self.chance(0.45):
            days = r.sample(oracle.RULE_DAYS, r.randint(1, 4))
            if frequency in ("MONTHLY", "YEARLY") and "BYWEEKNO" not in parts and self.chance(0.5):
                most = 5 if frequency == "MONTHLY" or "BYMONTH" in parts else 53
                days = [f"{r.choice([1, 2, -1, -2, r.randint(1, most)])}{d}" if self.chance(0.8) else d for d in days]
            parts["BYDAY"] = days
        if any(name[:2] == "BY" for name in parts) and "BYWEEKNO" not in parts and self.chance(0.25):
            parts["BYSETPOS"] = r.sample([1, 2, 3, -1, -2], 2)
        if self.chance(0.25):
            parts["COUNT"] = r.choice([1, 2, 5, 10, 40])
        elif self.chance(0.25):
            parts["UNTIL"] = self.date().replace("-", "") + r.choice(["", "", "T235959Z", "T090000Z", "T090000"])
        return ";".join(f"{k}={','.join(map(str, v)) if isinstance(v, list) else v}" for k, v in parts.items())

    def recurrence(self, item, start):
        pick = self.r.random()
        if pick < 0.25:
            pass
        elif pick < 0.65:
            item["repeat"] = self.r.choice(["none", "daily", "daily", "weekly", "weekly", "monthly", "yearly", "customDays", "customDays"])
            if item["repeat"] == "customDays" and self.chance(0.7):
                item["weekdays"] = self.r.sample(WEEKDAYS, self.r.randint(0, 5))
        else:
            item["rrule"] = self.rule()
        if self.chance(0.25):
            item["exdates"] = self.dates()
        if self.chance(0.2):
            item["until"] = self.date(ahead=self.days)
        if ("repeat" in item or "rrule" in item) and self.chance(0.7):
            back = self.r.choice([1, 2, 20, 31, 200, 366, 1000])
            item[start] = (self.today() - timedelta(self.r.randint(0, back))).isoformat()
            if item.get("repeat") in ("monthly", "yearly") and self.chance(0.7):  # Due about now.
                day = self.today() + timedelta(self.r.randint(-1, self.days + 2))
                item[start] = day.replace(year=day.year - 1, day=min(day.day, 28)).isoformat()
            elif self.chance(0.25):
                item[start] = self.r.choice(["2024-02-29", "2026-01-31", "2025-08-31", "2025-12-30", "2010-10-29"])

    # Items, by app.

    def focusflow_items(self):
        items = []
        for i in range(self.r.choice([0, 1, 2, 4, 8])):
            item = {"kind": "task", "id": self.r.choice(["t", f"t{i}", f"t{i}", "t.w2", f"T{i}", "é", "t.w1"]),
                    "title": self.r.choice(TITLES) if self.chance(0.4) else f"Task {i}", "date": self.date(), "time": self.time()}
            self.recurrence(item, "date")
            if self.chance(0.1):
                item["completed"] = self.chance(0.7)
            if self.chance(0.2):
                item["completedOn"] = self.dates()
            items.append(item)
        for i in range(self.r.choice([0, 0, 1, 2, 3])):
            started = self.recent()
            item = {"kind": "session", "id": self.r.choice([f"s{i}", f"S{i}", f"é{i}"]), "startedAt": self.text_of(started),
                    "duration": self.r.choice([0, 1, 600, 1500, 3600, 5400, 90000]),
                    "state": self.r.choice(["running", "running", "running", "paused", "stopped", "completed"])}
            if items and items[-1]["kind"] == "session" and self.chance(0.3):
                item["startedAt"] = items[-1]["startedAt"]
            if self.chance(0.3):
                end = oracle.instant(item["startedAt"]) + timedelta(seconds=item["duration"])
                item["endsAt"] = self.text_of(end + timedelta(seconds=self.r.choice([0, 1, 600, 7200, 86400])))
            items.append(item)
        if self.chance(0.4):
            for i, day in enumerate(sorted({self.date(3, 1) for _ in range(self.r.randint(1, 3))})):
                items.append({"kind": "focusDay", "id": f"f{i}", "date": day, "sessions": self.r.choice([0, 1, 2]),
                              "minutes": 50})
        return items

    def ritualist_items(self):
        items = []
        for i in range(self.r.choice([0, 1, 2, 3, 6])):
            item = {"kind": "habit", "id": self.r.choice([f"h{i}", f"h{i}", "h", "h-0900"]), "name": self.r.choice(TITLES) if self.chance(0.5) else f"Habit {i}"}
            item["reminders"] = [self.time() for _ in range(self.r.choice([0, 1, 2, 4, 8]))]
            if self.chance(0.3):
                item["days"] = self.r.sample(WEEKDAYS, self.r.randint(0, 6))
            if self.chance(0.25):
                item["startDate"] = self.date()
            if self.chance(0.25):
                item["endDate"] = self.date()
                if item.get("startDate", "") > item["endDate"]:
                    item["startDate"], item["endDate"] = item["endDate"], item["startDate"]
            if self.chance(0.4):
                item["completions"] = self.dates() + ([self.date(0, 0)] if self.chance(0.5) else [])
                item["completions"] = sorted(set(item["completions"]))
            if item.get("completions") and self.chance(0.7):
                item["streak"] = self.r.choice([0, 6, 7, 14, 30, 31, 60, 100, 365])
            if self.chance(0.1):
                item["archived"] = self.chance(0.8)
            if self.chance(0.3):
                item["location"] = {"place": "P", "latitude": 1.5, "longitude": 2, "radius": 100,
                                    "on": self.r.choice(["entry", "exit"])}
            items.append(item)
        for i in range(self.r.choice([0, 0, 1, 3])):
            items.append({"kind": "insight", "id": f"i{i}", "at": self.text_of(self.event())})
        return items

    def diary_items(self):
        return [{"kind": "entry", "id": f"e{i}", "flow": self.r.choice(["morning", "bedtime"]), "date": self.date()}
                for i in range(self.r.choice([0, 0, 1, 3]))]

    def steps_items(self):
        items = []
        for i, day in enumerate(sorted({self.date(3, 1) for _ in range(self.r.randrange(4))})):
            goal = self.r.choice([1, 2, 9999, 10000, 8000])
            samples, steps, at = [], 0, self.recent() if self.chance(0.5) else self.moment(60, 5)
            for _ in range(self.r.randrange(6)):
                steps += self.r.choice([0, goal // 4, goal // 2, goal - goal // 2, goal])
                samples.append({"at": self.text_of(at), "steps": steps})
                at += timedelta(minutes=self.r.choice([0, 1, 30, 120, 400]))
            if self.chance(0.3):
                self.r.shuffle(samples)
            items.append({"kind": "stepDay", "id": f"d{i}", "date": day, "goal": goal, "samples": samples})
        for i in range(self.r.randrange(4)):
            items.append({"kind": "workout", "id": f"w{i}", "type": "run", "duration": 60, "distance": 10,
                          "endedAt": self.text_of(self.event())})
        return items

    def moneymap_items(self):
        items = []
        for i in range(self.r.choice([0, 1, 2, 4, 8])):
            item = {"kind": "bill", "id": f"b{i}", "name": self.r.choice(TITLES), "amount": "1.10", "currency": "EUR",
                    "type": "income" if self.chance(0.1) else "expense"}
            if self.chance(0.93):
                item["dueDate"] = self.date(10)
                self.recurrence(item, "dueDate")
            for name, p in (("autoPay", 0.1), ("paid", 0.1)):
                if self.chance(p):
                    item[name] = self.chance(0.8)
            if self.chance(0.3):
                item["paidThrough"] = self.date(8)
            items.append(item)
        for i in range(self.r.randrange(3)):
            spent, limit = self.r.choice([("0.3", "0.30"), ("0.30000000000000001", 0.3), (101, "100.99"), (5, 10), ("5", "4.99")])
            items.append({"kind": "budget", "id": f"g{i}", "name": "B", "spent": spent, "limit": limit,
                          **({"currency": "EUR"} if self.chance(0.5) else {}),
                          "period": "2026-11", "updatedAt": self.text_of(self.event())})
        return items

    def preferences(self):
        p, r = {}, self.r
        if self.chance(0.03):
            p["enabled"] = self.chance(0.3)
        if self.app == "moneymap":
            p["kinds"] = {kind: True for kind in KINDS[self.app] if self.chance(0.9)}
        elif self.chance(0.4):
            p["kinds"] = {}
        for kind in KINDS[self.app]:
            if "kinds" in p and self.chance(0.15):
                p["kinds"][kind] = self.chance(0.3)
        if self.chance(0.5):
            p["quietHours"] = {"start": self.time(), "end": self.time()}
            if self.chance(0.6):
                p["quietHours"] = {"start": r.choice(["21:00", "22:00", "23:30", "20:00"]),
                                   "end": r.choice(["07:00", "01:30", "02:30", "00:30", "03:00", "09:00", "00:00"])}
        if self.app == "focusflow":
            if self.chance(0.4):
                p["dailyReminder"] = {"time": self.time()}
            if self.chance(0.4):
                p["nudges"] = {n: self.time() for n in ("morning", "afternoon", "evening") if self.chance(0.6)}
            if self.chance(0.4):
                p["recap"] = {"time": self.time()}
        if self.app == "diary":
            if self.chance(0.9):
                p["morning"] = {"time": r.choice(["04:00", "06:00", "07:30", "10:15", "16:00", "12:00", "15:59:59", "16:00:01", "03:59"]),
                                "days": r.sample(WEEKDAYS, r.choice([0, 3, 7, 7, 7]))}
                if self.chance(0.5):
                    p["morning"]["changedAt"] = self.text_of(self.recent())
            if self.chance(0.6):
                p["bedtime"] = {"time": self.r.choice(["21:30", "19:00", "18:00", "22:00", self.time()])} if self.chance(0.6) else {}
                if self.chance(0.4):
                    p["bedtime"]["days"] = r.sample(WEEKDAYS, r.randint(0, 7))
        if self.app == "steps" and self.chance(0.6):
            p["appBlocking"] = self.chance(0.8)
        if self.app == "moneymap":
            if self.chance(0.6):
                p["bills"] = {k: v for k, v in (("time", self.time()), ("onDueDate", self.chance(0.7)),
                                                ("dayBefore", self.chance(0.7))) if self.chance(0.7)}
            if self.chance(0.6):
                p["digest"] = {k: v for k, v in (("day", r.choice(WEEKDAYS)), ("time", self.time())) if self.chance(0.7)}
        return p

    def zone_changes(self):
        changes, at = [], self.now + timedelta(minutes=self.r.choice([-3000, -600, -60, 0, 1, 60, 600, 2000]))
        for _ in range(self.r.choice([1, 1, 2, 3])):
            changes.append({"at": self.text_of(at), "timeZone": self.r.choice(ZONES)})
            at += timedelta(minutes=self.r.choice([1, 30, 90, 600, 1440, 3000, 9000]))
        if self.chance(0.3):  # Around a local midnight, where it may swallow the end of the window.
            wall = datetime.fromisoformat(self.date(0)) + timedelta(minutes=self.r.randint(-600, 60))
            at = oracle.readings(self.zones[self.zone], wall)[1]
            changes = [{"at": self.text_of(at), "timeZone": self.r.choice(ZONES)}]
        if len(changes) > 1 and self.chance(0.2):
            self.r.shuffle(changes)
        return changes

    def account(self, n):
        self.zone = self.home if self.chance(0.4) else self.r.choice(ZONES)
        account = {"id": f"a{n}", "timeZone": self.zone}
        self.app = self.main_app if self.chance(0.85) else self.r.choice(sorted(KINDS))
        if self.app != self.main_app:
            account["app"] = self.app
            if self.chance(0.4):  # One id under two apps is two accounts.
                account["id"] = f"a{self.r.randrange(max(n, 1))}"
        if self.chance(0.3):
            account["zoneChanges"] = self.zone_changes()
        if self.chance(0.3):
            account["platform"] = self.r.choice(["ios", "android", "other"])
        if self.chance(0.15):
            account["authorization"] = self.r.choice(
                ["authorized", "provisional", "ephemeral", "denied", "notDetermined", "unknown"])
        account["preferences"] = self.preferences()
        if self.app == "ritualist" and self.chance(0.4):
            age = timedelta(seconds=self.r.choice([30 * 86400, 30 * 86400 + 1, 30 * 86400 - 1, 0, -5000, 86400]))
            account["personality"] = {"trait": "openness", "analyzedAt": self.text_of(self.now - age)}
        items = {(item["kind"], item["id"]): item for item in getattr(self, self.app + "_items")()}
        account["items"] = list(items.values())
        if self.chance(0.3):
            account["active"] = []
            for _ in range(self.r.randint(1, 3)):
                at = self.moment(30, 5)
                if self.chance(0.3):
                    at = self.now - timedelta(minutes=self.r.choice([0, 1, 30]))
                samples = [s["at"] for item in account["items"] for s in item.get("samples", ())]
                if samples and self.chance(0.6):
                    at = oracle.instant(self.r.choice(samples)) - timedelta(minutes=self.r.choice([0, 0, 1, 30]))
                account["active"].append({"from": self.text_of(at)})
                if self.chance(0.8):
                    account["active"][-1]["to"] = self.text_of(at + timedelta(minutes=self.r.choice([1, 30, 600])))
        return account

    def device(self, account, decisions, later=()):
        """What was delivered and is pending: made from a first plan and a longer one, so that it meets the candidates."""
        r = self.r
        known = [d for d in decisions if "at" in d]
        done = [d for d in decisions if d.get("reason") in ("completed", "paid")]
        if decisions and self.chance(0.6):
            account["delivered"] = []
            chosen = r.sample(known, min(len(known), r.randint(0, 4))) + r.sample(done, min(len(done), r.randint(0, 2)))
            for d in chosen:
                at = oracle.instant(d["at"]) if "at" in d else self.now
                at -= timedelta(minutes=r.choice([0, 0, 0, 1, 2, 30, 300, 900, 1440, 3000])) - timedelta(seconds=r.choice([0, 0, 1]))
                if at > self.now and self.chance(0.8):
                    at = self.recent()
                entry = {"id": d["notification"], "at": self.text_of(at)}
                if self.chance(0.4):
                    entry["id"] = d.get("request", d["notification"])
                    if "local" in d and "@" not in entry["id"] and self.chance(0.7):
                        entry["id"] = f"{d['notification']}@{d['local'][:10] if self.chance(0.8) else self.date()}"
                if self.chance(0.6):
                    entry["shown"] = self.chance(0.9)
                account["delivered"].append(entry)
            for d in decisions:  # A place that told today, or just before.
                if d["kind"] == "location" and self.chance(0.5):
                    account["delivered"].append({"id": d["notification"] + self.r.choice(["", "", f"@{self.date()}"]),
                                                 "at": self.text_of(self.recent()), "shown": self.chance(0.5)})
            if self.app == "ritualist" and self.chance(0.3):  # Of another variant or time of day than now.
                for item in account.get("items", []):
                    if item["kind"] == "habit" and item.get("completions"):
                        account["delivered"].append({"id": f"tailored_{item['id']}-0600", "shown": True,
                                                     "at": self.text_of(self.recent())})
        if not decisions or self.chance(0.35):
            return
        account["pending"] = []
        chosen = r.sample(decisions, min(len(decisions), r.choice([1, 3, 10])))
        chosen += [d for d in r.sample(later, min(len(later), r.choice([0, 1, 4])))]
        for d in chosen:
            notification, at = d["notification"], oracle.instant(d["at"]) if "at" in d else None
            entry = {"id": d.get("request", notification)}
            if "request" not in d and "local" in d and self.chance(0.6):
                entry["id"] = f"{notification}@{d['local'][:10]}"
            pick = r.random()
            if pick < 0.2:
                entry["id"], entry["notification"] = str(uuid.UUID(int=r.getrandbits(128))), notification
            elif pick < 0.3:
                entry["id"] = notification
            elif pick < 0.34:
                entry["id"] = r.choice(["gone", notification + "x", f"{notification}@{self.date()}"])
            elif pick < 0.44:  # An id of the plan's own, whatever it is said to stand for.
                entry["id"] = f"{notification}@{d['local'][:10] if 'local' in d and self.chance(0.5) else self.date()}"
                entry["notification"] = notification if self.chance(0.8) else r.choice(decisions)["notification"]
            if at is not None and self.chance(0.93):
                if self.chance(0.3):
                    at += timedelta(seconds=r.choice([60, -3600, 86400, -86400, 7 * 86400]))
                entry["at"] = self.text_of(at)
            if self.chance(0.6 if d.get("request") == notification and d["kind"] in REPEATING else 0.08):
                entry["repeats"] = self.chance(0.9)
            if self.chance(0.3):
                entry["floats"] = self.chance(0.7)
            if self.chance(0.15):
                entry[r.choice(["title", "body"])] = "Words that no plan has"
            if self.chance(0.2):
                entry["badge"] = r.choice([0, 1, 2, 3])
            account["pending"].append(entry)
            if self.chance(0.04):  # Again, under another id or the same.
                account["pending"].append({**entry, "id": r.choice([entry["id"], notification, "again"]), "notification": notification})

    def meanwhile(self, account):
        """What users do between a plan and the next: an item goes, is done, or gets another date."""
        items = account["items"]
        for item in self.r.sample(items, min(len(items), self.r.choice([0, 0, 1, 2]))):
            if self.chance(0.4):
                items.remove(item)
            elif self.chance(0.3):
                for name in ("date", "dueDate", "startDate"):
                    if name in item and item["kind"] != "stepDay":
                        item[name] = self.date()
                        break
                if item.get("endDate", "9999") < item.get("startDate", "0000"):
                    del item["endDate"]
            elif item["kind"] == "task":
                item.update({"completed": True} if self.chance(0.5) else {"completedOn": self.dates(6)})
            elif item["kind"] == "habit":
                item["completions"] = self.dates(6)
            elif item["kind"] == "bill":
                item.update({"paid": True} if self.chance(0.5) else {"paidThrough": self.date()})
        if self.app == "diary" and self.chance(0.3) and not any(item["id"] == "new" for item in items):
            items.append({"kind": "entry", "id": "new", "flow": self.r.choice(["morning", "bedtime"]), "date": self.date(1)})

    def variation(self):
        v, r = {}, self.r
        if self.chance(0.7 if self.shift_time else 0.25):
            v["gap"] = r.choice(["later", "next", "skip", "skip"])
        if self.chance(0.25):
            v["overlap"] = r.choice(["first", "last"])
        if self.chance(0.25):
            v["monthEnd"] = r.choice(["skip", "clamp"])
        if self.chance(0.3):
            v["caps"] = {"perDay": r.choice([1, 2, 3, 5])}
        if self.chance(0.3):
            v["slots"] = {"ios": r.choice([1, 3, 5, 20]), "reserved": r.choice([0, 1, 3])}
            if self.chance(0.3):
                v["slots"]["holds"] = r.choice(["trigger", "occurrence"])
        if self.chance(0.35):
            v["quietHours"] = {"action": r.choice(["defer", "drop"])}
            if self.chance(0.4):
                v["quietHours"].update(start=self.time(), end=self.time())
        if self.chance(0.15):  # Whether a trigger that repeats has one badge for all its days, nobody says.
            v["badges"] = {"enabled": self.chance(0.7)}
            v.setdefault("slots", {})["holds"] = "occurrence"
        if self.chance(0.5):
            kinds = v["kinds"] = {}
            for kind in r.sample([kind for kinds in KINDS.values() for kind in kinds], 6):
                kinds[kind] = {"quiet": r.choice(["defer", "drop", "pass"])}
            if self.chance(0.3):
                kinds.setdefault(r.choice(KINDS[self.main_app]), {})["critical"] = self.chance(0.7)
            if self.chance(0.3):
                kinds.setdefault(r.choice(KINDS[self.main_app]), {})["priority"] = r.choice([1, 5, 8])
            if self.chance(0.2):
                kinds.setdefault("location", {})["once"] = r.choice(["visit", "day"])
            if self.chance(0.4):
                kinds.setdefault("overdue", {})["days"] = r.choice([1, 2, 7])
        return v

    def document(self, accounts):
        varied = self.variation() if self.chance(0.6) else {}
        export = {"format": "tickler-export/1", "app": self.main_app, "exportedAt": oracle.instant_text(self.now), "accounts": []}
        seen = set()
        for n in range(accounts):
            account = self.account(n)
            if (account["id"], self.app) in seen:
                account["id"] = f"a{n}"
            seen.add((account["id"], self.app))
            alone = {**export, "accounts": [account]}
            first, _ = oracle.plan(alone, self.now, self.days, self.zones, varied)
            longer, _ = oracle.plan(alone, self.now, self.days + self.r.choice([1, 2, 5, 30]), self.zones, varied)
            known = {(d["notification"], d.get("at")) for d in first if d.get("reason") != "beyondWindow"}
            self.device(account, first, [d for d in longer if (d["notification"], d.get("at")) not in known])
            if self.chance(0.3):
                self.meanwhile(account)
            export["accounts"].append(account)
            if self.chance(0.1):  # Items may stand in the top-level list as well.
                named = {"account": account["id"], **({"app": self.app} if "app" in account else {})}
                export.setdefault("items", []).extend({**item, **named} for item in account.pop("items"))
        return export, varied


REPEATING = {"dailyReminder", "nudge", "recap", "task"}


def write_policy(templates, app, varied, path):
    """The shipped policy with the varied keys set."""
    with open(os.path.join(templates, "policies", app + ".toml"), encoding="utf-8") as file:
        text = file.read()

    def put(table, key, value):
        nonlocal text
        value = json.dumps(value)
        head, found, rest = ("", True, text) if table is None else text.partition(f"[{table}]\n")
        if not found:
            text += f"\n[{table}]\n{key} = {value}\n"
            return
        body, mark, tail = rest.partition("\n[")
        body, n = re.subn(rf"(?m)^{key} = .*$", f"{key} = {value}", body)
        text = head + (f"[{table}]\n" if table else "") + (body if n else f"{key} = {value}\n{body}") + mark + tail

    for key, value in varied.items():
        if key == "kinds":
            for kind, fields in value.items():
                for name, inner in fields.items() if kind in KINDS[app] else ():
                    put(f"kinds.{kind}", name, inner)
        elif isinstance(value, dict):
            for name, inner in value.items():
                put(key, name, inner)
        else:
            put(None, key, value)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def run_binary(options, folder, export, now, days, varied):
    """(decisions, actions, what it said)"""
    path, out = os.path.join(folder, "in.json"), os.path.join(folder, "out")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(export, file, ensure_ascii=False)
    shutil.rmtree(out, ignore_errors=True)
    command = [options.binary, "plan", path, "--now", oracle.instant_text(now), "--days", str(days), "--zoneinfo",
               options.zoneinfo, "--templates", options.templates, "--emit", "plan,actions", "--out", out, "--no-progress"]
    for app in KINDS if varied else ():
        policy = os.path.join(folder, app + ".toml")
        write_policy(options.templates, app, varied, policy)
        command += ["--policy", policy]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        return None, None, f"exit {done.returncode}: {done.stderr[-600:]}"
    read = lambda name: [json.loads(line) for line in open(os.path.join(out, name), encoding="utf-8")]
    expected = ("preferences.morning", "older than the newest export")  # docs/exports.md and docs/time.md ask for these.
    notes = "\n".join(line for line in done.stderr.splitlines()
                      if ("error:" in line or "warning:" in line) and not any(text in line for text in expected))
    return read("plan.ndjson")[1:], read("actions.ndjson"), notes


def carry_out(account, actions, limit):
    """What the device holds after the actions, by id, and what went wrong on the way."""
    held = {entry["id"]: {"notification": stripped(entry), **entry} for entry in account.get("pending", [])}
    wrong, beyond = [], set()
    for line in actions:
        id, action = line.get("request", line["notification"]), line["action"]
        if action == "withdraw":
            continue
        if (action == "add") == (id in held):
            wrong.append(f"{action} of what the device {'holds' if id in held else 'does not hold'}")
            continue
        if action == "cancel":
            del held[id]
            continue
        if action == "keep" and line.get("reason") == "beyondWindow":
            beyond.add(id)
            continue
        if action == "add" and limit is not None and len(held) >= limit:
            wrong.append("the limit is exceeded")
        entry = held.setdefault(id, {"id": id})
        entry["notification"] = line["notification"]
        entry.pop("at", None)
        if "at" in line:
            entry["at"] = line["at"]
        if "trigger" in line:
            entry["repeats"] = bool(line["trigger"].get("repeats"))
            entry.pop("floats", None)
            if line["trigger"]["type"] == "calendar" and not entry["repeats"]:
                entry["floats"] = bool(line["trigger"].get("floats"))
        if action != "keep":
            entry.update({name: line[name] for name in ("title", "body") if name in line}, badge=line.get("badge", 0))
    return held, beyond, wrong


def stripped(entry):
    named = oracle.DATED.fullmatch(entry["id"])
    return entry.get("notification") or (named[1] if named else entry["id"])


def is_of(account, export):
    """Which lines are the account's."""
    name = (account["id"], account.get("app", export["app"]))
    return lambda line: (line["account"], line.get("app", name[1])) == name


def check_device(export, decisions, actions, varied, words):
    """Carries the actions out; the classes of what is wrong then, by account. Leaves `pending` as the device has it."""
    for account in export["accounts"]:
        own = is_of(account, export)
        ids = [entry["id"] for entry in account.get("pending", [])]
        if len(ids) != len(set(ids)):  # No device holds two of one id.
            account["pending"] = []
            continue
        app = account.get("app", export["app"])
        limit = oracle.Policy(app, varied).limits[account.get("platform", "ios")]
        held, beyond, wrong = carry_out(account, [line for line in actions if own(line)], limit)
        for text in wrong:
            yield "device: " + text, account, None, None
        asked = {}
        for d in decisions:
            if own(d) and d["outcome"] != "dropped":
                asked.setdefault(d.get("request"), (d["notification"], d.get("at", "")))
        has = [(entry["notification"], entry.get("at", "")) for id, entry in held.items() if id not in beyond]
        if Counter(has) != Counter(asked.values()):
            yield ("device: holds other than planned", account, sorted((Counter(asked.values()) - Counter(has)).elements())[:4],
                   sorted((Counter(has) - Counter(asked.values())).elements())[:4])
        reserved = oracle.Policy(app, varied).reserved
        if limit is not None and len(held) > max(limit - reserved, 0):
            yield "device: holds more than there are slots", account, limit - reserved, len(held)
        names = ["id", "at", "repeats", "floats", "notification"] + (["title", "body", "badge"] if words else [])
        account["pending"] = [{name: entry[name] for name in names if name in entry} for entry in held.values()]


EARLY = {"accountDisabled", "unauthorized", "kindDisabled", "optionOff", "inactive", "notExpense", "noDueDate", "autoPay",
         "paid", "sessionNotRunning", "completed", "dstGap", "zoneChange", "past", "expired"}
FIELDS = ["outcome", "reason", "request", "local", "zone", "at", "badge", "late", "deferredFrom"]


def strict_fields(decision):
    """The fields on which the two have to agree."""
    keep = set(FIELDS)
    if decision["outcome"] == "dropped":
        keep -= {"late"}
        if decision["reason"] in EARLY:
            keep -= {"at", "zone", "deferredFrom"}
    return {name: decision[name] for name in FIELDS if name in keep and decision.get(name) is not None}


def compare(mine, theirs, my_actions, their_actions):
    """The classes of discrepancy of one account, each with what the oracle and the binary say."""
    key = lambda d: (d["kind"], d.get("item") or "", d["notification"], d.get("local") or "")
    sides = [defaultdict(list), defaultdict(list)]
    for side, decisions in zip(sides, (mine, theirs)):
        for d in decisions:
            side[key(d)].append(d)
    for k in sorted(set(sides[0]) | set(sides[1])):
        a, b = (sorted(side[k], key=lambda d: json.dumps(strict_fields(d), sort_keys=True)) for side in sides)
        if len(a) != len(b):
            only = "oracle" if len(a) > len(b) else "binary"
            yield f"candidates {k[0]}: {only} has more ({', '.join(sorted({d.get('reason') or d['outcome'] for d in (a if only == 'oracle' else b)}))})", a, b
            continue
        for x, y in zip(a, b):
            fx, fy = strict_fields(x), strict_fields(y)
            if fx != fy:
                differ = [n for n in FIELDS if fx.get(n) != fy.get(n)]
                if "outcome" in differ or "reason" in differ:
                    what = f"{x.get('reason') or x['outcome']} / {y.get('reason') or y['outcome']}"
                else:
                    what = "+".join(differ)
                yield f"decision {k[0]}: {what}", x, y
    order = [(d.get("at") or "", d["notification"].encode(), d.get("local") or "") for d in theirs]
    if order != sorted(order):
        yield "order of decisions", None, next((a, b) for a, b in zip(order, order[1:]) if a > b)
    sides = [sorted(map(action_text, side)) for side in (my_actions, their_actions)]
    lost, extra = ((Counter(x) - Counter(y)) for x, y in (sides, sides[::-1]))
    if lost or extra:
        lost, extra = ([json.loads(text) for text in side.elements()] for side in (lost, extra))
        for x, y in side_by_side(lost, extra):
            if x and y and x["action"] == y["action"]:
                differ = sorted(n for n in {*x, *y} if x.get(n) != y.get(n))
                if differ == ["reason"]:
                    acceptable = next(a for a in my_actions if action_text(a) == json.dumps(x, sort_keys=True)).get("_reasons", [])
                    if y["reason"] not in acceptable:
                        yield f"action {x['action']}: reason {x['reason']} / {y['reason']}", x, y
                else:
                    yield f"action {x['action']}: " + "+".join(differ), x, y
            else:
                yield f"action {x and x['action']} / {y and y['action']}", x, y
    place = lambda a: (oracle.ACTIONS.index(a["action"]), a.get("at") or a.get("from") or "", a["request"].encode())
    order = [place(a) for a in their_actions if "request" in a]
    if order != sorted(order):
        yield "order of actions", None, next((str(a), str(b)) for a, b in zip(order, order[1:]) if a > b)


def side_by_side(lost, extra):
    """Lines of the two, by request; None where one has no more."""
    sides = [defaultdict(list), defaultdict(list)]
    for side, lines in zip(sides, (lost, extra)):
        for line in lines:
            side[line.get("request") or line["notification"]].append(line)
    for request in sorted({*sides[0], *sides[1]}):
        yield from itertools.zip_longest(sides[0][request], sides[1][request])


def action_text(action):
    return json.dumps({name: action[name] for name in oracle.ACTION_FIELDS if name in action}, sort_keys=True)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--binary")
    options.add_argument("--itself", action="store_true", help="hold the oracle against itself")
    options.add_argument("--zoneinfo", required=True)
    options.add_argument("--templates")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--documents", type=int, default=100)
    options.add_argument("--first", type=int, default=0, help="the number of the first document, to repeat one")
    options.add_argument("--accounts", type=int, default=40)
    options.add_argument("--only", default=",".join(KINDS))
    options.add_argument("--keep")
    options.add_argument("--show", type=int, default=2)
    options.add_argument("--counts", action="store_true", help="show how often each outcome, reason and action was met")
    options.add_argument("--words", action="store_true", help="plan again with the words that the device holds too")
    options.add_argument("--plain", action="store_true", help="the shipped policies alone")
    options = options.parse_args()
    if not options.itself and not (options.binary and options.templates):
        sys.exit("contract_fuzz.py: either --itself, or --binary and --templates")
    zones, counts, shown, met = oracle.Zones(options.zoneinfo), Counter(), defaultdict(list), Counter()
    total = decided = 0
    with tempfile.TemporaryDirectory() as folder:
        for n in range(options.first, options.first + options.documents):
            seed = f"{options.seed}/{n}"
            apps = options.only.split(",")
            generator = Generator(random.Random(seed), apps[n % len(apps)], zones)
            export, varied = generator.document(options.accounts)
            if options.plain:
                varied = {}
            before = json.loads(json.dumps(export))

            def run():
                if options.itself:
                    return (*oracle.plan(export, generator.now, generator.days, zones, varied), "")
                return run_binary(options, folder, export, generator.now, generator.days, varied)

            def note(name, account, a, b):
                counts[name] += 1
                if len(shown[name]) < options.show:
                    account = account and next(e for e in before["accounts"] if is_of(account, export)({"account": e["id"], "app": e.get("app", export["app"])}))
                    items = account and [i for i in before.get("items", []) if is_of(account, export)({**i, "app": i.get("app", export["app"])})]
                    account = account and {"app": export["app"], **account, **({"items": items} if items else {})}
                    shown[name].append((seed, oracle.instant_text(generator.now), generator.days, varied, account, a, b))
            mine, my_actions = oracle.plan(export, generator.now, generator.days, zones, varied)
            total += len(export["accounts"])
            decided += len(mine)
            met.update(f"decision {d['kind']}: {d.get('reason') or d['outcome']}" for d in mine)
            met.update(f"reason {d.get('reason') or d['outcome']}" for d in mine)
            met.update(f"action {a['action']}" + (f" {a['reason']}" if "reason" in a else "") for a in my_actions)
            met.update(f"trigger {a['trigger']['type']}" + (" " + "+".join(a["trigger"]["components"]) if a["trigger"].get("repeats") else "")
                       for a in my_actions if "trigger" in a)
            theirs, their_actions, notes = run()
            if theirs is None:
                note("run", None, None, notes)
                continue
            for line in notes.splitlines():
                note("diagnostic: " + re.sub(r"\d+|\"[^\"]*\"|'[^']*'|‘[^’]*’", "#", line.split(": ", 1)[-1])[:90], None, None, line)
            for account in export["accounts"]:
                own = is_of(account, export)
                of = lambda lines: [line for line in lines if own(line)]
                for name, a, b in compare(of(mine), of(theirs), of(my_actions), of(their_actions)):
                    note(name, account, a, b)
            order = list(dict.fromkeys((d["account"], d.get("app", export["app"])) for d in theirs))
            names = [(a["id"], a.get("app", export["app"])) for a in export["accounts"]]
            if order != [name for name in names if name in order]:
                note("order of accounts", None, None, None)
            # On the device, and again.
            for name, account, a, b in check_device(export, theirs, their_actions, varied, options.words):
                note(name, account, a, b)
            again, acts, notes = run()
            if again is None:
                note("again: run", None, None, notes)
                continue
            plain = lambda lines, own: [{k: v for k, v in d.items() if k != "uid"} for d in lines if own(d)]
            for account in export["accounts"]:
                own = is_of(account, export)
                if not account.get("pending"):
                    continue
                for line in acts:
                    if own(line) and line["action"] not in ("keep", "withdraw"):
                        note(f"again: {line['action']} {line.get('reason', '')} {line.get('changed', '')}", account, None, line)
                if plain(again, own) != plain(theirs, own):
                    note("again: other decisions", account, None, None)
    for name, count in counts.most_common():
        print(f"{count:6} {name}")
        for i, (seed, now, days, varied, account, a, b) in enumerate(shown[name]):
            print(f"         seed {seed}, now {now}, days {days}, policy {json.dumps(varied)}")
            if account:
                facts = {k: v for k, v in account.items() if k in ("id", "app", "timeZone", "zoneChanges", "platform")}
                facts["quietHours"] = account["preferences"].get("quietHours")
                print("         ", json.dumps(facts, ensure_ascii=False))
            print("           oracle", json.dumps(a, ensure_ascii=False)[:900])
            print("           binary", json.dumps(b, ensure_ascii=False)[:900])
            if options.keep and account:
                os.makedirs(options.keep, exist_ok=True)
                label = re.sub(r"\W+", "-", name)[:60]
                export = {"format": "tickler-export/1", "app": account["app"], "exportedAt": now, "accounts": [account]}
                with open(os.path.join(options.keep, f"{label}.{i}.json"), "w", encoding="utf-8") as file:
                    json.dump(export, file, ensure_ascii=False, indent=1)
                with open(os.path.join(options.keep, f"{label}.{i}.txt"), "w", encoding="utf-8") as file:
                    file.write(f"--now {now} --days {days} --policy '{json.dumps(varied)}'\nseed {seed}\n")
    if options.counts:
        for name, count in sorted(met.items()):
            print(f"{count:8} {name}")
    print(f"{total} accounts, {decided} decisions, {sum(counts.values())} discrepancies")
    sys.exit(1 if counts else 0)


if __name__ == "__main__":
    main()
