#!/usr/bin/env python3
"""Workload W as an export of tickler: to_export.py W.json OUT.{ndjson,json,xml} [--flat | --shuffled] [--copies N]

Every item becomes a `task` of an app named `w`, which the policy w.toml plans. --flat writes all accounts first and then all
items, each with its account's id; --shuffled does too, the items in a random order from a seed. --copies writes the accounts
(up to 20,000 of them) N times, under ids that go on counting.
"""
import argparse
import json
import random
from xml.sax.saxutils import quoteattr

# Accounts whose ids share the first two digits, a00…: what --copies replaces.
BLOCK = 20_000
HEAD = dict(format="tickler-export/1", app="w", exportedAt="2026-10-20T00:00:00Z")


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def attributes(record):
    return "".join(f" {key}={quoteattr(str(value))}" for key, value in record.items() if key != "items")


def task(item):
    made = dict(kind="task", id=item["id"], title=item["title"], date=item["start"], time=item["time"])
    if item["freq"] != "once":
        rule = "FREQ=" + item["freq"].upper()
        if item.get("interval", 1) != 1:
            rule += f";INTERVAL={item['interval']}"
        if "byday" in item:
            rule += ";BYDAY=" + ",".join(item["byday"])
        if "bymonth" in item:
            rule += f";BYMONTH={item['bymonth']}"
        if "bymonthday" in item:
            rule += f";BYMONTHDAY={item['bymonthday']}"
        made["rrule"] = rule
    return made


def form(path):
    """What stands before, between and after the records, and how an account and a flat item are written."""
    if path.endswith(".ndjson"):
        return dump(HEAD) + "\n", "", "", lambda a: dump(dict(account=a)) + "\n", lambda i: dump(dict(item=i)) + "\n"
    if path.endswith(".xml"):
        head = f'<?xml version="1.0" encoding="UTF-8"?>\n<export xmlns="urn:tickler:export:1"{attributes(HEAD)}>\n'

        def account(a):
            items = "".join(f"<item{attributes(i)}/>" for i in a.get("items", ()))
            return f"<account{attributes(a)}>{items}</account>\n"
        return head, "", "</export>\n", account, lambda i: f"<item{attributes(i)}/>\n"
    return dump(HEAD)[:-1] + ',"accounts":[', ",", "]}", dump, dump


def renamed(text, copy):
    """The text with the ids of copy number `copy`."""
    if copy == 0:
        return text
    return text.replace('"a00', '"a%02d' % (2 * copy)).replace('"a01', '"a%02d' % (2 * copy + 1))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("workload")
    arguments.add_argument("out")
    arguments.add_argument("--flat", action="store_true")
    arguments.add_argument("--shuffled", action="store_true")
    arguments.add_argument("--copies", type=int, default=1)
    options = arguments.parse_args()
    with open(options.workload, encoding="utf-8") as file:
        workload = json.load(file)["accounts"]
    if options.copies > 1 and len(workload) > BLOCK:
        arguments.error(f"--copies is for up to {BLOCK} accounts")
    head, between, tail, account, item = form(options.out)
    flat = options.flat or options.shuffled
    records, items = [], []
    for a in workload:
        made = dict(id=a["id"], timeZone=a["tz"])
        tasks = [task(i) for i in a["items"]]
        if flat:
            items += [item(dict(account=a["id"], **t)) for t in tasks]
        else:
            made["items"] = tasks
        records.append(account(made))
    del workload
    with open(options.out, "w", encoding="utf-8", newline="") as out:
        out.write(head)
        if between and flat:
            raise SystemExit("flat exports are NDJSON or XML")
        for copy in range(options.copies):
            out.write((between if copy else "") + renamed(between.join(records), copy))
        if options.shuffled:
            items = [renamed(i, copy) for copy in range(options.copies) for i in items]
            random.Random(1).shuffle(items)
            out.writelines(items)
        else:
            for copy in range(options.copies):
                out.write(renamed("".join(items), copy))
        out.write(tail)


if __name__ == "__main__":
    main()
