#!/usr/bin/env python3
"""Random exports, and tickler's commands held against each other: what one says, the others must not contradict.

    commands_fuzz.py --binary tickler --zoneinfo DIR --older DIR --templates DIR [--seed 1] [--documents 40] [--accounts 8]
                     [--only causes,sequences,changed,report,diagnostics,zones,parts,poison,explain,verify,past] [--keep DIR]

- causes: two plans of which one circumstance differs are told apart by that cause alone, and of several by those alone
- sequences: over a row of plans no event's SEQUENCE falls, and it rises with everything that the event shows
- changed: with --only-changed a run writes what it writes without, byte for byte, however much has changed and whatever marks there are
- report: the page and the calendars made anew are the run's, byte for byte, and from plan.ndjson alone the calendars
- diagnostics: every command prints what plan prints, and none prints a result under --strict
- zones: accounts, and notifications on the days of clock changes, are those of the plan, counted with Python's zoneinfo
- parts: plans of ranges and files that workers make are merged into the plan that one run makes, byte for byte
- poison: a line that is damaged costs itself and nothing else, however a partition is put together
- explain: every candidate has the plan's outcome; entries and bills are cited from their own places
- verify: finds nothing in any folder that was planned, whatever was emitted
- past: asked of an archive, the run in force at a notification's instant has the outcome that stands in its plan, what the device was told is one
  of its actions, and a delivery is one of the exports'

Exports are made by contract_fuzz.py. The exit status is 1 when anything differs.
"""

import argparse
import filecmp
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta, timezone

import contract_fuzz
import contract_oracle as oracle


class Wrong(Exception):
    pass


class Runner:
    """The program, in a folder of its own."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        # The older tree has few zones: those that it lacks are the newer one's.
        self.older = os.path.join(folder, "older")
        shutil.copytree(options.zoneinfo, self.older)
        shutil.copytree(options.older, self.older, dirs_exist_ok=True)

    def run(self, *arguments, statuses=(0, 1), stdin=None):
        done = subprocess.run([self.options.binary, *arguments], capture_output=True, text=True, input=stdin)
        if done.returncode not in statuses:
            raise Wrong(f"{' '.join(arguments)}\nends with {done.returncode}: {done.stderr[-800:]}{done.stdout[-300:]}")
        return done

    def shared(self, now, days, policy=None, zoneinfo=None):
        return ["--now", oracle.instant_text(now), "--days", str(days), "--zoneinfo", zoneinfo or self.options.zoneinfo,
                "--templates", self.options.templates, *(["--policy", policy] if policy else [])]

    def plan(self, name, export, now, days, *more, policy=None, zoneinfo=None):
        out = os.path.join(self.folder, name)
        if not os.path.exists(out):
            os.mkdir(out)
        self.run("plan", self.write(name + ".json", export), "--out", out, "--no-progress", *more,
                 *self.shared(now, days, policy, zoneinfo))
        self.verify(out)
        return out

    def verify(self, out):
        self.run("verify", out, "--zoneinfo", self.options.zoneinfo, statuses=(0,))

    def write(self, name, export):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(export, file, ensure_ascii=False)
        return path

    def policy(self, app, varied):
        path = os.path.join(self.folder, f"varied-{app}.toml")
        contract_fuzz.write_policy(self.options.templates, app, varied, path)
        return path


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def diff(runner, old, new):
    done = runner.run("diff", old, new, "--format", "json", "--zoneinfo", runner.options.zoneinfo,
                      "--templates", runner.options.templates, statuses=(0, 2))
    return json.loads(done.stdout)["changes"]


def causes_of(change):
    return set(change.get("causes", [change["cause"]]))


def plan_alone(runner, folder):
    """The plan file of a folder without what stands beside it."""
    alone = folder + "-alone"
    shutil.rmtree(alone, ignore_errors=True)
    os.mkdir(alone)
    shutil.copy(os.path.join(folder, "plan.ndjson"), alone)
    return os.path.join(alone, "plan.ndjson")


# What differs between two runs.

def other_settings(r, account):
    preferences = account.setdefault("preferences", {})
    pick = r.randrange(4)
    if pick == 0:
        account["timeZone"] = "Asia/Kathmandu" if account["timeZone"] != "Asia/Kathmandu" else "Europe/Paris"
        account.pop("zoneChanges", None)
    elif pick == 1:
        preferences["quietHours"] = {"start": "05:00", "end": r.choice(["10:07", "14:07"])}
    elif pick == 2:
        preferences["enabled"] = not preferences.get("enabled", True)
    else:
        account["authorization"] = "denied" if account.get("authorization") != "denied" else "authorized"


def other_words(r, account):
    """Another title of every item: nothing but data."""
    for item in account.get("items", []):
        for name in ("title", "name"):
            if name in item:
                item[name] += " anew"


def check_causes(runner, r, app, generator, export):
    now, days = generator.now, generator.days
    base = runner.plan("base", export, now, days)
    later = now + timedelta(seconds=r.choice([1, 3600, 30000, 86400, 200000, 31 * 86400]))
    policy = runner.policy(app, {"quietHours": {"start": "06:00", "end": "11:00"}})
    circumstances = {
        "time": dict(now=later), "window": dict(days=days + r.choice([1, 2, 9])),
        "policy": dict(policy=policy), "tzdata": dict(zoneinfo=runner.older),
    }
    for _ in range(5):
        names = r.sample(sorted(circumstances), r.choice([1, 1, 2, 3]))
        how = dict(now=now, days=days)
        for name in names:
            how.update(circumstances[name])
        new = runner.plan("new", export, how.pop("now"), how.pop("days"), **how)
        for old, other in ((base, new), (new, base), (plan_alone(runner, base), plan_alone(runner, new))):
            for change in diff(runner, old, other):
                if not causes_of(change) <= set(names):
                    raise Wrong(f"the same inputs, {names} differ: {change}")
    # The export is another, by what was set, by what is done, and by both.
    for edits in ([other_settings], [other_words], [other_settings, other_words]):
        changed = json.loads(json.dumps(export))
        for account in changed["accounts"]:
            for edit in edits:
                edit(r, account)
        new = runner.plan("new", changed, now, days)
        wanted = {"data"} if edits == [other_words] else {"settings"} if len(edits) == 1 else {"settings", "data"}
        for old, other, alone in ((base, new, False), (plan_alone(runner, base), plan_alone(runner, new), True)):
            for change in diff(runner, old, other):
                causes, fields = causes_of(change), {d["field"] for d in change.get("differences", [])}
                if not causes <= (wanted if not alone else {"settings", "data"}):
                    raise Wrong(f"only {wanted} differ{' (plan alone)' if alone else ''}: {change}")
                moved = change["change"] == "moved" and "zone" in fields
                if len(edits) == 2 and moved and fields & {"title", "body"} and "deferredFrom" not in fields and causes != {"settings", "data"}:
                    raise Wrong(f"both differ{' (plan alone)' if alone else ''}: {change}")
                if alone and change.get("reason") in ("accountDisabled", "unauthorized") and "settings" not in causes:
                    raise Wrong(f"a switch is a setting (plan alone): {change}")
    # Where settings and policy differ, settings go first.
    changed = json.loads(json.dumps(export))
    for account in changed["accounts"]:
        account.setdefault("preferences", {})["quietHours"] = {"start": "05:00", "end": "10:07"}
    new = runner.plan("new", changed, now, days, policy=policy)
    before = {a["account"]: a["settings"] for a in lines(os.path.join(base, "accounts.ndjson"))[1:]}
    after = {a["account"]: a["settings"] for a in lines(os.path.join(new, "accounts.ndjson"))[1:]}
    for change in diff(runner, base, new):
        isSet = before[change["account"]] != after[change["account"]]
        if change["change"] == "moved" and isSet and "policy" in causes_of(change):
            raise Wrong(f"settings go before policy: {change}")


# Calendars.

def events(folder, name):
    """UID → (SEQUENCE, everything else that the event shows) of a calendar and its parts."""
    found = {}
    paths = [os.path.join(folder, name + ".ics")]
    if os.path.isdir(os.path.join(folder, name)):
        paths += [os.path.join(folder, name, part) for part in sorted(os.listdir(os.path.join(folder, name)))]
    for path in filter(os.path.exists, paths):
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read().replace("\r\n ", "")
        for event in re.findall(r"BEGIN:VEVENT\r\n(.*?)END:VEVENT", text, re.S):
            rows = event.split("\r\n")
            uid = next(row[4:] for row in rows if row.startswith("UID:"))
            sequence = int(next(row[9:] for row in rows if row.startswith("SEQUENCE:")))
            if uid in found:
                raise Wrong(f"{uid} stands twice in {path}")
            found[uid] = sequence, [row for row in rows if not row.startswith(("DTSTAMP", "SEQUENCE"))]
    return found


def mutate(r, app, export, original):
    """The export of another day: accounts travel, items and accounts go and come back."""
    changed = json.loads(json.dumps(original if r.random() < 0.4 else export))
    for account in changed["accounts"]:
        pick = r.random()
        if pick < 0.25:
            account["timeZone"] = r.choice(["Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati", "Europe/London"])
            account.pop("zoneChanges", None)
        elif pick < 0.4:
            account["items"] = [item for item in account.get("items", []) if r.random() < 0.6]
        elif pick < 0.5:
            other_words(r, account)
        elif pick < 0.6:
            other_settings(r, account)
    if r.random() < 0.3:
        changed["accounts"] = [account for account in changed["accounts"] if r.random() < 0.7]
    return changed


def check_sequences(runner, r, app, generator, export):
    now, original, last, previous, badges = generator.now, export, {}, None, {}
    for step in range(6):
        days = r.choice([generator.days, generator.days, 0, 1, generator.days + 3])
        out = runner.plan(f"step{step}", export, now, days, "--emit", "plan,summary,ics", *(["--ics-times", "zoned"] if generator.days % 2 else []),
                          *(["--previous", previous] if previous else []))
        going, gone = events(out, "calendar"), events(out, "cancelled")
        numbers = {line["uid"]: line.get("badge") for line in lines(os.path.join(out, "plan.ndjson"))[1:] if line["outcome"] == "scheduled"}
        for uid, (sequence, shown) in [*going.items(), *gone.items()]:
            if uid in last:
                before, what, badge = last[uid]
                # What is past has no memory but for a while.
                if sequence < before:
                    raise Wrong(f"step {step}: SEQUENCE of {uid} falls from {before} to {sequence}")
                if uid in gone and previous_had[uid] == "gone":
                    # It stays until its instant; the reason and the clock that its time is told by may be others.
                    if sequence != before:
                        raise Wrong(f"step {step}: {uid} is cancelled again, with SEQUENCE {sequence} after {before}")
                    continue
                differs = shown != what or uid in going and numbers.get(uid) != badge
                if differs and sequence == before and previous_had[uid]:
                    raise Wrong(f"step {step}: {uid} shows other things and keeps SEQUENCE {sequence}:\n{what}\n{shown}, badge {badge} → {numbers.get(uid)}")
                if not differs and uid in going and sequence != before and previous_had[uid] == "going":
                    raise Wrong(f"step {step}: {uid} shows the same and has SEQUENCE {sequence} after {before}")
        for uid, (sequence, shown) in [*gone.items(), *going.items()]:
            last[uid] = sequence, shown, numbers.get(uid)
        previous_had = defaultdict(str, {**{uid: "gone" for uid in gone}, **{uid: "going" for uid in going}})
        previous = out
        now += timedelta(seconds=r.choice([0, 600, 3600, 30000, 86400]))
        generator.now = now
        export = mutate(r, app, export, original)


def check_changed(runner, r, app, generator, export):
    """Both runs are started by one command line, since that stands in what they write."""
    original, previous, now = export, None, generator.now
    config, inputs = os.path.join(runner.folder, "run.toml"), os.path.join(runner.folder, "in.json")
    key = os.path.join(runner.folder, "key")
    with open(key, "w", encoding="utf-8") as file:
        file.write("5eed" * 16 + "\n")
    settings = {"inputs": [inputs], "zoneinfo": os.path.abspath(runner.options.zoneinfo),
                "templates": os.path.abspath(runner.options.templates), "jobs": r.choice([1, 2]), **r.choice([{}, {"compress": "gzip"}, {"redact": key}]),
                "emit": r.choice([["plan", "actions", "summary", "html", "ics"], ["plan", "summary"], ["plan", "summary", "ics"]])}
    if "redact" in settings:
        settings["emit"] = [name for name in settings["emit"] if name != "actions"]
    calendar = r.choice(['', '[calendar]\ntimes = "zoned"\n', "[calendar]\naccounts = true\n", '[calendar]\nby = "kind"\n'])
    open_until = r.randrange(3)
    for step in range(6):
        days, jobs = r.choice([generator.days, generator.days, generator.days, generator.days + 1]), settings["jobs"]
        runner.write("in.json", export)
        wants, outs = None, {}
        for name in ("full", "changed"):
            outs[name] = os.path.join(runner.folder, f"{name}{step}")
            # The first plans may not be redacted yet.
            values = {**{key: value for key, value in settings.items() if key != "redact" or step >= open_until}, "days": days, "out": outs[name], "jobs": jobs if name == "changed" else 3 - jobs,
                      **({"previous": previous} if previous else {}), **({"onlyChanged": True} if name == "changed" else {})}
            with open(config, "w", encoding="utf-8") as file:
                file.write('format = "tickler-run/1"\n' + "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items()) + calendar)
            done = runner.run("run", config, "--now", oracle.instant_text(now), "--no-progress")
            wants = done.stderr if name == "changed" else wants
        tells = "all of the earlier plan is read" in wants
        if tells != (previous is not None and not has_marks):
            raise Wrong(f"step {step}: marks are {'there' if has_marks else 'not there'}, and it says: {wants}")
        marks = os.path.join(outs["changed"], "marks.ndjson")
        copy = outs["changed"] + "-without"
        shutil.copytree(outs["changed"], copy)
        os.remove(os.path.join(copy, "marks.ndjson"))
        listed = os.path.join(copy, ".tickler-files")
        with open(listed, encoding="utf-8") as file:
            lines = [line for line in file if not line.startswith("marks.ndjson\t")]
        with open(listed, "w", encoding="utf-8") as file:
            file.writelines(lines)
        same(outs["full"], copy, f"step {step}, {settings}, {calendar}")
        runner.verify(outs["changed"])
        previous, has_marks = outs["changed"], True
        if r.random() < 0.2:
            has_marks = False
            with open(marks, "rb") as file:
                content = file.read()
            place = r.randrange(len(content))
            damaged = r.choice([content[:place], content[:place] + bytes([content[place] ^ 1 << r.randrange(8)]) + content[place + 1:], b"", None])
            if damaged is None:
                os.remove(marks)
            else:
                with open(marks, "wb") as file:
                    file.write(damaged)
        now += timedelta(seconds=r.choice([0, 0, 1, 60, 600, 3600, 30000, 86400]))
        generator.now = now
        changed, share = mutate(r, app, export, original), r.choice([0, 0.1, 0.5, 1])
        if share < 1:
            # Of as many accounts as that, what the next day has.
            others = {account["id"]: account for account in changed["accounts"]}
            changed["accounts"] = [others.get(account["id"], account) if r.random() < share else account for account in export["accounts"]]
        export = changed


def check_report(runner, r, app, generator, export):
    now, days, original = generator.now, generator.days, export
    options = [*(["--ics-times", "zoned"] if r.random() < 0.6 else []), *(["--ics-accounts"] if r.random() < 0.7 else []),
               *(["--alarms", "10"] if r.random() < 0.3 else [])]
    previous = None
    for step in range(3):
        out = runner.plan(f"step{step}", export, now, days, *options, *(["--previous", previous] if previous else []))
        copy = out + "-copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(out, copy)
        common = ["--templates", runner.options.templates, "--quiet", *options]
        runner.run("report", copy, "--zoneinfo", "/nowhere", *common)
        same(out, copy, f"step {step}, report {options}")
        runner.verify(copy)
        if "--ics-accounts" in options:
            options_without = [option for option in options if option != "--ics-accounts"]
            runner.run("report", copy, "--zoneinfo", "/nowhere", "--templates", runner.options.templates, "--quiet", *options_without)
            same(out, copy, f"step {step}, report without --ics-accounts")
        for name in ("accounts.ndjson", "summary.json", "actions.ndjson"):
            os.remove(os.path.join(copy, name))
        runner.run("report", copy, "--zoneinfo", runner.options.zoneinfo, *common)
        same(out, copy, f"step {step}, report from plan.ndjson alone, {options}", only=("calendar.ics", "calendar", "cancelled.ics", "cancelled", "accounts/cancelled"))
        previous = out
        now += timedelta(seconds=r.choice([0, 3600, 86400]))
        generator.now = now
        export = mutate(r, app, export, original)


def same(a, b, what, only=None):
    def files(folder):
        return {os.path.relpath(os.path.join(root, name), folder) for root, _, names in os.walk(folder) for name in names}
    mine, theirs = files(a), files(b)
    if only:
        mine = {name for name in mine if name.startswith(tuple(only))}
        theirs = {name for name in theirs if name.startswith(tuple(only))}
    if mine != theirs:
        raise Wrong(f"{what}: files {sorted(mine ^ theirs)}")
    for name in sorted(mine):
        if not filecmp.cmp(os.path.join(a, name), os.path.join(b, name), shallow=False):
            with open(os.path.join(a, name), encoding="utf-8") as x, open(os.path.join(b, name), encoding="utf-8") as y:
                first = next(((p, q) for p, q in zip(x, y) if p != q), ("", ""))
            raise Wrong(f"{what}: {name} differs:\n  {first[0][:700]}\n  {first[1][:700]}")


# Diagnostics.

def check_diagnostics(runner, r, app, generator, export):
    now, days = generator.now, generator.days
    broken = json.loads(json.dumps(export))
    broken["whatever"] = 1
    broken["accounts"].append({"id": "lost", "timeZone": "Mars/Base"})
    if r.random() < 0.5:
        broken["accounts"][0].setdefault("items", []).append({"kind": "dance", "id": "x"})
    out = os.path.join(runner.folder, "out")
    path = runner.write("broken.json", broken)
    shared = runner.shared(now, days)
    plan = runner.run("plan", path, "--out", out, "--no-progress", *shared)
    told = [line for line in plan.stderr.splitlines() if not line.startswith("tickler: ")]
    if len([line for line in told if ": error: " in line]) < 1:
        raise Wrong(f"plan tells nothing: {plan.stderr}")
    account = broken["accounts"][0]["id"]
    commands = {
        "drift": ["drift", path, "--against", runner.options.zoneinfo, *shared],
        "simulate": ["simulate", path, "--reserved", "1", *shared],
        "zones": ["zones", path, *shared],
        "explain": ["explain", path, "--account", account, *shared],
        "worker": ["worker", "--app", app, *shared],
    }
    header = {key: broken[key] for key in ("format", "app", "exportedAt")} | {"whatever": 1}
    rows = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in
                   [header, *({"account": a} for a in broken["accounts"]), *({"item": i} for i in broken.get("items", []))])
    for name, command in commands.items():
        stdin = rows if name == "worker" else None
        wanted = told
        if name == "worker":
            wanted = [line for line in runner.run("plan", "-", "--out", out, "--no-progress", *shared, stdin=rows).stderr.splitlines()
                      if not line.startswith("tickler: ")]
        done = runner.run(*command, stdin=stdin, statuses={"simulate": (1, 2), "explain": (0,)}.get(name, (1,)))
        if done.stderr.splitlines() != wanted:
            raise Wrong(f"{name} says\n{done.stderr}plan says\n" + "\n".join(wanted))
        quiet = runner.run(*command, "--quiet", stdin=stdin, statuses=(0, 1, 2))
        if quiet.stderr.splitlines() != [line for line in wanted if ": error: " in line]:
            raise Wrong(f"{name} --quiet says\n{quiet.stderr}")
        strict = runner.run(*command, "--strict", stdin=stdin, statuses=(65,))
        if strict.stdout:
            raise Wrong(f"{name} --strict prints {strict.stdout[:300]}")
    runner.run("simulate", path, *shared, statuses=(64,))
    # Another text is a difference as well: quiet hours that change no instant, or a locale, are told as changed or not at all.
    done = runner.run("simulate", path, "--as-of", oracle.instant_text(now + timedelta(hours=30)), "--format", "json", *shared, statuses=(1, 2))
    counts = json.loads(done.stdout)["counts"]
    if (done.returncode == 2) != (sum(counts.values()) > 0):
        raise Wrong(f"simulate ends with {done.returncode} for {counts}")
    # Against a tree that lacks a zone.
    lacking = os.path.join(runner.folder, "lacking")
    shutil.rmtree(lacking, ignore_errors=True)
    shutil.copytree(runner.options.zoneinfo, lacking)
    zone = export["accounts"][0]["timeZone"]
    os.remove(os.path.join(lacking, zone))
    sound = runner.write("sound.json", export)
    for arguments in (["--against", lacking, *shared], ["--against", runner.options.zoneinfo, *runner.shared(now, days, zoneinfo=lacking)]):
        done = runner.run("drift", sound, "--format", "json", *arguments, statuses=(2,))
        result = json.loads(done.stdout)
        if result["counts"]["removed"] or result["counts"]["added"] or not any(f"lacks {zone}:" in note for note in result["notCompared"]):
            raise Wrong(f"drift without {zone}: {done.stdout[:600]}")


# Zones.

def check_zones(runner, r, app, generator, export):
    now, days = generator.now, generator.days
    out = runner.plan("plan", export, now, days, "--emit", "plan,summary")
    told = {zone["zone"]: zone for zone in json.loads(
        runner.run("zones", os.path.join(runner.folder, "plan.json"), "--format", "json", *runner.shared(now, days)).stdout)["zones"]}
    zones = generator.zones
    living, scheduled, onTheDay, touched = Counter(), Counter(), Counter(), Counter()
    plans = defaultdict(list)
    for line in lines(os.path.join(out, "plan.ndjson"))[1:]:
        if line["outcome"] != "dropped" and "at" in line:
            plans[line["app"], line["account"]].append(oracle.instant(line["at"]))
    for account in lines(os.path.join(out, "accounts.ndjson"))[1:]:
        end = oracle.instant(account["windowEnd"])
        stays = [(stay["zone"], oracle.instant(stay["from"]) if "from" in stay else datetime.min) for stay in account["zones"]]
        stays = [(zone, start, stays[i + 1][1] if i + 1 < len(stays) else datetime.max) for i, (zone, start) in enumerate(stays)]
        for zone in {zone for zone, start, until in stays if start < end and until > now}:
            living[zone] += 1
        for zone, start, until in stays:
            if not (start < end and until > now):
                continue
            mine = [at for at in plans[account["app"], account["account"]] if start <= at < until]
            scheduled[zone] += len(mine)
            for change in told.get(zone, {}).get("transitions", []):
                at = oracle.instant(change["at"])
                if max(now, start) <= at < min(end, until):
                    touched[zone, change["at"]] += 1
                    local = lambda moment: oracle.to_local(zones[zone], moment)
                    before, after = local(at - timedelta(seconds=1)) + timedelta(seconds=1), local(at)
                    day = after.date() if after < before or before.time() == datetime.min.time() and after.date() > before.date() else before.date()
                    onTheDay[zone, change["at"]] += sum(local(moment).date() == day for moment in mine)
    if {zone: told[zone]["accounts"] for zone in told} != dict(living):
        raise Wrong(f"accounts: {dict(living)}, but zones says { {z: told[z]['accounts'] for z in told} }")
    for zone, usage in told.items():
        if usage["scheduled"] != scheduled[zone]:
            raise Wrong(f"{zone}: {scheduled[zone]} scheduled, but zones says {usage['scheduled']}")
        for change in usage["transitions"]:
            key = zone, change["at"]
            if (change["accounts"], change["onTheDay"]) != (touched[key], onTheDay[key]):
                raise Wrong(f"{key}: {touched[key]} accounts, {onTheDay[key]} on the day, but zones says {change}")
    # Changes of the name alone are among the clocks.
    for clock in json.load(open(os.path.join(out, "summary.json"), encoding="utf-8"))["clocks"]:
        zone = zones[clock["zone"]]
        named = [(oracle.instant(c["at"]), c["abbreviation"]) for c in clock["changes"]]
        for i, (at, name) in enumerate(named):
            middle = at + (named[i + 1][0] - at) / 2 if i + 1 < len(named) else at
            for moment in (at, middle):
                seen = moment.replace(tzinfo=timezone.utc).astimezone(zone).tzname()
                if seen != name:
                    raise Wrong(f"clocks of {clock['zone']}: {seen} at {moment}, not {name}")


# Parts.

def write_lines(path, export):
    head = {key: export[key] for key in ("format", "app", "exportedAt")}
    with open(path, "w", encoding="utf-8") as file:
        for line in [head, *({"account": account} for account in export["accounts"])]:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def same_files(one, other):
    """Where two folders differ; nil where they do not."""
    names = [sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, files in os.walk(folder) for name in files)
             for folder in (one, other)]
    if names[0] != names[1]:
        return f"{names[0]} and {names[1]}"
    _, differing, faults = filecmp.cmpfiles(one, other, names[0], shallow=False)
    return ", ".join(differing + faults)


def check_parts(runner, r, app, generator, export):
    inputs, one, merged = (os.path.join(runner.folder, name) for name in ("in", "one", "merged"))
    os.mkdir(inputs)
    ranged = os.path.join(inputs, "b.ndjson")
    now, days, before = generator.now, generator.days, None
    more = r.choice([[], ["--ics-times", "zoned"], ["--ics-accounts"], ["--alarms", "10"]])
    for day in range(3):
        changed = json.loads(json.dumps(export))
        for number, account in enumerate(changed["accounts"]):
            if r.random() < 0.2:
                account["whatever"] = number
            if r.random() < 0.2:
                r.choice([other_settings, other_words])(r, account)
            if r.random() < 0.1:
                account["timeZone"] = "Nowhere/Here"
        changed["accounts"] = [account for account in changed["accounts"] if r.random() < 0.9]
        half = len(changed["accounts"]) // 2
        runner.write("in/a.json", {**changed, "accounts": changed["accounts"][:half], "nothing": 1})
        write_lines(ranged, {**changed, "accounts": changed["accounts"][half:]})
        shared = runner.shared(now, days)
        previous = ["--previous", before] if before else []
        out = one + str(day)
        runner.run("plan", inputs, "--out", out, *previous, *more, "--no-progress", *shared)
        size = os.path.getsize(ranged)
        cuts = sorted({0, size, *(r.randrange(size + 1) for _ in range(r.choice([0, 1, 3, 8])))})
        jobs = [["--input", os.path.join(inputs, "a.json")],
                *(["--input", ranged, "--range", f"{a}:{b if b < size else ''}"] for a, b in zip(cuts, cuts[1:]))]
        parts = [os.path.join(runner.folder, f"part{day}-{number}") for number in range(len(jobs))]
        for part, job in zip(parts, jobs):
            runner.run("worker", inputs, *job, "--out", part, *previous, *shared)
        # As the run tells it, without the places of the machine.
        with open(os.path.join(out, "summary.json"), encoding="utf-8") as file:
            command = json.load(file)["command"]
        ranges = parts[1:]
        r.shuffle(ranges)
        runner.run("merge", parts[0], *ranges, "--out", merged + str(day), "--command", command, *previous, *more,
                   "--zoneinfo", runner.options.zoneinfo, "--templates", runner.options.templates)
        differing = same_files(out, merged + str(day))
        if differing:
            raise Wrong(f"day {day}: one run and {len(parts)} parts differ in {differing}")
        # Without page and calendars no decision is read again.
        runner.run("merge", *parts, "--out", merged + "-lines", "--emit", "plan,actions,summary", "--command", command, *previous,
                   "--zoneinfo", runner.options.zoneinfo, "--templates", runner.options.templates)
        names = ["plan.ndjson", "actions.ndjson", "accounts.ndjson", "summary.json"]
        _, *differing = filecmp.cmpfiles(out, merged + "-lines", names, shallow=False)
        if any(differing):
            raise Wrong(f"day {day}: the lines of one run and of {len(parts)} parts differ in {differing}")
        # Neither a part too few nor one too many.
        if len(ranges) > 1:
            for wrong in (parts[:-1], parts + parts[-1:]):
                done = runner.run("merge", *wrong, "--out", merged + "-none", "--zoneinfo", runner.options.zoneinfo,
                                  "--templates", runner.options.templates, statuses=(65,))
                if os.path.exists(merged + "-none"):
                    raise Wrong(f"a merge that fails leaves a folder: {done.stderr}")
        before = out
        now += timedelta(seconds=r.choice([1, 3600, 86400, 200000]))


def check_poison(runner, r, app, generator, export):
    """Sound lines have the decisions that they have without the others between them."""
    shared = runner.shared(generator.now, generator.days)
    rows = [json.dumps({"account": account}, ensure_ascii=False).encode() for account in export["accounts"]]
    sound = runner.run("worker", "--app", export["app"], *shared, stdin=b"\n".join(rows).decode()).stdout
    head = json.dumps({key: export[key] for key in ("format", "app", "exportedAt")}).encode()

    def bad():
        row = bytearray(r.choice(rows))
        pick = r.randrange(8)
        if pick == 0:
            return bytes(row[:r.randrange(1, len(row))])
        if pick == 1:
            return bytes(row) + b" {}"
        if pick == 2:
            return b"\xff" + bytes(row)
        if pick == 3:
            return bytes(row).replace(b'"account"', b'"account": {"id": "x\xc3"}, "account"', 1)
        if pick == 4:
            return b'{"account": {"id": "twice", "id": "twice", "timeZone": "UTC"}}'
        if pick == 5:
            return b"{" * r.choice([1, 64, 100, 5000])
        if pick == 6:
            return b'{"account": {"id": "' + b"x" * r.choice([70_000, 300_000]) + b'"}}'
        return bytes([r.randrange(1, 256) for _ in range(r.randrange(1, 40))]).replace(b"\n", b"").strip() + b"{"

    def odd():
        return r.choice([b"", b"   ", b"\r", b'{"whatever": 1}', b"null", b"17", b"[]", b'"account"', head, b"\xef\xbb\xbf"])

    for _ in range(3):
        text, wrong = [], 0
        for row in rows:
            while r.random() < 0.5:
                if r.random() < 0.5:
                    text.append(odd())
                else:
                    text.append(bad())
                    wrong += 1
            text.append((b"\xef\xbb\xbf" if r.random() < 0.2 else b"") + row + r.choice([b"", b" ", b"\r"]))
        if r.random() < 0.5:
            text.insert(0, head)
        path = os.path.join(runner.folder, "poison.ndjson")
        with open(path, "wb") as file:
            file.write(b"\n".join(text) + r.choice([b"", b"\n", b"\n\n"]))
        for how in ([], ["--input", path]):
            done = subprocess.run([runner.options.binary, "worker", "--app", export["app"], *shared, *how], capture_output=True,
                                  input=None if how else open(path, "rb").read())
            if done.returncode not in (0, 1) or done.stdout.decode() != sound:
                raise Wrong(f"{how} ends with {done.returncode}: {done.stderr.decode(errors='replace')[-600:]}")
            errors = [line for line in done.stderr.decode(errors="replace").splitlines() if ": error: " in line and ": error: account" not in line and ": error: item" not in line]
            if len(errors) != wrong:
                raise Wrong(f"{wrong} lines are damaged, and {len(errors)} are told of: {errors[:3]}")
        # Where a range begins and ends does not matter either.
        size = os.path.getsize(path)
        cuts = sorted({0, size, *(r.randrange(size + 1) for _ in range(5))})
        pieces = [subprocess.run([runner.options.binary, "worker", "--app", export["app"], *shared, "--input", path, "--range", f"{a}:{b}"],
                                 capture_output=True) for a, b in zip(cuts, cuts[1:])]
        if b"".join(piece.stdout for piece in pieces).decode() != sound:
            raise Wrong(f"ranges {cuts} have other decisions")
    for blank in ("", "\n", " \n\n", "\ufeff", "\ufeff\n"):
        for output in (["--emit", "plan,actions"], ["--out", os.path.join(runner.folder, "blank")]):
            done = runner.run("worker", "--app", export["app"], *shared, *output, stdin=blank, statuses=(0,))
            if done.stdout:
                raise Wrong(f"a blank partition has {done.stdout[:200]}")


# Explanations.

def check_explain(runner, r, app, generator, export):
    now, days = generator.now, generator.days
    apart = {"format": export["format"], "app": app, "exportedAt": export["exportedAt"], "items": []}
    together = json.loads(json.dumps(export))
    owner = lambda record: (record.get("app") or export.get("app"), record.get("account") or record.get("id"))
    for account in together["accounts"]:
        apart["items"] += [{**item, "account": account["id"], "app": owner(account)[0]} for item in account.pop("items", [])]
    first, second = runner.write("accounts.json", together), os.path.join(runner.folder, "items.ndjson")
    with open(second, "w", encoding="utf-8") as file:
        for line in [{k: apart[k] for k in ("format", "app", "exportedAt")}, *({"item": item} for item in apart["items"])]:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    places = {(*owner(item), item["kind"], item["id"]): f"{second}:{n + 2}" for n, item in enumerate(apart["items"])}
    out = os.path.join(runner.folder, "out")
    runner.run("plan", first, second, "--out", out, "--emit", "plan,summary", "--no-progress", *runner.shared(now, days))
    planned = defaultdict(list)
    for line in lines(os.path.join(out, "plan.ndjson"))[1:]:
        planned[owner(line)].append(line)
    for account in together["accounts"]:
        done = runner.run("explain", first, second, "--account", account["id"], "--app", owner(account)[0], "--format", "json", *runner.shared(now, days))
        told = json.loads(done.stdout)["candidates"]
        key = lambda c: [c.get(name) for name in ("kind", "item", "notification", "local", "at", "outcome", "reason", "deferredFrom")]
        if [key(c) for c in told] != [key(c) for c in planned[owner(account)]]:
            raise Wrong(f"explain and plan differ for {account['id']}")
        for candidate in told:
            for check in candidate["checks"]:
                if check["reason"] == "completed" and check["verdict"] == "failed" and candidate["kind"] in ("morning", "bedtime"):
                    cited = check["compared"][0].get("source")
                    day = candidate["local"][:10]
                    wanted = {places[*owner(account), "entry", item["id"]] for item in apart["items"]
                              if owner(item) == owner(account) and item["kind"] == "entry" and item["date"] == day and item["flow"] == candidate["kind"]}
                    if cited not in wanted:
                        raise Wrong(f"{candidate['notification']} on {day} cites {cited}, not one of {wanted}")
                if check["reason"] == "nothingDue" and check["verdict"] == "passed":
                    counted = [fact for fact in check["compared"] if fact["value"] == "counted"]
                    if str(len(counted)) != check["compared"][0]["value"] or any(
                            fact["source"] != places[*owner(account), "bill", fact["name"].split(" ")[1]] for fact in counted):
                        raise Wrong(f"the digest cites {check['compared']}")
        text = runner.run("explain", first, second, "--account", account["id"], "--app", owner(account)[0], *runner.shared(now, days)).stdout
        moves = {oracle.instant_text(oracle.instant(move["at"])): move["timeZone"] for move in account.get("zoneChanges", [])}
        for at in re.findall(r"goes out (\S+), moved by quiet hours from \S+$", text, re.M):
            if at in moves:
                raise Wrong(f"{account['id']}: explain names quiet hours for a move at {at}")


def check_verify(runner, r, app, generator, export):
    now, days, original, previous = generator.now, generator.days, export, None
    for step in range(4):
        emit = r.sample(["plan", "actions", "summary", "html", "ics"], r.randrange(1, 6))
        options = [*(["--ics-times", "zoned"] if r.random() < 0.5 else []), *(["--ics-accounts"] if r.random() < 0.5 else []),
                   *(["--ics-by", r.choice(["kind", "app"])] if r.random() < 0.3 else []),
                   *(["--previous", previous] if previous else [])]
        runner.plan(f"packed{step}", export, now, days, *options, "--compress", r.choice(["gzip", "zstd"]))
        out = runner.plan(f"step{step}", export, now, days, *options, "--emit", ",".join(emit))
        if "plan" in emit:
            alone = os.path.dirname(plan_alone(runner, out))
            runner.verify(alone)
            previous = out
        now += timedelta(seconds=r.choice([0, 600, 3600, 30000, 86400]))
        generator.now = now
        export = mutate(r, app, export, original)


def check_past(runner, r, app, generator, export):
    now, days, original = generator.now, generator.days, export
    archive, nights, delivered = os.path.join(runner.folder, "archive"), [], set()
    for night in range(3):
        runner.run("plan", runner.write(f"night{night}.json", export), "--archive", archive, "--no-progress", *runner.shared(now, days))
        nights.append((now, os.path.join(archive, os.readlink(os.path.join(archive, "latest")))))
        delivered |= {oracle.instant_text(oracle.instant(entry["at"])) for account in export["accounts"] for entry in account.get("delivered", [])}
        now += timedelta(seconds=r.choice([3600, 40_000, 86_400]))
        generator.now = now
        export = mutate(r, app, export, original)
    key = lambda line: [line.get(name) for name in ("kind", "item", "notification", "local", "at", "outcome", "reason")]
    for index, (begin, folder) in enumerate(nights):
        end = nights[index + 1][0] if index < 2 else None
        inside = [line for line in lines(os.path.join(folder, "plan.ndjson"))[1:] if "at" in line
                  and begin <= oracle.instant(line["at"]) and (end is None or oracle.instant(line["at"]) < end)]
        actions = defaultdict(list)
        for action in lines(os.path.join(folder, "actions.ndjson")):
            actions[action["app"], action["account"]].append(action)
        for line in r.sample(inside, min(4, len(inside))):
            done = runner.run("explain", "--account", line["account"], "--app", line["app"], "--at", line["at"], "--notification",
                              line["notification"], "--archive", archive, "--format", "json", "--zoneinfo", runner.options.zoneinfo,
                              "--now", oracle.instant_text(now))
            answer = json.loads(done.stdout)
            if answer["run"] != os.path.basename(folder):
                raise Wrong(f"{line['at']}: {answer['run']} was not in force, {os.path.basename(folder)} was")
            found = [candidate for candidate in answer["candidates"] if key(candidate) == key(line)]
            if not found:
                raise Wrong(f"{key(line)} is not among {[key(candidate) for candidate in answer['candidates']]}")
            for candidate in found:
                told = [link["words"] for link in candidate["chain"] if link["about"] == "device"][0]
                request = re.search(r"the request (.+?)(?: already \(keep\)| from | other words|, | out of |$)", told)
                if request and request[1] not in {action["request"] for action in actions[line["app"], line["account"]]}:
                    raise Wrong(f"{told}: no action of the run has {request[1]}")
                for link in candidate["chain"]:
                    at = re.match(r"delivered at (\S+?)(,|$)", link["words"])
                    if link["about"] == "export" and at and at[1] not in delivered:
                        raise Wrong(f"{link['words']}: no export has that")


CHECKS = {"causes": check_causes, "sequences": check_sequences, "changed": check_changed, "report": check_report, "diagnostics": check_diagnostics,
          "zones": check_zones, "parts": check_parts, "poison": check_poison, "explain": check_explain,
          "verify": check_verify, "past": check_past}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("binary", "zoneinfo", "older", "templates"):
        options.add_argument("--" + name, required=True)
    options.add_argument("--seed", default="1")
    options.add_argument("--documents", type=int, default=40)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--accounts", type=int, default=8)
    options.add_argument("--only", default=",".join(CHECKS))
    options.add_argument("--keep")
    options = options.parse_args()
    zones, counts = oracle.Zones(options.zoneinfo), Counter()
    apps = sorted(contract_fuzz.KINDS)
    for n in range(options.first, options.first + options.documents):
        for name in options.only.split(","):
            r = random.Random(f"{options.seed}/{n}/{name}")
            generator = contract_fuzz.Generator(r, apps[n % len(apps)], zones)
            export = {"format": "tickler-export/1", "app": generator.app, "exportedAt": oracle.instant_text(generator.now),
                      "accounts": [generator.account(i) for i in range(options.accounts)]}
            for account in export["accounts"]:
                account["items"] = list({(item["kind"], item["id"]): item for item in account["items"]}.values())
            with tempfile.TemporaryDirectory() as folder:
                try:
                    CHECKS[name](Runner(options, folder), r, generator.app, generator, export)
                except Wrong as wrong:
                    counts[name] += 1
                    print(f"FAIL {name}, seed {options.seed}, document {n} ({generator.app}): {wrong}", flush=True)
                    if options.keep:
                        shutil.rmtree(os.path.join(options.keep, f"{name}-{n}"), ignore_errors=True)
                        shutil.copytree(folder, os.path.join(options.keep, f"{name}-{n}"), symlinks=True)
    print(f"{options.documents} documents, {sum(counts.values())} of {options.documents * len(options.only.split(','))} checks failed")
    sys.exit(1 if counts else 0)


if __name__ == "__main__":
    main()
