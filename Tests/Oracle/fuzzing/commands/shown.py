"""What devices showed of the earlier plan, with deliveries at the planned times and at others, and without some."""

import copy
import json
from collections import Counter
from datetime import timedelta

from ...shown import RESULTS, compare, recorded
from ...values import instant, instant_text
from ..program import Wrong, decisions_of, lines
from .due import by_account


def shown(nights):
    r = nights.r
    out, key = nights.plan("shown0", *["--only-changed"] * r.randrange(2)), nights.program.path("key")
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
        how = r.choice([[], ["--only-changed"], ["--due-before", instant_text(nights.now + timedelta(hours=30))]])
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
