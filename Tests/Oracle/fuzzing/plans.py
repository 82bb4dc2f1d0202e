"""Documents of one policy of an app's own, planned several times in a row by the program and the oracle."""

import json
import shutil
import tomllib

from ..planner import Planner
from ..policy import Policy
from ..values import instant_text
from . import compare, policies
from .program import Wrong, actions_of, decisions_of

FORMAT = "tickler-export/1"


class Plans:
    """The plans of a policy, made from exports of its accounts at one instant after the other."""

    def __init__(self, comparison, program, policy, accounts):
        self.comparison, self.program, self.accounts = comparison, program, accounts
        messages = policy.get("messages", {}) if isinstance(policy, dict) else {}
        if isinstance(policy, dict):
            policies.write(program.path("policy.toml"), {key: policy[key] for key in policy if key != "messages"})
            policy = program.path("policy.toml")
        self.files = [policy]
        with open(policy, "rb") as file:
            self.policy = Policy(tomllib.load(file))
        if messages:  # By kind, the titles that take turns.
            policies.write_messages(program.path("messages.toml"), self.policy.document["app"], messages)
            self.files.append(program.path("messages.toml"))
            self.policy.messages = messages

    def export(self):
        return {"format": FORMAT, "app": self.policy.document["app"], "accounts": self.accounts}

    def plan(self, name, now, days, *more):
        self.now, self.days = now, days
        return self.program.plan(name, self.export(), now, days, "--quiet", *more, policies=self.files, statuses=(0,))

    def compare(self, name, now, days, *more, calendars=()):
        """Plans, compares every account, and returns the folder, the program's decisions, and planners for them."""
        out = self.plan(name, now, days, *more)
        decisions, actions = decisions_of(out), actions_of(out)
        planners = [Planner(self.policy, account, account.get("items", []), self.comparison.zones, now, days, calendars)
                    for account in self.accounts]
        try:
            for account, planner in zip(self.accounts, planners):
                compare.require_equal(self.comparison, account, planner, decisions, actions)
        except Wrong as wrong:
            raise Wrong(f"{name}, now {instant_text(now)}, days {days}: {wrong}", wrong.label) from None
        return out, decisions, planners

    def check_device(self, out):
        """The files fit together, and a device that carries the actions out has nothing left to do."""
        self.program.verify(out)
        held = [json.loads(line) for line in self.program.run(
            "apply", out, out + ".json", "--templates", self.program.options.templates,
            *(word for file in self.files for word in ("--policy", file))).stdout.splitlines()]
        pending, accounts = {device["account"]: device["pending"] for device in held}, self.accounts
        self.accounts = [
            {**account, "pending": pending.get(account["id"], []),
             "delivered": [{**entry, "shown": False} for entry in account["delivered"]]} for account in accounts]
        rest = [line for line in actions_of(self.plan("again", self.now, self.days)) if line["action"] != "keep"]
        self.accounts = accounts
        if rest:
            raise Wrong(f"after the actions there is still to do: {rest[:3]}", "again")

    def check_explain(self, out, account):
        explained = self.program.json("explain", out + ".json", "--account", account["id"],
                                      *self.program.shared(self.now, self.days, policies=self.files))
        keys = ("kind", "notification", "local", "at", "outcome", "reason", "deferredFrom")
        said, planned = ([[line.get(key) for key in keys] for line in lines]
                         for lines in (explained["candidates"], decisions_of(out)))
        if said != planned:
            raise Wrong("explain and plan differ", "explain")

    def check_report(self, out):
        copy = out + "-copy"
        shutil.copytree(out, copy)
        self.program.run("report", copy, "--quiet", "--zoneinfo", self.program.options.zoneinfo,
                         "--templates", self.program.options.templates)
        for name in ("index.html", "calendar.ics"):
            with open(f"{out}/{name}", encoding="utf-8") as mine, open(f"{copy}/{name}", encoding="utf-8") as theirs:
                if mine.read() != theirs.read():
                    raise Wrong(f"report makes another {name}", "report")


def delivered_by(lines, later, account):
    """The scheduled decisions of an account that went out, and those to come."""
    own = sorted((line for line in lines if line["account"] == account["id"] and line["outcome"] == "scheduled"),
                 key=lambda line: line["at"])
    due = [line for line in own if line["at"] <= instant_text(later)]
    return due, own[len(due):]
