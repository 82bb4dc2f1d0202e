"""The shape `series`: what is due at times of dates, with reminders before and after."""

import re
from datetime import datetime

from ..candidates import Candidate, settle
from ..recurrence import repeats
from ..values import DAY, WEEKDAYS, Nag, day_of, from_sunday, instant, moved, part_name, time_of, weekday
from .declared import Declared, is_done, is_done_on
from .kind import daily_components, due_fields, repeating_components


AGAIN = ".again"  # The end of the identifier of what is due when clocks show a time again.


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
        if "cycle" in self.settings and self.cycle_start(item) is None:
            return True
        if self.is_elapsed:
            return self.start_of(item) is None or not self.is_stepping(item)
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
        for item in self.items if self.item_kind else [None]:
            if item and self.is_undated(item):
                yield self.add_undated(item)
                continue
            yield from self.elapsed(item) if self.is_elapsed else self.reminded(item)

    # In elapsed time.

    def is_stepping(self, item):
        every = self.settings["every"]
        return not every.startswith("{") or (item.get(every[1:-1]) or 0) >= 900

    def instant_on(self, item, day):
        at = self.clock.resolve(datetime.combine(day, self.every_time(item)[0]))[0]
        return at or self.clock.start_of_day(day)

    def start_of(self, item):
        """(instant, whether it is done) that the interval counts from; None if there is none."""
        start = self.settings.get("from", "schedule")
        if start.startswith("{"):
            value = item.get(start[1:-1])
            at = value and (instant(value) if "T" in value else self.instant_on(item, day_of(value)))
            return at and (at, at <= self.now)
        done = item.get("completions", []) if start == "completion" else []
        if done:
            last = max(each[:10] for each in done)
            times = [datetime.fromisoformat(each) for each in done if each[:10] == last and "T" in each]
            at = self.clock.resolve(max(times))[0] if times else None
            return at or self.instant_on(item, day_of(last)), True
        return (self.instant_on(item, day_of(item["date"])), False) if item.get("date") else None

    def due_instants(self, item, end):
        """Every due instant before an end, from the start on."""
        (at, is_done), step = self.start_of(item), self.step_of(item)
        first, last = (time_of(each) for each in self.settings.get("between", ["00:00", "23:59:59"]))
        waits = self.settings.get("outside", "wait") == "wait" and "between" in self.settings
        day = self.clock.date(at)
        done = {each for each in item.get("completions", []) if "T" in each}
        # What was done on the day of the start, up to it; a field of the item is one of that.
        own = {self.clock.local(at)} if self.settings.get("from", "").startswith("{") else set()
        taken = own | {wall for wall in map(datetime.fromisoformat, done) if wall <= self.clock.local(at)}
        count = sum(wall.date() == day for wall in taken) if is_done else 0
        at += step if is_done else 0 * DAY
        while at < end:
            wall = self.clock.local(at)
            if item.get("until") and wall.date() > day_of(item["until"]):
                return
            if wall.date() != day:
                day, count = wall.date(), 0
            is_full = count >= self.settings.get("most", 96)
            inside = first <= wall.time() <= last if first <= last else wall.time() >= first or wall.time() <= last
            if inside and not is_full:
                count += 1
                yield at
            elif waits:
                opens = self.clock.resolve(datetime.combine(
                    day + DAY if is_full or wall.time() >= first else day, first))[0]
                if opens and opens > at:
                    at = opens
                    continue
            at += step

    def elapsed(self, item):
        (first, last), put = self.planner.dates, {}
        for at in self.due_instants(item, self.clock.start_of_day(last + 14 * DAY)):
            due = self.clock.local(at)
            is_out = weekday(due) not in self.weekdays or weekday(due) not in item.get("days", WEEKDAYS)
            if is_out or due.date().isoformat() in item.get("exdates", []) or not self.is_in_cycle(item, due.date()):
                continue
            for offset in self.reminders:
                own = at + (moved(due, offset) - due)
                wall = self.clock.local(own)
                if first <= wall.date() <= last:
                    fields = due_fields(due, part=part_name(offset), shiftedDate=due.date(), about=due.isoformat())
                    c = self.add_due(item, wall, fields, done=self.is_elapsed_due_done(item, due), once=False, at=own,
                                     bound=True, before=self.clock.resolve(due)[0] if offset.startswith("-") else None,
                                     facts={"part": fields["part"], "lead": due if offset.startswith("-") else None})
                    is_second = put.get((offset, due.time())) == wall.date()
                    put[offset, due.time()] = wall.date()
                    if is_second or self.clock.is_shown_again(due, at):
                        c.notification += AGAIN
                    yield c

    def is_elapsed_due_done(self, item, due):
        """What is due an interval later, when clocks show the time again, is not done by what was done before."""
        at, is_start_done = self.start_of(item)
        if is_start_done and self.clock.local(at) == due:
            return due.date().isoformat() in item.get("completions", [])
        return is_done(item, due)

    def named(self, notification):
        yield from super().named(notification)
        if notification.endswith(AGAIN):
            yield from super().named(notification.removesuffix(AGAIN))

    def may_make(self, notification):
        return super().may_make(notification) or super().may_make(notification.removesuffix(AGAIN))

    def asked(self, wall, offset, moves):
        """The wall time of a reminder. Minutes and hours pass between instants, whatever clocks show."""
        at = self.clock.resolve_shifted(wall + moves)[0] if is_elapsed(offset) else None
        return moved(wall, offset) if at is None else self.clock.local(at + (moved(wall, offset) - wall)) - moves

    def is_whole_day(self, item):
        all_times = {at for day in range(1, 8) for at in self.times(item, datetime(2024, 1, day))}
        is_dated = "T" not in (self.field(item, "at") or "") if "at" in self.settings else \
            bool(item and item.get("date")) or self.from_completion
        return len(all_times) == 1 and not any((item or {}).get(name) for name in ("time", "times")) and is_dated

    def about(self, item, due):
        """What is due, as destinations and data name it."""
        return due.date().isoformat() if self.is_whole_day(item) else due.isoformat()

    def begins(self, item, due):
        """When what is due begins: a whole day at its midnight."""
        return self.clock.start_of_day(due.date()) if self.is_whole_day(item) else self.clock.resolve(due)[0]

    def lost(self, item, due):
        """Why what is due has no instant; a whole day always begins."""
        return None if self.begins(item, due) else self.clock.resolve_shifted(due)[2]

    def end(self, item, offset, walls, shift):
        """From completion, the first date of which a reminder has nothing behind it: a completion moves later ones."""
        behind = {}
        for wall in walls if self.from_completion and "at" not in self.settings else []:
            if wall.date() in behind and " " in offset:
                continue
            moves = shift.to(wall.date()) - wall.date()
            c = settle(Candidate(self.name, "", 0, wall=self.asked(wall, offset, moves), due=wall, shift=moves,
                                 delta=moved(wall, offset) - wall if is_elapsed(offset) else None), self.planner)
            is_behind = shift.goal(wall.date()) is None or c.at is None or c.at <= self.now
            behind[wall.date()] = behind.get(wall.date(), False) or is_behind
        return next((day for day, is_behind in behind.items() if not is_behind), None)

    def reminded(self, item):
        (first, last), shift, any_day = self.planner.dates, self.shift(item), datetime(2000, 1, 1)
        reach = max(abs(moved(any_day, each) - any_day) for each in ["0", *self.reminders]) + 2 * DAY + shift.reach
        walls, repeating = self.walls(item, first - reach, last + reach)
        ends = {offset: self.end(item, offset, walls, shift) for offset in self.reminders}
        put = {}
        for wall in walls:
            that_day = [each for each in walls if each.date() == wall.date()]
            for offset in self.reminders:
                moves = shift.to(wall.date()) - wall.date()
                asked, done = self.asked(wall, offset, moves), self.is_due_done(item, wall)
                if " " in offset:
                    # It has its own time: once a date, until all of it is done.
                    if wall != that_day[0]:
                        continue
                    done = all(self.is_due_done(item, each) for each in that_day)
                if ends[offset] and wall.date() > ends[offset]:
                    continue
                goal = asked.date() + moves
                if not repeating or min(asked.date(), goal) <= last and max(asked.date(), goal) >= first:
                    fields = due_fields(wall, part=part_name(offset), weekday=from_sunday(wall),
                                        shiftedDate=shift.to(wall.date()), about=self.about(item, wall))
                    is_lead = item is not None and offset.startswith("-")
                    c = self.add_due(item, asked, fields, done=done, once=not repeating, **shift.facts(wall.date()),
                                     due=wall, delta=moved(wall, offset) - wall if is_elapsed(offset) else None,
                                     before=self.begins(item, wall + moves) if is_lead else None,
                                     lost=self.lost(item, wall + moves) if is_lead else None,
                                     facts={"part": fields["part"], "lead": wall if is_lead else None})
                    # Reading: a clock change or a flight may put two on one date.
                    own = self.asked(wall, offset, 0 * DAY).date()
                    if c and repeating and is_elapsed(offset) and put.get((offset, wall.time())) == own:
                        c.notification += AGAIN
                    put[offset, wall.time()] = own
                    yield c

    def is_due_done(self, item, due):
        """A count per period has no time of the day."""
        is_counted = item and isinstance(self.settings.get("times"), dict)
        return is_done_on(item, due.date()) if is_counted else is_done(item, due)

    def add_due(self, item, wall, fields, done, once, **facts):
        done = done or self.is_met(item, day_of(fields["date"]))
        c = self.add(item, wall, fields=fields, carried=not once, once=once, failed=self.failure_of(item, done=done),
                     subjects=("",), variant=self.variant(item), **facts)
        if c and item is not None:  # Two that people read alike say the same, unless they precede different times.
            c.subjects = ((c.title, c.body, c.facts["lead"]),)
        if c and item is not None and ("T" in (self.field(item, "at") or "") or self.is_elapsed):
            c.bound = True  # Its time comes from an instant.
        return c

    def components(self, c):
        """Reading: a trigger repeats what is due, neither reminders before and after it nor equal steps."""
        if c.once or c.facts["part"] != "due" or "every" in self.settings or self.settings.get("variants") == "daily":
            return None
        # A text that names its date is another one at the next.
        words = [self.settings.get("title", ""), self.settings.get("body", "")]
        if re.search(r"\{\{(date|dueDate|shiftedDate)\b", " ".join(map(str, words))):
            return None
        if "{about}" in [*self.settings.get("data", {}).values(), self.settings.get("destination")]:
            return None
        # A count per period repeats a single date daily.
        is_counted = isinstance(self.settings.get("times"), dict) and not repeats(c.item or {})
        if c.item and c.item.get("date") and not (is_counted and not c.item.get("until")):
            return repeating_components(c.item, c.wall) if self.variant(c.item) in self.identifiers else None
        # Reading: an item without a date has one reminder, and a series without items is on every day.
        is_daily = self.reminders == ["0"] and "cycle" not in self.settings if c.item else len(set(self.weekdays)) == 7
        return daily_components(c.wall) if is_daily and "weekday" not in self.settings else None

    def is_done_with(self, item, notification, day):
        if self.is_elapsed:
            return self.is_elapsed_done(item, notification, day)
        about = self.due_walls(item, notification, day)
        if not about or item.get("completed"):
            return bool(about)
        if self.from_completion:
            done = max((each[:10] for each in item.get("completions", [])), default="")
            return all(due.date().isoformat() <= done for due in about)
        return all(self.is_due_done(item, due) for due in about)

    def is_elapsed_done(self, item, notification, day):
        for _, key, fields in self.named(notification):
            if key != item["id"] or not fields.get("time"):
                continue
            if item.get("completed"):
                return True
            digits = fields["time"]
            at = time_of(":".join(digits[i:i + 2] for i in range(0, len(digits), 2)))
            due, done = datetime.combine(day_of(fields["date"]) if fields.get("date") else day, at), item.get("completions", [])
            start = self.settings.get("from", "schedule")
            if is_done(item, due):
                return True
            value = item.get(start[1:-1]) if start.startswith("{") else None
            if value:
                return "T" in value and self.clock.local(instant(value)) > due
            last = max((each[:10] for each in done), default="")
            return start == "completion" and (last > due.date().isoformat() or any(
                "T" in each and datetime.fromisoformat(each) >= due for each in done))
        return False

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
