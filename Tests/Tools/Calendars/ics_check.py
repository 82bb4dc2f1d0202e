"""Holds calendars against independent programs: Thunderbird, Evolution's data server, KDE's kcalendarcore, libical, khal, calcurse, radicale,
Emacs, Ruby's icalendar, and Python's icalendar, vobject and recurring-ical-events.

Plans the examples, exports with hostile texts, and days on which clocks change, in UTC and in wall times. Every program must
find the plan's UIDs, instants and texts; a second import must add nothing; an updated plan must move what moved and take
back what is cancelled. `make ics-check` runs it.
"""
import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import zoneinfo

import icalendar

import ics_exports
from ics_readers import (Calcurse, Event, Khal, Radicale, Wrong, as_khal_shows, as_libical_reads, moment, texts, with_emacs, with_evolution,
                         with_icalendar, with_kde, with_libical, with_recurring_ical_events, with_ruby, with_thunderbird, with_vobject)

# Readers take the rules of a zone that they know from their own tz database: let it be one for all, the system's.
os.environ["PYTZ_TZDATADIR"] = "/usr/share/zoneinfo"

NOW = "2026-10-23T16:00:00Z"
LATER = "2026-10-24T16:00:00Z"


class Check:
    def __init__(self, arguments, folder):
        self.tickler = arguments.binary
        self.templates = arguments.templates
        self.libical = arguments.libical
        self.kde = arguments.kde
        self.folder = folder
        self.failures = []

    def plan(self, name, inputs, *options, now=NOW):
        """Plans into a folder of its own."""
        out = self.folder / name
        done = subprocess.run(
            [self.tickler, "plan", *map(str, inputs), "--now", now, "--templates", self.templates, "--emit", "plan,summary,ics",
             "--out", str(out), "--quiet", *options], capture_output=True, text=True)
        # 1: some records were rejected, as one of the examples is.
        if done.returncode not in (0, 1):
            raise Wrong(f"tickler plan ended with {done.returncode}: {done.stderr}")
        return out

    def step(self, what, body):
        """Runs one comparison; a failure is noted, and the rest goes on."""
        start = time.monotonic()
        try:
            count = body()
        except Exception as error:  # Whatever a reader stumbles over is a finding.
            self.failures.append(what)
            print(f"FAIL {what}\n     {type(error).__name__}: {error}", flush=True)
        else:
            print(f"ok   {what}: {count} events, {time.monotonic() - start:.1f} s", flush=True)


def parts(folder, name="calendar"):
    """The calendar of a plan: the numbered files, or its one file."""
    numbered = sorted((folder / name).glob("*.ics"))
    return [path.read_bytes() for path in numbered or [folder / f"{name}.ics"]]


def decided(folder):
    with open(folder / "plan.ndjson", encoding="utf-8", newline="\n") as lines:
        return [json.loads(line) for line in lines if line.startswith('{"account"')]


def scheduled(folder):
    return {line["uid"]: line for line in decided(folder) if line["outcome"] == "scheduled"}


def occurrences(folder):
    """By the UID of its event in a person's calendar: the line at the occurrence's own time, else its last, and its reminders."""
    with open(folder / "accounts.ndjson", encoding="utf-8", newline="\n") as lines:
        todays = {(line["account"], line["app"]): line.get("today", "") for line in map(json.loads, lines) if "account" in line}
    found = {}
    for line in decided(folder):
        event = line.get("event", {}).get("uid")
        own, reminders, past = found.setdefault(event or line["uid"], ([], [], []))
        if not event:
            own.append(line)
        if line["outcome"] == "scheduled":
            reminders.append(line)
        # What is of today or later stays, though its reminders have gone out.
        elif line.get("reason") == "past" and "item" in line:
            if line.get("about", line["local"])[:10] >= todays[line["account"], line["app"]]:
                past.append(line)
    return {uid: (own, reminders, (own or reminders or past)[-1]) for uid, (own, reminders, past) in found.items() if reminders or past}


def seconds(instant):
    return int(datetime.datetime.fromisoformat(instant.replace("Z", "+00:00")).timestamp())


def cleaned(text):
    """What of a text may stand in a calendar: no control characters but tab and line feed, no separators and overrides."""
    return "".join(c for c in text if c in "\t\n" or not (c < " " or "\x7f" <= c < "\xa0" or "\u2028" <= c <= "\u202e"))


def expected(folder, raws):
    """What the plan says of its events, and the calendar of their descriptions, by UID."""
    plan, found = scheduled(folder), {}
    for raw in raws:
        found.update(texts(raw))
    if found.keys() != plan.keys():
        raise Wrong(f"the plan schedules {len(plan)}, the calendar has {len(found)}")
    events = {}
    for uid, line in plan.items():
        summary, description, sequence, status = found[uid]
        if summary != (cleaned(line["title"]) or line["kind"]):
            raise Wrong(f"{uid}: the title {line['title']!r} became {summary!r}")
        if not description.startswith(cleaned(line["body"])):
            raise Wrong(f"{uid}: the body {line['body']!r} is not in {description!r}")
        start = seconds(line["at"])
        events[uid] = Event(start, start + 300, summary, description, sequence, status)
    return events


def compare(found, wanted, fields=Event._fields):
    """Raises unless both have the same UIDs and, of each event, the same fields."""
    missing, more = wanted.keys() - found.keys(), found.keys() - wanted.keys()
    if missing or more:
        raise Wrong(f"{len(missing)} missing, {len(more)} too many: {sorted(missing)[:3]} {sorted(more)[:3]}")
    for uid, event in wanted.items():
        for field in fields:
            if getattr(event, field) != getattr(found[uid], field):
                raise Wrong(f"{uid}: {field} is\n     {getattr(found[uid], field)!r}, not\n     {getattr(event, field)!r}")
    return len(wanted)


def merged(read, raws):
    """What a reader finds in all files."""
    found = {}
    for raw in raws:
        found.update(read(raw))
    return found


def check_calendar(check, name, folder, radicale):
    """One plan's calendar through every program, and imported twice where a program keeps events."""
    raws = parts(folder)
    wanted = expected(folder, raws)
    readers = {"icalendar": with_icalendar, "recurring-ical-events": with_recurring_ical_events, "vobject": with_vobject}
    for reader, read in readers.items():
        check.step(f"{name}: {reader}", lambda: compare(merged(read, raws), wanted))

    for reader, read in {"Emacs": lambda raw: with_emacs(raw, check.folder), "Ruby": with_ruby}.items():
        check.step(f"{name}: {reader}", lambda: compare(merged(read, raws), wanted, ("start", "end")))

    by_libical = {uid: event._replace(summary=as_libical_reads(event.summary), description=as_libical_reads(event.description))
                  for uid, event in wanted.items()}
    # Those that keep what they import, each file twice; KDE and Evolution read with libical.
    check.step(f"{name}: KDE, twice", lambda: compare(with_kde(2 * raws, check.folder, check.kde), by_libical))
    check.step(f"{name}: Evolution, twice", lambda: compare(with_evolution(2 * raws, check.folder), by_libical))
    # It takes seconds to start.
    if not name.startswith("examples"):
        check.step(f"{name}: Thunderbird, twice", lambda: compare(with_thunderbird(2 * raws, check.folder), wanted))

    def libical():
        return compare(merged(lambda raw: with_libical(raw, check.folder, check.libical), raws), by_libical)

    def khal():
        calendar = Khal(check.folder / f"khal-{name}")
        for _ in range(2):
            for raw in raws:
                calendar.add(raw)
            if calendar.count() != len(wanted):
                raise Wrong(f"{calendar.count()} events in the calendar, not {len(wanted)}")
        return compare_khal(calendar, wanted)

    def calcurse():
        calendar = Calcurse(check.folder / f"calcurse-{name}")
        for raw in raws:
            calendar.add(raw)
        found = [event[:4] for event in calendar.events()]
        # It knows whole minutes, and refuses events with a line break in the title ("line break in summary").
        own = sorted((event.start // 60 * 60, event.end // 60 * 60, event.summary, event.description)
                     for event in wanted.values() if "\n" not in event.summary)
        if found != own:
            different = [pair for pair in zip(found, own) if pair[0] != pair[1]]
            raise Wrong(f"{len(found)} and {len(own)} events, first: {different[:1]}")
        # It keeps no UIDs and appends (lfos/calcurse issue 404), but what it appends is the same lines again.
        lines = calendar.lines()
        for raw in raws:
            calendar.add(raw)
        if sorted(calendar.lines()) != sorted(2 * lines):
            raise Wrong("a second import adds other lines")
        return len(own)

    def server():
        some = set(sorted(wanted)[:10])
        radicale.make(name)
        for _ in range(2):
            for raw in raws:
                radicale.put_each(name, raw, some)
            if radicale.count(name) != len(some):
                raise Wrong(f"{radicale.count(name)} events on the server, not {len(some)}")
        compare(with_icalendar(radicale.get(name)), {uid: wanted[uid] for uid in some})
        found = {}
        for number, path in enumerate(sorted((folder / "accounts").rglob("*.ics"))):
            raw = path.read_bytes()
            own = with_icalendar(raw)
            # radicale takes long to take zones apart: some files twice are enough.
            for _ in range(2 if number % 4 == 0 else 1):
                radicale.put_whole(f"{name}-{number}", raw)
            if radicale.count(f"{name}-{number}") != len(own):
                raise Wrong(f"{radicale.count(f'{name}-{number}')} events, and not {len(own)}, after uploads of {path.name}")
            found.update(with_icalendar(radicale.get(f"{name}-{number}")))
        compare(found, wanted)
        return len(wanted)

    check.step(f"{name}: libical", libical)
    check.step(f"{name}: khal, twice", khal)
    check.step(f"{name}: calcurse", calcurse)
    check.step(f"{name}: radicale, twice", server)


def compare_khal(calendar, wanted):
    """Sequences are not shown."""
    return compare(calendar.events(), {
        uid: event._replace(summary=as_khal_shows(event.summary), description=as_khal_shows(event.description).strip())
        for uid, event in wanted.items()
    }, ("start", "end", "summary", "description", "status"))


def check_update(check, times, radicale):
    """A plan and its successor: what moved moves, and what is cancelled is shown so, or is gone from a subscription."""
    name = f"update-{times}"
    before, after = ics_exports.versions()
    ics_exports.write(check.folder / f"{name}-before", [before])
    ics_exports.write(check.folder / f"{name}-after", [after])
    first = check.plan(f"{name}-1", [check.folder / f"{name}-before"], "--ics-times", times)
    second = check.plan(f"{name}-2", [check.folder / f"{name}-after"], "--ics-times", times, "--previous", str(first), now=LATER)
    old, new, gone = parts(first), parts(second), parts(second, "cancelled")
    announced, wanted = expected(first, old), expected(second, new)
    cancelled = merged(with_icalendar, gone)

    def plan():
        """What the titles say has happened."""
        states = {"same": 0, "moved": 1, "renamed: to this": 1, "new": 0, "series": 0}
        for event in wanted.values():
            if event.sequence != states[event.summary] or event.status:
                raise Wrong(f"{event}")
        titles = sorted(event.summary for event in cancelled.values())
        if titles != [f"Cancelled: {title}" for title in ["deleted", "done", "gone with the account", "series"]]:
            raise Wrong(f"cancelled are {titles}")
        for uid, event in cancelled.items():
            before = announced[uid]
            if event[:2] != before[:2] or event.summary != f"Cancelled: {before.summary}" or event.sequence != 1 or event.status != "CANCELLED":
                raise Wrong(f"{event} was {announced[uid]}")
            if not event.description.startswith("Cancelled"):
                raise Wrong(f"it does not say why: {event.description!r}")
        if cancelled.keys() & wanted.keys() or announced.keys() - wanted.keys() - cancelled.keys():
            raise Wrong("an event is in both files, or in neither")
        return len(wanted)

    both = {**wanted, **cancelled}

    def libraries():
        found = merged(with_vobject, gone)
        compare(found, cancelled)
        compare(merged(lambda raw: with_libical(raw, check.folder, check.libical), gone), cancelled)
        return len(found)

    def khal():
        calendar = Khal(check.folder / f"khal-{name}")
        for raw in old + new + gone:
            calendar.add(raw)
        return compare_khal(calendar, both)

    def server():
        radicale.make(name)
        for raw in old + new + gone:
            radicale.put_each(name, raw, set(texts(raw)))
        compare(with_icalendar(radicale.get(name)), both)
        for raw in old + new:
            radicale.put_whole(f"{name}-subscribed", raw)
        return compare(with_icalendar(radicale.get(f"{name}-subscribed")), wanted)

    def desktops():
        """KDE and Evolution take each file as it is."""
        for read in (lambda raws: with_kde(raws, check.folder, check.kde), lambda raws: with_evolution(raws, check.folder)):
            compare(read(old + new + gone), both)
        return len(both)

    def thunderbird():
        """It stops at an event that it has: what is new gets in by a file of its own, and nothing that is known changes."""
        added = merged(with_icalendar, parts(second, "added"))
        if added.keys() != wanted.keys() - announced.keys() or not added:
            raise Wrong(f"new are {sorted(added)}")
        compare(with_thunderbird(old + new + gone, check.folder), announced)
        compare(with_thunderbird(old + parts(second, "added"), check.folder), {**announced, **added})
        # A subscription has what the file has.
        return compare(with_thunderbird(old + new, check.folder, "--subscribe"), wanted)

    check.step(f"{name}: the plan", plan)
    check.step(f"{name}: KDE, Evolution", desktops)
    check.step(f"{name}: Thunderbird", thunderbird)
    check.step(f"{name}: libical, vobject", libraries)
    check.step(f"{name}: khal", khal)
    check.step(f"{name}: radicale", server)


def check_styles(check, name, inputs, *options):
    """Calendars for a person, and to-dos: what icalendar finds in them is what the plan schedules, as each form has it."""
    for style, component in (("personal", "event"), ("personal", "todo"), ("technical", "todo")):
        def entries():
            folder = check.plan(f"{name}-{style}-{component}", [inputs], "--ics-times", "zoned", "--alarms", "10", "--ics-style", style,
                                "--ics-as", component, *options)
            plan, raws, wanted = occurrences(folder) if style == "personal" else scheduled(folder), parts(folder), {}
            for raw in raws:
                for entry in icalendar.Calendar.from_ical(raw).walk("VTODO" if component == "todo" else "VEVENT"):
                    uid = str(entry["UID"])
                    if style == "personal":
                        wanted[uid] = check_occurrence(entry, *plan.pop(uid), component)
                    else:
                        check_todo(entry, plan.pop(uid))
                        wanted[uid] = None
            if plan or not wanted:
                raise Wrong(f"{len(plan)} are missing of {len(wanted) + len(plan)}")
            if style == "personal" and component == "event":
                check_days(check, f"{name}-days", raws, wanted)
            subprocess.run([check.tickler, "verify", folder, "--quiet"], check=True, stdout=subprocess.DEVNULL)
            return len(wanted)

        check.step(f"{name}: {style} {component}s, {'three readers' if component == 'event' else 'icalendar'} and verify", entries)


def check_days(check, name, raws, wanted):
    """Each event is at its own time, or on its own day, for every reader."""
    for read in (with_icalendar, with_vobject):
        compare(merged(read, raws), wanted, ("start", "end"))
    calendar = Khal(check.folder / f"khal-{name}")
    for raw in raws:
        calendar.add(raw)
    # It shows the last day of whole days instead of the next one.
    compare(calendar.events(), wanted, ("start",))


def check_occurrence(entry, own, reminders, line, component):
    """One entry of a person's calendar against the lines of its occurrence, and the one that it shows.

    :returns: when it should be.
    """
    what, clock = f"{entry['UID']}: {line['notification']}", zoneinfo.ZoneInfo(line.get("clock", line.get("zone", "UTC")))
    for reminder in own + reminders:
        if reminder.get("item", "").startswith("day-") != reminder.get("allDay", False):
            raise Wrong(f"{what}: allDay is {reminder.get('allDay')}")
    about = line.get("about") if not own else None
    is_day = "local" in line and (line.get("allDay", False) or line["kind"] in ("bill", "overdue") or about and len(about) == 10)
    start = entry["DUE" if component == "todo" else "DTSTART"].dt
    if is_day:
        first = datetime.date.fromisoformat((about or line["local"])[:10])
        wanted = (moment(first), moment(first + datetime.timedelta(days=max(1, -(-line.get("duration", 1) // 86400)))))
    else:
        if about:
            first = int(datetime.datetime.fromisoformat(about).replace(tzinfo=zoneinfo.ZoneInfo(line["zone"])).timestamp())
        elif "item" not in line or line.get("late"):
            first = seconds(line["at"])
        else:
            first = seconds(line.get("deferredFrom", line["at"]))
        wanted = (first, first + (line.get("duration") or 900))
    if moment(start) != wanted[0] or component == "event" and moment(entry["DTEND"].dt) != wanted[1]:
        raise Wrong(f"{what}: it is at {start}, not {wanted}")
    alarms = []
    for alarm in entry.walk("VALARM"):
        trigger = alarm["TRIGGER"]
        if not isinstance(trigger.dt, datetime.timedelta):
            alarms.append(int(trigger.dt.timestamp()))
        elif is_day:
            zone = zoneinfo.ZoneInfo(reminders[len(alarms)].get("clock", reminders[len(alarms)]["zone"]))
            alarms.append(int((datetime.datetime.combine(start, datetime.time()) + trigger.dt).replace(tzinfo=zone).timestamp()))
        else:
            alarms.append(int(moment(start) + trigger.dt.total_seconds()))
        if isinstance(trigger.dt, datetime.timedelta) and (component == "todo") != (trigger.params.get("RELATED") == "END"):
            raise Wrong(f"{what}: the alarm is related to {trigger.params}")
    if alarms != [seconds(reminder["at"]) for reminder in reminders]:
        raise Wrong(f"{what}: it alarms at {alarms}, not {[reminder['at'] for reminder in reminders]}")
    return Event(*wanted, "", "")


def check_todo(entry, line):
    """One to-do against its line of the plan."""
    if moment(entry["DUE"].dt) != seconds(line["at"]):
        raise Wrong(f"{line['uid']}: it is at {entry['DUE'].dt}, not {line['at']}")
    trigger, = [alarm["TRIGGER"] for alarm in entry.walk("VALARM")]
    if trigger.params.get("RELATED") != "END" or trigger.dt != datetime.timedelta(minutes=-10):
        raise Wrong(f"{line['uid']}: it alarms {trigger.dt} from {trigger.params}")
    if not str(entry.get("DESCRIPTION", "")).startswith(cleaned(line["body"])):
        raise Wrong(f"{line['uid']}: the body {line['body']!r} is not in the description")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True, help="the tickler to plan with")
    parser.add_argument("--templates", default="templates")
    parser.add_argument("--libical", required=True, help="what ics_libical.c was compiled to")
    parser.add_argument("--kde", required=True, help="what ics_kde.cpp was compiled to")
    parser.add_argument("--examples", default="inputs")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    # khal and radicale sync every file: in memory that takes no time.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="ics-check-", dir=memory) as name:
        folder = pathlib.Path(name)
        check = Check(arguments, folder)
        ics_exports.write(folder / "hostile", ics_exports.hostile(arguments.seed, 12))
        ics_exports.write(folder / "clocks", [ics_exports.clock_changes()])
        (folder / "untimed.toml").write_text(ics_exports.UNTIMED_POLICY, encoding="utf-8")
        ics_exports.write(folder / "untimed", [ics_exports.untimed()])
        with Radicale(folder / "radicale") as radicale:
            for case, inputs, options in [("examples", arguments.examples, []), ("hostile", folder / "hostile", ["--alarms", "10"]),
                                          ("clocks", folder / "clocks", ["--days", "200"])]:
                for times in ("utc", "zoned"):
                    title = f"{case}-{times}"
                    out = check.plan(title, [inputs], "--ics-times", times, "--ics-accounts", *options)
                    check_calendar(check, title, out, radicale)
            for times in ("utc", "zoned"):
                check_update(check, times, radicale)
        for case, inputs, options in [("examples", arguments.examples, []), ("hostile", folder / "hostile", []),
                                      ("clocks", folder / "clocks", ["--days", "200"]),
                                      ("untimed", folder / "untimed", ["--policy", folder / "untimed.toml"])]:
            check_styles(check, case, inputs, *options)
    if check.failures:
        sys.exit(f"{len(check.failures)} of the checks failed")


if __name__ == "__main__":
    main()
