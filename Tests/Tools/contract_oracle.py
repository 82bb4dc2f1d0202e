#!/usr/bin/env python3
"""A second implementation of what the documents say: the decisions and actions for a JSON export, computed the slow and plain way.

    contract_oracle.py export.json --now 2026-11-20T06:00:00Z --days 14 [--zoneinfo DIR] [--policy JSON]
    contract_oracle.py --case FILE [--zoneinfo DIR]
    contract_oracle.py --cases DIR [--zoneinfo DIR]

`--case` and `--cases` print where a case says otherwise; the exit status is 1 then. `--policy` varies the shipped
policies, for every app of the document, with the keys that a policy file has:
    {"gap": "next", "overlap": "last", "monthEnd": "clamp", "caps": {"perDay": 3}, "badges": {"enabled": true},
     "slots": {"ios": 5, "reserved": 1, "holds": "trigger"}, "quietHours": {"action": "drop", "start": "22:00", "end": "07:00"},
     "kinds": {"nudge": {"quiet": "pass"}, "overdue": {"days": 7}, "task": {"critical": true, "priority": 2}}}

It takes valid records only, keeps to the standard library, and expands recurrence rules by trying every date of a
period. Comments name the document that they follow. Where it leaves room, a comment begins "Reading:".
"""

import argparse
import bisect
import copy
import glob
import io
import json
import os
import re
import sys
from collections import defaultdict
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
RULE_DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
UTC = timezone.utc
EPOCH = datetime(1970, 1, 1)

USUAL = {"authorized", "provisional", "ephemeral"}
APPS = {
    "focusflow": {"kinds": ["dailyReminder", "nudge", "recap", "task", "session"], "holds": "trigger"},
    "ritualist": {"kinds": ["habit", "location", "streakMilestone", "insight"], "reserved": 10, "badges": True},
    "diary": {"kinds": ["morning", "bedtime"]},
    "steps": {"kinds": ["goal", "milestone", "workout", "unlock"], "authorization": {"authorized"}},
    "moneymap": {"kinds": ["bill", "overdue", "overspend", "digest"], "off": True},
}
PRIORITIES = {"session": 9, "overdue": 7, "task": 6, "bill": 6, "nudge": 3, "insight": 3}  # Every other kind: 5.
CRITICAL = {"session"}
QUIET = {"nudge": "drop", "bedtime": "drop"}  # Every other kind: what quietHours.action says.

ONE_EVENT = {"streakMilestone", "insight", "goal", "milestone", "workout", "unlock", "overspend", "bill"}  # Check 14.
OCCURS_ONCE = ONE_EVENT | {"session", "location"}  # docs/actions.md, Requests; and a task that does not repeat.
TOLD_LATE = {"workout", "insight", "overspend"}
WITHOUT_ITEM = {"dailyReminder", "nudge", "recap", "morning", "bedtime", "digest"}
ACTIONS = ["withdraw", "cancel", "move", "update", "add", "keep"]
STREAKS = {7, 14, 30, 60, 100, 365}
DATED = re.compile(r"(.*)@(\d{4}-\d{2}-\d{2})", re.DOTALL)


class Policy:
    """One app's shipped policy (docs/policies.md), with what varies of it."""

    def __init__(self, app, varied):
        shipped, slots = APPS[app], varied.get("slots", {})
        self.kinds = shipped["kinds"]
        self.authorization = shipped.get("authorization", USUAL)
        self.off = shipped.get("off", False)
        self.gap = varied.get("gap", "later")
        self.overlap = varied.get("overlap", "first")
        self.month_end = varied.get("monthEnd", "skip")
        self.per_day = varied.get("caps", {}).get("perDay")
        self.badges = varied.get("badges", {}).get("enabled", shipped.get("badges", False))
        self.holds = slots.get("holds", shipped.get("holds", "occurrence"))
        self.reserved = slots.get("reserved", shipped.get("reserved", 0))
        self.limits = {"ios": slots.get("ios", 64), "android": slots.get("android", 500), "other": None}
        self.quiet_hours = {"action": "defer", **varied.get("quietHours", {})}
        self.of_kind = {kind: varied.get("kinds", {}).get(kind, {}) for kind in self.kinds}

    def once_a_day(self, kind):
        """A place that told today is silent until tomorrow: Ritualist's policy has it, as `once = "day"`."""
        return kind == "location" and self.of_kind[kind].get("once", "day") == "day"

    def priority(self, kind):
        return self.of_kind[kind].get("priority", PRIORITIES.get(kind, 5))

    def critical(self, kind):
        return self.of_kind[kind].get("critical", kind in CRITICAL)

    def quiet(self, kind):
        """What quiet hours do with the kind: `defer`, `drop` or `pass`."""
        if self.critical(kind):
            return "pass"
        return self.of_kind[kind].get("quiet") or QUIET.get(kind) or self.quiet_hours["action"]


# Values -------------------------------------------------------------------------------------------------------------

def instant(text):
    """Instants are naive datetimes in UTC."""
    moment = datetime.fromisoformat(text.replace("Z", "+00:00").replace("z", "+00:00"))
    return moment.astimezone(UTC).replace(tzinfo=None)


def instant_text(moment):
    return None if moment is None else moment.isoformat(timespec="seconds") + "Z"


def day_of(text):
    return date.fromisoformat(text)


def time_of(text):
    return time.fromisoformat(text)


def time_digits(t):
    return t.strftime("%H%M%S" if t.second else "%H%M")


# Time zones ---------------------------------------------------------------------------------------------------------

class Zones:
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
        """A link that was stored as a file: its target is relative to the file, or to the tree."""
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
    """The wall time lies in a gap, and the policy is to skip it."""

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
    """An account's wall clock: its zones one after the other (docs/time.md, Travel)."""

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
            if self.local(at).date() >= day and self.local(at - SECOND).date() < day:
                return at
        raise ValueError(f"no start of {day}")


class QuietHours:
    """docs/time.md, Quiet hours. A local time lies in them or not; they end by the clock that the account then carries."""

    def __init__(self, clock, preferences):
        hours = preferences.get("quietHours") or clock.policy.quiet_hours
        self.clock = clock
        self.start = time_of(hours["start"]) if "start" in hours else time()
        self.end = time_of(hours["end"]) if "end" in hours else time()

    def covers(self, moment):
        now = self.clock.local(moment).time()
        if self.start <= self.end:
            return self.start <= now < self.end
        return now >= self.start or now < self.end

    def end_after(self, moment):
        while self.covers(moment):
            i = self.clock.segment(moment)
            zone, local = self.clock.zones[i], self.clock.local(moment)
            day = local.date() if local.time() < self.end else local.date() + DAY
            wall = datetime.combine(day, self.end)
            gap = self.clock.policy.gap
            # Reading: nothing can be moved to an end that is skipped, so `skip` is read as `next` here.
            end = resolve_in_zone(zone, wall, "next" if gap == "skip" else gap, self.clock.policy.overlap)
            if end <= moment:  # The policy's reading of an overlap is over; the other one is not.
                end = max(readings(zone, wall)[0])
            if self.clock.inside(i, end):
                return end
            moment = self.clock.ends[i]  # A move to another zone: it ends them, or they go on there.
        return moment


# Recurrence ---------------------------------------------------------------------------------------------------------

def days_in_month(year, month):
    return ((date(year, month, 28) + 4 * DAY).replace(day=1) - DAY).day


def month_of(year, month):
    return [date(year, month, d) for d in range(1, days_in_month(year, month) + 1)]


def year_of(year):
    return [date(year, 1, 1) + i * DAY for i in range((date(year + 1, 1, 1) - date(year, 1, 1)).days)]


def week_numbers(day, first_weekday):
    """From the start and from the end of the year in which most of the day's week lies."""
    begin = day - ((day.weekday() - first_weekday) % 7) * DAY
    year = (begin + 3 * DAY).year
    return ((begin + 3 * DAY).timetuple().tm_yday - 1) // 7 + 1, -((date(year, 12, 31) - begin - 3 * DAY).days // 7 + 1)


class Rule:
    """An RFC 5545 RRULE on dates: each period's dates are filtered by every part."""

    def __init__(self, text, start):
        parts = dict(part.split("=", 1) for part in text.upper().split(";") if part)
        numbers = lambda name: [int(n) for n in parts[name].split(",")] if name in parts else []
        self.start, self.frequency = start, parts["FREQ"]
        self.interval = int(parts.get("INTERVAL", 1))
        self.count = int(parts["COUNT"]) if "COUNT" in parts else None
        self.until = parts.get("UNTIL")
        self.week_start = RULE_DAYS.index(parts.get("WKST", "MO"))
        self.months, self.weeks, self.year_days = numbers("BYMONTH"), numbers("BYWEEKNO"), numbers("BYYEARDAY")
        self.month_days, self.positions = numbers("BYMONTHDAY"), numbers("BYSETPOS")
        self.days = [(int(d[:-2] or 0), RULE_DAYS.index(d[-2:])) for d in parts["BYDAY"].split(",")] if "BYDAY" in parts else []
        self.by_month = self.frequency == "MONTHLY" or bool(self.months)  # What ordinals of BYDAY count in.
        if self.frequency == "WEEKLY" and not self.days:
            self.days = [(0, start.weekday())]
        if self.frequency == "MONTHLY" and not self.days and not self.month_days:
            self.month_days = [start.day]
        if self.weeks and not self.days:
            self.days = [(0, start.weekday())]
        if self.frequency == "YEARLY" and not self.days and not self.month_days and not self.year_days:
            self.month_days = [start.day]
            self.months = self.months or [start.month]

    def periods(self):
        step = 0
        while True:
            if self.frequency == "DAILY":
                yield [self.start + step * self.interval * DAY]
            elif self.frequency == "WEEKLY":
                first = self.start - ((self.start.weekday() - self.week_start) % 7) * DAY + step * self.interval * 7 * DAY
                yield [first + i * DAY for i in range(7)]
            elif self.frequency == "MONTHLY":
                months = self.start.year * 12 + self.start.month - 1 + step * self.interval
                yield month_of(months // 12, months % 12 + 1)
            else:
                yield year_of(self.start.year + step * self.interval)
            step += 1

    def admits(self, day):
        if self.months and day.month not in self.months:
            return False
        if self.weeks and not set(week_numbers(day, self.week_start)) & set(self.weeks):
            return False
        in_year, year_length = day.timetuple().tm_yday, date(day.year, 12, 31).timetuple().tm_yday
        if self.year_days and in_year not in self.year_days and in_year - year_length - 1 not in self.year_days:
            return False
        in_month, month_length = day.day, days_in_month(day.year, day.month)
        if self.month_days and in_month not in self.month_days and in_month - month_length - 1 not in self.month_days:
            return False
        at, length = (in_month, month_length) if self.by_month else (in_year, year_length)
        nth, nth_last = (at - 1) // 7 + 1, -((length - at) // 7 + 1)
        return not self.days or any(day.weekday() == weekday and n in (0, nth, nth_last) for n, weekday in self.days)

    def dates(self, first, last, is_over):
        """The dates in first … last; `is_over` says whether a date is past UNTIL."""
        found, counted = [], 0
        for period in self.periods():
            if period[0] > last:
                return found
            if self.count is None and period[-1] < first:
                continue
            days = [day for day in period if self.admits(day)]
            if self.positions:
                chosen = {n - 1 if n > 0 else len(days) + n for n in self.positions}
                days = [day for i, day in enumerate(days) if i in chosen]
            for day in days:
                if day < self.start:
                    continue
                counted += 1
                if day > last or self.count is not None and counted > self.count or self.until and is_over(day):
                    return found
                if day >= first:
                    found.append(day)


def occurrences(item, start, first, last, clock, at):
    """The dates in first … last on which a repeating task or bill occurs; None for one that does not repeat."""
    repeat, rule = item.get("repeat", "none"), item.get("rrule")
    if rule is None and repeat == "none":
        return None
    first = max(first, start)
    if rule is not None:
        rule = Rule(rule, start)

        def is_over(day):
            until = rule.until
            if len(until) == 8:
                return day > datetime.strptime(until, "%Y%m%d").date()
            limit = datetime.strptime(until.rstrip("Z"), "%Y%m%dT%H%M%S")
            wall = datetime.combine(day, at)
            if until.endswith("Z"):  # Reading: compared as instants, with the item's time.
                return (clock.resolve(wall)[0] or wall - (clock.local(limit) - limit)) > limit
            return wall > limit
        days = rule.dates(first, last, is_over)
    else:
        days = [first + i * DAY for i in range((last - first).days + 1)]
        clamp = clock.policy.month_end == "clamp"
        in_month = lambda d: min(start.day, days_in_month(d.year, d.month)) if clamp else start.day
        weekdays = {WEEKDAYS.index(name) for name in item.get("weekdays") or []} or {start.weekday()}
        days = [d for d in days if repeat == "daily" or repeat == "weekly" and d.weekday() == start.weekday()
                or repeat == "monthly" and d.day == in_month(d)
                or repeat == "yearly" and d.month == start.month and d.day == in_month(d)
                or repeat == "customDays" and d.weekday() in weekdays]
    left_out = set(item.get("exdates") or [])
    until = day_of(item["until"]) if item.get("until") else date.max
    return [d for d in days if d <= until and d.isoformat() not in left_out]


# Candidates ---------------------------------------------------------------------------------------------------------

class Candidate:
    def __init__(self, kind, notification, item=None, wall=None, event=None, **facts):
        self.kind, self.notification, self.item, self.wall, self.event = kind, notification, item, wall, event
        self.facts = facts
        self.at = self.zone = self.asked = self.deferred_from = self.unresolved = None
        self.late = self.expired = self.shifted = False
        self.priority = self.outcome = self.reason = self.badge = self.request = None

    @property
    def day(self):
        return self.wall.date()

    @property
    def occurs_once(self):
        return self.kind in OCCURS_ONCE or self.kind == "task" and not repeats(self.item)

    @property
    def single_id(self):
        """The id of the request that it is by itself (docs/actions.md, Requests)."""
        return self.notification if self.occurs_once else f"{self.notification}@{self.day}"

    def order(self):
        return (self.at or datetime.min, -self.priority, self.notification.encode(), self.wall or datetime.min)

    def drop(self, reason):
        self.outcome, self.reason = "dropped", reason


class Request:
    """What a device holds. `fires` are the components of a trigger that repeats."""

    def __init__(self, id, candidates, fires=None):
        first = candidates[0]
        self.id, self.first, self.fires = id, first, fires
        self.notification, self.at, self.badge = first.notification, first.at, first.badge

    @property
    def of_place(self):
        return self.first.kind == "location"

    @property
    def single(self):
        return self.fires is None and not self.of_place

    def order(self):
        return (self.at or datetime.min, self.id.encode())


class Entry:
    """One of the account's `pending`."""

    def __init__(self, data):
        self.data, self.id = data, data["id"]
        self.at = instant(data["at"]) if data.get("at") else None
        self.repeats = bool(data.get("repeats"))
        named = DATED.fullmatch(self.id)
        self.notification = data.get("notification") or (named[1] if named else self.id)
        self.names_date = day_of(named[2]) if named else None

    def order(self):
        return (self.at or datetime.min, self.id.encode())


def repeats(item):
    return item.get("rrule") is not None or item.get("repeat", "none") != "none"


class Planner:
    def __init__(self, account, app, items, zones, now, days, variation):
        self.account, self.app, self.items, self.now, self.days = account, app, items, now, days
        self.policy = Policy(app, variation)
        self.preferences = account.get("preferences", {})
        self.clock = Clock(account, zones, self.policy)
        self.quiet = QuietHours(self.clock, self.preferences)
        self.today = self.clock.local(now).date()
        self.end = self.clock.start_of_day(self.today + (days + 1) * DAY)
        self.dates = (self.today - DAY, self.today + days * DAY)  # Those of repeating kinds' candidates.
        self.delivered = [(entry["id"], instant(entry["at"])) for entry in account.get("delivered", [])]
        self.active = [(instant(entry["from"]), instant(entry["to"]) if entry.get("to") else datetime.max)
                       for entry in account.get("active", [])]

    def of_kind(self, kind):
        return [item for item in self.items if item["kind"] == kind]

    def preference(self, name, field, default):
        return (self.preferences.get(name) or {}).get(field, default)

    def local_date(self, moment):
        return self.clock.local(moment).date()

    # docs/policies.md, What the kinds are: which candidates there are.

    def candidates(self):
        return [candidate for candidate in getattr(self, "make_" + self.app)() if candidate is not None]

    def settle(self, candidate):
        """Gives a candidate its instant (docs/time.md), then what is late, then the quiet hours."""
        c = candidate
        c.priority, quiet = self.policy.priority(c.kind), self.policy.quiet(c.kind)
        if c.event is not None:
            c.wall, c.zone, c.at = self.clock.local(c.event), self.clock.zone_name(c.event), c.event
            if c.event <= self.now:
                still_quiet = (quiet == "defer" and self.quiet.covers(c.event)
                               and self.quiet.end_after(c.event) > self.now)
                if (c.wall.date() >= self.today or still_quiet
                        or c.kind in TOLD_LATE and self.now - c.event <= timedelta(hours=48)):
                    c.at, c.late = self.now, c.kind != "streakMilestone"
                else:
                    c.expired = True
        elif c.wall is not None:
            c.at, c.zone, c.unresolved = self.clock.resolve(c.wall)
            c.shifted = c.at is not None and self.clock.local(c.at) != c.wall
        c.asked = c.at
        # Reading: whatever check it fails, its instant is the moved one (the case stale-words has it so for check 3).
        if c.at is not None and not c.expired and quiet == "defer" and self.quiet.covers(c.at):
            c.deferred_from, c.at = c.at, self.quiet.end_after(c.at)
        return c

    def days_ahead(self):
        first, last = self.dates
        return [first + i * DAY for i in range((last - first).days + 1)]

    def repeated(self, kind, notification, day, at, item=None, **facts):
        """One day's candidate of a repeating kind; yesterday's only where quiet hours defer it to after now."""
        candidate = self.settle(Candidate(kind, notification, item, datetime.combine(day, at), **facts))
        if day < self.today and not (candidate.deferred_from and candidate.at > self.now):
            return None
        return candidate

    def single(self, kind, notification, item=None, wall=None, event=None, **facts):
        return self.settle(Candidate(kind, notification, item, wall, event, **facts))

    def make_focusflow(self):
        daily = [("dailyReminder", "focusflow.dailyReminder", self.preference("dailyReminder", "time", "09:00")),
                 ("recap", "focusflow.dailyRecap", self.preference("recap", "time", "08:00"))]
        for part, default in (("morning", "09:00"), ("afternoon", "14:00"), ("evening", "20:00")):
            daily.append(("nudge", "focusflow.nudge." + part, self.preference("nudges", part, default)))
        for day in self.days_ahead():
            for kind, notification, at in daily:
                yield self.repeated(kind, notification, day, time_of(at))
        for item in self.of_kind("task"):
            start, at, name = day_of(item["date"]), time_of(item["time"]), "focusflow.task." + item["id"]
            days = occurrences(item, start, *self.dates, self.clock, at)
            if days is None:
                yield self.single("task", name, item, datetime.combine(start, at))
            for day in days or []:
                suffix = f".w{day.isoweekday() % 7 + 1}" if item.get("repeat") == "customDays" else ""
                yield self.repeated("task", name + suffix, day, at, item)
        sessions = self.of_kind("session")
        running = [item for item in sessions if item["state"] == "running"]
        latest = max(running, key=lambda item: (instant(item["startedAt"]), item["id"].encode()), default=None)
        for item in sessions:
            end = item.get("endsAt")
            event = instant(end) if end else instant(item["startedAt"]) + timedelta(seconds=item["duration"])
            yield self.single("session", "focusflow.sessionCompletion", item, event=event, followed=item is not latest)

    def tells_figures(self, recap):
        """The recap has the figures of the day before, which is over at now."""
        before = recap.day - DAY
        return before < self.today and any(day["date"] == before.isoformat() and day.get("sessions")
                                           for day in self.of_kind("focusDay"))

    def make_ritualist(self):
        personality = self.account.get("personality") or {}
        recent = ("analyzedAt" in personality
                  and instant(personality["analyzedAt"]) >= self.now - timedelta(hours=30 * 24))
        for item in self.of_kind("habit"):
            first = day_of(item["startDate"]) if item.get("startDate") else date.min
            last = day_of(item["endDate"]) if item.get("endDate") else date.max
            for day in self.days_ahead():
                if not first <= day <= last or WEEKDAYS[day.weekday()] not in item.get("days", WEEKDAYS):
                    continue
                for text in item.get("reminders", []):
                    at = time_of(text)
                    notification = f"{'tailored' if recent else 'rich'}_{item['id']}-{time_digits(at)}"
                    yield self.repeated("habit", notification, day, at, item)
            if item.get("location"):
                yield self.single("location", f"{item['id']}-location-{item['location']['on']}", item,
                                  outside=not first <= self.today <= last)
            done = {self.today.isoformat(), (self.today - DAY).isoformat()} & set(item.get("completions", []))
            if item.get("streak") in STREAKS and done:
                yield self.single("streakMilestone", f"streak_milestone_{item['id']}-{item['streak']}", item, event=self.now)
        for item in self.of_kind("insight"):
            yield self.single("insight", f"personality-insight-{item['id']}", item, event=instant(item["at"]))

    def make_diary(self):
        morning, bedtime = self.preferences.get("morning"), self.preferences.get("bedtime")
        if not (morning and morning["days"] and time(4) <= time_of(morning["time"]) <= time(16)):
            morning = None
        evening_days, evening = [], None
        if morning or bedtime is not None:
            evening = time_of((bedtime or {}).get("time", "21:30"))
            evening_days = (bedtime or {}).get("days", morning["days"] if morning else WEEKDAYS)
        for day in self.days_ahead():
            has_evening = WEEKDAYS[day.weekday()] in evening_days
            if has_evening:
                yield self.repeated("bedtime", "diary.bedtime", day, evening)
            if morning and WEEKDAYS[day.weekday()] in morning["days"]:
                first = datetime.combine(day, time_of(morning["time"]))
                for tier in range(3):
                    at = (first + tier * timedelta(hours=3)).time()
                    # Reading: "where there is one" asks for a bedtime that day, not for one that goes out.
                    over = has_evening and first.time() < evening <= at
                    yield self.repeated("morning", f"diary.morning.{tier + 1}", day, at, after_bedtime=over)

    def first_inactive(self, samples):
        """The first of these instants at which the app was not active, else the first."""
        return next((at for at in samples if not self.is_active(at)), samples[0]) if samples else None

    def is_active(self, moment):
        return any(begin <= moment < end for begin, end in self.active)

    def make_steps(self):
        for item in self.of_kind("stepDay"):
            samples = [(instant(sample["at"]), sample["steps"]) for sample in item.get("samples", [])]
            samples.sort(key=lambda sample: sample[0])
            reached = [at for at, steps in samples if steps >= item["goal"]]
            halfway = [at for at, steps in samples if Fraction(item["goal"], 2) <= steps < item["goal"]]
            if reached:
                goal = self.first_inactive(reached)
                yield self.single("goal", "goal-achievement-" + item["date"], item, event=goal)
                if self.preferences.get("appBlocking"):
                    yield self.single("unlock", "app-unlock-" + item["date"], item, event=goal)
            if halfway:
                yield self.single("milestone", "milestone-progress-" + item["date"], item,
                                  event=self.first_inactive(halfway), goal_reached=any(at <= self.now for at in reached))
        for item in self.of_kind("workout"):
            yield self.single("workout", "workout-completion-" + item["id"], item, event=instant(item["endedAt"]))

    def owed(self, bill, due):
        return bill["type"] == "expense" and not bill.get("autoPay") and not self.is_paid(bill, due)

    def is_paid(self, bill, due):
        through = bill.get("paidThrough")
        return bool(bill.get("paid")) or due is not None and bool(through) and due <= day_of(through)

    def due_dates(self, bill, first, last):
        """The due dates in first … last, and whether the bill repeats."""
        if not bill.get("dueDate"):
            return [], False
        start = day_of(bill["dueDate"])
        days = occurrences(bill, start, first, last, self.clock, self.bill_time)
        return ([start] if first <= start <= last else [], False) if days is None else (days, True)

    def make_moneymap(self):
        self.bill_time = at = time_of(self.preference("bills", "time", "09:00"))
        due_off, before_off = (not self.preference("bills", name, True) for name in ("onDueDate", "dayBefore"))
        parts = [("due", 0, due_off), ("dayBefore", 1, before_off)]
        bills = self.of_kind("bill")
        for item in bills:
            if not item.get("dueDate"):
                yield self.single("bill", "bill." + item["id"], item, due=None)
                continue
            dues, repeating = self.due_dates(item, self.dates[0], self.dates[1] + DAY)
            for due in dues if repeating else [day_of(item["dueDate"])]:
                for part, before, off in parts:
                    notification, day = f"bill.{item['id']}.{due}.{part}", due - before * DAY
                    facts = {"due": due, "off": off, "told_on_due_date": part == "dayBefore" and not due_off}
                    if not repeating or due >= self.today:
                        yield self.single("bill", notification, item, datetime.combine(day, at), **facts)
                    elif day >= self.today - DAY:
                        yield self.repeated("bill", notification, day, at, item, **facts)
            bound = self.policy.of_kind["overdue"].get("days")
            for day in self.days_ahead():
                before, _ = self.due_dates(item, day_of(item["dueDate"]), day - DAY) if day <= self.today + 2 * DAY else ([], 0)
                due = before[-1] if before else None
                if due and self.owed(item, due) and (bound is None or (day - due).days <= bound):
                    yield self.repeated("overdue", f"bill.{item['id']}.{due}.overdue", day, at, item, due=due)
        for item in self.of_kind("budget"):
            if Decimal(str(item["spent"])) > Decimal(str(item["limit"])):
                yield self.single("overspend", f"budget.{item['id']}.{item['period']}", item,
                                  event=instant(item["updatedAt"]))
        for day in self.days_ahead():
            if WEEKDAYS[day.weekday()] == self.preference("digest", "day", "sun"):
                count = sum(self.owed(bill, due) for bill in bills
                            for due in self.due_dates(bill, day, day + 6 * DAY)[0])
                yield self.repeated("digest", "moneymap.digest", day,
                                    time_of(self.preference("digest", "time", "18:00")), count=count)

    # ARCHITECTURE.md, the checks: what becomes of them. Checks 1 to 19.

    def first_failure(self, c, window=True):
        """The reason of the first check of 1 to 19 that it fails; `window` is check 13."""
        item, kind = c.item or {}, c.kind
        switch = self.preferences.get("kinds", {}).get(kind)
        if self.preferences.get("enabled") is False:
            return "accountDisabled"
        if self.account.get("authorization", "authorized") not in self.policy.authorization:
            return "unauthorized"
        if switch is False or self.policy.off and switch is None:
            return "kindDisabled"
        if c.facts.get("off"):
            return "optionOff"
        if item.get("archived") or c.facts.get("outside"):
            return "inactive"
        if kind == "bill":
            if item["type"] != "expense":
                return "notExpense"
            if c.facts["due"] is None:
                return "noDueDate"
            if item.get("autoPay"):
                return "autoPay"
            if self.is_paid(item, c.facts["due"]):
                return "paid"
        if kind == "session" and item["state"] != "running":
            return "sessionNotRunning"
        if kind == "location":
            if self.is_completed(kind, item, self.today):
                return "completed"
            told = any(self.local_date(at) == self.today for id, at in self.delivered if self.is_of(id, c.notification))
            return "alreadyDelivered" if told and self.policy.once_a_day(kind) else None
        if self.is_completed(kind, item, c.day):
            return "completed"
        return c.unresolved or self.failure_in_time(c, item, window)

    def is_completed(self, kind, item, day):
        if kind == "task" and item.get("completed"):
            return True
        if day is None:
            return False
        if kind == "task":
            return day.isoformat() in item.get("completedOn", [])
        if kind in ("habit", "location"):
            return day.isoformat() in item.get("completions", [])
        if kind in ("morning", "bedtime"):
            return any(entry["flow"] == kind and entry["date"] == day.isoformat() for entry in self.of_kind("entry"))
        return False

    def failure_in_time(self, c, item, window):
        if c.event is None and c.at <= self.now:
            return "past"
        if c.expired:
            return "expired"
        if window and c.at >= self.end:
            return "beyondWindow"
        if self.was_delivered(c, item):
            return "alreadyDelivered"
        if c.kind == "morning" and self.local_date(c.at) == self.today and self.changed_after_delivery():
            return "appliesTomorrow"
        if c.kind in ("goal", "milestone", "unlock") and (self.is_active(c.event) or self.is_active(c.at)):
            return "appActive"
        if self.is_superseded(c):
            return "superseded"
        if c.kind == "digest" and c.facts["count"] == 0:
            return "nothingDue"
        if self.policy.quiet(c.kind) == "drop" and self.quiet.covers(c.at):
            return "quietHours"
        return None

    def is_of(self, id, notification):
        """A delivered id is the notification, or a request's of it."""
        named = DATED.fullmatch(id)
        return id == notification or named and named[1] == notification

    def was_delivered(self, c, item):
        for id, at in self.delivered:
            if not self.is_of(id, c.notification):
                continue
            named = DATED.fullmatch(id)
            if c.kind in ONE_EVENT:
                return True
            if c.kind == "session":
                found = at >= instant(item["startedAt"])
            elif id != c.notification:
                found = named[2] == c.day.isoformat()
            else:
                found = at >= c.asked - timedelta(seconds=60)
            if found:
                return True
        return False

    def changed_after_delivery(self):
        changed = self.preference("morning", "changedAt", None)
        if not changed or self.local_date(instant(changed)) != self.today:
            return False
        return any(id.startswith("diary.morning.") and at < instant(changed) and self.local_date(at) == self.today
                   for id, at in self.delivered)

    def is_superseded(self, c):
        if c.kind == "milestone":
            return c.late and c.facts["goal_reached"]
        if c.kind == "bill":
            return (c.facts["told_on_due_date"] and c.deferred_from is not None
                    and self.local_date(c.at) >= c.facts["due"])
        return bool(c.facts.get("followed") or c.facts.get("after_bedtime"))

    # Checks 20 to 22, requests and badges.

    def decide(self):
        every, self.requests = self.candidates(), []
        left = []
        for c in every:
            reason = self.first_failure(c)
            if reason:
                c.drop(reason)
            else:
                left.append(c)
        left.sort(key=Candidate.order)
        left = self.without_duplicates(left)
        left = self.within_cap(left)
        fires = self.name_requests(left)
        left = self.give_slots(left)
        if self.policy.badges:
            count = defaultdict(int)
            for c in left:
                if c.at is not None and c.kind != "insight":
                    count[self.local_date(c.at)] += 1
                    c.badge = count[self.local_date(c.at)]
        members = defaultdict(list)
        for c in left:
            members[c.request].append(c)
        self.requests = [Request(id, group, fires.get(id)) for id, group in members.items()]
        every.sort(key=lambda c: (c.at or datetime.min, c.notification.encode(), c.wall or datetime.min))
        return every

    def subject(self, c):
        if c.kind in WITHOUT_ITEM:
            return ""
        if c.kind in ("task", "habit"):
            return c.item["title" if c.kind == "task" else "name"].strip().casefold()
        return c.notification

    def without_duplicates(self, candidates):
        seen, kept = set(), []
        for c in candidates:
            marks = {(c.notification, c.wall), (c.kind, self.subject(c), c.at), ("request", c.single_id)}
            if seen & marks:  # Reading: an earlier candidate that is a duplicate itself is gone and does not count.
                c.drop("duplicate")
            else:
                seen |= marks
                kept.append(c)
        return kept

    def within_cap(self, candidates):
        if self.policy.per_day is None:
            return candidates
        kept = defaultdict(int)
        kept[self.today] = sum(self.local_date(at) == self.today for _, at in self.delivered)
        for c in sorted(candidates, key=lambda c: -c.priority):
            if c.at is None:
                continue
            day = self.local_date(c.at)
            # Reading: a critical kind is never dropped here, but it is one of the "others" that were kept.
            if kept[day] >= self.policy.per_day and not self.policy.critical(c.kind):
                c.drop("dailyCap")
            else:
                kept[day] += 1
        return [c for c in candidates if c.outcome is None]

    def name_requests(self, candidates):
        """Sets `request`; the components of those that repeat, by id."""
        groups, fires = defaultdict(list), {}
        for c in candidates:
            c.request = c.single_id
            groups[c.notification].append(c)
        for notification, group in groups.items():
            components = self.components(group[0])
            # Reading: an id that a single request of another notification has does not repeat.
            taken = any(c.request == notification for c in candidates)
            if (components is not None and not taken
                    and all(c.item is group[0].item and c.deferred_from is None and not c.shifted for c in group)
                    and not any(c.kind == "recap" and self.tells_figures(c) for c in group)
                    and sorted(c.at for c in group) == self.firing(components, self.now, self.end)):
                fires[notification] = components
                for c in group:
                    c.request = notification
        return fires

    def components(self, c):
        """What a trigger that repeats would match, where the candidate's kind may repeat."""
        if self.policy.holds != "trigger" or c.kind not in ("dailyReminder", "nudge", "recap", "task") or c.wall.second:
            return None
        components, item = {"hour": c.wall.hour, "minute": c.wall.minute}, c.item
        if c.kind != "task":
            return components
        if item.get("rrule") is not None or item.get("until"):
            return None
        start, repeat = day_of(item["date"]), item.get("repeat", "none")
        if repeat in ("weekly", "customDays"):
            components["weekday"] = c.wall.isoweekday() % 7 + 1
        elif repeat == "monthly" and start.day <= 28:
            components["day"] = start.day
        elif repeat == "yearly" and (start.month, start.day) != (2, 29):
            components["month"], components["day"] = start.month, start.day
        elif repeat != "daily":
            return None
        return components

    def firing(self, components, after, before):
        """The instants between the two, both left out, at which a trigger that repeats fires; None where it matches a date in a
        gap there. Reading: a gap is there where a device may fire, at its end or as late as the wall time is into it."""
        found, day = set(), after.date() - 2 * DAY
        while day <= before.date() + 2 * DAY:
            wall = datetime.combine(day, time(components["hour"], components["minute"]))
            if shows(wall, components):
                for i, zone in enumerate(self.clock.zones):
                    shown, later, _ = readings(zone, wall)
                    fires = {moment for moment in shown[:1] or (later, end_of_gap(zone, wall))
                             if self.clock.inside(i, moment) and after < moment < before}
                    if fires and not shown:
                        return None
                    found |= fires
            day += DAY
        return sorted(found)

    def slots_left(self, used):
        limit = self.policy.limits[self.account.get("platform", "ios")]
        return float("inf") if limit is None else limit - self.policy.reserved - used

    def give_slots(self, candidates):
        holders, kept = set(), []
        for c in candidates:  # What is armed has no instant, so it comes first.
            if c.request in holders or self.slots_left(len(holders)) > 0:
                holders.add(c.request)
                kept.append(c)
                c.outcome = "armed" if c.at is None else "scheduled"
            else:
                c.drop("slotLimit")
                c.request = None
        return kept

    # Actions.

    def actions(self, decided):
        acts = [*self.withdrawals(), *self.pending_actions(decided)]
        acts.sort(key=lambda act: (ACTIONS.index(act["action"]), act.get("at") or act.get("from") or "",
                                   act["request"].encode()))
        return acts

    def pending_actions(self, decided):
        entries, firsts = sorted((Entry(data) for data in self.account.get("pending", [])), key=Entry.order), {}
        for entry in entries:
            firsts.setdefault(entry.id, entry)
        free = list(firsts.values())
        requests = sorted(self.requests, key=Request.order)
        pairs = {}

        def pair(request, entry):
            pairs[request] = entry
            free.remove(entry)

        def unpaired(condition):
            return [request for request in requests if request not in pairs and condition(request)]
        for request in requests:  # 1
            if request.id in firsts:
                pair(request, firsts[request.id])
        for request in unpaired(lambda request: not request.single):  # 2
            entry = next((entry for entry in free if entry.notification == request.notification
                          and (entry.repeats or entry.at is None)), None)
            if entry:
                pair(request, entry)
        for request in unpaired(lambda request: request.single):  # 3
            entry = next((entry for entry in free if entry.notification == request.notification
                          and not entry.repeats and entry.names_date is None and entry.at == request.at), None)
            if entry:
                pair(request, entry)
        beyond = self.beyond(free)
        for request in unpaired(lambda request: request.single):  # 4
            entry = next((entry for entry in free if entry.notification == request.notification
                          and not entry.repeats and entry.names_date is None and entry not in beyond), None)
            if entry:
                pair(request, entry)

        for request in requests:
            yield self.action_of(request, pairs.get(request))
        slots = self.slots_left(len(requests))
        for entry in entries:
            if entry in pairs.values():
                continue
            if entry in beyond and beyond.index(entry) < slots:
                yield act("keep", entry.id, entry.notification, at=entry.at, reason="beyondWindow")
                continue
            reasons = ["slotLimit"] if entry in beyond else self.why(entry, decided)
            # `_reasons`: those of decisions between which the plan's order does not choose.
            yield act("cancel", entry.id, entry.notification, came_from=entry.at, reason=reasons[0], _reasons=reasons)

    def action_of(self, request, entry):
        at, notification, trigger = request.at, request.notification, self.trigger(request)
        if entry is None:
            return act("add", request.id, notification, at=at, trigger=trigger, badge=request.badge)
        if request.of_place:
            alike = entry.at is None
        elif request.single and entry.data.get("floats", self.floats(request)) != self.floats(request):
            alike = False  # Reading: of what repeats or waits for a place, whether it floats is no question.
        elif request.fires is None:
            alike = not entry.repeats and entry.at == at
        else:  # Reading: a trigger has no seconds, so they do not matter.
            alike = entry.repeats and entry.at is not None and shows(self.clock.local(entry.at), request.fires)
        if not alike:
            return act("move", entry.id, notification, at=at, came_from=entry.at, trigger=trigger, badge=request.badge)
        changed = [name for name in ("title", "body") if name in entry.data and not self.is_own_text(entry.data[name])]
        if "badge" in entry.data and entry.data["badge"] != (request.badge or 0):
            changed.append("badge")
        if changed:
            return act("update", entry.id, notification, at=at, changed=changed, badge=request.badge)
        return act("keep", entry.id, notification, at=at)

    def is_own_text(self, text):
        """Texts are not the oracle's business: a pending entry's are never the plan's."""
        return False

    def trigger(self, request):
        first = request.first
        if request.of_place:
            place = first.item["location"]
            return {"type": "region", **{name: place[name] for name in ("latitude", "longitude", "radius", "on")}}
        if first.event is not None:
            return {"type": "instant"}
        if request.fires is not None:
            return {"type": "calendar", "repeats": True, "components": request.fires}
        once = {"type": "calendar", "repeats": False, "local": self.clock.local(request.at).isoformat(timespec="seconds"),
                "zone": self.clock.zone_name(request.at)}
        return {**once, "floats": True} if self.floats(request) else once

    def floats(self, request):
        """A single request of a wall time that was neither shifted nor deferred, and is not the second of an overlap."""
        c = request.first
        if not request.single or c.event is not None or c.shifted or c.deferred_from is not None:
            return False
        shown, _, _ = readings(self.clock.zones[self.clock.segment(request.at)], self.clock.local(request.at))
        return request.at == shown[0]

    def longer_plan(self, entry):
        """What a plan whose window reached there makes of the entry's notification at its instant: a list of reasons,
        None for what it would schedule (checks 1 to 12 and 14 to 19)."""
        longer, day = copy.copy(self), self.local_date(entry.at)
        longer.dates = (max(day - 3 * DAY, self.dates[0]), day + DAY)
        return [longer.first_failure(c, window=False) for c in longer.candidates()
                if c.notification == entry.notification and c.at == entry.at]

    def beyond(self, entries):
        """The entries that are kept beyond the window where there is a slot, soonest first."""
        found, seen = [], set()
        for entry in entries:
            if entry.at is None or entry.at < self.end or (entry.notification, entry.at) in seen:
                continue
            own = [request for request in self.requests if request.notification == entry.notification]
            said = any(request.fires is not None and self.firing(request.fires, entry.at - SECOND, entry.at + SECOND)
                       for request in own)
            if None in self.longer_plan(entry) and not said and not (entry.repeats and own):
                found.append(entry)
                seen.add((entry.notification, entry.at))
        return found

    def why(self, entry, decided):
        """The reason of a `cancel`, or those of decisions that are equal in order."""
        own = [c for c in decided if c.notification == entry.notification]
        drops = [c for c in own if c.outcome == "dropped" and c.reason != "beyondWindow"]

        def first(candidates):
            place = lambda c: (c.at or datetime.min, c.wall or datetime.min)
            return [c.reason for c in candidates if place(c) == place(candidates[0])]

        def date_of(c):
            return self.local_date(c.at) if c.at else c.wall and c.wall.date()
        same_instant = [c for c in drops if entry.at and c.at == entry.at]
        same_date = [c for c in drops if entry.at and date_of(c) == self.local_date(entry.at)]
        of_event = [c for c in drops if c.occurs_once]
        for found in (same_instant, same_date, of_event):
            if found:
                return first(found)
        if entry.at and entry.at >= self.end:
            reasons = self.longer_plan(entry)
            if reasons and None not in reasons:
                return reasons
        if any(request.notification == entry.notification for request in self.requests):
            return ["replaced"]
        if entry.at is None and drops:
            return first(drops)
        day = entry.names_date or entry.at and self.local_date(entry.at)
        done = self.done_with(entry.notification, day)
        if done:
            return [done]
        makers = self.makers(entry.notification)
        there = {(item["kind"], item["date"] if item["kind"] == "stepDay" else item["id"]) for item in self.items}
        return ["removed" if makers and not makers & there else "notPlanned"]

    def makers(self, notification):
        """The items, by kind and id, that the app's kinds make such an identifier from. A step day's id is its date."""
        day = r"\d{4}-\d{2}-\d{2}"
        patterns = [
            ("task", "task", r"focusflow\.task\.(.+)"), ("task", "task", r"focusflow\.task\.(.+)\.w[1-7]"),
            ("habit", "habit", r"(?:rich|tailored)_(.+)-(?:\d{4}|\d{6})"), ("location", "habit", r"(.+)-location-(?:entry|exit)"),
            ("streakMilestone", "habit", r"streak_milestone_(.+)-\d+"), ("insight", "insight", r"personality-insight-(.+)"),
            ("goal", "stepDay", f"goal-achievement-({day})"), ("milestone", "stepDay", f"milestone-progress-({day})"),
            ("unlock", "stepDay", f"app-unlock-({day})"), ("workout", "workout", r"workout-completion-(.+)"),
            ("bill", "bill", rf"bill\.(.+)\.{day}\.(?:due|dayBefore)"), ("bill", "bill", r"bill\.(.+)"),
            ("overdue", "bill", rf"bill\.(.+)\.{day}\.overdue"),
        ]
        found = set()
        for kind, item, pattern in patterns:
            match = kind in self.policy.kinds and re.fullmatch(pattern, notification, re.DOTALL)
            if match:
                found.add((item, match[1]))
        if "overspend" in self.policy.kinds and notification.startswith("budget."):
            words = notification.removeprefix("budget.").split(".")
            found |= {("budget", ".".join(words[:n])) for n in range(1, len(words)) if any(words[:n])}
        return found

    # What is withdrawn.

    def withdrawals(self):
        for entry in self.account.get("delivered", []):
            if not entry.get("shown"):
                continue
            named, day = DATED.fullmatch(entry["id"]), self.local_date(instant(entry["at"]))
            readings_of_id = [(named[1], day_of(named[2]))] if named else []
            readings_of_id.append((entry["id"], day))  # Reading: an item's own id may end as a date does.
            for notification, on in readings_of_id:
                reasons = self.done_with(notification, on)
                if reasons is not None:
                    break
            else:
                continue
            if reasons:
                yield act("withdraw", entry["id"], readings_of_id[0][0], came_from=instant(entry["at"]), reason=reasons)

    def done_with(self, notification, day):
        """`paid` or `completed` where check 8 or 10 fails; "" where it does not; None where no item is meant."""
        kinds = self.policy.kinds

        def item_named(kind, id):
            return next((item for item in self.of_kind(kind) if item["id"] == id), None)

        def completed(kind, item, day):
            return "completed" if self.is_completed(kind, item, day) else ""
        if "task" in kinds and notification.startswith("focusflow.task."):
            id = notification.removeprefix("focusflow.task.")
            weekday = re.fullmatch(r"(.*)\.w[1-7]", id, re.DOTALL)
            of_weekday, plain = weekday and item_named("task", weekday[1]), item_named("task", id)
            # Reading: of two items that the identifier may mean, the one that makes it now.
            if of_weekday and (not plain or of_weekday.get("repeat") == "customDays"):
                item = of_weekday
            else:
                item = plain
            if item:
                return completed("task", item, day if repeats(item) else day_of(item["date"]))
        if "habit" in kinds:
            timed = re.fullmatch(r"(?:rich|tailored)_(.*)-(?:\d{4}|\d{6})", notification, re.DOTALL)
            item = timed and item_named("habit", timed[1])
            if item:
                return completed("habit", item, day)
        if "location" in kinds:
            place = re.fullmatch(r"(.*)-location-(?:entry|exit)", notification, re.DOTALL)
            item = place and item_named("habit", place[1])
            if item:
                return completed("location", item, self.today)
        if "morning" in kinds and re.fullmatch(r"diary\.morning\.[123]", notification):
            return completed("morning", None, day)
        if "bedtime" in kinds and notification == "diary.bedtime":
            return completed("bedtime", None, day)
        if "bill" in kinds:
            dated = re.fullmatch(r"bill\.(.*)\.(\d{4}-\d{2}-\d{2})\.(?:due|dayBefore|overdue)", notification, re.DOTALL)
            item = dated and item_named("bill", dated[1])
            if item:
                return "paid" if self.is_paid(item, day_of(dated[2])) else ""
            item = item_named("bill", notification.removeprefix("bill.")) if notification.startswith("bill.") else None
            if item:
                return "paid" if self.is_paid(item, None) else ""
        return None


def shows(wall, components):
    """Whether a clock that shows this wall time shows these components of a trigger."""
    own = {"hour": wall.hour, "minute": wall.minute, "weekday": wall.isoweekday() % 7 + 1, "day": wall.day, "month": wall.month}
    return all(own[name] == value for name, value in components.items())


def act(action, request, notification, at=None, came_from=None, **rest):
    line = {"request": request, "notification": notification, "action": action,
            "at": instant_text(at), "from": instant_text(came_from), **rest}
    return {name: value for name, value in line.items() if value is not None}


# A document ---------------------------------------------------------------------------------------------------------

def plan(export, now, days, zones, variation=None):
    """(decisions, actions) of a document, as dictionaries."""
    items_of, app = defaultdict(list), export.get("app")
    for item in export.get("items", []):
        items_of[item.get("app", app), item["account"]].append(item)
    decisions, actions = [], []
    for account in export["accounts"]:
        names = {"account": account["id"], "app": account.get("app", app)}
        items = account.get("items", []) + items_of[names["app"], names["account"]]
        planner = Planner(account, names["app"], items, zones, now, days, variation or {})
        decided = planner.decide()
        for c in decided:
            decision = {**names, "kind": c.kind, "item": c.item and c.item["id"], "notification": c.notification,
                        "local": c.wall and c.wall.isoformat(timespec="seconds"), "zone": c.zone,
                        "at": instant_text(c.at), "outcome": c.outcome, "reason": c.reason, "request": c.request,
                        "badge": c.badge, "late": c.late and c.outcome != "dropped" or None, "deferredFrom": instant_text(c.deferred_from)}
            decisions.append({name: value for name, value in decision.items() if value is not None})
        actions += [{**names, **line} for line in planner.actions(decided)]
    return decisions, actions


DECISION_FIELDS = ["account", "app", "kind", "item", "notification", "request", "local", "at", "outcome", "reason", "badge",
                   "late", "deferredFrom"]
ACTION_FIELDS = ["account", "app", "request", "notification", "action", "at", "from", "reason", "changed", "trigger"]


def check_case(path, zones):
    """Prints where the case's decisions and actions are others; whether they are."""
    with open(path, encoding="utf-8") as file:
        case = json.load(file)
    decisions, actions = plan(case["export"], instant(case["now"]), case["days"], zones)
    if len(decisions) >= 40:  # Then a case leaves out what a switch holds back.
        decisions = [d for d in decisions if d.get("reason") != "kindDisabled"]

    def line(entry, fields):
        dropped = entry.get("outcome") == "dropped"  # Then `at` is informative.
        return json.dumps({f: entry[f] for f in fields if f in entry and not (dropped and f == "at")}, sort_keys=True)
    wrong = False
    for what, got, expected, fields in (("decision", decisions, case["decisions"], DECISION_FIELDS),
                                        ("action", actions, case["actions"], ACTION_FIELDS)):
        got, expected = [line(e, fields) for e in got], [line(e, fields) for e in expected]
        if got == expected:
            continue
        wrong = True
        print(f"{os.path.basename(path)}: {what}s differ" + (" in order" if sorted(got) == sorted(expected) else ""))
        for text in [e for e in expected if e not in got]:
            print("  expected", text)
        for text in [e for e in got if e not in expected]:
            print("  got     ", text)
    return wrong


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("export", nargs="?")
    options.add_argument("--now", type=instant)
    options.add_argument("--days", type=int, default=14)
    tests = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    options.add_argument("--zoneinfo", default=os.path.join(tests, "Zoneinfo", "2026f"))
    options.add_argument("--policy", type=json.loads, default={})
    options.add_argument("--case", action="append", default=[])
    options.add_argument("--cases")
    options = options.parse_args()
    zones = Zones(options.zoneinfo)
    cases = options.case + (sorted(glob.glob(os.path.join(options.cases, "*.json"))) if options.cases else [])
    if cases:
        wrong = [check_case(path, zones) for path in cases]
        print(f"{len(wrong)} cases, {sum(wrong)} differ")
        sys.exit(1 if any(wrong) else 0)
    with open(options.export, encoding="utf-8") as file:
        export = json.load(file)
    decisions, actions = plan(export, options.now, options.days, zones, options.policy)
    for entry in decisions + actions:
        print(json.dumps({name: value for name, value in entry.items() if not name.startswith("_")}, ensure_ascii=False))


if __name__ == "__main__":
    main()
