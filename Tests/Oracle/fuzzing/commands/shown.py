"""What devices showed of the earlier plan, with deliveries at the planned times and at others, and without some."""

import copy
import json
import os
from collections import Counter
from datetime import timedelta

from ...shown import RESULTS, compare, recorded, seen
from ...values import instant, instant_text
from ..program import Wrong, decisions_of, lines
from .due import by_account


def shown(nights):
    r = nights.r
    out, key = nights.plan("shown0"), nights.program.path("key")
    with open(key, "w", encoding="utf-8") as file:
        file.write("5eed" * 16 + "\n")
    for step in range(1, 4):
        before, earlier = by_account(nights, decisions_of(out)), nights.now
        gone = {nights.owner(line) for line in lines(out, "accounts.ndjson")[1:] if line.get("gone")}
        known = set(by_account(nights, lines(out, "accounts.ndjson")[1:]))
        nights.next(600, 40_000, 86_400, 86_400 * 3)
        records = by_account(nights, nights.export["accounts"])
        for name, (record, *_) in records.items():
            live(r, record, before.get(name, []), earlier, nights.now)
        how = r.choice([[], ["--due-before", instant_text(nights.now + timedelta(hours=30))]])
        plain = nights.plan(f"shown{step}", "--previous", out, *how)
        hidden = nights.plan(f"hidden{step}", "--previous", out, *how, "--redact", key)
        after, details = by_account(nights, decisions_of(plain)), by_account(nights, lines(plain, "accounts.ndjson")[1:])
        wanted, extra = {}, Counter()
        for name, (record, *_) in records.items():
            if name not in known or name[:2] in gone or name not in details:
                continue
            kinds = {line["notification"]: line["kind"] for line in after.get(name, []) + before.get(name, [])}
            app = wanted.setdefault(name[0], {"accounts": 0, "withoutDeliveries": 0, "kinds": {}, "platforms": {}})
            found = compare(before.get(name, []), record, earlier, nights.now, kinds)
            app["accounts" if found else "withoutDeliveries"] += 1
            told = details[name][0].get("shown")
            if told != (recorded(found[2], found[0]) if found else None):
                raise Wrong(f"step {step}: {name}, deliveries {record.get('delivered')}: shown {told}, oracle {found}")
            if not found:
                continue
            platform = app["platforms"].setdefault(record.get("platform", "ios"), Counter())
            for kind, tally in found[1].items():
                platform.update(tally)
                app["kinds"].setdefault(kind, Counter()).update(tally)
        for folder in (plain, hidden):
            with open(f"{folder}/summary.json", encoding="utf-8") as file:
                counted = json.load(file)["changes"].get("shown", {"apps": {}})
            check(step, counted, wanted)
        out = plain


def check(step, counted, wanted):
    """The summary's counts against the oracle's. Of a kind that no line has, the program may know more."""
    if set(counted["apps"]) != set(wanted):
        raise Wrong(f"step {step}: apps {set(counted['apps'])}, oracle {set(wanted)}")
    everything = Counter()
    for name, app in wanted.items():
        told = counted["apps"][name]
        unknown = app["kinds"].pop(None, Counter())["unplanned"]
        total = sum(app["platforms"].values(), Counter())
        everything += total
        for what, mine, theirs in [(name, total, told), *((kind, tally, told["kinds"].get(kind, {})) for kind, tally in app["kinds"].items()),
                                   *((kind, tally, told["platforms"].get(kind, {})) for kind, tally in app["platforms"].items())]:
            if any(theirs.get(result, 0) != mine[result] for result in RESULTS if result != "unplanned" or not unknown):
                raise Wrong(f"step {step}: {what} of {name} has {theirs}, oracle {dict(mine)}")
        if (told["accounts"], told["withoutDeliveries"]) != (app["accounts"], app["withoutDeliveries"]):
            raise Wrong(f"step {step}: accounts of {name}: {told}, oracle {app}")
    if any(counted.get(result, 0) != everything[result] for result in RESULTS):
        raise Wrong(f"step {step}: all: {counted}, oracle {everything}")


def live(r, record, planned, earlier, now):
    """A device that shows most of what is planned, some of it late, and some things of its own."""
    delivered = copy.deepcopy(record.get("delivered", []))
    for line in planned:
        pick = r.random()
        if "at" not in line or line["outcome"] == "dropped" and pick < 0.9 or pick < 0.2 or instant(line["at"]) > now:
            continue
        seconds = r.choice([0, 0, 0, 1, 60, -60, 61, 600, -3600, 43_200, 50_000])
        id = r.choice([line["notification"], line.get("request", line["notification"]), f"{line['notification']}@{line['local'][:10]}"])
        delivered.append({"id": id, "at": instant_text(instant(line["at"]) + timedelta(seconds=seconds))})
    if r.random() < 0.3:
        delivered.append({"id": "no.such.notification", "at": instant_text(earlier + (now - earlier) * r.random())})
    r.shuffle(delivered)
    record["delivered"] = delivered if r.random() < 0.9 else []
    if r.random() < 0.3:
        record["updatedAt"] = instant_text(earlier + (now - earlier) * r.random())


def history(nights):
    """What `explain --archive` lists of an account is what each night's plan had until the next one, and what became of it."""
    program, archive, runs, r = nights.program, nights.program.path("archive"), [], nights.r
    for night in range(3):
        records = by_account(nights, nights.export["accounts"])
        if runs:
            for name, (record, *_) in records.items():
                live(r, record, runs[-1][2].get(name, []), runs[-1][0], nights.now)
        export = program.write(f"history{night}.json", nights.export)
        program.run("plan", export, "--archive", archive, "--no-progress", *nights.shared(), statuses=(0, 1))
        folder = os.path.realpath(os.path.join(archive, "latest"))
        runs.append((nights.now, os.path.basename(folder), by_account(nights, decisions_of(folder)), records,
                     by_account(nights, lines(folder, "accounts.ndjson")[1:])))
        nights.next(3600, 40_000, 86_400)
    asked = {name[:2] for *_, details in runs for name in details}
    for app, id in sorted(asked):
        said = program.run("explain", "--account", id, "--app", app, "--archive", archive, "--zoneinfo", program.options.zoneinfo,
                           "--now", instant_text(nights.now), "--format", "json").stdout
        while said.strip():
            answer, end = json.JSONDecoder().raw_decode(said.lstrip())
            said = said.lstrip()[end:]
            name = (app, id, answer.get("device"))
            rows = [tuple(row.get(key) for key in ("run", "notification", "planned", "outcome", "reason", "result", "shown"))
                    for row in answer["notifications"] if is_in_force(row, runs)]
            wanted = sorted(timeline(runs, name, nights.now), key=lambda row: row[2] or row[6])
            if rows != wanted:
                first = next((pair for pair in zip(rows + [None], wanted + [None]) if pair[0] != pair[1]), None)
                raise Wrong(f"{name}: {len(rows)} rows, oracle {len(wanted)}; the first that differ: {first}")


def is_in_force(row, runs):
    """Whether a row is of the time of its run: not removed before that, nor over when the run found it, nor of a place."""
    begin = next(begin for begin, run, *_ in runs if run == row["run"])
    if row.get("outcome") == "armed" and not row.get("planned"):
        return False
    return row.get("result") != "removed" and not (row["outcome"] == "dropped" and instant(row["planned"]) <= begin if row.get("planned") else False)


def timeline(runs, name, asked):
    def known(details):
        return name in details and not details[name][0].get("gone")

    for number, (begin, run, plans, _, details) in enumerate(runs):
        if not known(details):
            continue
        end = runs[number + 1][0] if number + 1 < len(runs) else asked
        rows = []
        for line in plans.get(name, []):
            at = instant(line["at"]) if "at" in line else None
            if at is None or not (begin < at <= end or at == begin and line.get("late")):
                continue
            reason = line.get("reason")
            if reason in ("kindDisabled", "optionOff", "beyondWindow"):
                continue
            rows.append([run, line["notification"], line["at"], line["outcome"], reason, None if reason else "unknown", None])
        unplanned = settle(rows, runs[number + 1:], name, plans, begin, end)
        yield from map(tuple, rows)
        for notification, shown in unplanned:
            yield run, notification, None, None, None, "unplanned", instant_text(shown)


def settle(rows, later, name, plans, begin, end):
    """Sets what became of the rows by later exports, until one has a sign of the device after each of them."""
    unplanned, waits = {}, {index for index, row in enumerate(rows) if row[5]}
    for now, _, decided, records, details in later:
        if name not in details or details[name][0].get("gone"):
            continue
        kinds = {line["notification"]: line["kind"] for line in decided.get(name, []) + plans.get(name, [])}
        found = compare(plans.get(name, []), records[name][0], begin, end, kinds)
        if not found:
            continue
        last = seen(records[name][0], now)
        for index in waits:
            row, at = rows[index], instant(rows[index][2])
            different = [each for each in found[2] if each[:2] == (row[1], at)]
            row[5] = "asPlanned" if not different else "otherTime" if different[0][2] else "notShown"
            row[6] = instant_text(different[0][2]) if row[5] == "otherTime" else None
        unplanned.update(dict.fromkeys((each[0], each[2]) for each in found[2] if each[1] is None))
        is_open = any(instant(rows[index][2]) > last for index in waits)
        waits = {index for index in waits if rows[index][5] == "notShown" and instant(rows[index][2]) > last}
        if not is_open:
            break
    return unplanned
