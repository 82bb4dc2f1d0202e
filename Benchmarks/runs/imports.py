#!/usr/bin/env python3
"""How fast other tools' files are read, beside what a user of Python would take instead.

    python3 Benchmarks/runs/imports.py --binary .build/release/tickler [--megabytes 200]

Each file is random and large, and read by one core (`taskset`): by `tickler check --jobs 1`, which reads, maps and checks all of it, and by the
least that finds the same records in Python: lxml's iterparse, icalendar, ijson. Peers get a part of the file, since they would take minutes. Printed
are MB/s and the peak of memory.
"""

import argparse
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time


def health(file, size, chance):
    """Of five records one is a step count, as on a phone with a watch; the last month has as many as the years before."""
    file.write('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData (Record*)>\n]>\n<HealthData locale="de_DE">\n')
    written = 0
    while written < size:
        lines = []
        for _ in range(2000):
            kind = chance.choice(["HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierActiveEnergyBurned", "HKQuantityTypeIdentifierStepCount",
                                  "HKQuantityTypeIdentifierBasalEnergyBurned", "HKQuantityTypeIdentifierDistanceWalkingRunning"])
            day, hour, minute = chance.randint(1, 21), chance.randint(0, 23), chance.randint(0, 49)
            date = f"{chance.choice(['2026-11', '2024-03', '2025-06', '2023-08'])}-{day:02} {hour:02}"
            lines.append(
                f' <Record type="{kind}" sourceName="Ana\u2019s\u00a0Apple\u00a0Watch" sourceVersion="11.1" device="&lt;&lt;HKDevice: 0x282a45810&gt;, name:Apple Watch,'
                f' manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:11.1&gt;" unit="count" creationDate="{date}:{minute + 10}:00 +0100"'
                f' startDate="{date}:{minute:02}:00 +0100" endDate="{date}:{minute + 9:02}:00 +0100" value="{chance.randint(1, 900)}"/>\n')
        text = "".join(lines)
        file.write(text)
        written += len(text.encode())
    file.write("</HealthData>\n")


def calendar(file, size, chance):
    file.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n")
    written, number = 0, 0
    while written < size:
        lines = []
        for _ in range(500):
            number += 1
            rule = "RRULE:FREQ=WEEKLY;BYDAY=MO\r\n" if number % 20 == 0 else ""
            lines.append(
                f"BEGIN:VEVENT\r\nDTSTAMP:20241023T173630Z\r\nUID:731b9b91-cf72-499b-bbc9-{number:012}\r\nCREATED:20241023T173412Z\r\nLAST-MODIFIED:20241023T173630Z\r\n"
                f"SUMMARY:Meeting {number} with somebody about something\r\nDESCRIPTION:We talk about what was done since the last time\\, and what is to be\r\n  done until the next one.\r\n"
                f"LOCATION:Room {number % 90}\r\nSTATUS:CONFIRMED\r\nTRANSP:OPAQUE\r\nSEQUENCE:1\r\nDTSTART:2026{chance.randint(1, 12):02}{chance.randint(1, 28):02}T{chance.randint(8, 18):02}0000Z\r\n{rule}"
                "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nDESCRIPTION:Reminder\r\nEND:VALARM\r\nEND:VEVENT\r\n")
        text = "".join(lines)
        file.write(text)
        written += len(text)
    file.write("END:VCALENDAR\r\n")


def tasks(file, size, chance):
    file.write("[\n")
    written, number = 0, 0
    while written < size:
        lines = []
        for _ in range(1000):
            number += 1
            lines.append(
                f'{{"id":{number},"description":"Call somebody about number {number}","due":"2026{chance.randint(1, 12):02}{chance.randint(1, 28):02}T160000Z","entry":"20261122T065223Z",'
                f'"modified":"20261122T065252Z","project":"Home.Bills","status":"pending","uuid":"3b515c70-696f-462b-8d8a-{number:012}","tags":["home","phone"],'
                f'"annotations":[{{"entry":"20261122T065252Z","description":"bring the papers; see https:\\/\\/example.org\\/?a=b&c"}}],"urgency":4.17405}}')
        text = ("" if number <= 1000 else ",\n") + ",\n".join(lines)
        file.write(text)
        written += len(text)
    file.write("\n]\n")


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
    "taskwarrior": ("ijson", """
import sys, ijson
count = 0
for task in ijson.items(open(sys.argv[1], "rb"), "item"):
    count += task["due"] > "2026"
"""),
}
MAKERS = {"apple-health": health, "icalendar": calendar, "taskwarrior": tasks}


def measure(command):
    start = time.monotonic()
    process = subprocess.Popen(["taskset", "-c", "0"] + command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) > 1:
        sys.exit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--peer-megabytes", type=int, default=20)
    parser.add_argument("--peer-python", default=sys.executable)
    parser.add_argument("--only")
    options = parser.parse_args()
    print("format           reader               MB     s (cpu)   MB/s   peak MB")
    with tempfile.TemporaryDirectory() as folder:
        for name, make in MAKERS.items():
            if options.only and options.only != name:
                continue
            for reader, megabytes in (("tickler check", options.megabytes), (PEERS[name][0], options.peer_megabytes)):
                path = pathlib.Path(folder, "file")
                with open(path, "w", newline="") as file:
                    make(file, megabytes << 20, random.Random(1))
                size = path.stat().st_size / 1e6
                if reader == "tickler check":
                    command = [options.binary, "check", str(path), "--now", "2026-11-22T12:00:00Z", "--time-zone", "Europe/Berlin", "--quiet"]
                else:
                    command = [options.peer_python, "-c", PEERS[name][1], str(path)]
                _, cpu, peak = measure(command)
                print(f"{name:16} {reader:18} {size:6.0f} {cpu:11.2f} {size / cpu:6.0f} {peak:9.0f}", flush=True)


if __name__ == "__main__":
    main()
