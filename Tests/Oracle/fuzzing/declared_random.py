"""Random policies that declare items and kinds of every shape, and random accounts with such items."""

from ..clock import to_local
from ..values import DAY, MINUTE, WEEKDAYS, instant_text
from .moments import put
from .policies import crowded, random_hours

FIELDS = {"name": "text", "note": "text", "left": "number", "size": "integer", "least": "number", "price": "money",
          "currency": "text", "day": "date", "hour": "time", "moment": "instant", "since": "instant",
          "sinceDay": "date", "span": "duration", "flag": "bool", "tags": "list-of-text", "interval": "integer",
          "run": "integer"}
ACCOUNT_FIELDS = {"plan": "text", "pro": "bool", "credit": {"type": "number", "range": [0, 99]}, "ends": "date",
                  "seen": "instant"}
WORDS = ["{{note}}", "{{left.raw}}", "{{size.raw}}", "{{day.raw}}", "{{hour.raw}}", "{{span.raw}}", "{{tags.raw}}"]
OFFSETS = ["0", "-2h", "+30m", "-1d", "-1d 18:00", "-1w 09:00", "+1d 09:00", "-45m", "-3d 07:15", "+2d", "-90m", "+26h"]
FOLLOW_UPS = ["+30m", "+2h", "+1d 09:00", "+3h", "+5d"]
ZONES = ["UTC", "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu",
         "Pacific/Auckland", "America/Sao_Paulo"]
RULES = ["FREQ=DAILY;INTERVAL=2", "FREQ=WEEKLY;BYDAY=MO,WE,SA", "FREQ=MONTHLY;BYDAY=1MO,-1FR", "FREQ=DAILY;COUNT=5",
         "FREQ=WEEKLY;INTERVAL=2;UNTIL=20261101", "FREQ=MONTHLY;BYMONTHDAY=-1,15", "FREQ=YEARLY;BYMONTH=10,11;BYDAY=SU",
         "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,1"]
HERE = {"place": "Here", "latitude": 41.5, "longitude": 12.25, "radius": 100}


def random_time(r):
    if r.random() < 0.12:
        return r.choice(["02:30", "02:00", "01:45", "02:59"])  # What clocks skip, or show twice.
    minute = f"{r.randrange(24):02}:{r.choice([0, 0, 15, 30, 45, r.randrange(60)]):02}"
    return minute + (f":{r.randrange(1, 60):02}" if r.random() < 0.05 else "")


def random_times(r, most=3):
    return sorted({random_time(r) for _ in range(r.randint(1, most))})


def some(r, values, most=None):
    return r.sample(values, r.randint(1, most or len(values)))


def random_where(r):
    every = [f"left {r.choice(['<', '<=', '>', '>=', '=', '!='])} {r.randrange(0, 30)}", f"size >= {r.randrange(5)}",
             f"flag = {r.choice(['true', 'false'])}", f"note = {r.choice(['red', 'blue'])}", "note != red",
             f"price > {r.randrange(20)}.5", "span < 3600"]
    signs, offsets = ["<", "<=", ">", ">=", "=", "!="], ["now", "-3d", "2d", "-1w", "+90m", "-30h"]
    every += [f"moment {r.choice(signs)} {r.choice(offsets)}", f"day {r.choice(signs)} {r.choice(offsets[:4])}",
              "since < 2026-10-24T06:00:00Z"]
    return some(r, every, 2) + (random_account_where(r) if r.random() < 0.2 else [])


def random_account_where(r):
    signs = ["<", "<=", ">", ">=", "=", "!="]
    return some(r, [f"account.plan {r.choice(signs[4:])} {r.choice(['free', 'pro plus'])}",
                    f"account.pro = {r.choice(['true', 'false'])}", f"account.credit {r.choice(signs)} 4.5",
                    f"account.ends {r.choice(signs)} {r.choice(['now', '3d', '-1d', '2026-10-25'])}",
                    f"account.seen {r.choice(signs)} {r.choice(['now', '-12h', '-2d'])}"], 2)


# Of each shape: sets a kind's keys, and returns what its identifier and its words have besides.

def series(r, kind):
    way, several, identifier = r.random(), True, ""
    if way < 0.3:
        kind["times"] = random_times(r)
    elif way < 0.6:
        kind["time"], several = random_time(r), False
    if r.random() < 0.25:
        kind["weekday"] = {day: random_times(r, 2) for day in some(r, WEEKDAYS, 3)}
        several = True
    if several or r.random() < 0.5:
        identifier = ".{time}"
    put(r, kind, 0.3, days=lambda: some(r, WEEKDAYS))
    put(r, kind, 0.5, remind=lambda: list(dict.fromkeys(some(r, OFFSETS, 3))))
    put(r, kind, 0.4, followUps=lambda: [each for each in some(r, FOLLOW_UPS, 2) if each not in kind.get("remind", [])])
    if r.random() < 0.2:
        kind["followUps"] = {"every": r.choice(["4h", "90m", "1d", "7h"]), "most": r.choice([1, 2, 5, 12])}
    identifier += ".{part}"
    if r.random() < 0.15:
        identifier += ".{date}"
    if "item" in kind and r.random() < 0.2:
        kind["at"] = r.choice(["{day}", "{moment}"])
    elif "item" in kind and r.random() < 0.15:
        elapsed(r, kind)
        identifier = identifier if ".{time}" in identifier else ".{time}" + identifier
    elif "item" in kind and r.random() < 0.4:
        kind["every"] = r.choice(["3d", "2w", "1m", "10d", "{interval}", "{interval}"])
        if r.random() < 0.5:
            kind["from"] = "completion"
        elif r.random() < 0.3:
            kind["from"] = "schedule"
    if "at" not in kind and kind.get("from") != "completion" and r.random() < 0.15:
        kind["cycle"] = random_cycle(r, kind)
    if "item" in kind and "times" not in kind and r.random() < 0.15:
        kind["times"] = {"count": r.choice([1, 2, 3, "{size}"]), "per": r.choice(["week", "month"])}
    if "item" in kind:
        put(r, kind, 0.2, data=lambda: {"about": "{about}"}, destination=lambda: "{about}")
    return identifier, ["{{date.raw}}", "{{dueDate.raw}}", "{{time.raw}}"]


def elapsed(r, kind):
    """An interval in hours, whose reminders are of minutes and hours too."""
    kind["every"] = r.choice(["8h", "5h", "90min", "25h", "{span}"])
    put(r, kind, 0.8, **{"from": lambda: r.choice(["completion", "completion", "schedule", "{since}", "{sinceDay}"])})
    put(r, kind, 0.5, between=lambda: r.choice([["07:00", "23:00"], ["08:30", "20:15"], ["20:00", "04:00"]]))
    if "between" in kind:
        put(r, kind, 0.6, outside=lambda: r.choice(["wait", "skip"]))
    put(r, kind, 0.3, most=lambda: r.choice([1, 2, 3]))
    for key in ("remind", "followUps"):
        if isinstance(kind.get(key), list):
            kind[key] = [each for each in kind[key] if each == "0" or each[-1] in "mh"]
            if not kind[key]:
                del kind[key]


def random_cycle(r, kind):
    cycle = {"on": r.choice([1, 2, 5, "1w", "3d"]), "off": r.choice([1, 2, "1w"])}
    if "item" not in kind or r.random() < 0.7:
        cycle["from"] = r.choice(["{sinceDay}", "{since}", "2026-09-01"] if "item" in kind else ["2026-09-01"])
    return cycle


def until_done(r, kind):
    identifier = r.choice(["", ".{date}", ".{time}"])
    put(r, kind, 0.8, time=lambda: random_time(r))
    put(r, kind, 0.6, **{"for": lambda: r.choice([1, 2, 3, 10, 400, "any"])})
    put(r, kind, 0.3, at=lambda: "{day}")
    put(r, kind, 0.3, every=lambda: r.choice(["1d", "3d", "2w", "1m", "{interval}"]))
    put(r, kind, 0.4, **{"from": lambda: r.choice(["completion", "completion", "schedule"])})
    return identifier, ["{{date.raw}}", "{{overdueDays.raw}}"]


def event(r, kind):
    kind["at"] = "{moment}"
    put(r, kind, 0.6, toldFor=lambda: r.choice(["48h", "90m", "3d", "30s"]))
    return "", ["{{at.raw}}"]


def threshold(r, kind):
    kind["of"] = r.choice(["{left}", "{size}", "{left}"])
    bounds = r.choice([["below"], ["above"], ["below", "above"]])
    if "below" in bounds:
        kind["below"] = r.choice([10, 4.5, "{least}"])
    if "above" in bounds:
        kind["above"] = r.choice([20, 25.5, "{least}"])
    put(r, kind, 0.6, time=lambda: random_time(r))
    put(r, kind, 0.5, since=lambda: r.choice(["{since}", "{sinceDay}"]))
    return "", ["{{limit.raw}}"]


def digest(r, kind):
    kind["time"] = random_time(r)
    put(r, kind, 0.6, days=lambda: some(r, WEEKDAYS))
    put(r, kind, 0.7, where=lambda: random_where(r))
    put(r, kind, 0.5, ahead=lambda: r.choice([1, 7, 30]))
    return "", ["{{count.raw}}: {{names.raw}}"]


def place(r, kind):
    identifier = r.choice(["", ".{trigger}"])
    put(r, kind, 0.7, once=lambda: r.choice(["visit", "day", "day"]))
    return identifier, ["{{place}}"]


def streak(r, kind):
    kind["of"] = "{run}"
    put(r, kind, 0.4, milestones=lambda: [3, 7, 10])
    return ".{count}", ["{{count.raw}}"]


SHAPES = {"series": series, "untilDone": until_done, "event": event, "threshold": threshold, "digest": digest,
          "place": place, "streak": streak}
OTHERS = [("quiet", 0.15, ["defer", "drop", "pass", "digest"]), ("critical", 0.05, [True]), ("enabled", 0.06, [False]),
          ("badge", 0.1, [False])]


def random_windows(r):
    return {length: r.choice([1, 2, 4]) for length in some(r, ["2d", "7d", "1w", "3h", "30h"], 2)}


def random_kind(r, shape, name):
    kind, identifier, words = {"shape": shape}, f"x.{name}", []
    if shape != "series" or r.random() < 0.85:
        kind["item"] = r.choice(["thing", "deal"])
    about_items = "item" in kind and shape != "digest"
    if about_items:
        identifier += ".{id}"
        words = ["{{name}}", *r.sample(WORDS, 2)]
    more, own_words = SHAPES[shape](r, kind)
    if "item" in kind and "where" not in kind and r.random() < 0.15:
        kind["where"] = random_where(r)
    if "item" not in kind and r.random() < 0.3:
        kind["where"] = random_account_where(r)
    kind.update({"identifier": identifier + more, "title": " ".join(words + own_words)})
    if about_items and r.random() < 0.3:
        kind["destination"] = "thing/{id}/{note}"
    for key, chance, values in OTHERS:
        if r.random() < chance:
            kind[key] = r.choice(values)
    if shape in ("series", "untilDone") and r.random() < 0.2:
        kind.update(bundle=r.choice(["1h", "1h", "3h", "24h", "20m"]), titleBundled="{{count.raw}} of {{time.raw}}",
                    bodyBundled="{{titles.raw}} {{more.raw}} {{date.raw}}" + (" {{name}}" if about_items else ""))
    put(r, kind, 0.1, slots=lambda: r.choice([1, 3, 6]))
    put(r, kind, 0.15, caps=lambda: {r.choice(["perDay", "perHour"]): r.choice([1, 2, 3])})
    if r.random() < 0.1:
        kind.setdefault("caps", {})["per"] = random_windows(r)
    kind["priority"] = r.choice([3, 5, 6])
    return kind


def random_policy(r):
    policy = {"format": "tickler-policy/1", "app": "x"}
    for key, chance, values in (("gap", 0.6, ["later", "next", "skip", "skip"]), ("overlap", 0.3, ["first", "last"]),
                                ("monthEnd", 0.4, ["skip", "clamp"]), ("zoneChange", 0.3, ["drop", "atChange"])):
        if r.random() < chance:
            policy[key] = r.choice(values)
    rules = crowded(r) if r.random() < 0.5 else {}
    if r.random() < 0.3:
        rules.pop("caps", None)
    policy.update({key: rules[key] for key in ("quietHours", "caps") if key in rules})
    if r.random() < 0.15:
        policy.setdefault("caps", {})["per"] = random_windows(r)
    policy["slots"] = {"ios": r.choice([1000, 1000, 1000, 64, 12]), "reserved": 0}
    put(r, policy, 0.2, weekStart=lambda: r.choice(["mon", "sun", "sat"]))
    put(r, policy, 0.4, badges=lambda: {"enabled": True, "reset": r.choice(["daily", "never"])})
    fields = {name: {"type": kind, **({"required": True} if name == "name" else {})} for name, kind in FIELDS.items()}
    policy["items"] = {name: {"fields": fields} for name in ("thing", "deal")}
    policy["account"] = {"fields": ACCOUNT_FIELDS}
    shapes = ["series", *r.sample(["series", *SHAPES], r.randint(1, 4))]
    policy["kinds"] = {f"k{n}": random_kind(r, shape, f"k{n}") for n, shape in enumerate(shapes)}
    own = list(policy["kinds"])
    policy["kinds"]["quietDigest"] = {"identifier": "q-{time}", "title": "{{count.raw}}", "body": "{{titles.raw}}",
                                      "priority": r.choice([4, 9])}
    hours = policy.get("quietHours")
    for rule in hours if isinstance(hours, list) else []:
        if "kinds" in rule:
            rule["kinds"] = some(r, own)
    return policy


# Accounts.

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
            [each for kind in kinds for each in
             (kind["times"] if isinstance(kind.get("times"), list) else ["09:00"])]
        item["completions"] = [day + (f"T{r.choice(times)}" if times and r.random() < 0.5 else "") for day in done]
    # Reading: what a snooze holds back of an event or a threshold is left to other checks, and so are the words after a bundle.
    clocked = not any(each.get("shape") in ("event", "threshold", "streak") or "bundle" in each for each in kinds)
    put(r, item, 0.12 * clocked, snoozedUntil=lambda: instant_text(now + r.randint(-600, 900) * MINUTE))
    put(r, item, 0.12 * clocked, notBefore=lambda: instant_text(now + r.randint(-600, 3000) * MINUTE))
    put(r, item, 0.6, location=lambda: {**HERE, "on": r.choice(["entry", "exit"])})
    return item


def random_account(r, id, zone, policy, now, zones):
    today = to_local(zones[zone], now).date()
    kinds = [kind for kind in policy["kinds"].values() if kind.get("shape") == "series"]
    items = [random_item(r, r.choice(["thing", "deal"]), f"{n}", today, now, kinds) for n in range(r.choice([1, 3, 6]))]
    account = {"id": id, "timeZone": zone, "items": items, "delivered": [], "preferences": {}}
    preferences = account["preferences"]
    values = {"plan": lambda: r.choice(["free", "pro plus"]), "pro": lambda: r.random() < 0.5,
              "credit": lambda: r.choice([0, 4.5, 12]), "ends": lambda: near(r, today), "seen": lambda: moment(r, now)}
    if r.random() < 0.8:
        account["fields"] = {name: value() for name, value in values.items() if r.random() < 0.75}
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
