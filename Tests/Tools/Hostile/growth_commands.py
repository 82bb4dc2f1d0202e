"""The lists that commands read: for each, a run over n entries. growth.py counts what the command takes for n and 2n.

A new list needs a row in `LISTS`: n, and a function that writes the inputs to a folder and returns the command's words. A list of words is
run before and not counted.
"""
import datetime
import json
import pathlib
import re
import subprocess

import growth_imports

NOW = "2026-11-20T12:00:00Z"
LATER = "2026-11-21T12:00:00Z"
HEAD = dict(format="tickler-export/1", exportedAt="2026-11-20T00:00:00Z")
BILLS = dict(kinds=dict(bill=True, overdue=True, digest=True))
QUIET = dict(kinds=dict(dailyReminder=False, nudge=False, recap=False))


def day(number):
    return (datetime.date(2026, 11, 20) + datetime.timedelta(days=number)).isoformat()


def clock(number):
    number %= 86_400
    return f"{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}"


def account(name, items=(), **more):
    return dict(id=name, timeZone="Europe/London", items=list(items), **more)


def task(k, **more):
    return dict(kind="task", id=f"t{k}", title=f"T {k}", date=day(1 + k % 5), time=clock(k * 37), **more)


def export(place, app, accounts, name="in.ndjson"):
    with (place / name).open("w") as file:
        file.write(json.dumps(dict(HEAD, app=app)) + "\n")
        file.writelines(json.dumps(dict(account=entry)) + "\n" for entry in accounts)
    return name


def change(of, **more):
    app, owner, kind, item = of
    return dict(format="tickler-change/1", change=dict(app=app, account=owner, kind=kind, id=item, at=NOW, **more))


def ndjson(place, name, lines):
    with (place / name).open("w") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    return name


# How many times as many entries decide where n and 2n cost more than they may.
MORE = 2


# Plans

def code(k):
    return "".join(chr(65 + k // 26 ** j % 26) for j in range(3))


def currencies(place, n):
    bills = [dict(kind="bill", id=f"b{k}", name="B", amount="1.50", currency=code(k), dueDate=day(k % 7)) for k in range(n)]
    return ["plan", export(place, "moneymap", [account("a", bills, preferences=BILLS)])]


def listed_currencies(place, n):
    return ["list", *currencies(place, n)[1:]]


def devices(command, same):
    def words(place, n):
        delivered = [[dict(id=f"focusflow.task.t{k if same else 0}", at=f"2026-11-{10 + j}T10:00:00Z", shown=True) for j in range(10)] for k in range(n)]
        accounts = [account("a" if same else f"a{k}", [task(0)] if k == 0 or not same else [], device=f"d{k}", delivered=delivered[k]) for k in range(n)]
        return [command, export(place, "focusflow", accounts)]
    return words


def deliveries(place, n):
    """A notification was delivered n times, half of them in another export of the device."""
    delivered = [dict(id="focusflow.task.t0", at=f"2026-11-{1 + k % 19:02}T{clock(k * 5)}Z", shown=True) for k in range(n)]
    return ["plan", export(place, "focusflow", [account("a", [task(0, repeat="daily")], device="x", delivered=delivered[::2]),
                                                account("a", device="y", delivered=delivered[1::2])])]


def unknown_fields(place, n):
    return ["check", export(place, "focusflow", [account(f"a{k}", **{f"x{k}": 1}) for k in range(n)])]


def text_variants(place, n):
    texts = "".join(f'[[en.task]]\nname = "v{k}"\ntitle = "{{{{title}}}} {k}"\nbody = "B"\n\n' for k in range(n))
    (place / "messages.toml").write_text('format = "tickler-messages/1"\napp = "focusflow"\n\n' + texts)
    return ["plan", export(place, "focusflow", [account("a", [task(k) for k in range(n)])]), "--policy", "messages.toml"]


# Changes

def changes(of, lines):
    """Changes of an account's items; `of` tells the item of change k of n."""
    def words(place, n):
        bills = [dict(kind="bill", id=f"b{k}", name="B", amount="1", currency="EUR", dueDate=day(-9), repeat="monthly") for k in range(n)]
        ndjson(place, "changes.ndjson", (change(("moneymap", "a", "bill", f"b{of(k, n)}"), **lines(k)) for k in range(n)))
        return ["check", export(place, "moneymap", [account("a", bills)]), "--changes", "changes.ndjson"]
    return words


def completions(place, n):
    ndjson(place, "changes.ndjson", (change(("focusflow", "a", "task", "t0"), completedOn=day(-k)) for k in range(n)))
    return ["check", export(place, "focusflow", [account("a", [task(0, repeat="daily")])]), "--changes", "changes.ndjson"]


def undone(place, n):
    bills = [dict(kind="bill", id=f"b{k}", name="B", amount="1", currency="EUR", dueDate=day(-9)) for k in range(n)]
    ndjson(place, "changes.ndjson", [change(("moneymap", "a", "bill", f"b{k}"), **edit) for edit in (dict(paidThrough=day(0)), dict(undo=True))
                                     for k in range(n)])
    return ["check", export(place, "moneymap", [account("a", bills)]), "--changes", "changes.ndjson"]


def changed_accounts(known):
    def words(place, n):
        ndjson(place, "changes.ndjson",
               (change(("focusflow", f"{'a' if known else 'b'}{k}", "task", "t0"), completedOn=day(0)) for k in range(n)))
        return ["check", export(place, "focusflow", [account(f"a{k}", [task(0)]) for k in range(n)]), "--changes", "changes.ndjson"]
    return words


# Answers

def overdue(place, n):
    items = [dict(kind="task", id=f"t{k}", title="T", date=day(-1 - k % 3), time=clock(k * 37)) for k in range(5)]
    return ["next", export(place, "focusflow", [account(f"a{k}", items, preferences=QUIET) for k in range(n)])]


def overdue_of_one(place, n):
    items = [dict(kind="task", id=f"t{k}", title="T", date=day(-1 - k % 300), time=clock(k * 37)) for k in range(n)]
    return ["next", export(place, "focusflow", [account("a", items, preferences=QUIET)])]


def differences(old, new):
    """Two plans of n accounts."""
    def words(place, n):
        for name, make, now in (("old", old, NOW), ("new", new, NOW)):
            export(place, "focusflow", [make(k) for k in range(n)], f"{name}.ndjson")
            yield ["plan", f"{name}.ndjson", "--now", now, "--days", "2", "--out", name, "--emit", "plan,summary", "--quiet"]
        yield ["diff", "old", "new"]
    return lambda place, n: list(words(place, n))


def with_task(title, time="10:00", **more):
    return lambda k: account(f"a{k}", [dict(kind="task", id="t", title=title, date=day(1), time=time)], preferences=QUIET, **more)


def nights(place, n):
    """The same exports on two nights, so that time alone explains half of what differs."""
    items = [dict(kind="task", id=f"t{k}", title="T", date=day(1 + k), time="10:00") for k in range(2)]
    for name, now, title in (("old", NOW, "T"), ("new", LATER, "U")):
        accounts = [account(f"a{k}", [dict(items[0]), dict(items[1], title=title), dict(items[1], id="u", date=day(3))], preferences=QUIET) for k in range(n)]
        export(place, "focusflow", accounts, f"{name}.ndjson")
        yield ["plan", f"{name}.ndjson", "--now", now, "--days", "2", "--out", name, "--emit", "plan,summary", "--quiet"]
    yield ["diff", "old", "new"]


def requests(verb):
    """A device that holds n requests, and actions for each."""
    def words(place, n):
        pending = [dict(id=f"r{k}", at=f"2026-11-21T{clock(k)}Z") for k in range(n)]
        head = dict(format="tickler-actions/1", now=NOW)
        lines = [dict(account="a", app="focusflow", request=f"r{k}", notification=f"r{k}", action="cancel", reason="removed", **{"from": pending[k]["at"]})
                 if verb == "cancel" else
                 dict(account="a", app="focusflow", request=f"s{k}", notification=f"s{k}", action="add", at=pending[k]["at"], title="T", body="B",
                      trigger=dict(type="instant", at=pending[k]["at"])) for k in range(n)]
        # The last request first, which is the last one that a search comes to.
        ndjson(place, "actions.ndjson", reversed(lines))
        return ["apply", "actions.ndjson", export(place, "focusflow", [account("a", pending=pending if verb == "cancel" else [])]), "--limit", "1000000"]
    return words


def rehearsed_items(plan):
    def words(place, n):
        items = [dict(kind="task", id=f"t{k}", title="T", date=day(1 + k % 20), time=clock(k * 37)) for k in range(n)]
        return ["rehearse", export(place, "focusflow", [account("a", items, platform="other", preferences=QUIET)]), "--nights", "20", "--plan", plan]
    return words


def rehearsed_nights(place, n):
    items = [dict(kind="task", id=f"t{k}", title="T", date=day(0), time=clock(k * 3700), repeat="daily") for k in range(10)]
    return ["rehearse", export(place, "focusflow", [account("a", items)]), "--nights", str(n)]


def rehearsed_devices(place, n):
    accounts = [account("a", [task(0)], device=f"d{k}", preferences=QUIET) for k in range(n)]
    return ["rehearse", export(place, "focusflow", accounts), "--nights", "5"]


def history(form):
    def words(place, n):
        summary = dict(format="tickler-summary/1", now=NOW, accounts=1, reasons=dict(slotLimit=3, unauthorized=1))
        for k in range(n):
            at = datetime.datetime(2026, 1, 1) + datetime.timedelta(minutes=k * 20)
            run = place / "archive" / at.strftime("%Y-%m-%dT%H%M%SZ")
            run.mkdir(parents=True)
            (run / ".tickler-run").write_text("")
            (run / "summary.json").write_text(json.dumps(dict(summary, now=at.strftime("%Y-%m-%dT%H:%M:%SZ"))))
        return ["history", "archive", "--format", form]
    return words


# New folders

def proposed(make):
    def words(place, n):
        items = [dict(make(k), id=f"i{k}") for k in range(n)]
        (place / "in.json").write_text(json.dumps(dict(HEAD, app="plants", accounts=[account("a", items)])))
        return ["init", "--from", "in.json", "--out", "folder"]
    return words


# Tables and calendars

def columns(place, n):
    """A mapping with n columns, and a table with one row."""
    (place / "mapping.toml").write_text(
        'format = "tickler-mapping/1"\ninput = "csv"\nkind = "task"\nids = [' + ", ".join(f'"c{k}"' for k in range(n))
        + ']\n[fields]\ntitle = "title"\ndate = "date"\n')
    head = ",".join(f"c{k}" for k in range(n))
    (place / "in.csv").write_text(f"title,date,{head}\nT,2026-11-23" + ",x" * n + "\n")
    return ["import", "in.csv", "--from", "csv", "--mapping", "mapping.toml", "--time-zone", "Europe/London"]


def members(place, n):
    """The same of JSON."""
    columns(place, n)
    mapping = (place / "mapping.toml").read_text()
    (place / "mapping.toml").write_text(mapping.replace('"csv"', '"json"'))
    (place / "in.json").write_text(json.dumps([dict(title="T", date="2026-11-23", **{f"c{k}": "x" for k in range(n)})]))
    return ["import", "in.json", "--from", "mapped-json", "--mapping", "mapping.toml", "--time-zone", "Europe/London"]


def only(place, n):
    """Rows that take one of n words."""
    (place / "mapping.toml").write_text(
        'format = "tickler-mapping/1"\ninput = "csv"\nkind = "task"\n[fields]\ntitle = "title"\ndate = "date"\n[only]\nstatus = ['
        + ", ".join(f'"s{k}"' for k in range(n)) + "]\n")
    (place / "in.csv").write_text("title,date,status\n" + "".join(f"T {k},2026-11-23,s{k}\n" for k in range(n)))
    return ["import", "in.csv", "--from", "csv", "--mapping", "mapping.toml", "--time-zone", "Europe/London"]


def alarms(inside="", start="DTSTART:20261123T090000Z"):
    def words(place, n):
        text = growth_imports.repeated(n, lambda k: growth_imports.alarm(absolute(k)).replace("TRIGGER", "TRIGGER;VALUE=DATE-TIME"))
        (place / "in.ics").write_text(growth_imports.calendar(growth_imports.event(f"{inside}{text}", start=start)))
        return ["check", "in.ics", "--time-zone", "Europe/London"]
    return words


def absolute(k):
    at = datetime.datetime(2026, 11, 20) + datetime.timedelta(seconds=k * 61)
    return at.strftime("%Y%m%dT%H%M%SZ")


# By name: n, and what writes the inputs.
LISTS = {
    "currencies": (3000, currencies),
    "currencies of list": (3000, listed_currencies),
    # Past the limit of 100, which has to act before the devices are read.
    "devices": (500, devices("plan", True)),
    "devices, checked": (500, devices("check", True)),
    "accounts with a device": (1000, devices("plan", False)),
    "deliveries of two devices": (4000, deliveries),
    "unknown fields": (4000, unknown_fields),
    "text variants": (5000, text_variants),
    "changes": (2000, changes(lambda k, n: k, lambda k: dict(paidThrough=day(0)))),
    "changes of one item": (2000, changes(lambda k, n: n - 1, lambda k: dict(paidThrough=day(0)))),
    "completions of one item": (2000, completions),
    "changes and their undoing": (2000, undone),
    "changes of accounts": (2000, changed_accounts(True)),
    "changes of unknown accounts": (2000, changed_accounts(False)),
    "overdue tasks": (500, overdue),
    "overdue tasks of one account": (1000, overdue_of_one),
    "differences": (10_000, differences(with_task("T"), with_task("U"))),
    "differences by time": (5000, lambda place, n: list(nights(place, n))),
    "requests": (2000, requests("add")),
    "cancelled requests": (2000, requests("cancel")),
    "rehearsed items, nightly": (500, rehearsed_items("nightly")),
    "rehearsed items, by deadline": (1000, rehearsed_items("deadline")),
    "nights": (90, rehearsed_nights),
    "rehearsed devices": (30, rehearsed_devices),
    "runs": (1000, history("text")),
    "runs of the page": (1000, history("html")),
    "items of init": (16_000, proposed(lambda k: dict(kind="plant", name="P", due=day(k % 9)))),
    "kinds of init": (100, proposed(lambda k: dict(kind=f"plant{k}", name="P", due=day(k % 9)))),
    "fields of init": (200, proposed(lambda k: {"kind": "plant", f"f{k}": "P"})),
    "mapping columns": (4000, columns),
    "mapped members": (3000, members),
    "words of only": (2000, only),
    "absolute alarms": (4000, alarms()),
    "absolute alarms of a rule": (4000, alarms("RRULE:FREQ=DAILY\r\n")),
    "absolute alarms of another clock": (1000, alarms("RRULE:FREQ=DAILY\r\n", "DTSTART;TZID=Asia/Kathmandu:20261123T090000")),
}


def rows(only):
    return [name for name in LISTS if only in f"commands: {name}"]


def commands(name, place, n):
    """The commands of a list of n entries; the last one is the measured one."""
    made = LISTS[name][1](place, n)
    made = made if isinstance(made[0], list) else [made]
    last = made[-1]
    if last[0] in ("plan", "check", "next", "list", "rehearse", "import", "init", "simulate"):
        last += ["--now", NOW]
    if last[0] == "plan":
        last += ["--out", "out", "--emit", "plan,actions,summary,ics", "--days", "2"]
    if last[0] in ("plan", "check", "next", "list", "import", "apply"):
        last += ["--quiet"]
    return made


def prepared(binary, shared, folder, name, n):
    """Runs the commands before the last one, and returns its words."""
    place = folder / re.sub(r"\W+", "-", name) / str(n)
    place.mkdir(parents=True)
    *before, last = [[binary, *words, *shared(words[0])] for words in commands(name, place, n)]
    for words in before:
        done = subprocess.run(words, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode not in (0, 1):
            raise SystemExit(f"growth_commands.py: {name}: {' '.join(map(str, words))} ended with {done.returncode}:\n{done.stderr[-3000:]}")
    return place, last


def places(zoneinfo, templates):
    """The folders that each command takes."""
    both = ["--zoneinfo", pathlib.Path(zoneinfo).resolve(), "--templates", pathlib.Path(templates).resolve()]
    return lambda command: both[2:] if command in ("init", "history") else both


def count(binary, shared, folder, name, scale=1):
    """The row as growth.py has its own: the ratio, the instructions for n and 2n, and what was said last."""
    n = LISTS[name][0] * scale
    counts, words = [], ""
    for entries in (1, n, 2 * n):
        place, command = prepared(binary, shared, folder, name, entries)
        taken, words = growth_imports.instructions(command, place, "counted", (0, 1, 2))
        counts.append(taken)
    base, first, second = counts
    # Below an eighth of the start of the program, the figures say more about that than about the list.
    first, second = max(first - base, 0), max(second - base, 0)
    return ((second + base / 8) / (first + base / 8), f"commands: {name}", first, second, words, name)
