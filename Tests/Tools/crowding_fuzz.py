#!/usr/bin/env python3
"""Random policies with rules for quiet hours, digests, caps and a minimum gap, against an implementation of docs/policies.md.

    crowding_fuzz.py --binary tickler --zoneinfo DIR --templates DIR [--seed 1] [--documents 100] [--keep DIR]

Each document is an account of one app with tasks that occur once and a daily reminder. It is planned three times in a row, each later and
with what went out until then as delivered, so that a plan made within the day is held as well. Each plan is verified, its page and calendar made
anew are the same, explain has the plan's outcomes, and a device that carries the actions out has nothing left to do. The exit status is 1 when
anything differs.
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
from datetime import date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
KINDS = ["task", "dailyReminder"]
UTC = timezone.utc


def text(instant):
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def at_time(value):
    return time.fromisoformat(value)


# What is random.

def clock(r, hours):
    return f"{r.choice(hours):02}:{r.choice([0, 0, 15, 30, 45]):02}"


def random_hours(r):
    kind = r.randrange(3)
    if kind == 0:
        return {"start": clock(r, [20, 21, 22, 23]), "end": clock(r, [5, 6, 7, 8, 9])}
    if kind == 1:
        return {"start": clock(r, [12, 13]), "end": clock(r, [14, 15])}
    return {"start": clock(r, range(24)), "end": clock(r, range(24))}


def random_policy(r):
    rules = []
    for _ in range(r.choice([1, 2, 3, 4])):
        rule = {"action": r.choice(["defer", "defer", "drop", "pass", "digest"])}
        if r.random() < 0.85:
            rule.update(random_hours(r))
        if r.random() < 0.4:
            rule["kinds"] = r.sample(KINDS, r.choice([1, 2]))
        if r.random() < 0.5:
            rule["days"] = r.sample(WEEKDAYS, r.choice([1, 2, 5]))
        if r.random() < 0.4:
            rule["from"], rule["until"] = r.choice([("10-01", "10-25"), ("10-20", "03-01"), ("11-01", "12-31"), ("10-24", "10-24")])
        rules.append(rule)
    policy = {"rules": rules, "caps": {}, "kinds": {kind: {"caps": {}} for kind in KINDS + ["quietDigest"]}}
    if r.random() < 0.2:
        # One table for all days and kinds.
        policy["rules"], policy["single"] = [], {"action": r.choice(["defer", "drop", "digest"]), **random_hours(r)}
    if r.random() < 0.4:
        policy["caps"]["perDay"] = r.choice([1, 3, 6])
    if r.random() < 0.4:
        policy["caps"]["perHour"] = r.choice([1, 2])
    for kind in KINDS:
        if r.random() < 0.3:
            policy["kinds"][kind]["caps"] = {r.choice(["perDay", "perHour"]): r.choice([1, 2, 3])}
        if r.random() < 0.2:
            policy["kinds"][kind]["quiet"] = r.choice(["defer", "drop", "pass", "digest"])
        policy["kinds"][kind]["priority"] = r.choice([3, 5, 6])
    if r.random() < 0.5:
        policy["caps"]["minimumGap"] = r.choice(["15m", "20m", "90s", "2h"])
        if r.random() < 0.7:
            policy["caps"]["tooSoon"] = r.choice(["move", "move", "drop"])
    policy["kinds"]["dailyReminder"]["time"] = clock(r, range(24))
    policy["kinds"]["quietDigest"]["priority"] = r.choice([4, 9])
    if r.random() < 0.1:
        policy["kinds"]["task"]["critical"] = True
    return policy


def toml(policy):
    lines = ['format = "tickler-policy/1"', 'app = "x"', "[slots]", "ios = 1000", "reserved = 0"]
    for rule in policy["rules"]:
        lines.append("[[quietHours]]")
        lines += [f"{key} = {json.dumps(value)}" for key, value in rule.items()]
    if "single" in policy:
        lines.append("[quietHours]")
        lines += [f"{key} = {json.dumps(value)}" for key, value in policy["single"].items()]
    if policy["caps"]:
        lines.append("[caps]")
        lines += [f"{key} = {json.dumps(value)}" for key, value in policy["caps"].items()]
    identifiers = {"task": "t.{id}", "dailyReminder": "d", "quietDigest": "q-{time}"}
    for kind, settings in policy["kinds"].items():
        lines += [f"[kinds.{kind}]", f'identifier = "{identifiers[kind]}"', 'title = "{{count}}"' if kind == "quietDigest" else 'title = "-"']
        if kind == "quietDigest":
            lines.append('body = "{{titles.raw}}|{{more}}"')
        if kind == "task":
            lines[-1] = 'title = "{{title}}"'
        lines += [f"{key} = {json.dumps(value)}" for key, value in settings.items() if key != "caps"]
        if settings.get("caps"):
            lines.append(f"[kinds.{kind}.caps]")
            lines += [f"{key} = {value}" for key, value in settings["caps"].items()]
    return "\n".join(lines) + "\n"


def random_export(r, today, zone):
    items, times = [], [clock(r, range(24)) for _ in range(4)]
    for number in range(r.choice([3, 8, 20])):
        when = r.choice(times) if r.random() < 0.3 else f"{r.randrange(24):02}:{r.randrange(60):02}"
        items.append({"kind": "task", "id": f"{number:02}", "title": f"T{number:02}", "time": when,
                      "date": (today + timedelta(days=r.choice([-1, 0, 0, 0, 1, 1, 2, 3]))).isoformat()})
    account = {"id": "a", "timeZone": zone, "items": items, "delivered": [], "preferences": {}}
    if r.random() < 0.25:
        account["preferences"]["quietHours"] = random_hours(r) if r.random() < 0.8 else {"start": "08:00", "end": "08:00"}
    if r.random() < 0.2:
        account["preferences"]["kinds"] = {r.choice(["task", "quietDigest"]): False}
    return account


# What docs/policies.md says.

class Oracle:
    def __init__(self, policy, account, now, days):
        self.policy, self.account, self.now = policy, account, now
        self.zone = ZoneInfo(account["timeZone"])
        self.today = now.astimezone(self.zone).date()
        self.days = days
        self.end = self.instant(self.today + timedelta(days=days + 1), time(0))
        own = account["preferences"].get("quietHours")
        self.own = (at_time(own["start"]), at_time(own["end"])) if own else None
        self.off = account["preferences"].get("kinds", {})
        self.delivered = [(entry["id"], datetime.fromisoformat(entry["at"])) for entry in account["delivered"]]

    def kind_delivered(self, id):
        return {"t": "task", "d": "dailyReminder", "q": "quietDigest"}[id[0]]

    def instant(self, day, clock_time):
        """In a gap with the offset before it, in an overlap the first: PEP 495's fold 0."""
        return datetime.combine(day, clock_time, self.zone).astimezone(UTC)

    def local(self, instant):
        return instant.astimezone(self.zone).replace(tzinfo=None)

    def is_critical(self, kind):
        return self.policy["kinds"][kind].get("critical", False)

    def priority(self, kind):
        return self.policy["kinds"][kind].get("priority", 5)

    def rule(self, kind, day):
        """Hours and action of the quiet hours that begin on a date."""
        own_action = self.policy["kinds"][kind].get("quiet") or ("pass" if kind == "quietDigest" else None)
        if self.is_critical(kind):
            return None
        found = None
        if "single" in self.policy:
            found = self.policy["single"]
        for rule in self.policy["rules"]:
            month_day = f"{day.month:02}-{day.day:02}"
            first, last = rule.get("from"), rule.get("until")
            season = first is None or (first <= month_day <= last if first <= last else month_day >= first or month_day <= last)
            if kind in rule.get("kinds", [kind]) and WEEKDAYS[day.weekday()] in rule.get("days", WEEKDAYS) and season:
                found = rule
                break
        hours = self.own
        if not hours and found and "start" in found:
            hours = at_time(found["start"]), at_time(found["end"])
        action = own_action or (found["action"] if found else "defer")
        if not hours or hours[0] == hours[1] or action == "pass":
            return None
        return hours[0], hours[1], action

    def spell(self, kind, instant):
        local = self.local(instant)
        for day in (local.date(), local.date() - timedelta(days=1)):
            rule = self.rule(kind, day)
            if not rule:
                continue
            start, end, action = rule
            over = datetime.combine(day + timedelta(days=1 if start > end else 0), end)
            if datetime.combine(day, start) <= local < over:
                return action, over
        return None

    def over(self, kind, instant):
        """The end of quiet hours that move; None: it lies in none."""
        found = self.spell(kind, instant)
        if not found or found[0] == "drop":
            return None
        end = self.instant(found[1].date(), found[1].time())
        if end <= instant:
            end = datetime.combine(found[1].date(), found[1].time(), self.zone).replace(fold=1).astimezone(UTC)
        return end

    def over_all(self, kind, instant):
        """The end of quiet hours that move, and of those that they run into."""
        end = self.over(kind, instant)
        while end is not None and "single" not in self.policy and (further := self.over(kind, end)):
            end = further
        return end

    def settle(self, c):
        kind = c["kind"]
        if self.off.get(kind) is False:
            c["reason"] = "kindDisabled"
        found = self.spell(kind, c["at"])
        if found and found[0] != "drop":
            c["from"], c["at"] = c["at"], self.over_all(kind, c["at"])
            c["digest"] = found[0] == "digest" and self.off.get("quietDigest") is not False
        if c.get("reason"):
            return c
        c["reason"] = self.late(c)
        return c

    def late(self, c):
        if c["at"] <= self.now:
            return "past"
        if c["at"] >= self.end:
            return "beyondWindow"
        asked = c.get("from") or c["at"]
        for id, at in self.delivered:
            name, _, day = id.partition("@")
            if name != c["notification"]:
                continue
            if day and day == c["local"].date().isoformat():
                return "alreadyDelivered"
            if not day and at >= asked - timedelta(seconds=60):
                return "alreadyDelivered"
        if not c.get("digest"):
            found = self.spell(c["kind"], c["at"])
            if found and found[0] == "drop":
                return "quietHours"
            return None
        return "inDigest"

    def plan(self):
        candidates = []
        for item in self.account["items"]:
            local = datetime.combine(date.fromisoformat(item["date"]), at_time(item["time"]))
            candidates.append({"kind": "task", "notification": "t." + item["id"], "title": item["title"], "local": local})
        reminder = at_time(self.policy["kinds"]["dailyReminder"]["time"])
        for offset in range(-1, self.days + 1):
            local = datetime.combine(self.today + timedelta(days=offset), reminder)
            if offset < 0:
                end = self.over_all("dailyReminder", self.instant(local.date(), local.time()))
                if end is None or end <= self.now:
                    continue
            candidates.append({"kind": "dailyReminder", "notification": "d", "title": "-", "local": local})
        for c in candidates:
            c["at"] = self.instant(c["local"].date(), c["local"].time())
            self.settle(c)
        held = {}
        for c in candidates:
            if c["reason"] == "inDigest":
                held.setdefault(c["at"], []).append(c)
        for end, those in sorted(held.items()):
            those.sort(key=lambda c: (c["from"], -self.priority(c["kind"]), KINDS.index(c["kind"]) == 0, c["notification"]))
            local = self.local(end)
            titles = list(dict.fromkeys(c["title"] for c in those))
            name = "q-" + local.strftime("%H%M" if local.second == 0 else "%H%M%S")
            candidates.append(self.settle({"kind": "quietDigest", "notification": name, "at": end, "local": local, "title": str(len(those)),
                                           "count": len(those), "titles": titles}))
        self.gaps(candidates)
        self.caps(candidates)
        return candidates

    def order(self, c):
        return c["at"], -self.priority(c["kind"]), c["notification"], c["local"]

    def gaps(self, candidates):
        gap = self.policy["caps"].get("minimumGap")
        if not gap:
            return
        gap = timedelta(seconds=int(gap[:-1]) * {"s": 1, "m": 60, "h": 3600}[gap[-1]])
        moves = self.policy["caps"].get("tooSoon", "move") == "move"
        delivered = max((at for _, at in self.delivered if at <= self.now), default=None)
        in_turn = [c for c in candidates if not c["reason"] or c["reason"] == "past" and self.local(c["at"]).date() == self.today]
        free = None
        for c in sorted(in_turn, key=self.order):
            target = c["at"] if free is None else max(c["at"], free)
            if delivered and target > self.now and target < delivered + gap - timedelta(seconds=60):
                target = delivered + gap
            if target != c["at"] and not self.is_critical(c["kind"]):
                has_room = target < self.end and self.local(target).date() == self.local(c["at"]).date() and not self.spell(c["kind"], target)
                if not moves or not has_room:
                    if not c["reason"]:
                        c["reason"] = "minimumGap"
                    continue
                if target > self.now:
                    moved = {**c, "from": c.get("from") or c["at"], "at": target, "shifted": "minimumGap", "reason": None}
                    moved["reason"] = self.late(moved)
                    if not moved["reason"] or not c["reason"]:
                        c.update(moved)
                    if moved["reason"]:
                        continue
            elif self.is_critical(c["kind"]):
                target = c["at"]
            free = target + gap if free is None else max(free, target + gap)

    def caps(self, candidates):
        kept = {}

        def keys(local, kind):
            hour = (local.date(), local.hour)
            return [("perDay", None, local.date()), ("perHour", None, hour), ("perDay", kind, local.date()), ("perHour", kind, hour)]

        def bound(key):
            caps = self.policy["caps"] if key[1] is None else self.policy["kinds"].get(key[1], {}).get("caps", {})
            return caps.get(key[0])

        for id, at in self.delivered:
            local = self.local(at)
            if local.date() == self.today:
                for key in keys(local, self.kind_delivered(id)):
                    kept[key] = kept.get(key, 0) + 1
        for c in sorted((c for c in candidates if not c["reason"]), key=lambda c: (-self.priority(c["kind"]), self.order(c))):
            all_keys = keys(self.local(c["at"]), c["kind"])
            full = [bound(key) is not None and kept.get(key, 0) >= bound(key) for key in all_keys]
            if any(full) and not self.is_critical(c["kind"]):
                c["reason"] = "dailyCap" if full[0] else "hourlyCap" if full[1] else "kindCap"
            else:
                for key in all_keys:
                    kept[key] = kept.get(key, 0) + 1


def wanted(c):
    row = {"kind": c["kind"], "notification": c["notification"], "local": c["local"].isoformat(), "at": text(c["at"]),
           "outcome": c["reason"] or "scheduled"}
    if c.get("from"):
        row["deferredFrom"] = text(c["from"])
    if c.get("shifted"):
        row["shifted"] = c["shifted"]
    if c["kind"] == "quietDigest":
        row["title"] = str(c["count"])
        row["body"] = ", ".join(c["titles"][:5]) + "|" + (str(len(c["titles"]) - 5) if len(c["titles"]) > 5 else "")
    return row


def found(line):
    row = {key: line[key] for key in ("kind", "notification", "local", "at", "deferredFrom", "shifted") if key in line}
    row["outcome"] = line.get("reason") or line["outcome"]
    if line["kind"] == "quietDigest":
        row["title"], row["body"] = line["title"], line["body"]
    return row


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.export, self.policy = os.path.join(folder, "export.json"), os.path.join(folder, "policy.toml")

    def run(self, *arguments, policy=True):
        shared = ["--zoneinfo", self.options.zoneinfo] if arguments[0] != "apply" else []
        shared += ["--templates", self.options.templates] if arguments[0] != "verify" else []
        shared += ["--policy", self.policy] if policy else []
        done = subprocess.run([self.options.binary, *arguments, *shared], capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"{' '.join(arguments)} ends with {done.returncode}: {done.stdout[-600:]}{done.stderr[-600:]}")
        return done.stdout

    def plan(self, name, account, now, days):
        with open(self.export, "w", encoding="utf-8") as file:
            json.dump({"format": "tickler-export/1", "app": "x", "accounts": [account]}, file)
        out = os.path.join(self.folder, name)
        self.run("plan", self.export, "--now", text(now), "--days", str(days), "--out", out, "--no-progress", "--quiet")
        return out


def lines(out, name):
    with open(os.path.join(out, name), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def check_commands(runner, out, account, now, days):
    """What the other commands say of a plan."""
    runner.run("verify", out, policy=False)
    copy = out + "-copy"
    shutil.copytree(out, copy)
    runner.run("report", copy, "--quiet", policy=False)
    for name in ("index.html", "calendar.ics"):
        with open(os.path.join(out, name), encoding="utf-8") as mine, open(os.path.join(copy, name), encoding="utf-8") as theirs:
            if mine.read() != theirs.read():
                raise AssertionError(f"report makes another {name}")
    explained = json.loads(runner.run("explain", runner.export, "--account", "a", "--now", text(now), "--days", str(days), "--format", "json"))
    key = lambda line: [line.get(name) for name in ("kind", "notification", "local", "at", "outcome", "reason", "deferredFrom")]
    if [key(line) for line in explained["candidates"]] != [key(line) for line in lines(out, "plan.ndjson")[1:]]:
        raise AssertionError("explain and plan differ")
    held = json.loads(runner.run("apply", out, runner.export))
    again = runner.plan("again", {**account, "pending": held["pending"]}, now, days)
    rest = [action for action in lines(again, "actions.ndjson") if action.get("action") not in (None, "keep")]
    if rest:
        raise AssertionError(f"after the actions there is still to do: {rest[:3]}")


def check(options, seed, folder):
    r = random.Random(f"{options.seed}/{seed}")
    zone = r.choice(["UTC", "Europe/Rome", "America/New_York"])
    policy, now = random_policy(r), datetime(2026, r.choice([10, 10, 11]), r.choice([23, 24, 25]), r.randrange(24), r.choice([0, 10, 45]), tzinfo=UTC)
    account = random_export(r, now.astimezone(ZoneInfo(zone)).date(), zone)
    runner = Runner(options, folder)
    with open(runner.policy, "w", encoding="utf-8") as file:
        file.write(toml(policy))
    outcomes = Counter()
    for step in range(3):
        days = r.choice([0, 1, 2])
        try:
            out = runner.plan(f"out{step}", account, now, days)
            decisions = lines(out, "plan.ndjson")[1:]
            mine = Oracle(policy, account, now, days).plan()
            key = lambda row: json.dumps(row, sort_keys=True)
            theirs, ours = sorted(map(found, decisions), key=key), sorted(map(wanted, mine), key=key)
            if theirs != ours:
                raise AssertionError("\n".join([f"tickler {key(row)}" for row in theirs if row not in ours]
                                               + [f"oracle  {key(row)}" for row in ours if row not in theirs]))
            check_commands(runner, out, account, now, days)
        except AssertionError as wrong:
            raise AssertionError(f"step {step}, now {text(now)}, days {days}:\n{wrong}") from None
        outcomes.update(row["outcome"] for row in ours)
        outcomes["moved"] += sum("shifted" in row for row in ours)
        later = now + timedelta(minutes=r.choice([5, 20, 60, 200, 700]))
        for line in sorted(decisions, key=lambda line: line.get("at", "")):
            if line["outcome"] == "scheduled" and line["at"] <= text(later):
                late = timedelta(seconds=r.choice([0, 0, 20]))
                account["delivered"].append({"id": line["request"], "at": text(datetime.fromisoformat(line["at"]) + late)})
        now = later
    return outcomes


def main():
    parser = argparse.ArgumentParser()
    for name in ("binary", "zoneinfo", "templates"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--keep", help="where the first document that differs is left")
    options = parser.parse_args()
    os.environ["PYTHONTZPATH"] = os.path.abspath(options.zoneinfo)
    failed, outcomes = 0, Counter()
    for seed in range(options.documents):
        with tempfile.TemporaryDirectory() as folder:
            try:
                outcomes += check(options, seed, folder)
            except AssertionError as wrong:
                failed += 1
                print(f"document {seed}: {wrong}", file=sys.stderr)
                if options.keep and failed == 1:
                    subprocess.run(["cp", "-r", folder, options.keep], check=True)
    print(f"{options.documents} documents, {failed} differ; " + ", ".join(f"{count} {name}" for name, count in outcomes.most_common()))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
