#!/usr/bin/env python3
"""Random recurrence rules and the dates that python-dateutil finds for them.

    python3 -m venv venv && venv/bin/pip install python-dateutil
    venv/bin/python recurrence_oracle.py --seed 5545 --count 450 --width 500 \\
        > ../CivilTimeTests/Resources/recurrences.txt

One line a rule, four fields parted by tabs: the rule, its first date, the window (both ends included), the dates in it.
The dates are the first one and then the steps in days to the following ones, `7x51` for 51 steps of 7 in a row; `-` for
none. Windows are ten years long; `--width` halves a window until its dates fit in so many characters. Rules on which
dateutil spends over half a second (it looks for a match up to the year 9999) are left out, and counted.

Three things are put right before dateutil is asked, since it differs there from RFC 5545 (docs/recurrence.md). On the
error output stands how many rules that touched:

- week:   the week numbers at the turn of a year are computed here, and BYWEEKNO without BYDAY gets DTSTART's weekday;
- mixed:  weekdays with and without a number in one BYDAY are a union: `MO` is written as `1MO,2MO,...`;
- setpos: the first week of a WEEKLY rule with BYSETPOS begins with the week, not with DTSTART.
"""

import argparse
import random
import signal
import sys
import warnings
from datetime import date, datetime, timedelta

from dateutil import rrule

DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
ORIGINAL_REBUILD = rrule._iterinfo.rebuild
warnings.simplefilter("ignore")


def week_of(day, first_weekday):
    """The number of the week that `day` lies in, from the start and from the end of its fourth day's year."""
    fourth = day - timedelta((day.weekday() - first_weekday) % 7) + timedelta(3)
    last = date(fourth.year, 12, 31)
    return (fourth - date(fourth.year, 1, 1)).days // 7 + 1, -((last - fourth).days // 7 + 1)


def corrected_rebuild(self, year, month):
    is_new_year = year != self.lastyear
    ORIGINAL_REBUILD(self, year, month)
    if is_new_year and self.rrule._byweekno:
        first = date(year, 1, 1)
        mask = [any(n in self.rrule._byweekno for n in week_of(first + timedelta(i), self.rrule._wkst))
                for i in range(self.yearlen)]
        self.wnomask = mask + [0] * 7


def pick(random_, choices, most):
    return sorted(random_.sample(choices, random_.randint(1, min(most, len(choices)))))


def signed(limit):
    return [n for n in range(-limit, limit + 1) if n != 0]


def random_rule(r):
    frequency = r.choice(["DAILY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY", "YEARLY", "YEARLY"])
    parts = {"FREQ": frequency}
    if r.random() < 0.5:
        parts["INTERVAL"] = r.choice([1, 2, 2, 3, 4, 5, 6, 7, 10, 13, 30, 100])
        if frequency == "YEARLY":
            parts["INTERVAL"] = min(parts["INTERVAL"], 4)
    if r.random() < 0.35:
        parts["WKST"] = r.choice(DAYS)
    if r.random() < 0.3:
        parts["BYMONTH"] = pick(r, range(1, 13), 5)
    if frequency == "YEARLY" and r.random() < 0.3:
        parts["BYWEEKNO"] = pick(r, signed(53) + [1, 52, 53, -1, -52, -53] * 8, 4)
    if frequency == "YEARLY" and r.random() < 0.2:
        parts["BYYEARDAY"] = pick(r, signed(366) + [1, 59, 60, 61, 365, 366, -1, -366] * 20, 30)
    if frequency != "WEEKLY" and r.random() < 0.3:
        parts["BYMONTHDAY"] = pick(r, signed(31) + [1, 28, 29, 30, 31, -1] * 4, 6)
    if r.random() < 0.5:
        days = pick(r, DAYS, 4)
        if frequency in ("MONTHLY", "YEARLY") and "BYWEEKNO" not in parts and r.random() < 0.6:
            limit = 5 if frequency == "MONTHLY" or "BYMONTH" in parts else 53
            numbered = [f"{r.choice(signed(limit))}{day}" for day in days]
            days = numbered + (r.sample(DAYS, 1) if r.random() < 0.2 else [])
        parts["BYDAY"] = days
    if frequency == "WEEKLY" and "BYDAY" in parts and r.random() < 0.2:
        parts["BYSETPOS"] = pick(r, [1, 2, -1, -2], 2)
    elif any(name.startswith("BY") for name in parts) and r.random() < 0.3:
        parts["BYSETPOS"] = pick(r, [1, 2, 3, 4, 5, 10, -1, -2, -3, 20, -20], 3)
    start = date(r.choice([1994, 1999, 2000, 2008, 2016, 2020, 2024, 2026]), 1, 1) + timedelta(r.randrange(1100))
    if r.random() < 0.3:
        parts["COUNT"] = r.choice([1, 2, 5, 10, 40, 200, 1000])
    elif r.random() < 0.2:
        until = start + timedelta(r.randrange(9000))
        parts["UNTIL"] = f"{until:%Y%m%d}"
    lower = start + timedelta(r.randrange(-400, 5000))
    upper = lower.replace(year=lower.year + 10, day=min(lower.day, 28))
    return parts, start, lower, upper


def text_of(parts):
    def value(v):
        return ",".join(str(n) for n in dict.fromkeys(v)) if isinstance(v, list) else str(v)
    return ";".join(f"{name}={value(v)}" for name, v in parts.items())


def dates_of(parts, start, lower, upper):
    """What dateutil, as it is, finds in the window."""
    rule = rrule.rrulestr(text_of(parts), dtstart=datetime(start.year, start.month, start.day), cache=False)
    if rule._until is None:
        rule._until = datetime(upper.year, upper.month, upper.day)
    dates = []
    for moment in rule:
        if moment.date() > upper:
            break
        if moment.date() >= lower:
            dates.append(moment.date())
    return dates


def corrected_dates(parts, start, lower, upper):
    """What dateutil finds once the three differences are put right."""
    parts = dict(parts)
    days = parts.get("BYDAY", [])
    if "BYWEEKNO" in parts and not days:
        parts["BYDAY"] = [DAYS[start.weekday()]]
    plain = [day for day in days if day in DAYS]
    if plain and len(plain) < len(days):
        most = 5 if parts["FREQ"] == "MONTHLY" or "BYMONTH" in parts else 53
        parts["BYDAY"] = [d for d in days if d not in plain] + [f"{n}{d}" for d in plain for n in range(1, most + 1)]
    rrule._iterinfo.rebuild = corrected_rebuild
    try:
        if parts["FREQ"] == "WEEKLY" and "BYSETPOS" in parts:
            first = DAYS.index(parts.get("WKST", "MO"))
            week = start - timedelta((start.weekday() - first) % 7)
            if "BYDAY" not in parts:
                parts["BYDAY"] = [DAYS[start.weekday()]]
            count = parts.pop("COUNT", None)
            dates = [day for day in dates_of(parts, week, week, upper) if day >= start][:count]
            return [day for day in dates if day >= lower]
        return dates_of(parts, start, lower, upper)
    finally:
        rrule._iterinfo.rebuild = ORIGINAL_REBUILD


def steps_of(dates):
    if not dates:
        return "-"
    runs = []
    for a, b in zip(dates, dates[1:]):
        step = (b - a).days
        if runs and runs[-1][0] == step:
            runs[-1][1] += 1
        else:
            runs.append([step, 1])
    return " ".join([str(dates[0])] + [f"{step}x{n}" if n > 1 else str(step) for step, n in runs])


class TooSlow(Exception):
    pass


def give_up(*_):
    raise TooSlow


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seed", type=int, default=5545)
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--width", type=int, default=10**9)
    options = options.parse_args()
    signal.signal(signal.SIGALRM, give_up)
    r = random.Random(options.seed)
    written = slow = 0
    touched = {"week": 0, "mixed": 0, "setpos": 0, "unexplained": 0}
    while written < options.count:
        parts, start, lower, upper = random_rule(r)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            dates = corrected_dates(parts, start, lower, upper)
            plain = dates_of(parts, start, lower, upper)
        except TooSlow:  # A rule that never matches: dateutil walks on to the year 9999.
            slow += 1
            continue
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if dates != plain:
            days = parts.get("BYDAY", [])
            numbered = sum(day not in DAYS for day in days)
            why = ("week" if "BYWEEKNO" in parts else "mixed" if 0 < numbered < len(days)
                   else "setpos" if parts["FREQ"] == "WEEKLY" and "BYSETPOS" in parts else "unexplained")
            touched[why] += 1
        while len(steps := steps_of([day for day in dates if day <= upper])) > options.width:
            upper = lower + (upper - lower) // 2
        print(text_of(parts), start, f"{lower}/{upper}", steps, sep="\t")
        written += 1
    print(f"{written} rules; dateutil as it is differs in {sum(touched.values())}: {touched}; too slow: {slow}",
          file=sys.stderr)


if __name__ == "__main__":
    main()
