"""MoneyMap: bills, what is overdue, budgets, and the weekly digest."""

from datetime import datetime, timedelta
from decimal import Decimal

from ..recurrence import occurrences
from ..shifts import Shift
from ..values import DAY, day_of, days_between, instant, time_of, weekday
from .kind import Kind, due_fields


class OfBill(Kind):
    item_kind = "bill"

    @property
    def at(self):
        return time_of(self.preference("bills", "time", "09:00"))

    def shift(self, bill):
        return Shift(self.planner.policy.kinds.get("bill", {}), bill, self.planner.holidays)

    def dues(self, bill, first, last):
        """The due dates in first … last, and whether the bill repeats."""
        if not bill.get("dueDate"):
            return [], False
        start = day_of(bill["dueDate"])
        days = occurrences(bill, start, first, last, self.clock, self.at)
        return ([start] if first <= start <= last else [], False) if days is None else (days, True)

    def is_paid(self, bill, due):
        through = bill.get("paidThrough")
        return bool(bill.get("paid")) or due is not None and bool(through) and due <= day_of(through)

    def failure_of(self, bill, due):
        if bill.get("type", "expense") != "expense":
            return "notExpense"
        if not bill.get("dueDate"):
            return "noDueDate"
        return "autoPay" if bill.get("autoPay") else "paid" if self.is_paid(bill, due) else None

    def over(self, notification, day):
        for _, item, fields in self.named_items(notification):
            return "paid" if self.is_paid(item, day_of(fields["date"]) if "date" in fields else None) else ""
        return None


class Bill(OfBill):
    parts = ("due", "dayBefore")
    once = names_event = True

    def candidates(self):
        due_off, before_off = (not self.preference("bills", name, True) for name in ("onDueDate", "dayBefore"))
        for item in self.items:
            if not item.get("dueDate"):
                yield self.add(item, variant="undated", failed=self.failure_of(item, None))
                continue
            for due, repeating in self.own_dues(item):
                goal, facts = self.shift(item).to(due), self.shift(item).facts(due)
                for part, before, off in (("due", 0, due_off), ("dayBefore", 1, before_off)):
                    day = due - before * DAY
                    is_over = repeating and max(due, goal) < self.today
                    if is_over and day < self.today - DAY:
                        continue
                    fields = due_fields(datetime.combine(due, self.at), part=part, paymentDate=goal)
                    yield self.add(item, datetime.combine(day, self.at), fields=fields, carried=is_over,
                                   failed="optionOff" if off else self.failure_of(item, due),
                                   facts={"toldOn": self.told_on(goal or due) if before and not due_off else None},
                                   **facts)

    def told_on(self, day):
        """The date, if its own reminder goes out on it."""
        return day if self.day_out(datetime.combine(day, self.at)) == day else None

    def own_dues(self, item):
        """(due date, whether the bill repeats) of what is due or paid in the window or on the day after."""
        (first, last), shift = self.planner.dates, self.shift(item)
        dues, repeating = self.dues(item, first - shift.reach, last + DAY + shift.reach)
        if not repeating:
            return [(day_of(item["dueDate"]), False)]
        return [(due, True) for due in dues
                if max(due, shift.to(due)) >= first and min(due, shift.to(due)) <= last + DAY]

    def failure(self, c):
        told = c.facts["toldOn"]
        return "superseded" if told and c.deferred_from is not None and self.clock.date(c.at) >= told else None


class Overdue(OfBill):
    def candidates(self):
        bound, last = self.settings.get("days", 7), self.today + 2 * DAY
        for item in self.items:
            for day in days_between(self.planner.dates[0], min(self.planner.dates[1], last)):
                dues, _ = self.dues(item, day_of(item["dueDate"]), day - DAY) if item.get("dueDate") else ([], False)
                if not dues or self.failure_of(item, dues[-1]):
                    continue
                due, goal, late = dues[-1], self.shift(item).goal(dues[-1]), (day - dues[-1]).days
                if (bound == "any" or late <= bound) and (goal is None or day > goal):
                    wall = datetime.combine(day, self.at)
                    late = ((self.day_out(wall) or day) - due).days
                    fields = due_fields(datetime.combine(due, self.at), days=late, paymentDate=goal or due)
                    yield self.add(item, wall, fields=fields, carried=True)


class Overspend(Kind):
    item_kind = "budget"
    once = names_event = True

    def candidates(self):
        for item in self.items:
            if Decimal(str(item["spent"])) > Decimal(str(item["limit"])):
                yield self.add(item, event=instant(item["updatedAt"]), told_for=timedelta(hours=48))


class Digest(OfBill):
    """Counts the bills of seven days by the day on which they are paid."""

    def candidates(self):
        at = time_of(self.preference("digest", "time", self.settings.get("time", "18:00")))
        for day in days_between(*self.planner.dates):
            if weekday(day) == self.preference("digest", "day", self.settings.get("day", "sun")):
                first = self.day_out(datetime.combine(day, at)) or day
                count = sum(self.count(bill, first, first + 6 * DAY) for bill in self.items)
                yield self.add(None, datetime.combine(day, at), count=count, fields={"count": count}, carried=True,
                               subjects=("",))

    def count(self, bill, first, last):
        shift = self.shift(bill)
        dues, _ = self.dues(bill, first - shift.reach, last + shift.reach)
        return sum(first <= shift.to(due) <= last and not self.failure_of(bill, due) for due in dues)
