"""Adds newer words to random policies: preferences that choose times and days, `unlessActive`, thresholds at an
instant, identifiers by weekday, and an app's own digest of quiet hours. A second generator draws them.

Some combinations are left out because the program and the documents differ or no document decides them: a comment
names each.
"""

from datetime import timedelta

from ..values import MINUTE, WEEKDAYS, instant, instant_text
from .declared_random import random_time, some
from .moments import put

TIMES = """dailyReminder.time recap.time nudges.morning nudges.afternoon nudges.evening morning.time bedtime.time
bills.time digest.time""".split()
DAYS = ["morning.days", "digest.day", "bedtime.days"]
TIMED = ("series", "untilDone", "threshold", "digest")


def listed(r, names, most, after):
    return [f"preferences.{name}" for name in some(r, names, most)] + (after if r.random() < 0.75 else [])


def choices(r, kind, may_skip):
    """Lists preferences as the time and the days of a kind."""
    if "time" in kind and r.random() < 0.5:
        kind["time"] = listed(r, TIMES, 3, [random_time(r)])
    days = DAYS
    if kind["shape"] == "threshold" and may_skip:  # Without a next time within a week, a threshold goes out at once.
        days = []
    put(r, kind, 0.4 if days else 0, days=lambda: listed(r, days, 2, some(r, WEEKDAYS)))


def at_instant(r, kind):
    """Turns a threshold into one that goes out at an instant."""
    for key in ("time", "days"):
        kind.pop(key, None)
    kind["at"] = "{moment}"
    put(r, kind, 0.6, toldFor=lambda: r.choice(["48h", "90m", "3d", "30s"]))


def by_weekday(r, kind):
    """Gives a kind an identifier for each weekday, and mostly one text. The program ignores the identifier if a kind
    has other reminders or times of single weekdays.
    """
    for key in ("remind", "followUps", "every", "between", "outside", "most", "from"):
        kind.pop(key, None)
    pattern = kind["identifier"]
    kind["identifier"] = {"default": pattern, "customDays": pattern.replace("{id}", "{id}.w{weekday}")}
    if r.random() < 0.8:
        kind["title"] = "{{name}}"


def take_turns(r, kinds):
    """Gives some kinds several titles, one a local day."""
    messages = {}
    for name, kind in kinds.items():
        is_dated = kind.get("shape") in ("series", "untilDone", "digest") and "bundle" not in kind and "counts" not in kind
        if is_dated and r.random() < 0.2:
            title = kind.pop("title")
            messages[name] = [f"{n} {title}" for n in range(r.choice([1, 2, 3, 5]))]
            kind["variants"] = "daily"
    return messages


def reworded(r, policy):
    """A copy of a random policy, some of whose kinds have these words."""
    kinds = {name: dict(kind) for name, kind in policy["kinds"].items()}
    for kind in kinds.values():
        shape = kind.get("shape")
        if shape == "threshold" and r.random() < 0.5:
            at_instant(r, kind)
        elif shape in TIMED:
            choices(r, kind, may_skip=policy.get("gap") == "skip")
        if shape in ("event", "threshold") and "at" in kind:
            put(r, kind, 0.6, unlessActive=lambda: True)
        if shape == "series" and "item" in kind and not {"at", "weekday"} & kind.keys() and r.random() < 0.5:
            by_weekday(r, kind)
    if r.random() < 0.5:
        kinds["overnight"] = {**kinds.pop("quietDigest"), "shape": "digest", "counts": "heldBack"}
    policy = {**policy, "kinds": kinds, "messages": take_turns(r, kinds)}
    if r.random() < 0.5:  # Whether a trigger that repeats has one badge for all its days, no document says.
        policy["slots"] = {**policy["slots"], "holds": "trigger"}
        policy.pop("badges", None)
    return policy


def random_choices(r):
    """The preferences that kinds may follow, each set or missing."""
    every = {"dailyReminder": {"time": random_time(r)}, "recap": {"time": random_time(r)},
             "nudges": {name: random_time(r) for name in some(r, ["morning", "afternoon", "evening"])},
             "morning": {"time": r.choice(["04:00", "07:30", "16:00"]), "days": some(r, WEEKDAYS)},
             "bedtime": {"time": random_time(r), "days": r.sample(WEEKDAYS, r.choice([0, 2, 4, 7]))},
             "bills": {"time": random_time(r)}, "digest": {"day": r.choice(WEEKDAYS), "time": random_time(r)}}
    # A bedtime without days means every day to the program, and is not set by the documents.
    for table, name in (("bedtime", "time"), ("digest", "day"), ("digest", "time")):
        if r.random() < 0.3:
            del every[table][name]
    return {name: value for name, value in every.items() if r.random() < 0.4}


def random_intervals(r, account, now):
    """When the app was in the foreground: often about an item's instant, from or to it exactly."""
    moments = [now, *(instant(item["moment"]) for item in account["items"] if "moment" in item)]
    for _ in range(r.choice([1, 2, 5])):
        moment, before, after = r.choice(moments), r.choice([0, 0, 1, 90]), r.choice([0, 0, 0, 1, 30, 600])
        yield {"from": instant_text(moment - before * MINUTE),
               **({"to": instant_text(moment + after * MINUTE)} if r.random() < 0.85 else {})}


def choose(r, account, policy, now):
    """Sets what the words of a policy read of an account."""
    preferences = account["preferences"]
    preferences.update(random_choices(r))
    for item in account["items"]:  # About as late as an event may be.
        late = timedelta(hours=r.choice([48, 72]), seconds=r.choice([-1, 0, 1, 1800]))
        put(r, item, 0.2, moment=lambda: instant_text(now - late))
    put(r, account, 0.6, active=lambda: list(random_intervals(r, account, now)))
    switches = preferences.get("kinds", {})
    if "overnight" in policy["kinds"] and "quietDigest" in switches:
        switches["overnight"] = switches.pop("quietDigest")
