"""Random items of the declared tables, and accounts that hold them."""

from ..clock import to_local
from ..values import DAY, MINUTE, WEEKDAYS, instant_text
from .declared_policies import random_time, random_times, some
from .moments import put
from .policies import random_hours

ZONES = ["UTC", "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu",
         "Pacific/Auckland", "America/Sao_Paulo"]
RULES = ["FREQ=DAILY;INTERVAL=2", "FREQ=WEEKLY;BYDAY=MO,WE,SA", "FREQ=MONTHLY;BYDAY=1MO,-1FR", "FREQ=DAILY;COUNT=5",
         "FREQ=WEEKLY;INTERVAL=2;UNTIL=20261101", "FREQ=MONTHLY;BYMONTHDAY=-1,15", "FREQ=YEARLY;BYMONTH=10,11;BYDAY=SU",
         "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,1"]
HERE = {"place": "Here", "latitude": 41.5, "longitude": 12.25, "radius": 100}


def near(r, today, least=-6, most=6):
    return (today + r.randint(least, most) * DAY).isoformat()


def moment(r, now):
    return instant_text(now + r.randint(-6000, 4000) * MINUTE)


def random_item(r, kind, id, today, now, kinds):
    item = {"kind": kind, "id": id, "name": f"N{id}"}
    values = {
        "note": lambda: r.choice(["red", "blue", "a b"]), "left": lambda: r.choice([0, 3, 4.5, 9.5, 12, 20.5, 30]),
        "size": lambda: r.randrange(40), "least": lambda: r.choice([5, 12, 15.5]),
        "price": lambda: r.choice(["12.50", "3.00", "40.00"]), "day": lambda: near(r, today),
        "hour": lambda: random_time(r), "moment": lambda: moment(r, now), "since": lambda: moment(r, now),
        "sinceDay": lambda: near(r, today, -4, 1), "span": lambda: r.choice([60, 3600, 5400]),
        "flag": lambda: r.random() < 0.5, "tags": lambda: r.sample(["one", "two", "three"], 2),
        "interval": lambda: r.choice([0, 1, 2, 4, 10, 30]), "run": lambda: r.choice([3, 7, 10, 14, 15])}
    for name, value in values.items():
        if r.random() < 0.75:
            item[name] = value()
    if "price" in item:
        item["currency"] = "EUR"
    if r.random() < 0.85:
        item["date"] = near(r, today, -70, 3) if r.random() < 0.4 else near(r, today)
        put(r, item, 0.1, date=lambda: r.choice(["2026-08-31", "2026-01-31", "2024-02-29"]))
        way = r.random()
        if way < 0.35:
            item["repeat"] = r.choice(["daily", "weekly", "monthly", "yearly", "customDays", "none"])
            if item["repeat"] == "customDays" and r.random() < 0.8:
                item["weekdays"] = some(r, WEEKDAYS, 3)
        elif way < 0.55:
            item["rrule"] = r.choice(RULES)
        put(r, item, 0.3, exdates=lambda: [near(r, today) for _ in range(2)])
        put(r, item, 0.2, until=lambda: near(r, today, 0, 5))
    way = r.random()
    if way < 0.3:
        item["times"] = random_times(r)
    elif way < 0.5:
        item["time"] = random_time(r)
    put(r, item, 0.15, days=lambda: some(r, WEEKDAYS))
    put(r, item, 0.05, completed=lambda: True)
    put(r, item, 0.05, archived=lambda: True)
    if r.random() < 0.5:
        done = [near(r, today, -5, 2) for _ in range(r.randint(1, 3))]
        times = item.get("times") or [item["time"]] if "times" in item or "time" in item else \
            [each for kind in kinds for each in kind.get("times", ["09:00"])]
        item["completions"] = [day + (f"T{r.choice(times)}" if times and r.random() < 0.5 else "") for day in done]
    put(r, item, 0.12, snoozedUntil=lambda: instant_text(now + r.randint(-600, 900) * MINUTE))
    put(r, item, 0.6, location=lambda: {**HERE, "on": r.choice(["entry", "exit"])})
    return item


def random_account(r, id, zone, policy, now, zones):
    today = to_local(zones[zone], now).date()
    kinds = [kind for kind in policy["kinds"].values() if kind.get("shape") == "series"]
    items = [random_item(r, r.choice(["thing", "deal"]), f"{n}", today, now, kinds) for n in range(r.choice([1, 3, 6]))]
    account = {"id": id, "timeZone": zone, "items": items, "delivered": [], "preferences": {}}
    preferences = account["preferences"]
    put(r, preferences, 0.2, quietHours=lambda: random_hours(r))
    put(r, preferences, 0.25, kinds=lambda: {r.choice(list(policy["kinds"])): r.random() < 0.5})
    for name, kind in policy["kinds"].items():
        if kind.get("shape") in ("series", "digest", "threshold", "untilDone") and r.random() < 0.25:
            own = {}
            put(r, own, 0.7, time=lambda: random_time(r))
            if kind["shape"] == "series" and "{time}" in kind["identifier"] and r.random() < 0.5:
                own = {"times": random_times(r)}
            if kind["shape"] in ("series", "digest") and r.random() < 0.4:
                own["days"] = some(r, WEEKDAYS)
            if own:
                preferences[name] = own
    put(r, preferences, 0.03, enabled=lambda: False)
    put(r, account, 0.05, authorization=lambda: r.choice(["denied", "provisional"]))
    if r.random() < 0.2:
        account["zoneChanges"] = [
            {"at": instant_text(now + r.randint(-2000, 4000) * MINUTE), "timeZone": r.choice(ZONES)}
            for _ in range(r.choice([1, 1, 2]))]
    return account
