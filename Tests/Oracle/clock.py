"""Wall clocks: time zones, gaps and overlaps, and accounts that travel (contract, section 3)."""

import bisect
import io
import os
from datetime import datetime, time
from zoneinfo import ZoneInfo

from .values import SECOND, UTC, instant


class Zones:
    """The zones of a TZif tree, whose links may be stored as files that hold their target."""

    def __init__(self, tree):
        self.tree, self.known = tree, {}

    def __getitem__(self, name):
        if name not in self.known:
            path = os.path.join(self.tree, name)
            for _ in range(8):
                with open(path, "rb") as file:
                    data = file.read()
                if data[:4] == b"TZif":
                    break
                path = self.target(path, data.decode().strip())
            self.known[name] = ZoneInfo.from_file(io.BytesIO(data), key=name)
        return self.known[name]

    def target(self, path, link):
        """A target is relative to the file that holds it, or to the tree."""
        for base in (os.path.dirname(path), self.tree):
            if os.path.isfile(os.path.join(base, link)):
                return os.path.normpath(os.path.join(base, link))
        raise FileNotFoundError(link)


def to_local(zone, moment):
    return moment.replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None)


def readings(zone, wall):
    """The instants at which the zone's clocks show `wall` (none, one or two), and the two ways to read it in a gap."""
    earlier, later = (wall - wall.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1))
    shown = sorted({moment for moment in (earlier, later) if to_local(zone, moment) == wall})
    return shown, earlier, later


def end_of_gap(zone, wall):
    """The first instant whose wall time is past `wall`, which lies in a gap."""
    _, with_old_offset, with_new_offset = readings(zone, wall)
    low, high = with_new_offset - 2 * SECOND, with_old_offset
    while high - low > SECOND:
        middle = low + (high - low) // 2 // SECOND * SECOND
        low, high = (low, middle) if to_local(zone, middle) > wall else (middle, high)
    return high


class Gap(Exception):
    """The wall time lies in a gap, and the policy skips it."""

    def __init__(self, at):
        self.at = at


def resolve_in_zone(zone, wall, gap, overlap):
    shown, with_old_offset, _ = readings(zone, wall)
    if shown:
        return shown[0] if overlap == "first" else shown[-1]
    if gap == "later":
        return with_old_offset
    if gap == "next":
        return end_of_gap(zone, wall)
    raise Gap(end_of_gap(zone, wall))


class Clock:
    """An account's wall clock: its zones one after the other."""

    def __init__(self, account, zones, policy):
        self.policy = policy
        changes = sorted((instant(change["at"]), i, change["timeZone"])
                         for i, change in enumerate(account.get("zoneChanges", [])))
        self.starts = [datetime.min] + [at for at, _, _ in changes]
        self.names = [account["timeZone"]] + [name for _, _, name in changes]
        self.zones = [zones[name] for name in self.names]
        self.ends = self.starts[1:] + [datetime.max]

    def segment(self, moment):
        return bisect.bisect_right(self.starts, moment) - 1

    def local(self, moment):
        return to_local(self.zones[self.segment(moment)], moment)

    def date(self, moment):
        return self.local(moment).date()

    def zone_name(self, moment):
        return self.names[self.segment(moment)]

    def inside(self, i, moment):
        return self.starts[i] <= moment < self.ends[i]

    def resolve(self, wall):
        """(instant, zone, None), or (None, None, reason)."""
        found, gaps = [], False
        for i, zone in enumerate(self.zones):
            try:
                moment = resolve_in_zone(zone, wall, self.policy.gap, self.policy.overlap)
                if self.inside(i, moment):
                    found.append((moment, i))
            except Gap as gap:
                gaps = gaps or self.inside(i, gap.at)
        if found:
            moment, i = min(found)
            return moment, self.names[i], None
        return None, None, "dstGap" if gaps else "zoneChange"

    def change_over(self, wall):
        """The instant of the move that takes the account past a wall time."""
        for at in self.starts[1:]:
            if self.local(at) > wall >= self.local(at - SECOND):
                return at
        raise ValueError(wall)

    def resolve_shifted(self, wall):
        """(instant, zone, reason for none, why it shows another time), with the policy's `zoneChange`."""
        at, zone, unresolved = self.resolve(wall)
        if unresolved == "zoneChange" and self.policy.zone_change == "atChange":
            at = self.change_over(wall)
            return at, self.zone_name(at), None, "zoneChange"
        return at, zone, unresolved, "dstGap" if at is not None and self.local(at) != wall else None

    def resolve_end(self, i, wall, after):
        """The first reading of `wall` after an instant, by the clock of one segment."""
        # Reading: nothing can be moved to an end that is skipped, so `skip` is read as `next` here.
        gap = "next" if self.policy.gap == "skip" else self.policy.gap
        end = resolve_in_zone(self.zones[i], wall, gap, self.policy.overlap)
        return end if end > after else max(readings(self.zones[i], wall)[0])

    def is_shown_again(self, wall, moment):
        """Whether clocks have shown a wall time before an instant."""
        return any(self.inside(i, each) and each < moment
                   for i, zone in enumerate(self.zones) for each in readings(zone, wall)[0])

    def is_first_reading(self, moment):
        """Whether the clock shows the instant's wall time for the first time."""
        zone = self.zones[self.segment(moment)]
        return moment == readings(zone, self.local(moment))[0][0]

    def start_of_day(self, day):
        found = []
        for i, zone in enumerate(self.zones):
            midnight = datetime.combine(day, time())
            shown, _, _ = readings(zone, midnight)
            moment = shown[0] if shown else end_of_gap(zone, midnight)
            if self.inside(i, moment):
                found.append(moment)
        if found:
            return min(found)
        for at in self.starts[1:]:
            if self.date(at) >= day > self.date(at - SECOND):
                return at
        raise ValueError(f"no start of {day}")
