"""Parts of a plan: what workers make of ranges merges into one run's plan, and damaged lines cost only themselves."""

import copy
import filecmp
import json
import os

from ..program import Wrong
from .nights import other_settings, other_words, require_same

LINES = ["plan.ndjson", "actions.ndjson", "accounts.ndjson", "summary.json"]


def row(kind, record):
    return json.dumps({kind: record}, ensure_ascii=False)


def cuts_of(r, size, count):
    return sorted({0, size, *(r.randrange(size + 1) for _ in range(count))})


def merged(nights):
    program, r, previous = nights.program, nights.r, []
    inputs, ranged = program.path("in"), program.path("in", "b.ndjson")
    os.mkdir(inputs)
    trees = ["--zoneinfo", program.options.zoneinfo, "--templates", program.options.templates]
    more = r.choice([[], ["--ics-times", "zoned"], ["--ics-accounts"], ["--alarms", "10"]])
    for day in range(3):
        accounts, shared = someone_elses(nights), nights.shared()
        half = len(accounts) // 2
        program.write("in/a.json", {**nights.header(), "accounts": accounts[:half], "nothing": 1})
        with open(ranged, "w", encoding="utf-8") as file:
            rows = [json.dumps(nights.header()), *(row("account", account) for account in accounts[half:])]
            file.writelines(line + "\n" for line in rows)
        out, into = program.path(f"one{day}"), program.path(f"merged{day}")
        program.run("plan", inputs, "--out", out, *previous, *more, "--no-progress", *shared, statuses=(0, 1))
        size = os.path.getsize(ranged)
        cuts = cuts_of(r, size, r.choice([0, 1, 3, 8]))
        jobs = [["--input", program.path("in", "a.json")],
                *(["--input", ranged, "--range", f"{a}:{b if b < size else ''}"] for a, b in zip(cuts, cuts[1:]))]
        parts = [program.path(f"part{day}-{number}") for number in range(len(jobs))]
        for part, job in zip(parts, jobs):
            program.run("worker", inputs, *job, "--out", part, *previous, *shared, statuses=(0, 1))
        with open(os.path.join(out, "summary.json"), encoding="utf-8") as file:
            command = ["--command", json.load(file)["command"]]  # As the run says it, without the machine's places.
        ranges = parts[1:]
        r.shuffle(ranges)
        program.run("merge", parts[0], *ranges, "--out", into, *command, *previous, *more, *trees, statuses=(0, 1))
        require_same(out, into, f"day {day}: one run and {len(parts)} parts")
        # Without page and calendars no decision is read again.
        program.run("merge", *parts, "--out", into + "-lines", "--emit", "plan,actions,summary", *command, *previous,
                    *trees, statuses=(0, 1))
        _, *differing = filecmp.cmpfiles(out, into + "-lines", LINES, shallow=False)
        if any(differing):
            raise Wrong(f"day {day}: the lines of one run and of {len(parts)} parts differ in {differing}")
        # Neither a part too few nor one too many.
        for wrong in (parts[:-1], parts + parts[-1:]) if len(ranges) > 1 else ():
            done = program.run("merge", *wrong, "--out", into + "-none", *trees, statuses=(65,))
            if os.path.exists(into + "-none"):
                raise Wrong(f"a merge that fails leaves a folder: {done.stderr}")
        previous = ["--previous", out]
        nights.pass_time(1, 3600, 86400, 200000)


def someone_elses(nights):
    """The accounts of another day, some with unknown fields and zones."""
    r, accounts = nights.r, copy.deepcopy(nights.export["accounts"])
    for number, account in enumerate(accounts):
        if r.random() < 0.2:
            account["whatever"] = number
        if r.random() < 0.2:
            r.choice([other_settings, other_words])(r, account)
        if r.random() < 0.1:
            account["timeZone"] = "Nowhere/Here"
    return [account for account in accounts if r.random() < 0.9]


def poison(nights):
    """Sound lines have the decisions that they have without the others between them."""
    program, r = nights.program, nights.r
    worker = ["worker", "--app", nights.app, *nights.shared()]
    rows = [row("account", account).encode() for account in nights.export["accounts"]]
    sound, path = program.run(*worker, stdin=b"\n".join(rows), statuses=(0, 1)).stdout, program.path("poison.ndjson")
    for _ in range(3):
        text, damaged = poisoned(nights, rows)
        with open(path, "wb") as file:
            file.write(text)
        for how, stdin in (([], text), (["--input", path], None)):
            done = program.run(*worker, *how, stdin=stdin, statuses=(0, 1))
            if done.stdout != sound:
                raise Wrong(f"{how}: other decisions: {done.stderr[-600:]}")
            errors = [line for line in done.stderr.splitlines() if ": error: " in line
                      and not any(f": error: {record}" in line for record in ("account", "item"))]
            if len(errors) != damaged:
                raise Wrong(f"{damaged} lines are damaged, and {len(errors)} are reported: {errors[:3]}")
        # Where a range begins and ends does not matter either.
        cuts = cuts_of(r, len(text), 5)
        pieces = [program.run(*worker, "--input", path, "--range", f"{a}:{b}", statuses=(0, 1)).stdout
                  for a, b in zip(cuts, cuts[1:])]
        if "".join(pieces) != sound:
            raise Wrong(f"ranges {cuts} have other decisions")
    for blank in ("", "\n", " \n\n", "\ufeff", "\ufeff\n"):
        for output in (["--emit", "plan,actions"], ["--out", program.path("blank")]):
            done = program.run(*worker, *output, stdin=blank)
            if done.stdout:
                raise Wrong(f"a blank partition has {done.stdout[:200]}")


def poisoned(nights, rows):
    """(text, number of damaged lines) of a partition with others between its lines."""
    r, head = nights.r, json.dumps(nights.header()).encode()
    odd = [b"", b"   ", b"\r", b'{"whatever": 1}', b"null", b"17", b"[]", b'"account"', head, b"\xef\xbb\xbf"]
    text, damaged = [], 0
    for line in rows:
        while r.random() < 0.5:
            if r.random() < 0.5:
                text.append(r.choice(odd))
            else:
                text.append(bad_line(r, rows))
                damaged += 1
        text.append((b"\xef\xbb\xbf" if r.random() < 0.2 else b"") + line + r.choice([b"", b" ", b"\r"]))
    if r.random() < 0.5:
        text.insert(0, head)
    return b"\n".join(text) + r.choice([b"", b"\n", b"\n\n"]), damaged


def bad_line(r, rows):
    line, pick = r.choice(rows), r.randrange(8)
    if pick == 0:
        return line[:r.randrange(1, len(line))]
    if pick == 1:
        return line + b" {}"
    if pick == 2:
        return b"\xff" + line
    if pick == 3:
        return line.replace(b'"account"', b'"account": {"id": "x\xc3"}, "account"', 1)
    if pick == 4:
        return b'{"account": {"id": "twice", "id": "twice", "timeZone": "UTC"}}'
    if pick == 5:
        return b"{" * r.choice([1, 64, 100, 5000])
    if pick == 6:
        return b'{"account": {"id": "' + b"x" * r.choice([70_000, 300_000]) + b'"}}'
    return bytes([r.randrange(1, 256) for _ in range(r.randrange(1, 40))]).replace(b"\n", b"").strip() + b"{"
