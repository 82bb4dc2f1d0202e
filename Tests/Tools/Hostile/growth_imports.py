"""The lists of other tools' files: for each, a file with n entries. growth.py counts what `tickler import` takes for n and 2n.

A new list of an importer needs a row in `LISTS`: the format, and a function from n to the file's text or bytes.
"""
import datetime
import io
import json
import re
import subprocess
import zipfile

# So many that what is not n log n outweighs the start of the program.
N = 4000
OPTIONS = ["--now", "2026-11-20T12:00:00Z", "--time-zone", "Europe/London", "--quiet"]
MAPPING = """format = "tickler-mapping/1"
input = "{input}"
kind = "task"
decimal = ","
[fields]
id = "id"
title = "title"
date = "date"
weekdays = "days"
exdates = "except"
"""
BILLS = """format = "tickler-mapping/1"
input = "csv"
separator = ";"
decimal = ","
kind = "bill"
[fields]
id = "id"
name = "name"
amount = "amount"
"""


def date(k, form="%Y-%m-%d"):
    return (datetime.date(2026, 1, 1) + datetime.timedelta(days=k % 2000)).strftime(form)


def milliseconds(k):
    return 1_795_474_800_000 + k * 60_000


def repeated(count, entry, separator="\r\n"):
    return separator.join(entry(k) for k in range(count))


# iCalendar

def calendar(inside):
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{inside}\r\nEND:VCALENDAR\r\n"


def event(inside="", uid="e", start="DTSTART:20261123T090000Z"):
    return f"BEGIN:VEVENT\r\nUID:{uid}\r\nSUMMARY:S\r\n{start}\r\n{inside}\r\nEND:VEVENT".replace("\r\n\r\n", "\r\n")


def alarm(trigger):
    return f"BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:{trigger}\r\nEND:VALARM"


def override(k):
    return event(f"RECURRENCE-ID:{date(k, '%Y%m%d')}T090000Z\r\n{alarm('-PT5M')}")


def exception(k):
    return f"EXDATE:{date(k, '%Y%m%d')}T090000Z"


def observances(n):
    parts = repeated(n, lambda k: f"BEGIN:STANDARD\r\nDTSTART:{date(k, '%Y%m%d')}T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD")
    return calendar(f"BEGIN:VTIMEZONE\r\nTZID:Own\r\n{parts}\r\nEND:VTIMEZONE\r\n"
                    + event(alarm("-PT5M"), start="DTSTART;TZID=Own:20261123T090000"))


def zones(n):
    return calendar(repeated(n, lambda k: f"BEGIN:VTIMEZONE\r\nTZID:Own{k}\r\nBEGIN:STANDARD\r\nDTSTART:20200101T000000\r\nTZOFFSETFROM:+0100\r\n"
                                          "TZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
                                          + event(alarm("-PT5M"), f"e{k}", f"DTSTART;TZID=Own{k}:20261123T090000")))


ICALENDAR = {
    "events": lambda n: calendar(repeated(n, lambda k: event(alarm("-PT5M"), f"e{k}"))),
    "alarms of an event": lambda n: calendar(event(repeated(n, lambda k: alarm(f"-PT{k}S")))),
    "equal alarms": lambda n: calendar(event(repeated(n, lambda k: alarm("-PT5M")))),
    "kinds of alarms": lambda n: calendar(event(repeated(n, lambda k: alarm("-PT5M").replace("DISPLAY", f"X-{k}")))),
    "EXDATE": lambda n: calendar(event(f"RRULE:FREQ=DAILY\r\n{repeated(n, exception)}\r\n{alarm('-PT5M')}")),
    "RDATE in one line": lambda n: calendar(event("RDATE:" + repeated(n, lambda k: date(k, "%Y%m%d") + "T090000Z", ",") + "\r\n" + alarm("-PT5M"))),
    "occurrences": lambda n: calendar(event(f"RRULE:FREQ=DAILY\r\n{alarm('-PT5M')}") + "\r\n" + repeated(n, override)),
    "events and occurrences of one UID": lambda n: calendar(
        repeated(n, lambda k: event(f"RRULE:FREQ=YEARLY\r\n{alarm('-PT5M')}") + "\r\n" + override(k))),
    "VTIMEZONE": zones,
    "observances": observances,
    "properties": lambda n: calendar(event(repeated(n, lambda k: f"X-{k}:y"))),
    "parameters": lambda n: calendar(event(alarm("-PT5M"), start="DTSTART" + repeated(n, lambda k: f";X-{k}=y", "") + ":20261123T090000Z")),
    "folds": lambda n: calendar(event("DESCRIPTION:" + repeated(n, lambda k: "a", "\r\n ") + "\r\nSUMMARY:" + repeated(n, lambda k: "\\n", "\r\n "))),
    "BYDAY": lambda n: calendar(event("RRULE:FREQ=WEEKLY;BYDAY=" + repeated(n, lambda k: ["MO", "TU", "WE"][k % 3], ",") + "\r\n" + alarm("-P2D"))),
}


# Books

def book(inside):
    return f'<?xml version="1.0"?>\n<gnc-v2><gnc:book>\n{inside}\n</gnc:book></gnc-v2>\n'


def recurrence(k=0, period="month"):
    return (f"<gnc:recurrence><recurrence:mult>1</recurrence:mult><recurrence:period_type>{period}</recurrence:period_type>"
            f"<recurrence:start><gdate>2026-11-{k % 28 + 1:02}</gdate></recurrence:start></gnc:recurrence>")


def schedule(id="s", rules=None, account="t", more=""):
    return (f"<gnc:schedxaction><sx:id>{id}</sx:id><sx:name>S</sx:name><sx:enabled>y</sx:enabled>{more}"
            f"<sx:templ-acct>{account}</sx:templ-acct><sx:schedule>{rules or recurrence()}</sx:schedule></gnc:schedxaction>")


def transaction(splits, currency="EUR"):
    return (f"<gnc:template-transactions><gnc:transaction><trn:currency><cmdty:id>{currency}</cmdty:id></trn:currency>"
            f"<trn:splits>{splits}</trn:splits></gnc:transaction></gnc:template-transactions>")


def split(k, account="t", more=""):
    slots = "".join(f"<slot><slot:key>{side}-numeric</slot:key><slot:value>{number}/100</slot:value></slot>" for side, number in (("debit", k), ("credit", 0)))
    return (f"<trn:split><split:account>{account}</split:account><split:slots>{more}<slot><slot:key>sched-xaction</slot:key>"
            f"<slot:value>{slots}</slot:value></slot></split:slots></trn:split>")


GNUCASH = {
    "schedules": lambda n: book(repeated(n, lambda k: schedule(f"s{k}"))),
    "rules of a schedule": lambda n: book(schedule(rules=repeated(n, lambda k: recurrence(k), ""))),
    "accounts": lambda n: book(repeated(n, lambda k: f"<gnc:account><act:id>a{k}</act:id><act:type>EXPENSE</act:type></gnc:account>") + schedule()),
    "templates": lambda n: book(repeated(n, lambda k: transaction(split(k, f"t{k}"), f"C{k}")) + repeated(n, lambda k: schedule(f"s{k}", account=f"t{k}"))),
    "splits": lambda n: book(transaction(repeated(n, split)) + schedule()),
    "slots": lambda n: book(transaction(split(1, more=repeated(n, lambda k: f"<slot><slot:key>k{k}</slot:key><slot:value>1</slot:value></slot>"))) + schedule()),
}
HOMEBANK = {
    "scheduled templates": lambda n: "<homebank>\n" + repeated(
        n, lambda k: f'<cur key="{k}" iso="C{k}"/><account key="{k}" curr="{k}"/><pay key="{k}" name="P{k}"/>'
                     f'<fav key="{k}" flags="4" amount="-{k}.5" account="{k}" payee="{k}" nextdate="739900" every="1" unit="2"/>') + "\n</homebank>\n",
}


# Health

def steps(k, minutes=10, source="Watch"):
    return (f'<Record type="HKQuantityTypeIdentifierStepCount" sourceName="{source}" startDate="2026-11-{k % 10 + 10} 10:{k % 50:02}:00 +0000" '
            f'endDate="2026-11-{k % 10 + 10} 11:{k % 50:02}:00 +0000" value="{k % 100}"/>')


HEALTH = {
    "steps": lambda n: f"<HealthData>\n{repeated(n, steps)}\n</HealthData>\n",
    "sources": lambda n: f"<HealthData>\n{repeated(n, lambda k: steps(k, source=f'S{k}'))}\n</HealthData>\n",
    "equal workouts": lambda n: "<HealthData>\n" + repeated(
        n, lambda k: '<Workout workoutActivityType="HKWorkoutActivityTypeRunning" startDate="2026-11-18 10:00:00 +0000" '
                     'endDate="2026-11-18 11:00:00 +0000"/>') + "\n</HealthData>\n",
}


# JSON

def document(**members):
    return json.dumps(members)


def warrior(k, **more):
    return {"uuid": f"u{k}", "status": "pending", "entry": "20260101T000000Z", "description": "D", "due": "20261124T160000Z", **more}


def template(uuid="t"):
    return {**warrior(0, status="recurring", recur="yearly"), "uuid": uuid}


def daily(**more):
    return {"_id": "d", "text": "D", "frequency": "monthly", "everyX": 1, "startDate": "2026-01-05T23:00:00.000Z", "daysOfMonth": [5], **more}


def habitica(dailies):
    return document(preferences={"dayStart": 0}, tasks={"habits": [], "dailys": dailies, "todos": [], "rewards": []})


def org(tasks):
    return document(version=1, data={"tasks": tasks})


def productivity(**parts):
    return document(data={"task": {"entities": {}}, "project": {}, "globalConfig": {}, **parts})


def rule(**more):
    return {"id": "r", "title": "R", "repeatCycle": "DAILY", "startDate": "2026-11-01", **more}


TASKWARRIOR = {
    "tasks": lambda n: json.dumps([warrior(k) for k in range(n)]),
    "instances": lambda n: json.dumps([template(), *(warrior(k, parent="t", imask=k) for k in range(n))]),
    "templates and instances of one id": lambda n: json.dumps([*(template() for _ in range(n)), *(warrior(k, parent="t", imask=k) for k in range(n))]),
    "members": lambda n: json.dumps([warrior(0, **{f"x{k}": 1 for k in range(n)})]),
}
HABITICA = {
    "dailies": lambda n: habitica([daily(_id=f"d{k}") for k in range(n)]),
    "history": lambda n: habitica([daily(history=[{"date": milliseconds(-k * 1440), "completed": True} for k in range(n)])]),
    "reminders": lambda n: habitica([daily(reminders=[{"id": f"r{k}", "time": "2025-01-05T18:30:00.000Z"} for k in range(n)])]),
    "days of the month": lambda n: habitica([daily(daysOfMonth=[k % 31 + 1 for k in range(n)])]),
}
TASKS_ORG = {
    "tasks": lambda n: org([{"task": {"remoteId": f"t{k}", "title": "T", "dueDate": milliseconds(k) + 1000}} for k in range(n)]),
    "alarms": lambda n: org([{"task": {"remoteId": "t", "title": "T", "dueDate": milliseconds(0) + 1000},
                              "alarms": [{"type": 2, "time": -60_000 * k} for k in range(n)]}]),
}
DAY_ONE = {
    "entries": lambda n: document(metadata={}, entries=[{"uuid": f"e{k}", "creationDate": "2026-11-18T13:04:56Z", "timeZone": f"Own/Z{k}"} for k in range(n)]),
}
PRODUCTIVITY = {
    "tasks": lambda n: productivity(task={"entities": {f"t{k}": {"id": f"t{k}", "title": "T", "dueDay": date(k), "reminderId": f"m{k}"} for k in range(n)}},
                                    reminders=[{"id": f"m{k}", "remindAt": milliseconds(k)} for k in range(n)]),
    "days": lambda n: productivity(task={"entities": {"t": {"id": "t", "title": "T", "timeSpentOnDay": {date(k): 1000 for k in range(n)}}}}),
    "counts": lambda n: productivity(simpleCounter={"entities": {"c": {"id": "c", "title": "C", "countOnDay": {date(k): 1 for k in range(n)}}}}),
    "deleted dates": lambda n: productivity(taskRepeatCfg={"entities": {"r": rule(deletedInstanceDates=[date(k) for k in range(n)])}}),
}


# Tables

CSV = {
    "rows": lambda n: "id,title,date,days,except\n" + repeated(n, lambda k: f"{k},T,2026-11-23,mon tue,2026-11-24", "\n"),
    "columns": lambda n: "id,title,date,days,except," + repeated(n, lambda k: f"c{k}", ",") + "\n1,T,2026-11-23,mon,," + "," * (n - 1) + "\n",
    "values of a cell": lambda n: "id,title,date,days,except\n1,T,2026-11-23,mon," + repeated(n, date, " ") + "\n",
}
AMOUNTS = {
    "digits and separators": lambda n: "id;name;amount\n" + f"1;A;{'1' * n},{'.' * n}1\n",
    "commas": lambda n: "id;name;amount\n" + f"1;A;{'1' * n},{',' * n}1\n",
}
MAPPED = {
    "rows": lambda n: json.dumps([{"id": str(k), "title": "T", "date": "2026-11-23", "days": ["mon"]} for k in range(n)]),
    "values of a cell": lambda n: json.dumps([{"id": "1", "title": "T", "date": "2026-11-23", "except": [date(k) for k in range(n)]}]),
    "members": lambda n: json.dumps([{**{f"x{k}": 1 for k in range(n)}, "id": "1", "title": "T", "date": "2026-11-23"}]),
}


def card(text, k=0):
    return f"BEGIN:VCARD\r\nVERSION:4.0\r\nUID:c{k}\r\nFN:C\r\n{text}\r\nEND:VCARD\r\n"


VCARD = {
    "cards": lambda n: "".join(card("BDAY:19901129", k) for k in range(n)),
    "dates of a card": lambda n: card(repeated(n, lambda k: f"i{k}.X-ABDATE:19901129\r\ni{k}.X-ABLABEL:Anniversary")),
}


def archive(n):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        for k in range(n):
            file.writestr(f"{k}.ics", calendar(event(alarm("-PT5M"), f"e{k}")))
    return data.getvalue()


# By format: its lists, and the mapping.
LISTS = [
    ("icalendar", ICALENDAR, None), ("gnucash", GNUCASH, None), ("homebank", HOMEBANK, None), ("apple-health", HEALTH, None),
    ("taskwarrior", TASKWARRIOR, None), ("habitica", HABITICA, None), ("tasks-org", TASKS_ORG, None), ("day-one", DAY_ONE, None),
    ("super-productivity", PRODUCTIVITY, None), ("csv", CSV, MAPPING.format(input="csv")), ("csv", AMOUNTS, BILLS),
    ("mapped-json", MAPPED, MAPPING.format(input="json")), ("vcard", VCARD, None), ("zip", {"files": archive}, None),
]


def rows(only):
    """Name, function, format and mapping of each list."""
    return [(name, make, form, mapping) for form, lists, mapping in LISTS for list_name, make in lists.items()
            if only in (name := f"{form}: {list_name}")]


def instructions(command, folder, name, fine=(0, 1)):
    """What a command takes, by callgrind. It ends with one of the statuses `fine`."""
    counted = folder / f"{name}.counted"
    done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={counted}", *command], cwd=folder, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, env=dict(PATH="/usr/bin:/bin", LC_ALL="C", SWIFT_DETERMINISTIC_HASHING="1"))
    if done.returncode not in fine:
        raise SystemExit(f"growth_imports.py: {name} ended with {done.returncode}:\n{done.stderr[-3000:]}")
    words = [line for line in done.stderr.splitlines() if not line.startswith("==")]
    count = int(re.search(r"^(?:summary|totals): (\d+)", counted.read_text(), re.M).group(1))
    counted.unlink()
    return count, words[-1] if words else ""


def count(binary, shared, folder, row, n):
    """The row as growth.py has its own: the ratio, the instructions for n and 2n, and what was said last."""
    name, make, form, mapping = row
    place = folder / re.sub(r"\W", "-", name) / str(n)
    place.mkdir(parents=True)
    command = [binary, "import", "in", *OPTIONS, *shared] + ([] if form in ("zip",) else ["--from", form])
    if mapping:
        (place / "mapping.toml").write_text(mapping)
        command += ["--mapping", "mapping.toml"]
    counts, words = [], ""
    for entries in (1, n, 2 * n):
        data = make(entries)
        (place / "in").write_bytes(data if isinstance(data, bytes) else data.encode())
        taken, words = instructions(command, place, str(entries))
        counts.append(taken)
    base, first, second = counts
    # Below an eighth of the start of the program, the figures say more about that than about the list.
    first, second = max(first - base, 0), max(second - base, 0)
    return ((second + base / 8) / (first + base / 8), name, first, second, words, row)
