"""Small inputs whose redacted outputs together show every fact, reason and diagnostic.

redacted_names.json lists the names, each with "" or the reason why no run with --redact can show it.
Tests/RunningTests/RedactedNamesTests.swift compares the list with the types of the program, so that a new fact needs an input here.
"""

import json
import os
import re

NAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "redacted_names.json")
NOW = "2026-10-23T16:00:00Z"


def account(name, *items, zone="Europe/London", **more):
    return {"id": f"qxzq-{name}", "timeZone": zone, "items": list(items), **more}


def task(name, date="2026-10-24", time="10:00", **more):
    return {"kind": "task", "id": f"qxzq-{name}", "title": f"qxzq {more.pop('title', name)}", "date": date, "time": time, **more}


def bill(name, due="2026-10-26", **more):
    return {"kind": "bill", "id": f"qxzq-{name}", "name": f"qxzq {name}", "amount": "10", "currency": "EUR", **({"dueDate": due} if due else {}), **more}


def habit(name, **more):
    return {"kind": "habit", "id": f"qxzq-{name}", "name": f"qxzq {name}", "reminders": ["20:00"], **more}


def policy(app, extends, text=""):
    return f'format = "tickler-policy/1"\napp = "{app}"\nname = "Own"\nextends = "{extends}"\n{text}'


# Switches off all kinds but tasks, so that each task is one candidate.
TASKS = "[kinds]\ndailyReminder = false\nnudge = false\nrecap = false\n"
QUIET = {"quietHours": {"start": "22:00", "end": "07:00"}}
PLACE = {"place": "qxzq park", "latitude": 1, "longitude": 2, "on": "entry"}
MONEY = {"kinds": {"bill": True, "overdue": True, "overspend": True, "digest": True}}
OWN = """
[items.pill.fields]
name = "text"
when = "text"
[kinds.pill]
shape = "series"
item = "pill"
identifier = "pill.{id}"
title = "{{name}}"
%s
"""

# The app, its policy (None: the shipped one), the instant, and the accounts.
EXPORTS = [
    ("focusflow", None, NOW, [
        account("off", task("a"), preferences={"enabled": False}),
        account("denied", task("a"), authorization="denied"),
        account("kind", task("a"), preferences={"kinds": {"task": False}}),
        account("done", task("a", completed=True), task("b", repeat="daily", completedOn=["2026-10-24"]), task("c", date="2026-10-22")),
        account("twins", task("a", title="same"), task("b", title="same")),
        account("delivered", task("a", date="2026-10-23", time="18:00"), delivered=[
            {"id": "focusflow.task.qxzq-a@2026-10-23", "at": "2026-10-23T15:00:00Z"}]),
        account("sessions", *({"kind": "session", "id": f"qxzq-{name}", "startedAt": f"2026-10-23T15:{start}:00Z", "duration": 3600, "state": state}
                              for name, start, state in (("s", 50, "running"), ("t", 55, "running"), ("u", 58, "paused")))),
        account("snoozed", task("snoozed", time="11:00")),
        account("moves", task("a", date="2026-10-26", time="12:00"), zone="America/New_York",
                zoneChanges=[{"at": "2026-10-26T15:00:00Z", "timeZone": "Asia/Tokyo"}]),
        account("end", task("a", date="2026-11-07", time="00:00")),
        account("crowd", *(task(f"t{n}", date="2026-11-01", time=f"{n // 60:02}:{n % 60:02}") for n in range(0, 600, 8))),
    ]),
    ("qgap", policy("qgap", "focusflow", 'gap = "skip"\n'), "2027-03-27T12:00:00Z", [account("a", task("a", date="2027-03-28", time="01:30"))]),
    ("qlater", policy("qlater", "focusflow", 'zoneChange = "atChange"\n'), "2027-03-27T12:00:00Z", [
        account("a", task("a", date="2027-03-28", time="01:30")),
        account("b", task("b", date="2027-03-29", time="12:00"), zone="America/New_York",
                zoneChanges=[{"at": "2027-03-29T15:00:00Z", "timeZone": "Asia/Tokyo"}])]),
    ("qskip", policy("qskip", "focusflow", '[kinds.task]\nshift = "skip"\n'), NOW, [account("a", task("a"), task("b", shift="after"))]),
    ("qlatest", policy("qlatest", "focusflow", 'devices = "latest"\n'), NOW, [
        account("a", task("a"), device="qxzq-old", updatedAt="2026-10-22T00:00:00Z"),
        account("a", device="qxzq-new", updatedAt="2026-10-23T00:00:00Z")]),
    ("qcaps", policy("qcaps", "focusflow", TASKS + "[caps]\nperDay = 3\nperHour = 2\nper = { 2d = 4, 3h = 2 }\n"
                     "[kinds.task]\ncaps = { perDay = 2, perHour = 1, per = { 2d = 3 } }\n"), NOW, [
        account("a", *(task(f"t{n}", time=f"{9 + n // 2:02}:{n % 2 * 20:02}") for n in range(8)),
                *(task(f"u{n}", date="2026-10-23", time=f"{18 + n // 2}:{n % 2 * 20:02}") for n in range(4)),
                delivered=[{"id": "focusflow.task.qxzq-gone", "at": "2026-10-23T15:00:00Z"}])]),
    ("qhour", policy("qhour", "focusflow", TASKS + "[caps]\nperHour = 1\n"), NOW, [
        account("a", *(task(f"t{n}", date="2026-10-23", time=f"18:{n * 20:02}") for n in range(3)))]),
    ("qday", policy("qday", "focusflow", TASKS + "[caps]\nperDay = 1\n"), NOW, [
        account("a", *(task(f"t{n}", time=f"1{n}:00") for n in range(3)))]),
    ("qdrop", policy("qdrop", "focusflow", TASKS + '[caps]\nminimumGap = "15m"\ntooSoon = "drop"\n'), NOW, [
        account("a", task("a"), task("b", time="10:05"))]),
    ("qmove", policy("qmove", "focusflow", TASKS + '[caps]\nminimumGap = "15m"\n'), NOW, [account("a", task("a"), task("b", time="10:05"))]),
    ("qquiet", policy("qquiet", "focusflow", '[quietHours]\naction = "drop"\n'), NOW, [account("a", task("a", time="23:00"), preferences=QUIET)]),
    ("qdigest", policy("qdigest", "focusflow", '[quietHours]\naction = "digest"\n[kinds.quietDigest]\nidentifier = "night.{time}"\n'
                       'title = "{{count}}"\nbody = "{{titles}}"\n'), NOW, [account("a", task("a", time="23:00"), preferences=QUIET)]),
    ("qslots", policy("qslots", "focusflow", "[slots]\nios = 3\nreserved = 1\n"), NOW, [account("a", task("a"), task("b", time="11:00"))]),
    ("moneymap", None, NOW, [
        account("a", bill("income", type="income"), bill("undated", None), bill("auto", autoPay=True), bill("paid", paid=True),
                bill("through", paidThrough="2026-10-26"), bill("late", "2026-10-20"), bill("plain"), bill("billsnoozed"), preferences=MONEY),
        account("b", bill("before"), preferences={**MONEY, "bills": {"dayBefore": False}}),
        account("c", bill("due"), preferences={**MONEY, "bills": {"onDueDate": False}}),
        account("d", bill("night"), preferences={**MONEY, "bills": {"time": "23:00"}, **QUIET}),
        account("e", preferences=MONEY)]),
    ("diary", None, NOW, [
        account("a", {"kind": "entry", "id": "qxzq-e", "flow": "morning", "date": "2026-10-24"}, preferences={
            "morning": {"time": "15:00", "days": ["fri", "sat"], "changedAt": "2026-10-23T15:30:00Z"}, "bedtime": {"time": "20:00"}},
            delivered=[{"id": "diary.morning.1", "at": "2026-10-23T14:00:00Z"}])]),
    ("steps", None, NOW, [
        account("a", {"kind": "stepDay", "id": "qxzq-d", "date": "2026-10-23", "goal": 100, "samples": [
            {"at": "2026-10-23T12:00:00Z", "steps": 60}, {"at": "2026-10-23T13:00:00Z", "steps": 120}]},
            {"kind": "workout", "id": "qxzq-w", "endedAt": "2026-10-20T12:00:00Z"},
            active=[{"from": "2026-10-23T12:59:00Z", "to": "2026-10-23T13:10:00Z"}])]),
    ("ritualist", None, NOW, [
        account("a", habit("archived", archived=True), habit("done", completions=["2026-10-23"]), habit("later", startDate="2026-11-20", location=PLACE),
                habit("place", location=PLACE), delivered=[{"id": "qxzq-place-location-entry", "at": "2026-10-23T12:00:00Z"}])]),
    ("qpills", policy("qpills", "focusflow", OWN % 'at = "{when}"').replace('when = "text"', 'when = "instant"'), NOW, [
        account("a", {"kind": "pill", "id": "qxzq-p", "name": "qxzq p"}, {"kind": "pill", "id": "qxzq-q", "name": "qxzq q", "when": "2026-10-24T10:00:00Z"})]),
    ("qtwins", policy("qtwins", "focusflow", OWN % 'at = "{when}"').replace('when = "text"', 'when = "instant"')
     + '[kinds.task]\nidentifier = { default = "pill.{id}.x", customDays = "pill.{id}.{weekday}" }\n', NOW, [
        account("a", *({"kind": "pill", "id": f"qxzq-{n}", "name": "qxzq p", "when": "2026-10-24T10:00:00Z"} for n in "pq"),
                {"kind": "pill", "id": "qxzq-a.x", "name": "qxzq r", "when": "2026-10-24T10:30:00Z"}, task("a", time="11:30"))]),
    ("qbundle", policy("qbundle", "focusflow", OWN % 'bundle = "1h"\ntitleBundled = "{{count}}"\nbodyBundled = "{{titles}}"'), NOW, [
        account("a", *({"kind": "pill", "id": f"qxzq-{n}", "name": f"qxzq {n}", "date": "2026-10-24", "time": f"10:0{n}",
                        **({"notBefore": "2026-10-24T12:00:00Z"} if n == 3 else {})} for n in range(4)))]),
    ("qwhere", policy("qwhere", "focusflow", OWN % 'where = ["when = x"]\ntimes = { count = 1, per = "week" }\nslots = 1'), NOW, [
        account("a", {"kind": "pill", "id": "qxzq-p", "name": "qxzq p", "when": "qxzq"},
                {"kind": "pill", "id": "qxzq-q", "name": "qxzq q", "when": "x", "completions": ["2026-10-22"]})]),
    ("qcount", policy("qcount", "focusflow", OWN % "" + '[kinds.pills]\nshape = "digest"\nitem = "pill"\nidentifier = "pills"\n'
                      'title = "{{count}}"\ntime = "18:00"\nahead = 1\n'), NOW, [account("a")]),
]


# The user's changes since the exports, for --changes.
CHANGES = [
    {"app": app, "account": f"qxzq-{account}", "kind": kind, "id": f"qxzq-{item}", "at": "2026-10-23T15:55:00Z", "snoozedUntil": until}
    for app, account, kind, item, until in (
        ("focusflow", "snoozed", "task", "snoozed", "2026-10-24T18:00:00Z"), ("moneymap", "a", "bill", "billsnoozed", "2026-10-26T18:00:00Z"))]


def export(*accounts, items=(), **more):
    return json.dumps({"format": "tickler-export/1", "app": "focusflow", "exportedAt": "2026-10-23T15:00:00Z", "accounts": accounts, "items": items, **more})


FINE = export(account("a", task("a")))
SPACE = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:qxzq\nSUMMARY:qxzq\nDTSTART:20261024T090000Z\nRRULE:FREQ=SECONDLY\nEND:VEVENT\n"
XML = '<?xml version="1.0"?>\n<export xmlns="urn:tickler:export:1" format="tickler-export/1" app="focusflow"><account id="qxzq" timeZone="UTC" qxzq="qxzq"/></export>'

# Files by name, and a command with its options. Files that begin with qxzq are its inputs; {} is the folder.
FAULTS = [
    ({"qxzq.json": '{"qxzq" "qxzq"}'}, ["plan"]),
    ({"qxzq.json": FINE.encode().replace(b"10:00", b"\xff")}, ["plan"]),
    ({"qxzq.json": FINE[:-1] + ', "qxzq": ' + "[" * 2000}, ["plan"]),
    ({"qxzq.json": export(format="qxzq/1")}, ["plan"]),
    ({"qxzq-folder/qxzq.json": FINE, "qxzq-folder/qxzq-pipe.json": None}, ["plan"]),
    ({"qxzq.json": export(
        account("b", {"kind": "task", "id": "qxzq"}, task("t", title="t", repeat="qxzq"), task("w", completed="qxzq"), task("f", qxzq="qxzq"),
                {"kind": "qxzq", "id": "qxzq"}, task("d"), task("d"), bill("l"), preferences={"dailyReminder": {"time": "qxzq"}}),
        account("c", zone="Qxzq/Qxzq"), account("d", app="qxzq"), account("e", updatedAt="2026-10-23T15:00:00.5Z"),
        items=[{"account": "qxzq-gone", **task("x")}])}, ["plan"]),
    ({"qxzq.json": FINE, "own.toml": policy("own", "focusflow", "days = 'none'\n")}, ["plan", "--policy", "{}/own.toml"]),
    ({"qxzq.json": FINE, "own.toml": 'format = "tickler-messages/1"\napp = "focusflow"\n[en.task]\nbody = "x"\n'}, ["plan", "--policy", "{}/own.toml"]),
    ({"qxzq.json": FINE, "own/report/index.mustache": "{{#other}}"}, ["plan", "--templates", "{}/own"]),
    ({"qxzq.json": export(account("a", task("a")), exportedAt="2027-10-23T15:00:00Z")}, ["plan"]),
    ({"qxzq.json": export()}, ["plan"]),
    ({"qxzq.ics": SPACE}, ["plan", "--time-zone", "Europe/Berlin"]),
    ({"qxzq.ics": SPACE + "END:VCALENDAR\nqxzq\n"}, ["plan", "--time-zone", "Europe/Berlin"]),
    ({"qxzq.xml": XML}, ["check", "--format", "json"]),
]


def label(name, labels):
    """The fact that shows as `name`: the one that fits with the most words."""
    fits = [label for label in labels if re.fullmatch(".*".join(map(re.escape, label.split("{}"))), name, re.S)]
    return max(fits, key=lambda label: len(label.replace("{}", "")))


class Reached:
    """The names that redacted outputs have shown so far."""

    def __init__(self):
        with open(NAMES, encoding="utf-8") as file:
            self.names = json.load(file)
        self.shown = {sort: set() for sort in self.names}

    def plan(self, files):
        for line in files.get("accounts.ndjson", b"").splitlines()[1:]:
            account = json.loads(line)
            self.shown["facts"] |= {fact["name"] for facts in account.get("facts", []) for fact in facts["compared"]}
            self.shown["diagnostics"] |= {diagnostic["code"] for diagnostic in account.get("diagnostics", [])}
        for line in files.get("plan.ndjson", b"").splitlines()[1:]:
            self.shown["reasons"] |= {json.loads(line).get("reason")} - {None}

    def explanation(self, text):
        """Reads the explanation of an account: one document for each device."""
        rest = text.decode()
        while rest.strip():
            document, end = json.JSONDecoder().raw_decode(rest.lstrip())
            rest = rest.lstrip()[end:]
            for candidate in document["candidates"]:
                for check in candidate["checks"]:
                    self.shown["facts"] |= {label(fact["name"], self.names["facts"]) for fact in check["compared"]}

    def log(self, text):
        """Reads a log, or the findings of check, as JSON."""
        self.shown["diagnostics"] |= {code.decode() for code in re.findall(rb'"code": ?"(\w+)"', text)}

    def faults(self):
        """Yields each name that no output shows, each excused one that an output shows, and each that the list lacks."""
        for sort, names in self.names.items():
            for name, excuse in names.items():
                if not excuse and name not in self.shown[sort]:
                    yield f"no redacted output shows {name!r} of {sort}"
                if excuse and name in self.shown[sort]:
                    yield f"a redacted output shows {name!r} of {sort}, which {os.path.basename(NAMES)} excuses: {excuse}"
            for name in self.shown[sort] - set(names):
                yield f"{os.path.basename(NAMES)} lacks {name!r} of {sort}"
