"""A run with --due-before, and perhaps other --days: what is due is planned as by any run, and the rest keeps the plan that it had."""

import json
from datetime import timedelta

from ...values import instant, instant_text
from ..program import Wrong, actions_of, decisions_of, lines


def due(nights):
    r = nights.r
    out = nights.plan("due0")
    for step in range(1, 4):
        nights.next(3600, 40_000, 86_400)
        nights.days = r.choice([1, 3, nights.days])
        before = instant_text(nights.now + timedelta(hours=r.choice([0, 12, 36, 24 * 9, 24 * 400])))
        earlier, details = by_account(nights, decisions_of(out)), by_account(nights, lines(out, "accounts.ndjson")[1:])
        again = {name: rows[0].get("planAgainBy") for name, rows in details.items() if not rows[0].get("gone")}
        whole = nights.plan(f"whole{step}", "--previous", out)
        out = nights.plan(f"due{step}", "--previous", out, "--due-before", before)
        plans, wholes = (by_account(nights, decisions_of(folder)) for folder in (out, whole))
        acting = {nights.owner(line) for line in actions_of(out)}
        kept = {name for name, rows in by_account(nights, lines(out, "accounts.ndjson")[1:]).items() if rows[0].get("notDue")}
        here = {nights.owner(account) for account in nights.export["accounts"]}
        wanted = {name for name, at in again.items() if name[:2] in here and at and instant(at) >= instant(before)}
        if kept != wanted:
            raise Wrong(f"step {step}: {kept ^ wanted} are kept and due before {before}, or neither: {again}")
        for name in plans.keys() | wholes.keys():
            now = instant_text(nights.now)
            rows = [{key: value for key, value in row.items() if key != "stale"} for row in plans.get(name, [])]
            ahead = [{key: value for key, value in row.items() if key != "stale"} for row in earlier.get(name, [])
                     if row.get("at", "9") > now]
            if rows != (ahead if name in kept else wholes.get(name, [])):
                raise Wrong(f"step {step}: {name}, {'kept' if name in kept else 'due'}, has other decisions: {rows[:3]}")
            if name in kept and name[:2] in acting:
                raise Wrong(f"step {step}: {name} is kept, and its device has something to do")
        with open(f"{out}/summary.json", encoding="utf-8") as file:
            counted = json.load(file).get("notDue", 0)
        if counted != len(kept):
            raise Wrong(f"step {step}: the summary counts {counted}, and {len(kept)} are kept")


def by_account(nights, rows):
    found = {}
    for row in rows:
        found.setdefault((*nights.owner(row), row.get("device")), []).append(row)
    return found
