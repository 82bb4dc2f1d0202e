"""Devices over many nights (contract, section 9), from nothing but the plans and actions that are made for them."""

import copy
import hashlib
from collections import Counter, defaultdict, namedtuple
from datetime import datetime, timedelta

from .clock import Clock, readings, resolve_in_zone
from .values import DAY, cut_id, from_sunday, instant, instant_text

Seen = namedtuple("Seen", "notification date at words kind")
MILESTONES = (7, 14, 30, 60)


class Reading:
    """How devices read wall times, in place of a policy."""

    def __init__(self, gap):
        self.gap, self.overlap = gap, "first"


class Device:
    def __init__(self, limit, delivered):
        self.limit, self.delivered = limit, [dict(entry) for entry in delivered]
        self.held, self.shown, self.refused, self.deadline = {}, [], 0, None

    def carry_out(self, line, kind):
        id, verb = line.get("request"), line["action"]
        if verb == "withdraw":
            for entry in self.delivered:
                if entry["id"] == id:
                    entry["shown"] = False
        elif verb == "add" and id not in self.held and self.limit is not None and len(self.held) >= self.limit:
            self.refused += 1
        elif verb != "add" and id not in self.held:
            self.refused += 1
        elif verb == "cancel":
            del self.held[id]
        elif verb != "keep":
            words = {name: line.get(name, "") for name in ("title", "body")} | {"badge": line.get("badge", 0)}
            old = self.held.get(id, {})
            trigger = line["trigger"] if verb != "update" else old["trigger"]
            at = line.get("at") if verb != "update" or not trigger.get("repeats") else old["at"]
            self.held[id] = {"id": id, "notification": line["notification"], "kind": kind or old["kind"], "at": at,
                             "trigger": trigger, **words}

    def show(self, id, at):
        for entry in self.delivered:
            if entry["id"] == id:
                entry["shown"] = False
        self.delivered.append({"id": id, "at": instant_text(at), "shown": True})

    def pending(self):
        for held in self.held.values():
            trigger = held["trigger"]
            entry = {name: held[name] for name in ("id", "notification", "title", "body", "badge")}
            if held["at"]:
                entry["at"] = held["at"]
            entry["repeats"] = bool(trigger.get("repeats"))
            if trigger["type"] == "calendar" and not entry["repeats"]:
                entry["floats"] = bool(trigger.get("floats"))
            yield entry


def readings_of(wall, clock):
    """The instants at which the device's clock shows a wall time, in each zone that it is in then."""
    moments = (resolve_in_zone(zone, wall, clock.policy.gap, "first") for zone in clock.zones)
    return sorted({moment for i, moment in enumerate(moments) if clock.inside(i, moment)})


def matches(components, day):
    return all((components.get("weekday", from_sunday(day)) == from_sunday(day),
                components.get("day", day.day) == day.day, components.get("month", day.month) == day.month))


def firings(held, start, end, clock, zones):
    """When a request fires after `start`, up to `end`."""
    trigger = held["trigger"]
    if trigger["type"] == "region":
        return []
    if trigger["type"] == "instant":
        at = instant(held["at"])
        return [max(at, start)] if at <= end else []
    if trigger.get("repeats"):
        components, moments = trigger["components"], []
        wall = datetime.combine(clock.date(start), datetime.min.time()).replace(
            hour=components["hour"], minute=components["minute"]) - 2 * DAY
        while wall <= end + 3 * DAY:
            if matches(components, wall.date()):
                moments += [moment for moment in readings_of(wall, clock) if start < moment <= end]
            wall += DAY
        return sorted(moments)
    wall = datetime.fromisoformat(trigger["local"])
    if trigger.get("floats"):
        moments = readings_of(wall, clock)
    else:  # Of a wall time that comes twice, an app holds the second by its instant (docs/actions.md).
        zone = zones[trigger["zone"]]
        moments = [resolve_in_zone(zone, wall, clock.policy.gap, "first")]
        moments = [instant(held["at"]) if instant(held["at"]) in readings(zone, wall)[0] else moments[0]]
    return [moment for moment in moments if start < moment <= end][:1]


class OwnZones:
    """The zones of a device: those that its tree lacks are the plan's."""

    def __init__(self, own, others):
        self.own, self.others = own, others

    def __getitem__(self, name):
        try:
            return self.own[name]
        except (FileNotFoundError, NotADirectoryError):
            return self.others[name]


class Stage:
    """What is rehearsed.

    `exports` are (start, export), the first at `now`. `plan(export, now, name)` gives the decisions, actions, and deadlines by
    key that the planner has for it. `limit(record, export)` is a device's.
    """

    def __init__(self, exports, now, nights, regime, plan, limit, zones, miss=0, seed=1, travel=(), gap="next"):
        self.exports, self.now, self.nights, self.regime = sorted(exports, key=lambda e: e[0]), now, nights, regime
        self.plan, self.limit, self.zones, self.miss, self.seed = plan, limit, zones, miss, seed
        self.travel, self.reading = sorted(travel), Reading(gap)
        self.end = now + nights * DAY

    def is_missed(self, key, night):
        app, account, device = key
        digest = hashlib.sha256(f"{self.seed}/{app}/{account}/{device or ''}/{night}".encode()).digest()
        return int.from_bytes(digest[:8], "big") / 2 ** 64 < self.miss

    def export(self, moment):
        return [export for start, export in self.exports if start <= moment][-1]

    def records(self, export):
        return {(record.get("app", export["app"]), record["id"], record.get("device")): record
                for record in export["accounts"]}

    def moves(self, record, moment):
        """The account's moves, with those up to a moment that its export does not list."""
        return record.get("zoneChanges", []) + [{"at": instant_text(at), "timeZone": zone}
                                                for at, zone in self.travel if at <= moment]

    def steps(self):
        marks = {self.now + night * DAY for night in range(self.nights)}
        marks |= {start for start, _ in self.exports} | {at for at, _ in self.travel}
        return sorted(mark for mark in marks if self.now <= mark < self.end)

    def is_due(self, key, device, moment):
        if device is None:
            return True
        if self.regime == "deadline":
            return device.deadline is not None and device.deadline <= moment
        nights, rest = divmod(moment - self.now, DAY)
        return self.regime == "nightly" and not rest and not (nights and self.is_missed(key, nights))

    def live(self, ideal):
        """Each device, by key, with what it showed; in an ideal life it shows what plans made at every step say."""
        devices, lasting, moment, steps = {}, {}, self.now, self.steps()
        while moment < self.end:
            export = self.export(moment)
            records = self.records(export)
            due = {key for key in records if ideal or self.is_due(key, devices.get(key), moment)}
            lasting.update(records)
            going = []
            if due:
                going = self.replan(export, records, due, devices, moment, ideal)
            marks = steps + [d.deadline for d in devices.values() if d.deadline] + [self.end]
            end = min(mark for mark in marks if mark > moment)
            for id, key, seen in going:
                if moment <= seen.at <= end:
                    devices[key].shown.append(seen)
                    devices[key].show(id, seen.at)
            for key, device in devices.items():
                self.run(device, lasting[key], moment, end)
            moment = end
        return devices

    def replan(self, export, records, due, devices, moment, ideal):
        for key in due - devices.keys():
            devices[key] = Device(self.limit(key, records[key]), records[key].get("delivered", []))
        now = copy.deepcopy(export)
        for key, record in self.records(now).items():
            record["zoneChanges"], record["pending"] = self.moves(record, moment), []
            if key in devices:
                record["pending"] = list(devices[key].pending())
                record["delivered"] = devices[key].delivered
        decisions, actions, deadlines = self.plan(now, moment)
        kinds, repeating, going = {}, set(), []
        for key, lines in actions.items():
            repeating |= {(key, line["request"]) for line in lines if line.get("trigger", {}).get("repeats")}
        for key in due:
            for line in decisions.get(key, ()):
                kinds[key, line.get("request")] = line["kind"]
                if ideal and line["outcome"] == "scheduled":
                    date = cut_id(line["request"])[1]
                    if (key, line["request"]) in repeating:
                        date = datetime.fromisoformat(line["local"]).date()
                    going.append((line["request"], key, Seen(
                        line["notification"], date, instant(line["at"]),
                        (line.get("title", ""), line.get("body", "")), line["kind"])))
            if not ideal:
                for line in actions.get(key, ()):
                    devices[key].carry_out(line, kinds.get((key, line.get("request"))))
                if self.regime == "deadline" and key in deadlines:
                    devices[key].deadline = max(deadlines[key], moment + timedelta(seconds=60))
        return going

    def run(self, device, record, start, end):
        clock = Clock({**record, "zoneChanges": self.moves(record, self.end)}, self.zones, self.reading)
        fired = []
        for id, held in list(device.held.items()):
            moments = firings(held, start, end, clock, self.zones)
            fired += [(moment, id, held) for moment in moments]
            if moments and not held["trigger"].get("repeats"):
                del device.held[id]
        for moment, id, held in sorted(fired, key=lambda each: (each[0], each[1].encode())):
            date = clock.date(moment) if held["trigger"].get("repeats") else None
            device.shown.append(Seen(held["notification"], cut_id(id)[1] or date, moment,
                                     (held["title"], held["body"]), held["kind"]))
            device.show(id, moment)

    def result(self):
        """The members of `tickler rehearse --format json` that count."""
        planned, lives = self.live(True), self.live(False)
        groups = defaultdict(lambda: Tally(self.nights))
        for key, device in lives.items():
            judged = judge(device.shown, planned[key].shown if key in planned else [])
            kinds = defaultdict(list)
            for verdict, kind, at in judged:
                kinds[kind].append((verdict, kind, at))
            for name in (("all",), ("app", key[0]), ("account", *key)):
                groups[name].add(judged, self.now)
            for kind, own in kinds.items():
                groups["kind", key[0], kind].add(own, self.now)
        return {name: tally.figures() for name, tally in groups.items() if tally.firsts}, \
            sum(device.refused for device in lives.values())


def judge(shown, planned):
    """(verdict, kind, instant) for everything that was planned, and for what was shown besides."""
    judged, left, rest, others = [], sorted(planned, key=lambda seen: seen.at), [], []
    dates = {(seen.notification, seen.date) for seen in planned}
    for seen in sorted(shown, key=lambda seen: seen.at):
        match = next((p for p in left if (p.notification, p.at) == (seen.notification, seen.at)), None)
        if match is None:
            rest.append(seen)
            continue
        left.remove(match)
        judged.append(("right" if match.words == seen.words else "otherWords", seen.kind, seen.at))
    for seen in rest:
        match = next((p for p in left if (p.kind, p.at, p.words) == (seen.kind, seen.at, seen.words)), None)
        if match is None:
            others.append(seen)
            continue
        left.remove(match)  # Its identifier names another time of day.
        judged.append(("right", seen.kind, seen.at))
    for seen in others:
        same = [p for p in left if (p.notification, p.date) == (seen.notification, seen.date)]
        if same:
            match = min(same, key=lambda p: abs(p.at - seen.at))
            left.remove(match)
            judged.append(("otherTime", seen.kind, min(match.at, seen.at)))
        else:
            verdict = "twice" if (seen.notification, seen.date) in dates else "unplanned"
            judged.append((verdict, seen.kind, seen.at))
    return judged + [("missing", p.kind, p.at) for p in left]


class Tally:
    def __init__(self, nights):
        self.nights, self.counts, self.firsts = nights, Counter(), []

    def add(self, judged, now):
        if judged:
            self.counts.update(verdict for verdict, _, _ in judged)
            days = [max(1, -((now - at) // DAY)) for verdict, _, at in judged if verdict != "right"]
            self.firsts.append(min(days, default=None))

    def figures(self):
        wrong = sorted(day for day in self.firsts if day is not None)
        middle = (len(self.firsts) - 1) // 2
        planned = sum(self.counts[name] for name in ("right", "otherTime", "otherWords", "missing"))
        figures = {"devices": len(self.firsts), "planned": planned}
        figures |= {name: self.counts[name]
                    for name in ("right", "otherTime", "otherWords", "missing", "twice", "unplanned")}
        if middle < len(wrong):
            figures["medianFirstDay"] = wrong[middle]
        return figures | {"whole": [
            {"nights": nights, "devices": len(self.firsts) - sum(day <= nights for day in wrong)}
            for nights in MILESTONES if nights <= self.nights]}
