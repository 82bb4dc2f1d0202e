#!/usr/bin/env python3
"""Holds that no list of an account, and no two of them together, cost more than n log n.

    growth.py --binary .build/release/tickler [--quick] [--n 200] [--only NAME] [--rows FILE]

The lists are those of the schema (`tickler schema json`): of accounts, of preferences, of every kind of item, and the items of each
kind. A list that is new in the schema joins by itself, with entries that the schema describes; `SHAPES` has entries that are out to
cost more. One policy has the kinds of all apps, so that any two lists meet in one account. For each shape of a list, and each two shapes
of two lists, an account with n entries of each is planned, and one with 2n. Twice the entries may cost at most 2.6 times the instructions; where
they cost more, four times as many decide. The page has room for a few accounts only: it is made of the lists alone, six in a run.

All accounts of a run stand in one export. Callgrind begins to count anew whenever the reader comes to an account, and between two of them
stands one with nothing in it, so that what is counted is an account's own: its record, its plan, its lines and pages. What passes a limit
is rejected, and told of.

The lists of other tools' files are those of growth_imports.py: `tickler import` of a file with n entries, and of one with 2n.

The lists that commands read, such as changes, requests and the runs of an archive, are those of growth_commands.py.

The lists of policies are read by `tickler check`: policies that extend each other, and the tables and lists of one. What a run costs without
them is counted with a list of one.

`--quick` takes the lists alone, and all of them at once.
"""
import argparse
import concurrent.futures
import datetime
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import growth_commands
import growth_imports

NOW = "2026-11-20T12:00:00Z"
MOST = 2.6
TODAY = datetime.date(2026, 11, 20)
# Called once for an account, and never compiled into its caller: the number of times is held against the number of accounts.
READER = "*ChunkReaderV11readAccount*"
# How many rows of accounts the page has room for, and how many rows without a page are counted in one run.
PAGED, PAIRED = 6, 36
ZONES = ["Asia/Tokyo", "Europe/London", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Africa/Cairo"]
WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
# What every account has, so that its lists matter.
PREFERENCES = dict(morning=dict(time="07:00", days=WEEKDAYS), bedtime=dict(time="22:00"), appBlocking=True,
                   kinds=dict(bill=True, overdue=True, overspend=True, digest=True))


def instant(days=0, seconds=0):
    at = datetime.datetime(2026, 11, 20, 12) + datetime.timedelta(days=days, seconds=seconds)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def day(number):
    return (TODAY + datetime.timedelta(days=number)).isoformat()


def clock(number):
    number %= 86_400
    return f"{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}"


def some_id(k):
    """A notification of any of the kinds."""
    return [f"focusflow.task.t{k}@{day(1 + k % 10)}", "rich_h0-0700", "diary.morning.1", f"goal-achievement-{day(-k % 300)}",
            f"bill.b{k}.{day(-k % 300)}.due", "focusflow.dailyReminder"][k % 6]


# By list, entry k of each shape; the shape's name tells it from others. Few entries are spread over the same days as many, so that no list
# begins to matter with its length.
SHAPES = {
    "zoneChanges": {
        "far": lambda k: dict(at=instant(-200 + k * 137 % 700, k), timeZone=ZONES[k % 6]),
        "dense": lambda k: dict(at=instant(1, k * 7), timeZone=ZONES[k % 6]),
        "night": lambda k: dict(at=instant(1, 11 * 3600 + k), timeZone=ZONES[1 + k % 2 * 4]),
    },
    "delivered": {"": lambda k: dict(id=some_id(k), at=instant(-1 - k * 91 % 300, k), shown=True)},
    "pending": {
        "near": lambda k: dict(id=some_id(k) + f"x{k}" * (k % 2), at=instant(1 + k % 10, k)),
        "far": lambda k: dict(id=some_id(k), at=instant(100 + 60 * k)),
        "own": lambda k: dict(id=f"{k:08x}-0000", at=instant(1 + k % 20, k), notification=some_id(k), repeats=k % 3 == 0),
    },
    "active": {"": lambda k: {"from": instant(-1, -k * 7), "to": instant(-1, -k * 7 + 9)}},
    "items.task": {
        "": lambda k: dict(id=f"t{k}", title=f"T {k}", date=day(1 + k % 9), time=clock(k * 37)),
        "daily": lambda k: dict(id=f"d{k}", title=f"D {k}", date=day(-9), time=clock(k * 37), repeat="daily"),
        "equal": lambda k: dict(id=f"e{k}", title="Same", date=day(2), time="10:00"),
        "gap": lambda k: dict(id=f"g{k}", title=f"G {k}", date="2027-03-28", time="01:30"),
        "wrong": lambda k: dict(id=f"z{k}", title="Z"),
    },
    "items.habit": {"": lambda k: dict(id=f"m{k}", name=f"M {k}", reminders=[clock(k * 53)],
                                       location=dict(place="P", latitude=1, longitude=2, on="exit"))},
    "items.entry": {"": lambda k: dict(id=f"n{k}", flow=["morning", "bedtime"][k % 2], date=day(-k // 2))},
    "items.session": {"": lambda k: dict(id=f"s{k}", startedAt=instant(0, -k), duration=4000, state="running")},
    "items.stepDay": {"": lambda k: dict(id=f"p{k}", date=day(-k), goal=100, samples=[
        dict(at=instant(-k, -j * 3), steps=20 + j * 30) for j in range(4)])},
    "items.bill": {"": lambda k: dict(id=f"b{k}", name=f"B {k}", amount="1.50", currency="EUR", dueDate=day(-400 + k * 121 % 420),
                                      repeat=["monthly", "none", "weekly"][k % 3]),
                   "currencies": lambda k: dict(id=f"c{k}", name="C", amount="1.50", currency=f"C{k}", dueDate=day(k % 7))},
    "items.budget": {"": lambda k: dict(id=f"u{k}", name="U", spent="2", limit="1", period=f"p{k}", updatedAt=instant(0, -k))},
    "task.exdates": {"": lambda k: day(k // 2 * (1 - k % 2 * 2)), "past": lambda k: day(-k)},
    "habit.reminders": {"": lambda k: clock(k * 41), "equal": lambda k: "07:00"},
    "stepDay.samples": {"": lambda k: dict(at=instant(-1, k), steps=k * 4)},
}
# What the item has beside the list, where the schema alone would not have the list matter.
BESIDE = {
    "task": dict(date="2000-01-01", repeat="daily"),
    "habit": dict(reminders=[clock(k * 600) for k in range(100)], streak=7),
    "bill": dict(dueDate="2020-01-01", repeat="weekly"),
    "stepDay": dict(date=day(-1), goal=4000),
}
BESIDE_SHAPE = {"task.exdates past": dict(repeat=None, rrule="FREQ=DAILY;BYDAY=MO,TU,FR"),
                "task.weekdays": dict(repeat="customDays"), "bill.weekdays": dict(repeat="customDays")}


class Schema:
    def __init__(self, document):
        self.definitions = document["$defs"]

    def resolved(self, schema):
        return {**self.definitions[schema["$ref"].rpartition("/")[2]], **schema} if "$ref" in schema else schema

    @staticmethod
    def is_list(schema):
        return "array" in (schema.get("type") if isinstance(schema.get("type"), list) else [schema.get("type")])

    def value(self, name, schema, k):
        """Any value that the schema allows; another one for each k where it allows that."""
        by_reference = {"instant": lambda: instant(-1, -k), "date": lambda: day(-k), "time": lambda: clock(k * 37),
                        "zoneName": lambda: ZONES[k % 6], "amount": lambda: str(k)}
        reference = schema.get("$ref", "").rpartition("/")[2]
        if reference in by_reference:
            return by_reference[reference]()
        schema = self.resolved(schema)
        if "enum" in schema:
            words = [word for word in schema["enum"] if word is not None]
            return words[k % len(words)]
        if "properties" in schema:
            return self.required(schema, k)
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if "integer" in kinds or "number" in kinds:
            return schema.get("minimum", 0) + k % 1000
        return k % 2 == 0 if "boolean" in kinds else f"{name}{k}"

    def required(self, schema, k):
        return {name: self.value(name, schema["properties"][name], k) for name in schema.get("required", [])}

    def lists(self):
        """Name and the schema of an entry, of every list that an account may have; of one kind of items None for the entry."""
        account = self.definitions["account"]["properties"]
        for name, field in account.items():
            if self.is_list(field) and name != "items":
                yield name, field["items"]
        for kind in self.definitions["item"]["properties"]["kind"]["enum"]:
            yield f"items.{kind}", None
            for name, field in self.definitions[kind]["properties"].items():
                if field is not True and self.is_list(field):
                    yield f"{kind}.{name}", field["items"]
        for name, field in self.definitions["preferences"]["properties"].items():
            for inner, list_field in self.resolved(field).get("properties", {}).items():
                if self.is_list(list_field):
                    yield f"preferences.{name}.{inner}", list_field["items"]


class Shape:
    """A way to fill one list."""

    def __init__(self, schema, path, entry_schema, name, entry):
        self.schema, self.path, self.name, self.entry_schema = schema, path, f"{path} {name}".strip(), entry_schema
        self.entry = entry or (lambda k: schema.value(path.rpartition(".")[2], entry_schema, k))

    def fill(self, account, n):
        owner, _, field = self.path.rpartition(".")
        if self.path == "unknown":
            account.update({f"field{k}": 1 for k in range(n)})
        elif not owner:
            account[field] = [self.entry(k) for k in range(n)]
        elif owner == "items":
            described = self.schema.definitions[field]
            account["items"] += [{"kind": field, "id": f"i{k}", **(self.schema.required(described, k) if self.entry_schema is None and
                                                                    self.is_default else {}), **self.entry(k)} for k in range(n)]
        elif owner.startswith("preferences."):
            group = account["preferences"].setdefault(owner.partition(".")[2], {})
            group[field] = [self.entry(k) for k in range(n)]
        else:
            item = {"kind": owner, "id": f"{owner}-{field}", **self.schema.required(self.schema.definitions[owner], 0),
                    **BESIDE.get(owner, {}), **BESIDE_SHAPE.get(self.name, {}), field: [self.entry(k) for k in range(n)]}
            account["items"].append({key: value for key, value in item.items() if value is not None})

    is_default = False


def shapes(schema):
    for path, entry in [*schema.lists(), ("unknown", None)]:
        known = SHAPES.get(path)
        if known is None:
            shape = Shape(schema, path, entry, "", None if entry else lambda k: {})
            shape.is_default = True
            yield shape
        else:
            for name, make in known.items():
                yield Shape(schema, path, entry, name, make)
    unknown = set(SHAPES) - {path for path, _ in schema.lists()}
    if unknown:
        sys.exit(f"growth.py: the schema has no list {', '.join(sorted(unknown))}")


def policy(templates):
    """The kinds of all apps, as one app's. `personal` has them once more, for one person."""
    text = 'format = "tickler-policy/1"\napp = "all"\nname = "All"\n\n[slots]\nholds = "trigger"\nios = 64\n\n'
    text += '[quietHours]\naction = "defer"\n\n'
    for file in sorted((templates / "policies").glob("*.toml")):
        if file.stem == "personal":
            continue
        for part in re.split(r"(?m)^(?=\[)", file.read_text()):
            if re.match(r"\[(kinds|channels|categories)\.", part):
                text += part
    return text


class Growth:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.templates = pathlib.Path(options.templates).resolve()
        document = subprocess.run([options.binary, "schema", "json", "--templates", self.templates], stdout=subprocess.PIPE, check=True)
        self.schema = Schema(json.loads(document.stdout))
        self.shapes = list(shapes(self.schema))
        (folder / "all.toml").write_text(policy(self.templates))
        subprocess.run(["objcopy", "--strip-debug", options.binary, folder / "tickler"], check=True)

    def rows(self):
        """The shapes of each account to be."""
        rows = [(shape,) for shape in self.shapes]
        if self.options.quick:
            first = {shape.path: shape for shape in reversed(self.shapes)}
            rows.append(tuple(first.values()))
        else:
            # A list is there once, and items of one kind are one list.
            rows += [pair for pair in itertools.combinations(self.shapes, 2) if pair[0].path != pair[1].path]
        return [row for row in rows if self.options.only in self.name(row)]

    def name(self, row):
        return " × ".join(shape.name for shape in row) if len(row) < 3 else "all lists at once"

    def account(self, number, row, n):
        account = dict(id=f"a{number}", timeZone="Europe/London", preferences=json.loads(json.dumps(PREFERENCES)), items=[])
        for shape in row:
            shape.fill(account, n // 4 if len(row) > 2 else n)
        if any("night" in shape.name for shape in row):
            account["preferences"]["quietHours"] = dict(start="20:00", end="09:00")
        return account

    def runs(self):
        """The rows of each run, and what it writes."""
        rows = self.rows()
        alone, together = [row for row in rows if len(row) == 1], [row for row in rows if len(row) > 1]
        yield from ((f"run{k}", alone[k:k + PAGED], "plan,actions,summary,ics,html") for k in range(0, len(alone), PAGED))
        yield from ((f"pairs{k}", together[k:k + PAIRED], "plan,actions,summary,ics") for k in range(0, len(together), PAIRED))

    def counts(self, name, rows, emit, n):
        """By row, the instructions of n and of 2n, and what was told of them."""
        folder = self.folder / name
        folder.mkdir()
        accounts = []
        for row in [(), *rows]:
            for factor in (1, 2):
                accounts.append(self.account(len(accounts), row, factor * n))
                accounts.append(dict(id=f"empty{len(accounts)}", timeZone="Europe/London"))
        with (folder / "in.ndjson").open("w") as file:
            file.write(json.dumps(dict(format="tickler-export/1", app="all", exportedAt=NOW)) + "\n")
            file.writelines(json.dumps(dict(account=account)) + "\n" for account in accounts)
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--dump-before={READER}", "--dump-line=no", "--compress-strings=yes",
             f"--callgrind-out-file={folder}/counted", self.folder / "tickler", "plan", "in.ndjson", "--now", NOW,
             "--days", str(self.options.days), "--jobs", "1", "--policy", self.folder / "all.toml", "--zoneinfo",
             pathlib.Path(self.options.zoneinfo).resolve(), "--templates", self.templates, "--out", "out", "--emit", emit,
             "--quiet"],
            cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=dict(PATH=os.environ["PATH"], LC_ALL="C", SWIFT_DETERMINISTIC_HASHING="1"))
        if done.returncode not in (0, 1):
            sys.exit(f"growth.py: the run ended with {done.returncode}:\n{done.stderr[-3000:]}")
        told = dict(re.findall(r'error: account "(a\d+)"(.*)', done.stderr))
        # A file is written whenever the reader comes to an account, the first one of what came before; what follows the last is of no matter.
        files = len(list(folder.glob("counted.*")))
        if files != len(accounts):
            sys.exit(f"growth.py: {READER} was called {files} times for {len(accounts)} accounts")
        texts = ((folder / f"counted.{number}").read_text() for number in range(2, files + 1))
        counted = [int(re.search(r"^summary: (\d+)", text, re.M).group(1)) for text in texts]
        # The record of an account is read before its interval begins, in that of the empty one before it.
        own = [counted[number - 1] * (number > 0) + counted[number] for number in range(0, len(accounts) - 1, 2)]
        empty = own[1]
        found = []
        for index, row in enumerate(rows):
            first, second = (own[2 * index + 2 + k] for k in (0, 1))
            words = [told[f"a{4 * index + 4 + 2 * k}"] for k in (0, 1) if f"a{4 * index + 4 + 2 * k}" in told]
            # Below half an empty account, the figures tell of anything but the lists.
            first, second = max(first - empty, 0), max(second - empty, 0)
            found.append(((second + empty / 2) / (first + empty / 2), self.name(row), first, second, words[-1] if words else "", row))
        shutil.rmtree(folder)
        print(f"{name}: {len(found)} rows, worst {max(found)[0]:.2f}, {max(found)[1]}", file=sys.stderr, flush=True)
        return found


# By list, the files of a policy folder with n entries.
HEAD = 'format = "tickler-policy/1"\napp = "{}"\n'
KIND = '[kinds.{0}]\nshape = "series"\nitem = "thing"\ntime = "09:00"\nidentifier = "{0}.{{id}}"\ntitle = "T"\nbody = "B"\n'
THING = '[items.thing.fields]\nname = "text"\n'


def one_policy(first, entry, last=""):
    return lambda n: {"x.toml": HEAD.format("x") + first + "".join(entry(k) for k in range(n)) + last}


POLICIES = {
    "policies": lambda n: {f"a{k:05}.toml": HEAD.format(f"a{k}") + THING + KIND.format("k") for k in range(n)},
    "extends": lambda n: {f"a{k:05}.toml": HEAD.format(f"a{k}") + (f'extends = "a{k - 1}"\n' if k else THING + KIND.format("k")) for k in range(n)},
    "extends backwards": lambda n: {f"a{k:05}.toml": HEAD.format(f"a{k}") + (f'extends = "a{k + 1}"\n' if k < n - 1 else THING + KIND.format("k"))
                                    for k in range(n)},
    "kinds": one_policy(THING + KIND.format("k"), lambda k: KIND.format(f"k{k}")),
    "items": one_policy(THING + KIND.format("k"), lambda k: f'[items.i{k}.fields]\nname = "text"\n'),
    "channels": one_policy(THING + KIND.format("k"), lambda k: f'[channels.c{k}]\nname = "C"\n'),
    "categories": one_policy(THING + KIND.format("k"), lambda k: f'[[categories.c{k}.actions]]\nid = "A"\ntitle = "A"\n'),
    "fields": one_policy(THING, lambda k: f'f{k} = "text"\n', KIND.format("k")),
    "times": lambda n: {"x.toml": HEAD.format("x") + THING + KIND.format("k").replace(
        'time = "09:00"', "times = [" + ", ".join(f'"{clock(k * 37)[:5]}"' for k in range(n)) + "]").replace("{id}", "{id}.{time}")},
    "accepted": one_policy(THING + KIND.format("k"),
                           lambda k: f'[[accepted]]\nreason = "slotLimit"\nuntil = "2027-01-01"\nwhy = "w{k}"\n'),
}


def policy_lists(options, folder):
    """By list of policies, as the rows of accounts."""
    def instructions(name, n):
        place = folder / f"{name} {n}".replace(" ", "-")
        place.mkdir()
        for file, text in POLICIES[name](n).items():
            (place / file).write_text(text)
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={place}/counted", folder / "tickler", "check", "--policy", place, "--now", NOW,
             "--zoneinfo", pathlib.Path(options.zoneinfo).resolve(), "--templates", pathlib.Path(options.templates).resolve(), "--quiet"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(PATH=os.environ["PATH"], LC_ALL="C", SWIFT_DETERMINISTIC_HASHING="1"))
        if done.returncode:
            sys.exit(f"growth.py: policies {name}: the check ended with {done.returncode}:\n{done.stdout[-1000:]}{done.stderr[-1000:]}")
        counted = int(re.search(r"^summary: (\d+)", (place / "counted").read_text(), re.M).group(1))
        shutil.rmtree(place)
        return counted

    def row(name, n):
        empty, first, second = (instructions(name, count) for count in (1, n, 2 * n))
        first, second = first - empty, second - empty
        return (second / max(first, 1), f"policies: {name}", first, second, "", None)

    def counted(name):
        # A table of TOML has at most 1,000 keys, and items at most 256 fields.
        most = {"fields": 100}.get(name, 400)
        found = row(name, min(options.n, most))
        return found if found[0] <= MOST else row(name, most)
    names = [name for name in POLICIES if options.only in f"policies: {name}"]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        return list(pool.map(counted, names))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=".build/release/tickler")
    parser.add_argument("--zoneinfo", default="Tests/Zoneinfo/2026f")
    parser.add_argument("--templates", default="templates")
    parser.add_argument("--only", default="", help="rows whose name has this")
    parser.add_argument("--n", type=int, default=200)
    parser.add_argument("--days", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="the lists alone, and all of them at once")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--rows", help="a file for the whole table")
    options = parser.parse_args()
    options.binary = str(pathlib.Path(options.binary).resolve())
    with tempfile.TemporaryDirectory() as path:
        growth = Growth(options, pathlib.Path(path))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            def counted(runs, n):
                found = pool.map(lambda run: growth.counts(*run, n), list(runs))
                return sorted((row for rows in found for row in rows), key=lambda row: row[0], reverse=True)
            imports = pathlib.Path(path) / "imports"
            shared = ["--zoneinfo", pathlib.Path(options.zoneinfo).resolve(), "--templates", growth.templates]

            def imported(rows, n):
                return list(pool.map(lambda row: growth_imports.count(growth.folder / "tickler", shared, imports, row, n), rows))
            places = growth_commands.places(options.zoneinfo, growth.templates)

            def commanded(names, scale):
                return list(pool.map(
                    lambda name: growth_commands.count(growth.folder / "tickler", places, pathlib.Path(path) / f"commands{scale}", name, scale), names))
            table = counted(growth.runs(), options.n)
            foreign = imported(growth_imports.rows(options.only), growth_imports.N)
            # What comes about once, such as a buffer that grows, tells with few entries: with four times as many only growth does.
            doubtful = [row for row in table if not row[0] <= MOST]
            again = counted(([f"again{k}", [row[5]], "plan,actions,summary,ics"] for k, row in enumerate(doubtful)), 4 * options.n)
            unsure = [row[5] for row in foreign if not row[0] <= MOST]
            foreign = [row for row in foreign if row[0] <= MOST] + imported(unsure, 4 * growth_imports.N)
            commands = commanded(growth_commands.rows(options.only), 1)
            slow = [row[5] for row in commands if not row[0] <= MOST]
            commands = [row for row in commands if row[0] <= MOST] + commanded(slow, growth_commands.MORE)
            table = sorted(again + table[len(doubtful):] + foreign + commands + policy_lists(options, pathlib.Path(path)), key=lambda row: row[0], reverse=True)
        lines = [f"| {name} | {first / 1e6:.1f} M | {second / 1e6:.1f} M | {ratio:.2f} | {told.strip(' ,:')[:90]} |"
                 for ratio, name, first, second, told, _ in table]
        head = f"| lists | instructions, n = {options.n} | n = {2 * options.n} | ratio | told |\n| --- | --- | --- | --- | --- |"
        if options.rows:
            pathlib.Path(options.rows).write_text("\n".join([head, *lines]) + "\n")
        print("\n".join([head, *lines[:20]]))
        failed = [name for ratio, name, *_ in table if not ratio <= MOST]
        told = sum(1 for entry in table if entry[4])
        print(f"growth: {len({shape.path for shape in growth.shapes})} lists in {len(growth.shapes)} shapes, {len(foreign)} lists of other tools' files, {len(commands)} lists of commands, {len(table)} rows, {len(doubtful) + len(unsure) + len(slow)} of them counted again with four times as many, "
              f"worst ratio {table[0][0]:.2f}, {len(failed)} above {MOST}; of {told} something was told")
        for name in failed:
            print(f"too much: {name}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
