"""Plans one after the other: what `diff` says of them and SEQUENCE numbers."""

import copy
import os
import shutil
from datetime import timedelta

from ...calendars import Sequences, events
from ...values import instant_text
from .. import policies
from ..program import Wrong, decisions_of, lines
from .nights import copied, other_settings, other_words, plan_alone, require_same


ORDER = ["tzdata", "window", "settings", "policy", "data", "program", "upgrade", "time"]


def diff(nights, old, new):
    options = nights.program.options
    answer = nights.program.json("diff", old, new, "--zoneinfo", options.zoneinfo, "--templates", options.templates,
                                 statuses=(0, 2))
    check_groups(answer, old, new)
    return answer["changes"]


def check_groups(answer, old, new):
    """The groups count every change once, by what the two plans have of its account."""
    if answer["notListed"]:
        return
    accounts = [{(line["app"], line["account"], line.get("device")): line for line in lines(folder, "accounts.ndjson")[1:]}
                if os.path.isdir(folder) else None for folder in (old, new)]
    wanted = {}
    for change in answer["changes"]:
        owner = change["app"], change["account"], change.get("device")
        cause = min(causes_of(change), key=ORDER.index)
        is_dropped = change["change"] == "changed" and change.get("differences", [{}])[0].get("field") == "reason"
        group = wanted.setdefault((cause, change["kind"], change["change"], change.get("reason"), is_dropped), [0, set(), change])
        group[0] += 1
        group[1].add(owner)
        if None not in accounts and "settings" in causes_of(change):
            before, after = (side[owner]["authorization"] for side in accounts)
            reasons = {change.get("reason"), *(d.get("new") for d in change.get("differences", [])), *(d.get("old") for d in change.get("differences", []))}
            group.append((before, after) if before != after and "unauthorized" in reasons else None)
    found = {}
    for group in answer.get("groups", []):
        sample = group["sample"]
        is_dropped = group["change"] == "changed" and sample.get("differences", [{}])[0].get("field") == "reason"
        key = group["cause"], group["kind"], group["change"], group.get("reason"), is_dropped
        found[key] = found.get(key, 0) + group["count"]
        before_after = group.get("ofAccount", "")
        if before_after.startswith("authorization ") and None not in accounts:
            pair = tuple(before_after.removeprefix("authorization ").split(" → "))
            if pair not in wanted[key][3:]:
                raise Wrong(f"no account went {before_after}: {group}")
        if sample not in answer["changes"]:
            raise Wrong(f"the sample is none of the changes: {group}")
    if found != {key: group[0] for key, group in wanted.items()}:
        raise Wrong(f"groups {found}, and changes {({key: group[0] for key, group in wanted.items()})}")


def causes_of(change):
    return set(change.get("causes", [change["cause"]]))


def pairs(base, new):
    """The folders, and their plan files alone; whether they are alone."""
    alone = [os.path.join(plan_alone(folder), "plan.ndjson") for folder in (base, new)]
    return [(base, new, False), (*alone, True)]


def causes(nights):
    r, base = nights.r, nights.plan("base")
    later = nights.now + timedelta(seconds=r.choice([1, 3600, 30000, 86400, 200000, 31 * 86400]))
    older = older_tree(nights.program)
    policy = nights.policy({"quietHours": {"start": "06:00", "end": "11:00"}})
    circumstances = {"time": {"now": later}, "window": {"days": nights.days + r.choice([1, 2, 9])},
                     "policy": {"policies": policy}, "tzdata": {"zoneinfo": older}}
    for _ in range(5):
        names = r.sample(sorted(circumstances), r.choice([1, 1, 2, 3]))
        new = nights.plan("new", **{key: value for name in names for key, value in circumstances[name].items()})
        (_, _, _), alone = pairs(base, new)
        for old, other in ((base, new), (new, base), alone[:2]):
            for change in diff(nights, old, other):
                if not causes_of(change) <= set(names):
                    raise Wrong(f"the same inputs, {names} differ: {change}")
    # The export is another, by what was set, by what is done, and by both.
    for edits in ([other_settings], [other_words], [other_settings, other_words]):
        new = nights.plan("new", export=edited(nights, edits))
        wanted = {"data"} if edits == [other_words] else {"settings"} if len(edits) == 1 else {"settings", "data"}
        for old, other, alone in pairs(base, new):
            for change in diff(nights, old, other):
                check_edit(change, wanted, len(edits) == 2, alone)
    # If settings and policy differ, settings go first.
    new = nights.plan("new", export=edited(nights, [early_quiet_hours]), policies=policy)
    before, after = ({line["account"]: line["settings"] for line in lines(folder, "accounts.ndjson")[1:]}
                     for folder in (base, new))
    for change in diff(nights, base, new):
        is_set = before[change["account"]] != after[change["account"]]
        if change["change"] == "moved" and is_set and "policy" in causes_of(change):
            raise Wrong(f"settings go before policy: {change}")


def older_tree(program):
    """The older tree has few zones: those that it lacks are the newer one's."""
    tree = shutil.copytree(program.options.zoneinfo, program.path("older"))
    return shutil.copytree(program.options.older, tree, dirs_exist_ok=True)


def edited(nights, edits):
    export = copy.deepcopy(nights.export)
    for account in export["accounts"]:
        for edit in edits:
            edit(nights.r, account)
    return export


def early_quiet_hours(r, account):
    account.setdefault("preferences", {})["quietHours"] = {"start": "05:00", "end": "10:07"}


def check_edit(change, wanted, both, alone):
    where = " (plan alone)" if alone else ""
    found, fields = causes_of(change), {difference["field"] for difference in change.get("differences", [])}
    if not found <= ({"settings", "data"} if alone else wanted):
        raise Wrong(f"only {wanted} differ{where}: {change}")
    moved = change["change"] == "moved" and "zone" in fields and "deferredFrom" not in fields
    if both and moved and fields & {"title", "body"} and found != {"settings", "data"}:
        raise Wrong(f"both differ{where}: {change}")
    if alone and change.get("reason") in ("accountDisabled", "unauthorized") and "settings" not in found:
        raise Wrong(f"a switch is a setting{where}: {change}")


def sequences(nights):
    r, start, known, previous = nights.r, nights.days, Sequences(), []
    for step in range(6):
        days = r.choice([start, start, 0, 1, start + 3])
        out = nights.plan(f"step{step}", "--emit", "plan,summary,ics", *(["--ics-times", "zoned"] if start % 2 else []),
                          *previous, days=days)
        badges = {line["uid"]: line.get("badge") for line in decisions_of(out) if line["outcome"] == "scheduled"}
        for fault in known.faults(events(out, "calendar"), events(out, "cancelled"), badges):
            raise Wrong(f"step {step}: {fault}")
        previous = ["--previous", out]
        nights.next(0, 600, 3600, 30000, 86400)
