"""Recurrences on dates: RFC 5545 rules, `repeat`, and dates in equal steps."""

import calendar
from datetime import date, datetime

from .values import DAY, UNITS, WEEKDAYS, day_of, days_between

RULE_DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def days_in_month(year, month):
    return calendar.monthrange(year, month)[1]


def month_of(year, month):
    return [date(year, month, d) for d in range(1, days_in_month(year, month) + 1)]


def year_of(year):
    return days_between(date(year, 1, 1), date(year, 12, 31))


def in_year(day):
    """The day of the year, and the year's length."""
    return day.toordinal() - date(day.year, 1, 1).toordinal() + 1, 365 + calendar.isleap(day.year)


def in_month(day):
    return day.day, days_in_month(day.year, day.month)


def is_among(numbers, at, length):
    """Whether numbers from the start or from the end have a day."""
    return at in numbers or at - length - 1 in numbers


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
        self.days = [(int(d[:-2] or 0), RULE_DAYS.index(d[-2:])) for d in parts.get("BYDAY", "").split(",") if d]
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
                days = step * self.interval * 7 - (self.start.weekday() - self.week_start) % 7
                yield [self.start + (days + i) * DAY for i in range(7)]
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
        if self.year_days and not is_among(self.year_days, *in_year(day)):
            return False
        if self.month_days and not is_among(self.month_days, *in_month(day)):
            return False
        if not self.days:
            return True
        at, length = in_month(day) if self.by_month else in_year(day)
        nth, nth_last = (at - 1) // 7 + 1, -((length - at) // 7 + 1)
        return any(day.weekday() == weekday and n in (0, nth, nth_last) for n, weekday in self.days)

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
                is_last = self.count is not None and counted > self.count
                if day > last or is_last or self.until and is_over(day):
                    return found
                if day >= first:
                    found.append(day)


def is_past_until(day, until, at, clock):
    """Whether an occurrence lies past a rule's UNTIL, a date, a wall time or an instant."""
    if len(until) == 8:
        return day > datetime.strptime(until, "%Y%m%d").date()
    limit = datetime.strptime(until.rstrip("Z"), "%Y%m%dT%H%M%S")
    wall = datetime.combine(day, at)
    if until.endswith("Z"):  # Reading: compared as instants, with the item's time.
        return (clock.resolve(wall)[0] or wall - (clock.local(limit) - limit)) > limit
    return wall > limit


def repeats(item):
    return item.get("rrule") is not None or item.get("repeat", "none") != "none"


def limited(item, days):
    """Those of the days that `until` and `exdates` leave."""
    left_out = set(item.get("exdates") or [])
    until = day_of(item["until"]) if item.get("until") else date.max
    return [day for day in days if day <= until and day.isoformat() not in left_out]


def occurrences(item, start, first, last, clock, at):
    """The dates in first … last on which an item occurs; None if it does not repeat."""
    if not repeats(item):
        return None
    first, repeat = max(first, start), item.get("repeat", "none")
    if item.get("rrule") is not None:
        rule = Rule(item["rrule"], start)
        return limited(item, rule.dates(first, last, lambda day: is_past_until(day, rule.until, at, clock)))
    clamp = clock.policy.month_end == "clamp"
    weekdays = {WEEKDAYS.index(name) for name in item.get("weekdays") or []} or {start.weekday()}

    def occurs(day):
        in_month = min(start.day, days_in_month(day.year, day.month)) if clamp else start.day
        return (repeat == "daily" or repeat == "weekly" and day.weekday() == start.weekday()
                or repeat == "monthly" and day.day == in_month
                or repeat == "yearly" and (day.month, day.day) == (start.month, in_month)
                or repeat == "customDays" and day.weekday() in weekdays)
    return limited(item, filter(occurs, days_between(first, last)))


def later(start, number, unit, clamp):
    """A date and a number of days, weeks or months; None if a month lacks the day."""
    if unit != "m":
        return start + number * UNITS[unit]
    year, month = divmod(start.year * 12 + start.month - 1 + number, 12)
    length = days_in_month(year, month + 1)
    if start.day > length and not clamp:
        return None
    return date(year, month + 1, min(start.day, length))


def spaced(item, start, every, first, last, clamp):
    """The dates in first … last at equal steps from a start; `every` is a number and a unit."""
    number, unit = every
    steps = range((last - start).days // (number * {"d": 1, "w": 7, "m": 28}[unit]) + 1)
    days = [later(start, step * number, unit, clamp) for step in steps]
    return limited(item, [day for day in days if day and first <= day <= last])
