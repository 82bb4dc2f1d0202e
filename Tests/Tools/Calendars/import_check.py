#!/usr/bin/env python3
"""Compares the plans of random calendars, contacts and books with what other programs make of them.

    make import-check

recurring-ical-events, on top of icalendar, finds the occurrences of random events with their alarms; the wall times that
tickler plans have to be the same. So do those of events with occurrences on several clocks, several a day, and changes of one
or all later ones; where both differ, the case and who is right by RFC 5545 is listed. Python's dates say when random contacts have birthdays. GnuCash's own engine finds the dates of random schedules; the due dates of the bills have to be the same.
"""

import argparse
import ctypes
import datetime
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zoneinfo

NOW = datetime.datetime(2026, 11, 22, 12, tzinfo=datetime.timezone.utc)
DAYS = 60
ZONE = zoneinfo.ZoneInfo("Europe/Berlin")
# A day before the window does, since what quiet hours move out of it is not planned.
END = datetime.datetime.combine(NOW.astimezone(ZONE).date() + datetime.timedelta(days=DAYS), datetime.time(), ZONE)
CODES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def planned(binary, path, kinds, policy, days=DAYS):
    """The wall times that are planned, by the item's id."""
    with tempfile.TemporaryDirectory() as out:
        command = [binary, "plan", path, "--now", NOW.isoformat(), "--days", str(days), "--time-zone", "Europe/Berlin",
                   "--event-alarm", "15m", "--out", out, "--emit", "plan", "--quiet"] + (["--policy", policy] if policy else [])
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode > 1:
            sys.exit(f"{' '.join(command)}\n{run.stderr}")
        lines = pathlib.Path(out, "plan.ndjson").read_text().splitlines()[1:]
    end = END + datetime.timedelta(days=days - DAYS)
    for line in map(json.loads, lines):
        # Events keep their own zones; the other programs are asked for times in Berlin.
        if line.get("local") and line.get("zone"):
            local = datetime.datetime.fromisoformat(line["local"]).replace(tzinfo=zoneinfo.ZoneInfo(line["zone"]))
            line["local"] = local.astimezone(ZONE).strftime("%Y-%m-%dT%H:%M:%S")
        if line["kind"] in kinds and line.get("reason") != "past" and line["local"] < end.strftime("%Y-%m-%d"):
            yield line


def rule(random, start, zone):
    pick = random.random()
    if pick < 0.3:
        return ""
    text = random.choice([
        "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY",
        f"FREQ=WEEKLY;INTERVAL=2;BYDAY={start.strftime('%a')[:2].upper()},{random.choice(CODES)}",
        f"FREQ=MONTHLY;BYDAY={(start.day - 1) // 7 + 1}{CODES[start.weekday()]}"])
    if random.random() < 0.3:
        text += f";COUNT={random.randint(1, 40)}"
    elif random.random() < 0.3:
        until = start + datetime.timedelta(days=random.randint(0, 80))
        if zone is None:
            text += f";UNTIL={until:%Y%m%dT%H%M%S}"
        elif isinstance(start, datetime.datetime):
            text += f";UNTIL={until.replace(tzinfo=zone).astimezone(datetime.timezone.utc):%Y%m%dT%H%M%SZ}"
        else:
            text += f";UNTIL={until:%Y%m%d}"
    return f"RRULE:{text}\r\n"


def event(random, number):
    start = datetime.datetime(2026, random.choice([3, 10, 11, 11]), random.randint(1, 28), random.randint(0, 23), random.choice([0, 30]))
    zone, suffix = random.choice([
        (zoneinfo.ZoneInfo("Europe/Berlin"), ";TZID=Europe/Berlin"), (zoneinfo.ZoneInfo("America/New_York"), ";TZID=America/New_York"),
        (zoneinfo.ZoneInfo("Europe/Berlin"), ";TZID=W. Europe Standard Time"), (datetime.timezone.utc, ""), (None, None)])
    # Without a zone and a Z, the account's clock counts, and UNTIL is a wall time.
    mark, suffix = "Z" if suffix == "" else "", suffix or ""
    lines = f"BEGIN:VEVENT\r\nUID:e{number}\r\nSUMMARY:E{number}\r\nDTSTART{suffix}:{start:%Y%m%dT%H%M%S}{mark}\r\n"
    text = rule(random, start, zone)
    lines += text
    # None: the event has no alarm, so --event-alarm counts.
    alarm = random.choice([-900, 0, 1800, -86400, -172800 - 3600, 7200, None, None])
    trigger = f"-PT{-(alarm or 0)}S" if (alarm or 0) < 0 else f"PT{alarm}S"
    alarms = "" if alarm is None else f"BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:{trigger}\r\nEND:VALARM\r\n"
    lines += f"SEQUENCE:{random.randint(1, 9)}\r\n"
    body = lines
    if "DAILY" in text:
        body += f"EXDATE{suffix}:{start + datetime.timedelta(days=3):%Y%m%dT%H%M%S}{mark}\r\n"
    body += alarms + "END:VEVENT\r\n"
    if text == "RRULE:FREQ=DAILY\r\n":
        moved = start + datetime.timedelta(days=6)
        body += (f"BEGIN:VEVENT\r\nUID:e{number}\r\nSUMMARY:E{number}\r\nRECURRENCE-ID{suffix}:{moved:%Y%m%dT%H%M%S}{mark}\r\n"
                 f"DTSTART{suffix}:{moved + datetime.timedelta(hours=1):%Y%m%dT%H%M%S}{mark}\r\n" + alarms + "END:VEVENT\r\n")
    # A version of before: it is left out, wherever it stands.
    if not number % 5:
        older = (f"BEGIN:VEVENT\r\nUID:e{number}\r\nSUMMARY:Older\r\nSEQUENCE:0\r\nDTSTART:{start:%Y%m%dT%H%M%S}Z\r\nRRULE:\r\n"
                 "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:PT0S\r\nEND:VALARM\r\nEND:VEVENT\r\n")
        return (older, body) if random.random() < 0.5 else (body, older), -900 if alarm is None else alarm
    body = ("", body)
    return body, -900 if alarm is None else alarm


def check_calendars(options):
    import icalendar
    import recurring_ical_events
    found = 0
    for seed in range(options.seed, options.seed + options.count):
        chance = random.Random(seed)
        texts, alarms = zip(*(event(chance, number) for number in range(12)))
        head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n"
        text = head + "".join("".join(pair) for pair in texts) + "END:VCALENDAR\r\n"
        # recurring-ical-events takes both versions of an event.
        newest = "".join(part for pair in texts for part in pair if "SUMMARY:Older" not in part)
        newest = head + newest.replace("W. Europe Standard Time", "Europe/Berlin") + "END:VCALENDAR\r\n"
        expected = set()
        margin = datetime.timedelta(days=4)
        for occurrence in recurring_ical_events.of(icalendar.Calendar.from_ical(newest)).between(NOW - margin, END + margin):
            number = int(str(occurrence["UID"])[1:])
            start = occurrence["DTSTART"].dt
            at = (start if start.tzinfo else start.replace(tzinfo=ZONE)).astimezone(datetime.timezone.utc) + datetime.timedelta(seconds=alarms[number])
            if NOW < at < END:
                expected.add((f"E{number}", at.astimezone(ZONE).strftime("%Y-%m-%dT%H:%M:%S")))
        with tempfile.NamedTemporaryFile("w", suffix=".ics", newline="") as file:
            file.write(text)
            file.flush()
            own = {(line["title"], line["local"]) for line in planned(options.binary, file.name, ["task"], options.policy)}
        if own != expected:
            pathlib.Path("import-check.ics").write_text(text, newline="")
            sys.exit(f"seed {seed}, in import-check.ics: tickler alone has {sorted(own - expected)[:5]}, "
                     f"recurring-ical-events alone {sorted(expected - own)[:5]}")
        found += len(expected)
    print(f"{options.count} calendars: {found} alarms at the same wall times")


def written(time, zone):
    """A time on another clock, as a value and its parameter."""
    moved = time.astimezone(zone)
    if zone is datetime.timezone.utc:
        return "", f"{moved:%Y%m%dT%H%M%S}Z"
    return f";TZID={zone.key}", f"{moved:%Y%m%dT%H%M%S}"


def occurring(random, number):
    """An event whose occurrences are on several clocks. Returns its text and what it shows."""
    zones = [zoneinfo.ZoneInfo("Europe/Berlin"), zoneinfo.ZoneInfo("America/New_York"), zoneinfo.ZoneInfo("Asia/Tokyo"), datetime.timezone.utc]
    zone = random.choice(zones)
    start = datetime.datetime(2026, 11, random.randint(10, 28), random.randint(0, 22), random.choice([0, 30]), tzinfo=zone)

    def line(name, time, value=""):
        parameter, text = written(time, random.choice(zones))
        return f"{name}{value}{parameter}:{text}\r\n"

    def day(later, **hours):
        return start + datetime.timedelta(days=later, **hours)

    def component(*lines):
        return f"BEGIN:VEVENT\r\nUID:o{number}\r\nSUMMARY:O{number}\r\n" + "".join(lines) + "END:VEVENT\r\n"

    parameter, text = written(start, zone)
    first = f"DTSTART{parameter}:{text}\r\n"
    daily = f"RRULE:FREQ=DAILY;COUNT={random.randint(4, 30)}\r\n"
    kind = random.choice(["dates", "same day", "times", "later", "detached", "end", "excluded"])
    if kind == "dates":
        body = component(first, line("RDATE", day(2)), line("RDATE", day(5, hours=1)), line("EXDATE", day(2)), line("RDATE", day(7)))
        body += component(line("RECURRENCE-ID", day(7)), line("DTSTART", day(8)))
    elif kind == "same day":
        body = component(first, daily, line("EXDATE", day(2)), line("RDATE", day(2, hours=1)))
    elif kind == "times":
        hours = sorted({start.hour, (start.hour + 5) % 24, (start.hour + 9) % 24})
        body = component(first, f"RRULE:FREQ=DAILY;COUNT={random.randint(3, 30)};BYHOUR={','.join(map(str, hours))}\r\n", line("EXDATE", day(3)))
    elif kind == "later":
        body = component(first, daily) + component(line("RECURRENCE-ID", day(2), ";RANGE=THISANDFUTURE"), f"DTSTART{parameter}:{day(2, hours=1):%Y%m%dT%H%M%S}{'Z' if zone is datetime.timezone.utc else ''}\r\n")
    elif kind == "detached":
        body = "".join(component(line("RECURRENCE-ID", day(later)), line("DTSTART", day(later, hours=1))) for later in (1, 2))
    elif kind == "end":
        body = component(first, line("DTEND", day(0, hours=7)), daily, "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER;RELATED=END:-PT30M\r\nEND:VALARM\r\n")
    else:
        body = component(first, daily, *(line("EXDATE", day(later)) for later in range(1, 8, 2)))
    return body, kind


def is_confused(time, body):
    """Whether recurring-ical-events may take an exception for that of another instant: it compares wall times of different zones.

    By RFC 5545, section 3.8.5.1, they are instants.
    """
    clocks = [datetime.timezone.utc, *map(zoneinfo.ZoneInfo, ("Europe/Berlin", "America/New_York", "Asia/Tokyo"))]
    start = (datetime.datetime.fromisoformat(time) + datetime.timedelta(minutes=15)).replace(tzinfo=ZONE)
    shown = {f"{start.astimezone(clock):%Y%m%dT%H%M%S}" for clock in clocks}
    for parameter, value, utc in re.findall(r"(?:EXDATE|RECURRENCE-ID)(?:;TZID=([^:]*))?:(\d+T\d+)(Z?)", body):
        zone = datetime.timezone.utc if utc else zoneinfo.ZoneInfo(parameter)
        exception = datetime.datetime.strptime(value, "%Y%m%dT%H%M%S").replace(tzinfo=zone)
        digits = {value, f"{exception.astimezone(datetime.timezone.utc):%Y%m%dT%H%M%S}"}
        if exception != start and shown & digits:
            return True
    return False


def check_occurrences(options):
    import icalendar
    import recurring_ical_events
    found, known, differences = 0, [], []
    margin = datetime.timedelta(days=4)
    for seed in range(options.seed, options.seed + options.count):
        chance = random.Random(seed)
        bodies, kinds = zip(*(occurring(chance, number) for number in range(12)))
        text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" + "".join(bodies) + "END:VCALENDAR\r\n"
        expected = set()
        for occurrence in recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(NOW - margin, END + margin):
            number = int(str(occurrence["UID"])[1:])
            at = occurrence["DTEND"].dt - datetime.timedelta(minutes=30) if kinds[number] == "end" else occurrence["DTSTART"].dt - datetime.timedelta(minutes=15)
            if NOW < at.astimezone(datetime.timezone.utc) < END:
                expected.add((f"O{number}", at.astimezone(ZONE).strftime("%Y-%m-%dT%H:%M:%S")))
        with tempfile.NamedTemporaryFile("w", suffix=".ics", newline="") as file:
            file.write(text)
            file.flush()
            own = {(line["title"], line["local"]) for line in planned(options.binary, file.name, ["task"], options.policy)}
        for name, time in sorted(own - expected):
            if is_confused(time, bodies[int(name[1:])]):
                known.append(f"seed {seed}, {name}: {time}")
                own.discard((name, time))
        for title in sorted({title for title, _ in own ^ expected}):
            number = int(title[1:])
            differences.append(f"seed {seed}, {title}, {kinds[number]}: tickler alone has {sorted(time for name, time in own - expected if name == title)[:3]}, "
                               f"recurring-ical-events alone {sorted(time for name, time in expected - own if name == title)[:3]}\n{bodies[number]}")
        found += len(expected)
    if differences:
        sys.exit("\n".join(differences[:10]))
    if known:
        print(f"{len(known)} occurrences that tickler alone has, rightly: recurring-ical-events takes an exception's wall time in "
              f"another zone for theirs (RFC 5545, section 3.8.5.1): {'; '.join(known[:5])}")
    print(f"{options.count} calendars on several clocks: {found} alarms at the same wall times")


def check_contacts(options):
    """Birthdays and anniversaries, written as version 3, version 4 and Apple do."""
    # Past 28 February.
    today, days, found = NOW.astimezone(ZONE).date(), 120, 0
    for seed in range(options.seed, options.seed + options.count):
        chance, text, expected = random.Random(seed), "", set()
        for number in range(30):
            born = datetime.date(1960, 1, 1) + datetime.timedelta(days=chance.randint(0, 20_000))
            if number % 10 == 0:
                born = born.replace(year=1984, month=2, day=29)
            is_birthday, has_year, is_apple = (chance.random() < 0.5 for _ in range(3))
            if is_apple:
                omitted = "" if has_year else ";X-APPLE-OMIT-YEAR=1604"
                date = born.isoformat() if has_year else f"1604-{born:%m-%d}"
                line = f"BDAY{omitted}:{date}" if is_birthday else f"item1.X-ABDATE{omitted}:{date}\r\nitem1.X-ABLabel:_$!<Anniversary>!$_"
            else:
                line = ("BDAY:" if is_birthday else "ANNIVERSARY:") + born.strftime("%Y%m%d" if has_year else "--%m%d")
            text += (f"BEGIN:VCARD\r\nVERSION:{3 if is_apple else 4}.0\r\nUID:c{number}\r\nFN:C{number}\r\n"
                     f"{line[:9]}\r\n {line[9:]}\r\nEND:VCARD\r\n")
            for date in (today + datetime.timedelta(days=later) for later in range(1, days)):
                year = date.year
                is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
                day = (2, 28) if (born.month, born.day) == (2, 29) and not is_leap else (born.month, born.day)
                if (date.month, date.day) != day:
                    continue
                age = year - born.year
                named = f"C{number} turns {age}" if is_birthday else f"C{number}'s {age}-year anniversary"
                title = named if has_year else f"C{number}'s {'birthday' if is_birthday else 'anniversary'}"
                expected.add((title, f"{date}T09:00:00"))
        with tempfile.NamedTemporaryFile("w", suffix=".vcf", newline="") as file:
            file.write(text)
            file.flush()
            own = {(line["title"], line["local"]) for line in planned(options.binary, file.name, ["task"], options.policy, days)
                   if line["outcome"] == "scheduled"}
        if own != expected:
            sys.exit(f"seed {seed}: tickler alone has {sorted(own - expected)[:5]}, Python alone {sorted(expected - own)[:5]}")
        found += len(expected)
    print(f"{options.count} address books: {found} birthdays and anniversaries on the same dates")


# In the order of GnuCash's enumeration.
PERIODS = ["once", "day", "week", "month", "end of month", "nth weekday", "last weekday", "year"]
SHIFTS = ["none", "back", "forward"]


class Engine:
    """GnuCash's recurrences, by the functions of libgnc-engine."""

    def __init__(self, path):
        self.glib = ctypes.CDLL("libglib-2.0.so.0")
        # What it needs of its own is beside it.
        ctypes.CDLL(str(pathlib.Path(path).with_name("libgnc-core-utils.so")), ctypes.RTLD_GLOBAL)
        self.gnucash = ctypes.CDLL(path)
        self.gnucash.recurrenceSet.argtypes = [ctypes.c_char_p, ctypes.c_uint16, ctypes.c_int, ctypes.c_char_p, ctypes.c_int]

    def date(self, date=None):
        memory = ctypes.create_string_buffer(8)
        self.glib.g_date_clear(memory, 1)
        if date:
            self.glib.g_date_set_dmy(memory, date.day, date.month, date.year)
        return memory

    def dates(self, start, period, every, shift, end):
        recurrence = ctypes.create_string_buffer(64)
        self.gnucash.recurrenceSet(recurrence, every, PERIODS.index(period), self.date(start), SHIFTS.index(shift))
        reference = self.date(start - datetime.timedelta(days=1))
        while True:
            following = self.date()
            self.gnucash.recurrenceNextInstance(recurrence, reference, following)
            if not self.glib.g_date_valid(following):
                return
            date = datetime.date(self.glib.g_date_get_year(following), self.glib.g_date_get_month(following),
                                 self.glib.g_date_get_day(following))
            if date > end:
                return
            yield date
            reference = following


def schedule(random, number):
    start = datetime.date(random.choice([2024, 2025, 2026]), 1, 1) + datetime.timedelta(days=random.randint(0, 364))
    if random.random() < 0.4:
        start = start.replace(month=random.choice([1, 3, 5, 7, 8, 10, 12]), day=random.choice([1, 2, 28, 29, 30, 31]))
    period, every, shift = random.choice(PERIODS), random.choice([1, 1, 2, 3, 6]), random.choice(SHIFTS)
    parts = [(start, period, every, shift)]
    # A union of several: now and then one rule, as BYDAY=MO,TH or BYMONTHDAY=5,20.
    while period in ("week", "month") and len(parts) < 3 and random.random() < 0.5:
        parts.append((start + datetime.timedelta(days=random.randint(1, 20)), period, every if random.random() < 0.8 else 1, shift))
    return parts


def check_books(options):
    engine = Engine(options.engine)
    today = NOW.astimezone(ZONE).date()
    end, found = today + datetime.timedelta(days=DAYS - 2), 0
    for seed in range(options.seed, options.seed + options.count):
        chance = random.Random(seed)
        schedules = [schedule(chance, number) for number in range(30)]
        text = "<gnc-v2><gnc:book>" + "".join(
            f"<gnc:schedxaction><sx:id>s{number}</sx:id><sx:name>S{number}</sx:name><sx:enabled>y</sx:enabled>"
            f"<sx:start><gdate>{parts[0][0]}</gdate></sx:start><sx:schedule>" + "".join(
                f"<gnc:recurrence><recurrence:mult>{every}</recurrence:mult>"
                f"<recurrence:period_type>{period}</recurrence:period_type><recurrence:start><gdate>{start}</gdate></recurrence:start>"
                f"<recurrence:weekend_adj>{shift}</recurrence:weekend_adj></gnc:recurrence>" for start, period, every, shift in parts)
            + "</sx:schedule></gnc:schedxaction>" for number, parts in enumerate(schedules)) + "</gnc:book></gnc-v2>"
        expected = {(f"S{number}", str(date)) for number, parts in enumerate(schedules)
                    for start, period, every, shift in parts for date in engine.dates(start, period, every, shift, end) if today < date}
        with tempfile.NamedTemporaryFile("w", suffix=".gnucash") as file:
            file.write(text)
            file.flush()
            # On a weekend, the day to which GnuCash moves the date is that of the payment: when it goes out.
            own = {(line["item"].split("/")[0].upper(), str(payment))
                   for line in planned(options.binary, file.name, ["bill"], options.policy) if line["notification"].endswith(".due")
                   if today < (payment := datetime.datetime.fromisoformat(line["at"]).astimezone(ZONE).date()) <= end}
        if own != expected:
            wrong = sorted(own ^ expected)[:5]
            sys.exit(f"seed {seed}: tickler alone has {sorted(own - expected)[:5]}, GnuCash alone {sorted(expected - own)[:5]}: "
                     f"{[schedules[int(name[1:])] for name, _ in wrong]}")
        found += len(expected)
    print(f"{options.count} books: {found} due dates the same as GnuCash's")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--policy", help="a policy of the app personal, where it is not among the templates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--engine", help="libgnc-engine.so of GnuCash")
    options = parser.parse_args()
    check_calendars(options)
    check_occurrences(options)
    check_contacts(options)
    if options.engine:
        check_books(options)


if __name__ == "__main__":
    main()
