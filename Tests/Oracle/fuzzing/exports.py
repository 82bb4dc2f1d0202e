"""Random exports of the shipped apps: accounts with preferences, items and devices."""

import copy
from datetime import datetime, timedelta

from ..clock import readings
from ..planner import decide
from ..policy import KINDS
from ..values import WEEKDAYS, instant, instant_text
from .items import ITEMS, device, meanwhile
from .moments import ZONES, Moments
from .policies import variation

MORNINGS = ["04:00", "06:00", "07:30", "10:15", "16:00", "12:00", "15:59:59", "16:00:01", "03:59"]
AUTHORIZATIONS = ["authorized", "provisional", "ephemeral", "denied", "notDetermined", "unknown"]
APPS = sorted(KINDS)


class Generator(Moments):
    """Exports mostly of one app, all of one `now` and number of days."""

    def preferences(self):
        p, r = {}, self.r
        self.put(p, 0.03, enabled=lambda: self.chance(0.3))
        if self.app == "moneymap":
            p["kinds"] = {kind: True for kind in KINDS[self.app] if self.chance(0.9)}
        elif self.chance(0.4):
            p["kinds"] = {}
        for kind in KINDS[self.app]:
            if "kinds" in p and self.chance(0.15):
                p["kinds"][kind] = self.chance(0.3)
        if self.chance(0.5):
            p["quietHours"] = {"start": self.time(), "end": self.time()}
            if self.chance(0.6):
                p["quietHours"] = {"start": r.choice(["21:00", "22:00", "23:30", "20:00"]),
                                   "end": r.choice(["07:00", "01:30", "02:30", "00:30", "03:00", "09:00", "00:00"])}
        if self.app == "focusflow":
            self.put(p, 0.4, dailyReminder=lambda: {"time": self.time()})
            if self.chance(0.4):
                p["nudges"] = {n: self.time() for n in ("morning", "afternoon", "evening") if self.chance(0.6)}
            self.put(p, 0.4, recap=lambda: {"time": self.time()})
        if self.app == "diary":
            if self.chance(0.9):
                p["morning"] = {"time": r.choice(MORNINGS), "days": r.sample(WEEKDAYS, r.choice([0, 3, 7, 7, 7]))}
                self.put(p["morning"], 0.5, changedAt=lambda: self.text_of(self.recent()))
            if self.chance(0.6):
                p["bedtime"] = {}
                self.put(p["bedtime"], 0.6, time=lambda: r.choice(["21:30", "19:00", "18:00", "22:00", self.time()]))
                self.put(p["bedtime"], 0.4, days=lambda: r.sample(WEEKDAYS, r.randint(0, 7)))
        if self.app == "steps" and self.chance(0.6):
            p["appBlocking"] = self.chance(0.8)
        if self.app == "moneymap":
            if self.chance(0.6):
                p["bills"] = {"time": self.time(), "onDueDate": self.chance(0.7), "dayBefore": self.chance(0.7)}
                p["bills"] = {name: value for name, value in p["bills"].items() if self.chance(0.7)}
            if self.chance(0.6):
                p["digest"] = {"day": r.choice(WEEKDAYS), "time": self.time()}
                p["digest"] = {name: value for name, value in p["digest"].items() if self.chance(0.7)}
        return p

    def zone_changes(self):
        changes, at = [], self.now + timedelta(minutes=self.r.choice([-3000, -600, -60, 0, 1, 60, 600, 2000]))
        for _ in range(self.r.choice([1, 1, 2, 3])):
            changes.append({"at": self.text_of(at), "timeZone": self.r.choice(ZONES)})
            at += timedelta(minutes=self.r.choice([1, 30, 90, 600, 1440, 3000, 9000]))
        if self.chance(0.3):  # Around a local midnight, where it may swallow the end of the window.
            wall = datetime.fromisoformat(self.date(0)) + timedelta(minutes=self.r.randint(-600, 60))
            at = readings(self.zones[self.zone], wall)[1]
            changes = [{"at": self.text_of(at), "timeZone": self.r.choice(ZONES)}]
        if len(changes) > 1 and self.chance(0.2):
            self.r.shuffle(changes)
        return changes

    def account(self, n):
        self.zone = self.home if self.chance(0.4) else self.r.choice(ZONES)
        account = {"id": f"a{n}", "timeZone": self.zone}
        self.app = self.main_app if self.chance(0.85) else self.r.choice(sorted(KINDS))
        if self.app != self.main_app:
            account["app"] = self.app
            if self.chance(0.4):  # One id under two apps is two accounts.
                account["id"] = f"a{self.r.randrange(max(n, 1))}"
        self.put(account, 0.3, zoneChanges=lambda: self.zone_changes())
        self.put(account, 0.3, platform=lambda: self.r.choice(["ios", "android", "other"]))
        self.put(account, 0.15, authorization=lambda: self.r.choice(AUTHORIZATIONS))
        account["preferences"] = self.preferences()
        if self.app == "ritualist" and self.chance(0.4):
            age = timedelta(seconds=self.r.choice([30 * 86400, 30 * 86400 + 1, 30 * 86400 - 1, 0, -5000, 86400]))
            account["personality"] = {"trait": "openness", "analyzedAt": self.text_of(self.now - age)}
        items = {(item["kind"], item["id"]): item for item in ITEMS[self.app](self)}
        account["items"] = list(items.values())
        if self.chance(0.3):
            account["active"] = []
            for _ in range(self.r.randint(1, 3)):
                at = self.moment(30, 5)
                if self.chance(0.3):
                    at = self.now - timedelta(minutes=self.r.choice([0, 1, 30]))
                samples = [s["at"] for item in account["items"] for s in item.get("samples", ())]
                if samples and self.chance(0.6):
                    at = instant(self.r.choice(samples)) - timedelta(minutes=self.r.choice([0, 0, 1, 30]))
                account["active"].append({"from": self.text_of(at)})
                if self.chance(0.8):
                    account["active"][-1]["to"] = self.text_of(at + timedelta(minutes=self.r.choice([1, 30, 600])))
        return account

    def devices(self, account, export, varied):
        """The account's records of several devices, each with items, preferences and requests of its own."""
        r, records = self.r, []
        for name in r.sample([None, "phone", "tablet", "watch 2", "ä"], r.choice([2, 2, 3])):
            record = copy.deepcopy(account)
            if records:
                record["items"] = [item for item in record["items"] if self.chance(0.8)]
                for key in ("zoneChanges", "pending", "delivered", "active", "personality"):
                    record.pop(key, None)
                record["timeZone"], record["platform"] = r.choice(ZONES), r.choice(["ios", "android", "other"])
                record["preferences"] = self.preferences()
                self.put(record, 0.3, authorization=lambda: r.choice(AUTHORIZATIONS))
                decided = decide({**export, "accounts": [record]}, self.now, self.days, self.zones, varied)
                device(self, record, decided)
                self.lend(record, account)
            if name:
                record["device"] = name
            self.put(record, 0.7, updatedAt=lambda: self.text_of(self.recent()))
            for item in record["items"]:
                self.put(item, 0.3, updatedAt=lambda: self.text_of(self.recent()))
                if records and self.chance(0.3):
                    item.update({"task": {"completed": True}, "habit": {"archived": True}, "bill": {"paid": True},
                                 "session": {"state": "paused"}}.get(item["kind"], {}))
            records.append(record)
        return records

    def lend(self, record, account):
        """What another device showed is among this one's deliveries, now and then."""
        for entry in account.get("delivered", []):
            if self.chance(0.3):
                record.setdefault("delivered", []).append(dict(entry))

    def empty_export(self):
        return {"format": "tickler-export/1", "app": self.main_app, "exportedAt": instant_text(self.now),
                "accounts": []}

    def document(self, accounts):
        """(export, varied policy). Devices hold and have shown what plans of the accounts would ask for."""
        varied = variation(self) if self.chance(0.6) else {}
        export, seen = self.empty_export(), set()
        for n in range(accounts):
            account = self.account(n)
            if (account["id"], self.app) in seen:
                account["id"] = f"a{n}"
            seen.add((account["id"], self.app))
            alone = {**export, "accounts": [account]}
            first = decide(alone, self.now, self.days, self.zones, varied)
            longer = decide(alone, self.now, self.days + self.r.choice([1, 2, 5, 30]), self.zones, varied)
            known = {(d["notification"], d.get("at")) for d in first if d.get("reason") != "beyondWindow"}
            device(self, account, first, [d for d in longer if (d["notification"], d.get("at")) not in known])
            if self.chance(0.3):
                meanwhile(self, account)
            records = self.devices(account, export, varied) if self.chance(0.2) else [account]
            export["accounts"] += records
            if len(records) > 1:
                self.r.shuffle(export["accounts"])
            elif self.chance(0.1):  # Items may be in the top-level list as well.
                named = {"account": account["id"], **({"app": self.app} if "app" in account else {})}
                export.setdefault("items", []).extend({**item, **named} for item in account.pop("items"))
        return export, varied
