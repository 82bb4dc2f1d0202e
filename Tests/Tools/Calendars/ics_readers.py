"""What independent programs make of an iCalendar file: by UID, the instants and texts of its events."""
import base64
import datetime
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from typing import NamedTuple


class Event(NamedTuple):
    start: int
    end: int
    summary: str
    description: str
    sequence: int = 0
    status: str = ""


class Wrong(Exception):
    """A reader found, or did, something else than it should."""


def run(arguments, environment=None, **options):
    """Runs a program.

    :returns: what it wrote to standard output.
    """
    done = subprocess.run(arguments, env=environment, capture_output=True, timeout=300, **options)
    if done.returncode != 0:
        raise Wrong(f"{arguments[0]} ended with {done.returncode}: {done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout


# Our own reading, by RFC 5545 alone: what the others are held against, and the plan is.


def content_lines(raw):
    """Unfolded lines of an iCalendar file, which is held against sections 3.1 and 6."""
    if raw.startswith(b"\xef\xbb\xbf"):
        raise Wrong("a byte order mark")
    lines = raw.split(b"\r\n")
    if lines.pop() != b"":
        raise Wrong("no CRLF at the end")
    whole = []
    for line in lines:
        if len(line) > 75:
            raise Wrong(f"a line of {len(line)} octets: {line!r}")
        if re.search(rb"[\x00-\x08\x0a-\x1f\x7f]", line):
            raise Wrong(f"a control character: {line!r}")
        line.decode("utf-8")
        if line.startswith(b" "):
            whole[-1] += line[1:]
        else:
            whole.append(line)
    return [line.decode("utf-8") for line in whole]


def raw_events(raw):
    """The content lines of each VEVENT, and those of what stands before the first one."""
    events, current, before = [], None, []
    for line in content_lines(raw):
        if line == "BEGIN:VEVENT":
            current = []
        if current is None:
            before.append(line)
        else:
            current.append(line)
        if line == "END:VEVENT":
            events.append(current)
            current = []
    if current not in ([], None, ["END:VCALENDAR"]):
        raise Wrong(f"more after the last event: {current}")
    return before, events


def unescape(value):
    return re.sub(r"\\(.)", lambda match: "\n" if match.group(1) in "nN" else match.group(1), value, flags=re.S)


def properties(lines):
    """Name to (parameters, value); each name may stand once, alarms are left out."""
    found, depth = {}, 0
    for line in lines:
        if line.startswith("BEGIN:"):
            depth += 1
        elif line.startswith("END:"):
            depth -= 1
        elif depth == 1:
            head, value = line.split(":", 1)
            name, *parameters = head.split(";")
            if name in found:
                raise Wrong(f"{name} stands twice")
            found[name] = (parameters, value)
    return found


def texts(raw):
    """By UID: summary, description, sequence and status."""
    result = {}
    for lines in raw_events(raw)[1]:
        event = properties(lines)
        uid = event["UID"][1]
        if uid in result:
            raise Wrong(f"{uid} stands twice")
        result[uid] = (unescape(event["SUMMARY"][1]), unescape(event["DESCRIPTION"][1]), int(event["SEQUENCE"][1]),
                       event.get("STATUS", ([], ""))[1])
    return result


# Libraries.


def with_icalendar(raw):
    import icalendar
    calendar = icalendar.Calendar.from_ical(raw)
    broken = [(part.name, part.errors) for part in calendar.walk() if part.errors]
    if broken:
        raise Wrong(f"errors: {broken[:3]}")
    return unique((str(event["UID"]), icalendar_event(event)) for event in calendar.walk("VEVENT"))


def moment(value):
    """Seconds since the epoch; of a date, which has no zone, those of its midnight in UTC."""
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime.combine(value, datetime.time(), datetime.UTC)
    return int(value.timestamp())


def icalendar_event(event):
    return Event(moment(event["DTSTART"].dt), moment(event["DTEND"].dt), str(event["SUMMARY"]),
                 str(event.get("DESCRIPTION", "")), int(event["SEQUENCE"]), str(event.get("STATUS", "")))


def with_recurring_ical_events(raw):
    import icalendar
    import recurring_ical_events
    query = recurring_ical_events.of(icalendar.Calendar.from_ical(raw))
    found = query.between(datetime.datetime(2026, 1, 1), datetime.datetime(2028, 1, 1))
    return unique((str(event["UID"]), icalendar_event(event)) for event in found)


def with_vobject(raw):
    import vobject
    calendar = vobject.readOne(raw.decode("utf-8"))
    found = []
    for event in calendar.contents.get("vevent", []):
        status = event.status.value if "status" in event.contents else ""
        found.append((event.uid.value, Event(
            moment(event.dtstart.value), moment(event.dtend.value), event.summary.value,
            event.description.value if "description" in event.contents else "", int(event.sequence.value), status)))
    return unique(found)


def unique(pairs):
    pairs = list(pairs)
    result = dict(pairs)
    if len(result) != len(pairs):
        raise Wrong("an event was found twice")
    return result


# Programs.


def with_libical(raw, folder, program):
    path = folder / "libical.ics"
    path.write_bytes(raw)
    found = []
    # Lines end with LF alone: texts may hold what Python takes for an end of line.
    for line in run([program, path]).decode("utf-8").split("\n")[:-1]:
        uid, start, end, sequence, status, summary, description = [
            re.sub(r"\\(.)", lambda match: {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}[match.group(1)], field)
            for field in line.split("\t")]
        found.append((uid, Event(int(start), int(end), summary, description, int(sequence), status)))
    return unique(found)


TOOLS = pathlib.Path(__file__).parent


def with_emacs(raw, folder):
    """Instants as icalendar.el reads them, by the rules in the file alone."""
    path = folder / "emacs.ics"
    path.write_bytes(raw)
    lines = run(["emacs", "--batch", "--quick", "--load", TOOLS / "ics_emacs.el", path]).decode("utf-8").splitlines()
    return unique((uid, Event(int(start), int(end), "", "")) for uid, start, end in map(str.split, lines))


def with_ruby(raw):
    """Instants as Ruby's icalendar reads them, by the rules in the file alone."""
    events = json.loads(run(["ruby", TOOLS / "ics_ruby.rb"], input=raw))
    return unique((event["uid"], Event(event["start"], event["end"], "", "")) for event in events)


# Programs that keep what they import: each takes the files one after the other into a calendar of its own.


def imported(lines):
    return unique((event.pop("uid"), Event(**event)) for event in map(json.loads, lines.splitlines()))


def with_kde(raws, folder, program):
    """KDE's kcalendarcore: see ics_kde.cpp."""
    return imported(run([program, *files(raws, folder)]))


def with_evolution(raws, folder):
    """Evolution's data server: see ics_evolution.py. It keeps what it has in folders that are new each time."""
    with tempfile.TemporaryDirectory(dir=folder) as home:
        environment = {**system_environment(pathlib.Path(home)), "XDG_CONFIG_HOME": f"{home}/config", "XDG_RUNTIME_DIR": home,
                       "GSETTINGS_BACKEND": "memory"}
        script = pathlib.Path(__file__).with_name("ics_evolution.py")
        return imported(run(["dbus-run-session", "--", "/usr/bin/python3", str(script), *files(raws, folder)], environment))


def with_thunderbird(raws, folder, *options):
    """Thunderbird's importer, or with `--subscribe` its subscription to a file: see ics_thunderbird.py."""
    with tempfile.TemporaryDirectory(dir=folder) as home:
        script = pathlib.Path(__file__).with_name("ics_thunderbird.py")
        return imported(run([sys.executable, str(script), *options, f"{home}/profile", *files(raws, folder)],
                            system_environment(pathlib.Path(home))))


def files(raws, folder):
    paths = []
    for number, raw in enumerate(raws):
        paths.append(folder / f"import-{number}.ics")
        paths[-1].write_bytes(raw)
    return [str(path) for path in paths]


class Khal:
    """A calendar of khal's in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "config").mkdir(parents=True)
        (folder / "events").mkdir()
        (folder / "config" / "config").write_text(f"""
[calendars]
[[all]]
path = {folder}/events
type = calendar
[sqlite]
path = {folder}/khal.db
[locale]
timeformat = %H:%M:%S
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M:%S
longdatetimeformat = %Y-%m-%d %H:%M:%S
local_timezone = UTC
default_timezone = UTC
[default]
default_calendar = all
""")
        self.environment = {**system_environment(folder), "XDG_CONFIG_HOME": str(folder)}

    def run(self, *arguments):
        return run(["khal", "-c", str(self.folder / "config" / "config"), *arguments], self.environment).decode("utf-8")

    def add(self, raw):
        path = self.folder / "import.ics"
        path.write_bytes(raw)
        self.run("import", "--batch", "-a", "all", str(path))

    def count(self):
        return len(list((self.folder / "events").glob("*.ics")))

    def events(self):
        """By UID, as `khal list` shows them."""
        shown = self.run("list", "-a", "all", "--once", "--day-format", "", "--format",
                         "\x1e{uid}\x1f{start}\x1f{end}\x1f{title}\x1f{description}\x1f{cancelled}\x1d", "2026-01-01", "800d")
        found = []
        for record in re.findall("\x1e(.*?)\x1d", shown, flags=re.S):
            uid, start, end, title, description, cancelled = record.split("\x1f")
            found.append((uid, Event(utc(start), utc(end), title, description, 0, cancelled.strip())))
        return unique(found)


def utc(text):
    text = text.strip()
    return moment(datetime.date.fromisoformat(text) if len(text) == 10 else datetime.datetime.fromisoformat(text + "+00:00"))


class Calcurse:
    """A data folder of calcurse's. It keeps no UIDs."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True)
        self.environment = {**system_environment(folder), "TZ": "UTC"}

    def add(self, raw):
        path = self.folder.parent / f"{self.folder.name}.ics"
        path.write_bytes(raw)
        command = ["calcurse", "-D", str(self.folder), "-q", "-i", str(path)]
        done = subprocess.run(command, env=self.environment, capture_output=True, timeout=300)
        # 1: some were left out.
        if done.returncode not in (0, 1):
            raise Wrong(f"calcurse ended with {done.returncode}: {done.stderr!r}")

    def lines(self):
        """The lines of its appointments, whose notes are named by their hash."""
        return [line for line in (self.folder / "apts").read_bytes().split(b"\n") if line]

    def events(self):
        """Start, end, and texts of each appointment, sorted.

        It notes the zone that an event was in below the description; an event without a description has no note.
        """
        found = []
        for line in self.lines():
            match = re.fullmatch(
                rb"(\d\d/\d\d/\d{4}) @ (\d\d:\d\d) -> (\d\d/\d\d/\d{4}) @ (\d\d:\d\d)(?:>([0-9a-f]{40}))? [!|](.*)", line, re.S)
            if not match:
                raise Wrong(f"calcurse wrote {line!r}")
            date, clock, end_date, end_clock, note, summary = match.groups()
            description = (self.folder / "notes" / note.decode()).read_bytes().decode("utf-8") if note else ""
            description = re.sub("(-- \nImport: TZID=[^\n]*\n)?$", "", description.removesuffix("\n") + "\n").removesuffix("\n")
            found.append(Event(minute(date, clock), minute(end_date, end_clock), summary.decode("utf-8"), description))
        return sorted(found)


def minute(date, clock):
    parsed = datetime.datetime.strptime(f"{date.decode()} {clock.decode()} +0000", "%m/%d/%Y %H:%M %z")
    return int(parsed.timestamp())


class Radicale:
    """A CalDAV server of our own, on a free port."""

    def __init__(self, folder):
        folder.mkdir(parents=True)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        config = folder / "config"
        config.write_text(f"""
[server]
hosts = 127.0.0.1:{self.port}
[auth]
type = none
[storage]
filesystem_folder = {folder}/collections
[logging]
level = warning
""")
        self.log = open(folder / "log", "wb")
        self.process = subprocess.Popen(["radicale", "--config", str(config)], env=system_environment(folder), stdout=self.log,
                                        stderr=self.log)
        for _ in range(100):
            try:
                self.ask("GET", "/.web/")
                return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise Wrong("radicale does not answer")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def ask(self, method, path, body=None, **headers):
        """:returns: status and body."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, method=method)
        request.add_header("Authorization", "Basic " + base64.b64encode(b"ana:ana").decode())
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def expect(self, statuses, method, path, body=None, **headers):
        status, answer = self.ask(method, path, body, **headers)
        if status not in statuses:
            raise Wrong(f"{method} {path}: {status} {answer[:300]!r}")
        return answer

    def make(self, name):
        self.expect([201], "MKCALENDAR", f"/ana/{name}/")

    def put_whole(self, name, raw):
        """Replaces a calendar, as an upload of a file does."""
        self.expect([201], "PUT", f"/ana/{name}/", raw, Content_Type="text/calendar; charset=utf-8")

    def put_each(self, name, raw, uids):
        """Puts these events one by one, each with the zone it needs, as a client does that imports a file."""
        before, events = raw_events(raw)
        for lines in events:
            event = properties(lines)
            uid = event["UID"][1]
            if uid not in uids:
                continue
            zones = [parameter[5:] for parameter in event["DTSTART"][0] if parameter.startswith("TZID=")]
            body = "\r\n".join(needed(before, zones) + lines + ["END:VCALENDAR", ""]).encode()
            self.expect([201, 204], "PUT", f"/ana/{name}/{uid}.ics", body, Content_Type="text/calendar; charset=utf-8")

    def get(self, name):
        return self.expect([200], "GET", f"/ana/{name}/")

    def count(self, name):
        answer = self.expect([207], "PROPFIND", f"/ana/{name}/", b'<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>',
                             Depth="1")
        return answer.count(b".ics</href>")


def needed(before, zones):
    """What stands before the events, with no zones but these."""
    kept, zone = [], None
    for line in before:
        if line == "BEGIN:VTIMEZONE":
            zone = []
        if zone is None:
            kept.append(line)
        else:
            zone.append(line)
        if line == "END:VTIMEZONE":
            kept += zone if zone[1][5:] in zones else []
            zone = None
    return kept


def as_libical_reads(text):
    """libical strips white space from the end of every content line, and from the beginning of its value."""
    return text.strip(" \t")


def as_khal_shows(text):
    """Before version 7 icalendar, which khal reads with, took an escaped backslash before an n for a line break, and %2C for a
    comma (collective/icalendar issue 355, mended in pull request 935)."""
    raw = text.replace("\\", "\\\\").replace(";", r"\;").replace(",", r"\,").replace("\n", r"\n")
    codes = [(r"\,", "%2C"), (r"\:", "%3A"), (r"\;", "%3B"), ("\\\\", "%5C")]
    for escaped, code in codes:
        raw = raw.replace(escaped, code)
    for escaped, code in codes:
        raw = raw.replace(code, escaped[-1])
    raw = raw.replace(r"\N", r"\n").replace(r"\n", "\n")
    return raw.replace(r"\,", ",").replace(r"\;", ";").replace("\\\\", "\\")


def system_environment(folder):
    """Of a program that shall find no settings of ours."""
    return {"HOME": str(folder), "TMPDIR": str(folder), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
            "XDG_DATA_HOME": str(folder / "data"), "XDG_CACHE_HOME": str(folder / "cache"), "TERM": "dumb"}
