"""Values as exports, policies and plans write them. Instants are naive datetimes in UTC."""

import re
from datetime import date, datetime, time, timedelta, timezone

WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)
UTC = timezone.utc
PART = re.compile(r"(.*)@(?:mon|tue|wed|thu|fri|sat|sun|d(?:[1-9]|1\d|2[0-8]))", re.DOTALL)
DATED = re.compile(r"(.*)@(\d{4}-\d{2}-\d{2})", re.DOTALL)
OFFSET = re.compile(r"([-+])(\d+)([mhdw])(?: (\d\d:\d\d(?::\d\d)?))?")
UNITS = {"s": SECOND, "m": MINUTE, "h": timedelta(hours=1), "d": DAY, "w": 7 * DAY}

day_of = date.fromisoformat
time_of = time.fromisoformat


def instant(text: str) -> datetime:
    moment = datetime.fromisoformat(text.replace("Z", "+00:00").replace("z", "+00:00"))
    return moment.astimezone(UTC).replace(tzinfo=None)


def instant_text(moment):
    return None if moment is None else moment.isoformat(timespec="seconds") + "Z"


def wall_text(wall):
    return None if wall is None else wall.isoformat(timespec="seconds")


def time_text(t):
    return t.strftime("%H:%M:%S" if t.second else "%H:%M")


def time_digits(t):
    return time_text(t).replace(":", "")


def weekday(day):
    return WEEKDAYS[day.weekday()]


def from_sunday(day):
    """1 for Sunday to 7 for Saturday, as identifiers and triggers count."""
    return day.isoweekday() % 7 + 1


def days_between(first, last):
    """Every date from the first to the last, both included."""
    return [first + i * DAY for i in range((last - first).days + 1)]


def duration(text):
    return int(text[:-1]) * UNITS[text[-1]]


class Nag(str):
    """The offset of one of several follow-ups at an interval, with its number."""
    number = 0

    @classmethod
    def every(cls, interval, most):
        nags = [cls(f"+{int(interval[:-1]) * n}{interval[-1]}") for n in range(1, most + 1)]
        for n, nag in enumerate(nags, 1):
            nag.number = n
        return nags


def part_name(offset):
    """`1dBefore1800` for the reminder `-1d 18:00`."""
    if isinstance(offset, Nag):
        return f"nag{offset.number:02}"
    if offset == "0":
        return "due"
    sign, number, unit, clock = OFFSET.fullmatch(offset).groups()
    return f"{number}{unit}{'Before' if sign == '-' else 'After'}{clock.replace(':', '') if clock else ''}"


def moved(wall, offset):
    """Moves a wall time on the clock's face. A time of day in an offset is that of the day it leads to."""
    if offset == "0":
        return wall
    sign, number, unit, clock = OFFSET.fullmatch(offset).groups()
    wall += (1 if sign == "+" else -1) * int(number) * UNITS[unit]
    return datetime.combine(wall.date(), time_of(clock)) if clock else wall


def raw(value):
    """A value as texts write it without a format."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(raw, value)) if isinstance(value, list) else str(value)


def cut_id(id):
    """(notification, date) that a request's id names; the date is None without an ending `@date`."""
    named = DATED.fullmatch(id)
    if named:
        return named[1], day_of(named[2])
    part = PART.fullmatch(id)
    return (part[1] if part else id), None
