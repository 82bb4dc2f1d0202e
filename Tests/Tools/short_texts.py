#!/usr/bin/env python3
"""Compares what the release program makes of ids, names and numbers of 0 to 40 bytes with references: the optimizer treats texts of up to
15 bytes, which are stored inside the string, differently from longer ones.

    short_texts.py --binary .build/release/tickler

- the ids of rows without one, as `import` derives them: SipHash-2-4-128 of their columns
- the uids of a plan: SipHash-2-4-128 of app, account, kind, item and notification
- the order of decisions, by the bytes of their notifications
- requests on the device, whose endings name a date or a part of a series
- amounts, digit by digit
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MASK = (1 << 64) - 1
LENGTHS = range(1, 41)
ENDINGS = ["mon", "sun", "d1", "d28"]


def sip_hash(data, key=b"tickler-stable-1"):
    """SipHash-2-4 with a 128-bit result (Aumasson and Bernstein, 2012), in hexadecimal, the higher word first."""
    def rotated(word, count):
        return (word << count | word >> 64 - count) & MASK

    def rounds(v, count):
        for _ in range(count):
            v[0] = (v[0] + v[1]) & MASK
            v[1] = rotated(v[1], 13) ^ v[0]
            v[0] = rotated(v[0], 32)
            v[2] = (v[2] + v[3]) & MASK
            v[3] = rotated(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & MASK
            v[3] = rotated(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & MASK
            v[1] = rotated(v[1], 17) ^ v[2]
            v[2] = rotated(v[2], 32)
    k = [int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")]
    v = [k[0] ^ 0x736F6D6570736575, k[1] ^ 0x646F72616E646F6D ^ 0xEE, k[0] ^ 0x6C7967656E657261, k[1] ^ 0x7465646279746573]
    padded = data + bytes(-(len(data) + 1) % 8) + bytes([len(data) & 255])
    for place in range(0, len(padded), 8):
        word = int.from_bytes(padded[place:place + 8], "little")
        v[3] ^= word
        rounds(v, 2)
        v[0] ^= word
    v[2] ^= 0xEE
    rounds(v, 4)
    low = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xDD
    rounds(v, 4)
    return f"{v[0] ^ v[1] ^ v[2] ^ v[3]:016x}{low:016x}"


def hash_of(*parts):
    return sip_hash(b"".join(b"%d:%s" % (len(part.encode()), part.encode()) for part in parts))


def text(count, shift):
    return "".join(chr(97 + (n * 7 + shift) % 26) for n in range(count))


class Check:
    def __init__(self, binary, folder):
        self.binary, self.folder, self.wrong, self.looked = binary, folder, [], 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments):
        done = subprocess.run([self.binary, *arguments], cwd=ROOT, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{' '.join(arguments)} ends with {done.returncode}: {done.stderr}")
        return done.stdout

    def expect(self, what, found, expected):
        self.looked += 1
        if found != expected:
            self.wrong.append(f"{what}: {found}, not {expected}")

    def rows(self):
        names = [text(count, shift) for count in LENGTHS for shift in range(3)]
        with open(self.path("names.csv"), "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([["Name"], *([name] for name in names)])
        printed = self.run("import", self.path("names.csv"), "--mapping", "loop-habits", "--time-zone", "UTC", "--no-config",
                           "--zoneinfo", "Tests/Zoneinfo/2026f")
        items = [line["item"] for line in map(json.loads, printed.splitlines()) if "item" in line]
        counts = {}
        for name, item in zip(names, items, strict=True):
            # Identical rows are numbered.
            counts[name] = counts.get(name, 0) + 1
            number = f"-{counts[name]}" if counts[name] > 1 else ""
            self.expect(f"id of the row {name}", item["id"], hash_of("Name", name) + number)

    def plan(self):
        ids = sorted({text(count, shift) for count in LENGTHS for shift in range(2)})
        days = [f"2026-11-{day}" for day in range(21, 29)]
        tasks = [{"kind": "task", "id": id, "title": id.upper(), "date": day, "time": "09:00"} for id in ids for day in [days[len(id) % 8]]]
        bills = [{"kind": "bill", "id": f"bill-{count}", "name": "B", "amount": f"{'123456789' * 5}"[:count], "currency": "EUR",
                  "dueDate": "2026-11-25"} for count in range(1, 39)]
        series = [{"kind": "task", "id": f"series-{id}", "title": f"S{id}", "date": "2026-01-05", "time": "07:00", "repeat": "daily"}
                  for id in ids[:40]]
        pending = [{"id": f"focusflow.task.series-{id}@{ending}", "at": "2026-12-20T07:00:00Z", "repeats": True}
                   for id, ending in zip(ids[:40], ENDINGS * 10)]
        accounts = [{"id": id, "timeZone": "UTC", "platform": "other", "device": id, "items": [tasks[0]]} for id in ids]
        accounts.append({"id": "all", "timeZone": "UTC", "platform": "other", "items": tasks + series, "pending": pending})
        money = {"id": "money", "app": "moneymap", "timeZone": "UTC", "platform": "other", "items": bills,
                 "preferences": {"kinds": {"bill": True}}}
        with open(self.path("export.json"), "w", encoding="utf-8") as file:
            json.dump({"format": "tickler-export/1", "app": "focusflow", "accounts": [*accounts, money]}, file)
        out = self.path("out")
        self.run("plan", self.path("export.json"), "--out", out, "--emit", "plan,actions,summary", "--now", "2026-11-20T00:00:00Z",
                 "--days", "9", "--zoneinfo", "Tests/Zoneinfo/2026f", "--quiet")
        with open(os.path.join(out, "plan.ndjson"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file][1:]
        for line in lines:
            parts = [line["app"], line["account"], *([line["device"]] if "device" in line else []), line["kind"], line.get("item", ""),
                     line["notification"]]
            self.expect(f"uid of {line['notification']} of {line['account']}", line["uid"][:32], hash_of(*parts))
        own = [line for line in lines if line["account"] == "all"]
        order = [(line.get("at", ""), line["notification"].encode()) for line in own]
        self.expect("order of notifications", order, sorted(order))
        with open(os.path.join(out, "actions.ndjson"), encoding="utf-8") as file:
            held = {line["request"]: line for line in map(json.loads, file) if line["account"] == "all" and line["action"] != "add"}
        self.expect("held requests", sorted(held), sorted(entry["id"] for entry in pending))
        for entry, id in zip(pending, ids):
            self.expect(f"notification of {entry['id']}", held[entry["id"]]["notification"], f"focusflow.task.series-{id}")
        self.amounts(lines)

    def amounts(self, lines):
        """Bills say every digit of their amount, in groups of three."""
        for line in lines:
            if line["kind"] == "bill" and line["notification"].endswith(".due"):
                count = int(line["item"].split("-")[1])
                digits = f"{'123456789' * 5}"[:count]
                said = "".join(c for c in line["title"] + line["body"].split(".00")[0] if c in "0123456789")
                self.expect(f"amount of {count} digits", said[-count:] if len(said) >= count else said, digits)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=os.path.abspath, required=True)
    with tempfile.TemporaryDirectory() as folder:
        check = Check(parser.parse_args().binary, folder)
        check.rows()
        check.plan()
    for wrong in check.wrong[:20]:
        print(wrong)
    print(f"short texts: {check.looked} values, {len(check.wrong)} wrong")
    sys.exit(1 if check.wrong or check.looked < 500 else 0)


if __name__ == "__main__":
    main()
