#!/usr/bin/env python3
"""Puts hostile texts into every field that others write, and reads every output with a reader of its own.

    hostile_texts.py --binary .build/release/tickler [--quick] [--only export,policy] [--keep DIR]

Fields: every text of the export schema (`tickler schema json`) and its app, every string of a policy, of messages and of a mapping, every
cell of a table, every text of a calendar. Commands: all that read them, in every format that they print or write. What has to hold:

- no command ends by a signal or with another status than 0, 1, 2, 65 or 66
- a terminal gets no control, direction or line-separating character, and no text starts a line of its own
- metrics pass a strict line parser; events of a JSON log are one object a line, printable; SARIF is JSON, each annotation of GitHub one line
- calendars are lines of CRLF that nest, and `verify` finds nothing in the folder
- Markdown has no link, no HTML but the writer's own, and as many cells in each row as in the head
- what `import` writes, `check` reads with the same records; what `init` proposes for typing has one command a line

Prints the figures and everything that did not hold. `--quick` takes one value in each field: another one, or all of them joined.
"""
import argparse
import concurrent.futures
import html
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib

import growth
import hostile_exports
import hostile_fuzz

NOW = "2026-10-23T16:00:00Z"
VALUES = [
    "\x1b[31mred\x1b]0;title\x07", "a\nforged: line", "b\r\nforged: line", "c\r\n\u0301forged: line", "\u009b31m", "\u202eabc", "d\u2028forged: line\u2029e",
    '"\u0301} 1\nforged: line', "\\\u0301\nforged: line", '"\u0301, "forged": "x', "https://x.y/a", "HTTPS://x.y", "https://\u0301x.y", "www.x.y/b", "a@b.cd",
    "|", "\\|", "`x`", "<b>bold</b>", "{{id}}", "![x](y)", "::error::forged: line", "$(id)", "';id;'", "'\u0301;id;'", "a: b; c, d", "\u0085forged: line",
]
JOINED = " ".join(VALUES)
# C0 but the line feed, DEL, C1, line and paragraph separator, direction, and the byte order mark.
UNPRINTABLE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
LABELS = r'[a-z_]+="(?:[^"\\\n]|\\\\|\\"|\\n)*"'
METRIC = re.compile(rf"(?:# (?:HELP|TYPE) tickler_\w+ [ -~]+|tickler_\w+(?:\{{{LABELS}(?:,{LABELS})*\}})? -?[0-9.]+)\Z", re.S)
ENDS = {0, 1, 2, 65, 66}


class Wrong(Exception):
    pass


def toml(value):
    """TOML of strings, numbers, flags, lists and tables; tables are inline, which TOML allows everywhere."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\U{ord(c):08x}" for c in value) + '"'
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    return str(value)


def document(table):
    return "".join(f"{toml(key)} = {toml(value)}\n" for key, value in table.items())


def strings(value, path=()):
    """The paths of every string, and of every name of a table."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if path:
                yield path, key
            yield from strings(inner, path + (key,))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from strings(inner, path + (index,))
    elif isinstance(value, str):
        yield path, None


def changed(document, path, name, text):
    """A copy with a text at the end of a string, or of a name of the table there."""
    copy = json.loads(json.dumps(document))
    place = copy
    for step in path if name is not None else path[:-1]:
        place = place[step]
    if name is None:
        place[path[-1]] += text
    else:
        entries = list(place.items())
        place.clear()
        place.update((key + text if key == name else key, inner) for key, inner in entries)
    return copy


# MARK: Readers

def check_terminal(text, what):
    found = UNPRINTABLE.search(text)
    if found:
        raise Wrong(f"{what}: {ascii(text[max(0, found.start() - 60):found.end() + 20])} has {ascii(found.group())}")
    for line in text.split("\n"):
        if line.lstrip().startswith("forged"):
            raise Wrong(f"{what}: a text starts the line {line!r}")


def check_metrics(text):
    if not text.endswith("\n"):
        raise Wrong("metrics: the last line does not end")
    for line in text[:-1].split("\n"):
        if not METRIC.match(line):
            raise Wrong(f"metrics: {ascii(line)}")


def check_log(text):
    for line in text.split("\n")[:-1]:
        if UNPRINTABLE.search(line) or not line.startswith("{"):
            raise Wrong(f"JSON log: {ascii(line)[:300]}")
        json.loads(line)


def check_markdown(text):
    check_terminal(text, "Markdown")
    cells = 0
    for line in text.split("\n"):
        # What is left after the writer's own elements and references, which end links as well.
        bare = re.sub(r"</?details>|</?summary>|<!-- -->", "", line)
        bare = re.sub(r"&#\d+;", "\0", bare)
        if re.search(r"[a-z]+://|www\.|@|[<>]|\]\(|(?<!-)-->", bare, re.I):
            raise Wrong(f"Markdown: {ascii(line)}")
        # GFM finds addresses after it has read references, unless something parts them.
        if re.search(r"[\w.+-]@[\w-]+\.\w", html.unescape(line)):
            raise Wrong(f"Markdown: an address in {ascii(line)}")
        if line.startswith("|"):
            count = bare.count("|")
            if cells and count != cells:
                raise Wrong(f"Markdown: another number of cells in {ascii(line)}")
            cells = count


class Texts:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.templates = pathlib.Path(options.templates).resolve()
        self.zoneinfo = ["--zoneinfo", str(pathlib.Path(options.zoneinfo).resolve())]
        self.shared = ["--templates", str(self.templates), *self.zoneinfo]
        schema = subprocess.run([options.binary, "schema", "json", *self.shared[:2]], stdout=subprocess.PIPE, check=True).stdout
        self.schema = growth.Schema(json.loads(schema))
        self.commands, self.cases, self.broken = 0, [], []

    def run(self, *words, cwd, ends=ENDS, stderr=True, stdout=True):
        """Runs a command whose standard error, and output unless it is another format, is for a terminal."""
        done = subprocess.run([self.options.binary, *map(str, words)], cwd=cwd, capture_output=True, timeout=60)
        self.commands += 1
        what = " ".join(map(str, words))[:160]
        if done.returncode not in ends:
            raise Wrong(f"{ascii(what)} ends with {done.returncode}: {done.stderr.decode()[-300:]}")
        if stderr:
            check_terminal(done.stderr.decode(), ascii(what))
        if stdout:
            check_terminal(done.stdout.decode(), ascii(what))
        return done

    def case(self, name, body, *arguments):
        self.cases.append((len(self.cases), name, body, arguments))

    def run_case(self, case):
        """Runs a case in a folder of its own and keeps what did not hold."""
        number, name, body, arguments = case
        cwd = self.folder / f"case{number}"
        cwd.mkdir()
        try:
            body(cwd, *arguments)
        except Wrong as wrong:
            self.broken.append(name)
            print(f"{name}: {wrong}", file=sys.stderr, flush=True)
            if self.options.keep:
                shutil.copytree(cwd, pathlib.Path(self.options.keep) / str(number), dirs_exist_ok=True)
        shutil.rmtree(cwd)

    def values(self, number):
        if self.options.quick:
            return [VALUES[number // 2 % len(VALUES)] if number % 2 else JOINED]
        return [JOINED, *VALUES]

    # MARK: Commands

    ICS = [["--ics-accounts", "--ics-style", "personal", "--ics-as", "todo", "--ics-by", "app"], ["--ics-accounts", "--ics-by", "kind"],
           ["--ics-accounts", "--ics-as", "todo"], ["--ics-style", "personal", "--ics-times", "zoned", "--alarms", "5"]]

    def everything(self, cwd, *inputs, extra=(), isShort=False):
        """Plans inputs and runs every command on them and on the plan; a short list of them where one text of many differs."""
        common = [*inputs, "--now", NOW, "--days", "3", *extra, *self.shared, "--no-config"]
        self.run("check", *common, cwd=cwd)
        for form in ("github",) if isShort else ("json", "sarif", "github"):
            done = self.run("check", *common, "--format", form, cwd=cwd, stdout=form != "json")
            if form == "github":
                for line in done.stdout.decode().splitlines():
                    if not line.startswith("::"):
                        raise Wrong(f"GitHub: {line!r}")
            else:
                json.loads(done.stdout)
        for number, options in enumerate(self.ICS[:1] if isShort else self.ICS):
            out = f"out{number}"
            self.run("plan", *common, "--out", out, *options, "--metrics", "metrics.prom", cwd=cwd)
            check_metrics((cwd / "metrics.prom").read_bytes().decode())
            if not (cwd / out / "plan.ndjson").exists():
                return
            for file in (cwd / out).rglob("*.ics"):
                fault = hostile_fuzz.calendar_fault(file.read_bytes())
                if fault:
                    raise Wrong(f"{' '.join(options)}: {file.name}: {fault}")
            self.run("verify", out, *self.zoneinfo, cwd=cwd, ends={0})
        # A later plan on the folder of the first, with what changed.
        log = self.run("plan", *common, "--days", "5", "--previous", "out0", "--out", "two", "--log-format", "json", cwd=cwd, stderr=False)
        check_log(log.stderr.decode())
        self.run("list", *common, cwd=cwd)
        check_markdown(self.run("diff", "out0", "two", "--format", "markdown", *self.shared, cwd=cwd).stdout.decode())
        with (cwd / "out0/plan.ndjson").open() as lines:
            next(lines)
            owners = sorted({(line["app"], line["account"]) for line in map(json.loads, lines)})
        for owner in owners[:1 if isShort else 4] if self.options.quick else owners:
            # An id that starts with a dash reads as an option of its own.
            self.run("explain", *common, "--app", owner[0], f"--account={owner[1]}", cwd=cwd)
        if isShort:
            return
        self.run("plan", *common, "--previous", "out0", "--out", "three", "--verbose", cwd=cwd)
        self.run("diff", "out0", "two", *self.shared, cwd=cwd)
        for form in ("html", "json"):
            self.run("diff", "out0", "two", "--format", form, *self.shared, cwd=cwd, stdout=False)
        for words in (["next"], ["zones"], ["rehearse", "--nights", "2"], ["drift", "--against", self.zoneinfo[1]]):
            self.run(*words, *common, cwd=cwd)
        self.run("apply", "out0", "--out", "held", cwd=cwd, ends=ENDS | {64}, stdout=False)

    # MARK: Fields

    def export_fields(self):
        """Every text of the schema: the record it is in, its path there, and a record with it."""
        definitions = self.schema.definitions

        def free(name, schema):
            resolved = self.schema.resolved(schema) if isinstance(schema, dict) else {}
            kinds = resolved.get("type")
            kinds = kinds if isinstance(kinds, list) else [kinds]
            return "string" in kinds and "enum" not in resolved

        def paths(schema, path=()):
            for name, field in schema["properties"].items():
                if field is True or name in ("account", "items"):
                    continue
                inner = self.schema.resolved(field)
                if free(name, field):
                    yield path + (name,)
                elif "properties" in inner:
                    yield from paths(inner, path + (name,))
                elif self.schema.is_list(inner):
                    entry = self.schema.resolved(inner["items"])
                    if "properties" in entry:
                        yield from paths(entry, path + (name, 0))
        for path in paths(definitions["account"]):
            yield "account", path
        for kind in definitions["item"]["properties"]["kind"]["enum"]:
            yield kind, ("id",)
            for path in paths(definitions[kind]):
                yield kind, path

    def full(self, schema, k):
        """A record with every field."""
        made = {}
        for name, field in schema["properties"].items():
            if field is True or name in ("items", "account", "app", "rrule", "endDate", "until", "updatedAt", "snoozedUntil", "notBefore"):
                continue
            made[name] = self.full_value(name, field, k)
        return made

    def full_value(self, name, field, k):
        inner = self.schema.resolved(field)
        if "properties" in inner:
            return self.full(inner, k)
        if self.schema.is_list(inner):
            return [self.full_value(name, inner["items"], k)]
        if "propertyNames" in inner:
            return {word: True for word in inner["propertyNames"]["enum"]}
        return {"locale": "en", "date": "2026-10-24", "dueDate": "2026-10-25", "time": "10:00", "country": "DE"}.get(name) or \
            self.schema.value(name, field, k)

    def export(self, text):
        """Every field of the schema with the text, each in an account of its own."""
        definitions, accounts = self.schema.definitions, []
        kinds = {app: [item["kind"] for item in items] for app, items in hostile_exports.ITEMS.items()}
        for number, (record, path) in enumerate(self.export_fields()):
            app = next((app for app, has in kinds.items() if record in has), "focusflow")
            account = dict(self.full(definitions["account"], number), id=f"a{number}", app=app, timeZone="Europe/Berlin", authorization="authorized",
                           items=json.loads(json.dumps(hostile_exports.ITEMS[app])))
            account.pop("active", None)
            account["preferences"] = hostile_exports.SWITCHES.get(app, {})
            place = account
            if record != "account":
                own = next((item for item in account["items"] if item["kind"] == record), {"id": "i"})
                item = {**self.full(definitions[record], number), **own, "kind": record}
                account["items"] = [i for i in account["items"] if i["kind"] != record] + [item]
                place = item
            elif path[0] == "preferences":
                account["preferences"] = self.full(definitions["preferences"], number)
            for step, following in zip(path, path[1:]):
                place = place.setdefault(step, [{}] if following == 0 else {}) if isinstance(step, str) else place[step]
            place[path[-1]] = (f"{number} " if path[-1] == "id" else "") + text
            accounts.append(account)
        return dict(format="tickler-export/1", app="focusflow", exportedAt="2026-10-23T15:00:00Z", accounts=accounts)

    def exports(self):
        def body(cwd, text, app):
            (cwd / "in.json").write_text(json.dumps(dict(self.export(text), app=app)))
            self.everything(cwd, "in.json")
        for number, text in enumerate([JOINED, *(VALUES[2::9] if self.options.quick else VALUES)]):
            self.case(f"export with {ascii(text[:30])}", body, text, "focusflow")
            # An app that no policy has, in inputs of their own, as metrics and gates name them.
            self.case(f"app {ascii(text[:30])}", self.with_app, text)

    def with_app(self, cwd, text):
        head = dict(format="tickler-export/1", app=text, exportedAt="2026-10-23T15:00:00Z")
        known = dict(head, app="moneymap", accounts=[hostile_exports.account("moneymap", "a")])
        (cwd / "known.json").write_text(json.dumps(known))
        (cwd / "in.json").write_text(json.dumps(dict(head, accounts=[hostile_exports.account("focusflow", "b")])))
        policy = dict(tomllib.loads((self.templates / "policies/focusflow.toml").read_text()), app=text)
        (cwd / "own.toml").write_text(document(policy))
        messages = dict(tomllib.loads((self.templates / "messages/focusflow.toml").read_text()), app=text)
        (cwd / "words.toml").write_text(document(messages))
        self.everything(cwd, "known.json", "in.json")
        for made in [*cwd.glob("out*"), cwd / "two", cwd / "three"]:
            shutil.rmtree(made, ignore_errors=True)
        self.everything(cwd, "known.json", "in.json", extra=["--policy", "own.toml", "--policy", "words.toml"])
        self.run("init", "--from", "in.json", cwd=cwd, ends=ENDS | {64, 73})
        (cwd / "expect").write_bytes(f"app {text}\r\ninput {text}\r\n".encode())
        self.run("plan", "known.json", "--now", NOW, "--out", "gates", "--expect", "expect", *self.shared, cwd=cwd, ends=ENDS | {76})

    def check_plain(self, cwd, *words):
        """What the cases change is accepted as it is, so that they are refused for their texts alone."""
        self.run("check", *words, "--now", NOW, *self.shared, "--no-config", cwd=cwd, ends={0})

    def policies(self):
        export = json.dumps(dict(format="tickler-export/1", app="moneymap", exportedAt="2026-10-23T15:00:00Z",
                                 accounts=[hostile_exports.account("moneymap", "a")]))
        policy = tomllib.loads((self.templates / "policies/moneymap.toml").read_text())
        policy["categories"] = {"due": {"actions": [{"id": "paid", "title": "Paid", "opensApp": True}]}}
        policy["kinds"]["bill"]["category"] = "due"
        policy["items"] = {"plant": {"fields": {"species": "text"}}}
        policy["kinds"]["water"] = {"shape": "series", "item": "plant", "identifier": "water.{id}", "url": "https://x.y/{id}", "priority": 4}
        messages = tomllib.loads((self.templates / "messages/moneymap.toml").read_text())
        messages = {key: value for key, value in messages.items() if not isinstance(value, dict) or key == "en"}

        def plain(cwd):
            (cwd / "in.json").write_text(export)
            for file, content in (("policy", policy), ("messages", messages)):
                (cwd / f"{file}.toml").write_text(document(content))
            self.check_plain(cwd, "in.json", "--policy", "policy.toml", "--policy", "messages.toml")
        self.case("policy and messages as they are", plain)
        for what, table in (("policy", policy), ("messages", messages)):
            for number, (path, name) in enumerate(strings(table)):
                for text in self.values(number):
                    def body(cwd, files):
                        (cwd / "in.json").write_text(export)
                        for file, content in files.items():
                            (cwd / f"{file}.toml").write_text(document(content))
                        self.everything(cwd, "in.json", extra=["--policy", "policy.toml", "--policy", "messages.toml"], isShort=True)
                    files = {"policy": policy, "messages": messages, what: changed(table, path, name, text)}
                    self.case(f"{what} {'.'.join(map(str, path))}{f' name {name}' if name else ''} with {ascii(text[:30])}", body, files)

    def mappings(self):
        mapping = {"format": "tickler-mapping/1", "kind": "task", "leaveOut": ["date"], "dates": ["YYYY-MM-DD"], "only": {"Type": "task"},
                   "fields": {"id": "Id", "title": "Title", "date": "Date", "time": "Time"}}
        cells = [["Id", "Title", "Date", "Time", "Type"], ["1", "Tea", "2026-10-24", "10:00", "task"], ["2", "Cup", "2026-10-25", "10:00", "task"]]

        def quoted(cell):
            return '"' + cell.replace('"', '""') + '"'

        def write(cwd, mapping, cells):
            (cwd / "map.toml").write_text(document(mapping))
            (cwd / "in.csv").write_bytes("".join(",".join(map(quoted, row)) + "\r\n" for row in cells).encode())

        def plain(cwd):
            write(cwd, mapping, cells)
            self.check_plain(cwd, "in.csv", "--mapping", "map.toml", "--time-zone", "Europe/Berlin")

        def body(cwd, mapping, cells):
            write(cwd, mapping, cells)
            self.imported(cwd, "in.csv", "--mapping", "map.toml")
        self.case("mapping and table as they are", plain)
        for number, (path, name) in enumerate(strings(mapping)):
            for text in self.values(number):
                self.case(f"mapping {path} {name or ''} with {ascii(text[:30])}", body, changed(mapping, path, name, text), cells)
        for number, (row, column) in enumerate((row, column) for row in range(2) for column in range(5)):
            for text in self.values(number + row):
                filled = json.loads(json.dumps(cells))
                filled[row][column] += text
                self.case(f"cell {row} {column} with {ascii(text[:30])}", body, mapping, filled)

    CALENDAR = ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\nNAME:Work\r\nBEGIN:VEVENT\r\nUID:u1\r\nDTSTAMP:20261020T000000Z\r\n"
                "DTSTART;TZID=Europe/Berlin:20261024T100000\r\nDTEND;TZID=Europe/Berlin:20261024T110000\r\nSUMMARY:Tea\r\nDESCRIPTION:Long\r\n"
                "LOCATION:Park\r\nCATEGORIES:a\r\nURL:https\r\nRRULE:FREQ=DAILY\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Now\r\n"
                "TRIGGER:-PT10M\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")

    def calendars(self):
        lines = self.CALENDAR.split("\r\n")[:-1]

        def body(cwd, lines):
            (cwd / "in.ics").write_bytes("".join(f"{line}\r\n" for line in lines).encode())
            self.imported(cwd, "in.ics")
        def plain(cwd):
            (cwd / "in.ics").write_bytes(self.CALENDAR.encode())
            self.check_plain(cwd, "in.ics", "--time-zone", "Europe/Berlin")
        self.case("calendar as it is", plain)
        for number, line in enumerate(lines):
            for text in self.values(number):
                escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\r", "").replace("\n", "\\n")
                self.case(f"calendar {line} with {ascii(text[:30])}", body, lines[:number] + [line + escaped] + lines[number + 1:])
        # Names of files reach messages too.
        for text in VALUES[:4]:
            def named(cwd, text):
                name = text.replace("/", "_") + ".ics"
                (cwd / name).write_bytes(self.CALENDAR.replace("FREQ=DAILY", "FREQ=NEVER").encode())
                self.imported(cwd, name)
            self.case(f"calendar named {ascii(text)}", named, text)

    def imported(self, cwd, name, *extra):
        zone = ["--time-zone", "Europe/Berlin", *extra]
        self.everything(cwd, name, extra=zone, isShort=True)
        done = self.run("import", name, "--now", NOW, *zone, *self.zoneinfo, "--no-config", cwd=cwd)
        if done.returncode > 1 or not done.stdout:
            return
        (cwd / "imported.ndjson").write_bytes(done.stdout)
        for line in done.stdout.split(b"\n")[:-1]:
            json.loads(line)
        self.run("check", "imported.ndjson", "--now", NOW, *self.shared, "--no-config", cwd=cwd)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=".build/release/tickler")
    parser.add_argument("--zoneinfo", default="Tests/Zoneinfo/2026f")
    parser.add_argument("--templates", default="templates")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="export,policy,mapping,calendar")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="a folder for the cases that did not hold")
    options = parser.parse_args()
    options.binary = str(pathlib.Path(options.binary).resolve())
    with tempfile.TemporaryDirectory() as path:
        texts = Texts(options, pathlib.Path(path))
        parts = {"export": texts.exports, "policy": texts.policies, "mapping": texts.mappings, "calendar": texts.calendars}
        for name in options.only.split(","):
            parts[name]()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            list(pool.map(texts.run_case, texts.cases))
    print(f"texts: {len(VALUES)} values, {len(texts.cases)} cases, {texts.commands:,} commands; {len(texts.broken)} did not hold")
    return 1 if texts.broken else 0


if __name__ == "__main__":
    sys.exit(main())
