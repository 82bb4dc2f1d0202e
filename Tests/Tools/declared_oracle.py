#!/usr/bin/env python3
"""The decisions about one account of an app whose kinds its policy declares, worked out from docs/own-kinds.md, docs/policies.md and docs/time.md.

Nothing here comes from the program: a policy is read with tomllib, wall times are zoneinfo's, and recurrences try every date of a period
(contract_oracle.py). Quiet hours by rules, gaps and caps are those of crowding_fuzz.py. Where the documents leave room, a comment begins "Reading:".
"""

import re
from datetime import date, datetime, time, timedelta
from decimal import Decimal

import contract_oracle as plain
import crowding_fuzz as crowding

DAY, WEEKDAYS = timedelta(days=1), crowding.WEEKDAYS
OFFSET = re.compile(r"([-+])(\d+)([mhdw])(?: (\d\d:\d\d(?::\d\d)?))?")
UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": DAY, "w": 7 * DAY}
SERIES, UNTIL_DONE, EVENT, THRESHOLD, DIGEST, PLACE, STREAK = "series", "untilDone", "event", "threshold", "digest", "place", "streak"
ONE_EVENT = {EVENT, THRESHOLD, STREAK}
MILESTONES = [7, 14, 30, 60, 100, 365]


def duration(text):
    return timedelta(seconds=int(text[:-1]) * {"s": 1, "m": 60, "h": 3600, "d": 86400}[text[-1]])


def part_name(offset):
    """`1dBefore1800` for `-1d 18:00`."""
    if offset == "0":
        return "due"
    sign, number, unit, clock = OFFSET.fullmatch(offset).groups()
    return f"{number}{unit}{'Before' if sign == '-' else 'After'}{clock.replace(':', '') if clock else ''}"


def moved(wall, offset):
    """On the clock's face; a time of day in an offset is that of the day it leads to."""
    if offset == "0":
        return wall
    sign, number, unit, clock = OFFSET.fullmatch(offset).groups()
    wall += (1 if sign == "+" else -1) * int(number) * UNITS[unit]
    return datetime.combine(wall.date(), time.fromisoformat(clock)) if clock else wall


def raw(value):
    """A value as exports write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(raw, value))
    return str(value)


class Oracle(crowding.Oracle):
    def __init__(self, policy, account, now, days, zones):
        self.document, self.account, self.days = policy, account, days
        self.settings = policy["kinds"]
        self.now = now.astimezone(crowding.UTC).replace(tzinfo=None)
        settings = type("Settings", (), {"gap": policy.get("gap", "later"), "overlap": policy.get("overlap", "first"),
                                         "month_end": policy.get("monthEnd", "skip"), "zone_change": policy.get("zoneChange", "drop")})
        self.clock = plain.Clock(account, zones, settings)
        self.today = self.clock.local(self.now).date()
        self.end = self.clock.start_of_day(self.today + (days + 1) * DAY)
        hours = policy.get("quietHours", {})
        self.policy = {"rules": hours if isinstance(hours, list) else [], "caps": policy.get("caps", {}), "kinds": self.settings}
        if isinstance(hours, dict):
            self.policy["single"] = {"action": "defer", **hours}
        self.preferences = account.get("preferences", {})
        own = self.preferences.get("quietHours")
        self.own = (time.fromisoformat(own["start"]), time.fromisoformat(own["end"])) if own else None
        self.off = self.preferences.get("kinds", {})
        self.candidates = []
        self.instants = {"at"} | {name for item in policy.get("items", {}).values() for name, field in item["fields"].items()
                                  if (field if isinstance(field, str) else field.get("type")) == "instant"}
        self.delivered = [(entry["id"], plain.instant(entry["at"])) for entry in account.get("delivered", [])]

    # What the stages of crowding_fuzz.py ask.

    def local(self, instant):
        return self.clock.local(instant)

    def over(self, kind, instant):
        """The end of quiet hours that move; a move to another zone ends them, or they go on there."""
        first = found = self.spell(kind, instant)
        if not found or found[0] == "drop":
            return None
        while found:
            i = self.clock.segment(instant)
            gap = self.document.get("gap", "later")
            end = plain.resolve_in_zone(self.clock.zones[i], found[1], "next" if gap == "skip" else gap, self.document.get("overlap", "first"))
            if end <= instant:
                end = max(plain.readings(self.clock.zones[i], found[1])[0])
            if self.clock.inside(i, end):
                return end
            instant = self.clock.ends[i]
            found = self.spell(kind, instant)
        return instant

    def kind_delivered(self, id):
        """The first kind of the policy that may have the identifier."""
        for notification in (id.rpartition("@")[0], id):
            for kind, settings in self.settings.items():
                pattern = "".join(".*" if piece.startswith("{") else re.escape(piece)
                                  for piece in re.split(r"(\{[^}]*\})", settings["identifier"]) if piece)
                if notification and re.fullmatch(pattern, notification, re.DOTALL):
                    return kind
        return None

    # Candidates.

    def add(self, kind, item, wall=None, event=None, at=None, once=False, fields=None, **facts):
        """One candidate. `wall` is a time of the clock, and `at` its instant where that is known; `event` an instant; a place has neither."""
        fields = {**(item or {}), **(fields or {})}
        settings = self.settings[kind]
        c = {"kind": kind, "date": fields.get("date"), "item": item, "local": wall, "at": None, "once": once, "shape": settings["shape"], "reason": None,
             "part": fields.get("part"), "notification": self.filled(settings["identifier"], fields), "destination": self.filled(settings.get("destination", ""), fields), **facts}
        c["title"] = self.text(settings.get("title", ""), fields)
        if event is not None:
            c["local"], c["at"], c["event"] = self.clock.local(event), event, event
            if event <= self.now and settings["shape"] == EVENT:
                self.come_late(c, settings)
        elif at is not None:
            c["at"] = at
        elif wall is not None:
            c["at"], _, c["unresolved"] = self.clock.resolve(wall)
            if c["at"] is None and c["unresolved"] == "zoneChange" and self.document.get("zoneChange") == "atChange":
                c["at"], c["shifted"], c["unresolved"] = self.change_over(wall), "zoneChange", None
            elif c["at"] is not None and self.clock.local(c["at"]) != wall:
                c["shifted"] = "dstGap"
        self.move_out_of_quiet(c)
        if wall is not None and not once and event is None and wall.date() < self.today:
            if not (c.get("from") and c["at"] > self.now):
                return
        c["reason"] = self.failure(c)
        self.candidates.append(c)

    def change_over(self, wall):
        """When the account moves past a wall time."""
        for at in self.clock.starts[1:]:
            if self.clock.local(at) > wall >= self.clock.local(at - plain.SECOND):
                return at
        raise ValueError(wall)

    def come_late(self, c, settings):
        told_for = duration(settings.get("toldFor", "48h"))
        found = self.spell(c["kind"], c["at"])
        still_quiet = found and found[0] != "drop" and self.over_all(c["kind"], c["at"]) > self.now
        if c["local"].date() >= self.today or self.now - c["at"] <= told_for or still_quiet:
            c["at"], c["late"] = self.now, True
        else:
            c["expired"] = True

    def move_out_of_quiet(self, c):
        c["asked"] = c["at"]
        found = c["at"] is not None and not c.get("expired") and self.spell(c["kind"], c["at"])
        if found and found[0] != "drop":
            c["from"], c["at"] = c["at"], self.over_all(c["kind"], c["at"])
            c["digest"] = found[0] == "digest" and self.off.get("quietDigest") is not False

    # The checks, in the order of ARCHITECTURE.md.

    def failure(self, c):
        item, switch = c["item"] or {}, self.off.get(c["kind"])
        if self.preferences.get("enabled") is False:
            return "accountDisabled"
        if self.account.get("authorization", "authorized") not in self.document.get("authorization", plain.USUAL):
            return "unauthorized"
        if switch is False or switch is None and not self.settings[c["kind"]].get("enabled", True):
            return "kindDisabled"
        if item.get("archived"):
            return "inactive"
        if c.get("undated"):
            return "noDueDate"
        if item.get("completed") and c["shape"] != STREAK or c.get("done"):
            return "completed"
        if c["shape"] == PLACE and self.settings[c["kind"]].get("once") == "day":
            ids = [each for id, at in self.delivered if self.local(at).date() == self.today for each in (id, id.rpartition("@")[0])]
            return "alreadyDelivered" if c["notification"] in ids else None
        if c["at"] is None:
            return c.get("unresolved")
        return self.late(c)

    def late(self, c):
        if "event" not in c and c["at"] <= self.now:
            return "past"
        if c.get("expired"):
            return "expired"
        if c["at"] >= self.end:
            return "beyondWindow"
        if self.was_delivered(c):
            return "alreadyDelivered"
        if c.get("not_before") and c["at"] < c["not_before"]:
            return "superseded"
        if c.get("count") == 0:
            return "nothingDue"
        if c.get("digest"):
            return "inDigest"
        found = self.spell(c["kind"], c["at"])
        return "quietHours" if found and found[0] == "drop" else None

    def was_delivered(self, c):
        for id, at in self.delivered:
            named = plain.DATED.fullmatch(id)
            if id != c["notification"] and not (named and named[1] == c["notification"]):
                continue
            if c["shape"] in ONE_EVENT:
                if "since" not in c or at >= c["since"]:
                    return True
            elif id != c["notification"]:
                if named[2] == c["local"].date().isoformat():
                    return True
            elif at >= c["asked"] - timedelta(seconds=60):
                return True
        return False

    # What a kind has of an item.

    def of(self, kind):
        item = self.settings[kind].get("item")
        return [each for each in self.account.get("items", []) if each["kind"] == item and self.passes(each, self.settings[kind].get("where", []))]

    def name(self, item):
        """What people know it by: `name` or `title`, else the first text that is required."""
        fields = self.document["items"][item["kind"]]["fields"]
        texts = {name: field if isinstance(field, dict) else {"type": field} for name, field in fields.items()}
        texts = {name: field for name, field in texts.items() if field.get("type") == "text"}
        known = [name for name in texts if name in ("name", "title")] + [name for name, field in texts.items() if field.get("required")]
        return item[known[0]]

    def times(self, kind, item, day):
        """The item's own, else the account's, else the policy's. Shapes other than a series have those of an item last."""
        own = [time.fromisoformat(each) for each in (item or {}).get("times") or [(item or {}).get("time")] if each]
        if own and (self.settings[kind]["shape"] == SERIES or not self.has_times(kind)):
            return sorted(set(own))
        return self.kind_times(kind, day)

    def kind_times(self, kind, day):
        settings, account = self.settings[kind], self.preferences.get(kind) or {}
        texts = account.get("times") or ([account["time"]] if "time" in account else None)
        if texts is None:
            texts = settings.get("weekday", {}).get(WEEKDAYS[day.weekday()]) or settings.get("times") or [settings.get("time", "09:00")]
        return sorted({time.fromisoformat(each) for each in texts})

    def has_times(self, kind):
        account = self.preferences.get(kind) or {}
        return any(key in self.settings[kind] for key in ("time", "times", "weekday")) or "time" in account or bool(account.get("times"))

    def weekdays(self, kind):
        return (self.preferences.get(kind) or {}).get("days") or self.settings[kind].get("days") or WEEKDAYS

    def dues(self, kind, item, first, last, weekdays=WEEKDAYS):
        """(dates in first … last, whether there may be more than one). One date alone holds whatever its weekday."""
        settings = self.settings[kind]
        if settings.get("from") == "completion":
            return self.after_completion(kind, item), False
        if item is None or not item.get("date"):
            days = [first + i * DAY for i in range((last - first).days + 1)]
        else:
            start, every = date.fromisoformat(item["date"]), self.interval(settings, item)
            if every and not plain.repeats(item):
                days = self.spaced(settings, item, start, every, first, last)
            else:
                days = plain.occurrences(item, start, first, last, self.clock, self.times(kind, item, start)[0])
                if days is None and "every" not in settings:
                    return [start], False
                days = days or []
        return [day for day in days if WEEKDAYS[day.weekday()] in weekdays and WEEKDAYS[day.weekday()] in (item or {}).get("days", WEEKDAYS)], True

    def after_completion(self, kind, item):
        """`every` after the last completion, or the first date, and again after each date that passes: those up to the first that has not."""
        every, done = self.interval(self.settings[kind], item), [date.fromisoformat(each[:10]) for each in item.get("completions", [])]
        if not done and not item.get("date") or done and not every:
            return []
        start, steps, days = max(done) if done else date.fromisoformat(item["date"]), 1 if done else 0, []
        while not days or every and days[-1] < self.today:
            days.append(self.later(start, steps * every[0], every[1], clamp=True) if steps else start)
            steps += 1
        return days

    def is_undated(self, kind, item):
        """No date or instant follows from its fields."""
        settings = self.settings[kind]
        if "at" in settings:
            return item.get(settings["at"][1:-1]) is None
        if settings["shape"] == UNTIL_DONE:
            return not item.get("date")
        if settings.get("from") == "completion":
            return not self.after_completion(kind, item)
        return bool(item.get("date")) and "every" in settings and not plain.repeats(item) and not self.interval(settings, item)

    def add_undated(self, kind, item):
        """One candidate without a time, so that nothing is silent; its part is that of the first reminder."""
        first = part_name(self.settings[kind].get("remind", ["0"])[0])
        self.add(kind, item, once=True, undated=True, fields={"date": "", "dueDate": "", "time": "", "{time}": "", "part": first})

    def is_carried(self, kind, wall):
        """Yesterday's, where quiet hours move it to after `now`."""
        at, _, why = self.clock.resolve(wall)
        if at is None and why == "zoneChange" and self.document.get("zoneChange") == "atChange":
            at = self.change_over(wall)
        c = {"kind": kind, "at": at}
        self.move_out_of_quiet(c)
        return bool(c.get("from")) and c["at"] > self.now

    def interval(self, settings, item):
        every = settings.get("every")
        if not every:
            return None
        if every.startswith("{"):
            days = item.get(every[1:-1])
            return (int(days), "d") if days and days > 0 else None
        return int(every[:-1]), every[-1]

    def later(self, start, number, unit, clamp=False):
        """`start` and so many days, weeks or months: None where a month lacks the day."""
        if unit != "m":
            return start + number * UNITS[unit]
        year, month = divmod(start.year * 12 + start.month - 1 + number, 12)
        length = plain.days_in_month(year, month + 1)
        if start.day > length and self.document.get("monthEnd", "skip") == "skip" and not clamp:
            return None
        return date(year, month + 1, min(start.day, length))

    def spaced(self, settings, item, start, every, first, last):
        number, unit = every
        days, step = [], 0
        while step * number * {"d": 1, "w": 7, "m": 28}[unit] <= (last - start).days:
            day = self.later(start, step * number, unit)
            if day and first <= day <= last and (not item.get("until") or day <= date.fromisoformat(item["until"])) \
                    and day.isoformat() not in item.get("exdates", []):
                days.append(day)
            step += 1
        return days

    def walls(self, kind, item, first, last):
        """What is due: ([wall times], whether there may be more)."""
        at = self.settings[kind].get("at")
        if at:
            value = item.get(at[1:-1])
            if value is None:
                return [], False
            if "T" in value:
                return [self.clock.local(plain.instant(value))], False
            day = date.fromisoformat(value)
            return [datetime.combine(day, each) for each in self.times(kind, item, day)], False
        days, repeating = self.dues(kind, item, first, last, self.weekdays(kind))
        return [datetime.combine(day, each) for day in days for each in self.times(kind, item, day)], repeating

    @staticmethod
    def is_done(item, wall):
        done = (item or {}).get("completions", [])
        return wall.date().isoformat() in done or any("T" in each and datetime.fromisoformat(each) == wall for each in done)

    @staticmethod
    def is_done_on(item, day):
        """The date, or anything that is due on it: what shapes other than a series ask."""
        return bool(item.get("completed")) or any(each[:10] == day.isoformat() for each in item.get("completions", []))

    def make_series(self, kind):
        settings = self.settings[kind]
        offsets = settings.get("remind", ["0"]) + settings.get("followUps", [])
        for item in self.of(kind) if settings.get("item") else [None]:
            snoozed = plain.instant(item["snoozedUntil"]) if item and item.get("snoozedUntil") else None
            snoozed = snoozed if snoozed and snoozed > self.now else None
            if item and self.is_undated(kind, item):
                self.add_undated(kind, item)
                continue
            reach = max([timedelta(0)] + [abs(moved(datetime(2000, 1, 1), each) - datetime(2000, 1, 1)) for each in offsets]) + 2 * DAY
            walls, repeating = self.walls(kind, item, self.today - reach, self.today + self.days * DAY + reach)
            one_at_a_time, planned = settings.get("from") == "completion" and "at" not in settings, set()
            for wall in walls:
                that_day = [each for each in walls if each.date() == wall.date()]
                for offset in offsets:
                    asked, done = moved(wall, offset), self.is_done(item, wall)
                    if " " in offset:
                        # It has a time of its own: once a date, until all of it is done.
                        if wall != that_day[0]:
                            continue
                        done = all(self.is_done(item, each) for each in that_day)
                    if one_at_a_time:
                        # Of each reminder the first that is not over, by its date.
                        is_over = asked.date() < self.today and not (asked.date() == self.today - DAY and self.is_carried(kind, asked))
                        if (offset, wall.time()) in planned or is_over and wall.date() != max(walls).date():
                            continue
                        planned.add((offset, wall.time()))
                    if repeating and not self.today - DAY <= asked.date() <= self.today + self.days * DAY:
                        continue
                    self.add(kind, item, asked, once=not repeating, done=done, not_before=snoozed,
                             fields=self.due_fields(wall, part=part_name(offset)))
            if snoozed:
                self.add_snoozed(kind, item, snoozed)

    def add_snoozed(self, kind, item, snoozed):
        """It is of what was due last, else of what is due first."""
        walls, _ = self.walls(kind, item, self.today - 400 * DAY, self.today + 400 * DAY)
        now = self.clock.local(self.now)
        before = [each for each in walls if each <= now]
        if walls:
            due = max(before) if before else min(walls)
            self.add(kind, item, self.clock.local(snoozed), once=True, done=self.is_done(item, due), part="snoozed",
                     fields=self.due_fields(due, part="snoozed"))

    @staticmethod
    def due_fields(wall, **more):
        digits = wall.strftime("%H%M%S" if wall.second else "%H%M")
        return {"date": wall.date().isoformat(), "dueDate": wall.date().isoformat(), "time": wall.strftime("%H:%M:%S" if wall.second else "%H:%M"),
                "{time}": digits, **more}

    def make_untilDone(self, kind):
        bound = self.settings[kind].get("for", 7)
        for item in self.of(kind):
            if self.is_undated(kind, item):
                self.add_undated(kind, item)
                continue
            for offset in range(-1, min(3, self.days + 1)):
                day = self.today + offset * DAY
                due = self.newest(kind, item, day)
                if not due or self.is_done_on(item, due):
                    continue
                late = (day - due).days
                if bound != "any" and late > bound or WEEKDAYS[day.weekday()] not in self.weekdays(kind):
                    continue
                for each in self.times(kind, item, day):
                    wall = datetime.combine(day, each)
                    self.add(kind, item, wall, fields={**self.due_fields(wall), "date": due, "dueDate": due, "overdueDays": late})

    def newest(self, kind, item, before):
        """The last date before a day on which it was due."""
        at = self.settings[kind].get("at")
        if at:
            value = item.get(at[1:-1])
            days = [date.fromisoformat(value)] if value else []
        elif item.get("date"):
            days, _ = self.dues(kind, item, before - 3000 * DAY, before - DAY)
        else:
            return None
        return max([day for day in days if day < before], default=None)

    def make_event(self, kind):
        for item in self.of(kind):
            at = item.get(self.settings[kind]["at"][1:-1])
            if at:
                self.add(kind, item, event=plain.instant(at), once=True, fields={"at": at})
            else:
                self.add_undated(kind, item)

    def number(self, item, value):
        """A number, or that of a field in braces."""
        if isinstance(value, str) and value.startswith("{"):
            value = item.get(value[1:-1])
        return None if value is None else Decimal(str(value))

    def limit(self, kind, item):
        """The bound that the number is past."""
        value, below, above = (self.number(item, self.settings[kind].get(key)) for key in ("of", "below", "above"))
        if value is None:
            return None
        return below if below is not None and value < below else above if above is not None and value > above else None

    def make_threshold(self, kind):
        settings = self.settings[kind]
        for item in self.of(kind):
            limit = self.limit(kind, item)
            if limit is None:
                continue
            facts, at = {}, self.now
            since = item.get(settings["since"][1:-1]) if "since" in settings else None
            if since:
                facts["since"] = plain.instant(since) if "T" in since else self.clock.start_of_day(date.fromisoformat(since))
            if self.has_times(kind):
                local = self.clock.local(self.now)
                walls = [datetime.combine(day, each) for day in (local.date() + i * DAY for i in range(9)) for each in self.kind_times(kind, day)
                         if WEEKDAYS[day.weekday()] in self.weekdays(kind)]
                # One that is skipped, or that a move brings back, is not the next.
                wall = min(each for each in walls if each > local and (self.clock.resolve(each)[0] or self.now) > self.now)
                self.add(kind, item, wall, once=True, fields={"limit": limit}, **facts)
            else:
                self.add(kind, item, event=at, once=True, fields={"limit": limit}, **facts)

    def passes(self, item, where):
        for comparison in where:
            name, sign, wanted = re.fullmatch(r"(\w+) (<=|>=|!=|=|<|>) (.*)", comparison).groups()
            value = item.get(name)
            if wanted in ("true", "false"):
                value = raw(bool(value))
            elif value is None:
                if sign != "!=":
                    return False
                continue
            elif not isinstance(value, str) or re.fullmatch(r"-?\d+(\.\d+)?", value):
                value, wanted = Decimal(str(value)), Decimal(wanted)
            if not {"<": lambda: value < wanted, "<=": lambda: value <= wanted, "=": lambda: value == wanted, "!=": lambda: value != wanted,
                    ">=": lambda: value >= wanted, ">": lambda: value > wanted}[sign]():
                return False
        return True

    def make_digest(self, kind):
        settings = self.settings[kind]
        items = sorted((item for item in self.of(kind) if not item.get("archived") and not item.get("completed")), key=lambda item: item["id"].encode())
        for offset in range(-1, self.days + 1):
            day = self.today + offset * DAY
            if WEEKDAYS[day.weekday()] not in self.weekdays(kind):
                continue
            last = day + (settings.get("ahead", 1) - 1) * DAY
            counted = [item for item in items if "ahead" not in settings
                       or any(day <= due <= last and not self.is_done_on(item, due) for due in self.dues(kind, item, day, last)[0])]
            names = [self.name(item) for item in counted]
            for each in self.kind_times(kind, day):
                self.add(kind, None, datetime.combine(day, each), count=len(counted), fields={"count": len(counted), "names": names[:20]})

    def make_place(self, kind):
        for item in self.of(kind):
            if item.get("location"):
                self.add(kind, item, once=True, done=self.is_done_on(item, self.today), fields={"place": item["location"].get("place", ""), "trigger": item["location"]["on"]})

    def make_streak(self, kind):
        for item in self.of(kind):
            count = self.number(item, self.settings[kind]["of"])
            done = self.is_done_on(item, self.today) or self.is_done_on(item, self.today - DAY)
            if done and count in self.settings[kind].get("milestones", MILESTONES):
                self.add(kind, item, event=self.now, once=True, fields={"count": int(count)})

    # What is still shown.

    def withdrawn(self):
        """The ids of delivered notifications that are shown and done."""
        return sorted(entry["id"] for entry in self.account.get("delivered", []) if entry.get("shown") and self.is_over(entry["id"], plain.instant(entry["at"])))

    def is_over(self, id, at):
        named = plain.DATED.fullmatch(id)
        notification, day = (named[1], date.fromisoformat(named[2])) if named else (id, self.clock.local(at).date())
        for kind, settings in self.settings.items():
            for item in self.account.get("items", []):
                if item["kind"] == settings.get("item") and self.is_about(kind, settings, item, notification, day):
                    return True
        return False

    def is_about(self, kind, settings, item, notification, day):
        """Whether it is a notification of the item, and done."""
        shape = settings["shape"]

        def is_named(fields):
            return self.filled(settings["identifier"], {**item, **fields}) == notification
        if shape == PLACE:
            return "location" in item and is_named({"trigger": item["location"]["on"]}) and self.is_done_on(item, self.today)
        if shape == THRESHOLD:
            return is_named({}) and (bool(item.get("completed")) or self.limit(kind, item) is None)
        around = [day + n * DAY for n in range(-12, 13)]
        if shape == UNTIL_DONE:
            newest = self.newest(kind, item, self.today + 3 * DAY if "{date}" in settings["identifier"] else day)
            if "{date}" in settings["identifier"]:
                around = [newest - n * DAY for n in range(500)] if newest else []
                newest = next((each for each in around if any(is_named({**self.due_fields(datetime.combine(each, t)), "date": each})
                                                                 for t in self.every_time(kind, item))), None)
                return newest is not None and self.is_done_on(item, newest)
            is_its = any(is_named(self.due_fields(datetime.combine(day, t))) for t in self.every_time(kind, item))
            return is_its and (bool(item.get("completed")) or newest is not None and self.is_done_on(item, newest))
        if shape != SERIES:
            return False
        walls, repeating = self.walls(kind, item, day, day)
        from_completion, single = settings.get("from") == "completion", None if repeating or not walls else walls[0].date()
        about = []
        for each in [single] if single and not from_completion else around:
            times = [wall.time() for wall in walls] if single and "at" in settings else self.times(kind, item, each)
            for offset in settings.get("remind", ["0"]) + settings.get("followUps", []):
                for due in (datetime.combine(each, t) for t in times):
                    first = datetime.combine(each, times[0]) if " " in offset else due
                    leads_there = moved(due, offset).date() == day or each == single and not from_completion or "{date}" in settings["identifier"]
                    if is_named(self.due_fields(first, part=part_name(offset))) and leads_there:
                        about.append(due)
        if item.get("completed"):
            return bool(about)
        if from_completion:
            done = max((each[:10] for each in item.get("completions", [])), default="")
            return bool(about) and all(due.date().isoformat() <= done for due in about)
        return bool(about) and all(self.is_done(item, due) for due in about)

    def every_time(self, kind, item):
        return sorted({t for n in range(7) for t in self.times(kind, item, self.today + n * DAY)})

    # Identifiers and texts.

    def filled(self, pattern, fields):
        """`{time}` and such of a pattern; a field without a value is empty."""
        def value(match):
            name = match[1]
            return fields["{time}"] if name == "time" and "{time}" in fields else raw(fields.get(name, ""))
        return re.sub(r"\{(\w+)\}", value, pattern)

    def text(self, template, fields):
        """`{{left.raw}}`, or `{{name}}` of a text; an instant is a time of the account's clock."""
        def value(match):
            value = fields.get(match[1], "")
            is_instant = match[1] in self.instants and value
            return self.clock.local(plain.instant(value)).isoformat() if is_instant else raw(value)
        return re.sub(r"\{\{(\w+)(?:\.raw)?\}\}", value, template)

    # All together.

    def plan(self):
        for kind, settings in self.settings.items():
            if kind != "quietDigest":
                getattr(self, "make_" + settings["shape"])(kind)
        self.tell_held()
        self.duplicates()
        timed = [c for c in self.candidates if c["at"] is not None]
        self.gaps([c for c in timed if not c.get("twin")])
        self.caps(timed)
        self.slots()
        self.number_badges()
        return self.candidates

    def tell_held(self):
        held = {}
        for c in self.candidates:
            if c["reason"] == "inDigest":
                held.setdefault(c["at"], []).append(c)
        for end, those in sorted(held.items()):
            those.sort(key=lambda c: (c["from"], -self.priority(c["kind"]), c["notification"].encode()))
            titles = list(dict.fromkeys(c["title"] for c in those))
            local = self.clock.local(end)
            self.settings["quietDigest"].setdefault("shape", DIGEST)
            self.add("quietDigest", None, local, at=end, fields={**self.due_fields(local), "count": len(those), "titles": titles[:5]}, count=len(those))

    def order(self, c):
        return c["at"] or datetime.min, -self.priority(c["kind"]), c["notification"].encode(), c["local"] or datetime.min

    @staticmethod
    def request(c):
        return c["notification"] if c["once"] or c["local"] is None else f"{c['notification']}@{c['local'].date()}"

    def subjects(self, c):
        """A series tells the same of two items of one name, but for different reminders of different dates."""
        if c["item"] is None:
            return {(c["kind"], "", c["at"])}
        if c["shape"] != SERIES:
            return {(c["kind"], c["notification"], c["at"])}
        settings = self.settings[c["kind"]]
        reminders = len(settings.get("remind", ["0"]) + settings.get("followUps", []))
        name = self.name(c["item"]).strip().casefold()
        return {(c["kind"], name, each, c["at"]) for each in ([("date", c["date"]), ("part", c["part"])] if reminders > 1 else [None])}

    def duplicates(self):
        seen = set()
        for c in sorted((c for c in self.candidates if not c["reason"]), key=self.order):
            marks = {(c["notification"], c["local"]), ("request", self.request(c))} | self.subjects(c)
            if seen & marks:
                c["reason"] = "duplicate"
            else:
                seen |= marks
        # An earlier plan of the day dropped those among what is past: they keep no gap.
        requests, subjects = {self.request(c) for c in self.candidates if not c["reason"]}, set()
        for c in sorted((c for c in self.candidates if c["reason"] == "past"), key=self.order):
            c["twin"] = self.request(c) in requests or bool(self.subjects(c) & subjects)
            if self.request(c) not in requests:
                subjects |= self.subjects(c)
            requests.add(self.request(c))

    def slots(self):
        platform, slots = self.account.get("platform", "ios"), self.document.get("slots", {})
        limit = slots.get(platform, {"ios": 64, "android": 500, "other": None}[platform])
        if limit is None:
            return
        left = limit - slots.get("reserved", 0)
        for c in sorted((c for c in self.candidates if not c["reason"]), key=self.order):
            left -= 1
            if left < 0:
                c["reason"] = "slotLimit"

    def number_badges(self):
        badges = self.document.get("badges", {})
        if not badges.get("enabled"):
            return
        counts = {}
        for c in sorted((c for c in self.candidates if not c["reason"] and c["at"] is not None), key=self.order):
            if self.settings[c["kind"]].get("badge", True):
                day = self.clock.local(c["at"]).date() if badges.get("reset", "daily") == "daily" else None
                counts[day] = counts.get(day, 0) + 1
                c["badge"] = counts[day]
