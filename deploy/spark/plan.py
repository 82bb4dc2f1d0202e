#!/usr/bin/env python3
"""Plans a folder of exports on Spark, and merges the parts into the plan that one machine would have made.

    spark-submit plan.py INPUTS OUT --parts DIR --now INSTANT [--bytes 64M] [--tickler tickler] [--previous DIR]
                 [--join] [--no-merge] [-- OPTION...]

INPUTS, OUT, DIR and the earlier plan are URIs of any file system that Spark's Hadoop is configured for: s3a, gs, abfs, hdfs, or paths of a
folder that driver and executors share. OPTIONs are those of tickler worker, the same for all parts; files that they name, the program and its
templates are on every executor. A task gets the name of a file and a range of its bytes, and no records: it starts the program, which reads,
plans and writes alone. On a shared folder, NDJSON is planned by ranges; elsewhere, and if it is JSON, XML or compressed, by file.

--join      the exports have items apart from their accounts: Spark puts them together first, in a folder of the parts'
--previous  the plan that this one succeeds: each task is handed the accounts of its part alone
--no-merge  leaves the plan in its parts, and prints a summary of them: for more accounts than one machine should hold

Each attempt at a part writes a folder of its own, and then an empty file `.done` beside it. Nothing is renamed. Of retried and speculative
attempts, the one that Spark takes the result of counts; a part's bytes follow from its inputs, so it does not matter which.

The parts are in DIR/cut-KEY; the file DIR/latest has its name. The same run again continues with the parts that are done; another instant,
option or program, or a file that has changed since, makes another cut and removes the old one.
"""
import argparse
import collections
import datetime
import gzip
import hashlib
import io
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import uuid

SUFFIXES = (".json", ".ndjson", ".xml")

# What every task of a run needs. inputs: the exports' folder as a URI, and as it was given; here: the driver's folder
Run = collections.namedtuple("Run", "settings inputs given parts tickler options here")


def bare(name):
    """The name without the ending of a compressed file."""
    return name.removesuffix(".gz").removesuffix(".zst")


def opened(path):
    """The bytes of a local file, or what is compressed in it, by its first bytes."""
    with open(path, "rb") as file:
        head = file.read(4)
    if head[:2] == b"\x1f\x8b":
        return gzip.open(path, "rb")
    if head == b"\x28\xb5\x2f\xfd":
        return io.BytesIO(subprocess.run(["zstd", "-dcq", path], stdout=subprocess.PIPE, check=True).stdout)
    return open(path, "rb")


def exports(files, uri):
    """The status of each export, in the order in which tickler plan reads them."""
    entry = files.status(uri)
    if not entry[1]:
        return [entry]
    below = files.listing(uri)
    names = [os.path.basename(each[0]) for each in below]
    # A plan beside the exports is none.
    if ".tickler-files" in names:
        return []
    found = []
    for name, each in zip(names, below):
        if name.startswith("."):
            continue
        if each[1]:
            found += exports(files, each[0])
        elif bare(name).endswith(SUFFIXES):
            found.append(each)
    return found


def cut(files, entries, size):
    """(URI, range or None) of each part, in order. A range is cut from a file that a task can read without copying all of it."""
    parts = []
    for uri, _, total, _ in entries:
        path = files.local(uri)
        if path and uri.endswith(".ndjson") and total > size:
            with open(path, "rb") as file:
                is_plain = file.read(4)[:2] != b"\x1f\x8b"
            if is_plain:
                parts += [(uri, f"{start}:{min(start + size, total)}") for start in range(0, total, size)]
                continue
        parts.append((uri, None))
    return parts


def cut_name(tickler, words, entries):
    """The folder of the parts, by everything that they are made from.

    words: what the parts are asked for with, any of which may name local files; entries: the status of each export
    """
    program = os.path.realpath(shutil.which(tickler) or tickler)
    named = ["=".join(word.split("=")[at:]) for word in words for at in range(word.count("=") + 1)]
    others = [*named, program, "templates", os.path.join(os.path.dirname(program), "../share/tickler/templates"), "/usr/share/zoneinfo/tzdata.zi"]
    stamps = []
    for path in others:
        inside = [os.path.join(at, name) for at, _, names in os.walk(path, followlinks=True) for name in names]
        for name in sorted(inside) if os.path.isdir(path) else [path]:
            if os.path.isfile(name):
                known = os.stat(name)
                stamps.append((name, known.st_size, known.st_ino, known.st_mtime_ns, known.st_ctime_ns))
    return "cut-" + hashlib.sha256(json.dumps([words, entries, stamps]).encode()).hexdigest()[:16]


def begin_cut(files, parts, name):
    """Makes a cut the latest, removes the others, and returns its folder."""
    folder = f"{parts}/{name}"
    files.make_folder(folder)
    files.write(f"{parts}/latest", name + "\n")
    for uri, is_folder, _, _ in files.listing(parts):
        if is_folder and os.path.basename(uri).startswith("cut-") and os.path.basename(uri) != name:
            files.delete(uri)
    return folder


# Parts.

def done_parts(files, folder):
    """The folder of each part that an attempt completed, by number."""
    done = {}
    for uri, _, _, _ in files.listing(folder):
        name = os.path.basename(uri)
        if name.startswith("part-") and name.endswith(".done"):
            done.setdefault(int(name.split("-")[1]), uri.removesuffix(".done"))
    return done


def run_part(number, job, previous, run):
    """Plans one part, and returns its number and its folder."""
    import hadoop_files
    files = hadoop_files.on_executor(run.settings)
    uri, span = job
    attempt = f"{run.parts}/part-{number:07d}-{uuid.uuid4().hex}"
    with tempfile.TemporaryDirectory() as scratch:
        # With the inputs, the file has the name that one run would give it.
        inputs, path = [run.given], files.local(uri)
        if path is None:
            inputs = [os.path.join(scratch, os.path.basename(run.inputs))]
            folder = os.path.dirname(os.path.join(inputs[0], os.path.relpath(uri, run.inputs)))
            os.makedirs(folder, exist_ok=True)
            path = files.fetch(uri, folder)
        if not uri.startswith(run.inputs):
            # Joined: each attempt has a folder of its own, which no plan names.
            inputs = []
        out = files.local(attempt) or os.path.join(scratch, "out")
        command = [run.tickler, "worker", *inputs, "--input", path, *(["--range", span] if span else []), *run.options, "--out", out,
                   *(["--previous", files.fetch(previous, scratch)] if previous else [])]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              # An executor runs in a folder of its own. The options' files are named as they were given.
                              cwd=run.here if os.path.isdir(run.here) else None)
        sys.stderr.write(done.stderr)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"part {number} of {uri}: tickler ends with {done.returncode}: {done.stderr[-2000:]}")
        if out != files.local(attempt):
            files.put(out, attempt)
    files.touch(attempt + ".done")
    return number, attempt


def keep_only(files, folder, prefix, kept):
    """Deletes what other attempts, and killed ones, have left."""
    for uri, _, _, _ in files.listing(folder):
        if os.path.basename(uri).startswith(prefix) and uri.removesuffix(".done") not in kept:
            files.delete(uri)


def lines(files, job):
    """(offset, bytes) of each line of a part."""
    uri, span = job
    with tempfile.TemporaryDirectory() as scratch, opened(files.fetch(uri, scratch)) as file:
        start, end = (int(x) for x in span.split(":")) if span else (0, float("inf"))
        if start:
            file.seek(start - 1)
            file.readline()
        while (offset := file.tell()) < end and (line := file.readline()):
            yield offset, line


def head(files, uri):
    """The first record of an export."""
    return json.loads(next(line for _, line in lines(files, (uri, None)) if line.strip()).decode("utf-8-sig"))


# Exports whose items stand apart.

def join_items(spark, files, run, size):
    """The folder of NDJSON with the items in their accounts, in the order of the accounts."""
    entries = exports(files, run.inputs)
    if any(not entry[0].endswith(".ndjson") for entry in entries):
        sys.exit("plan.py: --join takes NDJSON only; JSON and XML are planned by file, where their items are")
    heads = {entry[0]: head(files, entry[0]) for entry in entries}
    jobs = cut(files, entries, size)

    def records(job):
        """((app, account), (file, offset, whether it is the account, record)) of each account and item of a part."""
        import hadoop_files
        uri = job[0]
        for offset, line in lines(hadoop_files.on_executor(run.settings), job):
            if not line.strip():
                continue
            record = json.loads(line.decode("utf-8-sig"))
            for kind, owner in (("account", "id"), ("item", "account")):
                if kind in record:
                    value = record[kind]
                    yield (value.get("app") or heads[uri].get("app"), value[owner]), (uri, offset, kind == "account", value)

    def seconds(text):
        try:
            return datetime.datetime.fromisoformat(text).timestamp()
        except (TypeError, ValueError):
            return float("-inf")

    def newest(rows):
        """The row with the newest `updatedAt`, then the newest `exportedAt`, then the later one."""
        return max(rows, key=lambda row: (seconds(row[3].get("updatedAt")), seconds(heads[row[0]].get("exportedAt")), row[:2]))

    def grouped(rows, *keys):
        found = {}
        for row in rows:
            found.setdefault(tuple(row[3].get(key) for key in keys), []).append(row)
        return found.values()

    def together(group):
        """The account with its items, a record for each of its devices. It is in memory while it is written, as it is when it is planned."""
        rows = sorted(group[1], key=lambda row: row[:2])
        accounts = [row for row in rows if row[2]]
        if not accounts:
            return []
        devices = [newest(each) for each in grouped(accounts, "device")]
        nested = [(*row[:3], item) for row in accounts for item in row[3].get("items", [])]
        items = []
        for each in grouped([*nested, *(row for row in rows if not row[2])], "kind", "id"):
            # Another one in the same file stays, for the program to refuse.
            uri = newest(each)[0]
            items += [{key: value for key, value in row[3].items() if key not in ("account", "app")} for row in each if row[0] == uri]
        records = [{key: value for key, value in row[3].items() if key != "items"} for row in devices]
        records[0]["items"] = items
        # They stand together: one device where the record that counts is, several where the first is.
        place = (accounts if len(devices) > 1 else devices)[0][:2]
        return [(place, "".join(json.dumps({"account": record}, ensure_ascii=False, separators=(",", ":")) + "\n" for record in records))]

    def write(index, rows):
        """Writes the accounts of one partition, a file for each export that they are from."""
        import hadoop_files
        on_executor, folder = hadoop_files.on_executor(run.settings), f"{run.parts}/joined-{uuid.uuid4().hex}"
        for n, (uri, of_export) in enumerate(itertools.groupby(rows, key=lambda row: row[0][0])):
            name = f"{index:05d}-{n:05d}.ndjson"
            with tempfile.TemporaryDirectory() as scratch:
                with open(os.path.join(scratch, name), "w", encoding="utf-8") as file:
                    file.write(json.dumps(heads[uri], ensure_ascii=False) + "\n")
                    file.writelines(text for _, text in of_export)
                on_executor.put(os.path.join(scratch, name), f"{folder}/{name}")
            yield name, f"{folder}/{name}"

    joined = spark.sparkContext.parallelize(jobs, len(jobs)).flatMap(records).groupByKey().flatMap(together)
    written = dict(joined.sortByKey(numPartitions=len(jobs)).mapPartitionsWithIndex(write).collect())
    return [written[name] for name in sorted(written)]


# The earlier plan.

def hand_out(spark, files, run, previous, jobs):
    """Writes for each part the earlier plan of its own accounts, so that no task reads all of it, and returns the folder of each."""
    from pyspark.sql.functions import col, get_json_object, lit, monotonically_increasing_id

    names = ("accounts.ndjson", "plan.ndjson", "actions.ndjson")
    for name in names:
        if not files.exists(f"{previous}/{name}"):
            sys.exit(f"plan.py: the earlier plan has no {name}; --previous takes plans made without --compress")

    def accounts(job):
        """(app, account, part) of each account of a part."""
        import hadoop_files
        number, (uri, span) = job
        on_executor = hadoop_files.on_executor(run.settings)
        if not bare(uri).endswith(".ndjson"):
            with tempfile.TemporaryDirectory() as scratch:
                yield from ((app, account, number) for app, account in names_of_document(on_executor.fetch(uri, scratch)))
            return
        app = head(on_executor, uri).get("app")
        for _, line in lines(on_executor, (uri, span)):
            if b'"account"' not in line:
                continue
            try:
                account = json.loads(line.decode("utf-8-sig"))["account"]
                yield account.get("app") or app, account["id"], number
            except (ValueError, KeyError, TypeError, AttributeError):
                continue

    def names_of_document(path):
        with opened(path) as file:
            if bare(path).endswith(".xml"):
                from xml.etree import ElementTree
                root = ElementTree.parse(file).getroot()
                return [(account.get("app") or root.get("app"), account.get("id")) for account in root.iter("{urn:tickler:export:1}account")]
            document = json.loads(file.read().decode("utf-8-sig"))
            return [(account.get("app") or document.get("app"), account.get("id")) for account in document.get("accounts", [])]

    def lines_of(order, name):
        frame = spark.read.text(f"{previous}/{name}", lineSep="\n")
        return frame.select(get_json_object("value", "$.app").alias("app"), get_json_object("value", "$.account").alias("account"),
                            lit(order).alias("order"), col("_metadata.file_block_start").alias("block"),
                            monotonically_increasing_id().alias("at"), "value")

    heads = {name: next(line for _, line in lines(files, (f"{previous}/{name}", None))).decode() for name in names[:2]}
    summary = files.read(f"{previous}/summary.json")

    def write(rows):
        """Writes the earlier plan of each part in a partition."""
        import hadoop_files
        on_executor = hadoop_files.on_executor(run.settings)
        for number, of_part in itertools.groupby(rows, key=lambda row: row["number"]):
            folder = f"{run.parts}/previous-{number:07d}-{uuid.uuid4().hex}"
            with tempfile.TemporaryDirectory() as scratch:
                write_plan(scratch, of_part)
                on_executor.put(scratch, folder)
            yield number, folder

    def write_plan(folder, rows):
        with open(os.path.join(folder, "summary.json"), "w", encoding="utf-8") as file:
            file.write(summary)
        outputs = [open(os.path.join(folder, name), "w", encoding="utf-8") for name in names]
        for output, name in zip(outputs, names):
            output.write(heads.get(name, ""))
        for row in rows:
            outputs[row["order"]].write(row["value"] + "\n")
        for output in outputs:
            output.close()

    owners = spark.createDataFrame(spark.sparkContext.parallelize(list(enumerate(jobs)), len(jobs)).flatMap(accounts),
                                   "app string, account string, number int").distinct()
    rows = lines_of(0, names[0]).union(lines_of(1, names[1])).union(lines_of(2, names[2]))
    sorted_rows = rows.join(owners, ["app", "account"]).repartition(len(jobs), "number").sortWithinPartitions("number", "order", "block", "at")
    folders = dict(sorted_rows.rdd.mapPartitions(write).collect())
    empty = f"{run.parts}/previous-none"
    with tempfile.TemporaryDirectory() as scratch:
        write_plan(scratch, [])
        files.put(scratch, empty)
    return [folders.get(number, empty) for number in range(len(jobs))]


# The whole.

def print_totals(files, folders):
    totals = {}
    for folder in folders:
        summary = json.loads(files.read(f"{folder}/summary.json"))
        for name in ("accounts", "accountsWithProblems", "rejectedRecords", "decisions"):
            totals[name] = totals.get(name, 0) + summary[name]
        for name in ("outcomes", "reasons", "actions"):
            for key, count in summary[name].items():
                totals.setdefault(name, {})[key] = totals.get(name, {}).get(key, 0) + count
    print(json.dumps(totals, indent=2))


def merge(files, given, folders):
    """Merges the parts here, and returns the program's status."""
    with tempfile.TemporaryDirectory() as scratch:
        out = files.local(given.out) or os.path.join(scratch, "out")
        parts = []
        for number, folder in enumerate(folders):
            at = os.path.join(scratch, str(number))
            os.makedirs(at)
            parts.append(files.fetch(folder, at))
        earlier = ["--previous", files.fetch(given.previous, scratch)] if given.previous else []
        status = subprocess.run([given.tickler, "merge", *parts, "--out", out, *given.merge_option, *earlier,
                                 *(["--command", given.command] if given.command else [])]).returncode
        if files.local(given.out) is None and status in (0, 1, 3):
            put_plan(files, out, given.out)
        return status


def put_plan(files, out, uri):
    """Copies a plan to where no folder can be exchanged at once: the list of its files last, and then the files of an earlier plan go."""
    def listed(text):
        return [line.split("\t")[0] for line in text.splitlines()]

    at = f"{uri}/.tickler-files"
    before = listed(files.read(at)) if files.exists(at) else []
    with open(os.path.join(out, ".tickler-files"), encoding="utf-8") as file:
        after = listed(file.read())
    for name in [*after, ".tickler-files"]:
        if os.path.isfile(os.path.join(out, name)):
            files.put(os.path.join(out, name), f"{uri}/{name}")
    for name in set(before) - set(after):
        files.delete(f"{uri}/{name}")


def parse(arguments):
    options = []
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
    return parser.parse_args(arguments), options


def main():
    given, options = parse(sys.argv[1:])
    size = int(given.bytes[:-1]) << {"K": 10, "M": 20, "G": 30}[given.bytes[-1]] if given.bytes[-1] in "KMG" else int(given.bytes)

    from pyspark.sql import SparkSession
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import hadoop_files
    spark = SparkSession.builder.appName("tickler").config("spark.speculation", "true").getOrCreate()
    context = spark.sparkContext
    context.addPyFile(hadoop_files.__file__)
    files = hadoop_files.HadoopFiles(context._jvm, context._jsc.hadoopConfiguration())
    for name in ("out", "parts", "previous"):
        setattr(given, name, getattr(given, name) and files.qualified(getattr(given, name)))
    inputs = files.qualified(given.inputs)
    words = [inputs, str(size), str(given.join), given.previous or "", "--now", given.now, *options]
    parts = begin_cut(files, given.parts, cut_name(given.tickler, words, exports(files, inputs)))
    settings = tuple(sorted((name.removeprefix("spark.hadoop."), value) for name, value in context.getConf().getAll()
                            if name.startswith("spark.hadoop.")))
    run = Run(settings, inputs, given.inputs, parts, given.tickler, ["--now", given.now, *options], os.getcwd())
    if given.join:
        entries = [files.status(uri) for uri in join_items(spark, files, run, size)]
    else:
        entries = exports(files, inputs)
    # Parts of a like size, and more of them than cores: an account of many items makes its part slow, and holds up no other.
    jobs = cut(files, entries, size)
    earlier = hand_out(spark, files, run, given.previous, jobs) if given.previous else [None] * len(jobs)
    done = done_parts(files, parts)
    left = [(number, job, earlier[number]) for number, job in enumerate(jobs) if number not in done]
    if left:
        done.update(context.parallelize(left, len(left)).map(lambda task: run_part(*task, run)).collect())
    folders = [done[number] for number in range(len(jobs))]
    keep_only(files, parts, "part-", folders)
    for prefix in ("joined-", "previous-"):
        keep_only(files, parts, prefix, [])
    if given.merges:
        status = merge(files, given, folders)
    else:
        status = print_totals(files, folders) or 0
    spark.stop()
    sys.exit(status)


if __name__ == "__main__":
    main()
