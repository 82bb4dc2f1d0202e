"""What kinds with a shape have in common: items of any table, their times, dates, and conditions."""

import re
from datetime import datetime, timedelta
from decimal import Decimal

from ..checks import gate
from ..recurrence import later, limited, occurrences, repeats, spaced
from ..shifts import Shift
from ..values import (DAY, MINUTE, UNITS, WEEKDAYS, day_of, days_between, from_sunday, instant, instant_text, part_name, raw,
                      time_of, weekday)
from .kind import Kind, due_fields, filled

COMPARISON = re.compile(r"([\w.]+) (<=|>=|!=|=|<|>) (.*)")
RELATIVE = re.compile(r"now|([-+]?)(\d+)([mhdw])")
SIGNS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "=": lambda a, b: a == b, "!=": lambda a, b: a != b,
         ">=": lambda a, b: a >= b, ">": lambda a, b: a > b}


def number(item, value):
    """A number, or that of a field in braces."""
    if isinstance(value, str) and value.startswith("{"):
        value = item.get(value[1:-1])
    return None if value is None else Decimal(str(value))


def is_preference(value):
    return value.startswith("preferences.")


def chosen(listed, preferences):
    """The values of the first preference in a list that is set; None without one."""
    for name in filter(is_preference, listed):
        _, table, field = name.split(".")
        value = (preferences.get(table) or {}).get(field)
        if value is not None:
            return value if isinstance(value, list) else [value]
    return None


def after(listed):
    """The values of a list that come after preferences."""
    return [value for value in listed if not is_preference(value)]


def relative(wanted, planner, value, at):
    """A time relative to an instant as the instant, or as the date, that a value is compared with."""
    match = RELATIVE.fullmatch(wanted)
    ahead = timedelta(0) if wanted == "now" else int(match[2]) * UNITS[match[3]] * (-1 if match[1] == "-" else 1)
    return instant_text(at + ahead) if "T" in value else (planner.clock.date(at) + ahead).isoformat()


def passes(item, where, planner, at=None):
    """Whether an item and its account meet every comparison; without an instant, those that do not ask for the time."""
    for name, sign, wanted in (COMPARISON.fullmatch(comparison).groups() for comparison in where):
        if at is None and RELATIVE.fullmatch(wanted):
            continue
        fields = planner.account.get("fields", {}) if name.startswith("account.") else item
        value = fields.get(name.removeprefix("account."))
        if value is not None and RELATIVE.fullmatch(wanted):
            wanted = relative(wanted, planner, value, at)
        if isinstance(value, str) and "T" in value and value.endswith("Z"):
            value, wanted = instant(value), instant(wanted)
        elif wanted in ("true", "false"):
            value = raw(bool(value))
        elif value is None:
            if sign != "!=":
                return False
            continue
        elif not isinstance(value, str) or re.fullmatch(r"-?\d+(\.\d+)?", value):
            value, wanted = Decimal(str(value)), Decimal(wanted)
        if not SIGNS[sign](value, wanted):
            return False
    return True


def is_done(item, wall):
    """The date and time; a completion without a time is that of the whole date."""
    done = (item or {}).get("completions", [])
    return wall.date().isoformat() in done or any("T" in each and datetime.fromisoformat(each) == wall for each in done)


def is_done_on(item, day):
    """The date, or anything that is due on it: what shapes other than a series ask."""
    return bool(item.get("completed")) or any(each[:10] == day.isoformat() for each in item.get("completions", []))


class Declared(Kind):
    own_times_first = False  # Whether an item's times go before the kind's.

    def __init__(self, planner, name):
        super().__init__(planner, name)
        self.item_kind, self.fields = self.settings.get("item"), {}
        for item in planner.policy.items.values():
            for field, facts in item["fields"].items():
                self.fields[field] = facts if isinstance(facts, dict) else {"type": facts}
        self.instants = {"at"} | {field for field, facts in self.fields.items() if facts.get("type") == "instant"}
        self.account = planner.preferences.get(name) or {}
        times, days = self.settings.get("time", []), self.settings.get("days", WEEKDAYS)
        self.usual_times = [times] if isinstance(times, str) else times
        self.chosen_times = chosen(self.usual_times, planner.preferences)
        if days in ("weekends", "holidays"):
            days = WEEKDAYS
        self.weekdays = self.account.get("days") or chosen(days, planner.preferences)
        self.is_silent = self.weekdays is None and not after(days)
        self.weekdays = after(days) if self.weekdays is None else self.weekdays

    @property
    def where(self):
        return self.settings.get("where", [])

    def counted(self):
        """Its candidates that count; of those that conditions leave out one an item: the next to go out, else the first."""
        found = super().counted()
        if not self.where or self.settings["shape"] == "digest" and self.item_kind:
            return found
        kept, left = [], {}
        for c in found:
            of_item = left.setdefault(c.item and c.item["id"], [])
            if passes(c.item or {}, self.where, self.planner, c.at or self.now):
                kept.append(c)
            elif c.failed and passes(c.item or {}, self.where, self.planner):
                kept.append(c)
            else:
                of_item.append(c)
        for each in left.values():
            # An earlier check decides about what it drops.
            chosen = [c for c in each if not c.failed] or each
            chosen.sort(key=lambda c: (c.asked or datetime.min, c.notification.encode()))
            kept += [c for c in chosen if c.asked and c.asked > self.now][:1] or chosen[:1]
        for c in kept:
            if c.failed or passes(c.item or {}, self.where, self.planner, c.at or self.now):
                continue
            c.failed = "condition"
            if gate(self.planner, self.name) is None:
                c.at, c.deferred_from, c.held = c.asked, None, False
        return kept

    def failure_of(self, item, done=False, undated=False):
        item = item or {}
        if item.get("archived"):
            return "inactive"
        return "noDueDate" if undated else "completed" if item.get("completed") or done else None

    def add_undated(self, item):
        """One candidate without a time, so that nothing is silent; its part is that of the first reminder."""
        part = part_name(self.settings.get("remind", ["0"])[0])
        fields = {"date": "", "dueDate": "", "time": "", "{time}": "", "part": part}
        return self.add(item, once=True, failed=self.failure_of(item, undated=True), fields=fields)

    def field(self, item, key):
        """The value of the field that a setting names in braces."""
        return item.get(self.settings[key][1:-1]) if key in self.settings else None

    def title_of(self, item):
        """What people know it by: `name` or `title`, else the first text that is required."""
        fields = self.planner.policy.items[item["kind"]]["fields"]
        texts = [name for name in fields if self.fields[name].get("type") == "text"]
        known = [name for name in texts if name in ("name", "title")]
        return item[(known + [name for name in texts if self.fields[name].get("required")])[0]]

    @staticmethod
    def variant(item):
        """Which of the identifiers an item has."""
        return "customDays" if item and item.get("repeat") == "customDays" else "default"

    # Times and dates.

    def times(self, item, day):
        """The times of the item or of the kind; the shape says which go first."""
        own = [time_of(each) for each in (item or {}).get("times") or [(item or {}).get("time")] if each]
        return sorted(set(own)) if own and (self.own_times_first or not self.has_times()) else self.kind_times(day)

    def kind_times(self, day):
        texts = self.account.get("times") or ([self.account["time"]] if "time" in self.account else None)
        if texts is None:
            by_weekday = self.settings.get("weekday", {}).get(weekday(day))
            listed = self.settings.get("times")
            texts = self.chosen_times or by_weekday or (listed if isinstance(listed, list) else None) or \
                after(self.usual_times) or ["09:00"]
        return sorted(set(map(time_of, texts)))

    def has_times(self):
        policy = any(key in self.settings for key in ("time", "weekday")) or isinstance(self.settings.get("times"), list)
        return policy or "time" in self.account or bool(self.account.get("times"))

    def every_time(self, item):
        return sorted({at for n in range(7) for at in self.times(item, self.today + n * DAY)})

    def shift(self, item):
        return Shift(self.settings, item or {}, self.planner.holidays)

    def interval(self, item):
        """(number, unit) of `every`."""
        every = None if self.step_of(item) else self.settings.get("every")
        if every and every.startswith("{"):
            days = item.get(every[1:-1])
            return (int(days), "d") if days and days > 0 else None
        return (int(every[:-1]), every[-1]) if every else None

    def step_of(self, item):
        """What passes from one due instant to the next, if `every` is of elapsed time."""
        every = self.settings.get("every", "")
        if every.startswith("{") and self.fields[every[1:-1]].get("type") == "duration":
            return timedelta(seconds=int((item or {}).get(every[1:-1]) or 900))
        return {"h": timedelta(hours=1), "n": MINUTE}.get(every[-1:], DAY) * int(every.rstrip("hmin")) \
            if every.endswith(("h", "min")) else None

    def dues(self, item, first, last, weekdays=WEEKDAYS):
        """(dates in first … last, whether there may be more). One date alone counts on every weekday."""
        if self.counts_from_completion:
            return self.after_completion(item, last), self.interval(item) is not None
        if item is None or not item.get("date"):
            days = limited(item or {}, days_between(first, last))
        else:
            start, every = day_of(item["date"]), self.interval(item)
            if every and not repeats(item):
                days = spaced(item, start, every, first, last, clamp=self.clock.policy.month_end == "clamp")
            else:
                days = occurrences(item, start, first, last, self.clock, self.times(item, start)[0])
                if days is None and ("cycle" in self.settings or isinstance(self.settings.get("times"), dict)):
                    # What a cycle or a period chooses from is every day.
                    days = spaced(item, start, (1, "d"), first, last, clamp=False)
                elif days is None and "every" not in self.settings:
                    return [start], False
        own = (item or {}).get("days", WEEKDAYS)
        return [day for day in days or []
                if weekday(day) in weekdays and weekday(day) in own and self.is_in_cycle(item, day)], True

    def cycle_start(self, item):
        """The first day of a cycle: a date, that of a field, or the item's."""
        start = self.settings["cycle"].get("from")
        if start and start.startswith("{"):
            value = item.get(start[1:-1]) or item.get("date")
            return value and (self.clock.date(instant(value)) if "T" in value else day_of(value))
        start = start or item.get("date")
        return start and day_of(start)

    def is_in_cycle(self, item, day):
        if "cycle" not in self.settings:
            return True
        on, off = (span if isinstance(span, int) else int(span[:-1]) * (7 if span[-1] == "w" else 1)
                   for span in (self.settings["cycle"]["on"], self.settings["cycle"]["off"]))
        start = self.cycle_start(item)
        return start is not None and day >= start and (day - start).days % (on + off) < on

    def is_met(self, item, day):
        """Whether the item was done often enough in the week or month of a day."""
        quota = self.settings.get("times")
        if not isinstance(quota, dict) or not item:
            return False
        count = quota["count"] if isinstance(quota["count"], int) else item.get(quota["count"][1:-1]) or 0
        if count <= 0:
            return False
        first = day - ((day.weekday() - WEEKDAYS.index(self.planner.policy.document.get("weekStart", "mon"))) % 7) * DAY
        done = item.get("completions", [])
        whole = {each for each in done if "T" not in each}
        several = whole | {each for each in done if each[:10] not in whole}

        def is_inside(each):
            other = day_of(each[:10])
            return first <= other < first + 7 * DAY if quota["per"] == "week" else \
                (other.year, other.month) == (day.year, day.month)
        return sum(map(is_inside, several)) >= count

    @property
    def is_elapsed(self):
        """Whether `every` is of elapsed time."""
        return self.step_of({}) is not None

    @property
    def counts_from_completion(self):
        return self.settings.get("from") == "completion" and "every" in self.settings and not self.is_elapsed

    def after_completion(self, item, passed=None):
        """`every` after the last completion, or the first date, and again after each date that passes: the dates up to
        the first that has not passed, by default today."""
        every, done = self.interval(item), [day_of(each[:10]) for each in item.get("completions", [])]
        if not done and not item.get("date") or done and not every:
            return []
        start, steps, days = max(done) if done else day_of(item["date"]), 1 if done else 0, []
        while not days or every and days[-1] < (passed or self.today):
            days.append(later(start, steps * every[0], every[1], clamp=True) if steps else start)
            steps += 1
        return days

    def name_all(self, last, held):
        """Gives the last of several that are bundled the words that name all."""
        titles, local = list(dict.fromkeys(c.title for c in [*held, last])), self.clock.local(last.at)
        fields = {**(last.item or {}), **due_fields(local), "shiftedDate": local.date(), "count": len(held) + 1,
                  "titles": titles[:5], "more": len(titles) - 5 if len(titles) > 5 else ""}
        last.title, last.body = (self.text(self.settings[name + "Bundled"], fields) for name in ("title", "body"))

    # What is over.

    def over(self, notification, day):
        """Only what is done counts as meant, since several items may have one identifier."""
        if day is None or not self.may_make(notification):
            return None
        if any(self.is_done_with(item, notification, day) for item in self.items):
            return "completed"
        named = [item for _, item, _ in self.named_items(notification)] if self.item_kind else [{}]
        if self.settings.get("shape") == "digest" and self.item_kind or not named:
            return None
        return None if passes(named[0], self.where, self.planner) else "condition"

    def is_done_with(self, item, notification, day):
        """Whether a notification on a day is the item's, and done."""
        return False

    def is_named(self, item, notification, fields):
        pattern = self.identifiers.get(self.variant(item)) or self.identifiers["default"]
        return filled(pattern, {**item, **fields}) == notification

    def is_named_at(self, item, notification, wall, **more):
        return self.is_named(item, notification, due_fields(wall, weekday=from_sunday(wall), **more))
