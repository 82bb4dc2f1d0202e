"""Policies that declare kinds of every shape, planned three times in a row, with requests held beyond the window.

Examples/pillbox, and what `tickler init` makes of its export, come first.
"""

import json
import pathlib
import random
from datetime import datetime

from ..kinds.declared import RELATIVE, after, chosen, is_preference
from ..planner import Planner
from ..values import DAY, MINUTE, instant_text
from .compare import Comparison
from .declared_random import ZONES, random_account, random_policy
from .declared_words import DAYS, TIMED, TIMES, choose, reworded
from .plans import Plans, delivered_by

PILLBOX = pathlib.Path(__file__).resolve().parents[3] / "Examples" / "pillbox"
STARTS = [(2026, 10, 23), (2026, 10, 24), (2026, 10, 31), (2027, 3, 13), (2027, 3, 27), (2026, 11, 15), (2026, 10, 3)]
SPRINGS = {(2027, 3, 13): "America/New_York", (2027, 3, 27): "Europe/Rome"}  # Where clocks are put forward that day.
KEYS = """at remind followUps every from for toldFor weekday below above since where ahead milestones time times
days unlessActive counts cycle between outside most slots""".split()
ITEM_KEYS = "date time times days rrule until exdates completions snoozedUntil notBefore archived location".split()
EXPECTED = """series untilDone event threshold digest place streak quietDigest
untilDone.every untilDone.from series.at series.remind series.followUps series.every series.from series.weekday series.days series.times untilDone.at
untilDone.for event.toldFor threshold.below threshold.above threshold.since threshold.where threshold.time digest.where
digest.ahead streak.milestones late deferred snoozed travel badge""".split() + """item times, item days, item rrule,
item until, item exdates, item notBefore, where of time, where of account, series without items where, bundled, names several, texts in turn, nag, caps per of a kind, caps per, completions with a time, repeat daily, repeat weekly, repeat monthly, repeat yearly,
repeat customDays, shifted dstGap, shifted zoneChange, shifted minimumGap, preference series, preference digest,
event expired, digest nothingDue, place armed, place completed, place alreadyDelivered, action withdraw completed,
two stretches, action keep beyondWindow, action cancel slotLimit""".replace("\n", " ").split(", ") + [
    *(f"series {reason}" for reason in """scheduled accountDisabled unauthorized kindDisabled inactive completed past
      beyondWindow alreadyDelivered superseded quietHours inDigest duplicate minimumGap dailyCap hourlyCap kindCap
      slotLimit dstGap zoneChange""".split()),
    *(f"{shape} {reason}" for shape in ("untilDone", "event", "threshold", "digest", "streak")
      for reason in ("scheduled", "alreadyDelivered")),
    *(f"{shape} condition" for shape in ("series", "untilDone", "event", "threshold")), "times per period",
    "series.cycle", "series.between", "series.outside", "series.most", "series.slots",
    *(f"{shape} noDueDate" for shape in ("series", "untilDone", "event")),
    *(f"time by {name}" for name in [*TIMES, "its last value", "default"]),
    *(f"days by {name}" for name in [*DAYS, "its last value"]), "days by none, silent",
    *(f"{shape}.{key} listed" for shape in TIMED for key in ("time", "days")),
    *(f"{shape} {reason}" for shape in ("event", "threshold") for reason in ("expired", "late")),
    "event appActive", "event.unlessActive", "threshold.unlessActive", "threshold.at", "threshold.toldFor", "digest.counts",
    "heldBack scheduled", "identifier by weekday", "repeating by weekday", "repeating"]


def is_snoozed(notification):
    return "snoozed" in notification.split(".")


def features(planner, c):
    """What a decision is an example of, so that a long run can show that it met all of them."""
    settings, item = planner.kinds[c.kind].settings, c.item or {}
    shape, by_weekday = settings.get("shape", c.kind), weekday_of(planner, c)
    repeating = c.request == c.notification and c.single_id != c.request
    yield from (shape, f"{shape} {c.reason or c.outcome}")
    yield from (f"{shape}.{key}" for key in KEYS if key in settings)
    yield from (f"item {key}" for key in ITEM_KEYS if item.get(key))
    facts = {f"repeat {item.get('repeat')}": item.get("repeat"), f"shifted {c.shifted}": c.shifted, "late": c.late,
             f"preference {shape}": planner.preferences.get(c.kind), "deferred": c.deferred_from, "badge": c.badge,
             "times per period": isinstance(settings.get("times"), dict) and c.reason == "completed",
             "where of time": any(RELATIVE.search(each) for each in settings.get("where", [])),
             "where of account": any(each.startswith("account.") for each in settings.get("where", [])),
             "series without items where": "where" in settings and "item" not in settings,
             "bundled": c.reason == "inDigest" and not c.held, "names several": " of " in c.title and "bundle" in settings,
             "texts in turn": "variants" in settings and c.outcome == "scheduled",
             "nag": isinstance(settings.get("followUps"), dict) and ".nag" in c.notification,
             "caps per of a kind": c.reason == "kindCap" and "per" in settings["caps"],
             "caps per": c.reason in ("dailyCap", "hourlyCap") and "per" in planner.policy.caps,
             "snoozed": is_snoozed(c.notification), "travel": planner.account.get("zoneChanges"),
             "identifier by weekday": by_weekday, "repeating by weekday": by_weekday and repeating,
             "repeating": repeating,
             f"{shape} late": c.late, f"heldBack {c.outcome}": "counts" in settings,
             "completions with a time": any("T" in each for each in item.get("completions", []))}
    yield from (name for name, holds in facts.items() if holds)


def weekday_of(planner, c):
    """Whether a decision has an identifier of its weekday."""
    patterns = planner.kinds[c.kind].identifiers
    return "customDays" in patterns and (c.item or {}).get("repeat") == "customDays" and not is_snoozed(c.notification)


def listed(planner):
    """What the times and days of kinds follow that list preferences."""
    for kind in planner.kinds.values():
        for key in ("time", "days"):
            values = kind.settings.get(key)
            if isinstance(values, list) and is_preference(values[0]):
                unset = "its last value" if after(values) else "default" if key == "time" else "none, silent"
                names = [value.removeprefix("preferences.") for value in values
                         if chosen([value], planner.preferences) is not None]
                yield f"{kind.settings['shape']}.{key} listed"
                yield f"{key} by {(names or [unset])[0]}"


class Declared(Comparison):
    documents, expected = 30, tuple(EXPECTED)

    def document(self, n, program):
        r, held = random.Random(f"declared/{self.options.seed}/{n}"), random.Random(f"held/{self.options.seed}/{n}")
        start = r.choice(STARTS)
        now = datetime(*start, r.randrange(24), r.choice([0, 10, 45]))
        policy, more = random_policy(r), random.Random(f"words/{self.options.seed}/{n}")
        plans = Plans(self, program, reworded(more, policy), [])
        plans.accounts = [random_account(r, f"a{i}", r.choice([SPRINGS.get(start, "UTC"), r.choice(ZONES)]), policy,
                                         now, self.zones) for i in range(4)]
        for account in plans.accounts:
            choose(more, account, plans.policy.document, now)
        for step in range(3):
            days = r.choice([0, 1, 2, 5])
            for account in plans.accounts:
                account["pending"] = self.pending(held, plans.policy, account, now, days)
            out, decisions = self.compare(plans, f"out{step}", now, days)
            if step == 2:
                plans.check_device(out)
            now += MINUTE * r.choice([5, 20, 60, 200, 700, 1500])
            for account in plans.accounts:
                meanwhile(r, account, decisions, now, plans.policy)

    def compare(self, plans, name, now, days):
        out, decisions, planners = plans.compare(name, now, days, "--emit", "plan,actions,summary", "--jobs", "1")
        for planner in planners:
            self.report.met.update(listed(planner))
            for c in planner.decided:
                self.report.met.update(features(planner, c))
        return out, decisions

    def pending(self, r, policy, account, now, days):
        """Requests that a longer plan has, in two stretches of days with others between them."""
        if r.random() < 0.3:
            return []
        longer = Planner(policy, account, account["items"], self.zones, now, days + 25)
        window_end = longer.end - 25 * DAY
        planned = [c for c in longer.decide() if c.at and c.at >= window_end and c.wall and not c.snoozed]
        near = [c for c in planned if c.at < window_end + 4 * DAY]
        far = [c for c in planned if c.at >= window_end + r.choice([8, 12, 18]) * DAY]
        chosen = {c.single_id: c for side in (near, far) for c in r.sample(side, min(len(side), r.choice([1, 2, 5])))}
        self.report.met["two stretches"] += bool(near and far)
        entries = []
        for id, c in chosen.items():
            # What a snoozed notification at another instant is of, no document says.
            late = 0 if is_snoozed(c.notification) else r.choice([0, 0, 0, 0, 60])
            entries.append({"id": id, "at": instant_text(c.at + late * MINUTE)})
            if r.random() < 0.2:
                entries[-1].update({"id": f"own-{len(entries)}", "notification": c.notification})
        return entries

    def begin(self, program):
        export = json.loads((PILLBOX / "export.json").read_text(encoding="utf-8"))
        self.example(program, "pillbox", PILLBOX / "policy.toml", export)
        made, medi = program.path("made"), program.write("medi-export.json", {**export, "app": "medi"})
        program.run("init", "medi", "--from", medi, "--out", made, "--templates", self.options.templates)
        self.example(program, "medi", pathlib.Path(made, "policy.toml"), export)

    def example(self, program, name, policy, export):
        """An app as it is, over some days."""
        plans = Plans(self, program, str(policy), export["accounts"])
        for start in (datetime(2026, 10, 21, 5), datetime(2027, 3, 26, 20)):
            for step in range(4):
                self.compare(plans, f"{name}{start.year}{step}", start + step * 17 * 60 * MINUTE, 6)


def meanwhile(r, account, decisions, now, policy):
    """What the device shows until the next plan, and what users do."""
    armed = [line for line in decisions if line["account"] == account["id"] and line["outcome"] == "armed"]
    for line in armed:
        if r.random() < 0.4:
            at = now - MINUTE * r.choice([0, 15, 600])
            account["delivered"].append({"id": line["request"], "at": instant_text(at)})
    due, to_come = delivered_by(decisions, now, account)
    for line in due:
        shown = not is_snoozed(line["notification"]) and r.random() < 0.6
        kind = policy.kinds[line["kind"]]
        # A threshold that is back within its bounds is withdrawn and an event stays; no document says which `at` makes.
        shown = shown and not (kind.get("shape") == "threshold" and "at" in kind)
        account["delivered"].append({"id": line["request"], "at": line["at"], "shown": shown})
    for line in to_come:
        if r.random() < 0.05:
            # Ahead of time: the device's clock is wrong, or the app showed it itself.
            account["delivered"].append({"id": line["request"], "at": instant_text(now)})
    for item in account["items"]:
        if r.random() < 0.2:
            day, times = now.date().isoformat(), item.get("times") or [item.get("time", "09:00")]
            item.setdefault("completions", []).append(day + (f"T{r.choice(times)}" if r.random() < 0.5 else ""))
        if "left" in item and r.random() < 0.1:
            item["left"] = 15
