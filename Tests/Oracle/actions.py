"""What a device has to do: its pending entries paired with the plan's requests, and what is still shown withdrawn."""

import copy
from datetime import datetime

from . import rejected
from .checks import first_failure
from .crowding import bundle, tell_held
from .requests import Request, firing, shows
from .snoozes import drop_held_back
from .values import DAY, SECOND, cut_id, instant, instant_text

ORDER = ["withdraw", "cancel", "move", "update", "add", "keep"]


class Entry:
    """One of the account's `pending`."""

    def __init__(self, data):
        self.data, self.id = data, data["id"]
        self.at = instant(data["at"]) if data.get("at") else None
        self.repeats = bool(data.get("repeats"))
        notification, self.names_date = cut_id(self.id)
        self.notification = data.get("notification") or notification

    @property
    def is_loose(self):
        """An id that names a date is the plan's own, so another request never takes its entry."""
        return not self.repeats and self.names_date is None

    def order(self):
        return self.at or datetime.min, self.id.encode()


def act(action, request, notification, at=None, came_from=None, **rest):
    line = {"request": request, "notification": notification, "action": action,
            "at": instant_text(at), "from": instant_text(came_from), **rest}
    return {name: value for name, value in line.items() if value is not None}


def place(line):
    return ORDER.index(line["action"]), line.get("at") or line.get("from") or "", line["request"].encode()


def of(planner):
    return sorted([*withdrawals(planner), *pending_actions(planner)], key=place)


def pair_up(requests, entries, beyond_of, is_alike):
    """Which entry each request takes, and the entries that a longer plan would schedule beyond the window."""
    firsts, pairs = {}, {}
    for entry in entries:
        firsts.setdefault(entry.id, entry)
    free = list(firsts.values())

    def pair(those, fits):
        for request in those:
            entry = next((entry for entry in free if fits(request, entry)), None)
            if request not in pairs and entry:
                pairs[request] = entry
                free.remove(entry)
    single = [request for request in requests if request.single]
    pair(requests, lambda request, entry: entry.id == request.id)
    for alike in (True, False):
        pair([request for request in requests if not request.single], lambda request, entry:
             entry.notification == request.notification and (entry.repeats or entry.at is None)
             and (not alike or is_alike(request, entry)))
    pair(single, lambda request, entry:
         entry.notification == request.notification and entry.is_loose and entry.at == request.at)
    beyond = beyond_of(free)
    pair(single, lambda request, entry:
         entry.notification == request.notification and entry.is_loose and entry not in beyond)
    return pairs, beyond


def pending_actions(planner):
    entries = []
    for entry in sorted((Entry(data) for data in planner.account.get("pending", [])), key=Entry.order):
        if entry.id not in {known.id for known in entries}:
            entries.append(entry)
    requests = sorted(planner.requests, key=Request.order)
    pairs, beyond = pair_up(requests, entries, lambda free: entries_beyond(planner, free),
                            lambda request, entry: fires_alike(planner.clock, request, entry))
    for request in requests:
        yield action_of(planner, request, pairs.get(request))
    slots = planner.policy.slots_left(planner.account.get("platform", "ios"), len(requests))
    rejects, taken = rejected.fates(planner, [entry for entry in entries if entry not in pairs.values()], slots)
    slots -= taken
    kept = [entry for entry in beyond if planner.reach_end is None or entry.at >= planner.reach_end]
    for entry in entries:
        if entry in pairs.values():
            continue
        if entry in rejects:
            keeps, cancels = rejects[entry]
            yield act("keep" if keeps else "cancel", entry.id, entry.notification, **{"at" if keeps else "came_from": entry.at},
                      reason=keeps or cancels, **item_of(planner, entry.notification))
            continue
        if entry in kept and kept.index(entry) < slots:
            yield act("keep", entry.id, entry.notification, at=entry.at, reason="beyondWindow",
                      **item_of(planner, entry.notification))
            continue
        reasons = ["slotLimit"] if entry in beyond else why(planner, entry)
        # `_reasons`: those of decisions between which the plan's order does not choose.
        yield act("cancel", entry.id, entry.notification, came_from=entry.at, reason=reasons[0], _reasons=reasons,
                  **item_of(planner, entry.notification))


def item_of(planner, notification):
    """The id of the item that makes an identifier: that of a candidate, else the first that may be meant. `_items` has
    those that an identifier of several readings may mean as well."""
    found = [item["id"] for kind in planner.kinds.values() for _, item, _ in kind.named_items(notification)]
    own = [c.item["id"] for c in planner.decided if c.notification == notification and c.item]
    others = [item["id"] for item in planner.items if item["id"] in notification]
    return {"item": (own or found)[0] if found else None, "_items": others}  # Sessions make none.


def delivery(planner, c):
    """What a request's line says of its kind's policy. Channels, categories and destinations are not compared."""
    settings = planner.kinds[c.kind].settings
    usual = "timeSensitive" if planner.policy.critical(c.kind) else "active"
    return {"sound": settings.get("sound", "default"), "interruption": settings.get("interruption", usual),
            "data": c.data or None}


def action_of(planner, request, entry):
    clock, at, notification = planner.clock, request.at, request.notification
    item = request.first.item and request.first.item["id"]
    says = {"badge": request.badge, **delivery(planner, request.first)}
    asks = {"trigger": request.trigger(clock), **says}
    if entry is None:
        return act("add", request.id, notification, at=at, item=item, **asks)
    if not fires_alike(clock, request, entry):
        return act("move", entry.id, notification, at=at, came_from=entry.at, item=item, **asks)
    # Texts are not the oracle's business: a pending entry's are never the plan's.
    changed = [name for name in ("title", "body") if name in entry.data]
    if "badge" in entry.data and entry.data["badge"] != (request.badge or 0):
        changed.append("badge")
    if changed:
        return act("update", entry.id, notification, at=at, item=item, changed=changed, **says)
    return act("keep", entry.id, notification, at=at, item=item)


def fires_alike(clock, request, entry):
    if request.first.place:
        return entry.at is None
    if request.fires is not None:  # Reading: a trigger has no seconds, so they do not matter.
        return entry.repeats and entry.at is not None and shows(clock.local(entry.at), request.fires)
    # Reading: of what repeats or waits for a place, whether it floats is no question.
    floats = request.floats(clock)
    return entry.data.get("floats", floats) == floats and not entry.repeats and entry.at == request.at


def longer_plan(planner, entry):
    """The reasons that a plan whose window reaches the entry has for its notification at its instant; None if it would
    schedule it. Checks 1 to 12 and 14 to 19."""
    longer, day = copy.copy(planner), planner.clock.date(entry.at)
    longer.dates = (max(day - 3 * DAY, planner.dates[0]), day + DAY)
    digest = planner.kinds.get(planner.policy.overnight)
    may_be_digest = digest is not None and digest.may_make(entry.notification)
    kinds = [kind for kind in planner.kinds.values() if may_be_digest or kind.may_make(entry.notification)]
    candidates = [c for kind in kinds for c in kind.within(longer).counted()]
    for c in candidates:
        c.reason = first_failure(longer, c, window=False)
    bundle(longer, candidates, window=False)
    drop_held_back(longer, candidates)
    for c in tell_held(longer, candidates) if may_be_digest else ():
        c.reason = first_failure(longer, c, window=False)
        candidates.append(c)
    return [c.reason for c in candidates if c.notification == entry.notification and c.at == entry.at]


def entries_beyond(planner, entries):
    """The entries that are kept beyond the window if there is a slot, soonest first."""
    found, seen = [], set()
    for entry in entries:
        if entry.at is None or entry.at < planner.end or (entry.notification, entry.at) in seen:
            continue
        own = [request for request in planner.requests if request.notification == entry.notification]
        said = any(firing(planner.clock, request.fires, entry.at - SECOND, entry.at + SECOND) if request.fires
                   else request.at == entry.at for request in own)
        if None in longer_plan(planner, entry) and not said and not (entry.repeats and own):
            found.append(entry)
            seen.add((entry.notification, entry.at))
    return found


def why(planner, entry):
    """The reason of a `cancel`, or those of decisions that are equal in order."""
    drops = [c for c in planner.decided
             if c.notification == entry.notification and c.reason not in (None, "beyondWindow")]
    day = entry.at and planner.clock.date(entry.at)

    def date_of(c):
        return planner.clock.date(c.at) if c.at else c.wall and c.day
    same_instant = [c for c in drops if day and c.at == entry.at]
    same_date = [c for c in drops if day and date_of(c) == day]
    of_event = [c for c in drops if c.once]
    for found in (same_instant, same_date, of_event):
        if found:
            return first_reasons(found)
    if day and entry.at >= planner.end:
        reasons = longer_plan(planner, entry)
        if reasons and None not in reasons:
            return reasons
    if any(request.notification == entry.notification for request in planner.requests):
        return ["replaced"]
    if entry.at is None and drops:
        return first_reasons(drops)
    over = reason_over(planner, entry.notification, entry.names_date or day)
    if over:
        return [over]
    makers = set().union(*(kind.makers(entry.notification) for kind in planner.kinds.values()))
    there = {maker for kind in planner.kinds.values() for maker in kind.present()}
    return ["removed" if makers and not makers & there else "notPlanned"]


def first_reasons(candidates):
    def place(c):
        return c.at or datetime.min, c.wall or datetime.min
    return [c.reason for c in candidates if place(c) == place(candidates[0])]


def reason_over(planner, notification, day):
    """`paid` or `completed` if check 8 or 10 fails; "" if it passes; None if no item is meant."""
    reasons = (kind.over(notification, day) for kind in planner.kinds.values())
    return next((reason for reason in reasons if reason is not None), None)


def withdrawals(planner):
    for entry in planner.account.get("delivered", []):
        if not entry.get("shown"):
            continue
        at = instant(entry["at"])
        notification, named = cut_id(entry["id"])
        # Reading: an item's own id may end as a date does.
        is_cut = notification != entry["id"]
        readings = [(notification, named or planner.clock.date(at)),
                    (entry["id"], planner.clock.date(at))][:2 if is_cut else 1]
        reasons = (reason_over(planner, *reading) for reading in readings)
        reason = next((reason for reason in reasons if reason is not None), None)
        if reason:
            yield act("withdraw", entry["id"], notification, came_from=at, reason=reason,
                      **item_of(planner, notification))
