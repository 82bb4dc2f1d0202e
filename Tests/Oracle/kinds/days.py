"""Ritualist's habits, Diary's mornings and bedtimes, and what Steps has of a day."""

from datetime import datetime, time, timedelta
from fractions import Fraction

from ..values import WEEKDAYS, days_between, instant, time_digits, time_of, weekday
from .kind import Kind


class Habit(Kind):
    item_kind = "habit"

    def candidates(self):
        analyzed = (self.planner.account.get("personality") or {}).get("analyzedAt")
        recent = analyzed is not None and instant(analyzed) >= self.now - timedelta(hours=30 * 24)
        for item in self.items:
            first, last = item.get("startDate", ""), item.get("endDate", "9999")
            for day in days_between(*self.planner.dates):
                if first <= day.isoformat() <= last and weekday(day) in item.get("days", WEEKDAYS):
                    for at in map(time_of, item.get("reminders", [])):
                        failed = "inactive" if item.get("archived") else self.completed(item, day) or None
                        yield self.add(item, datetime.combine(day, at), fields={"{time}": time_digits(at)},
                                       variant="tailored" if recent else "default", failed=failed, carried=True,
                                       subjects=(item["name"].strip().casefold(),))

    @staticmethod
    def completed(item, day):
        return "completed" if day is not None and day.isoformat() in item.get("completions", []) else ""

    def over(self, notification, day):
        items = [item for _, item, _ in self.named_items(notification)]
        return self.completed(items[0], day) if items else None


class OfFlow(Kind):
    def is_written(self, day):
        written = day is not None and any(entry["flow"] == self.name and entry["date"] == day.isoformat()
                                          for entry in self.of("entry"))
        return "completed" if written else ""

    def over(self, notification, day):
        return self.is_written(day) if self.is_own(notification) else None

    def morning(self):
        """The account's morning preference, if it is a valid one."""
        morning = self.planner.preferences.get("morning")
        is_valid = morning and morning["days"] and time(4) <= time_of(morning["time"]) <= time(16)
        return morning if is_valid else None

    def reads_wrong(self):
        return "morning" in self.planner.preferences and not self.morning()

    def bedtime(self):
        """(time, weekdays); None without a bedtime."""
        morning, bedtime = self.morning(), self.planner.preferences.get("bedtime")
        if not morning and bedtime is None:
            return None
        bedtime = bedtime or {}
        return time_of(bedtime.get("time", "21:30")), bedtime.get("days", morning["days"] if morning else WEEKDAYS)


class Bedtime(OfFlow):
    def reads_wrong(self):
        return super().reads_wrong() and self.planner.preferences.get("bedtime") is None

    def candidates(self):
        if self.bedtime():
            at, weekdays = self.bedtime()
            for day in days_between(*self.planner.dates):
                if weekday(day) in weekdays:
                    yield self.add(None, datetime.combine(day, at), carried=True, subjects=("",),
                                   failed=self.is_written(day) or None)


class Morning(OfFlow):
    def candidates(self):
        morning = self.morning()
        if not morning:
            return
        evening, evenings = self.bedtime()
        for day in days_between(*self.planner.dates):
            if weekday(day) in morning["days"]:
                first = datetime.combine(day, time_of(morning["time"]))
                # Reading: "where there is one" asks for a bedtime that day, not for one that goes out.
                over = datetime.combine(day, evening) if weekday(day) in evenings and first.time() < evening else None
                for tier in range(3):
                    at = (first + tier * timedelta(hours=3)).time()
                    yield self.add(None, datetime.combine(day, at), fields={"tier": tier + 1}, carried=True,
                                   subjects=("",), failed=self.is_written(day) or None, facts={"bedtime": over})

    def failure(self, c):
        if self.clock.date(c.at) == self.today and self.changed_after_delivery():
            return "appliesTomorrow"
        # Reading: after quiet hours, checks look at the moved instant.
        out = self.clock.local(c.at) if c.deferred_from else c.wall
        return "superseded" if c.facts["bedtime"] and out >= c.facts["bedtime"] else None

    def changed_after_delivery(self):
        changed = self.preference("morning", "changedAt", None)
        if not changed or self.clock.date(instant(changed)) != self.today:
            return False
        return any(id.startswith("diary.morning.") and at < instant(changed) and self.clock.date(at) == self.today
                   for id, *_, at in self.planner.delivered_anywhere)


class Goal(Kind):
    item_kind, key = "stepDay", "date"
    once = names_event = True

    def candidates(self):
        for item in self.items:
            samples = sorted((instant(sample["at"]), sample["steps"]) for sample in item.get("samples", []))
            reached = [at for at, steps in samples if steps >= item["goal"]]
            halfway = [at for at, steps in samples if Fraction(item["goal"], 2) <= steps < item["goal"]]
            moments = self.moments(reached, halfway)
            if moments:
                # The first at which the app was not active, else the first.
                event = next((at for at in moments if not self.is_active(at)), moments[0])
                yield self.add(item, event=event, told_for=timedelta(0),
                               facts={"reached": any(at <= self.now for at in reached)})

    def moments(self, reached, halfway):
        """The samples of which the kind announces one."""
        return reached

    def failure(self, c):
        return "appActive" if self.is_active(c.event) or self.is_active(c.at) else None


class Unlock(Goal):
    def moments(self, reached, halfway):
        return reached if self.planner.preferences.get("appBlocking") else []


class Milestone(Goal):
    def moments(self, reached, halfway):
        return halfway

    def failure(self, c):
        return super().failure(c) or ("superseded" if c.late and c.facts["reached"] else None)
