"""An export that changes from one plan to the next, and folders that have to be the same."""

import copy
import filecmp
import os
import shutil
from datetime import timedelta

from .. import policies
from ..program import Wrong

TRAVEL = ["Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati", "Europe/London"]


class Nights:
    def __init__(self, program, generator, accounts):
        self.program, self.r, self.generator, self.app = program, generator.r, generator, generator.app
        self.now, self.days, self.zones = generator.now, generator.days, generator.zones
        self.export = {**generator.empty_export(), "accounts": [generator.account(i) for i in range(accounts)]}
        for account in self.export["accounts"]:
            account["items"] = list({(item["kind"], item["id"]): item for item in account["items"]}.values())
        self.original = self.export

    def header(self):
        return {key: self.export[key] for key in ("format", "app", "exportedAt")}

    def owner(self, record):
        """(app, id) of the account of a record or line."""
        return record.get("app") or self.export["app"], record.get("account") or record.get("id")

    def shared(self, **how):
        return self.program.shared(self.now, self.days, **how)

    def policy(self, varied):
        path = self.program.path(f"varied-{self.app}.toml")
        policies.write_varied(self.program.options.templates, self.app, varied, path)
        return [path]

    def plan(self, name, *more, export=None, now=None, days=None, **how):
        """Plans and verifies."""
        days = self.days if days is None else days
        out = self.program.plan(name, export or self.export, now or self.now, days, *more, **how)
        self.program.verify(out)
        return out

    def pass_time(self, *seconds):
        self.now += timedelta(seconds=self.r.choice(seconds))

    def next(self, *seconds):
        """Another day: time passes, accounts travel, items and accounts go and come back."""
        self.pass_time(*seconds)
        self.export = self.mutated()

    def mutated(self):
        r, export = self.r, copy.deepcopy(self.original if self.r.random() < 0.4 else self.export)
        for account in export["accounts"]:
            pick = r.random()
            if pick < 0.25:
                account["timeZone"] = r.choice(TRAVEL)
                account.pop("zoneChanges", None)
            elif pick < 0.4:
                account["items"] = [item for item in account.get("items", []) if r.random() < 0.6]
            elif pick < 0.5:
                other_words(r, account)
            elif pick < 0.6:
                other_settings(r, account)
        if r.random() < 0.3:
            export["accounts"] = [account for account in export["accounts"] if r.random() < 0.7]
        return export


def other_settings(r, account):
    preferences = account.setdefault("preferences", {})
    pick = r.randrange(4)
    if pick == 0:
        account["timeZone"] = "Asia/Kathmandu" if account["timeZone"] != "Asia/Kathmandu" else "Europe/Paris"
        account.pop("zoneChanges", None)
    elif pick == 1:
        preferences["quietHours"] = {"start": "05:00", "end": r.choice(["10:07", "14:07"])}
    elif pick == 2:
        preferences["enabled"] = not preferences.get("enabled", True)
    else:
        account["authorization"] = "denied" if account.get("authorization") != "denied" else "authorized"


def other_words(r, account):
    """Another title of every item: nothing but data."""
    for item in account.get("items", []):
        for name in ("title", "name"):
            if name in item:
                item[name] += " anew"


# Folders.

def plan_alone(folder):
    """A copy of a folder that has its plan file alone."""
    alone = folder + "-alone"
    shutil.rmtree(alone, ignore_errors=True)
    os.mkdir(alone)
    shutil.copy(os.path.join(folder, "plan.ndjson"), alone)
    return alone


def copied(folder, suffix):
    shutil.rmtree(folder + suffix, ignore_errors=True)
    return shutil.copytree(folder, folder + suffix)


def require_same(one, other, what, only=("",)):
    """Every file of two folders is the same, or those whose names begin with one of the words."""
    mine, theirs = ({name for root, _, files in os.walk(folder) for file in files
                     if (name := os.path.relpath(os.path.join(root, file), folder)).startswith(tuple(only))}
                    for folder in (one, other))
    if mine != theirs:
        raise Wrong(f"{what}: files {sorted(mine ^ theirs)}")
    for name in sorted(mine):
        paths = os.path.join(one, name), os.path.join(other, name)
        if not filecmp.cmp(*paths, shallow=False):
            with open(paths[0], errors="replace") as x, open(paths[1], errors="replace") as y:
                first = next(((p, q) for p, q in zip(x, y) if p != q), ("", ""))
            raise Wrong(f"{what}: {name} differs:\n  {first[0][:700]}\n  {first[1][:700]}")
