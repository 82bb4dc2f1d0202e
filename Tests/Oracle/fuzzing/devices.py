"""What a random device holds and has shown, and what users do meanwhile; `g` is a generator."""

import uuid
from datetime import timedelta

from ..values import instant

REPEATING = {"dailyReminder", "nudge", "recap", "task"}


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
        elif pick < 0.44:  # An id of the plan's own, whatever it is said to stand for.
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
