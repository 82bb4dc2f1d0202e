"""Random items of the shipped apps, `g` a generator: most lie near `now`, and some share what must not be shared."""

from datetime import timedelta

from ..values import WEEKDAYS, instant

TITLES = ["Water", " water ", "WATER", "Straße", "STRASSE", "Run", "Read", "İstanbul", "ÉTÉ", "été"]
BUDGETS = [("0.3", "0.30"), ("0.30000000000000001", 0.3), (101, "100.99"), (5, 10), ("5", "4.99")]


def focusflow(g):
    r = g.r
    items = []
    for i in range(r.choice([0, 1, 2, 4, 8])):
        item = {"kind": "task", "id": r.choice(["t", f"t{i}", f"t{i}", "t.w2", f"T{i}", "é", "t.w1"]),
                "title": r.choice(TITLES) if g.chance(0.4) else f"Task {i}", "date": g.date(), "time": g.time()}
        g.recurrence(item, "date")
        g.put(item, 0.1, completed=lambda: g.chance(0.7))
        g.put(item, 0.2, completedOn=lambda: g.dates())
        items.append(item)
    for i in range(r.choice([0, 0, 1, 2, 3])):
        started = g.recent()
        item = {"kind": "session", "id": r.choice([f"s{i}", f"S{i}", f"é{i}"]), "startedAt": g.text_of(started),
                "duration": r.choice([0, 1, 600, 1500, 3600, 5400, 90000]),
                "state": r.choice(["running", "running", "running", "paused", "stopped", "completed"])}
        if items and items[-1]["kind"] == "session" and g.chance(0.3):
            item["startedAt"] = items[-1]["startedAt"]
        if g.chance(0.3):
            end = instant(item["startedAt"]) + timedelta(seconds=item["duration"])
            item["endsAt"] = g.text_of(end + timedelta(seconds=r.choice([0, 1, 600, 7200, 86400])))
        items.append(item)
    if g.chance(0.4):
        for i, day in enumerate(sorted({g.date(3, 1) for _ in range(r.randint(1, 3))})):
            items.append({"kind": "focusDay", "id": f"f{i}", "date": day, "sessions": r.choice([0, 1, 2]),
                          "minutes": 50})
    return items


def ritualist(g):
    r = g.r
    items = []
    for i in range(r.choice([0, 1, 2, 3, 6])):
        item = {"kind": "habit", "id": r.choice([f"h{i}", f"h{i}", "h", "h-0900"]),
                "name": r.choice(TITLES) if g.chance(0.5) else f"Habit {i}"}
        item["reminders"] = [g.time() for _ in range(r.choice([0, 1, 2, 4, 8]))]
        g.put(item, 0.3, days=lambda: r.sample(WEEKDAYS, r.randint(0, 6)))
        g.put(item, 0.25, startDate=lambda: g.date())
        if g.chance(0.25):
            item["endDate"] = g.date()
            if item.get("startDate", "") > item["endDate"]:
                item["startDate"], item["endDate"] = item["endDate"], item["startDate"]
        if g.chance(0.4):
            item["completions"] = g.dates() + ([g.date(0, 0)] if g.chance(0.5) else [])
            item["completions"] = sorted(set(item["completions"]))
        if item.get("completions") and g.chance(0.7):
            item["streak"] = r.choice([0, 6, 7, 14, 30, 31, 60, 100, 365])
        g.put(item, 0.1, archived=lambda: g.chance(0.8))
        if g.chance(0.3):
            item["location"] = {"place": "P", "latitude": 1.5, "longitude": 2, "radius": 100,
                                "on": r.choice(["entry", "exit"])}
        items.append(item)
    for i in range(r.choice([0, 0, 1, 3])):
        items.append({"kind": "insight", "id": f"i{i}", "at": g.text_of(g.event())})
    return items


def diary(g):
    r = g.r
    return [{"kind": "entry", "id": f"e{i}", "flow": r.choice(["morning", "bedtime"]), "date": g.date()}
            for i in range(r.choice([0, 0, 1, 3]))]


def steps(g):
    r = g.r
    items = []
    for i, day in enumerate(sorted({g.date(3, 1) for _ in range(r.randrange(4))})):
        goal = r.choice([1, 2, 9999, 10000, 8000])
        samples, steps, at = [], 0, g.recent() if g.chance(0.5) else g.moment(60, 5)
        for _ in range(r.randrange(6)):
            steps += r.choice([0, goal // 4, goal // 2, goal - goal // 2, goal])
            samples.append({"at": g.text_of(at), "steps": steps})
            at += timedelta(minutes=r.choice([0, 1, 30, 120, 400]))
        if g.chance(0.3):
            r.shuffle(samples)
        items.append({"kind": "stepDay", "id": f"d{i}", "date": day, "goal": goal, "samples": samples})
    for i in range(r.randrange(4)):
        items.append({"kind": "workout", "id": f"w{i}", "type": "run", "duration": 60, "distance": 10,
                      "endedAt": g.text_of(g.event())})
    return items


def moneymap(g):
    r = g.r
    items = []
    for i in range(r.choice([0, 1, 2, 4, 8])):
        item = {"kind": "bill", "id": f"b{i}", "name": r.choice(TITLES), "amount": "1.10", "currency": "EUR",
                "type": "income" if g.chance(0.1) else "expense"}
        if g.chance(0.93):
            item["dueDate"] = g.date(10)
            g.recurrence(item, "dueDate")
        for name, p in (("autoPay", 0.1), ("paid", 0.1)):
            if g.chance(p):
                item[name] = g.chance(0.8)
        g.put(item, 0.3, paidThrough=lambda: g.date(8))
        items.append(item)
    for i in range(r.randrange(3)):
        spent, limit = r.choice(BUDGETS)
        items.append({"kind": "budget", "id": f"g{i}", "name": "B", "spent": spent, "limit": limit,
                      **({"currency": "EUR"} if g.chance(0.5) else {}),
                      "period": "2026-11", "updatedAt": g.text_of(g.event())})
    return items


ITEMS = {"focusflow": focusflow, "ritualist": ritualist, "diary": diary, "steps": steps, "moneymap": moneymap}
