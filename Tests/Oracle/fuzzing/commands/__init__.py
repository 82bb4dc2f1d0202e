"""Random exports, and the commands compared with each other: what one says, the others must not contradict.

- causes: two plans of which one circumstance differs are told apart by that cause alone, and of several by those alone
- sequences: over a row of plans no event's SEQUENCE falls, and it rises with everything that the event shows
- report: the page and the calendars written again are the run's, byte for byte; from plan.ndjson alone, the calendars
- diagnostics: every command prints what plan prints, and none prints a result under --strict
- zones: accounts, and notifications on the days of clock changes, are those of the plan, counted with Python's zoneinfo
- parts: plans of ranges and files that workers make are merged into the plan that one run makes, byte for byte
- poison: a damaged line costs itself and nothing else, however a partition is put together
- explain: every candidate has the plan's outcome; entries and bills are cited from their own places
- verify: finds no fault in a planned folder, with any choice of outputs
- past: of an archive, the run in force at an instant has the outcome of its plan, what the device was told is one of
  its actions, and a delivery is one of the exports'
- due: with --due-before, what is due is planned as by any run, and the rest keeps the plan that it had
- features: three nights with each pair of archive, compress, keep-going, redact and parts, and behind them
  gates, verify, diff, report, history, explain and merge
- history: what explain lists of an account over an archive is what its plans had, and what became of it
- shown: what devices showed of the earlier plan is what the oracle counts, by app, kind and platform, and by account
"""

import random

from ..compare import Comparison
from ..exports import APPS, Generator
from ..program import Program, Wrong
from . import changes, due, features, outputs, parts, shown, zones
from .nights import Nights

CHECKS = {"causes": changes.causes, "sequences": changes.sequences,
          "report": outputs.report, "diagnostics": outputs.diagnostics, "zones": zones.zones, "parts": parts.merged,
          "poison": parts.poison, "explain": outputs.explain, "verify": outputs.verify, "past": outputs.past,
          "due": due.due, "features": features.features, "shown": shown.shown,
          "history": shown.history}


class Commands(Comparison):
    documents, accounts = 40, 8

    def document(self, n, program):
        for name in self.options.only.split(",") if self.options.only else CHECKS:
            r = random.Random(f"{self.options.seed}/{n}/{name}")
            nights = Nights(Program(self.options, program.path(name)), Generator(r, APPS[n % len(APPS)], self.zones),
                            self.options.accounts)
            self.report.totals["checks"] += 1
            try:
                CHECKS[name](nights)
            except Wrong as wrong:
                where = f"{name} of document {n}, seed {self.options.seed} ({nights.app})"
                self.report.differ(name, where, *str(wrong).splitlines())
