#!/usr/bin/env python3
"""How fast other tools' files are read, beside what a user of Python would take instead.

    make bench-imports

Each file is random and large, and read by one core (`taskset`): by `tickler check`, which reads, maps and checks all of it; by the same of the export
that `tickler import` makes of it, which is the native reader with the same items; and by the least that finds the same records in Python: lxml's
iterparse, icalendar, ijson. Peers get a part of the file, since they would take minutes. Rates are bytes of the file that is read, by processor time.
"""

import argparse
import datetime
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from bench import workplace
from document import Requirement, Section, write
from measuring import ROOT


def repeated(file, size, row, start, separator, end):
    """Writes rows, each of which gets its number, until there are so many bytes."""
    file.write(start)
    written, number = 0, 0
    while written < size:
        rows = [row(number + index) for index in range(1000)]
        text = (separator if number else "") + separator.join(rows)
        number += 1000
        file.write(text)
        written += len(text.encode())
    file.write(end)


def health(file, size, chance):
    """Of five records one is a step count, as on a phone with a watch, over eight years."""
    kinds = ["HeartRate", "ActiveEnergyBurned", "StepCount", "BasalEnergyBurned", "DistanceWalkingRunning"]

    def row(_):
        day, hour, minute = chance.randint(1, 21), chance.randint(0, 23), chance.randint(0, 49)
        date = f"{chance.randint(2019, 2026)}-{chance.randint(1, 12):02}-{day:02} {hour:02}"
        return (f' <Record type="HKQuantityTypeIdentifier{chance.choice(kinds)}" sourceName="Ana\u2019s\u00a0Apple\u00a0Watch" sourceVersion="11.1"'
                ' device="&lt;&lt;HKDevice: 0x282a45810&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:11.1&gt;"'
                f' unit="count" creationDate="{date}:{minute + 10}:00 +0100" startDate="{date}:{minute:02}:00 +0100" endDate="{date}:{minute + 9:02}:00 +0100"'
                f' value="{chance.randint(1, 900)}"/>')

    repeated(file, size, row, '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData (Record*)>\n]>\n'
             '<HealthData locale="de_DE">\n', "\n", "\n</HealthData>\n")


def calendar(file, size, chance):
    def row(number):
        rule = "RRULE:FREQ=WEEKLY;BYDAY=MO\r\n" if number % 20 == 0 else ""
        return (f"BEGIN:VEVENT\r\nDTSTAMP:20241023T173630Z\r\nUID:731b9b91-cf72-499b-bbc9-{number:012}\r\nCREATED:20241023T173412Z\r\n"
                f"LAST-MODIFIED:20241023T173630Z\r\nSUMMARY:Meeting {number} with somebody about something\r\n"
                "DESCRIPTION:We talk about what was done since the last time\\, and what is to be\r\n  done until the next one.\r\n"
                f"LOCATION:Room {number % 90}\r\nSTATUS:CONFIRMED\r\nTRANSP:OPAQUE\r\nSEQUENCE:1\r\n"
                f"DTSTART:2026{chance.randint(1, 12):02}{chance.randint(1, 28):02}T{chance.randint(8, 18):02}0000Z\r\n{rule}"
                "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nDESCRIPTION:Reminder\r\nEND:VALARM\r\nEND:VEVENT\r\n")

    repeated(file, size, row, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n", "", "END:VCALENDAR\r\n")


def taskwarrior(file, size, chance):
    def row(number):
        return (f'{{"id":{number},"description":"Call somebody about number {number}","due":"2026{chance.randint(1, 12):02}{chance.randint(1, 28):02}T160000Z",'
                '"entry":"20261122T065223Z","modified":"20261122T065252Z","project":"Home.Bills","status":"pending",'
                f'"uuid":"3b515c70-696f-462b-8d8a-{number:012}","tags":["home","phone"],"annotations":[{{"entry":"20261122T065252Z",'
                '"description":"bring the papers; see https:\\/\\/example.org\\/?a=b&c"}],"urgency":4.17405}')

    repeated(file, size, row, "[\n", ",\n", "\n]\n")


def milliseconds(chance, first=1_767_225_600):
    """An instant of a year, of 2026 unless another first second is named."""
    return (first + chance.randint(0, 31_535_999)) * 1000


def tasks_org(file, size, chance):
    def row(number):
        due = milliseconds(chance) // 60_000 * 60_000 + 1000
        return (f'{{"task":{{"title":"Call somebody about number {number}","priority":{number % 4},"dueDate":{due},"creationDate":1740204469084,'
                f'"modificationDate":1740283576618,"remoteId":"{1 << 60 | number}","order":{number},"notes":"bring the papers\\nand a pen"}},'
                '"alarms":[{"time":-3600000,"type":2}],"geofences":[],"tags":[{"name":"home","tagUid":"5203851"}],"comments":[],"attachments":[],'
                f'"caldavTasks":[{{"calendar":"3056537077586558784","remoteId":"{1 << 59 | number}"}}]}}')

    repeated(file, size, row, '{"version":140432,"timestamp":1740487321220,"data":{"tasks":[', ",", ']}}')


def habitica(file, size, chance):
    def row(number):
        history = ",".join(f'{{"date":{milliseconds(chance)},"value":{chance.random():.15f},"isDue":true,"completed":{chance.choice(["true", "false"])}}}'
                           for _ in range(20))
        return (f'{{"_id":"5f0b2c8e-3f4b-4d5e-9c6a-{number:012}","userId":"5f9ff16e-50ec-4ed9-9a8b-2d5a4b9b1d9e","text":"Read part {number}","notes":"",'
                '"type":"daily","tags":[],"value":-4.7,"priority":1,"attribute":"str","frequency":"weekly","everyX":1,"repeat":{"m":true,"t":true,'
                f'"w":true,"th":true,"f":true,"s":false,"su":false}},"startDate":"2025-01-05T23:00:00.000Z","streak":{number % 90},"daysOfMonth":[],'
                f'"weeksOfMonth":[],"isDue":true,"nextDue":["2026-11-23T23:00:00.000Z"],"yesterDaily":true,"checklist":[],"reminders":[{{"id":"r{number}",'
                f'"time":"2026-01-06T18:30:00.000Z"}}],"history":[{history}],"createdAt":"2025-01-06T10:00:00.000Z"}}')

    repeated(file, size, row, '{"auth":{},"preferences":{"dayStart":0,"timezoneOffset":-60},"tasks":{"habits":[],"dailys":[', ",", ']}}')


def day_one(file, size, chance):
    def row(number):
        text = f"# Entry {number}\\n\\nSome words about a day, and about what came of what the day before had begun.\\n" * chance.randint(1, 4)
        inner = text.replace("\\n", "\\\\n")
        date = f"20{chance.randint(15, 25)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}T{chance.randint(0, 23):02}:04:56Z"
        return (f'{{\n  "starred" : false,\n  "text" : "{text}",\n  "creationDevice" : "phone",\n  "duration" : 0,\n  "timeZone" : "Europe\\/Berlin",\n'
                f'  "uuid" : "{number:032X}",\n  "modifiedDate" : "{date}",\n  "weather" : {{"temperatureCelsius" : 7.5, "conditionsDescription" : "Cloudy"}},\n'
                f'  "richText" : "{{\\"meta\\":{{\\"version\\":1}},\\"contents\\":[{{\\"text\\":\\"{inner}\\"}}]}}",\n  "creationDate" : "{date}"\n}}')

    repeated(file, size, row, '{\n"metadata" : {"version" : "1.0"},\n"entries" : [\n', ",\n", "\n]\n}\n")


def super_productivity(file, size, chance):
    def row(number):
        return (f'"t{number}":{{"id":"t{number}","subTaskIds":[],"timeSpentOnDay":{{"2026-10-{number % 30 + 1:02}":{chance.randint(1, 99) * 60_000}}},"timeSpent":0,'
                f'"timeEstimate":0,"isDone":false,"title":"Call somebody about number {number}","notes":"bring the papers","tagIds":["TODAY"],"created":1733000000000,'
                f'"dueWithTime":{milliseconds(chance)},"attachments":[],"projectId":"INBOX_PROJECT","issueId":null}}')

    repeated(file, size, row, '{"timestamp":1,"lastUpdate":1,"crossModelVersion":4.5,"data":{"project":{},"task":{"ids":[],"entities":{', ",", '}}}}')


IJSON = """
import sys, ijson
count = 0
for record in {}:
    count += {}
"""
FILE = 'open(sys.argv[1], "rb")'
PEERS = {
    "apple-health": ("lxml iterparse", """
import sys
from lxml import etree
count = 0
for _, element in etree.iterparse(sys.argv[1], tag="Record", load_dtd=False, resolve_entities=False):
    if element.get("type") == "HKQuantityTypeIdentifierStepCount":
        count += int(element.get("value"))
    element.clear()
    while element.getprevious() is not None:
        del element.getparent()[0]
"""),
    "icalendar": ("icalendar", """
import sys, icalendar
count = 0
for event in icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read()).walk("VEVENT"):
    for alarm in event.walk("VALARM"):
        count += (event["DTSTART"].dt + alarm["TRIGGER"].dt).minute
"""),
    "taskwarrior": ("ijson", IJSON.format(f'ijson.items({FILE}, "item")', 'record["due"] > "2026"')),
    "tasks-org": ("ijson", IJSON.format(f'ijson.items({FILE}, "data.tasks.item")', 'record["task"]["dueDate"] > 0')),
    "habitica": ("ijson", IJSON.format(f'ijson.items({FILE}, "tasks.dailys.item")', 'len(record["history"])')),
    "day-one": ("ijson", IJSON.format(f'ijson.items({FILE}, "entries.item")', 'record["creationDate"] > "2020"')),
    "super-productivity": ("ijson", IJSON.format(f'ijson.kvitems({FILE}, "data.task.entities")', 'record[1]["dueWithTime"] > 0')),
}
MAKERS = {"apple-health": health, "icalendar": calendar, "taskwarrior": taskwarrior, "tasks-org": tasks_org, "habitica": habitica, "day-one": day_one,
          "super-productivity": super_productivity}
# An account has at most 100,000 items, which 40 MB of the others are.
MEGABYTES = {"apple-health": 3000}


def measure(command, output=subprocess.DEVNULL):
    """Processor time, the peak of memory in MB, and lines of diagnostics."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(["taskset", "-c", "0"] + command, stdout=output, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        errors.seek(0)
        problems = [line for line in errors.read().decode().splitlines() if ": error: " in line]
    if os.waitstatus_to_exitcode(status) > 1 or problems:
        sys.exit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}\n" + "\n".join(problems[:5]))
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Reader:
    """Measures commands, each on one file."""

    def __init__(self, options, folder):
        self.options = options
        self.requirements = []
        self.path, self.export = folder / "file", folder / "export.ndjson"
        self.shared = ["--now", "2026-11-22T12:00:00Z", "--quiet"]
        self.own = self.shared + ["--time-zone", "Europe/Berlin", "--goal", "8000"]

    def make(self, name, megabytes):
        with open(self.path, "w", newline="") as file:
            MAKERS[name](file, megabytes << 20, random.Random(1))

    def rate(self, command, path):
        """MB/s of the fastest run, and the highest peak of memory."""
        runs = [measure(command + [str(path)]) for _ in range(self.options.rounds)]
        return path.stat().st_size / 1e6 / min(seconds for seconds, _ in runs), max(peak for _, peak in runs)

    def require(self, name, own, peak, against):
        def add(text, measured, met):
            self.requirements.append(Requirement(text, measured, met))

        if name == "apple-health":
            add("Apple Health: 150 MB/s or better", f"{own:.0f} MB/s", own >= 150)
            add("Apple Health: below 256 MB of memory", f"{peak:.0f} MB", peak < 256)
        elif name == "icalendar":
            add("iCalendar: 60 MB/s or better", f"{own:.0f} MB/s", own >= 60)
        else:
            add(f"{name}: half the speed of its export or better", f"{against:.2f}", against >= 0.5)

    def row(self, name):
        binary = self.options.binary
        self.make(name, self.options.megabytes or MEGABYTES.get(name, 40))
        size = self.path.stat().st_size / 1e6
        own, peak = self.rate([binary, "check"] + self.own, self.path)
        # Of gigabytes of measurements an export of some days is left.
        against = None
        native = "", ""
        if name != "apple-health":
            with open(self.export, "w") as file:
                measure([binary, "import"] + self.own + [str(self.path)], file)
            rate, _ = self.rate([binary, "check"] + self.shared, self.export)
            against = own / rate
            native = f"{rate:.0f} MB/s", f"{against:.2f}"
        peer, code = PEERS[name]
        self.make(name, self.options.peer_megabytes)
        other, _ = self.rate([self.options.peer_python, "-c", code], self.path)
        self.require(name, own, peak, against)
        return [name, f"{size:,.0f} MB", f"{own:.0f} MB/s", f"{peak:.0f} MB", *native, f"{peer}: {other:.1f} MB/s"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=str(ROOT / ".build" / "release" / "tickler"))
    parser.add_argument("--megabytes", type=int, help="of each file; 40, and 3000 of Apple Health, without it")
    parser.add_argument("--peer-megabytes", type=int, default=20)
    parser.add_argument("--peer-python", default=sys.executable)
    parser.add_argument("--rounds", type=int, default=3, help="of which the fastest counts")
    parser.add_argument("--only", action="append", choices=MAKERS)
    parser.add_argument("--work", type=pathlib.Path, help="where files are made; without it in memory")
    parser.add_argument("--write-docs", action="store_true", help="put the table into FIGURES.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tickler-imports-", dir=workplace(options.work)) as folder:
        os.environ["TMPDIR"] = folder
        reader = Reader(options, pathlib.Path(folder))
        rows = [reader.row(name) for name in MAKERS if not options.only or name in options.only]
    made = Section(
        "imports", f"One core, processor time, the fastest of {options.rounds} runs. Peers read {options.peer_megabytes} MB."
        f" Measured on {datetime.date.today():%-d %B %Y}.",
        ["format", "file", "`tickler check`", "peak memory", "its export", "against that", "in Python"], rows, reader.requirements)
    print(made.markdown())
    if options.write_docs:
        write([(made.name, made.markdown())])


if __name__ == "__main__":
    main()
