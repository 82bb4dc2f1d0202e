"""Calendars that a series of plans writes: their events, and which SEQUENCE each may have (RFC 5545, 3.8.7.4)."""

import os
import re
from collections import defaultdict


def events(folder, name):
    """UID → (SEQUENCE, everything else that the event shows) of a calendar and its parts. No UID repeats."""
    found, parts = {}, os.path.join(folder, name)
    # If there are parts, they have all events, and the file beside them the soonest.
    paths = ([os.path.join(parts, part) for part in sorted(os.listdir(parts))] if os.path.isdir(parts)
             else [os.path.join(folder, name + ".ics")])
    for path in filter(os.path.exists, paths):
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read().replace("\r\n ", "")
        for event in re.findall(r"BEGIN:VEVENT\r\n(.*?)END:VEVENT", text, re.S):
            rows = event.split("\r\n")
            uid, sequence = (next(row[len(key):] for row in rows if row.startswith(key))
                             for key in ("UID:", "SEQUENCE:"))
            if uid in found:
                raise ValueError(f"{uid} repeats in {path}")
            found[uid] = int(sequence), [row for row in rows if not row.startswith(("DTSTAMP", "SEQUENCE"))]
    return found


def cancelled_faults(before, gone):
    """Yields the events of the earlier calendar that are cancelled and no longer show what they showed there."""
    for uid in before.keys() & gone.keys():
        (now, about), (was, said) = (parts(event[uid][1]) for event in (gone, before))
        title, status = now.pop("SUMMARY"), now.pop("STATUS")
        was.pop("STATUS", None)
        if not title.endswith(": " + was.pop("SUMMARY").removeprefix("SUMMARY:")) or status != "STATUS:CANCELLED":
            yield f"{uid} is cancelled as {title}, {status}"
        if now != was:
            yield f"{uid} is cancelled with {now}, and was {was}"
        if about[len(about) - len(said):] != said:
            yield f"{uid} is cancelled because of {about}, and said {said}"


def parts(rows):
    """An event's properties by name, and the lines of its description. Without alarms, the note of a kept plan, and wall times, whose
    zone may be another by now."""
    rows = rows[:rows.index("BEGIN:VALARM")] if "BEGIN:VALARM" in rows else rows
    named = {re.split("[:;]", row)[0]: row for row in rows if row and ";TZID=" not in row}
    lines = named.pop("DESCRIPTION", "").removeprefix("DESCRIPTION:").split("\\n")
    return named, [line for line in lines if line and not re.match(r"Kept from the plan|\d{4}-\d\d-\d\dT", line)]


def has_gone_off(before, now):
    """Whether an event of a person's calendar is the same but for its alarms, of which none is left."""
    return "BEGIN:VALARM" in before and before[:before.index("BEGIN:VALARM")] + [""] == now


class Sequences:
    """What each event had in the plans so far. No SEQUENCE falls, and it rises with everything that the event shows."""

    def __init__(self):
        self.last, self.had, self.going = {}, defaultdict(str), {}

    def faults(self, going, gone, badges):
        """Yields what is wrong with the events of the next plan, those that it has and those that it cancels."""
        yield from cancelled_faults(self.going, gone)
        self.going = going
        for events, is_gone in ((going, False), (gone, True)):
            for uid, (sequence, shown) in events.items():
                if uid in self.last:
                    yield from self.faults_of(uid, sequence, shown, badges.get(uid), is_gone)
        for uid, (sequence, shown) in [*gone.items(), *going.items()]:
            self.last[uid] = sequence, shown, badges.get(uid)
        self.had = defaultdict(str, {**dict.fromkeys(gone, "gone"), **dict.fromkeys(going, "going")})

    def faults_of(self, uid, sequence, shown, badge, is_gone):
        before, what, earlier = self.last[uid]
        # Plans remember past events for a while only.
        if sequence < before:
            yield f"SEQUENCE of {uid} falls from {before} to {sequence}"
        if is_gone and self.had[uid] == "gone":
            # It stays until its instant; its reason and the zone of its time may change.
            if sequence != before:
                yield f"{uid} is cancelled again, with SEQUENCE {sequence} after {before}"
            return
        differs = (shown != what or not is_gone and badge != earlier) and not has_gone_off(what, shown)
        if differs and sequence == before and self.had[uid]:
            badges = f"badge {earlier} → {badge}"
            yield f"{uid} shows other things and keeps SEQUENCE {sequence}:\n{what}\n{shown}, {badges}"
        if not differs and not is_gone and sequence != before and self.had[uid] == "going":
            yield f"{uid} shows the same and has SEQUENCE {sequence} after {before}"
