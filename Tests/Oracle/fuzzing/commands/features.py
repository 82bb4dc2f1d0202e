"""Options of nightly runs in pairs, with the commands that read what such runs wrote behind each combination."""

import gzip
import itertools
import json
import os
import shutil
import zlib
from collections import Counter

from ...values import instant_text
from ..program import Wrong
from .nights import copied, require_same

FEATURES = ["archive", "compress", "keep-going", "redact", "parts"]
# Six runs have every pair of values: each column has another choice of three of the last five rows.
COLUMNS = list(itertools.islice(itertools.combinations(range(1, 6), 3), len(FEATURES)))
ROWS = [{name: row in column for name, column in zip(FEATURES, COLUMNS)} for row in range(6)]
for (a, p), (b, q) in itertools.product(itertools.product(FEATURES, (False, True)), repeat=2):
    assert a == b or any(row[a] == p and row[b] == q for row in ROWS), (a, p, b, q)


def features(nights):
    for number, row in enumerate(ROWS):
        Combination(nights, number, row).run()


class Combination:
    """Three nights of one row of the table. The second has a broken input under keep-going, and is made in parts as well."""

    def __init__(self, nights, number, row):
        self.nights, self.program, self.row = nights, nights.program, row
        self.name = f"row{number}"
        os.mkdir(self.program.path(self.name))
        self.words = " ".join(name for name in FEATURES if row[name]) or "none"
        self.key = self.path("key")
        with open(self.key, "w", encoding="utf-8") as file:
            file.write("5eed" * 16 + "\n")
        self.trees = ["--zoneinfo", self.program.options.zoneinfo, "--templates", self.program.options.templates]
        self.packs = ["--compress", "gzip"] if row["compress"] else []
        self.hides = ["--redact", self.key] if row["redact"] else []
        self.options = [*self.packs, *self.hides, *(["--keep-going"] if row["keep-going"] else [])]
        self.outs = []

    def path(self, *names):
        return self.program.path(self.name, *names)

    def require(self, holds, words):
        if not holds:
            raise Wrong(f"{self.words}: {words}")

    def to(self, night):
        """Where a night is planned to, and which plan it succeeds."""
        if self.row["archive"]:
            return ["--archive", self.path("plans")]
        return ["--out", self.path(f"out{night}"), *(["--previous", self.outs[-1]] if self.outs else [])]

    def write(self, accounts, is_broken=False):
        """Two inputs, of which the second may be cut off. No night has the bytes of another: whether time alone has passed, a worker
        judges by its own input (docs/scaling.md)."""
        head = {**self.nights.header(), "exportedAt": instant_text(self.nights.now)}
        os.makedirs(self.path("in"), exist_ok=True)
        # An account stays in its input. The first is cut off: of the second, which is read in ranges, a line costs itself alone.
        halves = [[each for each in accounts if zlib.crc32(each["id"].encode()) % 2 == side] for side in (0, 1)]
        text = json.dumps({**head, "accounts": halves[0]})
        with open(self.path("in", "a.json"), "w", encoding="utf-8") as file:
            file.write(text[:-9] if is_broken else text)
        rows = [json.dumps(row) for row in (head, *({"account": each} for each in halves[1]))]
        with open(self.path("in", "b.ndjson"), "w", encoding="utf-8") as file:
            file.write("\n".join(rows) + "\n")
        return [{each["id"] for each in half} for half in halves]

    def plan(self, night, *more, statuses=(0, 1)):
        done = self.program.run("plan", self.path("in"), *self.to(night), *self.options, *more, "--no-progress",
                                *self.nights.shared(), statuses=statuses)
        if 76 not in statuses:
            self.outs.append(os.path.realpath(self.path("plans/latest" if self.row["archive"] else f"out{night}")))
            self.program.verify(self.outs[-1])
        return done.returncode

    def run(self):
        for night in range(3):
            if night == 2:
                self.try_gate()
            is_broken = night == 1 and self.row["keep-going"]
            accounts = self.nights.export["accounts"]
            cut, ranged = self.write(accounts, is_broken)
            status = self.plan(night, statuses=(1, 3) if is_broken else (0, 1))
            if is_broken:
                kept = {line["account"] for line in self.lines(1, "accounts.ndjson") if "stale" in line}
                self.require(status == 3, f"an input is broken, and the status is {status}")
                self.require(len(kept) >= len(before), f"{kept} keep their earlier plan, and the broken input had {before}")
            # Ranges of an input do not warn that all of it has no account (docs/scaling.md).
            if night and self.row["parts"] and ranged:
                self.try_parts(night)
            before = cut
            self.nights.next(3600, 40_000, 86_400)
        self.try_diff()
        self.try_report()
        if self.row["archive"]:
            self.try_history()
            self.try_explain()

    def lines(self, out, name="plan.ndjson"):
        """Of a folder, or of a night."""
        path = os.path.join(out if isinstance(out, str) else self.outs[out], name)
        packed = self.row["compress"] and name != "summary.json"
        with (gzip.open(path + ".gz", "rt") if packed else open(path, encoding="utf-8")) as file:
            if name == "summary.json":
                return json.load(file)
            return [json.loads(line) for line in file][1:]

    def tree(self):
        """Every file of the plans, with its bytes; the log of an archive has a line a run, and pages of refused runs are beside them."""
        found = {}
        for root, _, files in os.walk(self.path("plans") if self.row["archive"] else self.outs[-1]):
            for name in files:
                if name not in ("runs.log", ".lock") and "/held-" not in root:
                    with open(os.path.join(root, name), "rb") as file:
                        found[os.path.join(root, name)] = file.read()
        return found

    def try_gate(self):
        """An export without its accounts is refused, and changes nothing."""
        before = self.tree()
        self.write([])
        self.plan(2, "--max-gone", "20%", statuses=(76,))
        self.require(self.tree() == before, "a gate was passed, and files differ")
        if self.row["archive"]:
            held = [name for name in os.listdir(self.path("plans")) if name.startswith("held-")]
            kept = {name for each in held for name in os.listdir(self.path("plans", each))}
            self.require(len(held) == 1 and kept <= {"index.html", "pages", "summary.json"} and "summary.json" in kept,
                         f"of the refused run, {held} has {kept}")

    def try_parts(self, night):
        """What workers and merge make of the same inputs is what a run makes."""
        previous, now = ["--previous", self.outs[night - 1]], self.nights.shared()
        going = ["--keep-going"] if self.row["keep-going"] else []
        one, parts, merged = (self.path(f"{name}{night}") for name in ("one", "part", "merged"))
        self.program.run("plan", self.path("in"), "--out", one, *previous, *self.packs, *self.hides, *going, "--no-progress", *now,
                         statuses=(0, 1, *[3 for _ in going]))
        self.make_parts(parts, merged, previous, going, self.command(one))
        require_same(one, merged, f"{self.words}: one run and parts")
        self.program.verify(merged)
        if going:
            self.try_lost_line(night, one, previous)

    def command(self, out):
        with open(os.path.join(out, "summary.json"), encoding="utf-8") as file:
            return json.load(file)["command"]

    def make_parts(self, parts, merged, previous, going, command):
        now, size = self.nights.shared(), os.path.getsize(self.path("in", "b.ndjson"))
        jobs = [["--input", self.path("in", "a.json")],
                *(["--input", self.path("in", "b.ndjson"), "--range", span] for span in (f"0:{size // 2}", f"{size // 2}:"))]
        for number, job in enumerate(jobs):
            self.program.run("worker", self.path("in"), *job, "--out", parts + str(number), *previous, *self.packs,
                             *self.hides, *going, *now, statuses=(0, 1))
        self.program.run("merge", *(parts + str(number) for number in range(len(jobs))), "--out", merged, *previous,
                         *self.packs, *going, "--command", command, *self.trees, statuses=(0, 1, *[3 for _ in going]))

    def try_lost_line(self, night, one, previous):
        """A line that cannot be read cancels no account: whose it was is not known."""
        path, merged = self.path("in", "b.ndjson"), self.path(f"lost{night}")
        with open(path, "rb") as file:
            whole = file.read()
        with open(path, "wb") as file:
            file.write(whole[:-9])
        self.make_parts(self.path(f"lost-part{night}-"), merged, previous, ["--keep-going"], self.command(one))
        self.program.verify(merged)
        with open(path, "wb") as file:
            file.write(whole)
        gone, *known = ({line["account"] for line in self.lines(out, "accounts.ndjson") if line.get("gone")}
                        for out in (merged, one, night - 1))
        lost = gone.difference(*known)
        self.require(not lost, f"{lost} are cancelled for a line that cannot be read")

    def try_diff(self):
        """`diff` counts what the run counted. A run that keeps plans does not compare those."""
        for night in [2] if self.row["keep-going"] else [1, 2]:
            said = self.program.json("diff", *self.outs[night - 1:night + 1], *self.trees, statuses=(0, 2))["counts"]
            counted = self.lines(night, "summary.json")["changes"]["counts"]
            self.require(said == counted, f"night {night}: diff counts {said}, and the run {counted}")

    def try_report(self):
        """The page and the calendars made again are the run's."""
        for out in self.outs:
            again = copied(out, "-again")
            self.program.run("report", again, *self.trees)
            require_same(out, again, f"{self.words}: report", ("index", "calendar", "cancelled", "added"))
            shutil.rmtree(again)

    def try_history(self):
        told = [run for run in self.program.json("history", self.path("plans"))["runs"] if not run["run"].startswith("held-")]
        for night, row in enumerate(told):
            counted = Counter(line["outcome"] for line in self.lines(night))
            self.require(row["outcomes"] == {name: counted[name] for name in row["outcomes"]},
                         f"history of night {night} has {row['outcomes']}, and the plan {counted}")
        first = os.path.basename(self.outs[0])
        self.program.run("history", self.path("plans"), "--latest", first)
        self.require(os.readlink(self.path("plans", "latest")) == first, "another run than the first is the latest")
        self.plan(3)
        before = self.lines(3, "summary.json")["changes"]["before"]["now"]
        self.require(before == self.lines(0, "summary.json")["now"], f"the run after --latest succeeds that of {before}")

    def try_explain(self):
        """A notification of the last night, from the archive alone."""
        scheduled = [line for line in self.lines(2) if line["outcome"] == "scheduled"]
        for line in self.nights.r.sample(scheduled, min(3, len(scheduled))):
            names = ["--account", line["account"], "--app", line["app"], "--at", line["at"]]
            answer = self.program.json("explain", *names, "--notification", line["notification"], "--archive", self.path("plans"),
                                       "--now", instant_text(self.nights.now), *self.trees[:2], statuses=(0, 1))
            found = [each["outcome"] for each in answer["candidates"] if each["notification"] == line["notification"]
                     and each.get("at") == line["at"]]
            self.require("scheduled" in found, f"explain has {found} of {line}")
