"""Policies as TOML: shipped ones with what varies of them, and random quiet hours, caps and gaps."""

import json
import os
import tomllib

from ..policy import KINDS, varied_document
from ..values import WEEKDAYS
from .moments import put


def variation(g):
    """Keys that vary a shipped policy."""
    v, r = {}, g.r
    if g.chance(0.7 if g.shift_time else 0.25):
        v["gap"] = r.choice(["later", "next", "skip", "skip"])
    g.put(v, 0.25, overlap=lambda: r.choice(["first", "last"]), monthEnd=lambda: r.choice(["skip", "clamp"]))
    g.put(v, 0.2, devices=lambda: r.choice(["all", "latest"]))
    g.put(v, 0.2, follow=lambda: r.choice(["clock", "instant"]))
    g.put(v, 0.35, reach=lambda: r.choice([1, g.days, g.days + 1, g.days + 5, 12, 30, 60, 90]))
    g.put(v, 0.3, caps=lambda: {"perDay": r.choice([1, 2, 3, 5])})
    if g.chance(0.3):
        v["slots"] = {"ios": r.choice([1, 3, 5, 20]), "reserved": r.choice([0, 1, 3])}
        g.put(v["slots"], 0.3, holds=lambda: r.choice(["trigger", "occurrence"]))
    if g.chance(0.35):
        v["quietHours"] = {"action": r.choice(["defer", "drop"])}
        if g.chance(0.4):
            v["quietHours"].update(start=g.time(), end=g.time())
    if g.chance(0.15):  # Whether a trigger that repeats has one badge for all its days, nobody says.
        v["badges"] = {"enabled": g.chance(0.7)}
        v.setdefault("slots", {})["holds"] = "occurrence"
    if g.chance(0.5):
        kinds = v["kinds"] = {}
        for kind in r.sample([kind for kinds in KINDS.values() for kind in kinds], 6):
            kinds[kind] = {"quiet": r.choice(["defer", "drop", "pass"])}
        if g.chance(0.3):
            kinds.setdefault(r.choice(KINDS[g.main_app]), {})["critical"] = g.chance(0.7)
        if g.chance(0.3):
            kinds.setdefault(r.choice(KINDS[g.main_app]), {})["priority"] = r.choice([1, 5, 8])
        if g.chance(0.2):
            kinds.setdefault("location", {})["once"] = r.choice(["visit", "day"])
        if g.chance(0.3):
            delivery = {"sound": r.choice(["none", "chime.caf"]), "follow": r.choice(["clock", "instant"]),
                        "interruption": r.choice(["passive", "active", "timeSensitive", "critical"])}
            kinds.setdefault(r.choice(KINDS[g.main_app]), {}).update(r.sample([*delivery.items()], r.choice([1, 2, 3])))
        if g.chance(0.3):
            data = kinds.setdefault(r.choice(["task", "habit", "workout", "bill", "overspend"]), {})
            data["data"] = {"z": "{id}", "itemId": "x/{id}\"é", "app": "-"}
        if g.chance(0.4):
            kinds.setdefault("overdue", {})["days"] = r.choice([1, 2, 7])
    return v


def inline(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(each)}" for key, each in value.items()) + " }"
    return f"[{', '.join(map(inline, value))}]" if isinstance(value, list) else json.dumps(value, ensure_ascii=False)


def toml(document, path=()):
    """Values as keys of their table, tables under headers, lists of tables under headers of their own."""
    tables = {key: value for key, value in document.items() if isinstance(value, dict)}
    lists = {key: value for key, value in document.items()
             if isinstance(value, list) and value and isinstance(value[0], dict)}
    text = "".join(f"{json.dumps(key)} = {inline(value)}\n" for key, value in document.items()
                   if key not in tables and key not in lists)
    for key, value in tables.items():
        text += f"[{'.'.join((*path, key))}]\n" + toml(value, (*path, key))
    for key, value in lists.items():
        text += "".join(f"[[{'.'.join((*path, key))}]]\n" + toml(each, (*path, key)) for each in value)
    return text


def write(path, document):
    with open(path, "w", encoding="utf-8") as file:
        file.write(toml(document))


def write_messages(path, app, titles):
    """Texts in English: by kind, several titles."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'format = "tickler-messages/1"\napp = "{app}"\n')
        for kind, each in titles.items():
            file.writelines(f"\n[[en.{kind}]]\ntitle = {json.dumps(title)}\n" for title in each)


def write_varied(templates, app, varied, path):
    """The shipped policy with the varied keys set."""
    with open(os.path.join(templates, "policies", app + ".toml"), "rb") as file:
        write(path, varied_document(tomllib.load(file), varied))


# Quiet hours, caps and gaps.

def clock(r, hours):
    return f"{r.choice(hours):02}:{r.choice([0, 0, 15, 30, 45]):02}"


def random_hours(r):
    """Over night, over noon, or any."""
    begin, end = r.choice([([20, 21, 22, 23], [5, 6, 7, 8, 9]), ([12, 13], [14, 15]), (range(24), range(24))])
    return {"start": clock(r, begin), "end": clock(r, end)}


def random_rule(r):
    rule = {"action": r.choice(["defer", "defer", "drop", "pass", "digest"])}
    if r.random() < 0.85:
        rule.update(random_hours(r))
    put(r, rule, 0.4, kinds=lambda: r.sample(["task", "dailyReminder"], r.choice([1, 2])))
    put(r, rule, 0.5, days=lambda: r.sample(WEEKDAYS, r.choice([1, 2, 5])))
    if r.random() < 0.4:
        seasons = [("10-01", "10-25"), ("10-20", "03-01"), ("11-01", "12-31"), ("10-24", "10-24")]
        rule["from"], rule["until"] = r.choice(seasons)
    return rule


def crowded(r):
    """Quiet hours, caps and a gap for tasks and a daily reminder."""
    caps, hours = {}, [random_rule(r) for _ in range(r.choice([1, 2, 3, 4]))]
    kinds = {"task": {"identifier": "t.{id}", "title": "{{title}}"}, "dailyReminder": {"identifier": "d", "title": "-"},
             "quietDigest": {"identifier": "q-{time}", "title": "{{count}}", "body": "{{titles.raw}}|{{more}}"}}
    if r.random() < 0.2:
        # One table for all days and kinds.
        hours = {"action": r.choice(["defer", "drop", "digest"]), **random_hours(r)}
    put(r, caps, 0.4, perDay=lambda: r.choice([1, 3, 6]), perHour=lambda: r.choice([1, 2]))
    for kind in ("task", "dailyReminder"):
        if r.random() < 0.3:
            kinds[kind]["caps"] = {r.choice(["perDay", "perHour"]): r.choice([1, 2, 3])}
        if r.random() < 0.2:
            kinds[kind]["quiet"] = r.choice(["defer", "drop", "pass", "digest"])
        kinds[kind]["priority"] = r.choice([3, 5, 6])
    if r.random() < 0.5:
        caps["minimumGap"] = r.choice(["15m", "20m", "90s", "2h"])
        put(r, caps, 0.7, tooSoon=lambda: r.choice(["move", "move", "drop"]))
    kinds["dailyReminder"]["time"] = clock(r, range(24))
    kinds["quietDigest"]["priority"] = r.choice([4, 9])
    put(r, kinds["task"], 0.1, critical=lambda: True)
    return {"format": "tickler-policy/1", "app": "x", "slots": {"ios": 1000, "reserved": 0}, "quietHours": hours,
            **({"caps": caps} if caps else {}), "kinds": kinds}
