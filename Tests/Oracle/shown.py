"""What a device showed of the earlier plan, by the rules of docs/plan-files.md."""

import re
from collections import Counter
from datetime import timedelta

from .values import instant, instant_text

MINUTE, FURTHEST = timedelta(seconds=60), timedelta(hours=12)
ENDING = re.compile(r"@(?:(\d{4}-\d{2}-\d{2})|mon|tue|wed|thu|fri|sat|sun|d(?:[1-9]|1\d|2[0-8]))$")
RESULTS = ["planned", "asPlanned", "otherTime", "notShown", "notSeen", "unplanned"]


def names(id):
    """The notifications that an id may stand for, each with the date that its ending names."""
    found = ENDING.search(id)
    return [(id, None), *([(id[:found.start()], found[1])] if found else [])]


def seen(account, now):
    """The last sign of the device; None if the export lists no delivery."""
    delivered = [instant(entry["at"]) for entry in account.get("delivered", []) if instant(entry["at"]) <= now]
    opened = [min(instant(span["to"]) if "to" in span else now, now) for span in account.get("active", [])
              if instant(span["from"]) <= now]
    written = [min(instant(account["updatedAt"]), now)] if "updatedAt" in account else []
    return max(delivered + opened + written) if delivered else None


def compare(lines, account, earlier, now, kinds):
    """Counts by kind, and what differs: (notification, planned, shown). `lines` are the account's in the earlier plan."""
    last = seen(account, now)
    if last is None:
        return None
    planned = [line for line in lines if line["outcome"] in ("scheduled", "ahead") and "at" in line
               and (instant(line["at"]) < now or instant(line["at"]) == now and not line.get("late"))]
    entries = sorted((instant(entry["at"]), number, entry["id"]) for number, entry in enumerate(account["delivered"])
                     if earlier <= instant(entry["at"]) <= now)
    pairs = {}
    for nearest_only in (True, False):
        for at, number, id in entries:
            if number in pairs.values():
                continue
            free = [(abs(instant(line["at"]) - at), index) for index, line in enumerate(planned) if index not in pairs
                    for name, date in names(id) if line["notification"] == name and date in (None, line["local"][:10])
                    and (date or abs(instant(line["at"]) - at) <= FURTHEST)]
            if free and (not nearest_only or min(free)[0] <= MINUTE):
                pairs[min(free)[1]] = number
    counts, differences = {}, []
    when = {number: at for at, number, _ in entries}
    for index, line in enumerate(planned):
        tally, at = counts.setdefault(line["kind"], Counter()), instant(line["at"])
        tally["planned"] += 1
        shown = when[pairs[index]] if index in pairs else None
        if shown and abs(shown - at) <= MINUTE:
            tally["asPlanned"] += 1
            continue
        tally["otherTime" if shown else "notShown"] += 1
        tally["notSeen"] += shown is None and at > last
        differences.append((line["notification"], at, shown))
    armed = {line["notification"] for line in lines if line["outcome"] == "armed"}
    for at, number, id in entries:
        if number not in pairs.values() and at > earlier and not armed & {name for name, _ in names(id)}:
            name = next((name for name, _ in names(id) if name in kinds), names(id)[-1][0])
            counts.setdefault(kinds.get(name), Counter())["unplanned"] += 1
            differences.append((name, None, at))
    return last, counts, differences


def recorded(found, last):
    """As accounts.ndjson has it."""
    if not found:
        return None
    listed = [{key: value if key == "notification" else instant_text(value)
               for key, value in zip(("notification", "planned", "shown"), each) if value is not None} for each in found[:100]]
    return {"deviceSeen": instant_text(last), "differences": listed, **({"further": len(found) - 100} if len(found) > 100 else {})}
