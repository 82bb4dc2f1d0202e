"""What becomes of candidates together: digests of quiet hours, duplicates, the minimum gap, and caps."""

import copy
import itertools
from collections import Counter, defaultdict

from . import snoozes
from .candidates import Candidate
from .checks import failure_in_time
from .values import DAY, MINUTE, duration


def still_open(candidates, key=Candidate.order):
    return sorted((c for c in candidates if not c.reason), key=key)


def bundle(planner, candidates, window=True):
    """Of what a bundled kind tells within its time on one local day, the last names all; `window` is check 13."""
    for kind in planner.kinds.values():
        if "bundle" not in kind.settings:
            continue
        span, date = duration(kind.settings["bundle"]), planner.clock.date
        turn = [c for c in candidates if c.kind == kind.name and c.at and not snoozes.holds_back(planner, c)
                and (not c.reason or c.reason == "past" and date(c.at) == planner.today)]
        turn.sort(key=lambda c: (c.at, c.notification.encode()))
        while turn:
            group = list(itertools.takewhile(
                lambda c: c.at < turn[0].at + span and date(c.at) == date(turn[0].at), turn))
            turn, last = turn[len(group):], group[-1]
            held = [] if last.reason else [c for c in group[:-1] if hold(planner, c, last.at, window)]
            if held:
                kind.name_all(last, held)


def hold(planner, c, until, window):
    """Drops a candidate that another one names, if it would go out then."""
    held = copy.copy(c)
    held.deferred_from, held.at = c.deferred_from or c.at, until
    if c.before and until >= c.before:
        return False
    if failure_in_time(planner, held, window):
        return False
    c.reason = "inDigest"
    return True


def tell_held(planner, candidates):
    """The digests of what quiet hours hold back, one at each end."""
    held = defaultdict(list)
    for c in candidates:
        if c.reason == "inDigest" and c.held:
            held[c.at].append(c)
    for end, those in sorted(held.items()):
        those.sort(key=lambda c: (c.deferred_from, -c.priority, c.notification.encode()))
        yield planner.kinds[planner.policy.overnight].tell(end, those)


def drop_duplicates(candidates):
    """Of two that say the same at one instant, or need one request, the first in order stays."""
    seen = set()
    for c in still_open(candidates):
        marks = {(c.notification, c.wall), ("request", c.single_id)} | subjects(c)
        if seen & marks:  # Reading: an earlier candidate that is a duplicate itself is gone and does not count.
            c.reason = "duplicate"
        else:
            seen |= marks


def subjects(c):
    return {(c.kind, subject, c.at) for subject in c.subjects}


def twins(candidates):
    """Past candidates that an earlier plan of the day dropped as duplicates: they keep no gap."""
    requests, told, found = {c.single_id for c in candidates if not c.reason}, set(), set()
    for c in sorted((c for c in candidates if c.reason == "past"), key=Candidate.order):
        if c.single_id in requests or subjects(c) & told:
            found.add(c)
        if c.single_id not in requests:
            told |= subjects(c)
        requests.add(c.single_id)
    return found


def keep_gaps(planner, candidates):
    """Moves or drops what goes out too soon after another."""
    caps, now, clock = planner.policy.caps, planner.now, planner.clock
    if "minimumGap" not in caps:
        return
    gap, moves = duration(caps["minimumGap"]), caps.get("tooSoon", "move") == "move"
    last = max((at for *_, at in planner.delivered if at <= now), default=None)
    left_out, free = twins(candidates), None
    for c in sorted(candidates, key=Candidate.order):
        is_past = c.reason == "past" and clock.date(c.at) == planner.today
        if c.at is None or c in left_out or c.reason and not is_past:
            continue
        target = c.at if free is None else max(c.at, free)
        if last and now < target < last + gap - MINUTE:
            target = last + gap
        if planner.policy.critical(c.kind):
            target = c.at
        elif target != c.at:
            same_day = clock.date(target) == clock.date(c.at)
            in_time = not c.before or target < c.before
            if not (moves and target < planner.end and same_day and in_time and not planner.quiet.spell(c.kind, target)):
                c.reason = c.reason or "minimumGap"
                continue
            if target > now and not move(planner, c, target):
                continue
        free = target + gap if free is None else max(free, target + gap)


def move(planner, c, target):
    """Moves a candidate to a later instant, and returns whether it goes out there."""
    moved = copy.copy(c)
    moved.deferred_from, moved.at, moved.shifted = c.deferred_from or c.at, target, "minimumGap"
    moved.reason = failure_in_time(planner, moved)
    if not moved.reason or not c.reason:
        vars(c).update(vars(moved))
    return not moved.reason


def keep_caps(planner, candidates):
    """Drops what is over a cap. Higher priorities come first, and today what was delivered before them."""
    kept, policy, clock = Counter(), planner.policy, planner.clock
    counted = []  # (kind, instant) of what was delivered and kept.

    def keys(local, kind):
        day, hour = local.date(), (local.date(), local.hour)
        return [("perDay", None, day), ("perHour", None, hour), ("perDay", kind, day), ("perHour", kind, hour)]

    def is_full(key):
        caps = policy.caps if key[1] is None else policy.kinds.get(key[1], {}).get("caps", {})
        return key[0] in caps and kept[key] >= caps[key[0]]

    def is_crowded(kind, at, unit):
        """Whether a stretch of days or hours about an instant has as many as a cap allows."""
        caps = policy.caps if kind is None else policy.kinds.get(kind, {}).get("caps", {})
        for length, most in caps.get("per", {}).items():
            if (length[-1] == "h") != (unit == "h"):
                continue
            if unit == "h":
                size, place = int(length[:-1]) * 3600, lambda moment: int((moment - planner.now).total_seconds())
            else:
                size, place = duration(length) // DAY, lambda moment: clock.date(moment).toordinal()
            here = place(at)
            others = [place(moment) for name, moment in counted if kind in (None, name)]
            if any(sum(start <= each < start + size for each in others) >= most
                   for start in [here] + [each for each in others if here - size < each <= here]):
                return True
        return False
    for id, notification, _, at in planner.united:
        if clock.date(at) == planner.today:
            kept.update(keys(clock.local(at), kind_of(planner, notification, id)))
        if clock.date(at) <= planner.today:
            counted.append((kind_of(planner, notification, id), at))
    for c in still_open(candidates, lambda c: (-c.priority, c.order())):
        if c.at is None:
            continue
        each = keys(clock.local(c.at), c.kind)
        full = [is_full(key) or is_crowded(key[1], c.at, unit) for key, unit in zip(each, "dhdh")]
        # Reading: a critical kind is never dropped here, but it is one of the "others" that were kept.
        if any(full) and not policy.critical(c.kind):
            c.reason = "dailyCap" if full[0] else "hourlyCap" if full[1] else "kindCap"
        else:
            kept.update(each)
            counted.append((c.kind, c.at))


def kind_of(planner, *ids):
    """The first kind of the policy that may have one of the identifiers, or ""."""
    return next((kind.name for id in ids for kind in planner.kinds.values() if id and kind.may_make(id)), "")
