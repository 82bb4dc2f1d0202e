"""Candidates: one possible notification each, with what its kind knows of it and what the stages find out."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from .shifts import NONE
from .values import instant_text, wall_text


@dataclass(eq=False)
class Candidate:
    kind: str
    notification: str
    priority: int
    item: dict | None = None
    wall: datetime | None = None  # The wall time asked for.
    event: datetime | None = None
    at: datetime | None = None
    title: str = ""
    body: str = ""
    destination: str = ""
    data: dict = field(default_factory=dict)  # For the app, by the policy's names.

    # What its kind knows.
    failed: str | None = None  # The first that it fails of the checks of its option and item, 3 to 10.
    once: bool = False  # The notification occurs once, so its request has no date.
    names_event: bool = False  # Delivered once, it is told, if that was not before `since`.
    since: datetime = datetime.min
    told_for: timedelta | None = None  # How long an event may be late; None: it is never late.
    subjects: tuple[Hashable, ...] = ()
    place: bool = False
    by_instant: bool = False  # It has a wall time, and its trigger is an instant all the same.
    bound: bool = False  # Its trigger is bound to the instant in every zone.
    count: int | None = None
    own_words: bool = False  # Its text is not the one of the other days.
    shift: timedelta = NONE
    skipped: bool = False
    due: datetime | None = None  # What it is about, by the clock.
    delta: timedelta | None = None  # What passes between the instant of `due` and its own.
    before: datetime | None = None  # What quiet hours must not move it to or past.
    lost: str | None = None  # Why what it goes before has no instant.
    snoozed: bool = False  # It goes out at the end of a snooze.
    facts: dict = field(default_factory=dict)  # For its own kind's checks.

    # What the stages find.
    zone: str | None = None
    asked: datetime | None = None
    deferred_from: datetime | None = None
    unresolved: str | None = None
    shifted: str | None = None
    late: bool = False
    expired: bool = False
    held: bool = False  # Quiet hours hold it back for their digest.
    reason: str | None = None
    request: str | None = None
    badge: int | None = None
    ahead: bool = False  # It lies past the window, within the reach.
    instead_of: "Candidate | None" = None  # What the window's plan has of it.

    @property
    def day(self):
        return self.wall.date()

    @property
    def single_id(self):
        """The id of its request if it has one alone."""
        return self.notification if self.once or self.wall is None else f"{self.notification}@{self.day}"

    @property
    def outcome(self):
        return "dropped" if self.reason else "armed" if self.at is None else "ahead" if self.ahead else "scheduled"

    def order(self):
        return self.at or datetime.min, -self.priority, self.notification.encode(), self.wall or datetime.min

    def place_in_plan(self):
        return self.at or datetime.min, self.notification.encode(), self.wall or datetime.min

    def row(self):
        """The decision as a plan has it."""
        row = {"kind": self.kind, "item": self.item and self.item["id"], "notification": self.notification,
               "local": wall_text(self.wall), "zone": self.zone, "at": instant_text(self.at), "outcome": self.outcome,
               "reason": self.reason, "request": None if self.reason else self.request, "badge": self.badge,
               "late": self.late and not self.reason or None, "deferredFrom": instant_text(self.deferred_from),
               "shifted": self.shifted, "destination": self.destination or None, "title": self.title or None,
               "body": self.body or None}
        return {name: value for name, value in row.items() if value is not None}


def settle(c, planner):
    """Gives a candidate its instant: resolved, shifted, late, and moved by quiet hours."""
    clock, quiet, now = planner.clock, planner.quiet, planner.now
    if c.event is not None:
        c.wall, c.zone, c.at = clock.local(c.event), clock.zone_name(c.event), c.event + c.shift
        if c.at <= now and c.told_for is not None:
            still_quiet = quiet.moves(c.kind, c.at) and quiet.end_after(c.kind, c.at) > now
            if clock.date(c.at) >= planner.today or now - c.at <= c.told_for or still_quiet:
                c.at, c.late = now, True
            else:
                c.expired = True
    elif c.at is not None:
        c.zone = clock.zone_name(c.at)
    elif c.wall is not None and c.delta is not None:
        c.at, c.zone, c.unresolved, shifted = clock.resolve_shifted(c.due + c.shift)
        c.shifted = c.shifted or shifted
        if c.at is not None:
            c.at += c.delta
            c.zone = clock.zone_name(c.at)
    elif c.wall is not None:
        c.at, c.zone, c.unresolved, shifted = clock.resolve_shifted(c.wall + c.shift)
        c.shifted = c.shifted or shifted
    if c.lost and not c.unresolved:
        c.unresolved, c.at = c.lost, None
    if c.skipped:
        c.unresolved = "holiday"
    c.asked = c.at
    # Reading: its instant is the moved one regardless of the check that it fails (check 3 in the case stale-words).
    spell = c.at is not None and not c.expired and quiet.spell(c.kind, c.at)
    if spell and spell[0] != "drop" and not (c.before and quiet.end_after(c.kind, c.at) >= c.before):
        c.deferred_from, c.at = c.at, quiet.end_after(c.kind, c.at)
        c.held = spell[0] == "digest" and planner.switches.get(planner.policy.overnight) is not False
    return c
