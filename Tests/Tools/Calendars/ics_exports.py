"""Exports for ics_check.py: hostile texts, clock changes, and two versions of one app's data."""
import json
import random

PIECES = [
    "\r\n", "\r", "\n", "\x85", "\u2028", "\u2029", "\x0b", "\x0c", "\\n", "\\N", "\\", ",", ";", ":", '"', "\t", "\x1b[31m",
    "\x7f", "\x9b", "\ufeff", "\u202e", "\ufffe", "\U0010ffff", "e\u0301", "👩‍❤️‍💋‍👨", "🇦🇶", "ﬁ", "٣", "中文", " ",
    "\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil", "\nATTACH:http://evil", "\r\n X", "BEGIN:VALARM", "END:VCALENDAR\r\n",
    "%0A", "=0D=0A", ";TZID=X:20260101T000000", "\x00", "\x1c", "\x1d", "\x1e",
]


def text(rng, length):
    """A random text of about so many bytes: pieces that have broken readers, and characters of every plane."""
    result = ""
    while len(result.encode()) < length:
        choice = rng.randrange(5)
        if choice == 0:
            result += rng.choice(PIECES)
        elif choice == 1:
            scalar = rng.randrange(0x110000)
            result += chr(scalar) if not 0xD800 <= scalar < 0xE000 else "?"
        elif choice == 2:
            result += "a" * rng.randrange(12)
        elif choice == 3:
            result += chr(rng.randrange(0x20, 0x500))
        else:
            result += rng.choice(["word", "Wörter", "слово", "言葉"]) + " "
    return result


def document(app, accounts):
    return {"format": "tickler-export/1", "app": app, "exportedAt": "2026-10-23T15:00:00Z", "accounts": accounts}


def hostile(seed, accounts=24):
    """By app: accounts whose every text is random, with titles whose lines end around the 75th octet."""
    rng = random.Random(seed)
    quiet = {"kinds": {"dailyReminder": False, "nudge": False, "recap": False}}
    groups = {"focusflow": [], "ritualist": [], "moneymap": [], "steps": []}
    for number in range(accounts):
        some = lambda length: text(rng, rng.randrange(1, length))
        exact = lambda length: ("é" * (length // 2) + "x" * (length % 2)) if number % 2 else "x" * length
        account = {"id": f"{number}{some(50)}", "timeZone": rng.choice(["Europe/Berlin", "Asia/Tokyo"])}
        app = list(groups)[number % 4]
        if app == "focusflow":
            account["preferences"] = quiet
            account["items"] = [
                {"kind": "task", "id": f"{i}{some(30)}", "title": title, "date": "2026-10-24", "time": f"1{i}:00",
                 "repeat": "daily"}
                for i, title in enumerate([some(200), some(80), exact(65 + number % 6), exact(140 + number % 6), some(400)])
            ]
        elif app == "ritualist":
            account["items"] = [
                {"kind": "habit", "id": some(30), "name": some(120), "category": some(20), "reminders": ["09:00", "21:00"],
                 "location": {"place": some(40), "latitude": 1, "longitude": 2, "radius": 100, "on": "entry"}},
                {"kind": "insight", "id": some(30), "at": "2026-10-24T08:00:00Z"},
            ]
        elif app == "moneymap":
            account["preferences"] = {"kinds": {"bill": True, "overspend": True, "digest": True}}
            account["items"] = [
                {"kind": "bill", "id": some(30), "name": some(120), "amount": "10.00", "currency": some(6), "type": "expense",
                 "dueDate": "2026-10-26"},
                {"kind": "budget", "id": some(30), "name": some(120), "spent": 20, "limit": 10, "period": some(20),
                 "updatedAt": "2026-10-23T15:30:00Z"},
            ]
        else:
            account["items"] = [
                {"kind": "workout", "id": some(30), "type": some(40), "endedAt": "2026-10-23T15:30:00Z", "duration": 60}
            ]
        groups[app].append(account)
    return [document(app, list_) for app, list_ in groups.items()]


def clock_changes():
    """The nights in which clocks change, and those before, in zones that do it in their own ways."""
    quiet = {"kinds": {"dailyReminder": False, "nudge": False, "recap": False}}
    europe, america, south = ["2026-10-25", "2027-03-28"], ["2026-11-01", "2027-03-14"], ["2027-04-04"]
    zones = {
        "Europe/Berlin": europe, "Europe/Dublin": europe, "Antarctica/Troll": europe, "America/New_York": america,
        "America/St_Johns": america, "America/Havana": america, "Australia/Lord_Howe": south, "Pacific/Chatham": south,
        "Africa/Cairo": ["2026-10-30", "2027-04-30"], "Africa/Casablanca": ["2027-02-07", "2027-03-14"],
        "Asia/Kolkata": ["2026-10-25"], "Pacific/Kiritimati": ["2026-10-25"], "Etc/UTC": ["2026-10-25"],
    }
    times = ["00:00", "00:30", "00:57", "01:00", "01:30", "01:57", "02:00", "02:30", "02:57", "03:00", "03:30", "12:00"]
    accounts = []
    for zone, dates in zones.items():
        items = [
            {"kind": "task", "id": f"{date}-{time.replace(':', '')}-{around}", "title": f"{zone} {date} {time}",
             "date": shifted(date, around), "time": time}
            for date in dates for time in times for around in (-1, 0)
        ]
        accounts.append({"id": zone, "platform": "other", "timeZone": zone, "preferences": quiet, "items": items})
    accounts.append({
        "id": "traveler", "platform": "other", "timeZone": "Europe/Berlin", "preferences": quiet,
        "zoneChanges": [{"at": "2026-10-24T10:00:00Z", "timeZone": "America/New_York"},
                        {"at": "2026-11-02T10:00:00Z", "timeZone": "Asia/Kolkata"}],
        "items": [{"kind": "task", "id": f"t{hour}", "title": "On the way", "date": "2026-10-20", "time": f"{hour:02}:30",
                   "repeat": "daily", "until": "2026-11-10"} for hour in (1, 9, 21)]})
    return document("focusflow", accounts)


UNTIMED_POLICY = """
format = "tickler-policy/1"
app = "home"
zoneChange = "atChange"
[kinds.task]
identifier = "task.{id}"
time = "01:30"
[items.plant.fields]
name = { type = "text", required = true }
day = "date"
[kinds.water]
shape = "series"
item = "plant"
every = "2d"
time = "23:30"
remind = ["0", "-1d 20:00"]
identifier = "water.{id}.{part}"
[kinds.repot]
shape = "series"
item = "plant"
at = "{day}"
identifier = "repot.{id}"
[kinds.dry]
shape = "untilDone"
item = "plant"
time = "00:10"
identifier = "dry.{id}"
"""


def untimed():
    """Tasks and items with and without an hour, where clocks change, in quiet hours and on a journey. The ids of those without one begin with "day-"."""
    accounts = []
    for zone in ("Europe/London", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe"):
        items = []
        for name, hour in (("day-a", {}), ("at-a", {"time": "21:15"})):
            items += [{"kind": "task", "id": name, "title": "Bins", "date": "2026-10-20", "repeat": "daily", **hour},
                      {"kind": "plant", "id": name, "name": "Fern", "date": "2026-10-21", "day": "2026-10-29", **hour}]
        accounts.append({"id": zone, "platform": "other", "timeZone": zone, "items": items,
                         "preferences": {"quietHours": {"start": "22:00", "end": "07:00"}},
                         "zoneChanges": [{"at": "2026-10-27T12:00:00Z", "timeZone": "Asia/Tokyo"}]})
    return document("home", accounts)


def shifted(date, days):
    import datetime
    return str(datetime.date.fromisoformat(date) + datetime.timedelta(days=days))


def versions():
    """An export, and the same later on: what each title says has happened to it."""
    quiet = {"kinds": {"dailyReminder": False, "nudge": False, "recap": False}}

    def task(id, title, time="10:00", **more):
        return {"kind": "task", "id": id, "title": title, "date": "2026-10-28", "time": time, **more}

    def account(id, items):
        return {"id": id, "timeZone": "Europe/Berlin", "preferences": quiet, "items": items}

    before = [
        account("ana", [task("same", "same"), task("moved", "moved"), task("renamed", "renamed"), task("deleted", "deleted"),
                        task("done", "done"), task("series", "series", "08:00", repeat="daily", until="2026-10-30")]),
        account("ben", [task("gone", "gone with the account")]),
    ]
    after = [
        account("ana", [task("same", "same"), task("moved", "moved", "16:45"), task("renamed", "renamed: to this"),
                        task("done", "done", completed=True), task("new", "new"),
                        task("series", "series", "08:00", repeat="daily", until="2026-10-30", completedOn=["2026-10-29"])]),
    ]
    return document("focusflow", before), document("focusflow", after)


def write(path, exports):
    """Writes one file an export into a folder."""
    path.mkdir(parents=True)
    for number, export in enumerate(exports):
        (path / f"{number}.json").write_text(json.dumps(export), encoding="utf-8")
