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
import hashlib
import hmac
import json
import os
import random
import re
import shutil
import sys
import tempfile

import redaction_names as names
from redaction_exports import Exports, Foreign, broken, ndjson, xml
from redaction_runs import KEYS, Runs, Wrong, expect

NOW, LATER = "2026-10-23T16:00:00Z", "2026-10-24T16:00:00Z"
APPS = ["focusflow", "ritualist", "diary", "steps", "moneymap"]
# Fields of a plan line that an id or a text stands in.
HIDDEN = {"account", "device", "item", "notification", "uid", "event", "request", "destination", "url", "title", "body"}


class Check(Runs):
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
