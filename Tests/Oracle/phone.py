"""A phone that carries actions out and shows what it holds, by its clock alone (contract, section 6; docs/actions.md)."""

from datetime import datetime, time

from .clock import end_of_gap, readings, to_local
from .values import DAY, from_sunday, instant

LIMITS = {"ios": 64, "android": 500}


class Phone:
    """The requests that a device holds, and the notifications that it has shown, oldest first."""

    def __init__(self, account, zones):
        moves = [(instant(move["at"]), move["timeZone"]) for move in account.get("zoneChanges", ())]
        starts = [datetime.min, *(at for at, _ in moves)]
        names = [account["timeZone"], *(name for _, name in moves)]
        self.stays = list(zip(starts, [*starts[1:], datetime.max], (zones[name] for name in names)))
        self.limit = LIMITS[account.get("platform", "ios")]
        self.held, self.shown, self.withdrawn = {}, [], set()

    def carry_out(self, line, now):
        """Carries one line of actions.ndjson out. Returns what is wrong with it, or None."""
        id, action = line["request"], line["action"]
        if action == "withdraw":
            self.withdrawn.add((id, line["from"]))
        elif (action == "add") == (id in self.held):
            return f"{action} of a request that the phone {'holds' if id in self.held else 'does not hold'}"
        elif action == "cancel":
            del self.held[id]
        elif action != "keep":
            if action == "add" and len(self.held) >= self.limit:
                return f"add over the limit of {self.limit}"
            self.held[id] = {**self.held.get(id, {}), **{name: line[name] for name in ("trigger", "at") if name in line},
                             "notification": line["notification"], "title": line["title"], "body": line["body"],
                             "badge": line.get("badge", 0)}
            if line.get("trigger", {}).get("type") == "instant" and instant(line["at"]) <= now:
                self.show(id, now)
        return None

    def show(self, id, at):
        self.shown.append((at, id))
        if not self.held[id]["trigger"].get("repeats"):
            del self.held[id]

    def run(self, start, end):
        """Shows what fires after `start`, up to and including `end`."""
        due = sorted((at, id) for id, entry in self.held.items() for at in self.firings(entry, start, end))
        for at, id in due:
            self.show(id, at)
        return due

    def firings(self, entry, start, end):
        """The instants after `start`, up to `end`, at which the trigger of an entry fires."""
        trigger = entry["trigger"]
        if trigger["type"] == "region":
            return []
        if not trigger.get("repeats"):
            at = self.reading(datetime.fromisoformat(trigger["local"])) if trigger.get("floats") else instant(entry["at"])
            return [at] if at is not None and start < at <= end else []
        days, parts = (end - start).days + 3, trigger["components"]
        found, first = set(), min(to_local(zone, start) for _, _, zone in self.stays).date() - DAY
        for day in (first + n * DAY for n in range(days + 2)):
            if parts.get("weekday", from_sunday(day)) == from_sunday(day) and parts.get("day", day.day) == day.day \
                    and parts.get("month", day.month) == day.month:
                found |= {at for at in self.readings(datetime.combine(day, time(parts["hour"], parts["minute"])))
                          if start < at <= end}
        return sorted(found)

    def readings(self, wall):
        """When the clock shows a wall time first, in each stay; in a gap, at its end, as iOS does."""
        for first, last, zone in self.stays:
            shown = readings(zone, wall)[0]
            at = shown[0] if shown else end_of_gap(zone, wall)
            if first <= at < last:
                yield at

    def reading(self, wall):
        return min(self.readings(wall), default=None)

    def pending(self, now, knows_floats):
        """What the next export says that the phone holds."""
        for id, entry in self.held.items():
            trigger, told = entry["trigger"], {"id": id, **{k: entry[k] for k in ("notification", "title", "body", "badge")}}
            if trigger.get("repeats"):
                # The earliest of the next year: a trigger of the plan's has fired by then.
                told |= {"repeats": True, "at": next(self.firings(entry, now, now + n * DAY)[0] for n in (2, 8, 32, 370)
                                                     if self.firings(entry, now, now + n * DAY))}
            elif trigger["type"] != "region":
                at = self.firings(entry, datetime.min + DAY, datetime.max - DAY)
                told["at"] = at[0] if at else instant(entry["at"])
                if knows_floats and trigger["type"] == "calendar":
                    told["floats"] = bool(trigger.get("floats"))
            yield told
