"""FocusFlow: reminders at a time of each day, tasks, and focus sessions."""

from datetime import datetime, timedelta

from ..recurrence import occurrences, repeats
from ..shifts import Shift
from ..values import DAY, day_of, days_between, from_sunday, instant, time_of
from .kind import Kind, daily_components, repeating_components


class Daily(Kind):
    """Times of every day, without items. Two at one instant say the same."""

    default = "09:00"

    def times(self):
        yield self.preference(self.name, "time", self.settings.get("time", self.default)), {}

    def candidates(self):
        for day in days_between(*self.planner.dates):
            for text, fields in self.times():
                yield self.add(None, datetime.combine(day, time_of(text)), fields=fields, carried=True, subjects=("",),
                               own_words=self.has_own_words(day))

    def has_own_words(self, day):
        return False

    def components(self, c):
        return daily_components(c.wall)


class Nudge(Daily):
    def times(self):
        for slot, default in (("morning", "09:00"), ("afternoon", "14:00"), ("evening", "20:00")):
            yield self.preference("nudges", slot, default), {"slot": slot}


class Recap(Daily):
    default = "08:00"

    def has_own_words(self, day):
        """The recap has the figures of the day before, if that is over at now."""
        before = day - DAY
        return before < self.today and any(focus["date"] == before.isoformat() and focus.get("sessions")
                                           for focus in self.of("focusDay"))


class Task(Kind):
    item_kind = "task"

    def candidates(self):
        first, last = self.planner.dates
        for item in self.items:
            start, at = day_of(item["date"]), time_of(item["time"])
            shift = Shift(self.settings, item, self.planner.holidays)
            days = occurrences(item, start, first - shift.reach, last + shift.reach, self.clock, at)
            for due in [start] if days is None else days:
                if days is None or min(due, shift.to(due)) <= last and max(due, shift.to(due)) >= first:
                    yield self.add(
                        item, datetime.combine(due, at), fields={"weekday": from_sunday(due)}, carried=days is not None,
                        variant="customDays" if item.get("repeat") == "customDays" else "default", once=days is None,
                        subjects=(item["title"].strip().casefold(),), failed=completed(item, due), **shift.facts(due))

    def components(self, c):
        return repeating_components(c.item, c.wall)

    def over(self, notification, day):
        named = {variant: item for variant, item, _ in self.named_items(notification)}
        plain, of_weekday = named.get("default"), named.get("customDays")
        # Reading: of two items that the identifier may mean, the one that makes it now.
        item = of_weekday if of_weekday and (not plain or of_weekday.get("repeat") == "customDays") else plain
        return item and (completed(item, day if repeats(item) else day_of(item["date"])) or "")


def completed(item, day):
    done = item.get("completed") or day is not None and day.isoformat() in item.get("completedOn", [])
    return "completed" if done else None


class Session(Kind):
    item_kind = "session"
    once = names_event = True

    def candidates(self):
        running = [item for item in self.items if item["state"] == "running"]
        latest = max(running, key=lambda item: (instant(item["startedAt"]), item["id"].encode()), default=None)
        for item in self.items:
            start = instant(item["startedAt"])
            end = instant(item["endsAt"]) if item.get("endsAt") else start + timedelta(seconds=item["duration"])
            yield self.add(item, event=end, since=start, told_for=timedelta(0), facts={"followed": item is not latest},
                           failed=None if item["state"] == "running" else "sessionNotRunning")

    def failure(self, c):
        return "superseded" if c.facts["followed"] else None
