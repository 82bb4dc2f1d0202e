#!/usr/bin/env python3
"""Random policies that declare kinds of every shape, and random exports of their items, against the oracle of declared_oracle.py.

    declared_fuzz.py --binary tickler --zoneinfo DIR --templates DIR [--seed 1] [--documents 100] [--first 0] [--keep DIR]

Each document is a policy and four accounts. They are planned three times in a row, each later and with what went out until then as delivered. Every
decision is held against the oracle's: kind, item, identifier, request, wall time, instant, outcome, reason, badge, destination and words; and
what is withdrawn. Of the last plan
the other commands are asked too. Examples/pillbox and what `tickler init` makes of its export come first. At the end stands how many decisions each shape and each feature had; the exit status is 1 when anything
differs, or when a long run never came to one of them.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from datetime import datetime, time, timedelta

import contract_oracle as plain
import crowding_fuzz as crowding
import declared_oracle as declared

WEEKDAYS, DAY = crowding.WEEKDAYS, timedelta(days=1)
ZONES = ["UTC", "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu", "Pacific/Auckland", "America/Sao_Paulo"]
FIELDS = {"name": "text", "note": "text", "left": "number", "size": "integer", "least": "number", "price": "money", "currency": "text", "day": "date",
          "hour": "time", "moment": "instant", "since": "instant", "sinceDay": "date", "span": "duration", "flag": "bool", "tags": "list-of-text",
          "interval": "integer", "run": "integer"}
RULES = ["FREQ=DAILY;INTERVAL=2", "FREQ=WEEKLY;BYDAY=MO,WE,SA", "FREQ=MONTHLY;BYDAY=1MO,-1FR", "FREQ=DAILY;COUNT=5", "FREQ=WEEKLY;INTERVAL=2;UNTIL=20261101",
         "FREQ=MONTHLY;BYMONTHDAY=-1,15", "FREQ=YEARLY;BYMONTH=10,11;BYDAY=SU", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,1"]
OFFSETS = ["0", "-2h", "+30m", "-1d", "-1d 18:00", "-1w 09:00", "+1d 09:00", "-45m", "-3d 07:15", "+2d", "-90m", "+26h"]


# What is random -----------------------------------------------------------------------------------------------------

def clock(r):
    if r.random() < 0.12:
        return r.choice(["02:30", "02:00", "01:45", "02:59"])  # What clocks skip, or show twice.
    return f"{r.randrange(24):02}:{r.choice([0, 0, 15, 30, 45, r.randrange(60)]):02}" + (f":{r.randrange(1, 60):02}" if r.random() < 0.05 else "")


def clocks(r, most=3):
    return sorted({clock(r) for _ in range(r.randint(1, most))})


def some(r, values, most=None):
    return r.sample(values, r.randint(1, most or len(values)))


def wheres(r):
    every = [f"left {r.choice(['<', '<=', '>', '>=', '=', '!='])} {r.randrange(0, 30)}", f"size >= {r.randrange(5)}", f"flag = {r.choice(['true', 'false'])}",
             f"note = {r.choice(['red', 'blue'])}", "note != red", f"price > {r.randrange(20)}.5", "span < 3600"]
    return some(r, every, 2)


def random_kind(r, shape, name):
    kind, identifier = {"shape": shape}, f"x.{name}"
    if shape != declared.SERIES or r.random() < 0.85:
        kind["item"] = r.choice(["thing", "deal"])
    has_item = "item" in kind
    words = ["{{name}}"] if has_item else []
    if has_item and shape != declared.DIGEST:
        identifier += ".{id}"
        words += r.sample(["{{note}}", "{{left.raw}}", "{{size.raw}}", "{{day.raw}}", "{{hour.raw}}", "{{span.raw}}", "{{tags.raw}}"], 2)
    if shape == declared.SERIES:
        words += ["{{date.raw}}", "{{dueDate.raw}}", "{{time.raw}}"]
        way = r.random()
        several = True
        if way < 0.3:
            kind["times"] = clocks(r)
        elif way < 0.6:
            kind["time"], several = clock(r), False
        if r.random() < 0.25:
            kind["weekday"] = {day: clocks(r, 2) for day in some(r, WEEKDAYS, 3)}
            several = True
        if several or r.random() < 0.5:
            identifier += ".{time}"
        if r.random() < 0.3:
            kind["days"] = some(r, WEEKDAYS)
        if r.random() < 0.5:
            kind["remind"] = list(dict.fromkeys(some(r, OFFSETS, 3)))
        if r.random() < 0.4:
            kind["followUps"] = [each for each in some(r, ["+30m", "+2h", "+1d 09:00", "+3h", "+5d"], 2) if each not in kind.get("remind", [])]
        identifier += ".{part}"
        if r.random() < 0.15:
            identifier += ".{date}"
        if has_item and r.random() < 0.2:
            kind["at"] = r.choice(["{day}", "{moment}"])
        elif has_item and r.random() < 0.4:
            kind["every"] = r.choice(["3d", "2w", "1m", "10d", "{interval}", "{interval}"])
            if r.random() < 0.5:
                kind["from"] = "completion"
            elif r.random() < 0.3:
                kind["from"] = "schedule"
    if shape == declared.UNTIL_DONE:
        words += ["{{date.raw}}", "{{overdueDays.raw}}"]
        identifier += r.choice(["", ".{date}", ".{time}"])
        if r.random() < 0.8:
            kind["time"] = clock(r)
        if r.random() < 0.6:
            kind["for"] = r.choice([1, 2, 3, 10, 400, "any"])
        if r.random() < 0.3:
            kind["at"] = "{day}"
    if shape == declared.EVENT:
        words += ["{{at.raw}}"]
        kind["at"] = "{moment}"
        if r.random() < 0.6:
            kind["toldFor"] = r.choice(["48h", "90m", "3d", "30s"])
    if shape == declared.THRESHOLD:
        words += ["{{limit.raw}}"]
        kind["of"] = r.choice(["{left}", "{size}", "{left}"])
        bounds = r.choice([["below"], ["above"], ["below", "above"]])
        if "below" in bounds:
            kind["below"] = r.choice([10, 4.5, "{least}"])
        if "above" in bounds:
            kind["above"] = r.choice([20, 25.5, "{least}"])
        if r.random() < 0.6:
            kind["time"] = clock(r)
        if r.random() < 0.5:
            kind["since"] = r.choice(["{since}", "{sinceDay}"])
    if shape == declared.DIGEST:
        words = ["{{count.raw}}: {{names.raw}}"]
        kind["time"] = clock(r)
        if r.random() < 0.6:
            kind["days"] = some(r, WEEKDAYS)
        if r.random() < 0.7:
            kind["where"] = wheres(r)
        if r.random() < 0.5:
            kind["ahead"] = r.choice([1, 7, 30])
    if shape == declared.PLACE:
        words += ["{{place}}"]
        identifier += r.choice(["", ".{trigger}"])
        if r.random() < 0.7:
            kind["once"] = r.choice(["visit", "day", "day"])
    if shape == declared.STREAK:
        words += ["{{count.raw}}"]
        kind["of"], identifier = "{run}", identifier + ".{count}"
        if r.random() < 0.4:
            kind["milestones"] = [3, 7, 10]
    if has_item and "where" not in kind and r.random() < 0.15:
        kind["where"] = wheres(r)
    kind.update({"identifier": identifier, "title": " ".join(words)})
    if has_item and shape != declared.DIGEST and r.random() < 0.3:
        kind["destination"] = "thing/{id}/{note}"
    for key, chance, values in (("quiet", 0.15, ["defer", "drop", "pass", "digest"]), ("critical", 0.05, [True]), ("enabled", 0.06, [False]),
                                ("badge", 0.1, [False])):
        if r.random() < chance:
            kind[key] = r.choice(values)
    if r.random() < 0.15:
        kind["caps"] = {r.choice(["perDay", "perHour"]): r.choice([1, 2, 3])}
    kind["priority"] = r.choice([3, 5, 6])
    return kind


def random_policy(r):
    policy = {"format": "tickler-policy/1", "app": "x"}
    for key, chance, values in (("gap", 0.6, ["later", "next", "skip", "skip"]), ("overlap", 0.3, ["first", "last"]), ("monthEnd", 0.4, ["skip", "clamp"]),
                                ("zoneChange", 0.3, ["drop", "atChange"])):
        if r.random() < chance:
            policy[key] = r.choice(values)
    crowded = crowding.random_policy(r) if r.random() < 0.5 else {"rules": [], "caps": {}}
    if r.random() < 0.3:
        crowded["caps"] = {}
    if "single" in crowded:
        policy["quietHours"] = crowded["single"]
    elif crowded["rules"]:
        policy["quietHours"] = crowded["rules"]
    if crowded["caps"]:
        policy["caps"] = crowded["caps"]
    policy["slots"] = {"ios": r.choice([1000, 1000, 1000, 64, 12]), "reserved": 0}
    if r.random() < 0.4:
        policy["badges"] = {"enabled": True, "reset": r.choice(["daily", "never"])}
    policy["items"] = {name: {"fields": {field: {"type": kind, **({"required": True} if field == "name" else {})} for field, kind in FIELDS.items()}}
                       for name in ("thing", "deal")}
    shapes = [declared.SERIES, *r.sample([declared.SERIES, declared.SERIES, declared.UNTIL_DONE, declared.EVENT, declared.THRESHOLD, declared.DIGEST,
                                          declared.PLACE, declared.STREAK], r.randint(1, 4))]
    policy["kinds"] = {f"k{n}": random_kind(r, shape, f"k{n}") for n, shape in enumerate(shapes)}
    policy["kinds"]["quietDigest"] = {"identifier": "q-{time}", "title": "{{count.raw}}", "body": "{{titles.raw}}", "priority": r.choice([4, 9])}
    for rule in policy.get("quietHours", []) if isinstance(policy.get("quietHours"), list) else []:
        if "kinds" in rule:
            rule["kinds"] = some(r, [name for name in policy["kinds"] if name != "quietDigest"])
    return policy


def toml(policy):
    """A table of tables; a list of tables; and values, which TOML writes as JSON does."""
    def inline(value):
        return "{ " + ", ".join(f"{key} = {inline(each)}" for key, each in value.items()) + " }" if isinstance(value, dict) else json.dumps(value)

    lines = [f"{key} = {inline(value)}" for key, value in policy.items() if not isinstance(value, (dict, list))]
    for key, value in policy.items():
        if isinstance(value, list):
            for each in value:
                lines += [f"[[{key}]]"] + [f"{name} = {inline(one)}" for name, one in each.items()]
        elif key == "kinds":
            for kind, settings in value.items():
                lines += [f"[kinds.{kind}]"] + [f"{name} = {inline(one)}" for name, one in settings.items()]
        elif key == "items":
            for item, settings in value.items():
                lines += [f"[items.{item}.fields]"] + [f"{name} = {inline(one)}" for name, one in settings["fields"].items()]
        elif isinstance(value, dict):
            lines += [f"[{key}]"] + [f"{name} = {inline(one)}" for name, one in value.items()]
    return "\n".join(lines) + "\n"


def near(r, today, least=-6, most=6):
    return (today + timedelta(days=r.randint(least, most))).isoformat()


def moment(r, now):
    return crowding.text(now + timedelta(minutes=r.randint(-6000, 4000)))


def random_item(r, kind, id, today, now, kinds):
    item = {"kind": kind, "id": id, "name": f"N{id}"}
    values = {"note": lambda: r.choice(["red", "blue", "a b"]), "left": lambda: r.choice([0, 3, 4.5, 9.5, 12, 20.5, 30]), "size": lambda: r.randrange(40),
              "least": lambda: r.choice([5, 12, 15.5]), "price": lambda: r.choice(["12.50", "3.00", "40.00"]), "day": lambda: near(r, today),
              "hour": lambda: clock(r), "moment": lambda: moment(r, now), "since": lambda: moment(r, now), "sinceDay": lambda: near(r, today, -4, 1),
              "span": lambda: r.choice([60, 3600, 5400]), "flag": lambda: r.random() < 0.5, "tags": lambda: r.sample(["one", "two", "three"], 2),
              "interval": lambda: r.choice([0, 1, 2, 4, 10, 30]), "run": lambda: r.choice([3, 7, 10, 14, 15])}
    for name, value in values.items():
        if r.random() < 0.75:
            item[name] = value()
    if "price" in item:
        item["currency"] = "EUR"
    if r.random() < 0.85:
        item["date"] = near(r, today, -70, 3) if r.random() < 0.4 else near(r, today)
        if r.random() < 0.1:
            item["date"] = r.choice(["2026-08-31", "2026-01-31", "2024-02-29"])
        way = r.random()
        if way < 0.35:
            item["repeat"] = r.choice(["daily", "weekly", "monthly", "yearly", "customDays", "none"])
            if item["repeat"] == "customDays" and r.random() < 0.8:
                item["weekdays"] = some(r, WEEKDAYS, 3)
        elif way < 0.55:
            item["rrule"] = r.choice(RULES)
        if r.random() < 0.3:
            item["exdates"] = [near(r, today) for _ in range(2)]
        if r.random() < 0.2:
            item["until"] = near(r, today, 0, 5)
    way = r.random()
    if way < 0.3:
        item["times"] = clocks(r)
    elif way < 0.5:
        item["time"] = clock(r)
    if r.random() < 0.15:
        item["days"] = some(r, WEEKDAYS)
    if r.random() < 0.05:
        item["completed"] = True
    if r.random() < 0.05:
        item["archived"] = True
    if r.random() < 0.5:
        done = [near(r, today, -5, 2) for _ in range(r.randint(1, 3))]
        times = item.get("times") or [item.get("time")] if item.get("times") or item.get("time") else [each for kind in kinds for each in kind.get("times", ["09:00"])]
        item["completions"] = [day + (f"T{r.choice(times)}" if times and r.random() < 0.5 else "") for day in done]
    if r.random() < 0.12:
        item["snoozedUntil"] = crowding.text(now + timedelta(minutes=r.randint(-600, 900)))
    if r.random() < 0.6:
        item["location"] = {"place": "Here", "latitude": 41.5, "longitude": 12.25, "radius": 100, "on": r.choice(["entry", "exit"])}
    return item


def random_account(r, id, zone, policy, now, tree):
    today = now.astimezone(crowding.UTC).replace(tzinfo=None)
    today = plain.to_local(tree[zone], today).date()
    kinds = [kind for kind in policy["kinds"].values() if kind.get("shape") == declared.SERIES]
    items = [random_item(r, r.choice(["thing", "deal"]), f"{n}", today, now, kinds) for n in range(r.choice([1, 3, 6]))]
    account = {"id": id, "timeZone": zone, "items": items, "delivered": [], "preferences": {}}
    preferences = account["preferences"]
    if r.random() < 0.2:
        preferences["quietHours"] = crowding.random_hours(r)
    if r.random() < 0.25:
        preferences["kinds"] = {r.choice(list(policy["kinds"])): r.random() < 0.5}
    for name, kind in policy["kinds"].items():
        if kind.get("shape") in (declared.SERIES, declared.DIGEST, declared.THRESHOLD, declared.UNTIL_DONE) and r.random() < 0.25:
            own = {}
            if r.random() < 0.7:
                own["time"] = clock(r)
            if kind["shape"] == declared.SERIES and "{time}" in kind["identifier"] and r.random() < 0.5:
                own = {"times": clocks(r)}
            if kind["shape"] in (declared.SERIES, declared.DIGEST) and r.random() < 0.4:
                own["days"] = some(r, WEEKDAYS)
            if own:
                preferences[name] = own
    if r.random() < 0.03:
        preferences["enabled"] = False
    if r.random() < 0.05:
        account["authorization"] = r.choice(["denied", "provisional"])
    if r.random() < 0.2:
        account["zoneChanges"] = [{"at": crowding.text(now + timedelta(minutes=r.randint(-2000, 4000))), "timeZone": r.choice(ZONES)}
                                  for _ in range(r.choice([1, 1, 2]))]
    return account


# Both readings of a decision ----------------------------------------------------------------------------------------

def instant_text(instant):
    return instant.strftime("%Y-%m-%dT%H:%M:%SZ")


def wanted(oracle, c):
    row = {"kind": c["kind"], "notification": c["notification"], "outcome": c["reason"] or ("armed" if c["local"] is None else "scheduled")}
    if c["title"]:
        row["title"] = c["title"]
    if c["item"]:
        row["item"] = c["item"]["id"]
    if not c["reason"]:
        row["request"] = oracle.request(c)
    if c["destination"]:
        row["destination"] = c["destination"]
    for key, value in (("local", c["local"] and c["local"].isoformat()), ("at", c["at"] and instant_text(c["at"])),
                       ("deferredFrom", c.get("from") and instant_text(c["from"])), ("shifted", c.get("shifted")), ("badge", c.get("badge")),
                       ("late", (c.get("late") or None) if not c["reason"] else None)):
        if value is not None:
            row[key] = value
    return row


COMPARED = ["kind", "item", "notification", "request", "local", "at", "deferredFrom", "shifted", "badge", "late", "destination", "title"]


def found(line, policy):
    # Words that stand elsewhere than in the policy are others' to test.
    fields = COMPARED if "title" in policy["kinds"][line["kind"]] else COMPARED[:-1]
    return {**{key: line[key] for key in fields if key in line}, "outcome": line.get("reason") or line["outcome"]}


def features(oracle, c):
    """What a decision is an example of, for the counts at the end."""
    kind, item = oracle.settings[c["kind"]], c["item"] or {}
    shape = kind.get("shape", "digest") if c["kind"] != "quietDigest" else "quietDigest"
    found = [f"{shape}"] + [f"{shape}.{key}" for key in kind if key in ("at", "remind", "followUps", "every", "from", "for", "toldFor", "weekday", "below", "above",
                                                                       "since", "where", "ahead", "milestones", "time", "times", "days")]
    found += [f"item {key}" for key in ("date", "time", "times", "days", "rrule", "until", "exdates", "completions", "snoozedUntil", "archived", "location") if item.get(key)]
    found += [f"repeat {item['repeat']}"] if item.get("repeat") else []
    found += [f"preference {shape}"] if oracle.preferences.get(c["kind"]) else []
    found += ["late"] if c.get("late") else []
    found += ["deferred"] if c.get("from") else []
    found += [f"shifted {c['shifted']}"] if c.get("shifted") else []
    found += ["badge"] if c.get("badge") else []
    found += ["snoozed"] if c["notification"].split(".")[-1] == "snoozed" else []
    found += ["travel"] if oracle.account.get("zoneChanges") else []
    found += ["completions with a time"] if any("T" in each for each in item.get("completions", [])) else []
    return found + [f"{shape} {c['reason'] or ('armed' if c['local'] is None else 'scheduled')}"]


EXPECTED = """series untilDone event threshold digest place streak quietDigest withdrawn series.at series.remind series.followUps series.every series.from series.weekday
series.days series.times untilDone.at untilDone.for event.toldFor threshold.below threshold.above threshold.since threshold.where threshold.time digest.where
digest.ahead streak.milestones late deferred snoozed travel badge""".split() + [
    "item times", "item days", "item rrule", "item until", "item exdates", "completions with a time", "repeat daily", "repeat weekly", "repeat monthly",
    "repeat yearly", "repeat customDays", "shifted dstGap", "shifted zoneChange", "shifted minimumGap", "preference series", "preference digest",
    *(f"series {reason}" for reason in """scheduled accountDisabled unauthorized kindDisabled inactive completed past beyondWindow alreadyDelivered superseded
      quietHours inDigest duplicate minimumGap dailyCap hourlyCap kindCap slotLimit dstGap zoneChange""".split()),
    *(f"{shape} {reason}" for shape in ("untilDone", "event", "threshold", "digest", "streak") for reason in ("scheduled", "alreadyDelivered")),
    *(f"{shape} noDueDate" for shape in ("series", "untilDone", "event")), "event expired", "digest nothingDue", "place armed", "place completed",
    "place alreadyDelivered"]


# One document -------------------------------------------------------------------------------------------------------

class Runner(crowding.Runner):
    def plan_all(self, name, accounts, now, days):
        with open(self.export, "w", encoding="utf-8") as file:
            json.dump({"format": "tickler-export/1", "app": self.app, "accounts": accounts}, file)
        out = os.path.join(self.folder, name)
        self.run("plan", self.export, "--now", crowding.text(now), "--days", str(days), "--out", out, "--no-progress", "--quiet", "--emit", "plan,actions,summary", "--jobs", "1")
        return out


def compare(policy, accounts, now, days, decisions, zones, counts, actions=None):
    for account in accounts:
        oracle = declared.Oracle(policy, account, now, days, zones)
        mine = oracle.plan()
        key = lambda row: json.dumps(row, sort_keys=True)
        theirs = sorted((found(line, policy) for line in decisions if line["account"] == account["id"]), key=key)
        ours = sorted((wanted(oracle, c) for c in mine), key=key)
        if theirs != ours:
            raise AssertionError("\n".join([f"account {account['id']}"] + [f"tickler {key(row)}" for row in theirs if row not in ours]
                                           + [f"oracle  {key(row)}" for row in ours if row not in theirs]))
        counts["decisions"] += len(ours)
        if actions is not None:
            theirs = sorted(action["request"] for action in actions if action["account"] == account["id"] and action["action"] == "withdraw")
            if theirs != (ours := oracle.withdrawn()):
                raise AssertionError(f"account {account['id']}: tickler withdraws {theirs}, the oracle {ours}")
            counts["withdrawn"] += len(ours)
        for c in mine:
            counts.update(features(oracle, c))


def steps(r, runner, policy, accounts, now, zones):
    counts = Counter()
    for step in range(3):
        days = r.choice([0, 1, 2, 5])
        try:
            out = runner.plan_all(f"out{step}", accounts, now, days)
            decisions = crowding.lines(out, "plan.ndjson")[1:]
            compare(policy, accounts, now, days, decisions, zones, counts, crowding.lines(out, "actions.ndjson"))
            if step == 2:
                check_commands(runner, out, accounts, now, days)
        except AssertionError as wrong:
            raise AssertionError(f"step {step}, now {crowding.text(now)}, days {days}:\n{wrong}") from None
        later = now + timedelta(minutes=r.choice([5, 20, 60, 200, 700, 1500]))
        for account in accounts:
            for line in sorted(decisions, key=lambda line: line.get("at", "")):
                if line["account"] == account["id"] and line["outcome"] == "armed" and r.random() < 0.4:
                    account["delivered"].append({"id": line["request"], "at": crowding.text(later - timedelta(minutes=r.choice([0, 15, 600])))})
                if line["account"] != account["id"] or line["outcome"] != "scheduled":
                    continue
                if line["at"] <= crowding.text(later):
                    is_snoozed = line["notification"].split(".")[-1] == "snoozed" or "snoozed." in line["notification"]
                    account["delivered"].append({"id": line["request"], "at": line["at"], "shown": not is_snoozed and r.random() < 0.6})
                elif r.random() < 0.05:
                    # Ahead of time: the device's clock is wrong, or the app told of it itself.
                    account["delivered"].append({"id": line["request"], "at": crowding.text(later)})
            for item in account["items"]:
                if r.random() < 0.2:
                    day, times = later.date().isoformat(), item.get("times") or [item.get("time", "09:00")]
                    item.setdefault("completions", []).append(day + (f"T{r.choice(times)}" if r.random() < 0.5 else ""))
                if "left" in item and r.random() < 0.1:
                    item["left"] = 15
        now = later
    return counts


def check_commands(runner, out, accounts, now, days):
    """The files fit together, and a device that carries the actions out has nothing left to do."""
    runner.run("verify", out, policy=False)
    held = {}
    for line in runner.run("apply", out, runner.export).splitlines():
        device = json.loads(line)
        held[device["account"]] = device["pending"]
    again = runner.plan_all("again", [
        {**account, "pending": held.get(account["id"], []), "delivered": [{**entry, "shown": False} for entry in account["delivered"]]} for account in accounts
    ], now, days)
    rest = [action for action in crowding.lines(again, "actions.ndjson") if action.get("action") not in (None, "keep")]
    if rest:
        raise AssertionError(f"after the actions there is still to do: {rest[:3]}")


def check_example(options, folder, name, zones, path, export):
    """An app as it stands, over some days."""
    counts, runner = Counter(), Runner(options, folder)
    runner.policy, runner.app = path, export["app"]
    with open(os.path.join(path, "policy.toml"), "rb") as file:
        policy = tomllib.load(file)
    for start in (datetime(2026, 10, 21, 5, tzinfo=crowding.UTC), datetime(2027, 3, 26, 20, tzinfo=crowding.UTC)):
        for step in range(4):
            now = start + step * timedelta(hours=17)
            decisions = crowding.lines(runner.plan_all(f"{name}{start.year}{step}", export["accounts"], now, 6), "plan.ndjson")[1:]
            compare(policy, export["accounts"], now, 6, decisions, zones, counts)
    return counts


def check_examples(options, folder, zones):
    """Examples/pillbox, and what `tickler init` makes of its export."""
    pillbox = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Examples/pillbox")
    with open(os.path.join(pillbox, "export.json"), encoding="utf-8") as file:
        export = json.load(file)
    counts = check_example(options, folder, "pillbox", zones, pillbox, export)
    export["app"], source, made = "medi", os.path.join(folder, "medi.json"), os.path.join(folder, "made")
    with open(source, "w", encoding="utf-8") as file:
        json.dump(export, file)
    subprocess.run([options.binary, "init", "medi", "--from", source, "--out", made, "--templates", options.templates], check=True, capture_output=True)
    return counts + check_example(options, folder, "medi", zones, made, export)


def check(options, seed, folder, zones):
    r = random.Random(f"declared/{options.seed}/{seed}")
    start = r.choice([(2026, 10, 23), (2026, 10, 24), (2026, 10, 31), (2027, 3, 13), (2027, 3, 27), (2026, 11, 15), (2026, 10, 3)])
    now = datetime(*start, r.randrange(24), r.choice([0, 10, 45]), tzinfo=crowding.UTC)
    runner = Runner(options, folder)
    runner.app = "x"
    with open(runner.policy, "w", encoding="utf-8") as file:
        file.write(toml(random_policy(r)))
    with open(runner.policy, "rb") as file:
        policy = tomllib.load(file)
    # Where clocks are put forward that day, as often as not.
    springs = {(2027, 3, 13): "America/New_York", (2027, 3, 27): "Europe/Rome"}
    accounts = [random_account(r, f"a{n}", r.choice([springs.get(start, "UTC"), r.choice(ZONES)]), policy, now, zones) for n in range(4)]
    return steps(r, runner, policy, accounts, now, zones)


def main():
    parser = argparse.ArgumentParser()
    for name in ("binary", "zoneinfo", "templates"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first document, to look at one alone")
    parser.add_argument("--keep", help="where the first document that differs is left")
    options = parser.parse_args()
    zones = plain.Zones(options.zoneinfo)
    failed, counts = 0, Counter()
    with tempfile.TemporaryDirectory() as folder:
        counts += check_examples(options, folder, zones)
    for seed in range(options.first, options.first + options.documents):
        with tempfile.TemporaryDirectory() as folder:
            try:
                counts += check(options, seed, folder, zones)
            except AssertionError as wrong:
                failed += 1
                print(f"document {seed}: {wrong}", file=sys.stderr)
                if options.keep and failed == 1:
                    subprocess.run(["cp", "-r", folder, options.keep], check=True)
    total = counts.pop("decisions", 0)
    print("; ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    missing = [name for name in EXPECTED if not counts[name]] if options.documents >= 400 else []
    if missing:
        print("never occurred: " + ", ".join(missing), file=sys.stderr)
    print(f"{options.documents} documents, {total} decisions, {failed} documents differ")
    sys.exit(1 if failed or missing else 0)


if __name__ == "__main__":
    main()
