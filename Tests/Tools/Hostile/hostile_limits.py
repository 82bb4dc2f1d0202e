#!/usr/bin/env python3
"""The limits of docs/security.md that take a large input to reach, and the memory that a run takes with accounts at their limits.

    hostile_limits.py --binary .build/release/tickler [--quick]

- A record of 32 MB is planned, one byte more is left out with its place, in JSON, NDJSON and XML; the accounts beside it keep their plan.
- An account with 100,000 items is planned, with one more it is left out, whether they stand in one input or in several.
- An account with 3,000 devices of ten deliveries is left out, and so is a calendar entry with 40,000 alarms on many dates; reading them
  takes little memory, in `check` and `import` too.
- Accounts that each make as many notifications as an account may, as many as there is room for in one chunk: however many they are, the
  run takes what one of them takes and what `--memory` has for the tasks, and writes the same bytes for every `--jobs`.

Prints the figures, and what did not hold.
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

NOW = "2026-11-20T12:00:00Z"
HEAD = dict(format="tickler-export/1", app="focusflow", exportedAt="2026-11-20T00:00:00Z")
TASK = dict(kind="task", id="t", title="Tea", date="2026-11-21", time="10:00")
# Started from a process that has little memory itself, since a process begins with the figure of the one that started it.
MEASURED = """import os, subprocess, sys
_, status, usage = os.wait4(subprocess.Popen(sys.argv[1:]).pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)"""
MOST_RECORD, MOST_ITEMS = 32 << 20, 100_000


class Limits:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.binary = pathlib.Path(options.binary).resolve()
        self.shared = ["--zoneinfo", str(pathlib.Path(options.zoneinfo).resolve()), "--templates", str(pathlib.Path(options.templates).resolve())]
        self.broken, self.held = [], 0

    def expect(self, holds, what):
        if holds:
            self.held += 1
        else:
            self.broken.append(what)
            print(f"did not hold: {what}", file=sys.stderr, flush=True)

    def run(self, *words, command="plan", out="out", emit="plan"):
        """The status, what was told, and the most memory that the process had, in MB."""
        files = ["--out", out, "--emit", emit] if command == "plan" else []
        words = [self.binary, command, *words, "--now", NOW, *files, *self.shared, "--quiet"]
        done = subprocess.run([sys.executable, "-c", MEASURED, *words], cwd=self.folder, capture_output=True, text=True)
        # `import` prints its items before.
        status, kilobytes = map(int, done.stdout.splitlines()[-1].split())
        # `check` prints what it finds.
        return status, done.stderr + done.stdout if command == "check" else done.stderr, kilobytes / 1024

    def lines(self, out="out"):
        """How many lines of the plan each account has."""
        counts = {}
        for line in (self.folder / out / "plan.ndjson").read_text().splitlines()[1:]:
            owner = json.loads(line)["account"]
            counts[owner] = counts.get(owner, 0) + 1
        return counts

    # MARK: Records

    @staticmethod
    def account(name, items=(TASK,)):
        return dict(id=name, timeZone="Europe/London", preferences=dict(kinds=dict(dailyReminder=False, nudge=False, recap=False)), items=list(items))

    def record(self, size):
        """An account as JSON of exactly that many bytes."""
        account = self.account("big", [dict(TASK, id=f"t{k}", title="x" * 60_000, date="2030-01-01") for k in range(size // 60_100)])
        room = size - len(json.dumps(account))
        account["items"] += [dict(TASK, id="fill", title="")]
        room -= len(json.dumps(account["items"][-1])) + 2
        while room > 60_000:
            account["items"].append(dict(TASK, id=f"f{room}", title="y" * 50_000))
            room -= len(json.dumps(account["items"][-1])) + 2
        next(item for item in account["items"] if item["id"] == "fill")["title"] = "z" * room
        text = json.dumps(account)
        assert len(text) == size, (len(text), size)
        return text

    def check_records(self, form):
        for extra in (0, 1):
            if form == "xml":
                before = '<account id="big" timeZone="Europe/London">'
                item = '<task id="%s" title="%s" date="2030-01-01" time="10:00"/>'
                big = before + "".join(item % (f"t{k}", "x" * 60_000) for k in range(500))
                fill = MOST_RECORD + extra - len(big) - len("</account>")
                while fill > 60_200:
                    part = item % (f"f{fill}", "y" * 50_000)
                    big, fill = big + part, fill - len(part)
                big += item % ("fill", "z" * (fill - len(item % ("fill", "")))) + "</account>"
                assert len(big) == MOST_RECORD + extra
                small = '<account id="%s" timeZone="Europe/London"><task id="t" title="Tea" date="2026-11-21" time="10:00"/></account>'
                text = ('<export xmlns="urn:tickler:export:1" format="tickler-export/1" app="focusflow">\n' + small % "a" + "\n" + big + "\n" + small % "z" +
                        "</export>")
            else:
                big = self.record(MOST_RECORD + extra if form == "json" else MOST_RECORD + extra - len('{"account": }'))
                accounts = [json.dumps(self.account("a")), big, json.dumps(self.account("z"))]
                if form == "json":
                    text = json.dumps(HEAD)[:-1] + ', "accounts": [\n' + ",\n".join(accounts) + "]}"
                else:
                    text = json.dumps(HEAD) + "\n" + "".join('{"account": %s}\n' % account for account in accounts)
            (self.folder / f"in.{form}").write_text(text)
            status, errors, memory = self.run(f"in.{form}", "--days", "2")
            planned = self.lines()
            what = f"a record of 32 MB and {extra} bytes in {form}"
            self.expect(status == extra and ("big" in planned) == (extra == 0), f"{what} ends with {status}, {sorted(planned)}: {errors[:300]}")
            self.expect({"a", "z"} <= set(planned), f"{what}: the others have no plan")
            if extra:
                self.expect(f"in.{form}:3:" in errors and "is too large; expected at most 32 MB" in errors, f"{what} is told of as {errors[:300]}")
            print(f"a record of 32 MB{' and a byte' if extra else ''}, {form}: status {status}, {memory:.0f} MB", flush=True)
            (self.folder / f"in.{form}").unlink()

    # MARK: Items

    def check_items(self):
        def items(numbers):
            return [dict(kind="entry", id=f"e{k}", flow="morning", date="2026-11-19") for k in numbers]

        def write(name, *records):
            with (self.folder / name).open("w") as file:
                for record in [dict(HEAD, app="diary"), *records]:
                    file.write(json.dumps(record) + "\n")

        for extra in (0, 1):
            write("one.ndjson", dict(account=self.account("a", [])), dict(account=self.account("big", items(range(MOST_ITEMS + extra)))))
            # The same, of which half stands apart, and a part in another input.
            write("apart1.ndjson", dict(account=self.account("a", [])), dict(account=self.account("big", items(range(40_000)))),
                  *(dict(item=dict(item, account="big")) for item in items(range(40_000, 70_000))))
            write("apart2.ndjson", *(dict(item=dict(item, account="big")) for item in items(range(70_000, MOST_ITEMS + extra))))
            for names in (["one.ndjson"], ["apart1.ndjson", "apart2.ndjson"]):
                status, errors, memory = self.run(*names, "--days", "2")
                what = f"{MOST_ITEMS + extra} items in {len(names)} inputs"
                self.expect(status == extra, f"{what} end with {status}: {errors[:300]}")
                if extra:
                    place = f'{names[0]}:3:13: error: account "big", field items: the account has too many items; expected at most 100000 from all inputs'
                    self.expect(place in errors, f"{what} are told of as {errors[:300]}")
                print(f"{what}: status {status}, {memory:.0f} MB", flush=True)

    # MARK: Devices and alarms

    def check_bounded(self):
        """Records that are too many for an account are never all in memory."""
        delivered = [dict(id="x", at=f"2026-11-{10 + k}T10:00:00Z") for k in range(10)]
        devices = [dict(id="big", device=f"d{k}", timeZone="Europe/London", delivered=delivered) for k in range(3000)]
        with (self.folder / "devices.ndjson").open("w") as file:
            for record in [HEAD, *(dict(account=account) for account in (self.account("a"), *devices, self.account("z")))]:
                file.write(json.dumps(record) + "\n")
        alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:%s\nEND:VALARM\n"
        times = (datetime.datetime(2026, 11, 20) + datetime.timedelta(seconds=61 * k) for k in range(40_000))
        alarms = "".join(alarm % time.strftime("%Y%m%dT%H%M%SZ") for time in times)
        (self.folder / "alarms.ics").write_text(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:big\nDTSTART;TZID=Asia/Kathmandu:20261123T090000\nRRULE:FREQ=DAILY\n" + alarms
            + "END:VEVENT\nBEGIN:VTODO\nUID:z\nSUMMARY:Z\nDUE:20261121T090000Z\nEND:VTODO\nEND:VCALENDAR\n")
        for name, place, commands in (
            ("devices.ndjson", 'devices.ndjson:3:13: error: account "big", field device: the account has 3000 devices; expected at most 100', ("plan", "check")),
            ("alarms.ics", 'alarms.ics:2:1: error: item "big": the event makes too many items; expected at most 10000', ("plan", "check", "import")),
        ):
            for command in commands:
                zone = ["--time-zone", "Europe/London"] if name.endswith("ics") else []
                status, errors, memory = self.run(name, *zone, command=command)
                what = f"{command} of {name}"
                self.expect(status == 1, f"{what} ends with {status}: {errors[:300]}")
                self.expect(place in errors, f"{what} is told of as {errors[:300]}")
                self.expect(memory < 200, f"{what} takes {memory:.0f} MB")
                print(f"40,000 alarms or 3,000 devices, {what}: status {status}, {memory:.0f} MB", flush=True)
            wanted = {"a", "z"} if name == "devices.ndjson" else {"me"}
            self.expect(set(self.lines()) == wanted, f"{name}: the plan has {sorted(self.lines())}")

    # MARK: Memory

    def export(self, name, accounts, reminders, text):
        """Accounts that make `reminders` × 366 notifications each."""
        times = [f"{j * 79 // 3600 % 24:02}:{j * 79 // 60 % 60:02}:{j * 79 % 60:02}" for j in range(reminders)]
        with (self.folder / name).open("w") as file:
            file.write(json.dumps(dict(HEAD, app="ritualist")) + "\n")
            for k in range(accounts):
                habit = dict(kind="habit", id="h", name=text, reminders=times)
                account = dict(id=f"a{k}", timeZone="Europe/London", items=[habit])
                file.write(json.dumps(dict(account=account), separators=(",", ":")) + "\n")

    def check_memory(self):
        quick = self.options.quick
        cases = [("ordinary texts", 60, "x" * 20, 16) if quick else ("ordinary texts", 680, "x" * 20, 5)]
        if not quick:
            # Of the 64 MB of texts that an account may have, each byte is six in the plan.
            cases.append(("texts to the limit", 300, "\u0001" * 280, 3))
        for what, reminders, text, number in cases:
            self.export("one.ndjson", 1, reminders, text)
            self.export("many.ndjson", number, reminders, text)
            size = (self.folder / "many.ndjson").stat().st_size
            self.expect(size < 65_536, f"{what}: {number} accounts are one chunk")
            # A second chunk, so that there is something for a second task.
            more = (self.folder / "many.ndjson").read_text().splitlines(True)
            (self.folder / "twice.ndjson").write_text("".join(more) + "".join(line.replace('"id":"a', '"id":"b') for line in more[1:]))
            hashes = set()
            figures = []
            for name, jobs in (("one", 1), ("many", 1), ("twice", 1), ("twice", 2)):
                status, errors, memory = self.run(f"{name}.ndjson", "--days", "366", "--jobs", str(jobs), "--memory", "64M", emit="plan,actions,summary,html,ics")
                self.expect(status == 0, f"{what}: {name} ends with {status}: {errors[:300]}")
                figures.append((f"{name} --jobs {jobs}", memory))
                if name == "twice":
                    digest = hashlib.sha256()
                    # The summary and the page have the command as it was typed.
                    for file in sorted(path for path in (self.folder / "out").rglob("*") if path.suffix in (".ndjson", ".ics")):
                        digest.update(file.name.encode() + file.read_bytes())
                    hashes.add(digest.hexdigest())
            alone = figures[0][1]
            for (name, memory), jobs in zip(figures[1:], (1, 1, 2)):
                # One account a processor, and 12 MB a task of what waits for its turn.
                most = min(jobs, os.cpu_count()) * alone + jobs * 12 + 32
                self.expect(memory <= most, f"{what}: {name} takes {memory:.0f} MB, one account takes {alone:.0f} MB")
            self.expect(len(hashes) == 1, f"{what}: --jobs makes other bytes")
            print(f"{number} accounts at their limits in a chunk, {what}: " + ", ".join(f"{name} {memory:.0f} MB" for name, memory in figures), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=".build/release/tickler")
    parser.add_argument("--zoneinfo", default="Tests/Zoneinfo/2026f")
    parser.add_argument("--templates", default="templates")
    parser.add_argument("--quick", action="store_true", help="one format, and smaller accounts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as path:
        limits = Limits(options, pathlib.Path(path))
        for form in ["ndjson"] if options.quick else ["json", "ndjson", "xml"]:
            limits.check_records(form)
        limits.check_items()
        limits.check_bounded()
        limits.check_memory()
    print(f"limits: {limits.held} held, {len(limits.broken)} did not hold")
    return 1 if limits.broken else 0


if __name__ == "__main__":
    sys.exit(main())
