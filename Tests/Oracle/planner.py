"""From an account and its policy to its decisions and actions, stage by stage."""

from . import actions, crowding, devices, kinds, reach, rejected, snoozes
from .candidates import Candidate
from .checks import first_failure
from .clock import Clock
from .policy import Policy
from .quiet import QuietHours
from .requests import give_slots, name_requests, number_badges, requests_of
from .shifts import holidays_of
from .values import DAY, WEEKDAYS, cut_id, day_of, days_between, instant, weekday


def with_streak(item, today):
    """The item; a habit that has completions and no streak with the streak that they make."""
    if item["kind"] != "habit" or item.get("streak") is not None or not item.get("completions"):
        return item
    done = {day_of(day) for day in item["completions"]}
    first = max(min(done), day_of(item.get("startDate") or "0001-01-01"))
    last = min(today, day_of(item.get("endDate") or "9999-12-31"))
    scheduled = [day for day in days_between(first, last) if weekday(day) in item.get("days", WEEKDAYS)]
    if today in scheduled and today not in done:
        scheduled.remove(today)
    missed = [day for day in scheduled if day not in done]
    return {**item, "streak": sum(not missed or day > missed[-1] for day in scheduled)}


class Planner:
    def __init__(self, policy, account, items, zones, now, days, calendars=(), is_longer=False):
        self.zones, self.calendars = zones, calendars
        self.policy, self.account, self.now, self.days = policy, account, now, days
        self.preferences = account.get("preferences", {})
        self.switches = self.preferences.get("kinds", {})
        self.clock = Clock(account, zones, policy)
        self.quiet = QuietHours(self.clock, self.preferences)
        self.today = self.clock.date(now)
        self.items = [with_streak(item, self.today) for item in items if rejected.is_readable(item)]
        self.rejected = [item for item in items if not rejected.is_readable(item)]
        self.end = self.clock.start_of_day(self.today + (days + 1) * DAY)
        self.reach_end = None
        if policy.reach > days and not is_longer:
            self.reach_end = self.clock.start_of_day(self.today + (policy.reach + 1) * DAY)
        self.dates = (self.today - DAY, self.today + days * DAY)  # Those of repeating kinds' candidates.
        self.delivered = [(entry["id"], *cut_id(entry["id"]), instant(entry["at"]))
                          for entry in account.get("delivered", [])]
        self.delivered_anywhere = self.delivered + [(other["id"], *cut_id(other["id"]), instant(other["at"]))
                                                    for other in account.get("_elsewhere", [])]
        # If one of the account's devices has a name, an id counts once on a local date.
        self.united, known = [], set()
        for entry in self.delivered_anywhere:
            key = entry[0], self.clock.date(entry[-1])
            if "_elsewhere" not in account or key not in known:
                self.united.append(entry)
            known.add(key)
        self.holidays = holidays_of(calendars, account, policy.holidays_by) if calendars else set()
        self.kinds = {name: kinds.of(name, settings)(self, name) for name, settings in policy.kinds.items()}
        self.decided, self.requests = [], []

    def candidates(self):
        """New candidates for the planner's dates, regardless of switches."""
        return [c for kind in self.kinds.values() for c in kind.counted()]

    def open_candidates(self):
        """All candidates, after every check but that of slots."""
        every = self.candidates()
        for c in every:
            c.reason = first_failure(self, c)
        crowding.bundle(self, every)
        every += snoozes.settle(self, every)
        for c in list(crowding.tell_held(self, every)):
            c.reason = first_failure(self, c)
            every.append(c)
        crowding.drop_duplicates(every)
        crowding.keep_gaps(self, every)
        crowding.keep_caps(self, every)
        return every

    def decide(self):
        every = self.open_candidates()
        if self.reach_end is None:
            fires = name_requests(self, crowding.still_open(every))
            give_slots(self, crowding.still_open(every))
        else:
            longer = Planner(self.policy, self.account, self.items, self.zones, self.now, self.policy.reach,
                             self.calendars, is_longer=True)
            every = reach.merge(every, longer.open_candidates(), self.end)
            fires = reach.give_slots(self, crowding.still_open(every), self.reach_end)
            every = reach.settle(every)
        number_badges(self, every)
        self.requests = requests_of(crowding.still_open(every), fires)
        self.decided = sorted(every, key=Candidate.place_in_plan)
        return self.decided

    def actions(self):
        return actions.of(self)


def planners(exports, now, days, zones, varied):
    for account, app, items in devices.of(*exports):
        names = {"account": account["id"], "app": app, "device": account.get("device")}
        yield {key: value for key, value in names.items() if value is not None}, \
            Planner(Policy.shipped(app, varied or {}), account, items, zones, now, days)


def decide(export, now, days, zones, varied=None):
    """The decisions about an export of the shipped apps, as plans have them."""
    return [{**names, **c.row()} for names, planner in planners([export], now, days, zones, varied)
            for c in planner.decide()]


def plan(export, now, days, zones, varied=None, further=()):
    """(decisions, actions) of exports of the shipped apps."""
    decisions, lines = [], []
    for names, planner in planners([export, *further], now, days, zones, varied):
        decisions += [{**names, **c.row()} for c in planner.decide()]
        lines += [{**names, **line} for line in planner.actions()]
    return decisions, lines
