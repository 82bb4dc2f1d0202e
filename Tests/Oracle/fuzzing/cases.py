"""The recorded cases of Tests/Cases, which the oracle has to answer alike."""

import json
import pathlib

from ..planner import plan
from ..values import instant
from . import compare
from .comparison import Comparison

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Cases"


class Cases(Comparison):
    documents = 0

    def begin(self, program):
        for path in sorted(FOLDER.glob("*.json")):
            case = json.loads(path.read_text(encoding="utf-8"))
            decisions, lines = plan(case["export"], instant(case["now"]), case["days"], self.zones)
            if len(decisions) >= 40:  # Then a case leaves out what a switch holds back.
                decisions = [d for d in decisions if d.get("reason") != "kindDisabled"]
            self.report.totals.update({"cases": 1, "decisions": len(decisions), "actions": len(lines)})
            fields = ["account", "app", "kind", "item", "notification", *compare.CONTRACT_FIELDS]
            fields.remove("zone")
            dropped = [name for name in fields if name != "at"]
            shown = [[compare.text(d, dropped if d["outcome"] == "dropped" else fields) for d in side]
                     for side in (decisions, case["decisions"])]
            told = [[compare.text(line, compare.ACTION_FIELDS) for line in side] for side in (lines, case["actions"])]
            for what, (mine, recorded) in (("decisions", shown), ("actions", told)):
                if mine != recorded:
                    self.report.differ(f"{path.name}: {what}",
                                       *(f"oracle {text}" for text in mine if text not in recorded),
                                       *(f"case   {text}" for text in recorded if text not in mine))
