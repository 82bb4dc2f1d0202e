"""Due dates on weekends and holidays: tasks, bills, their digest and declared kinds, with calendars of holidays.

Accounts are in UTC, and nothing but time and shifts drops anything.
"""

import random
from datetime import date, datetime, time

from ..values import DAY, WEEKDAYS, instant_text
from .compare import Comparison
from .moments import put
from .plans import Plans

WORDS = ["none", "before", "after", "nearest", "skip"]
REMINDERS = ["0", "-1d", "-2d 18:00", "-3h", "+1d 10:00", "-1w"]
CALENDARS = ["DE", "DE-BY", "at", "de-AT", "UTC", "FR"]
OF_THINGS = {"dose": "series", "late": "untilDone", "ends": "event"}
IDENTIFIERS = {"task": "t.{id}", "bill": {"default": "b.{id}.{date}.{part}", "undated": "b.{id}"},
               "overdue": "o.{id}.{date}", "late": "l.{id}", "ends": "e.{id}", "digest": "g"}
TITLES = {"task": "{{title}}", "bill": "{{dueDate.raw}} {{paymentDate.raw}}",
          "overdue": "{{dueDate.raw}} {{paymentDate.raw}} {{days}}", "dose": "{{dueDate.raw}} {{shiftedDate.raw}}",
          "late": "{{dueDate.raw}} {{shiftedDate.raw}} {{overdueDays}}", "ends": "{{shiftedDate.raw}}",
          "digest": "{{count.raw}}"}


def random_holidays(r, today):
    """A few single days, and now and then many in a row."""
    days = {today + DAY * r.randrange(-25, 40) for _ in range(r.choice([2, 5, 12, 30]))}
    if r.random() < 0.3:
        first = today + DAY * r.randrange(-10, 20)
        days |= {first + DAY * n for n in range(r.choice([3, 6, 11]))}
    return days


def random_schedule(r, today, name):
    """The fields of a first date, and of how it comes again."""
    start = today + DAY * r.randrange(-40, 25)
    fields = {name: start.isoformat()}
    repeat = r.choice(["none", "none", "daily", "weekly", "monthly", "customDays", "rrule"])
    if repeat == "none":
        return fields
    until = start + DAY * r.randrange(0, 60) if r.random() < 0.3 else None
    exdates = {start + DAY * r.randrange(0, 40) for _ in range(r.choice([0, 0, 3]))}
    if until:
        fields["until"] = until.isoformat()
    if exdates:
        fields["exdates"] = sorted(day.isoformat() for day in exdates)
    if repeat == "rrule":
        return {**fields, "rrule": f"FREQ=DAILY;INTERVAL={r.choice([1, 2, 3, 5])}"}
    weekdays = r.sample(WEEKDAYS, r.choice([1, 2, 4]))
    return {**fields, "repeat": repeat, **({"weekdays": weekdays} if repeat == "customDays" else {})}


def random_policy(r):
    kinds = {}
    for kind in ["task", "bill", "overdue", "dose", "late", "ends"]:
        kinds[kind] = {}
        if kind != "overdue":
            if r.random() < 0.75:
                kinds[kind]["shift"] = r.choice(WORDS)
            if r.random() < 0.25:
                kinds[kind]["days"] = r.choice(["weekends", "holidays"])
    put(r, kinds["dose"], 0.3, days=lambda: sorted(r.sample(WEEKDAYS, r.choice([2, 5]))))
    kinds["dose"]["remind"] = r.sample(sorted(REMINDERS), r.choice([1, 2, 3]))
    kinds["dose"]["identifier"] = r.choice(["d.{id}.{part}.{date}", "d.{id}.{part}"])
    kinds["late"]["for"] = kinds["overdue"]["days"] = r.choice([1, 3, 7])
    kinds["ends"].update({"at": "{ends}", "toldFor": "36h"})
    kinds["digest"] = {"day": r.choice(WEEKDAYS), "time": "18:00"}
    for kind, settings in kinds.items():
        settings.setdefault("identifier", IDENTIFIERS.get(kind))
        settings["title"] = TITLES[kind]
        if kind in OF_THINGS:
            settings.update({"item": "thing", "shape": OF_THINGS[kind]})
    fields = {"ends": "instant", "name": {"type": "text", "required": True}}
    return {"format": "tickler-policy/1", "app": "x", "slots": {"ios": 100000}, "items": {"thing": {"fields": fields}},
            "kinds": kinds}


def random_account(r, number, today):
    items = []
    for index in range(r.choice([2, 5, 9])):
        kind = r.choice(["task", "bill", "thing"])
        item = {"kind": kind, "id": f"{index:02}", **random_schedule(r, today, "dueDate" if kind == "bill" else "date")}
        if kind == "task":
            item |= {"title": f"T{number}.{index}", "time": "09:00"}
        if kind == "bill":
            item["name"] = f"B{index}"
        if kind == "thing":
            item["name"] = r.choice(["Pill", "Drops", f"N{index}"])
        if kind == "thing" and r.random() < 0.5:
            item["ends"] = instant_text(datetime.combine(today + DAY * r.randrange(-6, 20), time(r.randrange(24))))
        put(r, item, 0.4, shift=lambda: r.choice(WORDS))
        items.append(item)
    account = {"id": f"a{number}", "timeZone": "UTC", "items": items}
    put(r, account, 0.7, country=lambda: r.choice(["DE", "de-by", "DE-HH", "DE-HH", "AT", "XX"]))
    put(r, account, 0.7, locale=lambda: r.choice(["de-DE", "de-AT", "de", "de-Latn-FR", "en-u-ca-gregory"]))
    return account


class Shift(Comparison):
    def document(self, n, program):
        r = random.Random(self.options.seed * 1_000_000 + n)
        today = date(2026, 1, 1) + DAY * r.randrange(0, 700)
        now = datetime.combine(today, time(r.choice([3, 9, 12, 20]), r.choice([0, 30])))
        days = r.choice([0, 1, 3, 7, 14])
        calendars = [(r.choice(CALENDARS) if r.random() < 0.7 else "", random_holidays(r, today))
                     for _ in range(r.choice([0, 1, 2, 4]))]
        by = r.choice([None, None, "country", "locale", "timeZone"])
        policy = random_policy(r)
        if by:
            policy["holidays"] = {"by": by}
        accounts = [random_account(r, number, today) for number in range(r.choice([1, 2]))]
        files = []
        for number, (name, holidays) in enumerate(calendars):
            path = program.write(f"holidays{number}.json", {day.isoformat(): "Holiday" for day in sorted(holidays)})
            files += ["--holidays", f"{name}={path}" if name else path]
        out, *_ = Plans(self, program, policy, accounts).compare(
            "out", now, days, *files, "--emit", "plan,actions,summary", calendars=calendars)
        program.verify(out)
