"""Decisions and actions of the oracle and the program side by side, and a report of how they differ, by class."""

import itertools
import json
from collections import Counter, defaultdict

from ..actions import place
from ..clock import Zones
from .program import Wrong

CASE_FIELDS = ["account", "app", "device", "request", "notification", "action", "at", "from", "reason", "changed", "trigger"]
ACTION_FIELDS = [*CASE_FIELDS, "item", "sound", "interruption", "data"]
FIELDS = ["outcome", "reason", "request", "local", "zone", "at", "badge", "late", "deferredFrom", "shifted",
          "destination", "title", "body"]
CONTRACT_FIELDS, LOOSE = FIELDS[:9], ("at", "zone", "deferredFrom")
# What these checks drop may have any instant, since the steps that move it come later.
EARLY = {"accountDisabled", "unauthorized", "kindDisabled", "optionOff", "inactive", "notExpense", "noDueDate",
         "autoPay", "paid", "sessionNotRunning", "completed", "dstGap", "zoneChange", "past", "expired"}


def text(line, fields):
    return json.dumps({name: line[name] for name in fields if line.get(name) not in (None, "")}, sort_keys=True)


def word(decision):
    return decision.get("reason") or decision["outcome"]


def of_keys(lines, key):
    found = defaultdict(list)
    for line in lines:
        found[key(line)].append(line)
    return found


def decisions(mine, theirs, fields=FIELDS, loose=("zone",)):
    """Yields (class, oracle's, program's) for the decisions about one account; `loose` fields are free if it is dropped
    early."""
    def compared(d):
        return [name for name in fields if not (name == "late" and d["outcome"] == "dropped")
                and not (name in loose and d.get("reason") in EARLY)]

    def key(d):
        return d["kind"], d.get("item") or "", d["notification"], d.get("local") or ""
    sides = of_keys(mine, key), of_keys(theirs, key)
    for k in sorted({*sides[0], *sides[1]}):
        a, b = (sorted(side[k], key=lambda d: text(d, compared(d))) for side in sides)
        if len(a) != len(b):
            who, more = ("oracle", a) if len(a) > len(b) else ("program", b)
            yield f"candidates {k[0]}: {who} has more ({', '.join(sorted(set(map(word, more))))})", a, b
            continue
        for x, y in zip(a, b):
            if text(x, compared(x)) != text(y, compared(y)):
                names = [name for name in fields
                         if text(x, {name} & {*compared(x)}) != text(y, {name} & {*compared(y)})]
                what = f"{word(x)} / {word(y)}" if {"outcome", "reason"} & set(names) else "+".join(names)
                yield f"decision {k[0]}: {what}", x, y
    order = [(d.get("at") or "", d["notification"].encode(), d.get("local") or "") for d in theirs]
    yield from out_of_order("decisions", order)


def out_of_order(what, order):
    if order != sorted(order):
        yield f"order of {what}", None, next((str(a), str(b)) for a, b in zip(order, order[1:]) if a > b)


def actions(mine, theirs):
    """Yields (class, oracle's, program's) for one account's actions. `_reasons` says which reasons are as good."""
    reasons = {text(line, ACTION_FIELDS): line.get("_reasons", []) for line in mine}
    items = {text(line, ACTION_FIELDS): line.get("_items", []) for line in mine}
    sides = [Counter(text(line, ACTION_FIELDS) for line in side) for side in (mine, theirs)]
    lost, extra = (of_keys(map(json.loads, side.elements()), lambda line: line.get("request") or line["notification"])
                   for side in (sides[0] - sides[1], sides[1] - sides[0]))
    for request in sorted({*lost, *extra}):
        for x, y in itertools.zip_longest(lost[request], extra[request]):
            if not x or not y or x["action"] != y["action"]:
                yield f"action {x and x['action']} / {y and y['action']}", x, y
                continue
            differ = sorted(n for n in {*x, *y} if x.get(n) != y.get(n))
            if "item" in differ and y.get("item") in items[text(x, ACTION_FIELDS)]:
                differ.remove("item")
            if not differ:
                continue
            if differ != ["reason"]:
                yield f"action {x['action']}: " + "+".join(differ), x, y
            elif y["reason"] not in reasons[text(x, ACTION_FIELDS)]:
                yield f"action {x['action']}: reason {x['reason']} / {y['reason']}", x, y
    yield from out_of_order("actions", [place(line) for line in theirs if "request" in line])


def require_equal(comparison, account, planner, theirs, their_actions):
    """Compares one account and raises the first class of what differs; counts what it compared."""
    names = {"account": account["id"], "app": planner.policy.document["app"]}
    mine = [c.row() for c in planner.decide()]
    my_actions = [{**names, **line} for line in planner.actions()]
    comparison.report.count(1, mine, my_actions)
    own = [[line for line in side if line["account"] == account["id"]] for side in (theirs, their_actions)]
    # Only words that the policy has are compared.
    unworded = {kind for kind, settings in planner.kinds.items()
                if "title" not in settings.settings and kind not in planner.policy.messages}
    own[0] = [{k: v for k, v in d.items() if d["kind"] not in unworded or k not in ("title", "body")} for d in own[0]]
    differ = [*decisions(mine, own[0]), *actions(my_actions, own[1])]
    if differ:
        shown = [f"{label}\n  oracle  {json.dumps(a)[:600]}\n  program {json.dumps(b)[:600]}"
                 for label, a, b in differ[:3]]
        raise Wrong(f"account {account['id']}\n" + "\n".join(shown), differ[0][0])


class Report:
    def __init__(self, show):
        self.show, self.totals, self.met = show, Counter(), Counter()
        self.differences, self.examples = Counter(), defaultdict(list)

    def differ(self, label, *details):
        """Counts a discrepancy of a class; returns whether it is among the examples."""
        self.differences[label] += 1
        is_shown = len(self.examples[label]) < self.show
        if is_shown:
            self.examples[label].append(details)
        return is_shown

    def count(self, accounts, decisions, actions):
        self.totals.update({"accounts": accounts, "decisions": len(decisions), "actions": len(actions)})
        self.met.update(f"reason {d.get('reason') or d['outcome']}" for d in decisions)
        self.met.update(f"action {a['action']} {a.get('reason', '')}".strip() for a in actions)

    def print(self, what, counts):
        for label, count in self.differences.most_common():
            print(f"{count:6} {label}")
            for details in self.examples[label]:
                print(*(f"         {detail}" for detail in details), sep="\n")
        if counts:
            print(*(f"{count:8} {name}" for name, count in sorted(self.met.items())), sep="\n")
        totals = ", ".join(f"{count} {name}" for name, count in self.totals.items())
        print(f"{what}: {totals}, {sum(self.differences.values())} discrepancies")


class Comparison:
    documents, accounts = 100, None
    expected: tuple[str, ...] = ()  # What a run of 400 documents has to meet.

    def __init__(self, options):
        self.options, self.report, self.zones = options, Report(options.show), Zones(options.zoneinfo)

    def begin(self, program):
        """What comes before the random documents."""

    def document(self, n, program):
        """Compares one document, and raises `Wrong` if it cannot go on."""
        raise NotImplementedError

    def missing(self, documents):
        return [name for name in self.expected if not self.report.met[name]] if documents >= 400 else []
