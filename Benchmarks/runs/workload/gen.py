#!/usr/bin/env python3
"""Workload W, from a seed: gen.py ACCOUNTS OUT.json [SEED [ITEMS]]. W.md says what it is.

The same arguments make the same bytes. Accounts come one after the other, so that the file may be larger than memory, and
those of a small workload are the first ones of a larger one.
"""
import datetime as D
import json
import random
import sys

SEED = 20261020
START = D.date(2026, 10, 20)
ZONES = """America/New_York Europe/London Australia/Lord_Howe Asia/Kolkata Africa/Casablanca America/St_Johns
Pacific/Chatham Asia/Tehran America/Los_Angeles America/Chicago America/Denver America/Phoenix America/Sao_Paulo
America/Santiago America/Halifax America/Mexico_City America/Havana America/Asuncion Europe/Paris Europe/Berlin
Europe/Moscow Europe/Istanbul Europe/Dublin Europe/Lisbon Europe/Chisinau Africa/Cairo Africa/Lagos
Africa/Johannesburg Asia/Tokyo Asia/Shanghai Asia/Kathmandu Asia/Jerusalem Asia/Gaza Asia/Beirut Asia/Dubai
Australia/Sydney Australia/Adelaide Pacific/Auckland Pacific/Apia Pacific/Kiritimati""".split()
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
KINDS = ["bill", "task", "habit", "diary"]
WORDS = ("Rent Water Power Phone Gym Walk Stretch Read Diary Mood Pills Plants Bins Laundry Tax Insurance Café Zürich Naïve "
         "Review").split()


def days_in_month(y, m):
    return (D.date(y + (m == 12), m % 12 + 1, 1) - D.timedelta(days=1)).day


def title(r):
    """One to three words; some with characters that JSON and ICS escape, some long enough to be folded."""
    text = " ".join(r.choice(WORDS) for _ in range(r.randint(1, 3)))
    x = r.random()
    if x < 0.05:
        text += ", part %d; see \"notes\"" % r.randint(1, 9)
    elif x < 0.08:
        text += " " + "long text for folding of lines " * 2 + str(r.randint(1, 99))
    return text


def start_and_rule(r, item):
    """Adds the rule to the item, and returns its first date, which always matches the rule."""
    item["freq"] = freq = r.choices(["daily", "weekly", "monthly", "yearly", "once"], [30, 30, 20, 10, 10])[0]
    x = r.random()
    back = r.randint(60, 730) if x < 0.7 else r.randint(0, 60) if x < 0.9 else -r.randint(1, 60)
    start = START - D.timedelta(days=back)
    if freq == "daily":
        item["interval"] = r.choices([1, 2, 3], [60, 25, 15])[0]
    elif freq == "weekly":
        item["interval"] = r.choices([1, 2], [80, 20])[0]
        days = sorted(r.sample(range(7), r.choices([1, 2, 3, 4, 5], [35, 20, 20, 5, 20])[0]))
        item["byday"] = [WEEKDAYS[d] for d in days]
        while start.weekday() not in days:
            start += D.timedelta(days=1)
    elif freq == "monthly":
        item["interval"] = 1
        day = r.choices([r.randint(1, 28), 29, 30, 31], [70, 5, 10, 15])[0]
        item["bymonthday"] = day
        y, m = start.year, start.month
        while days_in_month(y, m) < day:
            y, m = (y + (m == 12), m % 12 + 1)
        start = D.date(y, m, day)
    elif freq == "yearly":
        item["interval"] = 1
        if r.random() < 0.02:
            m, day = 2, 29
        else:
            m = r.randint(1, 12)
            day = r.randint(1, days_in_month(2025, m))
        y = r.randint(1990, 2025)
        while days_in_month(y, m) < day:
            y -= 1
        item["bymonth"], item["bymonthday"] = m, day
        start = D.date(y, m, day)
    else:
        start = D.date(2026, 10, 1) + D.timedelta(days=r.randint(0, 120))
    return start


def time(r):
    """Of 100, 45 at usual hours, 20 in the hours in which clocks change, the rest anywhere."""
    x = r.random()
    if x < 0.45:
        return "%02d:%02d" % (r.choice([7, 8, 9, 12, 18, 20, 21]), r.choice([0, 0, 0, 15, 30, 45]))
    if x < 0.65:
        return "%02d:%02d" % (r.randint(0, 3), r.choice([0, 15, 30, 45, 59]))
    return "%02d:%02d" % (r.randint(0, 23), r.randint(0, 59))


def accounts(count, seed=SEED, items=10):
    """The accounts of W, one after the other."""
    r = random.Random(seed)
    for a in range(count):
        account = {"id": "a%06d" % a, "tz": r.choice(ZONES), "items": []}
        for i in range(items):
            item = {"id": "%s-%d" % (account["id"], i), "kind": r.choice(KINDS), "title": title(r)}
            item["start"] = start_and_rule(r, item).isoformat()
            item["time"] = time(r)
            account["items"].append(item)
        yield account


def main():
    count, out = int(sys.argv[1]), sys.argv[2]
    seed, items = [int(x) for x in sys.argv[3:5]] + [SEED, 10][len(sys.argv[3:5]):]
    dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    head = {"schema": "w/1", "seed": seed, "window": {"start": "2026-10-20T00:00:00Z", "days": 14}, "cap": 54}
    with open(out, "w", encoding="utf-8", newline="") as file:
        file.write(dump(head)[:-1] + ',"accounts":[')
        for n, account in enumerate(accounts(count, seed, items)):
            file.write(("," if n else "") + dump(account))
        file.write("]}\n")


if __name__ == "__main__":
    main()
