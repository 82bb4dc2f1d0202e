#!/usr/bin/env python3
"""Random exports in which every id, title, place, note and address has a marker, planned and told of with --redact.

    redaction.py --binary tickler --zoneinfo DIR --older DIR --templates DIR [--seed 1] [--documents 40] [--keep DIR]

Exports come as JSON, NDJSON and XML, whole and broken in many ways. For each of them

- no marker stands in any output, in a file's name, on standard output or on standard error, whatever the command
- two runs with one key are the same bytes, also with other --jobs; two keys have no pseudonym in common
- pseudonyms are the HMAC-SHA256 of the id, made with Python's hmac
- the plan is the one without --redact, line by line, ids and texts aside; so are the statuses and the places of diagnostics
- report and diff of a plan that is redacted later are those of one that was redacted at once
- verify finds nothing in it; a part that is merged is the plan of one run; an archive has and tells no marker, whatever is asked of it
- where an input breaks, --keep-going keeps the plans that it keeps without --redact
- the inputs of redaction_names.py show every fact, reason and diagnostic
- no marker is in messages about run files, usage, changes and missing inputs, also before the key is read

Files of every tool that is imported, tables by a mapping, and zip archives of such files have markers in their names and texts too, whole and
broken. No marker stands in what any command writes or prints of them, and statuses and places are those without --redact.

The exit status is 1 where anything differs.
"""

import argparse
import difflib
import io
import hashlib
import hmac
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from xml.sax.saxutils import quoteattr

import redaction_names as names

NOW, LATER = "2026-10-23T16:00:00Z", "2026-10-24T16:00:00Z"
APPS = ["focusflow", "ritualist", "diary", "steps", "moneymap"]
ZONES = ["Europe/London", "America/New_York", "Asia/Tokyo", "Pacific/Auckland"]
MARK = re.compile(rb"(?i)qxzq|771{3}\d{6}")
# Fields of a plan line that an id or a text stands in.
HIDDEN = {"account", "device", "item", "notification", "uid", "event", "request", "destination", "url", "title", "body"}
KEYS = [b"0123456789abcdef0123456789abcdef", b"another key, of as many bytes as it takes"]


class Wrong(Exception):
    pass


def expect(condition, *words):
    if not condition:
        raise Wrong(" ".join(str(word) for word in words))


class Exports:
    """Makes exports full of markers."""

    def __init__(self, random):
        self.random, self.count = random, 0

    def mark(self, word=""):
        self.count += 1
        shape = self.random.choice(["{0}-{1}", "{1}", "{0} {1}@2026-10-25", "{1}, started at {0}", '{0} "{1}"', "{0}/{1}.a due {0}"])
        return shape.format(word or "x", f"qxzq{self.count:05d}")

    def number(self):
        return int(f"77111{self.random.randrange(10**6):06d}")

    def export(self, app):
        made = {"format": "tickler-export/1", "app": app, "exportedAt": "2026-10-23T15:00:00Z"}
        made["accounts"] = [self.account(app) for _ in range(self.random.randint(1, 4))]
        owners = [account["id"] for account in made["accounts"]]
        made["items"] = [dict(item, account=self.random.choice(owners)) for item in self.items(app)]
        return made

    def account(self, app):
        choice = self.random.choice
        items = [item for _ in range(2) for item in self.items(app)]
        made = {
            "id": self.mark("ana"), "timeZone": choice(ZONES), "platform": choice(["ios", "android", "other"]),
            "personality": {"trait": self.mark("calm"), "analyzedAt": "2026-10-20T00:00:00Z"}, "items": items,
            "preferences": {"kinds": {"bill": True, "overdue": True, "overspend": True, "digest": True},
                            "morning": {"time": "07:00", "days": ["sat", "sun", "mon", "fri"],
                                        "changedAt": "2026-10-23T15:30:00Z"}},
        }
        if app != "moneymap":
            del made["preferences"]["kinds"]
        if choice([0, 1]):
            made["zoneChanges"] = [{"at": "2026-10-26T09:00:00Z", "timeZone": choice(ZONES)}]
        if choice([0, 1]):
            made["locale"] = choice(["de", "en-GB", "x-qxzq00"])
        names = [f"focusflow.task.{item['id']}" for item in items if item["kind"] == "task"]
        names += [f"bill.{item['id']}.2026-10-25.due" for item in items if item["kind"] == "bill"]
        names += ["diary.morning.1", self.mark("request")]
        made["delivered"] = [{"id": name + choice(["", "@2026-10-23"]), "at": "2026-10-23T13:00:00Z", "shown": True}
                             for name in names if choice([0, 1])]
        made["pending"] = [{"id": name + "@2026-10-24", "at": "2026-10-24T08:00:00Z", "title": self.mark("title"),
                            "body": self.mark("body"), "notification": name} for name in names if choice([0, 1])]
        return made

    def items(self, app):
        choice, mark = self.random.choice, self.mark
        title = mark("Pay the rent")
        day = choice(["2026-10-23", "2026-10-24", "2026-10-25"])
        return {
            "focusflow": [
                {"kind": "task", "id": mark("t"), "title": title, "date": day, "time": "10:00",
                 "repeat": choice(["none", "daily", "weekly"])},
                # The same again: a duplicate.
                {"kind": "task", "id": mark("t"), "title": title, "date": day, "time": "10:00"},
                {"kind": "session", "id": mark("s"), "startedAt": f"2026-10-23T15:{self.random.randint(10, 59)}:00Z",
                 "duration": 3600, "state": "running"},
                {"kind": "focusDay", "id": mark("f"), "date": "2026-10-22", "sessions": 2, "minutes": 50}],
            "ritualist": [
                {"kind": "habit", "id": mark("h"), "name": mark("Run"), "category": mark("health"),
                 "reminders": ["10:00", "22:30"], "streak": 7, "completions": ["2026-10-23"],
                 "location": {"place": mark("Park"), "latitude": f"12.{self.number()}", "longitude": 13.5, "radius": 100,
                              "on": "entry"}},
                {"kind": "insight", "id": mark("i"), "at": "2026-10-23T17:00:00Z"}],
            "diary": [{"kind": "entry", "id": mark("e"), "flow": choice(["morning", "bedtime"]), "date": day}],
            "steps": [
                {"kind": "stepDay", "id": mark("d"), "date": "2026-10-23", "goal": 100,
                 "samples": [{"at": "2026-10-23T12:00:00Z", "steps": 60}, {"at": "2026-10-23T13:00:00Z", "steps": 120}]},
                {"kind": "workout", "id": mark("w"), "type": mark("run"), "endedAt": "2026-10-23T17:00:00Z",
                 "duration": 60}],
            "moneymap": [
                {"kind": "bill", "id": mark("b"), "name": mark("Rent"), "amount": str(self.number()), "currency": "EUR",
                 "dueDate": day, "repeat": choice(["none", "monthly"]), "autoPay": choice([True, False])},
                {"kind": "budget", "id": mark("g"), "name": mark("Food"), "spent": str(self.number()), "limit": "1",
                 "currency": "EUR", "period": mark("2026-10"), "updatedAt": "2026-10-23T15:00:00Z"}],
        }[app]

    def break_record(self, value):
        """Puts a marker where a record has something else, or where nothing should be."""
        places = []

        def visit(value):
            if isinstance(value, dict):
                places.extend((value, key) for key in value)
                for inner in value.values():
                    visit(inner)
            elif isinstance(value, list):
                places.extend((value, index) for index in range(len(value)))
                for inner in value:
                    visit(inner)
        visit(value)
        holder, key = self.random.choice([place for place in places if place[1] not in ("format",)])
        what = self.random.randrange(6)
        if what == 0 and isinstance(holder, dict):
            holder[self.mark("field").replace(" ", "_").replace('"', "").replace("/", "").replace("@", "").replace(",", "")] = self.mark()
        elif what == 1:
            holder[key] = self.number()
        elif what == 2:
            holder[key] = [self.mark()]
        elif what == 3:
            holder[key] = {"qxzq": self.mark()}
        elif what == 4 and isinstance(holder, dict):
            del holder[key]
        else:
            holder[key] = self.mark()


def ndjson(export):
    head = {key: value for key, value in export.items() if key not in ("accounts", "items")}
    lines = [head]
    for name in ("account", "item"):
        values = export.get(name + "s", [])
        lines += [{name: value} for value in (values if isinstance(values, list) else [values])]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


SINGULAR = {"accounts": "account", "items": "item", "zoneChanges": "zoneChange", "samples": "sample"}


def xml(export):
    def scalar(value):
        return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)

    def element(name, value):
        attributes, children = "", ""
        for key, inner in value.items():
            if isinstance(inner, dict):
                children += element(key, inner)
            elif isinstance(inner, list) and any(isinstance(member, dict) for member in inner):
                children += "".join(element(SINGULAR.get(key, key), member) for member in inner if isinstance(member, dict))
            elif isinstance(inner, list):
                attributes += f" {key}={quoteattr(' '.join(scalar(member) for member in inner))}"
            else:
                attributes += f" {key}={quoteattr(scalar(inner))}"
        return f"<{name}{attributes}>{children}</{name}>\n"
    document = element("export", export)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + document.replace("<export", '<export xmlns="urn:tickler:export:1"', 1)


def broken(random, data):
    """The bytes with a fault somewhere."""
    data = bytearray(data)
    place = random.randrange(len(data))
    what = random.randrange(5)
    if what == 0:
        del data[place:]
    elif what == 1:
        data[place] = random.randrange(256)
    elif what == 2:
        del data[place:place + random.randint(1, 40)]
    elif what == 3:
        data[place:place] = data[place:place + random.randint(1, 200)]
    else:
        data[place:place] = random.choice([b"\x00", b"\xff", b"&qxzq;", b"<!DOCTYPE qxzq>", b'"qxzq":', b"}", b"<qxzq>", b"\\qxzq"])
    return bytes(data)


class Foreign:
    """Makes files of other tools, full of markers."""

    MAPPING = ('format = "tickler-mapping/1"\ninput = "%s"\nkind = "task"\n[fields]\nid = "id"\ntitle = "title"\n'
               'date = "date"\ntime = "time"\nrepeat = "repeat"\n')

    def __init__(self, random):
        self.random, self.count = random, 0

    def mark(self):
        self.count += 1
        return self.random.choice(["qxzq{0}", "ana qxzq{0}", "qxzq{0}/a.b", 'qxzq{0} "x"']).format(self.count).replace('"', "'")

    def or_mark(self, value):
        """Nearly always the value; now and then a marker."""
        return self.mark() if self.random.random() < 0.08 else value

    def day(self, form="2026-10-{:02}"):
        return self.or_mark(form.format(self.random.randint(20, 30)))

    def icalendar(self):
        r, mark = self.random, self.mark
        lines = []
        for _ in range(r.randint(1, 4)):
            kind = self.or_mark(r.choice(["VEVENT", "VTODO"]))
            zone = r.choice(["", "", ";TZID=Europe/Berlin", f";TZID={mark()}"])
            lines += [f"BEGIN:{kind}", f"UID:{mark()}", f"SUMMARY:{mark()}", f"DTSTART{zone}:{self.day('202610{:02}')}T090000", f"X-{mark()}:{mark()}"]
            lines += r.choice([[], ["RRULE:" + self.or_mark("FREQ=DAILY")], [f"RRULE:FREQ={mark()}"], [f"STATUS:{mark()}"]])
            lines += ["BEGIN:VALARM", f"ACTION:{self.or_mark('DISPLAY')}", f"TRIGGER:{self.or_mark('-PT5M')}", "END:VALARM", f"END:{kind}"]
        if r.random() < 0.2:
            lines.insert(r.randrange(len(lines)), f"{r.choice(['BEGIN', 'END'])}:X-{mark()}")
        return "\r\n".join(["BEGIN:VCALENDAR", *lines, self.or_mark("END:VCALENDAR"), ""])

    def vcard(self):
        r, mark = self.random, self.mark
        lines = []
        for _ in range(r.randint(1, 4)):
            lines += ["BEGIN:VCARD", f"VERSION:{self.or_mark('4.0')}", f"FN:{mark()}", f"BDAY:{self.day('199010{:02}')}",
                      f"item1.X-ABDATE:{self.day()}", f"item1.X-ABLABEL:{self.or_mark('Anniversary')}", f"{mark()}.ANNIVERSARY:--{self.or_mark('1028')}",
                      self.or_mark("END:VCARD")]
            lines += r.choice([[], [f"UID:{mark()}"], [f"BEGIN:{mark()}"]]) if r.random() < 0.2 else []
        return "\r\n".join([*lines, ""])

    def gnucash(self):
        r = self.random
        schedules = "".join(
            f"<gnc:schedxaction><sx:id>{self.mark()}</sx:id><sx:name>{self.mark()}</sx:name><sx:enabled>y</sx:enabled><sx:advanceRemindDays>{self.or_mark('2')}"
            f"</sx:advanceRemindDays><sx:templ-acct>t</sx:templ-acct><sx:schedule>" + "".join(
                f"<gnc:recurrence><recurrence:mult>{self.or_mark('1')}</recurrence:mult><recurrence:period_type>{self.or_mark('week')}</recurrence:period_type>"
                f"<recurrence:start><gdate>{self.day()}</gdate></recurrence:start><recurrence:weekend_adj>{self.or_mark('back')}</recurrence:weekend_adj>"
                f"</gnc:recurrence>" for _ in range(r.randint(1, 2))) + "</sx:schedule></gnc:schedxaction>" for _ in range(r.randint(1, 3)))
        return f"<gnc-v2><gnc:book>{schedules}</gnc:book></{self.or_mark('gnc-v2')}>"

    def homebank(self):
        attributes = lambda: " ".join(f'{name}="{self.or_mark(value)}"' for name, value in dict(
            flags="4", amount="-12.5", account="1", nextdate="739914", every="1", unit="2", weekend="1").items())
        return "<homebank>" + "".join(
            f'<fav key="{self.mark()}" wording="{self.mark()}" {attributes()}/>' for _ in range(self.random.randint(1, 4))) + "</homebank>"

    def health(self):
        time = lambda hour: f"{self.day()} {hour}:00:00 +0000"
        return "<HealthData>" + "".join(
            f'<Record type="HKQuantityTypeIdentifierStepCount" sourceName="{self.mark()}" startDate="{time(10)}" endDate="{time(11)}" value="{self.or_mark("99")}"/>'
            f'<Workout workoutActivityType="{self.mark()}" endDate="{time(12)}" duration="{self.or_mark("5")}"/>'
            for _ in range(self.random.randint(1, 4))) + "</HealthData>"

    def taskwarrior(self):
        return json.dumps([{"uuid": self.mark(), "status": self.or_mark(self.random.choice(["pending", "recurring"])), "entry": "x",
                            "description": self.mark(), "due": self.day("202610{:02}T160000Z"), "recur": self.or_mark("daily"),
                            self.mark(): self.mark()} for _ in range(self.random.randint(1, 4))])

    def tasks_org(self):
        return json.dumps({"version": 1, "data": {"tasks": [
            {"task": {"remoteId": self.mark(), "title": self.mark(), "dueDate": self.or_mark(1792833600001), "recurrence": self.or_mark("FREQ=DAILY")},
             "alarms": [{"type": self.or_mark(2), "time": self.or_mark(-60000)}]} for _ in range(self.random.randint(1, 4))]}})

    def habitica(self):
        return json.dumps({"preferences": {"dayStart": self.or_mark(0)}, "tasks": {"habits": [], "rewards": [], "todos": [
            {"_id": self.mark(), "text": self.mark(), "date": self.day("2026-10-{:02}T23:00:00.000Z")}], "dailys": [
            {"_id": self.mark(), "text": self.mark(), "frequency": self.or_mark("weekly"), "everyX": self.or_mark(1),
             "startDate": self.day("2026-10-{:02}T23:00:00.000Z"), "reminders": [{"id": self.mark(), "time": self.day("2026-10-{:02}T18:30:00.000Z")}]}
            for _ in range(self.random.randint(1, 3))]}})

    def day_one(self):
        return json.dumps({"metadata": {}, "entries": [
            {"uuid": self.mark(), "creationDate": self.day("2026-10-{:02}T08:00:00Z"), "timeZone": self.or_mark("Europe/Berlin"), "text": self.mark()}
            for _ in range(self.random.randint(1, 4))]})

    def super_productivity(self):
        return json.dumps({"data": {"project": {}, "globalConfig": {}, "task": {"entities": {
            f"t{k}": {"id": self.mark(), "title": self.mark(), "dueDay": self.day(), "timeSpentOnDay": {self.day(): self.or_mark(1000)}} for k in range(3)}},
            "taskRepeatCfg": {"entities": {"r": {"id": self.mark(), "title": self.mark(), "repeatCycle": self.or_mark("DAILY"), "startDate": self.day()}}},
            "simpleCounter": {"entities": {"c": {"id": self.mark(), "title": self.mark(), "countOnDay": {self.day(): self.or_mark(1)}}}}}})

    def csv(self):
        head = ["id", "title", self.or_mark("date"), "time", "repeat", self.mark()]
        rows = [[self.mark(), self.mark(), self.day(), self.or_mark("10:00"), self.or_mark("daily"), self.mark()] for _ in range(self.random.randint(1, 4))]
        return "\n".join(",".join(row) for row in [head, *rows]) + "\n"

    def mapped_json(self):
        return json.dumps([{"id": self.mark(), "title": self.mark(), "date": self.day(), "time": self.or_mark("10:00"), "repeat": self.or_mark("daily")}
                           for _ in range(self.random.randint(1, 4))])

    FORMATS = ["icalendar", "vcard", "gnucash", "homebank", "health", "taskwarrior", "tasks_org", "habitica", "day_one", "super_productivity", "csv", "mapped_json"]

    def file(self, form, is_broken):
        data = getattr(self, form)().encode()
        return broken(self.random, data) if is_broken else data

    def archive(self, forms, is_broken):
        """A zip archive of files, some of which nothing reads, with a fault in every other one."""
        r, memory = self.random, io.BytesIO()
        with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as file:
            for form in forms:
                file.writestr(f"{self.mark()}.{r.choice(['ics', 'json', 'xml'])}", self.file(form, is_broken and r.random() < 0.5))
            file.writestr(f"qxzq/{self.mark()}.txt", self.mark())
            what = r.randrange(8) if is_broken else 8
            if what == 0:
                file.filelist[-1].flag_bits |= 1
            elif what == 1:
                file.writestr(f"{self.mark()}.xml", "x" * 999, zipfile.ZIP_BZIP2)
            elif what == 2:
                file.filelist[-1].header_offset = file.filelist[0].header_offset
            elif what == 3:
                file.filelist[-1].header_offset += 5
        return broken(r, memory.getvalue()) if what == 4 else memory.getvalue()


class Check:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.binary = os.path.abspath(options.binary)
        self.shared = ["--zoneinfo", os.path.abspath(options.zoneinfo), "--templates", os.path.abspath(options.templates)]
        self.older = os.path.join(folder, "older")
        shutil.copytree(options.zoneinfo, self.older)
        shutil.copytree(options.older, self.older, dirs_exist_ok=True)
        for number, key in enumerate(KEYS):
            with open(os.path.join(folder, f"key{number}"), "wb") as file:
                file.write(key)
        self.commands = 0
        self.reached = names.Reached()

    def write(self, name, data):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if data is None:
            os.mkfifo(path)
            return
        with open(path, "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())

    def run(self, *arguments, stdin=None, hidden=True):
        self.commands += 1
        done = subprocess.run([self.binary, *arguments], capture_output=True, cwd=self.folder, input=stdin)
        words = " ".join(arguments)
        expect(0 <= done.returncode <= 76, words, "ends with", done.returncode)
        if hidden:
            self.hides(done.stdout, "standard output of", words)
            self.hides(done.stderr, "standard error of", words)
        return done

    def hides(self, data, *words):
        found = MARK.search(data)
        expect(not found, *words, "has a marker:", found and data[max(0, found.start() - 200):found.end() + 100])

    def files(self, name):
        found = {}
        for folder, _, files in os.walk(os.path.join(self.folder, name)):
            for file in files:
                path = os.path.join(folder, file)
                with open(path, "rb") as data:
                    found[os.path.relpath(path, os.path.join(self.folder, name))] = data.read()
        return found

    def plan(self, out, *more, now=NOW, key=None, jobs=1, previous=None):
        redact = [] if key is None else ["--redact", f"key{key}"]
        redact += ["--previous", previous] if previous else []
        return self.run("plan", *more, "--now", now, "--out", out, "--jobs", str(jobs), "--ics-accounts", "--verbose", *redact,
                        *self.shared, hidden=key is not None)

    def exports_of_names(self):
        """The exports that show every fact and reason."""
        self.write("changes.ndjson", "".join(json.dumps({"change": change}) + "\n" for change in names.CHANGES))
        redact = ["--redact", "key0", *self.shared]
        for app, policy, now, accounts in names.EXPORTS:
            self.write("names.json", names.export(*accounts, app=app))
            arguments = ["names.json", "--now", now, "--changes", "changes.ndjson"]
            if policy:
                self.write("policy.toml", policy)
                arguments += ["--policy", "policy.toml"]
            shutil.rmtree(os.path.join(self.folder, "out-names"), ignore_errors=True)
            made = self.run("plan", *arguments, "--out", "out-names", *redact)
            expect(made.returncode == 0, app, "ends with", made.returncode, made.stderr[-500:])
            self.hides_files("out-names")
            self.reached.plan(self.files("out-names"))
            for account in sorted({account["id"] for account in accounts}):
                self.reached.explanation(self.run("explain", *arguments, f"--account={account}", "--format", "json", *redact).stdout)

    def faults_of_names(self):
        """The inputs that show every diagnostic."""
        for number, (files, (command, *more)) in enumerate(names.FAULTS):
            folder = f"faults-{number}"
            for name, data in files.items():
                self.write(f"{folder}/{name}", data)
            inputs = sorted({f"{folder}/{name.split('/')[0]}" for name in files if name.startswith("qxzq")})
            out = ["--out", "out-faults", "--log-format", "json"] if command == "plan" else []
            done = self.run(command, *inputs, "--now", NOW, "--redact", "key0", *out, *self.shared, *(word.format(folder) for word in more))
            self.reached.log(done.stdout + done.stderr)
            if command == "plan" and done.returncode < 64:
                self.hides_files("out-faults")

    def names_of_inputs(self):
        """Messages about inputs that are missing, superseded or misused, also before the key is read."""
        export = names.export(names.account("a", names.task("t")))
        self.write("qxzq-a.json", export)
        self.write("qxzq-b.json", export.replace("15:00:00Z", "15:30:00Z"))
        self.write("qxzq-c.json", names.export(names.account("c", names.task("t"))))
        self.write("qxzq-broken.json", export.replace('"date"', '"date": "qxzq", "date"').replace("10:00", "qxzq")[:-9] + "qxzq")
        self.write("qxzq-changes.ndjson", "qxzq\n")
        os.makedirs(os.path.join(self.folder, "qxzq-folder"))
        os.symlink("qxzq-loop", os.path.join(self.folder, "qxzq-loop"))
        now, redact = ["--now", NOW, *self.shared], ["--redact", "key0"]
        both = ["qxzq-a.json", "qxzq-b.json"]

        def ends(status, *arguments):
            done = self.run(*arguments)
            expect(done.returncode == status, *arguments, "ends with", done.returncode, done.stderr[-500:])
            return done

        self.run("plan", both[0], "qxzq-c.json", "--out", "out-both", *now, hidden=False)
        ends(0, "plan", *both, "--out", "out-superseded", *redact, *now)
        self.hides_files("out-superseded")
        with open(os.path.join(self.folder, "out-superseded/summary.json"), "rb") as file:
            superseded = json.load(file)["superseded"]["listed"]
        pseudonyms = [self.pseudonym("account", "qxzq-a"), f"task {self.pseudonym('item', 'qxzq-t')}"]
        expect([record["account"] for record in superseded] == pseudonyms[:1] * 2, "superseded accounts are", superseded)
        expect([record.get("item") for record in superseded] == [None, pseudonyms[1]], "superseded items are", superseded)
        missing = ends(0, "plan", both[0], "--out", "out-one-less", "--previous", "out-both", "--log-format", "json", *redact, *now)
        self.reached.log(missing.stderr)
        self.hides_files("out-one-less")
        ends(76, "plan", both[0], "--out", "out-none", "--previous", "out-both", "--max-gone", "0", *redact, *now)

        for changes, status in (("qxzq-changes.ndjson", 65), ("qxzq-folder", 66)):
            ends(status, "plan", both[0], "--changes", changes, "--out", "out-none", *redact, *now)
            ends(status, "list", both[0], "--changes", changes, *redact, *now)
        self.write("qxzq-good.ndjson", json.dumps({"change": {**names.CHANGES[0], "account": "qxzq-gone"}}) + "\n")
        ends(0, "plan", both[0], "--changes", "qxzq-good.ndjson", "--out", "out-changed", *redact, *now)
        self.hides_files("out-changed")
        for path in ("qxzq-missing.json", "qxzq-loop", "qxzq-folder"):
            ends(66, "plan", path, "--out", "out-none", *redact, *now)
            ends(66, "plan", path, "--out", "out-none", "--watch", *redact, *now) if path == "qxzq-loop" else None

        head = 'format = "tickler-run/1"\nout = "out-none"\n'
        for text, status in (
                ('redact = "key0"\ninputs = "qxzq-a.json"\n', 65), ('redact = 5\ninputs = "qxzq-a.json"\n', 65),
                ('redact = "key0"\ninputs = ["qxzq-missing.json"]\n', 66), ('redact = "key0"\ninputs = ["qxzq-broken.json"]\n', 65),
                ('redact = "qxzq-a.jsn"\ninputs = ["qxzq-a.json"]\n', 66)):
            self.write("run.toml", head + text)
            done = self.run("run", "run.toml", *now, hidden="jsn" not in text)
            expect(done.returncode == status, text, "ends with", done.returncode, done.stderr[-500:])
            expect(b"a.json" not in done.stderr, text, "says", done.stderr[-500:])
        self.write("run.toml", head + 'inputs = "qxzq-a.json"\n')
        ends(65, "run", "run.toml", *redact, *now)
        ends(66, "plan", both[0], "--redact", "key", *now)
        for arguments in (["plan", both[0], "--days", both[0]], ["plan", both[0], f"--days={both[0]}"], ["report", "out-both", both[0]],
                          ["explain", both[0], "--on", both[0], "--account", "qxzq"], [both[0]]):
            ends(64, *arguments, *redact)

    def document(self, inputs, number):
        for name in os.listdir(self.folder):
            if name.startswith("out-"):
                shutil.rmtree(os.path.join(self.folder, name))
        plain = self.plan("out-plain", *inputs)
        first = self.plan("out-first", *inputs, key=0)
        expect(first.returncode == plain.returncode, "status", first.returncode, "and", plain.returncode, "without --redact")
        self.places(plain.stderr, first.stderr)
        check = self.run("check", *inputs, *self.shared, hidden=False)
        told = self.run("check", *inputs, "--redact", "key0", *self.shared)
        expect(check.returncode == told.returncode, "check ends with", told.returncode, "and", check.returncode)
        self.places(check.stdout, told.stdout)
        self.run("zones", *inputs, "--now", NOW, "--redact", "key0", *self.shared)
        if plain.returncode >= 64:
            return
        files = self.files("out-first")
        for name, data in files.items():
            self.hides(name.encode(), "the name of", name)
            self.hides(data, name)
        expect("actions.ndjson" not in files, "there is an actions.ndjson")
        self.plan("out-again", *inputs, key=0, jobs=2)
        expect(self.files("out-again") == files, "another run with the same key has other bytes")
        self.plan("out-other", *inputs, key=1)
        self.compare(files)
        self.commands_of(inputs, number)
        self.verify()
        self.archive(inputs, number)
        self.merge(number)
        self.keep_going(inputs)

    def foreign(self, inputs):
        """The commands that take files of other tools."""
        for name in os.listdir(self.folder):
            if name.startswith("out-"):
                shutil.rmtree(os.path.join(self.folder, name))
        redact, zone = ["--redact", "key0"], ["--time-zone", "Europe/Berlin"]
        inputs = [*inputs, *zone]
        plain, first = self.plan("out-plain", *inputs), self.plan("out-first", *inputs, key=0)
        expect(first.returncode == plain.returncode, "status", first.returncode, "and", plain.returncode, "without --redact")
        self.places(plain.stderr, first.stderr)
        check, told = (self.run("check", *inputs, *more, *self.shared, hidden=bool(more)) for more in ([], redact))
        expect(check.returncode == told.returncode, "check ends with", told.returncode, "and", check.returncode)
        self.places(check.stdout, told.stdout)
        now = ["--now", NOW, *redact, *self.shared]
        for command in (["list"], ["next", "--format", "json"], ["explain", "--account", "me"], ["explain", "--account", "me", "--format", "json"],
                        ["zones"], ["drift", "--against", self.older], ["simulate", "--days", "3", "--for-days", "5"]):
            self.run(command[0], *inputs, *command[1:], *now)
        self.run("plan", *inputs, *now, "--archive", "out-archive", "--log-format", "json", "--heartbeat", "--metrics", "metrics.prom", "--verbose")
        if plain.returncode >= 64:
            return
        self.hides_files("out-first")
        self.hides_files("out-archive")
        one, two = (self.lines(f"out-{of}/plan.ndjson")[0]["inputs"] for of in ("plain", "first"))
        expect(len(one) == len(two), "another number of inputs")
        for one, two in zip(one, two):
            expect(two["file"].split(".")[0] == self.pseudonym("file", one["file"]), "the input", one["file"], "is", two["file"])
        expect(self.run("verify", "out-first", *self.shared[:2]).returncode == 0, "verify finds something")
        self.run("report", "out-plain", "--ics-accounts", *redact, *self.shared)
        with open(os.path.join(self.folder, "out-plain/index.html"), "rb") as file:
            self.hides(file.read(), "the page of report --redact")

    def pseudonym(self, sort, text):
        return hmac.new(KEYS[0], f"{sort}\0{text}".encode(), hashlib.sha256).hexdigest()[:16]

    def hides_files(self, folder):
        for name, data in self.files(folder).items():
            self.hides(name.encode(), "the name of", name)
            self.hides(data, folder, name)

    def verify(self):
        zones = self.shared[:2]
        for folder in ("out-first", "out-later-chained", "out-later-hidden"):
            found = self.run("verify", folder, *zones)
            expect(found.returncode == 0 and not found.stdout, "verify", folder, "finds", found.stdout, found.stderr)
        expect(self.run("verify", "out-first", "--sources", *zones).returncode == 64, "verify --sources takes a redacted plan")
        expect(self.run("verify", "out-plain", "--redact", "key0", *zones).returncode == 0, "verify --redact finds something")
        # Every second line of each file is gone, and so is an event of each calendar.
        shutil.copytree(os.path.join(self.folder, "out-plain"), os.path.join(self.folder, "out-damaged"))
        for folder, _, files in os.walk(os.path.join(self.folder, "out-damaged")):
            for name in files:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    data = file.read()
                with open(path, "wb") as file:
                    if name.endswith(".ndjson"):
                        lines = data.splitlines(True)
                        file.write(b"".join(lines[:1] + lines[1::2]))
                    else:
                        file.write(data.replace(b"SEQUENCE:0", b"SEQUENCE:7").replace(b": 3,", b": 4,"))
        for form in ("text", "json"):
            self.run("verify", "out-damaged", "--redact", "key0", "--format", form, *zones)
        with open(os.path.join(self.folder, "out-damaged/plan.ndjson"), "ab") as file:
            file.write(b'{"account":"qxzq","outcome":"qxzq"}\n')
        self.run("verify", "out-damaged", "--redact", "key0", *zones)

    def archive(self, inputs, number):
        watched = ["--log-format", "json", "--heartbeat", "--metrics", "metrics.prom", "--verbose", "--ics-accounts"]
        for folder, key in (("out-archive", ["--redact", "key0"]), ("out-mixed", [])):
            for now in (NOW, NOW, LATER):
                made = self.run("plan", *inputs, "--now", now, "--archive", folder, *watched, *key, *self.shared, hidden=bool(key))
                expect(made.returncode < 64, "plan --archive ends with", made.returncode, made.stderr[-500:])
                if key:
                    with open(os.path.join(self.folder, "metrics.prom"), "rb") as file:
                        self.hides(file.read(), "the metrics")
                key = key or (["--redact", "key0"] if now == LATER else [])
        runs = [name for name in os.listdir(os.path.join(self.folder, "out-archive")) if name.startswith("20")]
        expect(len(runs) == 2, "a run that is made from the same is made again:", runs)
        self.hides_files("out-archive")
        again = self.run("plan", *inputs, "--now", LATER, "--archive", "out-archive", "--redact", "key1", *self.shared)
        expect(again.returncode == 65, "another key succeeds in an archive")
        self.hides_files("out-archive")
        with open(os.path.join(self.folder, "nightly.toml"), "w", encoding="utf-8") as file:
            paths = ", ".join(json.dumps(path) for path in inputs)
            file.write(f'format = "tickler-run/1"\ninputs = [{paths}]\narchive = "out-nightly"\nredact = "key0"\n'
                       f'templates = "{self.shared[3]}"\nzoneinfo = "{self.shared[1]}"\n')
        self.run("run", "nightly.toml", "--now", NOW)
        self.hides_files("out-nightly")
        for form in ("text", "json", "html"):
            self.run("history", "out-archive", "--format", form, *self.shared[2:])
            self.run("history", "out-mixed", "--format", form, *self.shared[2:])
        plain = self.lines("out-plain/plan.ndjson")[1:]
        if not plain:
            return
        line = plain[number * 7 % len(plain)]
        at = ["--at", line.get("at") or "today", "--now", LATER, "--redact", "key0", *self.shared]
        account, wanted = (self.pseudonym(sort, line[sort]) for sort in ("account", "notification"))
        for folder in ("out-archive", "out-mixed"):
            known = self.run("explain", f"--account={line['account']}", "--archive", folder, *at)
            asked = self.run("explain", "--account", account, "--archive", folder, *at)
            expect(known.returncode == asked.returncode == 0, "explain --at ends with", known.returncode, asked.returncode, known.stderr)
            expect(known.stdout == asked.stdout, "explain --at by pseudonym differs")
            named = self.run("explain", "--account", account, "--archive", folder, "--notification", wanted, "--format", "json", *at)
            whole = self.run("explain", "--account", account, "--archive", folder, f"--notification={line['notification']}",
                             "--format", "json", *at)
            expect(named.returncode == whole.returncode and named.stdout == whole.stdout, "--notification by pseudonym differs")
            self.run("explain", "--account", "qxzq-nobody", "--archive", folder, *at)
            self.run("explain", "--account", account, "--archive", folder, "--notification", "qxzq-nothing", *at)

    def merge(self, number):
        inputs = [name for name in self.files("in") if name.endswith(".ndjson")]
        for name in inputs[:1]:
            path = os.path.join("in", name)
            worked = self.run("worker", "--input", path, "--out", "out-part", "--now", NOW, "--redact", "key0", *self.shared)
            if worked.returncode >= 64:
                continue
            self.hides_files("out-part")
            merged = self.run("merge", "out-part", "--out", "out-merged", "--ics-accounts", *self.shared)
            expect(merged.returncode == worked.returncode, "merge ends with", merged.returncode, merged.stderr[-500:])
            self.hides_files("out-merged")
            expect(self.run("verify", "out-merged", *self.shared[:2]).returncode == 0, "verify finds something in merged parts")
            if number % 3 == 0:
                self.plan("out-one", path, key=0)
                one, other = self.files("out-one"), self.files("out-merged")
                expect(sorted(one) == sorted(other), "merged parts have other files", sorted(one), sorted(other))
                for file in one:
                    expect(one[file] == other[file], "merged parts have another", file, *difflib.unified_diff(
                        one[file].decode().split("\n"), other[file].decode().split("\n"), lineterm="", n=1))

    def keep_going(self, inputs):
        names = sorted(self.files("in"))
        path = os.path.join(self.folder, "in", names[0])
        with open(path, "rb") as file:
            data = file.read()
        try:
            with open(path, "wb") as file:
                file.write(data[:len(data) // 2] + b"\x00qxzq")
            runs = [self.plan(f"out-stale-{of}", *inputs, "--keep-going", "--log-format", form, now=LATER, key=key, previous=f"out-{of}")
                    for of, key, form in (("plain", None, "text"), ("plain", 0, "json"), ("first", 0, "json"))]
            expect(len({run.returncode for run in runs}) == 1, "--keep-going ends with", [run.returncode for run in runs])
            if runs[0].returncode >= 64:
                return
            self.hides_files("out-stale-first")
            # The second run wrote over the first: what that had is made anew.
            hidden = self.lines("out-stale-plain/plan.ndjson")
            self.hides_files("out-stale-plain")
            self.plan("out-stale-open", *inputs, "--keep-going", now=LATER, previous="out-plain")
            opened, chained = self.lines("out-stale-open/plan.ndjson"), self.lines("out-stale-first/plan.ndjson")
            expect(len(opened) == len(hidden) == len(chained), "--keep-going keeps other numbers of lines")
            # Accounts that the new plan does not have come in the order of what they are called.
            def of(lines, account):
                return [line for line in lines[1:] if line["account"] == account]
            for account in {line["account"] for line in opened[1:]}:
                name = self.pseudonym("account", account)
                one, two, three = of(opened, account), of(hidden, name), of(chained, name)
                expect(len(one) == len(two) == len(three), "--keep-going keeps other lines of", account)
                for one, two, three in zip(one, two, three):
                    for key in set(one) | set(two) | set(three):
                        if key not in HIDDEN:
                            expect(one.get(key) == two.get(key) == three.get(key), "--keep-going:", key, "differs:", one, two, three)
            # As many as without --redact, but for those about actions.
            found = [[line for line in self.run("verify", f"out-stale-{of}", *self.shared[:2], hidden=of != "open").stdout.split(b"\n")
                      if b"/actions.ndjson:" not in line] for of in ("open", "plain")]
            expect(len(found[0]) == len(found[1]), "verify finds other things", *difflib.unified_diff(
                *[[line.decode() for line in lines] for lines in found], lineterm="", n=0))
        finally:
            with open(path, "wb") as file:
                file.write(data)

    def places(self, plain, redacted):
        """Diagnostics stand for the same places in the same order."""
        place = re.compile(rb"^[^\n]*?(:\d+:\d+: (?:error|warning): )", re.M)
        expect(place.findall(plain) == place.findall(redacted), "other diagnostics:", plain[-2000:], redacted[-2000:])

    def lines(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def compare(self, files):
        plain, redacted = self.lines("out-plain/plan.ndjson"), self.lines("out-first/plan.ndjson")
        other = self.lines("out-other/plan.ndjson")
        expect(len(plain) == len(redacted) == len(other), "the plans have other numbers of lines")
        for one, two, three in zip(plain[1:], redacted[1:], other[1:]):
            for key in set(one) | set(two):
                if key not in HIDDEN:
                    expect(one.get(key) == two.get(key), key, "differs:", one, two)
            for sort in ("account", "item", "notification"):
                if sort in one:
                    code = hmac.new(KEYS[0], f"{sort}\0{one[sort]}".encode(), hashlib.sha256).hexdigest()[:16]
                    expect(two[sort] == code, sort, one[sort], "is", two[sort], "and should be", code)
                    expect(two[sort] != three[sort], "two keys have one pseudonym")
            expect(one["uid"] != two["uid"] != three["uid"], "a uid is no secret")
            expect(two["title"] == two["body"] == "" and "url" not in two and "destination" not in two, "a text:", two)
        uids = [line["uid"] for line in redacted[1:] if line["outcome"] != "dropped"]
        expect(len(uids) == len(set(uids)), "two notifications have one uid")
        expect(redacted[0]["redacted"] != other[0]["redacted"], "two keys have one name")
        one, two = (json.loads(self.files(f"out-{name}")["summary.json"]) for name in ("plain", "first"))
        for key in ("accounts", "accountsWithProblems", "rejectedRecords", "decisions", "outcomes", "marks", "reasons", "kinds", "apps",
                    "zones", "clocks", "byDay", "actions", "slots", "measures"):
            expect(one.get(key) == two.get(key), "summary:", key, one.get(key), two.get(key))
        accounts = {line["account"] for line in redacted[1:]}
        told = {line["account"] for line in self.lines("out-first/accounts.ndjson")[1:]}
        expect(accounts <= told, "accounts.ndjson has other pseudonyms")
        for account in accounts:
            expect(account.encode() in files["index.html"] or len(told) > 50, "the page lacks", account)
            expect(any(account in name for name in files if name.startswith("accounts/")), "no calendar of", account)

    def commands_of(self, inputs, number):
        """The commands that tell of exports and plans."""
        now, redact = ["--now", NOW], ["--redact", "key0"]
        plain = self.lines("out-plain/plan.ndjson")[1:]
        accounts = sorted({line["account"] for line in plain}) or ["qxzq-nobody"]
        account = accounts[number % len(accounts)]
        name = hmac.new(KEYS[0], f"account\0{account}".encode(), hashlib.sha256).hexdigest()[:16]
        known = self.run("explain", *inputs, f"--account={account}", *now, *redact, *self.shared)
        asked = self.run("explain", *inputs, "--account", name, *now, *redact, *self.shared)
        expect(known.stdout == asked.stdout and known.returncode == asked.returncode, "explain by pseudonym differs")
        self.run("explain", *inputs, "--account", name, "--format", "json", *now, *redact, *self.shared)
        self.run("explain", *inputs, "--account", "qxzq-nobody", *now, *redact, *self.shared)
        for form in ("text", "json", "html"):
            self.run("drift", *inputs, "--against", self.older, "--format", form, *now, *redact, *self.shared)
            self.run("simulate", *inputs, "--time-zone", "Asia/Kolkata", "--format", form, *now, *redact, *self.shared)
            self.run("rehearse", *inputs, "--nights", "3", "--plan", "once", "--format", form, *now, *redact, *self.shared)
        self.run("simulate", *inputs, f"--account={account}", "--days", "3", "--for-days", "5", *now, *redact, *self.shared)

        # A day later, after the plan as it was and after the redacted one.
        self.plan("out-later", *inputs, now=LATER, previous="out-plain")
        hidden = self.plan("out-later-hidden", *inputs, now=LATER, key=0, previous="out-plain")
        chained = self.plan("out-later-chained", *inputs, now=LATER, key=0, previous="out-first")
        expect(hidden.returncode == chained.returncode < 64, "a redacted plan has no successor:", chained.stderr[-500:])
        for folder in ("out-later-hidden", "out-later-chained"):
            for file, data in self.files(folder).items():
                self.hides(data, folder, file)
        sequences = [[line.get("sequence") for line in self.lines(f"out-{of}/plan.ndjson")]
                     for of in ("later", "later-hidden", "later-chained")]
        expect(sequences[0] == sequences[1], "SEQUENCE differs")
        expect(self.plan("out-no", *inputs, now=LATER, key=1, previous="out-first").returncode == 65, "a plan of another key is succeeded")
        expect(self.run("plan", *inputs, "--now", LATER, "--out", "out-no", "--previous", "out-first", *self.shared,
                        hidden=False).returncode == 65, "a redacted plan is succeeded by one that is not")

        for form in ("text", "json", "html"):
            late = self.run("diff", "out-plain", "out-later", "--format", form, *redact, *self.shared)
            at_once = self.run("diff", "out-first", "out-later-hidden", "--format", form, *redact, *self.shared)
            expect(late.returncode == at_once.returncode, "diff ends with", late.returncode, "and", at_once.returncode)
        expect(self.run("diff", "out-plain", "out-first", *self.shared).returncode == 65, "a plan is compared with a redacted one")

        # Redacted at once and redacted later are the same.
        shutil.copytree(os.path.join(self.folder, "out-plain"), os.path.join(self.folder, "out-copy"))
        self.run("report", "out-copy", "--ics-accounts", *redact, *self.shared)
        self.run("report", "out-first", "--ics-accounts", *self.shared)
        copy, first = self.files("out-copy"), self.files("out-first")
        for file in first:
            if file.endswith((".ics", ".html")):
                # What form a bad value had is told by the run alone.
                form = re.compile(rb"(?<=: )(found |the value is |the zone is |the kind is |the preference )[^<;]*")
                expect(form.sub(b"", copy[file]) == form.sub(b"", first[file]), "report --redact writes another", file)
                self.hides(copy[file], file)
        if accounts != ["qxzq-nobody"]:
            page = self.run("report", "out-copy", "--account", name, *redact, *self.shared).stdout.decode().strip()
            for path in page.split("\n"):
                with open(os.path.join(self.folder, path), "rb") as file:
                    self.hides(file.read(), path)
        expect(self.run("report", "out-first", "--redact", "key1", *self.shared).returncode == 65, "another key is taken")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("binary", "zoneinfo", "older", "templates"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--documents", type=int, default=40)
    parser.add_argument("--keep", help="where what went wrong is kept")
    options = parser.parse_args()
    work = tempfile.mkdtemp(prefix="tickler-redaction-")
    check = Check(options, work)
    wrong = 0
    for part in (check.exports_of_names, check.faults_of_names, check.names_of_inputs):
        try:
            part()
        except Wrong as error:
            wrong += 1
            print(f"{part.__name__}: {error}", file=sys.stderr)
    for fault in check.reached.faults():
        wrong += 1
        print(fault, file=sys.stderr)
    for number in range(options.documents):
        chance = random.Random(f"{options.seed}/{number}")
        exports = Exports(chance)
        folder = os.path.join(work, "in", "qxzq-people")
        shutil.rmtree(os.path.join(work, "in"), ignore_errors=True)
        os.makedirs(folder)
        stdin = None
        for app in chance.sample(APPS, chance.randint(1, 3)):
            export = exports.export(app)
            # Of every three documents one is whole, one has bad records, and one is often no document at all.
            for _ in range(chance.randint(1, 5) if number % 3 else 0):
                exports.break_record(export)
            form, text = chance.choice([("json", json.dumps(export, ensure_ascii=False, indent=1)), ("ndjson", ndjson(export)), ("xml", xml(export))])
            data = text.encode()
            if number % 3 == 2 and chance.random() < 0.6:
                data = broken(chance, data)
            with open(os.path.join(folder, f"qxzq-{app} of ana.{form}"), "wb") as file:
                file.write(data)
            if form == "ndjson":
                stdin = data
        try:
            check.document(["in" if number % 2 else os.path.join(work, "in")], number)
            if stdin:
                check.run("worker", "--now", NOW, "--redact", "key0", *check.shared, stdin=stdin)
        except Wrong as error:
            wrong += 1
            print(f"document {number} of seed {options.seed}: {error}", file=sys.stderr)
            if options.keep:
                shutil.copytree(work, os.path.join(options.keep, f"{options.seed}-{number}"), dirs_exist_ok=True)
        chance = random.Random(f"{options.seed}/{number}/foreign")
        files, is_broken = Foreign(chance), number % 2 > 0
        # Every format comes in turn, alone or in an archive with another one.
        form = Foreign.FORMATS[number // 2 % len(Foreign.FORMATS)]
        is_table = form in ("csv", "mapped_json")
        forms = [form] if is_table else [form, chance.choice(Foreign.FORMATS[:9])]
        is_archive = chance.random() < 0.5
        data = files.archive(forms, is_broken) if is_archive else files.file(form, is_broken)
        path = os.path.join(folder, f"qxzq {number}.{'zip' if is_archive else 'qxzq'}")
        with open(path, "wb") as file:
            file.write(data)
        # Nothing but the mapping says that a table is one, so it is none in an archive.
        with open(os.path.join(work, "mapping.toml"), "w", encoding="utf-8") as file:
            file.write(Foreign.MAPPING % ("csv" if form == "csv" else "json"))
        inputs = [os.path.relpath(path, work) if number % 2 else path] + (["--mapping", "mapping.toml"] if is_table else [])
        try:
            check.foreign(inputs)
        except Wrong as error:
            wrong += 1
            print(f"file {number} of seed {options.seed}, {form}: {error}", file=sys.stderr)
            if options.keep:
                shutil.copytree(work, os.path.join(options.keep, f"{options.seed}-{number}-foreign"), dirs_exist_ok=True)
    shutil.rmtree(work)
    print(f"{options.documents} documents and files, {check.commands} commands: {wrong} wrong")
    sys.exit(1 if wrong else 0)


main()
