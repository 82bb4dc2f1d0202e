"""Random policies of apps' own over several nights with calendars: declared kinds, crowding, and due dates on closed days.

Each plan follows the one before. Items and accounts disappear and return, accounts have several devices, and the same inputs planned
again change nothing.
"""

import json
import os
import random
from datetime import date, datetime, time

from ..calendars import Sequences, events
from ..values import DAY, MINUTE, instant_text
from . import crowding, declared, declared_random, declared_words, policies, shift
from .compare import Comparison
from .moments import put
from .commands.nights import plan_alone
from .plans import Plans, delivered_by
from .program import Wrong, actions_of, decisions_of

POLICIES = ["declared", "declared", "crowding", "shift"]
STYLES = [[], [], ["--ics-style", "personal"], ["--ics-as", "todo"], ["--ics-times", "zoned"], ["--ics-accounts"]]


class OwnNights(Comparison):
    documents, expected = 12, ("cancelled", "cancelled with its account", "cancelled with its item", "cancelled shifted",
                               "moved by a gap")

    def document(self, n, program):
        r, name = random.Random(f"nights/{self.options.seed}/{n}"), POLICIES[n % len(POLICIES)]
        now, policy, accounts, options = getattr(self, name)(r, program)
        put(r, policy, 0.3, reach=lambda: r.choice([3, 7, 20]))
        put(r, policy.setdefault("slots", {}), 0.3, ios=lambda: r.choice([3, 8, 20]),
            holds=lambda: r.choice(["trigger", "occurrence"]))
        has_devices, is_redacted = r.random() < 0.25, r.random() < 0.15
        outputs = ["plan", "summary", "ics", *([] if is_redacted else ["actions"]), *r.choice([[], ["html"]])]
        style = r.choice(STYLES)
        options += ["--emit", ",".join(outputs), *style, *(["--redact", program.write("key", "k" * 40)] if is_redacted else [])]
        plans, before, sequences, held = Plans(self, program, policy, []), None, Sequences(), {}
        for night in range(4):
            self.label = f"document {n}, {name}, night {night}"
            days = r.choice([1, 2, 5, 14])
            plans.accounts = [record for account in accounts if r.random() < 0.85
                              for record in self.records(r, account, has_devices, held)]
            out = self.plan(plans, f"night{night}", now, days, before, options)
            self.same(out, self.plan(plans, f"again{night}", now, days, out, options))
            if "todo" not in style:
                self.cancelled(before, out, sequences)
            if before is not None and r.random() < 0.3:
                # A plan without details, as of a run with `--emit plan`.
                self.plan(plans, f"after-plan{night}", now, days, plan_alone(before), options)
            decisions, before = decisions_of(out), out
            held = {} if is_redacted else self.held(out)
            now += MINUTE * r.choice([5, 60, 200, 700, 1500, 3000])
            for account in [] if is_redacted else accounts:
                own = delivered_by(decisions, now, account)[0]
                account.setdefault("delivered", []).extend({"id": line["request"], "at": line["at"]} for line in own)

    def records(self, r, account, has_devices, held):
        """What the export has of an account this night: not every item, and perhaps several devices."""
        record = {**account, "items": [item for item in account["items"] if r.random() < 0.85],
                  "pending": held.get(account["id"], []) if r.random() < 0.5 else []}
        if not has_devices:
            return [record]
        names = r.sample(["ipad", "iphone", "mac"], r.choice([1, 2]))
        return [{**record, "device": name, "pending": [], "items": [] if k else record["items"]} for k, name in enumerate(names)]

    def held(self, out):
        """The requests that devices hold once they have carried the actions out."""
        held = {}
        for line in actions_of(out):
            if line["action"] not in ("cancel", "withdraw") and "at" in line and "device" not in line:
                entry = {"id": line["request"], "at": line["at"], "notification": line["notification"]}
                repeats = {"repeats": True} if line.get("trigger", {}).get("repeats") else {}
                held.setdefault(line["account"], []).append({**entry, **repeats})
        return held

    def plan(self, plans, name, now, days, before, options):
        out = plans.plan(name, now, days, *options, *(["--previous", before] if before else []))
        plans.program.verify(out)
        return out

    def same(self, out, again):
        """A second plan of the same inputs has the same decisions, events and SEQUENCEs."""
        with open(os.path.join(again, "summary.json"), encoding="utf-8") as file:
            counts = {name: count for name, count in json.load(file)["changes"]["counts"].items() if count}
        if counts:
            raise Wrong(f"{self.label}: planned again, {counts}", "again")
        if [*decisions_of(out)] != [*decisions_of(again)]:
            first = next((pair for pair in zip(decisions_of(out), decisions_of(again)) if pair[0] != pair[1]), None)
            raise Wrong(f"{self.label}: planned again, {first}", "again")
        for name in ("calendar", "cancelled"):
            if events(out, name) != events(again, name):
                one, other = events(out, name), events(again, name)
                keys = [uid for uid in {*one, *other} if one.get(uid) != other.get(uid)]
                raise Wrong(f"{self.label}: planned again, {name} has {one.get(keys[0])} and {other.get(keys[0])}", "again")

    def cancelled(self, before, out, sequences):
        badges = {line["uid"]: line.get("badge") for line in decisions_of(out) if line["outcome"] == "scheduled"}
        going, gone = events(out, "calendar"), events(out, "cancelled")
        for fault in sequences.faults(going, gone, badges):
            raise Wrong(f"{self.label}: {fault}", "sequence")
        self.report.met["moved by a gap"] += sum(line.get("shifted") == "minimumGap" for line in decisions_of(out))
        if before is None:
            return
        accounts = {line["account"] for line in decisions_of(out)}
        planned = {line["uid"]: line for line in decisions_of(before) if line["outcome"] == "scheduled"}
        for uid in gone.keys() & planned.keys():
            line = planned[uid]
            self.report.met["cancelled"] += 1
            self.report.met["cancelled with its account"] += line["account"] not in accounts
            self.report.met["cancelled with its item"] += line["account"] in accounts and "item" in line
            self.report.met["cancelled shifted"] += "shifted" in line
        with open(os.path.join(out, "plan.ndjson"), encoding="utf-8") as file:
            now = json.loads(file.readline())["now"]
        scheduled = {line["uid"] for line in decisions_of(out) if line["outcome"] == "scheduled"}
        # A person's calendar has an event for all reminders of an occurrence.
        kept = scheduled | gone.keys() | going.keys()
        lost = [uid for uid, line in planned.items()
                if line["at"] > now and uid not in kept and line.get("event", {}).get("uid") not in kept]
        if lost:
            raise Wrong(f"{self.label}: {planned[lost[0]]} is neither planned nor cancelled", "cancelled")

    # Policies, with their accounts.

    def declared(self, r, program):
        start = r.choice(declared.STARTS)
        now = datetime(*start, r.randrange(24), r.choice([0, 10, 45]))
        policy = declared_random.random_policy(r)
        accounts = [declared_random.random_account(r, f"a{i}", r.choice(declared_random.ZONES), policy, now, self.zones)
                    for i in range(4)]
        document = declared_words.reworded(r, policy)
        for account in accounts:
            declared_words.choose(r, account, document, now)
        return now, document, accounts, []

    def crowding(self, r, program):
        now = datetime(2026, r.choice([10, 10, 11]), r.choice([23, 24, 25]), r.randrange(24), r.choice([0, 10, 45]))
        accounts = [{**crowding.random_account(r, now.date(), r.choice(["UTC", "Europe/Rome"])), "id": f"a{i}"} for i in range(3)]
        return now, policies.crowded(r), accounts, []

    def shift(self, r, program):
        today = date(2026, 1, 1) + DAY * r.randrange(0, 700)
        now = datetime.combine(today, time(r.choice([3, 9, 12, 20]), r.choice([0, 30])))
        path = program.write("holidays.json", {day.isoformat(): "Holiday" for day in sorted(shift.random_holidays(r, today))})
        return now, shift.random_policy(r), [shift.random_account(r, i, today) for i in range(3)], ["--holidays", path]
