"""`tickler rehearse` over random exports, regimes, journeys and tz rules, and the same nights with the oracle's devices."""

import copy
import os
import random
from datetime import timedelta

from ..clock import Zones
from ..policy import Policy
from ..rehearsal import OwnZones, Stage
from ..values import DAY, instant, instant_text
from . import compare, policies
from .contract import by_account
from .exports import APPS, Generator
from .items import meanwhile
from .moments import ZONES
from .program import actions_of, decisions_of, lines

REGIMES = ["nightly", "nightly", "miss", "deadline", "once"]


class Rehearsal(compare.Comparison):
    documents, accounts = 20, 4
    expected = tuple(f"verdict {name}" for name in ("right", "otherTime", "otherWords", "missing", "twice", "unplanned"))

    def document(self, n, program):
        r = random.Random(f"{self.options.seed}/{n}")
        generator = Generator(r, APPS[n % len(APPS)], self.zones)
        export, varied = generator.document(self.options.accounts)
        now, days, nights = generator.now, min(generator.days, 14), r.choice([1, 3, 5, 8, 15])
        files = [program.path(app + ".toml") for app in APPS] if varied else []
        for app, path in zip(APPS, files):
            policies.write_varied(self.options.templates, app, varied, path)
        regime, gap = r.choice(REGIMES), r.choice(["next", "next", "later"])
        arguments = ["--nights", str(nights), "--gap", gap]
        settings = {"gap": gap, "zones": self.zones}
        if regime == "miss":
            settings |= {"miss": r.choice([0.25, 0.5, 0.8]), "seed": r.randrange(100)}
            arguments += ["--miss", str(settings["miss"]), "--seed", str(settings["seed"])]
        regime = regime.replace("miss", "nightly")
        travel = [(now + timedelta(minutes=r.randrange(1, nights * 1440)), r.choice(ZONES))
                  for _ in range(r.choice([0, 0, 1, 2]))]
        for at, zone in travel:
            arguments += ["--travel", f"{zone}@{instant_text(at)}"]
        if self.options.older and r.random() < 0.3:
            settings["zones"] = OwnZones(Zones(self.options.older), self.zones)
            arguments += ["--device-zoneinfo", self.options.older]
        reach = ["--reach", str(r.choice([5, 20, 60]))] if r.random() < 0.3 else []
        exports = [(now, export)]
        for number in range(r.choice([0, 0, 1, 2])):
            start = now + timedelta(minutes=r.choice([r.randrange(1, nights * 1440), r.randrange(1, nights + 1) * 1440]))
            if start > exports[-1][0]:
                exports.append((start, self.later(generator, exports[-1][1])))
                arguments += ["--next", f"{program.write(f'later{number}.json', exports[-1][1])}@{instant_text(start)}"]

        def plan(document, moment):
            out = program.plan("night", document, moment, days, "--emit", "plan,actions,summary", *reach,
                               policies=files)
            sides = [by_account(side, document) for side in (decisions_of(out), actions_of(out))]
            deadlines = {(line["app"], line["account"], line.get("device")): instant(line["planAgainBy"])
                         for line in lines(out, "accounts.ndjson")[1:] if "planAgainBy" in line}
            return *({(app, id, device): rows for (id, app, device), rows in side.items()} for side in sides), deadlines

        def limit(key, record):
            return Policy.shipped(key[0], varied).limits[record.get("platform", "ios")]
        stage = Stage(exports, now, nights, regime, plan, limit, travel=travel, **settings)
        mine, refused = stage.result()
        path = program.write("in.json", export)
        said = program.json("rehearse", path, "--plan", regime, *arguments, *reach,
                            *program.shared(now, days, policies=files), statuses=(0, 1))
        theirs = {("all",): said["all"]}
        for name, keys in (("app", ["app"]), ("kind", ["app", "kind"]), ("account", ["app", "account", "device"])):
            theirs |= {(name, *map(each.get, keys)): each for each in said[name + "s"]}
        self.report.totals.update({"accounts": len(export["accounts"]), "nights": nights,
                                   "shown": mine.get(("all",), {}).get("planned", 0)})
        self.report.met.update({f"verdict {name}": count for name, count in mine.get(("all",), {}).items()
                                if isinstance(count, int) and count})
        for name in sorted({*mine, *theirs}, key=str):
            fields = set(mine.get(name, {})) | {"medianFirstDay"}
            own = {key: mine.get(name, {}).get(key) for key in fields}
            other = {key: theirs.get(name, {}).get(key) for key in fields}
            if (name in mine or theirs[name]["devices"]) and own != other:
                self.report.differ(f"{name[0]} of {regime}", f"document {n} of seed {self.options.seed}: {name}",
                                   *(f"{key}: oracle {own[key]}, program {other[key]}"
                                     for key in sorted(fields) if own[key] != other[key]))
                break
        if refused != said["refusedActions"]:
            self.report.differ("refused", f"document {n}: oracle {refused}, program {said['refusedActions']}")

    def later(self, generator, export):
        """What users did meanwhile: things done and deleted, an account that goes, and one that comes."""
        later = copy.deepcopy(export)
        for account in later["accounts"]:
            generator.app = account.get("app", export["app"])
            if "items" in account:
                meanwhile(generator, account)
            account.pop("updatedAt", None)
        if generator.chance(0.3) and later["accounts"]:
            later["accounts"].pop(generator.r.randrange(len(later["accounts"])))
        if generator.chance(0.3):
            generator.app = generator.main_app
            new = generator.account(0)
            later["accounts"].append({**new, "id": f"new{generator.r.randrange(99)}"})
        return later
