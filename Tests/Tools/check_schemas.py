#!/usr/bin/env python3
"""Holds the schemas of the export format against documents that they must accept and documents that they must refuse.

    make schema-check

Needs jsonschema from PyPI, and xmllint (libxml2-utils in Debian). Accepted must be the examples and
every worked case, as JSON, as lines of NDJSON, and as XML made by the format's mechanical rule. Refused must be the
documents in ROWS, each one fault away from a document that holds everything, and the refusal must name the field.
"""

import copy
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

from jsonschema import Draft202012Validator, FormatChecker

ROOT = Path(__file__).resolve().parent.parent.parent
XSD = ROOT / "templates/schema/tickler-export.xsd"
SCHEMA = json.loads((ROOT / "templates/schema/tickler-export.schema.json").read_text())
NAMESPACE = "urn:tickler:export:1"

DOCUMENT = Draft202012Validator(SCHEMA)
DATED = Draft202012Validator(SCHEMA, format_checker=FormatChecker(["date"]))
LINE = Draft202012Validator({"$ref": SCHEMA["$id"] + "#/$defs/line", "$defs": {"export": SCHEMA}})

# The fields that files have faults in on purpose: a bill of 31 November, which the calendar alone tells; mornings at
# 16:01 and on no day.
DATES_ON_PURPOSE = {"moneymap.json": {"dueDate"}, "rejected-kept.json": {"date", "dueDate"}}
FAULTS_ON_PURPOSE = {"diary-flows.json": {"time", "days"}, "rejected-kept.json": {"time"}}

SINGULAR = {"accounts": "account", "items": "item", "zoneChanges": "zoneChange", "samples": "sample"}
OBJECT_LISTS = {*SINGULAR, "delivered", "pending", "active"}

AT = "2026-11-20T12:00:00Z"
# One of everything.
FULL = {
    "format": "tickler-export/1",
    "app": "focusflow",
    "exportedAt": AT,
    "accounts": [
        {
            "id": "a & b",
            "app": "focusflow",
            "timeZone": "America/Argentina/Buenos_Aires",
            "zoneChanges": [{"at": "2026-11-21T08:00:00+23:59", "timeZone": "Etc/GMT+3"}],
            "platform": "other",
            "authorization": "notDetermined",
            "locale": "es-AR",
            "updatedAt": "2026-11-20t12:00:00.000z",
            "preferences": {
                "enabled": True,
                "kinds": {"dailyReminder": True, "streakMilestone": False},
                "quietHours": {"start": "22:30", "end": "07:00:30"},
                "dailyReminder": {"time": "09:00"},
                "nudges": {"morning": "09:00", "afternoon": "14:00", "evening": "20:00"},
                "recap": {"time": "08:00"},
                "morning": {"time": "16:00", "days": ["mon", "sun"], "changedAt": AT},
                "bedtime": {"time": "22:00", "days": []},
                "bills": {"time": "09:00", "onDueDate": True, "dayBefore": False},
                "digest": {"day": "sun", "time": "18:00"},
                "appBlocking": False,
            },
            "personality": {"trait": "open", "analyzedAt": AT},
            "items": [
                {
                    "kind": "task", "id": "t", "title": "T", "date": "2028-02-29", "time": "09:00",
                    "repeat": "customDays", "weekdays": ["mon"], "until": "2028-12-31", "exdates": ["2028-03-06"],
                    "completed": False, "completedOn": ["2028-03-13"], "updatedAt": AT, "account": "a & b",
                },
                {
                    "kind": "habit", "id": "h", "name": "H", "category": "c", "reminders": ["09:00", "17:00:30"],
                    "days": ["sat"], "startDate": "2026-01-01", "endDate": "2026-12-31", "completions": [],
                    "streak": 7, "archived": False,
                    "location": {"place": "p", "latitude": -90, "longitude": 179.5, "radius": 1.5, "on": "entry"},
                },
                {"kind": "entry", "id": "e", "flow": "bedtime", "date": "2026-11-20"},
                {"kind": "session", "id": "s", "startedAt": AT, "duration": 1500, "state": "running"},
                {"kind": "focusDay", "id": "f", "date": "2026-11-20", "sessions": 4, "minutes": 100},
                {
                    "kind": "stepDay", "id": "d", "date": "2026-11-20", "goal": 8000,
                    "samples": [{"at": AT, "steps": 0}],
                },
                {"kind": "workout", "id": "w", "type": "run", "endedAt": AT, "duration": 1.5, "distance": 1e3},
                {"kind": "insight", "id": "i", "at": AT},
                {
                    "kind": "bill", "id": "b", "name": "B", "amount": "-12.50", "currency": "EUR", "type": "income",
                    "dueDate": "2026-11-30", "rrule": "INTERVAL=2;FREQ=MONTHLY;BYDAY=-1FR,+2MO", "autoPay": True,
                    "paid": False, "paidThrough": "2026-10-30",
                },
                {
                    "kind": "budget", "id": "g", "name": "G", "spent": 12.5, "limit": "1e3", "period": "2026-11",
                    "updatedAt": AT,
                },
            ],
            "delivered": [{"id": "x", "at": AT}],
            "pending": [{"id": "x"}, {"id": "x", "at": AT}],
            "active": [{"from": AT, "to": AT}],
        }
    ],
    "items": [{"account": "a & b", "kind": "insight", "id": "apart", "at": AT}],
}

GONE = object()
ACCOUNT = "accounts.0."
PREFERENCES = ACCOUNT + "preferences."
TASK, HABIT, ENTRY, SESSION, FOCUS_DAY, STEP_DAY, WORKOUT, INSIGHT, BILL, BUDGET = (
    f"{ACCOUNT}items.{index}." for index in range(10)
)

# What is wrong, where, the value that stands there, the field that must be named, and whether XSD 1.0 can see it.
BOTH, JSON_ONLY = True, False
ROWS = [
    ("another format", "format", "tickler-export/2", "format", BOTH),
    ("no format", "format", GONE, "format", BOTH),
    ("an instant without an offset", "exportedAt", "2026-11-20T12:00:00", "exportedAt", BOTH),
    ("an instant with a fraction of a second", "exportedAt", "2026-11-20T12:00:00.5Z", "exportedAt", BOTH),
    ("an instant of 31 November", "exportedAt", "2026-11-31T12:00:00Z", "exportedAt", BOTH),
    ("an account without an id", ACCOUNT + "id", GONE, "id", BOTH),
    ("an account with an empty id", ACCOUNT + "id", "", "id", BOTH),
    ("a number for an id", ACCOUNT + "id", 7, "id", JSON_ONLY),
    ("an account without a zone", ACCOUNT + "timeZone", GONE, "timeZone", BOTH),
    ("a zone that no tree can have", ACCOUNT + "timeZone", "../etc/passwd", "timeZone", BOTH),
    ("no such platform", ACCOUNT + "platform", "symbian", "platform", BOTH),
    ("no such authorization", ACCOUNT + "authorization", "maybe", "authorization", BOTH),
    ("a field that accounts do not have", ACCOUNT + "colour", "red", "colour", BOTH),
    ("a zone change without an instant", ACCOUNT + "zoneChanges.0.at", GONE, "at", BOTH),
    ("a zone change to nowhere", ACCOUNT + "zoneChanges.0.timeZone", "", "timeZone", BOTH),
    ("a personality without a time", ACCOUNT + "personality.analyzedAt", GONE, "analyzedAt", BOTH),
    ("something delivered at no time", ACCOUNT + "delivered.0.at", GONE, "at", BOTH),
    ("something pending without an id", ACCOUNT + "pending.0.id", GONE, "id", BOTH),
    ("a word for a mark", PREFERENCES + "enabled", "yes", "enabled", BOTH),
    ("a switch of no kind", PREFERENCES + "kinds.nap", True, "nap", BOTH),
    ("a switch that is a number", PREFERENCES + "kinds.dailyReminder", 1, "dailyReminder", BOTH),
    ("quiet hours without an end", PREFERENCES + "quietHours.end", GONE, "end", BOTH),
    ("a time of 24:00", PREFERENCES + "quietHours.start", "24:00", "start", BOTH),
    ("an instant for a time", PREFERENCES + "recap.time", AT, "time", BOTH),
    ("mornings before 04:00", PREFERENCES + "morning.time", "03:59", "time", BOTH),
    ("mornings after 16:00", PREFERENCES + "morning.time", "16:01", "time", BOTH),
    ("mornings on no day", PREFERENCES + "morning.days", [], "days", BOTH),
    ("a weekday in full", PREFERENCES + "bedtime.days", ["monday"], "days", BOTH),
    ("no such day", PREFERENCES + "digest.day", "tag", "day", BOTH),
    ("a preference that is not there", PREFERENCES + "volume", 3, "volume", BOTH),
    ("an item without a kind", TASK + "kind", GONE, "kind", BOTH),
    ("an item of no known kind", TASK + "kind", "chore", "kind", BOTH),
    ("an item without an id", TASK + "id", GONE, "id", BOTH),
    ("a task without a title", TASK + "title", GONE, "title", JSON_ONLY),
    ("a task without a date", TASK + "date", GONE, "date", JSON_ONLY),
    ("a date with slashes", TASK + "date", "2026/11/20", "date", BOTH),
    ("a date in month 13", TASK + "date", "2026-13-01", "date", BOTH),
    ("a time with one digit", TASK + "time", "9:00", "time", BOTH),
    ("no such repetition", TASK + "repeat", "hourly", "repeat", BOTH),
    ("both repeat and rrule", TASK + "rrule", "FREQ=DAILY", "repeat", JSON_ONLY),
    ("an rrule without FREQ", BILL + "rrule", "INTERVAL=2", "rrule", BOTH),
    ("a field of another kind", TASK + "flow", "morning", "flow", JSON_ONLY),
    ("a field that items do not have", TASK + "colour", "red", "colour", BOTH),
    ("a habit without a name", HABIT + "name", GONE, "name", JSON_ONLY),
    ("a reminder at 25:00", HABIT + "reminders", ["09:00", "25:00"], "reminders", BOTH),
    ("a streak below 0", HABIT + "streak", -1, "streak", BOTH),
    ("a streak with a part", HABIT + "streak", 7.5, "streak", BOTH),
    ("a latitude past the pole", HABIT + "location.latitude", 90.5, "latitude", BOTH),
    ("a longitude past 180", HABIT + "location.longitude", -181, "longitude", BOTH),
    ("a radius below 0", HABIT + "location.radius", -5, "radius", BOTH),
    ("a place without a crossing", HABIT + "location.on", GONE, "on", BOTH),
    ("no such flow", ENTRY + "flow", "noon", "flow", BOTH),
    ("a session without a start", SESSION + "startedAt", GONE, "startedAt", JSON_ONLY),
    ("no such state", SESSION + "state", "done", "state", BOTH),
    ("a duration below 0", SESSION + "duration", -1, "duration", BOTH),
    ("minutes as a word", FOCUS_DAY + "minutes", "many", "minutes", BOTH),
    ("a goal of no steps", STEP_DAY + "goal", 0, "goal", JSON_ONLY),
    ("a sample without steps", STEP_DAY + "samples.0.steps", GONE, "steps", BOTH),
    ("a workout without an end", WORKOUT + "endedAt", GONE, "endedAt", JSON_ONLY),
    ("an insight on a date", INSIGHT + "at", "2026-11-20", "at", BOTH),
    ("an amount with a comma", BILL + "amount", "12,50", "amount", BOTH),
    ("no such type of bill", BILL + "type", "gift", "type", JSON_ONLY),
    ("a budget without a limit", BUDGET + "limit", GONE, "limit", JSON_ONLY),
    ("an item apart without an owner", "items.0.account", GONE, "account", BOTH),
    ("a field that documents do not have", "colour", "red", "colour", BOTH),
]

# NDJSON: what is wrong, the line, the field that must be named.
LINES = [
    ("neither head nor record", {"acount": {}}, "acount"),
    ("a head with accounts", {"format": "tickler-export/1", "accounts": []}, "accounts"),
    ("an item without an owner", {"item": {"kind": "insight", "id": "i", "at": AT}}, "account"),
    ("an account without a zone", {"account": {"id": "a"}}, "timeZone"),
]

# XML that no JSON is written as: what is wrong, what stands inside an account, the name that must be told.
INSIDE = [
    ("a list in an element of its own", "<items/>", "items"),
    ("a scalar as an element", "<platform>ios</platform>", "platform"),
    ("text between elements", "hello", "account"),
    ("1 for true", '<preferences enabled="1"/>', "enabled"),
    ("an object as an attribute", '<preferences quietHours="22:00 07:00"/>', "quietHours"),
    ("an element of another namespace", '<y:note xmlns:y="urn:y"/>', "note"),
    ("an element where there are none", '<pending id="x"><account id="b" timeZone="UTC"/></pending>', "account"),
    ("a plural", '<zoneChanges at="2026-11-20T12:00:00Z" timeZone="UTC"/>', "zoneChanges"),
]

# XML that is unusual and right.
FREE = [
    ("children interleaved", '<pending id="x"/><item kind="insight" id="1" at="%s"/><pending id="y"/>' % AT),
    ("an attribute of another namespace", '<preferences y:c="d" xmlns:y="urn:y"/>'),
    ("white space where there are no children", "<personality analyzedAt='%s'>\n  </personality>" % AT),
    ("whole numbers with a point or an exponent",
     '<item kind="focusDay" id="1" date="2026-11-20" sessions="4.0" minutes="1e2"/>'),
]


def text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def element(name, value, more=""):
    attributes, children = more, ""
    for key, inner in value.items():
        if isinstance(inner, dict):
            children += element(key, inner)
        elif isinstance(inner, list) and key in OBJECT_LISTS:
            children += "".join(element(SINGULAR.get(key, key), member) for member in inner)
        elif isinstance(inner, list):
            attributes += f" {key}={quoteattr(' '.join(map(text, inner)))}"
        elif inner is not None:
            attributes += f" {key}={quoteattr(text(inner))}"
    return f"<{name}{attributes}>{children}</{name}>\n"


def as_xml(document):
    """The document by the mechanical rule of the format."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + element("export", document, f' xmlns="{NAMESPACE}"')


def as_lines(document):
    head = {key: value for key, value in document.items() if key not in ("accounts", "items")}
    accounts = [{"account": account} for account in document.get("accounts") or []]
    return [head, *accounts, *({"item": item} for item in document.get("items") or [])]


def with_value(path, value):
    document = copy.deepcopy(FULL)
    *parents, last = path.split(".")
    place = document
    for key in parents:
        place = place[int(key)] if isinstance(place, list) else place[key]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return document


def json_faults(validator, document):
    """The names in each fault: those on the way to it, and those that its words quote."""
    return [
        {str(key) for key in error.absolute_path} | set(re.findall(r"'(\w+)'", error.message.split(" ")[0]))
        | set(re.findall(r"'(\w+)' (?:was|is not one of)", error.message))
        for error in validator.iter_errors(document)
    ]


def xml_faults(document):
    """The names in each fault that xmllint tells of; a fault in the document's syntax is an error of this script."""
    with tempfile.NamedTemporaryFile("w", suffix=".xml", encoding="utf-8") as file:
        file.write(document)
        file.flush()
        command = ["xmllint", "--nonet", "--noout", "--schema", str(XSD), file.name]
        result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode in (0, 3), result.stderr
    lines = [line for line in result.stderr.splitlines() if "Schemas validity error" in line]
    assert bool(lines) == (result.returncode == 3), result.stderr
    return [set(re.findall(r"(?:Element|attribute) '(?:\{[^}]*\})?(\w+)'", line)) for line in lines]


failures = []
checks = 0


def expect(holds, words):
    global checks
    checks += 1
    if not holds:
        failures.append(words)


def accept(name, faults):
    expect(not faults, f"{name}: is refused, naming {faults}")


def refuse(name, faults, field):
    expect(faults and all(field in names for names in faults), f"{name}: expected {field} to be named, found {faults}")


def accept_but(name, faults, purpose):
    """Faults are told in each of the fields of `purpose`, and nowhere else."""
    found = {name for names in faults for name in names} & purpose
    expect(found == purpose and all(names & purpose for names in faults), f"{name}: {faults} are not {purpose}")


def accept_everywhere(name, document, purpose=frozenset(), dates=frozenset()):
    accept_but(f"{name} (JSON)", json_faults(DOCUMENT, document), purpose)
    accept_but(f"{name} (JSON, dates asserted)", json_faults(DATED, document), purpose | dates)
    in_lines = [fault for line in as_lines(document) for fault in json_faults(LINE, line)]
    accept_but(f"{name} (NDJSON)", in_lines, purpose)
    accept_but(f"{name} (XML)", xml_faults(as_xml(document)), purpose | dates)


def examples():
    for path in sorted((ROOT / "inputs/examples").iterdir()):
        if path.suffix == ".xml":
            accept(path.name, xml_faults(path.read_text()))
            continue
        if path.suffix == ".json":
            document = json.loads(path.read_text())
        else:
            lines = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
            document = dict(lines[0])
            document["accounts"] = [line["account"] for line in lines if "account" in line]
            document["items"] = [line["item"] for line in lines if "item" in line]
        accept_everywhere(path.name, document, dates=DATES_ON_PURPOSE.get(path.name, frozenset()))


def main():
    Draft202012Validator.check_schema(SCHEMA)
    examples()
    for path in sorted((ROOT / "Tests/Cases").glob("*.json")):
        purpose, dates = (known.get(path.name, frozenset()) for known in (FAULTS_ON_PURPOSE, DATES_ON_PURPOSE))
        accept_everywhere(path.name, json.loads(path.read_text())["export"], purpose, dates)
    accept_everywhere("one of everything", FULL)
    for says, path, value, field, is_seen in ROWS:
        document = with_value(path, value)
        refuse(f"{says} (JSON)", json_faults(DOCUMENT, document), field)
        faults = xml_faults(as_xml(document))
        if is_seen:
            refuse(f"{says} (XML)", faults, field)
        else:
            accept(f"{says} (XML, which XSD 1.0 cannot tell)", faults)
    for says, line, field in LINES:
        refuse(f"{says} (NDJSON)", json_faults(LINE, line), field)
    around = as_xml({"format": "tickler-export/1", "accounts": [{"id": "a", "timeZone": "UTC"}]})
    for says, inside, name in INSIDE:
        refuse(f"{says} (XML)", xml_faults(around.replace("</account>", inside + "</account>")), name)
    for says, inside in FREE:
        accept(f"{says} (XML)", xml_faults(around.replace("</account>", inside + "</account>")))
    refuse("another namespace at the root", xml_faults(as_xml(FULL).replace(NAMESPACE, "urn:tickler:export:2")), "export")
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{checks} checks, {len(failures)} failed, {len(ROWS) + len(LINES) + len(INSIDE) + 1} documents to refuse")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
