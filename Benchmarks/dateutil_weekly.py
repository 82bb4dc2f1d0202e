#!/usr/bin/env python3
"""The weekly rule of CivilTimeBenchmarks with python-dateutil: nanoseconds for a window of 14 days, from a warm cache-less rule.

Run it right after the Swift benchmarks, on the same machine: ratios hold, nanoseconds do not.
"""
import datetime as D
import time

from dateutil.rrule import FR, MO, WE, WEEKLY, rrule

FROM, TO = D.datetime(2026, 10, 20), D.datetime(2026, 11, 2, 23, 59, 59)
for year in (2026, 2000):
    rule = rrule(WEEKLY, dtstart=D.datetime(year, 1, 5, 9), byweekday=(MO, WE, FR))
    rounds = 200 if year == 2026 else 20
    start = time.perf_counter()
    for _ in range(rounds):
        rule.between(FROM, TO, inc=True)
    print(f"dateutil, weekly rule, 14 days, since {year}: {(time.perf_counter() - start) / rounds * 1e9:,.0f} ns")
