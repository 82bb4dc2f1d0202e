"""`zones`, and the clocks of a summary, counted again with Python's zoneinfo."""

import json
from collections import Counter, defaultdict
from datetime import datetime, timezone

from ...clock import to_local
from ...values import SECOND, instant
from ..program import Wrong, decisions_of, lines


def zones(nights):
    program, now = nights.program, nights.now
    out = nights.plan("plan", "--emit", "plan,summary")
    answer = program.json("zones", program.path("plan.json"), *nights.shared(), statuses=(0, 1))
    said = {zone["zone"]: zone for zone in answer["zones"]}
    living, scheduled, on_the_day, touched, plans = Counter(), Counter(), Counter(), Counter(), defaultdict(list)
    for line in decisions_of(out):
        if line["outcome"] != "dropped" and "at" in line:
            plans[line["app"], line["account"]].append(instant(line["at"]))
    for account in lines(out, "accounts.ndjson")[1:]:
        end = instant(account["windowEnd"])
        stays = [stay for stay in stays_of(account) if stay[1] < end and stay[2] > now]
        living.update({zone for zone, *_ in stays})
        for zone, start, until in stays:
            mine = [at for at in plans[account["app"], account["account"]] if start <= at < until]
            scheduled[zone] += len(mine)
            for change in said.get(zone, {}).get("transitions", []):
                at, key = instant(change["at"]), (zone, change["at"])
                if max(now, start) <= at < min(end, until):
                    touched[key] += 1
                    day = day_of_change(nights.zones[zone], at)
                    on_the_day[key] += sum(to_local(nights.zones[zone], moment).date() == day for moment in mine)
    if {zone: said[zone]["accounts"] for zone in said} != dict(living):
        raise Wrong(f"accounts: {dict(living)}, but zones says { {zone: said[zone]['accounts'] for zone in said} }")
    for zone, usage in said.items():
        if usage["scheduled"] != scheduled[zone]:
            raise Wrong(f"{zone}: {scheduled[zone]} scheduled, but zones says {usage['scheduled']}")
        for change in usage["transitions"]:
            key = zone, change["at"]
            if (change["accounts"], change["onTheDay"]) != (touched[key], on_the_day[key]):
                raise Wrong(f"{key}: {touched[key]} accounts, {on_the_day[key]} on the day, but zones says {change}")
    check_clocks(nights, out)


def stays_of(account):
    """(zone, from, until) of an account's zones."""
    starts = [instant(stay["from"]) if "from" in stay else datetime.min for stay in account["zones"]]
    return [(stay["zone"], *span) for stay, span in zip(account["zones"], zip(starts, [*starts[1:], datetime.max]))]


def day_of_change(zone, at):
    """The local date on which clocks change; a gap that begins at midnight is the next day's."""
    before, after = to_local(zone, at - SECOND) + SECOND, to_local(zone, at)
    is_next = after < before or before.time() == datetime.min.time() and after.date() > before.date()
    return after.date() if is_next else before.date()


def check_clocks(nights, out):
    """Changes of the name alone are among the clocks."""
    with open(f"{out}/summary.json", encoding="utf-8") as file:
        clocks = json.load(file)["clocks"]
    for clock in clocks:
        named = [(instant(change["at"]), change["abbreviation"]) for change in clock["changes"]]
        for (at, name), (following, _) in zip(named, [*named[1:], named[-1]] if named else []):
            for moment in (at, at + (following - at) / 2):
                seen = moment.replace(tzinfo=timezone.utc).astimezone(nights.zones[clock["zone"]]).tzname()
                if seen != name:
                    raise Wrong(f"clocks of {clock['zone']}: {seen} at {moment}, not {name}")
