"""Commands about one plan or export: `report`, `explain`, `verify`, and the diagnostics of all."""

import copy
import json
import os
import re
import shutil
from collections import defaultdict
from datetime import timedelta

from ...values import instant, instant_text
from ..program import Wrong, actions_of, decisions_of
from .nights import copied, plan_alone, require_same

KEYS = ("kind", "item", "notification", "local", "at", "outcome", "reason")


def report(nights):
    program, r, previous = nights.program, nights.r, []
    options = random_options(r, (0.6, "--ics-times", "zoned"), (0.7, "--ics-accounts"), (0.3, "--alarms", "10"))
    common = ["--templates", program.options.templates, "--quiet"]
    for step in range(3):
        out = nights.plan(f"step{step}", *options, *previous)
        copy_of = copied(out, "-copy")
        program.run("report", copy_of, "--zoneinfo", "/nowhere", *common, *options)
        require_same(out, copy_of, f"step {step}, report {options}")
        program.verify(copy_of)
        if "--ics-accounts" in options:
            without = [option for option in options if option != "--ics-accounts"]
            program.run("report", copy_of, "--zoneinfo", "/nowhere", *common, *without)
            require_same(out, copy_of, f"step {step}, report without --ics-accounts")
        for name in ("accounts.ndjson", "summary.json", "actions.ndjson"):
            os.remove(os.path.join(copy_of, name))
        program.run("report", copy_of, "--zoneinfo", program.options.zoneinfo, *common, *options)
        require_same(out, copy_of, f"step {step}, report from plan.ndjson alone, {options}",
                     only=("calendar.ics", "calendar", "cancelled.ics", "cancelled", "accounts/cancelled"))
        previous = ["--previous", out]
        nights.next(0, 3600, 86400)


def random_options(r, *chances):
    return [word for chance, *words in chances if r.random() < chance for word in words]


def own_lines(said):
    return [line for line in said.splitlines() if not line.startswith("tickler: ")]


def diagnostics(nights):
    program, r, options, shared = nights.program, nights.r, nights.program.options, nights.shared()
    broken = copy.deepcopy(nights.export)
    broken["whatever"] = 1
    broken["accounts"].append({"id": "lost", "timeZone": "Mars/Base"})
    if r.random() < 0.5:
        broken["accounts"][0].setdefault("items", []).append({"kind": "dance", "id": "x"})
    out, path = program.path("out"), program.write("broken.json", broken)
    plan = ["--out", out, "--no-progress", *shared]
    said = own_lines(program.run("plan", path, *plan, statuses=(0, 1)).stderr)
    if not any(": error: " in line for line in said):
        raise Wrong(f"plan reports nothing: {said}")
    rows = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (
        {**nights.header(), "whatever": 1}, *({"account": account} for account in broken["accounts"])))
    commands = {
        "drift": ["drift", path, "--against", options.zoneinfo], "simulate": ["simulate", path, "--reserved", "1"],
        "zones": ["zones", path], "rehearse": ["rehearse", path, "--nights", "1"], "explain": ["explain", path, "--account", broken["accounts"][0]["id"]],
        "worker": ["worker", "--app", nights.app]}
    for name, command in commands.items():
        stdin, wanted, command = None, said, [*command, *shared]
        if name == "worker":
            stdin, wanted = rows, own_lines(program.run("plan", "-", *plan, stdin=rows, statuses=(0, 1)).stderr)
        statuses = {"simulate": (1, 2), "explain": (0,)}.get(name, (1,))
        if (found := program.run(*command, stdin=stdin, statuses=statuses).stderr).splitlines() != wanted:
            raise Wrong(f"{name} says\n{found}plan says\n" + "\n".join(wanted))
        quiet = program.run(*command, "--quiet", stdin=stdin, statuses=(0, 1, 2)).stderr
        if quiet.splitlines() != [line for line in wanted if ": error: " in line]:
            raise Wrong(f"{name} --quiet says\n{quiet}")
        strict = program.run(*command, "--strict", stdin=stdin, statuses=(65,)).stdout
        if strict:
            raise Wrong(f"{name} --strict prints {strict[:300]}")
    program.run("simulate", path, *shared, statuses=(64,))
    # Another text is a difference as well, such as that of quiet hours that change no instant, or of a locale.
    as_of = ["--as-of", instant_text(nights.now + timedelta(hours=30)), "--format", "json"]
    done = program.run("simulate", path, *as_of, *shared, statuses=(1, 2))
    counts = json.loads(done.stdout)["counts"]
    if (done.returncode == 2) != (sum(counts.values()) > 0):
        raise Wrong(f"simulate ends with {done.returncode} for {counts}")
    check_lacking_zone(nights)


def check_lacking_zone(nights):
    """Drift against a tree that lacks a zone, or from it."""
    program, zone = nights.program, nights.export["accounts"][0]["timeZone"]
    lacking = shutil.copytree(program.options.zoneinfo, program.path("lacking"))
    os.remove(os.path.join(lacking, zone))
    sound = program.write("sound.json", nights.export)
    for arguments in (["--against", lacking, *nights.shared()],
                      ["--against", program.options.zoneinfo, *nights.shared(zoneinfo=lacking)]):
        drift = program.json("drift", sound, *arguments, statuses=(2,))
        is_named = any(f"lacks {zone}:" in note for note in drift["notCompared"])
        if drift["counts"]["removed"] or drift["counts"]["added"] or not is_named:
            raise Wrong(f"drift without {zone}: {json.dumps(drift)[:600]}")


def explain(nights):
    program, owner = nights.program, nights.owner
    together, items = copy.deepcopy(nights.export), []
    for account in together["accounts"]:
        items += [{**item, "account": account["id"], "app": owner(account)[0]} for item in account.pop("items", [])]
    files = [program.write("accounts.json", together), program.path("items.ndjson")]
    with open(files[1], "w", encoding="utf-8") as file:
        rows = [nights.header(), *({"item": item} for item in items)]
        file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in rows)
    out, planned = program.path("out"), defaultdict(list)
    options = ["--emit", "plan,summary", "--no-progress", *nights.shared()]
    program.run("plan", *files, "--out", out, *options, statuses=(0, 1))
    for line in decisions_of(out):
        planned[owner(line)].append(line)
    for account in together["accounts"]:
        app, id = owner(account)
        command = ["explain", *files, "--account", id, "--app", app, *nights.shared()]
        said = program.json(*command, statuses=(0, 1))["candidates"]
        found, wanted = ([[line.get(name) for name in (*KEYS, "deferredFrom")] for line in side]
                         for side in (said, planned[app, id]))
        if found != wanted:
            raise Wrong(f"explain and plan differ for {id}")
        own = {(item["kind"], item["id"]): (item, f"{files[1]}:{n + 2}") for n, item in enumerate(items)
               if owner(item) == (app, id)}
        for candidate in said:
            for check in candidate["checks"]:
                check_cited(candidate, check, own)
        moves = {instant_text(instant(move["at"])) for move in account.get("zoneChanges", [])}
        text = program.run(*command, statuses=(0, 1)).stdout
        for at in re.findall(r"goes out (\S+), moved by quiet hours from \S+$", text, re.M):
            if at in moves:
                raise Wrong(f"{id}: explain names quiet hours for a move at {at}")


def check_cited(candidate, check, own):
    """Entries and bills are cited from their own places; `own` has the account's items and their places."""
    if check["reason"] == "completed" and check["verdict"] == "failed" and candidate["kind"] in ("morning", "bedtime"):
        cited, day = check["compared"][0].get("source"), candidate["local"][:10]
        wanted = {place for item, place in own.values()
                  if (item["kind"], item.get("flow"), item.get("date")) == ("entry", candidate["kind"], day)}
        if cited not in wanted:
            raise Wrong(f"{candidate['notification']} on {day} cites {cited}, not one of {wanted}")
    if check["reason"] == "nothingDue" and check["verdict"] == "passed":
        counted = [fact for fact in check["compared"] if fact["value"] == "counted"]
        if str(len(counted)) != check["compared"][0]["value"] or any(
                fact["source"] != own["bill", fact["name"].split(" ")[1]][1] for fact in counted):
            raise Wrong(f"the digest cites {check['compared']}")


def verify(nights):
    r, previous = nights.r, []
    for step in range(4):
        emit = r.sample(["plan", "actions", "summary", "html", "ics"], r.randrange(1, 6))
        options = random_options(r, (0.5, "--ics-times", "zoned"), (0.5, "--ics-accounts"))
        options += [*(["--ics-by", r.choice(["kind", "app"])] if r.random() < 0.3 else []), *previous]
        nights.plan(f"packed{step}", *options, "--compress", r.choice(["gzip", "zstd"]))
        out = nights.plan(f"step{step}", *options, "--emit", ",".join(emit))
        if "plan" in emit:
            nights.program.verify(plan_alone(out))
            previous = ["--previous", out]
        nights.next(0, 600, 3600, 30000, 86400)


def past(nights):
    """What `explain` says of an archive of three nights."""
    program, archive, runs, delivered = nights.program, nights.program.path("archive"), [], set()
    for night in range(3):
        export = program.write(f"night{night}.json", nights.export)
        program.run("plan", export, "--archive", archive, "--no-progress", *nights.shared(), statuses=(0, 1))
        runs.append((nights.now, os.path.join(archive, os.readlink(os.path.join(archive, "latest")))))
        delivered |= {instant_text(instant(entry["at"])) for account in nights.export["accounts"]
                      for entry in account.get("delivered", [])}
        nights.next(3600, 40_000, 86_400)
    ends = [begin for begin, _ in runs[1:]] + [None]
    for (begin, folder), end in zip(runs, ends):
        inside = [line for line in decisions_of(folder) if "at" in line
                  and (begin < instant(line["at"]) or begin == instant(line["at"]) and line.get("late")) and (end is None or instant(line["at"]) < end)]
        requests = defaultdict(set)
        for action in actions_of(folder):
            requests[nights.owner(action)].add(action["request"])
        for line in nights.r.sample(inside, min(4, len(inside))):
            answer = program.json(
                "explain", "--account", line["account"], "--app", line["app"], "--at", line["at"], "--notification",
                line["notification"], "--archive", archive, "--zoneinfo", program.options.zoneinfo,
                "--now", instant_text(nights.now), statuses=(0, 1))
            if answer["run"] != os.path.basename(folder):
                raise Wrong(f"{line['at']}: {answer['run']} was not in force, {os.path.basename(folder)} was")
            check_chains(answer, line, requests[nights.owner(line)], delivered)


def check_chains(answer, line, requests, delivered):
    def key(candidate):
        return [candidate.get(name) for name in KEYS]
    found = [candidate for candidate in answer["candidates"] if key(candidate) == key(line)]
    if not found:
        raise Wrong(f"{key(line)} is not among {[key(candidate) for candidate in answer['candidates']]}")
    for candidate in found:
        said = next(link["words"] for link in candidate["chain"] if link["about"] == "device")
        request = re.search(r"the request (.+?)(?: already \(keep\)| from | other words|, | out of |$)", said)
        if request and request[1] not in requests:
            raise Wrong(f"{said}: no action of the run has {request[1]}")
        for link in candidate["chain"]:
            at = re.match(r"delivered at (\S+?)(,|$)", link["words"])
            if link["about"] == "export" and at and at[1] not in delivered:
                raise Wrong(f"{link['words']}: no export has that")
