"""The other shapes: until it is done, events, thresholds, digests, places and streaks."""

from datetime import datetime

from ..recurrence import repeats
from ..values import DAY, day_of, days_between, duration, instant, weekday
from .declared import Declared, is_done_on, number, passes
from .kind import Kind, due_fields

MILESTONES = [7, 14, 30, 60, 100, 365]


class UntilDone(Declared):
    def candidates(self):
        first, last = self.planner.dates
        for item in self.items:
            if self.is_undated(item):
                yield self.add_undated(item)
                continue
            for day in days_between(first, min(last, self.planner.today + 2 * DAY)):
                yield from self.on_day(item, day)

    def is_undated(self, item):
        if "at" in self.settings:
            return self.field(item, "at") is None
        if self.counts_from_completion:
            return not self.after_completion(item)
        return not item.get("date") or "every" in self.settings and not repeats(item) and not self.interval(item)

    def is_over(self, item, due):
        """A completion of the date or, from completion, one of any later date."""
        later = self.settings.get("from") == "completion" and \
            any(each[:10] >= due.isoformat() for each in item.get("completions", []))
        return is_done_on(item, due) or later

    def on_day(self, item, day):
        due, bound = self.newest(item, day), self.settings.get("for", 7)
        if not due or self.is_over(item, due) or bound != "any" and (day - due).days > bound:
            return
        goal = self.shift(item).goal(due)
        if weekday(day) not in self.weekdays or goal is not None and day <= goal:
            return
        for at in self.times(item, day):
            wall = datetime.combine(day, at)
            own = {"date": due, "dueDate": due, "shiftedDate": goal or due, "overdueDays": (self.read_on(wall) - due).days}
            yield self.add(item, wall, fields=due_fields(wall) | own, carried=True, failed=self.failure_of(item),
                           skipped=goal is None)

    def read_on(self, wall):
        """The day on which words of a wall time are read: that of a snooze's end, if one stands for it."""
        end = getattr(self.planner, "snooze_end", None)
        return self.clock.date(end) if end else self.day_out(wall) or wall.date()

    def newest(self, item, before):
        """The last date before a day on which it was due."""
        if "at" in self.settings:
            value = self.field(item, "at")
            days = [day_of(value)] if value else []
        elif self.counts_from_completion:
            days = self.after_completion(item, before)
        elif item.get("date"):
            days, _ = self.dues(item, before - 3000 * DAY, before - DAY)
        else:
            return None
        return max([day for day in days if day < before], default=None)

    def is_done_with(self, item, notification, day):
        walls = [datetime.combine(day, at) for at in self.every_time(item)]
        if "{date}" not in self.identifiers["default"]:
            newest = self.newest(item, day)
            if not any(self.is_named_at(item, notification, wall) for wall in walls):
                return False
            # A completion that was counted from leaves no date before it.
            gone = self.counts_from_completion and bool(item.get("completions"))
            return bool(item.get("completed")) or (self.is_over(item, newest) if newest else gone)
        for _, key, fields in self.named(notification):
            due = day_of(fields["date"])
            if key == item["id"] and any(self.is_named_at(item, notification, datetime.combine(due, wall.time()))
                                         for wall in walls):
                return self.is_over(item, due)
        return False


class OfInstant(Declared):
    once = names_event = True

    @property
    def told_for(self):
        return duration(self.settings.get("toldFor", "48h"))

    def failure(self, c):
        asks = self.settings.get("unlessActive") and c.told_for is not None
        return "appActive" if asks and (self.is_active(c.event) or self.is_active(c.at)) else None


class Event(OfInstant):
    def candidates(self):
        for item in self.items:
            at = self.field(item, "at")
            if at is None:
                yield self.add_undated(item)
                continue
            day, shift = self.clock.date(instant(at)), self.shift(item)
            yield self.add(item, event=instant(at), told_for=self.told_for, failed=self.failure_of(item),
                           fields={"at": at, "shiftedDate": shift.to(day)}, **shift.facts(day))


class Threshold(OfInstant):
    def limit(self, item):
        """The bound that the number is past."""
        value, below, above = (number(item, self.settings.get(key)) for key in ("of", "below", "above"))
        if value is not None and below is not None and value < below:
            return below
        return above if value is not None and above is not None and value > above else None

    def candidates(self):
        for item in self.items:
            limit, since = self.limit(item), self.field(item, "since")
            if limit is None:
                continue
            facts = {"fields": {"limit": limit}, "failed": self.failure_of(item)}
            if since:
                facts["since"] = instant(since) if "T" in since else self.clock.start_of_day(day_of(since))
            at = self.field(item, "at")
            if at is not None:
                yield self.add(item, event=instant(at), told_for=self.told_for, **facts)
            elif self.has_times():  # Reading: so one whose instant is missing.
                # Reading: it is an event whose instant is looked for.
                if self.next_time():
                    yield self.add(item, self.next_time(), by_instant=True, **facts)
            else:
                yield self.add(item, event=self.now, **facts)

    def next_time(self):
        local = self.clock.local(self.now)
        walls = [datetime.combine(day, at) for day in days_between(local.date(), local.date() + 8 * DAY)
                 for at in self.kind_times(day) if weekday(day) in self.weekdays]
        # One that is skipped, or that a move brings back, is not the next.
        return min((wall for wall in walls if wall > local and (self.clock.resolve(wall)[0] or self.now) > self.now),
                   default=None)

    def is_done_with(self, item, notification, day):
        return self.is_named(item, notification, {}) and (bool(item.get("completed")) or self.limit(item) is None)


class Digest(Declared):
    def candidates(self):
        open_items = [item for item in self.items if not item.get("archived") and not item.get("completed")]
        open_items.sort(key=lambda item: item["id"].encode())
        for day in days_between(*self.planner.dates):
            if weekday(day) in self.weekdays:
                for at in self.kind_times(day):
                    out = self.instant_out(datetime.combine(day, at))
                    first = self.clock.date(out) if out else day
                    last = first + (self.settings.get("ahead", 1) - 1) * DAY
                    counted = [item for item in open_items if passes(item, self.where, self.planner, out or self.now)
                               and ("ahead" not in self.settings or self.is_due(item, first, last))]
                    names = [self.title_of(item) for item in counted]
                    yield self.add(None, datetime.combine(day, at), carried=True, count=len(counted), subjects=("",),
                                   fields={"count": len(counted), "names": names[:20]})

    def is_due(self, item, first, last):
        return any(first <= due <= last and not is_done_on(item, due) for due in self.dues(item, first, last)[0])


class Place(Declared):
    once = True

    def candidates(self):
        for item in self.items:
            if item.get("location"):
                place, failed = item["location"], self.failure_of(item, done=is_done_on(item, self.today))
                if not item.get("startDate", "") <= self.today.isoformat() <= item.get("endDate", "9999"):
                    failed = "inactive"
                yield self.add(item, place=True, failed=failed,
                               fields={"place": place.get("place", ""), "trigger": place["on"]})

    def is_done_with(self, item, notification, day):
        is_its = "location" in item and self.is_named(item, notification, {"trigger": item["location"]["on"]})
        return is_its and is_done_on(item, self.today)


class Streak(Declared):
    once = names_event = True

    def candidates(self):
        for item in self.items:
            count = number(item, self.settings["of"])
            done = is_done_on(item, self.today) or is_done_on(item, self.today - DAY)
            if done and count in self.settings.get("milestones", MILESTONES):
                yield self.add(item, event=self.now, fields={"count": int(count)},
                               failed="inactive" if item.get("archived") else None)


class QuietDigest(Kind):
    """Tells at the end of quiet hours what they held back."""

    def tell(self, end, those):
        local, titles = self.clock.local(end), list(dict.fromkeys(c.title for c in those))
        fields = due_fields(local, count=len(those), titles=titles[:5], more=len(titles) - 5 if len(titles) > 5 else "")
        return self.add(None, local, at=end, count=len(those), subjects=("",), fields=fields)
