#!/usr/bin/env python3
"""Plans a folder of exports on Spark, and merges the parts into the plan that one machine would have made.

    spark-submit plan.py INPUTS OUT --parts DIR --now INSTANT [--bytes 64M] [--tickler tickler] [--previous DIR]
                 [--join] [--no-merge] [-- OPTION...]

INPUTS, OUT and the parts' folder are on a file system that driver and executors share (NFS, Lustre, a mounted bucket), and relative paths start
from the folder in which the driver was started. OPTIONs are those of tickler worker, the same for all parts. A task gets the name of a file and a range of its bytes, and no records: it starts the program, which
reads, plans and writes by itself. NDJSON is planned by ranges; JSON, XML and compressed files are planned by file.

--join      the exports have items apart from their accounts: Spark puts them together first, in a folder of the parts'
--previous  the plan that this one succeeds: each task is handed the accounts of its part alone
--no-merge  leaves the plan in its parts, and prints a summary of them: for more accounts than one machine should hold

A task writes to a folder of its own attempt and renames it to that of its part: of retried and speculative tasks one copy is
left, the first, and since a part's bytes follow from its inputs it does not matter which.

The parts are in DIR/cut-KEY, to which DIR/latest leads. The same run again goes on with the parts that are there; another instant, option or
program, or a file that has changed since, makes another cut and removes the old one.
"""
import argparse
import gzip
import hashlib
import io
import json
import os
import shutil
import socket
import subprocess
import sys
import uuid

SUFFIXES = (".json", ".ndjson", ".xml")


def bare(name):
    """The name without the ending of a compressed file."""
    return name.removesuffix(".gz").removesuffix(".zst")


def compression(path):
    """The program that reads a compressed file, by its first bytes; None for any other."""
    with open(path, "rb") as file:
        head = file.read(4)
    return "gzip" if head[:2] == b"\x1f\x8b" else "zstd" if head == b"\x28\xb5\x2f\xfd" else None


def opened(path):
    """The bytes of a file, or what is compressed in it."""
    how = compression(path)
    if how == "gzip":
        return gzip.open(path, "rb")
    if how == "zstd":
        return io.BytesIO(subprocess.run(["zstd", "-dcq", path], stdout=subprocess.PIPE, check=True).stdout)
    return open(path, "rb")


def exports(folder):
    """The exports of a folder in the order in which tickler plan reads them."""
    if not os.path.isdir(folder):
        return [folder]
    found = []
    for name in sorted(os.listdir(folder), key=os.fsencode):
        path = os.path.join(folder, name)
        if name.startswith("."):
            continue
        if os.path.isdir(path):
            found += exports(path)
        elif bare(name).endswith(SUFFIXES):
            found.append(path)
    return found


def cut(paths, size):
    """(file, range or nil) of each part, in order."""
    parts = []
    for path in paths:
        total = os.path.getsize(path)
        if path.endswith(".ndjson") and total > size and not compression(path):
            parts += [(path, f"{start}:{min(start + size, total)}") for start in range(0, total, size)]
        else:
            parts.append((path, None))
    return parts


def stamps(paths):
    """What tells a file from itself once somebody has changed it, for each file below the paths that are there."""
    found = []
    for path in paths:
        inside = [os.path.join(at, name) for at, _, names in os.walk(path, followlinks=True) for name in names]
        for name in sorted(inside) if os.path.isdir(path) else [path]:
            if os.path.isfile(name):
                known = os.stat(name)
                found.append((name, known.st_size, known.st_ino, known.st_mtime_ns, known.st_ctime_ns))
    return found


def cut_name(tickler, words, files):
    """The folder of the parts, by everything that they are made from.

    words: what the parts are asked for with, any of which may name files; files: the exports
    """
    program = os.path.realpath(shutil.which(tickler) or tickler)
    named = ["=".join(word.split("=")[at:]) for word in words for at in range(word.count("=") + 1)]
    others = [program, "templates", os.path.join(os.path.dirname(program), "../share/tickler/templates"), "/usr/share/zoneinfo/tzdata.zi"]
    text = json.dumps([words, stamps(files), stamps(named), stamps(others)])
    return "cut-" + hashlib.sha256(text.encode()).hexdigest()[:16]


def begin_cut(parts, name):
    """Makes the folder of a cut the latest, and removes those of others."""
    os.makedirs(os.path.join(parts, name), exist_ok=True)
    draft = os.path.join(parts, f".latest-{uuid.uuid4().hex}")
    os.symlink(name, draft)
    os.replace(draft, os.path.join(parts, "latest"))
    for other in os.listdir(parts):
        if other.startswith("cut-") and other != name:
            shutil.rmtree(os.path.join(parts, other), ignore_errors=True)
    return os.path.join(parts, name)


def part_folder(parts, number):
    return os.path.join(parts, f"part-{number:07d}")


def run_part(number, path, span, here, inputs, parts, tickler, options, previous):
    """Plans one part. Whoever is done first has made it."""
    out = part_folder(parts, number)
    if os.path.isdir(out):
        return number, 0
    attempt = os.path.join(parts, f".attempt-{number}-{socket.gethostname()}-{uuid.uuid4().hex}")
    before = os.path.join(parts, "previous", f"{number:07d}")
    # With the inputs, the file has the name that one run would give it.
    command = [tickler, "worker", inputs, "--input", path, *(["--range", span] if span else []), *options, "--out", attempt,
               *(["--previous", before] if previous else [])]
    try:
        # An executor runs in a folder of its own.
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=here)
        sys.stderr.write(done.stderr)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"part {number} of {path}: tickler ends with {done.returncode}: {done.stderr[-2000:]}")
        try:
            os.rename(attempt, out)
        except OSError:
            # Another attempt was quicker.
            if not os.path.isdir(out):
                raise
        return number, done.returncode
    finally:
        shutil.rmtree(attempt, ignore_errors=True)


# Exports whose items stand apart.

def join_items(spark, folder, parts):
    """NDJSON with the items in their accounts, a file for each file that has accounts, in its order."""
    from pyspark.sql import Row

    paths = [os.path.abspath(path) for path in exports(folder)]
    folder = os.path.abspath(folder)
    if any(not path.endswith(".ndjson") for path in paths):
        sys.exit("plan.py: --join takes NDJSON alone; JSON and XML are planned by file, where their items are")
    heads = {}
    for path in paths:
        with open(path, encoding="utf-8-sig") as file:
            heads[path] = json.loads(next(line for line in file if line.strip()))

    def records(job):
        """Each account and item of a range, with the account that it belongs to and where it stands."""
        path, span = job
        start, end = (int(x) for x in span.split(":")) if span else (0, os.path.getsize(path))
        with open(path, "rb") as file:
            if start:
                file.seek(start - 1)
                file.readline()
            while (offset := file.tell()) < end:
                line = file.readline()
                if not line.strip():
                    continue
                record = json.loads(line.decode("utf-8-sig"))
                for kind, owner in (("account", "id"), ("item", "account")):
                    if kind in record:
                        value = record[kind]
                        app = value.get("app") or heads[path].get("app")
                        yield Row(app=app, owner=value[owner], path=path, offset=offset, isAccount=kind == "account",
                                  text=json.dumps(value, ensure_ascii=False, separators=(",", ":")))

    jobs = cut(paths, 32 << 20)
    frame = spark.createDataFrame(spark.sparkContext.parallelize(jobs, len(jobs)).flatMap(records),
                                  "app string, owner string, path string, offset long, isAccount boolean, text string")

    def together(group):
        """The account with its items. An account of many items is one row for as long as it is written."""
        rows = sorted(group[1], key=lambda row: (row.path, row.offset))
        accounts = [row for row in rows if row.isAccount]
        if not accounts:
            return []
        # The last record of each device; they stand together where the account's first record does.
        devices = {record.get("device"): record for record in (json.loads(row.text) for row in accounts)}
        first = accounts[0] if any(devices) else accounts[-1]
        account = next(iter(devices.values()))
        items = [json.loads(row.text) for row in rows if not row.isAccount]
        for item in items:
            item.pop("account", None)
            item.pop("app", None)
        account["items"] = account.get("items", []) + items
        return [((first.path, first.offset, n), json.dumps({"account": record}, ensure_ascii=False, separators=(",", ":")))
                for n, record in enumerate(devices.values())]

    joined = frame.rdd.map(lambda row: ((row.app, row.owner), row)).groupByKey().flatMap(together).sortByKey()
    out = os.path.join(parts, "joined")
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    lines = joined.map(lambda pair: (pair[0][0], pair[1])).toLocalIterator()
    files = {}
    for path, line in lines:
        if path not in files:
            target = os.path.join(out, os.path.relpath(path, folder))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            files[path] = open(target, "w", encoding="utf-8")
            files[path].write(json.dumps(heads[path], ensure_ascii=False) + "\n")
        files[path].write(line + "\n")
    for file in files.values():
        file.close()
    return out


# The earlier plan.

def hand_out(spark, previous, jobs, parts):
    """Writes for each part the earlier plan of its own accounts, so that no task reads all of it."""
    context = spark.sparkContext

    here = os.getcwd()

    def accounts(job):
        number, (path, span) = job
        path = os.path.join(here, path)
        if not bare(path).endswith(".ndjson"):
            # Who is in a document is known when it is read: the program tells.
            return [((name[0], name[1]), number) for name in names_of_document(path)]
        start, end = (int(x) for x in span.split(":")) if span else (0, float("inf"))
        found = []
        with opened(path) as file:
            head = b""
            while not head.strip():
                head = file.readline()
            app = json.loads(head.decode("utf-8-sig")).get("app")
            file.seek(max(start - 1, 0))
            if start:
                file.readline()
            while file.tell() < end and (line := file.readline()):
                if b'"account"' not in line:
                    continue
                try:
                    account = json.loads(line.decode("utf-8-sig"))["account"]
                    found.append(((account.get("app") or app, account["id"]), number))
                except (ValueError, KeyError, TypeError):
                    continue
        return found

    def names_of_document(path):
        if bare(path).endswith(".xml"):
            from xml.etree import ElementTree
            with opened(path) as file:
                root = ElementTree.parse(file).getroot()
            for account in root.iter("{urn:tickler:export:1}account"):
                yield account.get("app") or root.get("app"), account.get("id")
        else:
            with opened(path) as file:
                document = json.loads(file.read().decode("utf-8-sig"))
            for account in document.get("accounts", []):
                yield account.get("app") or document.get("app"), account.get("id")

    owners = context.parallelize(list(enumerate(jobs)), len(jobs)).flatMap(accounts)
    shutil.rmtree(os.path.join(parts, "previous"), ignore_errors=True)
    names = ("accounts.ndjson", "plan.ndjson", "actions.ndjson")
    rows = context.emptyRDD()
    for order, name in enumerate(names):
        lines = context.textFile("file://" + os.path.abspath(os.path.join(previous, name)))
        keyed = lines.zipWithIndex().map(lambda pair: (json.loads(pair[0]), pair)).filter(lambda pair: "account" in pair[0])
        rows = rows.union(keyed.map(lambda pair, order=order: ((pair[0]["app"], pair[0]["account"]), (order, pair[1][1], pair[1][0]))))
    heads = {name: open(os.path.join(previous, name), encoding="utf-8").readline() for name in names[:2]}

    def write(group):
        number, lines = group
        folder = os.path.join(parts, "previous", f"{number:07d}")
        attempt = f"{folder}.{uuid.uuid4().hex}"
        os.makedirs(attempt)
        files = [open(os.path.join(attempt, name), "w", encoding="utf-8") for name in names]
        for file, name in zip(files, names):
            file.write(heads.get(name, ""))
        for order, _, text in sorted(lines):
            files[order].write(text + "\n")
        for file in files:
            file.close()
        shutil.copy(os.path.join(previous, "summary.json"), attempt)
        try:
            os.rename(attempt, folder)
        except OSError:
            shutil.rmtree(attempt)

    empty = context.parallelize([(number, None) for number in range(len(jobs))])
    joined = rows.join(owners).map(lambda pair: (pair[1][1], pair[1][0])).union(empty)
    joined.groupByKey(len(jobs)).map(lambda group: (group[0], [row for row in group[1] if row])).foreach(write)


def main():
    arguments, options = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, options = arguments[:at], arguments[at + 1:]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("inputs")
    parser.add_argument("out")
    parser.add_argument("--parts", required=True)
    parser.add_argument("--now", required=True)
    parser.add_argument("--bytes", default="64M")
    parser.add_argument("--tickler", default="tickler")
    parser.add_argument("--previous")
    parser.add_argument("--join", action="store_true")
    parser.add_argument("--no-merge", dest="merges", action="store_false")
    parser.add_argument("--command", help="what the report shows as its command line")
    parser.add_argument("--merge-option", action="append", default=[], help="an option of tickler merge; may be repeated")
    given = parser.parse_args(arguments)
    # The driver's and the executors' folders are others. Exports are named as they were given.
    here, given.parts = os.getcwd(), os.path.abspath(given.parts)
    given.previous = given.previous and os.path.abspath(given.previous)
    size = int(given.bytes[:-1]) << {"K": 10, "M": 20, "G": 30}[given.bytes[-1]] if given.bytes[-1] in "KMG" else int(given.bytes)

    from pyspark.sql import SparkSession
    spark = SparkSession.builder.appName("tickler").config("spark.speculation", "true").getOrCreate()
    words = [given.inputs, str(size), str(given.join), given.previous or "", "--now", given.now, *options]
    given.parts = begin_cut(given.parts, cut_name(given.tickler, words, exports(given.inputs)))
    inputs = join_items(spark, given.inputs, given.parts) if given.join else given.inputs
    # Parts of a like size, and more of them than cores: an account of many items makes its part slow, and holds up no other.
    jobs = cut(exports(inputs), size)
    if given.previous:
        hand_out(spark, given.previous, jobs, given.parts)
    shared = ["--now", given.now, *options]
    parts, tickler, previous = given.parts, given.tickler, bool(given.previous)
    numbered = spark.sparkContext.parallelize([(number, *job) for number, job in enumerate(jobs)], len(jobs))
    numbered.map(lambda job: run_part(*job, here, inputs, parts, tickler, shared, previous)).collect()
    spark.stop()
    # What killed attempts have left.
    for name in os.listdir(given.parts):
        if name.startswith(".attempt-"):
            shutil.rmtree(os.path.join(given.parts, name), ignore_errors=True)
    folders = [part_folder(given.parts, number) for number in range(len(jobs))]
    if not given.merges:
        totals = {}
        for folder in folders:
            with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
                summary = json.load(file)
            for name in ("accounts", "accountsWithProblems", "rejectedRecords", "decisions"):
                totals[name] = totals.get(name, 0) + summary[name]
            for name in ("outcomes", "reasons", "actions"):
                for key, count in summary[name].items():
                    totals.setdefault(name, {})[key] = totals.get(name, {}).get(key, 0) + count
        print(json.dumps(totals, indent=2))
        return
    merge = [given.tickler, "merge", *folders, "--out", given.out, *given.merge_option,
             *(["--previous", given.previous] if given.previous else []), *(["--command", given.command] if given.command else [])]
    sys.exit(subprocess.run(merge).returncode)


if __name__ == "__main__":
    main()
