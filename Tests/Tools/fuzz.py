#!/usr/bin/env python3
"""Random documents, planned by the program and by the oracle of Tests/Oracle, and what the two disagree on.

    fuzz.py --what contract|crowding|declared|shift|nights|commands|rehearsal|cases --binary tickler --zoneinfo DIR --templates DIR
            [--seed 1] [--documents N] [--first 0] [--accounts N] [--only NAME,…] [--keep DIR] [--show 2] [--counts]

- contract: the shipped apps by varied policies; actions are carried out, and planning again has to keep everything
- crowding: quiet hours by rules, digests, caps and minimum gaps, over three plans in a row
- declared: policies that declare kinds of every shape, over three plans in a row
- shift: due dates on weekends and holidays
- nights: the policies of the three above over several nights with calendars, each planned twice
- commands: what one command says, the others must not contradict (`--only` names some; `--older` is another zone tree)
- rehearsal: devices over many nights (`--older` is the tree that some of them have)
- cases: the recorded cases of Tests/Cases, without the program

A discrepancy counts under a class, and the first of each class are shown. `--keep` leaves the folders of the documents
that differ: exports, policies, outputs, and the commands that ran. `--only` names apps of `contract` or checks of
`commands`. The exit status is 1 if anything differs, or if a run of 400 documents misses what it has to meet.
"""

import argparse
import os
import shutil
import sys
import tempfile

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, TESTS)

from Oracle.fuzzing import commands, contract, crowding, declared, own_nights, rehearsal, shift  # noqa: E402
from Oracle.fuzzing.program import Program, Wrong  # noqa: E402

WHATS = {"contract": contract.Contract, "crowding": crowding.Crowding, "declared": declared.Declared,
         "shift": shift.Shift, "nights": own_nights.OwnNights, "commands": commands.Commands, "rehearsal": rehearsal.Rehearsal,
         "cases": contract.Cases}


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--what", choices=WHATS, required=True)
    for name in ("binary", "templates", "older"):
        parser.add_argument("--" + name, type=os.path.abspath)
    parser.add_argument("--zoneinfo", type=os.path.abspath, default=os.path.join(TESTS, "Zoneinfo", "2026f"))
    for name, default in (("seed", 1), ("documents", None), ("first", 0), ("accounts", None), ("show", 2)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--only", help="apps of contract, checks of commands")
    parser.add_argument("--keep", type=os.path.abspath, help="a folder for the documents that differ")
    parser.add_argument("--counts", action="store_true", help="show how often each outcome, reason and action was met")
    parser.add_argument("--words", action="store_true", help="contract: plan again with the words on the device")
    parser.add_argument("--plain", action="store_true", help="contract: the shipped policies alone")
    options = parser.parse_args()
    if options.what != "cases" and not (options.binary and options.templates):
        parser.error(f"{options.what} needs --binary and --templates")
    if options.what == "commands" and not options.older:
        parser.error("commands needs --older, another zone tree")
    what = WHATS[options.what]
    options.documents = what.documents if options.documents is None else options.documents
    options.accounts = what.accounts if options.accounts is None else options.accounts
    return options


def run(comparison, options, name, step):
    """Runs one document in a separate folder, and keeps the folder if anything differs."""
    report = comparison.report
    with tempfile.TemporaryDirectory() as folder:
        before = sum(report.differences.values())
        try:
            step(Program(options, folder))
        except Wrong as wrong:
            report.differ(wrong.label, f"{name} of seed {options.seed}", *str(wrong).splitlines())
        if options.keep and sum(report.differences.values()) > before:
            kept = os.path.join(options.keep, f"{options.what}-{name}".replace(" ", "-"))
            shutil.copytree(folder, kept, symlinks=True, dirs_exist_ok=True)


def main():
    options = parse()
    comparison = WHATS[options.what](options)
    run(comparison, options, "examples", comparison.begin)
    for n in range(options.first, options.first + options.documents):
        run(comparison, options, f"document {n}", lambda program: comparison.document(n, program))
    comparison.report.totals["documents"] = options.documents
    comparison.report.print(options.what, options.counts)
    missing = comparison.missing(options.documents)
    if missing:
        print("never occurred: " + ", ".join(missing), file=sys.stderr)
    sys.exit(1 if comparison.report.differences or missing else 0)


if __name__ == "__main__":
    main()
