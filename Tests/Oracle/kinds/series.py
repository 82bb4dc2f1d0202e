"""The shape `series`: what is due at times of dates, with reminders before and after."""

from datetime import datetime

from ..recurrence import repeats
from ..values import DAY, Nag, day_of, from_sunday, instant, moved, part_name
from .declared import Declared, is_done
from .kind import daily_components, due_fields, repeating_components


def is_elapsed(offset):
    return offset != "0" and offset[-1] in "mh"


class Series(Declared):
    own_times_first = True

    @property
    def reminders(self):
        after = self.settings.get("followUps", [])
        return self.settings.get("remind", ["0"]) + (Nag.every(after["every"], after["most"]) if isinstance(after, dict) else after)

    @property
    def parts(self):
        return tuple(map(part_name, self.reminders))

    @property
    def from_completion(self):
        return self.settings.get("from") == "completion"

    def is_undated(self, item):
        """No date or instant follows from its fields."""
        if "at" in self.settings:
            return self.field(item, "at") is None
        if self.from_completion:
            return not self.after_completion(item)
        return bool(item.get("date")) and "every" in self.settings and not repeats(item) and not self.interval(item)

    def walls(self, item, first, last):
        """([wall times that are due], whether there may be more)."""
        if "at" not in self.settings:
            days, repeating = self.dues(item, first, last, self.weekdays)
            return [datetime.combine(day, at) for day in days for at in self.times(item, day)], repeating
        value = self.field(item, "at")
        if value is None:
            return [], False
        if "T" in value:
            return [self.clock.local(instant(value))], False
        return [datetime.combine(day_of(value), at) for at in self.times(item, day_of(value))], False

    def candidates(self):
        for item in self.chosen if self.item_kind else self.without_item:
            if item and self.is_undated(item):
                yield self.add_undated(item)
                continue
            yield from self.reminded(item)

    def asked(self, wall, offset, moves):
        """The wall time of a reminder. Minutes and hours pass between instants, whatever clocks show."""
        at = self.clock.resolve_shifted(wall + moves)[0] if is_elapsed(offset) else None
        return moved(wall, offset) if at is None else self.clock.local(at + (moved(wall, offset) - wall)) - moves

    def begins(self, item, due):
        """When what is due begins: a whole day at its midnight."""
        all_times = {at for day in range(1, 8) for at in self.times(item, datetime(2024, 1, day))}
        is_dated = "T" not in (self.field(item, "at") or "") if "at" in self.settings else \
            bool(item and item.get("date")) or self.from_completion
        if len(all_times) == 1 and not any((item or {}).get(name) for name in ("time", "times")) and is_dated:
            return self.clock.start_of_day(due.date())
        return self.clock.resolve(due)[0]

    def reminded(self, item):
        (first, last), shift, any_day = self.planner.dates, self.shift(item), datetime(2000, 1, 1)
        reach = max(abs(moved(any_day, each) - any_day) for each in ["0", *self.reminders]) + 2 * DAY + shift.reach
        walls, repeating = self.walls(item, first - reach, last + reach)
        planned = set()
        for wall in walls:
            that_day = [each for each in walls if each.date() == wall.date()]
            for offset in self.reminders:
                moves = shift.to(wall.date()) - wall.date()
                asked, done = self.asked(wall, offset, moves), is_done(item, wall)
                if " " in offset:
                    # It has its own time: once a date, until all of it is done.
                    if wall != that_day[0]:
                        continue
                    done = all(is_done(item, each) for each in that_day)
                if self.from_completion and "at" not in self.settings:
                    # Of each reminder the first that is not over, by its date.
                    is_carried = asked.date() == self.today - DAY and self.is_carried(asked)
                    is_over = asked.date() < self.today and not is_carried
                    if (offset, wall.time()) in planned or is_over and wall.date() != max(walls).date():
                        continue
                    planned.add((offset, wall.time()))
                goal = asked.date() + moves
                if not repeating or min(asked.date(), goal) <= last and max(asked.date(), goal) >= first:
                    fields = due_fields(wall, part=part_name(offset), weekday=from_sunday(wall),
                                        shiftedDate=shift.to(wall.date()))
                    is_lead = item is not None and offset.startswith("-")
                    yield self.add_due(item, asked, fields, done=done, once=not repeating, **shift.facts(wall.date()),
                                       due=wall, delta=moved(wall, offset) - wall if is_elapsed(offset) else None,
                                       before=self.begins(item, wall + moves) if is_lead else None,
                                       facts={"part": fields["part"], "lead": wall if is_lead else None})

    def add_due(self, item, wall, fields, done, once, **facts):
        c = self.add(item, wall, fields=fields, carried=not once, once=once, failed=self.failure_of(item, done=done),
                     subjects=("",), variant=self.variant(item), **facts)
        if c and item is not None:  # Two that people read alike say the same, unless they precede different times.
            c.subjects = ((c.title, c.body, c.facts["lead"]),)
        if c and item is not None and "T" in (self.field(item, "at") or ""):
            c.bound = True  # Its time comes from an instant.
        return c

    def components(self, c):
        """Reading: a trigger repeats what is due, neither reminders before and after it nor equal steps."""
        if c.once or c.facts["part"] != "due" or "every" in self.settings or self.settings.get("variants") == "daily":
            return None
        if c.item and c.item.get("date"):
            return repeating_components(c.item, c.wall) if self.variant(c.item) in self.identifiers else None
        # Reading: an item without a date has one reminder, and a series without items is on every day.
        is_daily = self.reminders == ["0"] if c.item else len(set(self.weekdays)) == 7
        return daily_components(c.wall) if is_daily and "weekday" not in self.settings else None

    def is_done_with(self, item, notification, day):
        about = self.due_walls(item, notification, day)
        if not about or item.get("completed"):
            return bool(about)
        if self.from_completion:
            done = max((each[:10] for each in item.get("completions", [])), default="")
            return all(due.date().isoformat() <= done for due in about)
        return all(is_done(item, due) for due in about)

    def due_walls(self, item, notification, day):
        """What is due in the notification of a day."""
        walls, repeating = self.walls(item, day, day)
        single = walls[0].date() if walls and not repeating else None
        is_fixed = single and not self.from_completion
        any_day = is_fixed or "{date}" in self.identifiers["default"]
        about = []
        for each in [single] if is_fixed else [day + n * DAY for n in range(-12, 13)]:
            times = [wall.time() for wall in walls] if single and "at" in self.settings else self.times(item, each)
            for offset in self.reminders:
                for due in (datetime.combine(each, at) for at in times):
                    named = datetime.combine(each, times[0]) if " " in offset else due
                    leads_there = any_day or moved(due, offset).date() == day
                    if leads_there and self.is_named_at(item, notification, named, part=part_name(offset)):
                        about.append(due)
        return about
