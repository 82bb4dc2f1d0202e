#!/usr/bin/env python3
"""Workload W with python-dateutil.

    dateutil_peer.py W.json OUT.ndjson OUT.ics 2026-10-20 14 [--plain]

At its best: rules as arguments instead of texts, each started in its own phase shortly before the window, offsets looked up with
zoneinfo, the outputs written as strings. With --plain as one would write it first: the rule as a text with its own first date,
and the calendar made by the icalendar library.
"""
import datetime as D
import json
import sys
from zoneinfo import ZoneInfo

from dateutil.rrule import DAILY, MO, MONTHLY, WEEKLY, YEARLY, rrule, rrulestr, weekday

CAP = 54
FREQUENCIES = dict(daily=DAILY, weekly=WEEKLY, monthly=MONTHLY, yearly=YEARLY)
WEEKDAYS = {name: weekday(n) for n, name in enumerate(("MO", "TU", "WE", "TH", "FR", "SA", "SU"))}
DAY = D.timedelta(days=1)


def fast(item, start, low):
    """The item's rule, started as late as possible before `low`."""
    freq, interval = item["freq"], item.get("interval", 1)
    gap = (low - start).days
    if gap > 0:
        if freq == "daily":
            start += gap // interval * interval * DAY
        elif freq == "weekly":
            start += gap // (7 * interval) * (7 * interval) * DAY
        elif freq == "monthly":
            start = start.replace(year=low.year, month=low.month, day=1)
        else:
            start = start.replace(year=low.year, month=1, day=1)
    return rrule(
        FREQUENCIES[freq], dtstart=start, interval=interval, wkst=MO, cache=False,
        byweekday=[WEEKDAYS[d] for d in item["byday"]] if "byday" in item else None,
        bymonth=item.get("bymonth"), bymonthday=item.get("bymonthday"))


def plain(item, start, low):
    """The item's rule as a text."""
    parts = ["FREQ=" + item["freq"].upper(), f"INTERVAL={item.get('interval', 1)}", "WKST=MO"]
    if "byday" in item:
        parts.append("BYDAY=" + ",".join(item["byday"]))
    parts += [f"{key.upper()}={item[key]}" for key in ("bymonth", "bymonthday") if key in item]
    return rrulestr(";".join(parts), dtstart=start)


def summary(title):
    """The SUMMARY line, escaped as RFC 5545 TEXT and folded."""
    line = "SUMMARY:" + title.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")
    data, folded, width = line.encode(), [], 75
    while len(data) > width:
        end = width
        while data[end] & 0xC0 == 0x80:
            end -= 1
        folded.append(data[:end])
        data, width = data[end:], 74
    return b"\r\n ".join(folded + [data]).decode() + "\r\n"


def event(item, utc):
    """A VEVENT of the icalendar library."""
    import icalendar
    made = icalendar.Event()
    made.add("uid", f"{item['id']}-{utc:%Y%m%dT%H%M%SZ}@w")
    made.add("dtstamp", D.datetime(2026, 10, 20, tzinfo=D.timezone.utc))
    made.add("dtstart", utc.replace(tzinfo=D.timezone.utc))
    made.add("summary", item["title"])
    return made.to_ical().decode()


def main(workload, ndjson_path, ics_path, first, days, *flags):
    rule_of = plain if "--plain" in flags else fast
    begin = D.datetime.fromisoformat(first)
    end = begin + int(days) * DAY
    low, high = begin - DAY, end + DAY
    with open(workload, encoding="utf-8") as file:
        accounts = json.load(file)["accounts"]
    zones, expanded, kept = {}, 0, 0
    with open(ndjson_path, "w", encoding="utf-8", newline="") as ndjson, \
            open(ics_path, "w", encoding="utf-8", newline="") as ics:
        ics.write("BEGIN:VCALENDAR\r\nPRODID:-//w//limit//EN\r\nVERSION:2.0\r\n")
        for account in accounts:
            name = account["tz"]
            zone = zones.get(name) or zones.setdefault(name, ZoneInfo(name))
            found = []
            for position, item in enumerate(account["items"]):
                start = D.datetime.fromisoformat(item["start"] + "T" + item["time"])
                for local in [start] if item["freq"] == "once" else rule_of(item, start, low).between(low, high, inc=True):
                    utc = local - zone.utcoffset(local)
                    if begin <= utc < end:
                        found.append((utc, position, local))
            expanded += len(found)
            found.sort()
            del found[CAP:]
            kept += len(found)
            tails = {}
            for utc, position, local in found:
                item = account["items"][position]
                title = json.dumps(item["title"], ensure_ascii=False)
                ndjson.write(f'{{"account":"{account["id"]}","item":"{item["id"]}","title":{title},'
                             f'"local":"{local.isoformat(timespec="minutes")}","utc":"{utc.isoformat()}Z"}}\n')
                if rule_of is plain:
                    ics.write(event(item, utc))
                    continue
                if position not in tails:
                    tails[position] = summary(item["title"]) + "END:VEVENT\r\n"
                stamp = utc.strftime("%Y%m%dT%H%M%SZ")
                ics.write(f"BEGIN:VEVENT\r\nUID:{item['id']}-{stamp}@w\r\nDTSTAMP:20261020T000000Z\r\n"
                          f"DTSTART:{stamp}\r\n{tails[position]}")
        ics.write("END:VCALENDAR\r\n")
    print(f"accounts={len(accounts)} expanded={expanded} kept={kept}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
