"""Diary: mornings in three tiers, and bedtimes."""

from datetime import datetime, time, timedelta

from ..values import WEEKDAYS, days_between, instant, time_of, weekday
from .kind import Kind


class OfFlow(Kind):
    def is_written(self, day):
        written = day is not None and any(entry["flow"] == self.name and entry["date"] == day.isoformat()
                                          for entry in self.of("entry"))
        return "completed" if written else ""

    def over(self, notification, day):
        return self.is_written(day) if self.is_own(notification) else None

    def is_own(self, notification):
        raise NotImplementedError

    def morning(self):
        """The account's morning preference, if it is a valid one."""
        morning = self.planner.preferences.get("morning")
        is_valid = morning and morning["days"] and time(4) <= time_of(morning["time"]) <= time(16)
        return morning if is_valid else None

    def bedtime(self):
        """(time, weekdays); None without a bedtime."""
        morning, bedtime = self.morning(), self.planner.preferences.get("bedtime")
        if not morning and bedtime is None:
            return None
        bedtime = bedtime or {}
        return time_of(bedtime.get("time", "21:30")), bedtime.get("days", morning["days"] if morning else WEEKDAYS)


class Bedtime(OfFlow):
    def candidates(self):
        if self.bedtime():
            at, weekdays = self.bedtime()
            for day in days_between(*self.planner.dates):
                if weekday(day) in weekdays:
                    yield self.add(None, datetime.combine(day, at), carried=True, subjects=("",),
                                   failed=self.is_written(day) or None)

    def is_own(self, notification):
        return notification == "diary.bedtime"


class Morning(OfFlow):
    def candidates(self):
        morning = self.morning()
        if not morning:
            return
        evening, evenings = self.bedtime()
        for day in days_between(*self.planner.dates):
            if weekday(day) in morning["days"]:
                first = datetime.combine(day, time_of(morning["time"]))
                for tier in range(3):
                    at = (first + tier * timedelta(hours=3)).time()
                    # Reading: "where there is one" asks for a bedtime that day, not for one that goes out.
                    over = weekday(day) in evenings and first.time() < evening <= at
                    yield self.add(None, datetime.combine(day, at), fields={"tier": tier + 1}, carried=True,
                                   subjects=("",), failed=self.is_written(day) or None, facts={"afterBedtime": over})

    def failure(self, c):
        if self.clock.date(c.at) == self.today and self.changed_after_delivery():
            return "appliesTomorrow"
        return "superseded" if c.facts["afterBedtime"] else None

    def changed_after_delivery(self):
        changed = self.preference("morning", "changedAt", None)
        if not changed or self.clock.date(instant(changed)) != self.today:
            return False
        return any(id.startswith("diary.morning.") and at < instant(changed) and self.clock.date(at) == self.today
                   for id, *_, at in self.planner.delivered)

    def is_own(self, notification):
        return notification in {f"diary.morning.{tier}" for tier in (1, 2, 3)}
