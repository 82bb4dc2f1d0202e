"""Shipped apps: decisions and actions compared, the actions carried out on the device, and a second plan made there."""

import copy
import json
import pathlib
import random
import re
from collections import Counter
from datetime import datetime

from .. import devices
from ..planner import plan
from ..policy import KINDS, Policy
from ..values import cut_id, instant, instant_text
from . import compare, policies
from .exports import APPS, Generator
from .program import actions_of, decisions_of

CASES = pathlib.Path(__file__).resolve().parents[2] / "Cases"
# Cases of the fourth edition that the oracle does not pass yet. Each has to fail, so that it joins the others once it passes.
LATER: set[str] = set()
# docs/exports.md and docs/time.md ask for these warnings.
# What random exports have on purpose: a morning out of range, an older record, fields that change no date, requests twice.
USUAL_NOTES = ("preferences.morning", "older than the newest export", "bounds nothing", "excludes nothing",
               "chooses nothing", "ends it before its first date", "ends before the first date", "expected each request once")


def name_of(account, export):
    return account["id"], account.get("app", export["app"]), account.get("device")


def by_account(lines, export):
    return compare.of_keys(lines, lambda line: (line["account"], line.get("app", export["app"]), line.get("device")))


class Contract(compare.Comparison):
    accounts = 40

    def document(self, n, program):
        apps = self.options.only.split(",") if self.options.only else list(KINDS)
        generator = Generator(random.Random(f"{self.options.seed}/{n}"), apps[n % len(apps)], self.zones)
        export, varied = generator.document(self.options.accounts)
        varied = {} if self.options.plain else varied
        self.met_by, self.before = (generator, varied, program), copy.deepcopy(export)
        self.number = n
        mine, my_actions = plan(export, generator.now, generator.days, self.zones, varied)
        self.count(export, mine, my_actions)
        theirs, their_actions = self.run(program, export)
        for line in program.said.splitlines():
            if ("error:" in line or "warning:" in line) and not any(note in line for note in USUAL_NOTES):
                label = re.sub(r"\d+|\"[^\"]*\"|'[^']*'|‘[^’]*’", "#", line.split(": ", 1)[-1])[:90]
                self.report.differ("diagnostic: " + label, line)
        sides = [by_account(side, export) for side in (mine, theirs, my_actions, their_actions)]
        for account in export["accounts"]:
            own = [side[name_of(account, export)] for side in sides]
            policy = Policy.shipped(account.get("app", export["app"]), varied)
            for difference in (*compare.decisions(*own[:2], compare.CONTRACT_FIELDS, compare.LOOSE),
                               *compare.actions(*own[2:]),
                               *carry_out(account, own[1], own[3], policy, self.options.words)):
                self.note(account, *difference)
        order = [name for name, lines in by_account(theirs, export).items() if lines]
        accounts = [account for account, *_ in devices.of(export)]
        if order != [name for account in accounts if (name := name_of(account, export)) in order]:
            self.report.differ("order of accounts")
        self.plan_again(program, export, theirs)

    def run(self, program, export):
        generator, varied, _ = self.met_by
        files = [program.path(app + ".toml") for app in APPS] if varied else []
        for app, path in zip(APPS, files):
            policies.write_varied(self.options.templates, app, varied, path)
        out = program.plan("out", export, generator.now, generator.days, "--emit", "plan,actions", policies=files)
        return decisions_of(out), actions_of(out)

    def plan_again(self, program, export, theirs):
        """Plans from what the devices hold now: the decisions are the same, and every action is `keep`."""
        again, lines = self.run(program, export)
        sides = [by_account(side, export) for side in (again, theirs, lines)]
        for account in export["accounts"]:
            if not account.get("pending"):
                continue
            own = [side[name_of(account, export)] for side in sides]
            for line in own[2]:
                if line["action"] not in ("keep", "withdraw"):
                    label = f"again: {line['action']} {line.get('reason', '')} {line.get('changed', '')}"
                    self.note(account, label, None, line)
            plain = [[{k: v for k, v in d.items() if k != "uid"} for d in side] for side in own[:2]]
            if plain[0] != plain[1]:
                self.note(account, "again: other decisions", None, None)

    def count(self, export, decisions, lines):
        met = self.report.met
        self.report.count(len(export["accounts"]), decisions, lines)
        met.update(f"decision {d['kind']}: {compare.word(d)}" for d in decisions)
        met.update(f"trigger {a['trigger']['type']} {'+'.join(a['trigger'].get('components', ()))}".strip()
                   for a in lines if "trigger" in a)

    def note(self, account, label, oracle, program):
        """Reports a discrepancy; its folder gets an export of the one account, as it was before."""
        generator, varied, runner = self.met_by
        how = f"now {instant_text(generator.now)}, days {generator.days}, policy {json.dumps(varied)}"
        where = f"document {self.number} of seed {self.options.seed}, account {account['id']}, {how}"
        if not self.report.differ(label, where,
                                  *(f"{who} {json.dumps(line, ensure_ascii=False)[:900]}"
                                    for who, line in (("oracle ", oracle), ("program", program)))):
            return
        name = name_of(account, self.before)
        alone = [each for each in self.before["accounts"] if name_of(each, self.before)[:2] == name[:2]]
        items = by_account(self.before.get("items", []), self.before)[*name[:2], None]
        runner.write(re.sub(r"\W+", "-", label)[:60] + ".json", {**self.before, "items": items, "accounts": alone})


def carry_out(account, decisions, lines, policy, words):
    """Carries the actions out, and yields what is wrong then. Leaves `pending` as the device has it."""
    pending = account.get("pending", [])
    limit, kept = policy.limits[account.get("platform", "ios")], set()
    held = {}
    for entry in sorted(pending, key=lambda entry: instant(entry["at"]) if entry.get("at") else datetime.min):
        # No device holds two of one id.
        held.setdefault(entry["id"], {"notification": cut_id(entry["id"])[0], **entry})
    for line in lines:
        id, action = line.get("request", line["notification"]), line["action"]
        if action == "withdraw":
            continue
        if (action == "add") == (id in held):
            yield f"device: {action} of what it {'holds' if id in held else 'does not hold'}", None, line
        elif action == "cancel":
            del held[id]
        elif action == "keep" and line.get("reason") in ("beyondWindow", "rejected"):
            kept.add(id)
        else:
            if action == "add" and limit is not None and len(held) >= limit:
                yield "device: the limit is exceeded", limit, line
            held[id] = after(held.get(id, {"id": id}), line)
    asked = {}
    for d in decisions:
        if d["outcome"] != "dropped":
            asked.setdefault(d.get("request"), (d["notification"], d.get("at", "")))
    asks = Counter(asked.values())
    has = Counter((entry["notification"], entry.get("at", "")) for id, entry in held.items() if id not in kept)
    if has != asks:
        lost, extra = (sorted(side.elements())[:4] for side in (asks - has, has - asks))
        yield "device: holds other than planned", lost, extra
    if limit is not None and len(held) > max(limit - policy.reserved, 0):
        yield "device: holds more than there are slots", limit - policy.reserved, len(held)
    names = ["id", "at", "repeats", "floats", "notification"] + (["title", "body", "badge"] if words else [])
    account["pending"] = [{name: entry[name] for name in names if name in entry} for entry in held.values()]


def after(entry, line):
    """What the device holds after an `add`, `move`, `update` or `keep`."""
    entry = {name: value for name, value in entry.items() if name != "at"} | {"notification": line["notification"]}
    if "at" in line:
        entry["at"] = line["at"]
    if "trigger" in line:
        entry["repeats"] = bool(line["trigger"].get("repeats"))
        entry.pop("floats", None)
        if line["trigger"]["type"] == "calendar" and not entry["repeats"]:
            entry["floats"] = bool(line["trigger"].get("floats"))
    if line["action"] != "keep":
        entry.update({name: line[name] for name in ("title", "body") if name in line}, badge=line.get("badge", 0))
    return entry


class Cases(compare.Comparison):
    """The recorded cases of Tests/Cases, which the oracle has to answer alike."""

    documents = 0

    def begin(self, program):
        for path in sorted(CASES.glob("*.json")):
            case = json.loads(path.read_text(encoding="utf-8"))
            if path.stem in LATER:
                try:
                    passes = all(mine == recorded for _, mine, recorded in self.compared(case))
                except ValueError:
                    passes = False
                if passes:
                    self.report.differ(f"{path.name}: passes, and is listed as one that does not")
                continue
            self.report.totals["cases"] += 1
            for what, mine, recorded in self.compared(case):
                self.report.totals[what] += len(mine)
                if mine != recorded:
                    self.report.differ(f"{path.name}: {what}",
                                       *(f"oracle {text}" for text in mine if text not in recorded),
                                       *(f"case   {text}" for text in recorded if text not in mine))

    def compared(self, case):
        """What, the oracle's answer, and the case's."""
        decisions, lines = plan(case["export"], instant(case["now"]), case["days"], self.zones,
                                case.get("policy"), case.get("further", ()))
        if len(decisions) >= 40:  # Then a case leaves out what a switch holds back.
            decisions = [d for d in decisions if d.get("reason") != "kindDisabled"]
        fields = ["account", "app", "device", "kind", "item", "notification", *compare.CONTRACT_FIELDS]
        fields.remove("zone")
        dropped = [name for name in fields if name != "at"]
        yield "decisions", *([compare.text(d, dropped if d["outcome"] == "dropped" else fields) for d in side]
                             for side in (decisions, case["decisions"]))
        yield "actions", *([compare.text(line, compare.CASE_FIELDS) for line in side] for side in (lines, case["actions"]))
