"""What the outputs of measured programs have to have in common."""
import hashlib
import json
import pathlib
import re


def _digest(path, skip_head, drop):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        if skip_head:
            file.readline()
        while piece := file.read(1 << 20 if drop is None else -1):
            digest.update(piece if drop is None else drop.sub(b"", piece))
    return digest.hexdigest()


def digests(folder, skip_heads=False):
    """The SHA-256 of each file of an output folder. The page shows the command line, which `--jobs` is taken out of; the heads
    name the inputs, and are left out where these differ."""
    made = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            drop = re.compile(rb"--jobs \d+") if path.suffix == ".html" else None
            made[str(path.relative_to(folder))] = _digest(path, skip_heads and path.suffix == ".ndjson", drop)
    return made


def differing(one, other):
    """The names of the files that are not the same in both."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def missing_lines(of, in_):
    """How many lines of one file the other does not have, and how many lines it has in all."""
    with open(in_, "rb") as file:
        lines = set(file)
    with open(of, "rb") as file:
        mine = list(file)
    return sum(line not in lines for line in mine), len(mine)


def against_limit(plan, limit, cap=54, since="2026-10-20T00:00:00Z", until="2026-11-02T03:00:00Z"):
    """Counts the limit program's instants that the plan lacks, the plan's that the limit program lacks, and all compared:
    those after `now`, which the plan counts as past, and before the first local midnight that ends a plan, of accounts
    with fewer than the cap. W has no duplicates, so those that the plan drops as such count as planned."""
    kept, planned = {}, {}
    with open(limit, encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            kept.setdefault(record["account"], set()).add((record["item"], record["utc"]))
    with open(plan, encoding="utf-8") as file:
        file.readline()
        for line in file:
            record = json.loads(line)
            if record["outcome"] == "scheduled" or record.get("reason") == "duplicate":
                planned.setdefault(record["account"], set()).add((record["item"], record["at"]))
    lost = extra = compared = 0
    for account in kept.keys() | planned.keys():
        mine, theirs = planned.get(account, set()), kept.get(account, set())
        if max(len(mine), len(theirs)) >= cap:
            continue
        mine, theirs = ({o for o in each if since < o[1] < until} for each in (mine, theirs))
        lost, extra, compared = lost + len(theirs - mine), extra + len(mine - theirs), compared + len(theirs)
    return lost, extra, compared
