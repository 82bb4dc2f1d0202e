#!/usr/bin/env python3
"""Random exports whose records are valid and whose values are hostile, and what has to hold of everything that comes out.

    hostile_fuzz.py --binary .build/release/tickler [--documents 60] [--seed 1] [--keep DIR] [--only-seed N]

Values come from the schema (`tickler schema json`): control characters and those that turn the reading direction, markup, quotes, CRLF,
NUL escapes, 64 KB texts, huge numbers, the first and the last dates, extreme zones, equal ids, deep and long lists; now and then one that
the schema does not allow. Each document is JSON, NDJSON or XML. Of each:

- every command ends with 0, 1, 2 or 65, never by a signal or in more than a minute; 65 writes nothing
- every NDJSON line is a JSON object, the calendars are lines of at most 75 bytes in CRLF without a control character, that nest; the page has
  no element, attribute or comment that a page of harmless values does not have
- diagnostics have no control or direction character
- `--jobs 2` writes the same bytes, `report` makes the same page and calendars anew, `diff` of the plan with itself is empty, `check` counts
  the same rejected records and warnings, and `verify`, where there is one, finds nothing

Prints the figures, and what did not hold with the seed of its document.
"""
import argparse
import collections
import filecmp
import html.parser
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
from xml.sax import saxutils

import growth
import hostile_exports

NOWS = ["2026-10-23T16:00:00Z", "2026-03-28T23:30:00Z", "2027-12-31T10:00:00Z"]
TEXTS = hostile_exports.PAYLOADS + [
    "", " ", "plain", "</script><script>", "]]>", "\r\nX-INJECTED:1\r\nBEGIN:VEVENT\r\n", "\\n\\,\\;", "a\tb", "\u0000", "\u007f\u0080\u009f",
    "\u202e\u2066\u2069\u200f\u061c", "\ufeff", "\ufffd\uffff", "../../etc/passwd", "/", ".", "..", "a/b", "C:\\x", "con", "%2e%2e%2f", "@2026-11-20",
    "x@2026-11-20@2026-11-21", "\u0130\u0131ß\ufb01", "e\u0301" * 40, "\U0001f3f3\ufe0f\u200d\U0001f308" * 12, "{{account}}", "${x}`x`", "=1+1", "'", '"',
    "null", "true", "1e999", "x" * 200, "long line " * 40, "🦊" * 400,
]
LONG = ["x" * 65_000, "\u0001" * 30_000, "🦊" * 16_000, '"' * 60_000, "<" * 65_000, "\u202e" * 21_000, " " * 65_000, "\\" * 65_000, "a\n" * 32_000]
DATES = ["0001-01-01", "1899-12-31", "1970-01-01", "2000-02-29", "2026-02-29", "2026-10-24", "2026-10-25", "2026-03-29", "2026-12-31", "2028-02-29",
         "9998-12-31", "9999-12-31"]
TIMES = ["00:00", "00:00:00", "01:30", "02:30", "12:00", "23:59", "23:59:59", "04:00", "16:00"]
INSTANTS = ["0001-01-01T00:00:00Z", "1900-01-01T00:00:00+23:59", "1969-12-31T23:59:59Z", "2026-10-23T15:59:59Z", "2026-10-23T16:00:00Z",
            "2026-10-25T00:30:00Z", "2026-10-25T01:00:00-12:00", "2038-01-19T03:14:08Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-23:59",
            "2026-10-24t10:00:00z", "2026-10-24 10:00:00.000Z"]
ZONES = ["Pacific/Apia", "Pacific/Kiritimati", "Etc/GMT+12", "Etc/GMT-14", "America/St_Johns", "Asia/Kathmandu", "Africa/Casablanca", "Antarctica/Troll",
         "Australia/Lord_Howe", "Europe/Dublin", "America/Nuuk", "Asia/Gaza", "UTC", "Pacific/Chatham", "Africa/Monrovia", "Europe/Berlin"]
RULES = ["FREQ=DAILY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=MONTHLY;BYDAY=-5FR", "FREQ=MONTHLY;BYMONTHDAY=-31", "FREQ=YEARLY;BYYEARDAY=366,-366",
         "FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU", "FREQ=DAILY;INTERVAL=2147483647", "FREQ=DAILY;COUNT=1000000", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;WKST=SU",
         "FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=-1,1,2", "FREQ=DAILY;UNTIL=99991231T235959Z", "FREQ=DAILY;UNTIL=20261024", "freq=daily;count=3",
         "FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYDAY=1MO,-1SU", "FREQ=SECONDLY", "FREQ=DAILY;FREQ=DAILY", "FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2"]
AMOUNTS = ["0", "-0", "0.00", "-1.5", "99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001", "1e37", "1E-37", 12.5, -3, 1e20,
           "123456789012345678901234567890.12"]
LOCALES = ["en", "de-DE", "ar-EG", "he", "fa-IR-u-ca-persian-nu-arabext", "th-TH-u-ca-buddhist", "hi-IN-u-nu-deva", "zh-Hant-TW", "x-nothing", "C", "en_US_POSIX",
           "a" * 300, "und", "tr", "ja-JP-u-ca-japanese"]
ENDS = {0, 1, 2, 65}


class Maker:
    """Values by the schema, drawn from lists that are out to break something."""

    def __init__(self, schema, seed):
        self.schema, self.r = schema, random.Random(seed)
        self.long_left = 2

    def text(self):
        r = self.r
        if self.long_left and r.random() < 0.01:
            self.long_left -= 1
            return r.choice(LONG)
        return "".join(r.choice(TEXTS) for _ in range(r.choice([1, 1, 1, 2, 3])))[:20_000]

    def value(self, name, schema, depth=0):
        r, reference = self.r, schema.get("$ref", "").rpartition("/")[2]
        listed = {"date": DATES, "time": TIMES, "instant": INSTANTS, "zoneName": ZONES, "rrule": RULES, "amount": AMOUNTS}
        if reference in listed:
            near = {"date": growth.day(r.randrange(-40, 40)), "time": growth.clock(r.randrange(86_400)),
                    "instant": growth.instant(r.randrange(-60, 30), r.randrange(86_400))}.get(reference)
            return near if near and r.random() < 0.6 else r.choice(listed[reference])
        schema = self.schema.resolved(schema)
        if "enum" in schema:
            return r.choice(schema["enum"])
        kinds = schema["type"] if isinstance(schema.get("type"), list) else [schema.get("type")]
        if "null" in kinds and r.random() < 0.05:
            return None
        if "properties" in schema:
            return self.record(schema, depth + 1)
        if "propertyNames" in schema:
            return {word: r.random() < 0.7 for word in schema["propertyNames"]["enum"] if r.random() < 0.3}
        if "array" in kinds:
            count = r.choice([schema.get("minItems", 0), 1, 2, 3, 7, 60 if depth < 2 else 12])
            made = [self.value(name, schema["items"], depth) for _ in range(max(count, schema.get("minItems", 0)))]
            return made + made[:2] if r.random() < 0.3 else made
        if "integer" in kinds or "number" in kinds:
            least, most = schema.get("minimum", -(10**15)), schema.get("maximum", 10**15)
            inside = [least, most, r.randint(int(least), int(most)), max(least, min(most, 1))]
            if "integer" not in kinds:
                inside += [max(least, 0.1), max(least, 1e-300), min(most, 89.999999999999)]
            return r.choice(inside)
        if "boolean" in kinds:
            return r.random() < 0.5
        if "pattern" in schema:
            return r.choice(TIMES)
        if name == "locale":
            return r.choice(LOCALES)
        if name in ("id", "notification") and r.random() < 0.6:
            return r.choice([growth.some_id(r.randrange(20)), f"same{r.randrange(4)}", self.text() or "x"])
        if name == "app" or name == "account":
            return None
        return self.text() or "x"

    def record(self, schema, depth=0):
        needed = set(schema.get("required", []))
        made = {}
        for name, field in schema["properties"].items():
            if field is True or name == "items":
                continue
            if name in needed or self.r.random() < 0.4:
                made[name] = self.value(name, field, depth)
        if "rrule" in made and made["rrule"]:
            made.pop("repeat", None)
        if "from" in made and "to" in made:
            made["from"], made["to"] = sorted([made["from"], made["to"]])
        return made

    def item(self):
        kind = self.r.choice(self.schema.definitions["item"]["properties"]["kind"]["enum"])
        # Now and then two of one kind and id.
        number = self.r.choice(["same", f"{self.r.randrange(10**6)}", self.text() or "x"])
        return {"kind": kind, "id": number, **self.record(self.schema.definitions[kind])}

    def spoil(self, record):
        """One value of another type, or a name that is unknown."""
        if record and self.r.random() < 0.5:
            record[self.r.choice(list(record))] = self.r.choice([None, [], {}, 1e308, "", [[[[]]]], {"a": {"b": {}}}, -1, True, 10**40])
        else:
            record[self.text() or "x"] = self.value("extra", {"type": "string"})

    def document(self):
        r = self.r
        accounts, apart = [], []
        for number in range(r.randrange(1, 6)):
            account = self.record(self.schema.definitions["account"])
            account["id"] = r.choice([f"a{number}", f"a{number} " + (self.text() or "x")])
            account["items"] = [self.item() for _ in range(r.randrange(0, 14))]
            for item in account["items"]:
                if r.random() < 0.03:
                    self.spoil(item)
            if r.random() < 0.06:
                self.spoil(account)
            accounts.append(account)
            if r.random() < 0.3:
                apart.append(dict(self.item(), account=account["id"]))
        if r.random() < 0.1:
            accounts.append(dict(accounts[0]))
        return dict(format="tickler-export/1", app="all", exportedAt=r.choice(["2026-10-23T15:00:00Z", None]), accounts=accounts, items=apart)


def xml(document):
    """The same in XML, where XML has a way to say it: a control character is left out, a null is a field that is missing."""
    allowed = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
    singular = {"zoneChanges": "zoneChange", "delivered": "delivered", "pending": "pending", "active": "active", "samples": "sample"}
    word = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*\Z")

    def quoted(value):
        value = "true" if value is True else "false" if value is False else str(value)
        return saxutils.quoteattr(allowed.sub("", value), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})

    def element(name, record):
        attributes, inner = "", ""
        for key, value in record.items():
            if value is None or not word.match(key):
                continue
            if isinstance(value, dict):
                inner += element(key, value)
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                inner += "".join(element(singular.get(key) or one.get("kind") or "item",
                                         {k: v for k, v in one.items() if key != "items" or k != "kind"}) for one in value)
            elif isinstance(value, list):
                attributes += f" {key}={quoted(' '.join(map(str, value)))}"
            else:
                attributes += f" {key}={quoted(value)}"
        return f"<{name}{attributes}>{inner}</{name}>"

    head = {key: value for key, value in document.items() if isinstance(value, str)}
    body = "".join(element("account", account) for account in document["accounts"])
    body += "".join(element(item["kind"], {k: v for k, v in item.items() if k != "kind"}) for item in document["items"])
    return f'<export xmlns="urn:tickler:export:1"{"".join(f" {k}={quoted(v)}" for k, v in head.items())}>{body}</export>'


def ndjson(document):
    head = {key: document[key] for key in ("format", "app", "exportedAt")}
    lines = [head] + [dict(account=account) for account in document["accounts"]] + [dict(item=item) for item in document["items"]]
    return "".join(json.dumps(line) + "\n" for line in lines)


class Elements(html.parser.HTMLParser):
    """What a page is made of, whatever its texts: elements with the names of their attributes, and comments."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.found, self.open, self.scripts = set(), [], []
        self.wrong = None
        self.feed(text)
        self.close()
        if self.open:
            self.wrong = f"<{self.open[-1]}> is not closed"

    VOID = {"meta", "link", "br", "hr", "img", "input", "base", "wbr", "col"}
    # Elements whose end tag HTML makes optional, by the start tag that ends them; the end of what is around them does too.
    CELLS = {"td", "th"}
    ENDS = {"li": {"li"}, "td": CELLS, "th": CELLS, "tr": CELLS | {"tr"}, "tbody": CELLS | {"tr", "thead", "tbody"}}

    def handle_starttag(self, tag, attributes):
        while self.open and self.open[-1] in self.ENDS.get(tag, ()):
            self.open.pop()
        self.found |= {tag} | {f"{tag} {name}" for name, _ in attributes}
        self.is_data = ("type", "application/json") in attributes
        for name, value in attributes:
            if name.startswith("on") or name in ("src", "style", "srcdoc"):
                self.wrong = self.wrong or f"<{tag} {name}>"
            if name == "href" and value and not re.match(r"#|https?://|[a-z0-9./-]*\Z", value):
                self.wrong = self.wrong or f"<{tag} href={value[:60]!r}>"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        while self.open and self.open[-1] != tag and self.open[-1] in self.ENDS.keys() | {"thead"}:
            self.open.pop()
        if not self.open or self.open[-1] != tag:
            self.wrong = self.wrong or f"</{tag}> inside of <{self.open[-1] if self.open else ''}>"
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] in ("script", "style"):
            if self.is_data:
                assert isinstance(json.loads(data), dict)
            else:
                self.scripts.append(data)

    def handle_comment(self, data):
        self.found.add("comment")

    def handle_decl(self, declaration):
        self.found.add("!" + declaration)

    def unknown_decl(self, data):
        self.found.add("unknown declaration")

    def handle_pi(self, data):
        self.found.add("processing instruction")


def calendar_fault(text):
    if not text.endswith(b"\r\n"):
        return "does not end with CRLF"
    depth = []
    for number, line in enumerate(text[:-2].split(b"\r\n"), 1):
        if len(line) > 75:
            return f"line {number} has {len(line)} bytes"
        if re.search(rb"[\x00-\x08\x0a-\x1f\x7f]", line):
            return f"line {number} has a control character"
        try:
            line.decode()
        except UnicodeDecodeError:
            return f"line {number} is not UTF-8"
        if line.startswith(b"BEGIN:"):
            depth.append(line[6:])
        elif line.startswith(b"END:"):
            if not depth or depth.pop() != line[4:]:
                return f"line {number} ends what was not begun"
        elif not line.startswith(b" ") and not re.match(rb"[A-Z0-9-]+[;:]", line):
            return f"line {number} is no property"
    return "something is not ended" if depth else None


class Fuzz:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.templates = pathlib.Path(options.templates).resolve()
        self.shared = ["--templates", str(self.templates), "--zoneinfo", str(pathlib.Path(options.zoneinfo).resolve())]
        document = subprocess.run([options.binary, "schema", "json", *self.shared[:2]], stdout=subprocess.PIPE, check=True)
        self.schema = growth.Schema(json.loads(document.stdout))
        (folder / "all.toml").write_text(growth.policy(self.templates))
        self.figures = collections.Counter()
        commands = subprocess.run([options.binary, "--help"], stdout=subprocess.PIPE).stdout
        self.verifies = b"\n  verify " in commands
        self.pages, self.scripts = None, None

    def run(self, *words, cwd, statuses=ENDS):
        words = [str(word) for word in words]
        try:
            done = subprocess.run([self.options.binary, *words], cwd=cwd, capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            raise Wrong(f"{words[0]} takes more than a minute")
        self.figures["commands"] += 1
        if done.returncode not in statuses:
            raise Wrong(f"{words[0]} ends with {done.returncode}: {done.stderr.decode(errors='replace')[-600:]}")
        for stream in (done.stderr, done.stdout if words[0] in ("check",) else b""):
            text = stream.decode()
            if re.search("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]", text):
                raise Wrong(f"{words[0]} writes a control or direction character to the terminal: {ascii(text)[:300]}")
        return done

    def elements(self, path):
        return Elements(path.read_text())

    def learn(self, cwd):
        """What pages are made of, from plans of the examples."""
        self.pages, self.scripts = set(), None
        examples = pathlib.Path(__file__).resolve().parents[3] / "inputs/examples"
        wrong = cwd / "wrong.ndjson"
        wrong.write_text('{"format":"tickler-export/1","app":"steps"}\n{"account":{"id":"x","timeZone":"Mars/Base","odd":1}}\n')
        for inputs, now in [([examples], NOWS[0]), ([examples], NOWS[1]), ([examples, wrong], NOWS[0]), ([wrong], NOWS[2])]:
            self.run("plan", *inputs, "--now", now, "--out", "learn", *self.shared, "--quiet",
                     *(["--previous", "learn"] if (cwd / "learn").exists() else []), cwd=cwd)
            page = self.elements(cwd / "learn/index.html")
            self.pages |= page.found
            self.scripts = sorted(page.scripts)
        # An element with or without an attribute that templates give it where it fits.
        for name in sorted((self.templates / "report").glob("*.mustache")):
            self.pages |= {f"{tag} {word}" for tag, rest in re.findall(r"<([a-z]+)([^<]*)>", name.read_text())
                           for word in re.findall(r"[ }]([a-z-]+)(?=[=\s{>]|\Z)", rest)}

    def document(self, seed):
        maker = Maker(self.schema, seed)
        r = maker.r
        document, now, form = maker.document(), r.choice(NOWS), r.choice(["json", "json", "ndjson", "ndjson", "xml"])
        days, extra = r.choice([1, 3, 14]), r.choice([[], ["--ics-times", "zoned"], ["--ics-accounts"], ["--alarms", "5"]])
        text = dict(json=lambda: json.dumps(document, ensure_ascii=r.random() < 0.5), ndjson=lambda: ndjson(document), xml=lambda: xml(document))[form]()
        cwd = self.folder / f"seed{seed}"
        cwd.mkdir()
        (cwd / f"in.{form}").write_bytes(text.encode("utf-8", "surrogatepass"))
        common = [f"in.{form}", "--now", now, "--days", str(days), "--policy", str(self.folder / "all.toml"), *self.shared]
        plan = ["plan", *common, *extra]
        first = self.run(*plan, "--out", "one", "--jobs", "1", cwd=cwd)
        self.figures[f"status {first.returncode}"] += 1
        checked = self.run("check", *common[:1], "--policy", self.folder / "all.toml", *self.shared, cwd=cwd)
        if first.returncode == 65:
            if (cwd / "one").exists():
                raise Wrong("status 65, and something was written")
            if checked.returncode != 65:
                raise Wrong(f"plan ends with 65 and check with {checked.returncode}")
            return
        second = self.run(*plan, "--out", "two", "--jobs", "2", cwd=cwd)
        self.same(cwd, "one", "two", second.returncode == first.returncode, "--jobs 2")
        self.check_files(cwd / "one")
        self.check_counts(cwd, first, checked)
        shutil.copytree(cwd / "one", cwd / "again")
        self.run("report", "again", "--emit", "html,ics", *extra, *self.shared, "--quiet", cwd=cwd, statuses={0})
        self.same(cwd, "one", "again", True, "report")
        differs = self.run("diff", "one", "one", *self.shared, cwd=cwd, statuses={0})
        if not differs.stdout.endswith(b"\nNothing changes.\n"):
            raise Wrong(f"diff of the plan with itself: {differs.stdout.decode()[:300]}")
        if self.verifies:
            self.run("verify", "one", cwd=cwd, statuses={0})

    def same(self, cwd, one, other, holds, what):
        names = [sorted(str(path.relative_to(cwd / side)) for path in (cwd / side).rglob("*") if path.is_file()) for side in (one, other)]
        if not holds or names[0] != names[1]:
            raise Wrong(f"{what}: other files or another status: {set(names[0]) ^ set(names[1])}")
        # The summary of one has the command as it was typed.
        _, wrong, failed = filecmp.cmpfiles(cwd / one, cwd / other, names[0], shallow=False)
        if what == "--jobs 2" and set(wrong) <= {"summary.json", "index.html"}:
            wrong = [name for name in wrong if (cwd / one / name).read_text().replace("one", "two") != (cwd / other / name).read_text().replace("one", "two")]
        if wrong or failed:
            raise Wrong(f"{what}: {wrong or failed} differ")

    def check_files(self, folder):
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            self.figures["files"] += path.is_file()
            if path.suffix == ".ndjson":
                for number, line in enumerate(path.read_bytes().splitlines(), 1):
                    try:
                        assert isinstance(json.loads(line), dict)
                    except (ValueError, AssertionError):
                        raise Wrong(f"{name}:{number} is no JSON object: {line[:200]!r}")
                    self.figures["lines"] += 1
            elif path.suffix == ".json":
                json.loads(path.read_text())
            elif path.suffix == ".ics":
                fault = calendar_fault(path.read_bytes())
                if fault:
                    raise Wrong(f"{name}: {fault}")
            elif path.suffix == ".html":
                page = self.elements(path)
                injected = page.found - self.pages
                if page.wrong or injected or sorted(page.scripts) != self.scripts:
                    raise Wrong(f"{name}: {page.wrong or injected or 'another script'}")

    def check_counts(self, cwd, planned, checked):
        """`check` counts what `plan` counts, but for what only a plan can find."""
        if b"too many notifications" in planned.stderr or b"are too long" in planned.stderr or b"look at too many" in planned.stderr:
            return
        if planned.returncode != checked.returncode:
            raise Wrong(f"plan ends with {planned.returncode}, check with {checked.returncode}")
        rejected = json.loads((cwd / "one/summary.json").read_text())["rejectedRecords"]
        told = re.findall(rb"(\d+) records? rejected", checked.stderr + checked.stdout)
        if (int(told[-1]) if told else 0) != rejected:
            raise Wrong(f"plan rejects {rejected}, check says {told}")


class Wrong(Exception):
    pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=".build/release/tickler")
    parser.add_argument("--zoneinfo", default="Tests/Zoneinfo/2026f")
    parser.add_argument("--templates", default="templates")
    parser.add_argument("--documents", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the inputs that broke something")
    options = parser.parse_args()
    options.binary = str(pathlib.Path(options.binary).resolve())
    broken = []
    with tempfile.TemporaryDirectory() as path:
        fuzz = Fuzz(options, pathlib.Path(path))
        fuzz.learn(fuzz.folder)
        for seed in range(options.seed, options.seed + options.documents):
            try:
                fuzz.document(seed)
            except Wrong as wrong:
                broken.append((seed, str(wrong)))
                print(f"seed {seed}: {wrong}", file=sys.stderr, flush=True)
                if options.keep:
                    for file in (fuzz.folder / f"seed{seed}").glob("in.*"):
                        os.makedirs(options.keep, exist_ok=True)
                        shutil.copy(file, pathlib.Path(options.keep) / f"{seed}{file.suffix}")
            shutil.rmtree(fuzz.folder / f"seed{seed}", ignore_errors=True)
    figures = fuzz.figures
    ends = ", ".join(f"{key[7:]} {count} times" for key, count in sorted(figures.items()) if key.startswith("status"))
    print(f"hostile values: {options.documents} documents from seed {options.seed}, {figures['commands']} commands, {figures['lines']:,} lines in "
          f"{figures['files']} files; plan ended with {ends}; {len(broken)} did not hold{'' if fuzz.verifies else '; there is no verify'}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
