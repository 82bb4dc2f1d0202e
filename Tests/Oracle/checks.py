"""The checks of a candidate alone, in the order of section 6: what drops it first."""

from datetime import datetime

from .values import MINUTE


def gate(planner, kind):
    """The reason of checks 1 to 3, which all candidates of a kind fail together."""
    switch = planner.switches.get(kind)
    if planner.preferences.get("enabled") is False:
        return "accountDisabled"
    if planner.account.get("authorization", "authorized") not in planner.policy.authorization:
        return "unauthorized"
    if switch is False or switch is None and not planner.policy.of_kind(kind, "enabled", True):
        return "kindDisabled"
    if planner.policy.devices == "latest" and not planner.account.get("_latest", True):
        return "elsewhere"
    return None


def first_failure(planner, c, window=True):
    """The reason of the first check that a candidate fails; `window` is check 13."""
    off = gate(planner, c.kind)
    if off and not (off == "elsewhere" and c.failed == "optionOff"):
        return off
    if c.failed:
        return c.failed
    if c.place:
        told = any(c.notification in (id, notification) and planner.clock.date(at) == planner.today
                   for id, notification, _, at in planner.delivered)
        return "alreadyDelivered" if told and planner.policy.of_kind(c.kind, "once") == "day" else None
    return c.unresolved or failure_in_time(planner, c, window)


def failure_in_time(planner, c, window=True):
    """Checks 12 to 19, those that look at the instant."""
    if c.event is None and c.at <= planner.now:
        return "past"
    if c.expired:
        return "expired"
    if window and c.at >= planner.end:
        return "beyondWindow"
    if was_delivered(planner, c):
        return "alreadyDelivered"
    own = planner.kinds[c.kind].failure(c)
    if own:
        return own
    if c.count == 0:
        return "nothingDue"
    if c.held:
        return "inDigest"
    return "quietHours" if planner.quiet.drops(c.kind, c.at) else None


def was_delivered(planner, c):
    # Reading: a session's identifier does not name the event, so each device has its own.
    is_on_any_device = c.names_event and c.since == datetime.min
    for id, notification, day, at in planner.united if is_on_any_device else planner.delivered:
        # What an identifier that names the event says is told at the end of a snooze, too; a due date, only on that day.
        names = {id, notification}
        if c.names_event and planner.kinds[c.kind].settings.get("shape") in ("event", "threshold"):
            names |= {name.removesuffix(".snoozed") for name in names if not c.snoozed}
        if c.notification not in names:
            continue
        if c.snoozed:
            told = at >= c.asked - MINUTE
        elif c.names_event:
            told = at >= c.since
        elif day is not None and id != c.notification:
            told = day == c.day
        else:
            told = at >= c.asked - MINUTE
        if told:
            return True
    return False
