"""Random items of the shipped apps and what devices hold of them, `g` a generator. Most lie near `now`, and some share
what must not be shared.
"""

import uuid
from datetime import timedelta

from ..values import WEEKDAYS, instant

TITLES = ["Water", " water ", "WATER", "Straße", "STRASSE", "Run", "Read", "İstanbul", "ÉTÉ", "été"]
REPEATING = {"dailyReminder", "nudge", "recap", "task"}
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
            if g.chance(0.4):  # A streak, with or without today and with some days missing.
                last, length = g.today() - timedelta(r.randint(0, 2)), r.choice([6, 7, 8, 15, 31])
                row = [(last - timedelta(n)).isoformat() for n in range(length)]
                item["completions"] += r.sample(row, r.choice([length, length, length - 1]))
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


def device(g, account, decisions, later=()):
    """What was delivered and is pending: made from a first plan and a longer one, so that it meets the candidates."""
    r = g.r
    known = [d for d in decisions if "at" in d]
    done = [d for d in decisions if d.get("reason") in ("completed", "paid")]
    if decisions and g.chance(0.6):
        account["delivered"] = []
        chosen = r.sample(known, min(len(known), r.randint(0, 4))) + r.sample(done, min(len(done), r.randint(0, 2)))
        for d in chosen:
            at = instant(d["at"]) if "at" in d else g.now
            minutes, seconds = r.choice([0, 0, 0, 1, 2, 30, 300, 900, 1440, 3000]), r.choice([0, 0, 1])
            at -= timedelta(minutes=minutes, seconds=-seconds)
            if at > g.now and g.chance(0.8):
                at = g.recent()
            entry = {"id": d["notification"], "at": g.text_of(at)}
            if g.chance(0.4):
                entry["id"] = d.get("request", d["notification"])
                if "local" in d and "@" not in entry["id"] and g.chance(0.7):
                    entry["id"] = f"{d['notification']}@{d['local'][:10] if g.chance(0.8) else g.date()}"
            g.put(entry, 0.6, shown=lambda: g.chance(0.9))
            account["delivered"].append(entry)
        for d in decisions:  # A place that told today, or just before.
            if d["kind"] == "location" and g.chance(0.5):
                account["delivered"].append({"id": d["notification"] + r.choice(["", "", f"@{g.date()}"]),
                                             "at": g.text_of(g.recent()), "shown": g.chance(0.5)})
        if g.app == "ritualist" and g.chance(0.3):  # Of another variant or time of day than now.
            for item in account.get("items", []):
                if item["kind"] == "habit" and item.get("completions"):
                    account["delivered"].append({"id": f"tailored_{item['id']}-0600", "shown": True,
                                                 "at": g.text_of(g.recent())})
    if not decisions or g.chance(0.35):
        return
    account["pending"] = []
    chosen = r.sample(decisions, min(len(decisions), r.choice([1, 3, 10])))
    chosen += [d for d in r.sample(later, min(len(later), r.choice([0, 1, 4])))]
    for d in chosen:
        notification, at = d["notification"], instant(d["at"]) if "at" in d else None
        entry = {"id": d.get("request", notification)}
        if "request" not in d and "local" in d and g.chance(0.6):
            entry["id"] = f"{notification}@{d['local'][:10]}"
        pick = r.random()
        if pick < 0.2:
            entry["id"], entry["notification"] = str(uuid.UUID(int=r.getrandbits(128))), notification
        elif pick < 0.3:
            entry["id"] = notification
        elif pick < 0.34:
            entry["id"] = r.choice(["gone", notification + "x", f"{notification}@{g.date()}"])
        elif pick < 0.44:  # An id of the plan's own, for this notification or another.
            entry["id"] = f"{notification}@{d['local'][:10] if 'local' in d and g.chance(0.5) else g.date()}"
            entry["notification"] = notification if g.chance(0.8) else r.choice(decisions)["notification"]
        if at is not None and g.chance(0.93):
            if g.chance(0.3):
                at += timedelta(seconds=r.choice([60, -3600, 86400, -86400, 7 * 86400]))
            entry["at"] = g.text_of(at)
        if g.chance(0.6 if d.get("request") == notification and d["kind"] in REPEATING else 0.08):
            entry["repeats"] = g.chance(0.9)
        g.put(entry, 0.3, floats=lambda: g.chance(0.7))
        if g.chance(0.15):
            entry[r.choice(["title", "body"])] = "Words that no plan has"
        g.put(entry, 0.2, badge=lambda: r.choice([0, 1, 2, 3]))
        account["pending"].append(entry)
        if g.chance(0.04):  # Again, under another id or the same.
            id = r.choice([entry["id"], notification, "again"])
            account["pending"].append({**entry, "id": id, "notification": notification})


def meanwhile(g, account):
    """What users do between a plan and the next: an item goes, is done, or gets another date."""
    items, r = account["items"], g.r
    for item in r.sample(items, min(len(items), r.choice([0, 0, 1, 2]))):
        if g.chance(0.4):
            items.remove(item)
        elif g.chance(0.3):
            for name in ("date", "dueDate", "startDate"):
                if name in item and item["kind"] != "stepDay":
                    item[name] = g.date()
                    break
            if item.get("endDate", "9999") < item.get("startDate", "0000"):
                del item["endDate"]
        elif item["kind"] == "task":
            item.update({"completed": True} if g.chance(0.5) else {"completedOn": g.dates(6)})
        elif item["kind"] == "habit":
            item["completions"] = g.dates(6)
        elif item["kind"] == "bill":
            item.update({"paid": True} if g.chance(0.5) else {"paidThrough": g.date()})
    if g.app == "diary" and g.chance(0.3) and not any(item["id"] == "new" for item in items):
        items.append({"kind": "entry", "id": "new", "flow": r.choice(["morning", "bedtime"]), "date": g.date(1)})
