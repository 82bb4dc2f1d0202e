"""Quiet hours by rules, digests, caps and minimum gaps over tasks and a daily reminder, planned three times a day."""

import random
from datetime import datetime, timedelta

from ..clock import to_local
from ..values import instant, instant_text
from .compare import Comparison
from .moments import put
from .plans import Plans, delivered_by
from .policies import clock, crowded, random_hours


def random_account(r, today, zone):
    items, times = [], [clock(r, range(24)) for _ in range(4)]
    for number in range(r.choice([3, 8, 20])):
        when = r.choice(times) if r.random() < 0.3 else f"{r.randrange(24):02}:{r.randrange(60):02}"
        items.append({"kind": "task", "id": f"{number:02}", "title": f"T{number:02}", "time": when,
                      "date": (today + timedelta(days=r.choice([-1, 0, 0, 0, 1, 1, 2, 3]))).isoformat()})
    account = {"id": "a", "timeZone": zone, "items": items, "delivered": [], "preferences": {}}
    if r.random() < 0.25:
        own = random_hours(r) if r.random() < 0.8 else {"start": "08:00", "end": "08:00"}
        account["preferences"]["quietHours"] = own
    put(r, account["preferences"], 0.2, kinds=lambda: {r.choice(["task", "quietDigest"]): False})
    return account


def adjoining(r):
    """Rules of which one day's run into the next day's, which random ones seldom do."""
    ends = [("08:00", "07:00", "10:00"), ("06:30", "06:30", "07:15"), ("09:00", "00:00", "12:00")]
    end, start, later = r.choice(ends)
    actions, evens = r.choices(["defer", "defer", "digest", "drop"], k=2), ["mon", "wed", "fri", "sun"]
    return [{"action": actions[0], "days": evens, "start": "22:00", "end": end},
            {"action": actions[1], "days": ["tue", "thu", "sat"], "start": start, "end": later}]


class Crowding(Comparison):
    def document(self, n, program):
        r = random.Random(f"{self.options.seed}/{n}")
        zone, policy = r.choice(["UTC", "Europe/Rome", "America/New_York"]), crowded(r)
        now = datetime(2026, r.choice([10, 10, 11]), r.choice([23, 24, 25]), r.randrange(24), r.choice([0, 10, 45]))
        account = random_account(r, to_local(self.zones[zone], now).date(), zone)
        plans = Plans(self, program, policy, [account])
        for step in range(3):
            out, decisions, _ = plans.compare(f"out{step}", now, r.choice([0, 1, 2]))
            plans.check_report(out)
            plans.check_device(out)
            plans.check_explain(out, account)
            now += timedelta(minutes=r.choice([5, 20, 60, 200, 700]))
            for line in delivered_by(decisions, now, account)[0]:
                late = timedelta(seconds=r.choice([0, 0, 20]))
                account["delivered"].append({"id": line["request"], "at": instant_text(instant(line["at"]) + late)})
        if n % 4 == 3:
            account["preferences"].pop("quietHours", None)
            r = random.Random(f"adjoining/{self.options.seed}/{n}")
            Plans(self, program, {**policy, "quietHours": adjoining(r)}, [account]).compare("adjoining", now, 3)
