#!/usr/bin/env python3
"""Whole runs of tickler over workload W, beside the practical limit and beside other libraries.

    bench.py            20,000 accounts: some minutes
    bench.py --quick    2,000 accounts: about a minute; start-up weighs more, so ratios are worse
    bench.py --full     also flat exports of 200,000 accounts, and 100,000 and 1,000,000 accounts: tens of minutes

Programs that are compared run in turns, so that ratios hold on a busy machine where seconds do not. It needs the release program
(`make build`), a C++ compiler and libsimdjson-dev; peers that cannot be built here are left out and named.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import checks
import peers
from document import Section, at_least, at_most, exactly, machine, machine_section, megabytes, seconds, spread, write
from measuring import HERE, ROOT, Failure, Program, Puncher, interleaved, remove

NOW, TOMORROW = "2026-10-20T00:00:00Z", "2026-10-21T00:00:00Z"
BLOCK = 20_000


class Bench:
    """The folder that a run works in, the data in it, and what was found out."""

    def __init__(self, options, folder):
        self.options, self.folder, self.out = options, folder, folder / "out"
        self.binary = pathlib.Path(options.binary).resolve()
        self.accounts = options.accounts or (2_000 if options.quick else BLOCK)
        self.rounds = options.rounds or (3 if options.quick else 5)
        self.sections = []

    def say(self, text):
        print(text, file=sys.stderr, flush=True)

    # ---- data

    def make(self, path, *command):
        if not path.exists():
            subprocess.run([sys.executable, *map(str, command)], check=True)
        return path

    def workload(self, accounts):
        path = self.folder / f"w{accounts}.json"
        return self.make(path, HERE / "workload" / "gen.py", accounts, path)

    def export(self, accounts, form, *flags):
        """W as an export; more than 20,000 accounts are the first 20,000 several times under new ids."""
        copies = max(1, accounts // BLOCK)
        name = "-".join(["w", str(accounts), *(flag.strip("-") for flag in flags)]) + "." + form
        path = self.folder / name
        if path.exists():
            return path
        return self.make(path, HERE / "workload" / "to_export.py", self.workload(accounts // copies), path, *flags,
                         *(["--copies", copies] if copies > 1 else []))

    def need(self, amount, why):
        """Ends a section that has too little room, before it fills the memory."""
        free = shutil.disk_usage(self.folder).free
        if self.folder.is_relative_to("/dev/shm"):
            memory = dict(line.split(":") for line in open("/proc/meminfo"))
            free = min(free, int(memory["MemAvailable"].split()[0]) * 1024)
        if free < amount:
            raise Failure(f"{why} needs {amount / 1e9:.1f} GB in {self.folder}, which has {free / 1e9:.1f}")

    # ---- tickler

    def tickler(self, name, label, source, jobs=1, emit="plan,ics", more=(), policy=HERE / "w.toml", days=13, now=NOW):
        command = [self.binary, "plan", source, "--templates", ROOT / "templates", "--now", now, "--days", days, "--jobs", jobs,
                   "--out", self.out, "--quiet", *more]
        if emit != "all":
            command += ["--emit", emit]
        if policy:
            command += ["--policy", policy]
        return Program(name, label, command, [self.out])

    def rows(self, programs, against, accounts):
        """A row a program: time, spread, ratio by the clock and by processor time, and peak memory."""
        made = []
        for p in programs:
            made.append([
                p.label + (f" ({round(accounts / p.scale):,} accounts, scaled)" if p.scale != 1 else ""), seconds(p.wall),
                spread(p.walls), f"{p.against(against):.2f}", f"{p.cpu_against(against):.2f}", megabytes(p.memory)])
        return made

    def add(self, section):
        self.sections.append(section)
        print(f"\n## {section.name}\n\n{section.markdown()}\n", flush=True)


HEADER = ["program", "time", "spread", "{}", "in processor time", "peak memory"]


def header(against):
    return [cell.format(against) for cell in HEADER]


def compare_peers(bench):
    """Workload W against the limit and the libraries."""
    n, out = bench.accounts, bench.folder
    others = peers.programs(n, bench.workload, out, bench.say)
    limit = others[0]
    source = bench.export(n, "ndjson")
    one, two = (bench.tickler(f"jobs{k}", f"tickler, `--jobs {k}`", source, k) for k in (1, 2))
    for slow in others[2:]:
        slow.rounds = 2
    notes, differing = [], []

    def check(program):
        if program is one:
            lost, extra, compared = checks.against_limit(bench.out / "plan.ndjson", limit.outputs[0])
            if lost or extra:
                raise Failure(f"tickler's instants are not the limit program's: {lost} lost, {extra} more, of {compared}")
            notes.append(f"tickler agrees with the limit program on all {compared:,} instants.")
        elif program is not two and program is not limit:
            reference = limit.outputs[0]
            if program.scale != 1:
                reference = out / "slice.ndjson"
                slice_ = bench.workload(round(n / program.scale))
                subprocess.run([limit.command[0], slice_, reference, out / "slice.ics", *peers.WINDOW], check=True,
                               stderr=subprocess.DEVNULL)
            wrong, compared = checks.missing_lines(program.outputs[0], reference)
            if wrong:
                differing.append(f"{program.label.split(',')[0]} {wrong:,} of {compared:,}")

    # The limit program's output stays for the comparison until the others have run once.
    order = [limit, one, two, *others[1:]]
    interleaved(order, bench.rounds, check, bench.say, often=[limit, one, two])
    for path in (out / "slice.ndjson", out / "slice.ics"):
        remove(path)
    notes.append(f"Lines that differ from the limit program's: {', '.join(differing) or 'none'}.")
    section = Section(
        "peers", f"{n:,} accounts of 10 items, plan and calendar for 14 days. One core except for `--jobs 2`; medians of {bench.rounds} "
        f"rounds ({4 * bench.rounds} of the limit program and tickler, 2 of the slowest).",
        header("against the limit"), bench.rows(order, limit, n), notes=notes)
    section.requirements.append(at_most("`--jobs 1`: at most 2.5 times the limit", one.against(limit), 2.5))
    section.requirements.append(at_most("`--jobs 2`: at most 1.3 times the limit", two.against(limit), 1.3))
    for p in others[1:]:
        factor = {"rrule-go": 3, "libical": 7, "dateutil": 20}.get(p.name)
        if factor:
            section.requirements.append(at_least(f"`--jobs 1`: {factor} times faster than {p.label.split(',')[0]}",
                                                 p.against(one), factor))
    bench.add(section)


def compare_formats(bench):
    """The same records as NDJSON, as one JSON document and as XML."""
    n = bench.accounts
    programs = [bench.tickler(form, label, bench.export(n, form))
                for form, label in (("ndjson", "NDJSON"), ("json", "JSON"), ("xml", "XML"))]
    made = {}
    interleaved(programs, bench.rounds, lambda p: made.update({p.name: checks.digests(bench.out, True)}), bench.say)
    ndjson, document, xml = programs
    different = checks.differing(made["ndjson"], made["json"]) + checks.differing(made["ndjson"], made["xml"])
    bench.add(Section(
        "formats", f"{n:,} accounts, plan and calendar, `--jobs 1`.",
        header("against NDJSON"), bench.rows(programs, ndjson, n),
        [at_most("one JSON document: at most 1.2 times NDJSON", document.against(ndjson), 1.2),
         at_most("XML: at most 1.5 times NDJSON", xml.against(ndjson), 1.5),
         exactly("the same decisions and calendar", not different, ", ".join(different) or "the same bytes")]))


def compare_outputs(bench):
    """What more outputs cost, and that `--jobs` changes none of them."""
    n, source = bench.accounts, bench.export(bench.accounts, "ndjson")
    programs = [bench.tickler("plain", "plan, calendar", source),
                bench.tickler("more", "plan, calendar, page, actions", source, emit="plan,ics,html,actions"),
                bench.tickler("all", "all", source, emit="all")]
    programs += [bench.tickler(f"all{k}", f"all, `--jobs {k}`", source, k, "all") for k in (2, 4)]
    made = {}
    interleaved(programs, min(3, bench.rounds), lambda p: made.update({p.name: checks.digests(bench.out)}), bench.say)
    different = sorted({name for k in ("all2", "all4") for name in checks.differing(made["all"], made[k])})
    bench.add(Section(
        "outputs", f"{n:,} accounts, NDJSON, `--jobs 1` unless named.",
        header("against plan and calendar"), bench.rows(programs, programs[0], n),
        [at_most("all outputs: at most 1.5 times plan and calendar", programs[2].against(programs[0]), 1.5),
         exactly("the same bytes for `--jobs` 1, 2 and 4, all outputs", not different, ", ".join(different) or "the same bytes")]))


def compare_flat(bench):
    """Items apart from their accounts."""
    n = 200_000 if bench.options.full else bench.accounts
    memory = bench.options.memory
    bench.need(n * 30_000 + (2 << 30), "the comparison of flat exports")
    has_memory = "--memory" in subprocess.run([str(bench.binary), "plan", "--help"], stdout=subprocess.PIPE, text=True).stdout
    more = ("--memory", memory) if has_memory else ()
    programs = [bench.tickler("nested", "items in their accounts", bench.export(n, "ndjson")),
                bench.tickler("flat", "all accounts, then all items", bench.export(n, "ndjson", "--flat"), more=more),
                bench.tickler("shuffled", "the same, items in random order", bench.export(n, "ndjson", "--shuffled"), more=more)]
    made = {}
    interleaved(programs, 2 if n > BLOCK else min(3, bench.rounds),
                lambda p: made.update({p.name: checks.digests(bench.out, True)}), bench.say)
    nested, flat, shuffled = programs
    requirements = [
        at_most("flat: at most 1.4 times the nested time", flat.against(nested), 1.4),
        at_most("flat in random order: at most 3 times the nested time", shuffled.against(nested), 3)]
    for p, name in ((flat, "flat"), (shuffled, "random order")):
        different = checks.differing(made["nested"], made[p.name])
        requirements.append(exactly(f"{name}: the same result", not different, ", ".join(different) or "the same bytes"))
    if has_memory:
        bound = int(memory[:-1]) << {"K": 10, "M": 20, "G": 30}[memory[-1]] if memory[-1] in "KMG" else int(memory)
        requirements += [exactly(f"{name}: peak memory bounded by `--memory {memory}`", p.memory <= bound, megabytes(p.memory))
                         for p, name in ((flat, "flat"), (shuffled, "random order"))]
    else:
        requirements.append(exactly("peak memory bounded by `--memory`", False, "the program has no such option"))
    bench.add(Section("flat", f"{n:,} accounts, NDJSON, plan and calendar, `--jobs 1`.", header("against nested"),
                      bench.rows(programs, nested, n), requirements))


def measure_waits(bench):
    """What a user waits for: a night, the next one, all outputs, `verify`, and a question to an archive."""
    n, source = bench.accounts, bench.export(bench.accounts, "ndjson")
    night, known, whole, archive = (bench.folder / name for name in ("night", "known", "whole", "archive"))
    for place, folder, emit in (("--out", night, "plan,ics"), ("--out", known, "plan,ics,summary"), ("--out", whole, "all"),
                                ("--archive", archive, "plan,actions,summary")):
        command = bench.tickler("", "", source, emit=emit).command
        at = command.index("--out")
        command[at:at + 2] = [place, folder]
        subprocess.run([str(part) for part in command], check=True)
    first = bench.tickler("first", "a night: plan and calendar", source)
    following = bench.tickler("next", "the next night: the same, `--previous` with its accounts.ndjson", source, now=TOMORROW,
                              more=("--previous", known))
    everything = bench.tickler("all", "a night with all outputs, as `tickler run` makes them", source, emit="all")
    again = bench.tickler("again", "the next night with all outputs", source, emit="all", now=TOMORROW, more=("--previous", whole))
    verify = Program("verify", "`verify` of the night", [bench.binary, "verify", night], [])
    question = Program("question", "a question: `explain --account` of an archive",
                       [bench.binary, "explain", "--account", "a000100", "--archive", archive], [])
    programs = [first, following, everything, again, verify, question]
    interleaved(programs, bench.rounds, say=bench.say)
    for path in (night, known, whole, archive):
        remove(path)
    bench.add(Section(
        "waits", f"{n:,} accounts of W, one task; medians of {bench.rounds} rounds.", header("against the night"),
        bench.rows(programs, first, n),
        [at_most("a night: at most 60 µs an account, a million in a minute", first.cpu / n * 1e6, 60, "{:.1f} µs"),
         at_most("the next night: at most 2.5 times the night in processor time", following.cpu_against(first), 2.5),
         at_most("all outputs: at most 1.5 times the night in processor time", everything.cpu_against(first), 1.5),
         at_most("the next night with all outputs: at most 2.5 times the first", again.cpu_against(everything), 2.5),
         at_most("`verify`: at most 5 times the night in processor time", verify.cpu_against(first), 5),
         at_most("a question: at most 0.1 s", question.cpu, 0.1, "{:.3f} s")]))


def measure_start(bench):
    """One account with 30 bills, the whole process."""
    bills = HERE / "workload" / "bills.json"
    program = bench.tickler("start", "30 bills, plan and calendar", bills, emit="plan,ics", policy=None)
    everything = bench.tickler("all", "30 bills, all outputs", bills, emit="all", policy=None)
    programs = [program, everything]
    rounds = 40 if bench.options.quick else 80
    interleaved(programs, rounds, say=lambda _: None)
    bench.add(Section(
        "start", f"One account with 30 bills, start-up included; median of {rounds} runs.",
        header("against plan and calendar"), bench.rows(programs, program, 1),
        [at_most(f"{p.label}: at most 15 ms of processor time", p.cpu * 1000, 15, "{:.1f} ms") for p in programs]))


def compare_sizes(bench):
    """A million accounts: does the time of an account or the memory grow?"""
    large = bench.options.large
    rows, requirements = [], []
    for form in ("ndjson", "json", "xml"):
        small, tenth, all_ = measure_sizes(bench, form, [BLOCK, large // 10, large])
        more = all_[1:]
        for p in (small, *all_):
            rows.append([p.label, seconds(p.wall), f"{p.wall / p.accounts * 1e6:.1f} µs", f"{grown(p, small, 'wall'):.2f}",
                         f"{grown(p, small, 'cpu'):.2f}", megabytes(p.memory)])
        whole, name = all_[0], form.upper()
        requirements += [at_most("page and actions as well: at most twice the time", p.against(whole), 2) for p in more]
        requirements.append(at_most(f"{name}: time per account at most 15 % more than with {BLOCK:,} accounts",
                                    grown(whole, small, "wall"), 1.15))
        requirements.append(at_most(f"{name}: peak memory under 256 MB", whole.memory / 1e6, 256, "{:.0f} MB"))
        # The same: within a tenth.
        requirements.append(exactly(
            f"{name}: the same at {large // 10:,} and {large:,} accounts", abs(whole.memory / tenth.memory - 1) <= 0.1,
            f"{tenth.memory / 1e6:.0f} and {whole.memory / 1e6:.0f} MB"))
    bench.add(Section(
        "sizes", f"`--jobs 1`. Larger exports repeat the first {BLOCK:,} accounts under new ids. Outputs exceed the memory, so they are "
        f"emptied as they are written. {BLOCK:,} accounts are the median of {2 * SMALL_ROUNDS} runs.",
        ["run", "time", "time per account", f"against {BLOCK:,}", "in processor time", "peak memory"], rows, requirements))


SMALL_ROUNDS = 5


def measure_sizes(bench, form, sizes):
    """The programs that plan W of three sizes; those of the largest are a list: with a page and actions too, for NDJSON."""
    def program(accounts, emit="plan,ics"):
        label = f"{form.upper()}, {accounts:,} accounts, {emit.replace(',', ', ')}"
        made = bench.tickler(f"{accounts} {emit}", label, bench.export(accounts, form), emit=emit)
        made.accounts = accounts
        return made

    bench.need(sizes[-1] * 4_000 + (2 << 30), f"{sizes[-1]:,} accounts as {form.upper()}")
    small, tenth, whole = map(program, sizes)
    all_ = [whole] + ([program(sizes[-1], "plan,ics,html,actions")] if form == "ndjson" else [])
    with Puncher(bench.out):
        for programs, rounds in (([small], SMALL_ROUNDS), ([tenth, *all_], 1), ([small], SMALL_ROUNDS)):
            interleaved(programs, rounds, say=bench.say)
    for accounts in sizes[1:]:
        remove(bench.export(accounts, form))
    return small, tenth, all_


def grown(program, small, what):
    """How many times as long an account takes as with few accounts, by the clock or the processors."""
    return getattr(program, what) / program.accounts / (getattr(small, what) / small.accounts)


SECTIONS = dict(waits=measure_waits, peers=compare_peers, formats=compare_formats, outputs=compare_outputs, flat=compare_flat,
                start=measure_start, sizes=compare_sizes)


def workplace(wanted):
    """A folder in memory where there is one, so that no disk is measured."""
    for parent in [wanted] if wanted else ["/dev/shm", os.environ.get("TMPDIR", "/tmp")]:
        if os.path.isdir(parent) and shutil.disk_usage(parent).free > 3 << 30:
            return parent
    raise SystemExit(f"bench.py: {wanted or 'neither /dev/shm nor TMPDIR'} has no 3 GB of room")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="2,000 accounts and fewer rounds")
    parser.add_argument("--full", action="store_true", help="the large runs as well")
    parser.add_argument("--only", action="append", choices=SECTIONS, help="this section alone; may be repeated")
    parser.add_argument("--accounts", type=int, help="accounts of the runs beside peers")
    parser.add_argument("--large", type=int, default=1_000_000, help="accounts of the largest run (default: a million)")
    parser.add_argument("--memory", default="96M",
                        help="the bound for flat exports, which at 200,000 accounts takes temporary files (default: 96M)")
    parser.add_argument("--rounds", type=int, help="rounds of each comparison")
    parser.add_argument("--binary", default=ROOT / ".build/release/tickler", help="the program (default: the release build)")
    parser.add_argument("--work", help="where to put the data (default: /dev/shm, else TMPDIR)")
    parser.add_argument("--write-docs", action="store_true", help="put the tables into docs/performance.md and FIGURES.md")
    options = parser.parse_args()
    if not pathlib.Path(options.binary).exists():
        raise SystemExit(f"bench.py: there is no {options.binary}; run make build")
    chosen = options.only or [name for name in SECTIONS if name != "sizes" or options.full]
    failed = []
    with tempfile.TemporaryDirectory(prefix="tickler-bench-", dir=workplace(options.work)) as folder:
        os.environ["TMPDIR"] = folder  # for what the programs keep in temporary files
        bench = Bench(options, pathlib.Path(folder))
        facts = machine(bench.binary)
        bench.add(machine_section(facts))
        for name in chosen:
            bench.say(f"{name}: {SECTIONS[name].__doc__}")
            try:
                SECTIONS[name](bench)
            except Failure as failure:
                failed.append(name)
                bench.say(f"bench.py: {name}: {failure}")
    results = dict(machine=facts, accounts=bench.accounts, rounds=bench.rounds, sections={
        s.name: dict(rows=[dict(zip(s.header, r)) for r in s.rows], notes=s.notes,
                     requirements=[dict(text=r.text, measured=r.measured, met=r.met) for r in s.requirements])
        for s in bench.sections[1:]})
    path = ROOT / ".build" / "bench" / "results.json"
    path.write_text(json.dumps(results, ensure_ascii=False, indent=2) + "\n")
    if options.write_docs:
        write([(s.name, s.markdown()) for s in bench.sections])
    for section in bench.sections:
        for requirement in section.requirements:
            print(requirement)
    bench.say(f"Figures are in {path.relative_to(ROOT)}.")
    if failed:
        raise SystemExit(f"bench.py: could not be measured: {', '.join(failed)}")


if __name__ == "__main__":
    main()
