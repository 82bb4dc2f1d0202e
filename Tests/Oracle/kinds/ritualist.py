"""Ritualist: habits, the places of habits, streaks, and insights."""

from datetime import date, datetime, timedelta

from ..values import DAY, WEEKDAYS, day_of, days_between, instant, time_digits, time_of, weekday
from .kind import Kind

STREAKS = {7, 14, 30, 60, 100, 365}


def is_done(item, day):
    return day is not None and day.isoformat() in item.get("completions", [])


def failure_of(item, day, outside=False):
    if item.get("archived") or outside:
        return "inactive"
    return "completed" if is_done(item, day) else None


def span(item):
    first = day_of(item["startDate"]) if item.get("startDate") else date.min
    return first, day_of(item["endDate"]) if item.get("endDate") else date.max


class OfHabit(Kind):
    item_kind = "habit"

    def over(self, notification, day):
        items = [item for _, item, _ in self.named_items(notification)]
        return ("completed" if is_done(items[0], self.day_to_be_done(day)) else "") if items else None

    def day_to_be_done(self, day):
        return day


class Habit(OfHabit):
    def candidates(self):
        personality = self.planner.account.get("personality") or {}
        analyzed, month = personality.get("analyzedAt"), timedelta(hours=30 * 24)
        recent = analyzed is not None and instant(analyzed) >= self.now - month
        for item in self.items:
            first, last = span(item)
            for day in days_between(*self.planner.dates):
                if first <= day <= last and weekday(day) in item.get("days", WEEKDAYS):
                    for at in map(time_of, item.get("reminders", [])):
                        yield self.add(item, datetime.combine(day, at), fields={"{time}": time_digits(at)},
                                       variant="tailored" if recent else "default", failed=failure_of(item, day),
                                       subjects=(item["name"].strip().casefold(),), carried=True)


class Location(OfHabit):
    once = True

    def candidates(self):
        for item in self.items:
            first, last = span(item)
            if item.get("location"):
                yield self.add(item, fields={"trigger": item["location"]["on"]}, place=True,
                               failed=failure_of(item, self.today, outside=not first <= self.today <= last))

    def day_to_be_done(self, day):
        return self.today


class StreakMilestone(Kind):
    item_kind = "habit"
    once = names_event = True

    def candidates(self):
        for item in self.items:
            if item.get("streak") in STREAKS and (is_done(item, self.today) or is_done(item, self.today - DAY)):
                yield self.add(item, event=self.now, fields={"count": item["streak"]},
                               failed="inactive" if item.get("archived") else None)


class Insight(Kind):
    item_kind = "insight"
    once = names_event = True

    def candidates(self):
        for item in self.items:
            yield self.add(item, event=instant(item["at"]), told_for=timedelta(hours=48))
