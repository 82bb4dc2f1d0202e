"""Due dates on weekends and holidays: which days are closed, and where a due date goes."""

from datetime import timedelta

from .values import DAY

NONE = timedelta(0)
REACH = 90 * DAY  # No row of closed days that the generators make is longer.
REGIONS = {"de-de": "de", "de-at": "at", "de-latn-fr": "fr"}


def holidays_of(calendars, account, by):
    """The days of the calendars without a name, and of the one that the account's field names, in any case."""
    wanted, known = account.get(by, "").lower(), {name.lower() for name, _ in calendars}
    other = {"country": wanted.split("-")[0], "timeZone": None, "locale": REGIONS.get(wanted)}[by]
    own = next((name for name in (wanted, other) if name and name in known), None)
    return set().union(*(days for name, days in calendars if name.lower() in ("", own)))


class Shift:
    """Moves the due dates of an item: its own word, else its kind's."""

    def __init__(self, settings, item, holidays):
        self.word = item.get("shift", settings.get("shift", "none"))
        self.holidays = set() if settings.get("days") == "weekends" else holidays
        self.reach = NONE if self.word == "none" else REACH

    def is_closed(self, day):
        return day.isoweekday() > 5 or day in self.holidays

    def goal(self, due):
        """The day to which a due date goes; None if it is skipped."""
        if self.word == "none" or not self.is_closed(due):
            return due
        if self.word == "skip":
            return None
        before = after = due
        while self.is_closed(before):
            before -= DAY
        while self.is_closed(after):
            after += DAY
        if self.word == "nearest":
            return after if after - due < due - before else before
        return before if self.word == "before" else after

    def to(self, due):
        """The goal, or the due date if it is skipped."""
        return self.goal(due) or due

    def facts(self, due):
        """What a candidate of the due date needs to know."""
        goal = self.goal(due)
        if goal is None:
            return {"skipped": True}
        if goal == due:
            return {}
        return {"shift": goal - due, "shifted": "weekend" if due.isoweekday() > 5 else "holiday"}
