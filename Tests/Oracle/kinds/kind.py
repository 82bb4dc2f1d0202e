"""What all kinds have in common: candidates from patterns, and which items an identifier may mean."""

import copy
import re
from datetime import datetime

from ..candidates import Candidate, settle
from ..values import day_of, from_sunday, instant, raw, time_digits, time_text

PLACEHOLDER = re.compile(r"\{(\w+)\}")
FIELDS = {"date": r"\d{4}-\d{2}-\d{2}", "time": r"(?:\d{4}|\d{6})", "weekday": "[1-7]", "count": r"\d+",
          "trigger": "(?:entry|exit)", "tier": "[123]"}


def filled(pattern, fields):
    """An identifier or destination. A field without a value is empty."""
    def value(match):
        return fields["{time}"] if match[1] == "time" and "{time}" in fields else raw(fields.get(match[1], ""))
    return PLACEHOLDER.sub(value, pattern)


def daily_components(wall):
    return None if wall.second else {"hour": wall.hour, "minute": wall.minute}


def repeating_components(item, wall):
    """The components of a trigger for an item that repeats from its `date` on, if there is one."""
    components = daily_components(wall)
    if components is None or item.get("rrule") is not None or item.get("until"):
        return None
    start, repeat = day_of(item["date"]), item.get("repeat", "none")
    if repeat in ("weekly", "customDays"):
        components["weekday"] = from_sunday(wall)
    elif repeat == "monthly" and start.day <= 28:
        components["day"] = start.day
    elif repeat == "yearly" and (start.month, start.day) != (2, 29):
        components["month"], components["day"] = start.month, start.day
    elif repeat != "daily":
        return None
    return components


def due_fields(wall, **more):
    """The fields of a due date and time; an identifier's `{time}` has digits alone."""
    day = wall.date().isoformat()
    return {"date": day, "dueDate": day, "time": time_text(wall), "{time}": time_digits(wall), **more}


class Kind:
    item_kind: str | None = None
    key = "id"  # What an identifier names an item by.
    parts: tuple[str, ...] = ()  # What `{part}` of an identifier may be.
    once = names_event = is_silent = False
    instants: frozenset[str] = frozenset()  # The fields that texts write as times of the account's clock.

    def __init__(self, planner, name):
        self.planner, self.name, self.settings = planner, name, planner.policy.kinds[name]
        self.identifiers, self.priority = planner.policy.identifiers(name), planner.policy.priority(name)
        self.clock, self.now, self.today = planner.clock, planner.now, planner.today

    def within(self, planner):
        """The same kind for a planner with other dates."""
        other = copy.copy(self)
        other.planner = planner
        return other

    def counted(self):
        """Its candidates that count."""
        return [] if self.is_silent else [c for c in self.candidates() if c is not None]

    def candidates(self):
        """Yields candidates for the planner's dates, or None for one that does not count."""
        return ()

    def failure(self, c):
        """The reason of checks 15 to 17, which each kind has its own of."""
        return None

    def reads_wrong(self):
        """Whether it reads a preference that is wrong."""
        return False

    def components(self, c):
        """What a trigger that repeats would match, if the candidate may repeat."""
        return None

    def over(self, notification, day):
        """`paid` or `completed` if check 8 or 10 fails by itself; "" if it passes; None if no item is meant."""
        return None

    def is_active(self, moment):
        """Whether the app is in the foreground."""
        return any(instant(entry["from"]) <= moment < (instant(entry["to"]) if entry.get("to") else datetime.max)
                   for entry in self.planner.account.get("active", []))

    # Items.

    def of(self, item_kind):
        return [item for item in self.planner.items if item["kind"] == item_kind]

    @property
    def items(self):
        return self.of(self.item_kind)

    def preference(self, name, field, default):
        return (self.planner.preferences.get(name) or {}).get(field, default)

    def named(self, notification):
        """(variant, key of the item, other fields) for every way to read an identifier as the kind's."""
        for variant, pattern in self.identifiers.items():
            before, found, after = pattern.partition("{%s}" % self.key)
            if not found:
                continue
            ends = [(i, re.fullmatch(self.regex(after), notification[i:], re.DOTALL))
                    for i in range(1, len(notification) + 1)]
            for start in range(len(notification)):
                if re.fullmatch(self.regex(before), notification[:start], re.DOTALL):
                    for end, match in ends:
                        if match and end > start and self.is_key(notification[start:end]):
                            yield variant, notification[start:end], match.groupdict()

    def is_key(self, text):
        return self.key == "id" or re.fullmatch(FIELDS[self.key], text)

    def regex(self, pattern):
        fields = {**FIELDS, "part": f"(?:{'|'.join(self.parts)})"}
        pieces = PLACEHOLDER.split(pattern)  # Every other one is a field's name.
        return "".join(f"(?P<{piece}>{fields.get(piece, '.*')})" if i % 2 else re.escape(piece)
                       for i, piece in enumerate(pieces))

    def may_make(self, notification):
        """Whether an identifier may be the kind's, so that others need no candidates to compare."""
        regexes = (".*".join(map(re.escape, PLACEHOLDER.split(pattern)[::2])) for pattern in self.identifiers.values())
        return any(re.fullmatch(regex, notification, re.DOTALL) for regex in regexes)

    def is_own(self, notification):
        """Whether an identifier is the kind's, with fields that it may have."""
        return any(re.fullmatch(self.regex(pattern), notification, re.DOTALL) for pattern in self.identifiers.values())

    def makers(self, notification):
        """The items, by kind and key, that the kind would make such an identifier from."""
        return {(self.item_kind, key) for _, key, _ in self.named(notification)}

    def present(self):
        """The items that the account has, by kind and key."""
        return {(self.item_kind, item[self.key]) for item in self.items if self.key in item}

    def named_items(self, notification):
        items = {item[self.key]: item for item in self.items if self.key in item}
        return [(variant, items[key], fields) for variant, key, fields in self.named(notification) if key in items]

    # Candidates.

    def add(self, item=None, wall=None, event=None, *, variant="default", carried=False, fields=None, **facts):
        """Makes a candidate. One that is `carried` counts before today only if quiet hours move it to after now."""
        fields = {**(item or {}), **(fields or {})}
        notification = filled(self.identifiers.get(variant) or self.identifiers["default"], fields)
        facts = {"once": self.once, "names_event": self.names_event, "subjects": (notification,), **facts}
        c = Candidate(self.name, notification, self.priority, item, wall, event, **facts)
        c.title, c.body = (self.text(self.settings.get(name, ""), fields) for name in ("title", "body"))
        c.destination = filled(self.settings.get("destination", ""), fields)
        c.data = {name: filled(pattern, fields) for name, pattern in self.settings.get("data", {}).items()}
        c.bound = self.settings.get("follow", self.planner.policy.follow) == "instant"
        settle(c, self.planner)
        turns = self.planner.policy.messages.get(self.name)
        if turns:  # One a local day, in turn.
            day = c.day if c.wall else self.today
            c.title = self.text(turns[(day.toordinal() - 1) % len(turns)], fields)
        if carried and max(wall, wall + c.shift).date() < self.today:
            return c if c.deferred_from and c.at > self.now else None
        return c

    def instant_out(self, wall):
        """When what is wanted at a wall time goes out, after quiet hours; None if nothing does."""
        at = self.clock.resolve_shifted(wall)[0]
        return None if at is None else self.planner.quiet.end_after(self.name, at)

    def day_out(self, wall):
        """The local date on which that is."""
        at = self.instant_out(wall)
        return None if at is None else self.clock.date(at)

    def text(self, template, fields):
        """`{{left.raw}}`, or `{{name}}` of a text. An instant is a time of the account's clock."""
        def value(match):
            value = fields.get(match[1], "")
            return self.clock.local(instant(value)).isoformat() if match[1] in self.instants and value else raw(value)
        return re.sub(r"\{\{(\w+)(?:\.raw)?\}\}", value, template) if isinstance(template, str) else ""
