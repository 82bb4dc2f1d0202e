#!/usr/bin/env python3
"""Workload W with Remind.

    remind_peer.py W.json OUT.ndjson OUT.ics 2026-10-20 14

Items become REM lines, and `remind -s` expands those of a hundred accounts at once into dates; Remind lives in one time
zone, so the times of day, the zones (zoneinfo), the cap and the outputs are done here. That is faster than a process per account
in its own zone, and it gets the hours at clock changes right, which Remind itself does not.
"""
import datetime as D
import json
import os
import subprocess
import sys
from zoneinfo import ZoneInfo

from dateutil_peer import CAP, DAY, summary

NAMES = dict(MO="Mon", TU="Tue", WE="Wed", TH="Thu", FR="Fri", SA="Sat", SU="Sun")
# Accounts per process. Remind sorts a day's reminders by insertion, so that ten times the accounts take far more than ten times
# as long.
BATCH = 100
NUMBERS = {name: n for n, name in enumerate(NAMES)}


def lines(item, tag, low):
    """The item as REM lines."""
    start = D.datetime.fromisoformat(item["start"])
    since = f" FROM {start:%Y-%m-%d}" if start > low else ""
    freq, interval = item["freq"], item.get("interval", 1)
    if freq == "once":
        dates = [f"{start:%Y-%m-%d}"]
    elif freq == "daily":
        dates = [f"{start:%Y-%m-%d} *{interval}"]
    elif freq == "weekly" and interval == 1:
        dates = [" ".join(NAMES[day] for day in item["byday"]) + since]
    elif freq == "weekly":
        monday = start - start.weekday() * DAY
        dates = []
        for day in item["byday"]:
            first = monday + NUMBERS[day] * DAY
            if first < start:
                first += 7 * interval * DAY
            dates.append(f"{first:%Y-%m-%d} *{7 * interval}")
    elif freq == "monthly":
        dates = [f"{item['bymonthday']}{since}"]
    else:
        dates = [f"{item['bymonthday']} {D.date(2000, item['bymonth'], 1):%b}{since}"]
    return "".join(f"REM {date} MSG {tag}\n" for date in dates)


def expand(accounts, batch, low, high, path, dates):
    """Has Remind write the dates of a batch of accounts, and notes them by account."""
    with open(path, "w") as file:
        for a in batch:
            for i, item in enumerate(accounts[a]["items"]):
                file.write(lines(item, f"{a}/{i}", low))
    monday = low - low.weekday() * DAY
    weeks = (high - monday).days // 7 + 1
    listing = subprocess.run(
        ["remind", "-m", f"-s+{weeks}", "-b2", path, f"{monday:%Y-%m-%d}"], check=True, stdout=subprocess.PIPE,
        text=True, env=dict(os.environ, TZ="UTC", LC_ALL="C")).stdout
    os.unlink(path)
    for line in listing.splitlines():
        fields = line.split(" ")
        a, _, i = fields[-1].partition("/")
        dates[int(a)].append((int(i), fields[0]))


def main(workload, ndjson_path, ics_path, first, days):
    begin = D.datetime.fromisoformat(first)
    end = begin + int(days) * DAY
    low, high = begin - DAY, end + DAY
    with open(workload, encoding="utf-8") as file:
        accounts = json.load(file)["accounts"]
    dates = [[] for _ in accounts]
    for at in range(0, len(accounts), BATCH):
        expand(accounts, range(at, min(at + BATCH, len(accounts))), low, high, ndjson_path + ".rem", dates)
    zones, expanded, kept = {}, 0, 0
    with open(ndjson_path, "w", encoding="utf-8", newline="") as ndjson, \
            open(ics_path, "w", encoding="utf-8", newline="") as ics:
        ics.write("BEGIN:VCALENDAR\r\nPRODID:-//w//limit//EN\r\nVERSION:2.0\r\n")
        for account, mine in zip(accounts, dates):
            name = account["tz"]
            zone = zones.get(name) or zones.setdefault(name, ZoneInfo(name))
            found = []
            for position, date in mine:
                local = D.datetime.fromisoformat(
                    date.replace("/", "-") + "T" + account["items"][position]["time"])
                utc = local - zone.utcoffset(local)
                if begin <= utc < end:
                    found.append((utc, position, local))
            expanded += len(found)
            found.sort()
            del found[CAP:]
            kept += len(found)
            for utc, position, local in found:
                item = account["items"][position]
                title = json.dumps(item["title"], ensure_ascii=False)
                ndjson.write(f'{{"account":"{account["id"]}","item":"{item["id"]}","title":{title},'
                             f'"local":"{local.isoformat(timespec="minutes")}","utc":"{utc.isoformat()}Z"}}\n')
                stamp = utc.strftime("%Y%m%dT%H%M%SZ")
                ics.write(f"BEGIN:VEVENT\r\nUID:{item['id']}-{stamp}@w\r\nDTSTAMP:20261020T000000Z\r\n"
                          f"DTSTART:{stamp}\r\n{summary(item['title'])}END:VEVENT\r\n")
        ics.write("END:VCALENDAR\r\n")
    print(f"accounts={len(accounts)} expanded={expanded} kept={kept}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
