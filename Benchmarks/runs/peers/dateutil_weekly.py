#!/usr/bin/env python3
"""The weekly rule of CivilTimeBenchmarks with python-dateutil: nanoseconds for a window of 14 days, for `units.py`."""
import datetime as D
import statistics
import time

from dateutil.rrule import FR, MO, WE, WEEKLY, rrule

FROM, TO = D.datetime(2026, 10, 20), D.datetime(2026, 11, 2, 23, 59, 59)


def nanoseconds(year):
    """A window of the rule since that year, whose occurrences are not cached: the median of 5 rounds, and the fastest."""
    rule = rrule(WEEKLY, dtstart=D.datetime(year, 1, 5, 9), byweekday=(MO, WE, FR))
    windows, rounds = 100 if year == 2026 else 5, []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(windows):
            rule.between(FROM, TO, inc=True)
        rounds.append((time.perf_counter() - start) / windows * 1e9)
    return statistics.median(rounds), min(rounds)


if __name__ == "__main__":
    for since in (2026, 2000):
        print(f"python-dateutil, weekly rule, 14 days, since {since}: {nanoseconds(since)[0]:,.0f} ns")
