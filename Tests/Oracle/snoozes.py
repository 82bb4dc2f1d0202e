"""What a snooze holds back, and what goes out at its end."""

import copy

from .checks import first_failure
from .values import DAY, instant

# The checks of an item and its kind, before those that look at the instant.
OWN = {"accountDisabled", "unauthorized", "kindDisabled", "optionOff", "elsewhere", "inactive", "notExpense", "noDueDate",
       "autoPay", "paid", "sessionNotRunning", "completed", "condition", "dstGap", "zoneChange", "holiday"}

# What is switched off, or left out by a condition, is never due.
OFF = {"accountDisabled", "unauthorized", "kindDisabled", "optionOff", "elsewhere", "condition"}


def end_of(item):
    """(the end of an item's snooze, whether it only puts off), if it has one."""
    ends = [(instant(item[name]), name == "notBefore") for name in ("snoozedUntil", "notBefore") if item.get(name)]
    return max(ends, key=lambda end: (end[0], not end[1]), default=(None, None))


def settle(planner, every):
    """Drops what waits for the end of a snooze, and returns what goes out then."""
    added = []
    for item in planner.items:
        end, puts_off = end_of(item)
        if not end or end <= planner.now:
            continue
        own = [c for c in every if c.item is item and c.at is not None and not c.place and holds(planner, c)]
        for c in own:
            if c.at < end and c.reason not in OWN:
                c.reason = "superseded"
        chosen = stands_for(planner, item, end, puts_off)
        if chosen:
            added.append(at_end(planner, chosen, end))
    return added


def holds_back(planner, c):
    """Whether a candidate waits for the end of its item's snooze."""
    end, _ = end_of(c.item or {})
    return end is not None and end > planner.now and c.at < end and holds(planner, c)


def holds(planner, c):
    return planner.kinds[c.kind].settings.get("shape") not in ("digest", "place", "streak")


def candidates(planner, item, end, reach):
    """The item's candidates on more days than a plan has."""
    wide = copy.copy(planner)
    wide.dates = planner.clock.date(min(planner.now, end)) - reach * DAY, planner.clock.date(end) + reach * DAY
    wide.items, wide.snooze_end = [item], end
    kinds = [kind.within(wide) for kind in planner.kinds.values() if kind.item_kind == item["kind"]]
    for kind in kinds:
        kind.today = wide.dates[0]  # Earlier candidates count too.
    return [c for kind in kinds for c in kind.counted() if c.at is not None and not c.place and holds(planner, c)]


def stands_for(planner, item, end, puts_off):
    """Of what is due before: the last one up to now, else the first; the last of all, if it only puts off."""
    for reach in (8, 400, 3000):  # Most repeat within a week, a leap day within eight years.
        found = [(c, first_failure(planner, c, window=False)) for c in candidates(planner, item, end, reach)]
        found = [(c, failure) for c, failure in found if failure not in OFF]
        if any(c.at <= planner.now for c, _ in found):
            break
    found.sort(key=lambda each: (each[0].at, -each[0].priority))
    still_open = [c for c, failure in found if failure not in OWN]
    waiting = [c for c in still_open if c.at < end]
    if puts_off:
        return waiting[-1] if waiting else None
    last = max((c.at for c, _ in found if c.at <= planner.now), default=None)
    if last is None and was_done(planner, item):
        return waiting[0] if waiting else None
    if last is None:
        return still_open[0] if still_open and still_open[0].at != end else None
    return next((c for c in reversed(waiting) if c.at == last), next((c for c in waiting if c.at > last), None))


def was_done(planner, item):
    """Reading: what comes after something done, or after a field of the item, is not brought forward."""
    kinds = [kind for kind in planner.kinds.values() if kind.item_kind == item["kind"]]
    return any(item.get(name) for name in ("completions", "completedOn", "paidThrough")) or any(
        str(kind.settings.get("from", "")).startswith("{") and kind.settings.get("shape") == "series" for kind in kinds)


def at_end(planner, other, end):
    """What goes out at the end for another candidate, never deferred."""
    c = copy.copy(other)
    c.notification, c.snoozed, c.late, c.expired = other.notification + ".snoozed", True, False, False
    c.wall, c.at, c.asked, c.event = planner.clock.local(end), end, end, end if other.event else None
    c.zone, c.deferred_from, c.held, c.shifted, c.names_event = planner.clock.zone_name(end), None, False, None, False
    c.bound, c.by_instant = True, other.by_instant or other.event is not None
    c.reason = first_failure(planner, c)
    return c
