"""What a device holds of a plan: requests and their triggers, those that repeat, slots, and badges."""

from collections import defaultdict
from datetime import datetime, time

from .clock import end_of_gap, readings
from .crowding import still_open
from .values import DAY, from_sunday, wall_text


class Request:
    """`fires` are the components of a trigger that repeats."""

    def __init__(self, id, candidates, fires=None):
        first = candidates[0]
        self.id, self.first, self.fires = id, first, fires
        self.notification, self.at, self.badge = first.notification, first.at, first.badge

    @property
    def single(self):
        return self.fires is None and not self.first.place

    @property
    def is_event(self):
        return self.first.event is not None or self.first.by_instant

    def order(self):
        return self.at or datetime.min, self.id.encode()

    def floats(self, clock):
        """A single request of a wall time that was not moved, and is not the second of an overlap."""
        c = self.first
        # Reading: a due date that goes to another day keeps its time of day, so it floats.
        is_moved = c.deferred_from is not None or c.shifted not in (None, "weekend", "holiday")
        if not self.single or self.is_event or is_moved or c.bound:
            return False
        return clock.is_first_reading(self.at) and not self.leads_to_bound(clock)

    def leads_to_bound(self, clock):
        """Whether it goes before a wall time that clocks do not show, or show for the second time."""
        c = self.first
        if not c.facts.get("lead") or c.before == clock.start_of_day((c.due + c.shift).date()):
            return False
        at, _, _, shifted = clock.resolve_shifted(c.due + c.shift)
        return bool(shifted) or not clock.is_first_reading(at)

    def trigger(self, clock):
        if self.first.place:
            place = self.first.item["location"]
            return {"type": "region", **{name: place[name] for name in ("latitude", "longitude", "radius", "on")}}
        if self.is_event:
            return {"type": "instant"}
        if self.fires is not None:
            return {"type": "calendar", "repeats": True, "components": self.fires}
        once = {"type": "calendar", "repeats": False, "local": wall_text(clock.local(self.at)),
                "zone": clock.zone_name(self.at)}
        return {**once, "floats": True} if self.floats(clock) else once


def shows(wall, components):
    """Whether a clock that shows this wall time shows these components of a trigger."""
    own = {"hour": wall.hour, "minute": wall.minute, "weekday": from_sunday(wall), "day": wall.day, "month": wall.month}
    return all(own[name] == value for name, value in components.items())


def firing(clock, components, after, before):
    """The instants between the two, both left out, at which a trigger that repeats fires; None if it matches a date in
    a gap there. Reading: a gap lies there if a device may fire there, at its end or as late as the wall time is in it.
    """
    found, day = set(), after.date() - 2 * DAY
    while day <= before.date() + 2 * DAY:
        wall = datetime.combine(day, time(components["hour"], components["minute"]))
        for i, zone in enumerate(clock.zones) if shows(wall, components) else ():
            shown, later, _ = readings(zone, wall)
            fires = {moment for moment in shown[:1] or (later, end_of_gap(zone, wall))
                     if clock.inside(i, moment) and after < moment < before}
            if fires and not shown:
                return None
            found |= fires
        day += DAY
    return sorted(found)


def name_requests(planner, candidates):
    """Names the request of every open candidate; returns the components of those that repeat, by id."""
    groups, fires, ids = defaultdict(list), {}, {c.single_id for c in candidates}
    for c in candidates:
        c.request = c.single_id
        groups[c.notification].append(c)
    for notification, group in groups.items() if planner.policy.holds == "trigger" else ():
        components = planner.kinds[group[0].kind].components(group[0])
        # Reading: an id that a single request of another notification has does not repeat.
        # A snooze ends once.
        if components is None or notification in ids or group[0].snoozed:
            continue
        texts = {(c.title, c.body) for c in group}
        alike = len(texts) == 1 and all(c.item is group[0].item and c.deferred_from is None and not c.shifted
                                        and not c.own_words for c in group)
        instants = sorted(c.at for c in group)
        if alike and instants == firing(planner.clock, components, planner.now, planner.end):
            fires[notification] = components
            for c in group:
                c.request = notification
    return fires


def give_slots(planner, candidates):
    """Slots go to the soonest; the occurrences of one request share one."""
    holders, platform = set(), planner.account.get("platform", "ios")
    needed = needs(planner, candidates)
    for c in candidates:  # What is armed has no instant, so it comes first.
        others = sum(len(requests - holders) for kind, requests in needed.items() if c.request not in requests)
        left = planner.policy.slots_left(platform, len(holders))
        if c.request in holders or left > 0 and (c.request in needed.get(c.kind, ()) or left > others):
            holders.add(c.request)
        else:
            c.reason = "slotLimit"


def needs(planner, candidates):
    """The soonest requests of each kind with slots of its own."""
    needed = {}
    for kind, settings in planner.policy.kinds.items():
        requests = list(dict.fromkeys(c.request for c in candidates if c.kind == kind))
        needed[kind] = set(requests[:settings.get("slots", 0)])
    return needed


def number_badges(planner, candidates):
    badges = planner.policy.badges
    if not badges.get("enabled"):
        return
    counts = defaultdict(int)
    for c in still_open(candidates):
        if c.at is not None and planner.policy.of_kind(c.kind, "badge", True):
            day = planner.clock.date(c.at) if badges.get("reset", "daily") == "daily" else None
            counts[day] += 1
            c.badge = counts[day]


def requests_of(candidates, fires):
    members = defaultdict(list)
    for c in candidates:
        members[c.request].append(c)
    return [Request(id, group, fires.get(id)) for id, group in members.items()]
