#!/usr/bin/env python3
"""The scripts of deploy/: plans made in parts are the plan of one run, byte for byte.

    parts_check.py --binary tickler --work DIR [--accounts 200] [--only again,parallel,slurm,spark,flat,join,kill]

- again: a folder of parts that is used again: the same cut, another instant, another export, compressed ones
- parallel: GNU parallel over the examples and a workload, with a part that is planned twice at once
- slurm: the array's script with SLURM_ARRAY_TASK_ID set by hand, tasks in any order, one that is killed and started again
- spark: plan.py on local-cluster[2,1,1024], the same again, and a second day with the first one's plan
- flat: the same on a file system that renames nothing, with compressed exports and a day without the first one's plan
- kill: the same, while an executor is killed
- join: exports with items apart, joined by Spark: decisions, actions and calendar

The exit status is 1 when anything differs.
"""
import argparse
import filecmp
import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TEMPLATES = os.path.join(ROOT, "templates")
ZONEINFO = os.path.join(ROOT, "Tests/Zoneinfo/2026f")
POLICY = os.path.join(ROOT, "Benchmarks/runs/w.toml")
TOOL = os.path.join(ROOT, "deploy/parts/tickler-parts")


class Wrong(Exception):
    pass


def differing(one, other):
    """The files in which two folders differ, those that one alone has among them."""
    names = [{os.path.relpath(os.path.join(at, name), folder) for at, _, files in os.walk(folder) for name in files}
             for folder in (one, other)]
    _, wrong, faults = filecmp.cmpfiles(one, other, names[0] & names[1], shallow=False)
    return sorted(names[0] ^ names[1]) + wrong + faults


class Check:
    def __init__(self, options):
        self.binary, self.work, self.accounts = os.path.abspath(options.binary), options.work, options.accounts
        self.environment = {**os.environ, "TICKLER": self.binary, "TICKLER_PARTS": TOOL}

    def run(self, *command, statuses=(0,), **more):
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env={**self.environment, **more.pop("env", {})}, **more)
        if done.returncode not in statuses:
            raise Wrong(f"{' '.join(command)}\nends with {done.returncode}: {done.stderr[-3000:]}")
        return done

    def path(self, name):
        return os.path.join(self.work, name)

    def workload(self):
        """Nested accounts as NDJSON in two files, JSON and XML; the one of a user with ten thousand tasks among them."""
        folder, tools = self.path("exports"), os.path.join(ROOT, "Benchmarks/runs/workload")
        if os.path.isdir(folder):
            return folder
        os.makedirs(folder + ".new")
        self.run(sys.executable, os.path.join(tools, "gen.py"), str(self.accounts), self.path("w.json"))
        for name in ("c.ndjson", "a.json", "b.xml"):
            self.run(sys.executable, os.path.join(tools, "to_export.py"), self.path("w.json"), os.path.join(folder + ".new", name))
        # The accounts of each file are others.
        for name in os.listdir(folder + ".new"):
            path = os.path.join(folder + ".new", name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace('"a0', f'"{name[0]}0').replace('<account id="a', f'<account id="{name[0]}'))
        with open(os.path.join(folder + ".new", "c.ndjson"), "a", encoding="utf-8") as file:
            items = [{"kind": "task", "id": f"t{n}", "title": f"Task {n}", "date": "2026-10-21", "time": f"{n % 24:02}:{n % 60:02}",
                      "repeat": "daily"} for n in range(2000)]
            file.write(json.dumps({"account": {"id": "many", "timeZone": "Europe/Rome", "items": items}}) + "\n")
            file.write('{"account": {"id": "nowhere", "timeZone": "Mars/Base"}}\n')
        os.rename(folder + ".new", folder)
        return folder

    @staticmethod
    def command(out):
        """The command line as a run tells it, without the places of the machine."""
        with open(os.path.join(out, "summary.json"), encoding="utf-8") as file:
            return json.load(file)["command"]

    def one(self, inputs, name, *more, now="2026-10-20T00:00:00Z"):
        """What one machine makes of it, and the options of workers and of the merge."""
        options = ["--policy", POLICY, "--zoneinfo", ZONEINFO, "--templates", TEMPLATES]
        words = ["plan", inputs, *options, "--now", now, *more]
        out = self.path(name)
        self.run(self.binary, *words, "--out", out, "--quiet", statuses=(0, 1))
        return out, ["--now", now, *options, "--quiet"], ["--zoneinfo", ZONEINFO, "--templates", TEMPLATES, "--command", self.command(out)]

    def expect_same(self, one, other):
        wrong = differing(one, other)
        if wrong:
            raise Wrong(f"{one} and {other} differ in {', '.join(wrong)}")

    def split(self, name, size, inputs, options):
        parts = self.path(name)
        return parts, int(self.run(TOOL, "split", parts, str(size), inputs, "--", *options).stdout)

    def merge(self, parts, out, options):
        self.run(TOOL, "merge", parts, "--out", self.path(out), *options, "--quiet", statuses=(0, 1))
        self.expect_clean(parts)
        return self.path(out)

    @staticmethod
    def expect_clean(parts):
        left = [name for at, folders, _ in os.walk(parts) for name in folders if name.startswith(".")]
        if left:
            raise Wrong(f"attempts are left: {left}")

    def check_again(self):
        """Each plan that is delivered is what one run makes of the exports as they are."""
        inputs = self.path("again")
        shutil.copytree(os.path.join(ROOT, "inputs/examples"), inputs)
        export = os.path.join(inputs, "focusflow.json")
        cuts = []

        def deliver(what, now):
            one, options, of_merge = self.one(inputs, "again-one", now=now)
            parts, count = self.split("again-parts", 2000, inputs, options)
            for number in range(count):
                self.run(TOOL, "plan", parts, str(number))
            made = {name: os.stat(os.path.join(parts, "latest", name)).st_mtime_ns
                    for name in os.listdir(os.path.join(parts, "latest")) if name.startswith("part-")}
            if len(made) != count or [name for name in os.listdir(parts) if name.startswith("cut-")] != [os.readlink(os.path.join(parts, "latest"))]:
                raise Wrong(f"{what}: {count} parts, and these are there: {sorted(made)} in {os.listdir(parts)}")
            self.expect_same(one, self.merge(parts, "again-merged", of_merge))
            cuts.append(made)

        deliver("the first time", "2026-10-20T00:00:00Z")
        deliver("the same again", "2026-10-20T00:00:00Z")
        if cuts[0] != cuts[1]:
            raise Wrong("parts that are there were planned again")
        deliver("another instant", "2026-10-21T00:00:00Z")
        with open(export, encoding="utf-8") as file:
            text = file.read()
        with open(export, "w", encoding="utf-8") as file:
            file.write(text.replace('"title": "', '"title": "New ', 1))
        deliver("another export", "2026-10-21T00:00:00Z")
        for name, path in (("gz", export), ("zst", os.path.join(inputs, "ritualist.ndjson"))):
            if name == "zst":
                self.run("zstd", "-q", "--rm", path)
                continue
            with open(path, "rb") as file, gzip.open(path + ".gz", "wb") as packed:
                packed.write(file.read())
            os.remove(path)
        # Compressed, and not called so.
        diary = os.path.join(inputs, "diary.ndjson")
        with open(diary, "rb") as file:
            data = file.read()
        with open(diary, "wb") as file:
            file.write(gzip.compress(data))
        deliver("compressed exports", "2026-10-21T00:00:00Z")

    def check_parallel(self):
        for name, inputs, size in (("examples", "inputs", 1 << 20), ("workload", self.workload(), 20_000)):
            one, options, of_merge = self.one(inputs, f"{name}-one")
            parts, count = self.split(f"{name}-parts", size, inputs, options)
            if name == "workload" and count < 10:
                raise Wrong(f"{count} parts are too few to say anything")
            numbers = [str(n) for n in range(count)]
            # Two tasks for each of the first parts, side by side.
            self.run("parallel", "--will-cite", "--jobs", "2", TOOL, "plan", parts, "{}", ":::", *[n for n in numbers[:3] for _ in range(2)], *numbers[3:])
            self.expect_same(one, self.merge(parts, f"{name}-merged", of_merge))

    def check_slurm(self):
        inputs = self.workload()
        one, options, of_merge = self.one(inputs, "slurm-one")
        parts, count = self.split("slurm-parts", 50_000, inputs, options)
        task = os.path.join(ROOT, "deploy/slurm/plan.sbatch")
        order = list(range(count))
        random.Random(1).shuffle(order)
        killed = subprocess.Popen(["bash", task, parts], env={**self.environment, "SLURM_ARRAY_TASK_ID": str(count - 1)}, cwd=ROOT,
                                  start_new_session=True)
        while killed.poll() is None and not any(name.startswith(".attempt") for name in os.listdir(os.path.join(parts, "latest"))):
            time.sleep(0.001)
        if killed.poll() is None:
            os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
        for number in order:
            first = count // 2 if number >= count // 2 else 0
            self.run("bash", task, parts, str(first), env={"SLURM_ARRAY_TASK_ID": str(number - first)})
        self.run("bash", os.path.join(ROOT, "deploy/slurm/merge.sbatch"), parts, "--out", self.path("slurm-merged"), *of_merge, "--quiet")
        self.expect_same(one, self.path("slurm-merged"))
        self.expect_clean(parts)
        # submit.sh, with a Slurm that runs what it is given at once.
        fake = self.path("bin")
        os.makedirs(fake, exist_ok=True)
        with open(os.path.join(fake, "sbatch"), "w", encoding="utf-8") as file:
            file.write('#!/usr/bin/env bash\nset -e\narray=\nwhile [[ $1 == --* ]]; do case $1 in --array=*) array=${1#--array=};; esac; shift; done\n'
                       'if [ -n "$array" ]; then for ((n = ${array%-*}; n <= ${array#*-}; n++)); do SLURM_ARRAY_TASK_ID=$n bash "$@" >&2; done; echo 17\n'
                       'else bash "$@"; fi\n')
        os.chmod(os.path.join(fake, "sbatch"), 0o755)
        with_spaces = [word for word in of_merge if " " not in word and word != "--command"]
        self.run("bash", os.path.join(ROOT, "deploy/slurm/submit.sh"), self.path("submitted-parts"), self.path("submitted"), "50000", inputs, "--", *options,
                 env={"PATH": fake + ":" + os.environ["PATH"], "MAX_ARRAY_SIZE": "4", "MERGE_OPTIONS": " ".join(with_spaces)})
        wrong = [name for name in differing(one, self.path("submitted")) if name not in ("summary.json", "index.html", ".tickler-files")]
        if wrong:
            raise Wrong(f"submit.sh: other {wrong}")

    def spark(self, inputs, name, out, now, options, of_merge, *more, scheme="", during=None):
        """Plans on a small cluster. The folders of parts and plan are in `scheme`."""
        parts = self.path(name)
        command = [sys.executable, os.path.join(ROOT, "deploy/spark/plan.py"), scheme + inputs, scheme + self.path(out), "--parts", scheme + parts,
                   "--now", now, "--bytes", "50000", "--tickler", self.binary, *more,
                   *[word for option in of_merge for word in ("--merge-option=" + option,)], "--", *options]
        submit = ["--master", "local-cluster[2,1,1024]", "--conf", "spark.ui.enabled=false"]
        if scheme:
            submit += ["--jars", self.flat(), "--driver-class-path", self.flat(), "--conf", "spark.hadoop.fs.flat.impl=FlatFileSystem"]
        environment = {**self.environment, "PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable,
                       "PYSPARK_SUBMIT_ARGS": " ".join([*submit, "pyspark-shell"])}
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        killed = []
        if during:
            thread = threading.Thread(target=during, args=(process, parts, killed))
            thread.start()
        output, errors = process.communicate()
        if during:
            thread.join()
            if not killed:
                raise Wrong("no executor was there to be killed")
        if process.returncode not in (0, 1):
            raise Wrong(f"plan.py ends with {process.returncode}: {errors[-4000:]}")
        left = [name for name in os.listdir(self.cut(parts)) if not re.fullmatch(r"part-\d{7}-[0-9a-f]{32}(\.done)?", name)]
        numbers = [name.split("-")[1] for name in os.listdir(self.cut(parts)) if not name.endswith(".done")]
        if left or len(numbers) != len(set(numbers)):
            raise Wrong(f"attempts are left: {left or sorted(numbers)}")
        return self.path(out)

    @staticmethod
    def cut(parts):
        with open(os.path.join(parts, "latest"), encoding="utf-8") as file:
            return os.path.join(parts, file.read().strip())

    def flat(self):
        """A jar with the file system `flat`."""
        jar = self.path("flat.jar")
        if not os.path.exists(jar):
            import pyspark
            classes = self.path("flat-classes")
            self.run("javac", "-cp", os.path.join(os.path.dirname(pyspark.__file__), "jars", "*"), "-d", classes,
                     os.path.join(ROOT, "Tests/Tools/Spark/FlatFileSystem.java"))
            self.run("jar", "cf", jar, "-C", classes, ".")
        return jar

    @staticmethod
    def split_options(options, of_merge):
        """Without --now, which plan.py takes by itself, and the command's text as it takes it."""
        return options[2:], [f"--zoneinfo={ZONEINFO}", f"--templates={TEMPLATES}", "--quiet"], of_merge[-1]

    def check_spark(self, during=None, name="spark", inputs=None, scheme=""):
        inputs, now = inputs or self.workload(), "2026-10-20T00:00:00Z"
        one, options, of_merge = self.one(inputs, f"{name}-one")
        options, merge, command = self.split_options(options, of_merge)
        task = [inputs, f"{name}-parts", f"{name}-merged", now, options, merge, "--command", command]
        self.expect_same(one, self.spark(*task, scheme=scheme, during=during))
        if during:
            return
        made = sorted(os.listdir(self.cut(self.path(f"{name}-parts"))))
        self.expect_same(one, self.spark(*task, scheme=scheme))
        if made != sorted(os.listdir(self.cut(self.path(f"{name}-parts")))):
            raise Wrong("parts that are done were planned again")
        # The next day: some have changed, some are gone.
        later, folder = "2026-10-21T00:00:00Z", self.path(f"{name}-later")
        shutil.copytree(inputs, folder)
        with open(os.path.join(inputs, "c.ndjson"), encoding="utf-8") as file:
            lines = file.readlines()
        with open(os.path.join(folder, "c.ndjson"), "w", encoding="utf-8") as file:
            file.writelines(line.replace('"title":"', '"title":"New ', 1) if n % 9 == 1 else line for n, line in enumerate(lines) if n == 0 or n % 7)
        two, options, of_merge = self.one(folder, f"{name}-two", "--previous", one, now=later)
        options, merge, command = self.split_options(options, of_merge)
        # Over the plan of the day before.
        merged = self.spark(folder, f"{name}-parts", f"{name}-merged", later, options, merge, "--command", command, "--previous", scheme + one, scheme=scheme)
        self.expect_same(two, merged)
        if len([each for each in os.listdir(self.path(f"{name}-parts")) if each.startswith("cut-")]) != 1:
            raise Wrong("the parts of the day before are left")

    def check_flat(self):
        folder = self.path("flat-exports")
        shutil.copytree(self.workload(), folder)
        self.run("gzip", os.path.join(folder, "a.json"))
        self.run("zstd", "-q", "--rm", os.path.join(folder, "b.xml"))
        self.check_spark(name="flat", inputs=folder, scheme="flat://")

    def check_kill(self):
        def kill(process, parts, killed):
            """Kills an executor, and what it has started, as soon as a part is there."""
            while process.poll() is None and not killed:
                time.sleep(0.05)
                if not os.path.isfile(os.path.join(parts, "latest")) or not any(each.endswith(".done") for each in os.listdir(self.cut(parts))):
                    continue
                for each in descendants(process.pid):
                    if "CoarseGrainedExecutorBackend" in words(each):
                        for below in [*descendants(each), each]:
                            try:
                                os.kill(below, signal.SIGKILL)
                            except ProcessLookupError:
                                pass
                        killed.append(each)
                        break
        self.check_spark(during=kill, name="kill")

    def check_join(self):
        tools, folder = os.path.join(ROOT, "Benchmarks/runs/workload"), self.path("apart")
        os.makedirs(folder)
        self.run(sys.executable, os.path.join(tools, "gen.py"), str(self.accounts), self.path("apart.json"))
        self.run(sys.executable, os.path.join(tools, "to_export.py"), self.path("apart.json"), os.path.join(folder, "w.ndjson"), "--shuffled")
        # Accounts and items in files of their own.
        with open(os.path.join(folder, "w.ndjson"), encoding="utf-8") as file:
            head, *rows = file.readlines()
        os.remove(os.path.join(folder, "w.ndjson"))
        for name, kind in (("accounts", '{"account"'), ("items", '{"item"')):
            with open(os.path.join(folder, name + ".ndjson"), "w", encoding="utf-8") as file:
                file.writelines([head, *(row for row in rows if row.startswith(kind))])
        # A newer export: every third account has a tablet too, every fifth another zone, every seventh another task.
        accounts = [json.loads(row)["account"] for row in rows if row.startswith('{"account"')]
        items = [json.loads(row)["item"] for row in rows if row.startswith('{"item"')]
        newer = [{"account": {**account, "device": "tablet", "platform": "android"}} for account in accounts[::3]]
        newer += [{"account": {**account, "timeZone": "Asia/Tokyo"}} for account in accounts[1::5]]
        newer += [{"item": {**item, "title": "Renamed"}} for item in items[::7]]
        random.Random(1).shuffle(newer)
        with open(os.path.join(folder, "newer.ndjson"), "w", encoding="utf-8") as file:
            file.write(json.dumps({**json.loads(head), "exportedAt": "2026-10-19T23:59:00Z"}) + "\n")
            file.writelines(json.dumps(row) + "\n" for row in newer)
        for scheme in ("", "flat://"):
            self.expect_joined(folder, "apart" + scheme[:4], scheme)

    def expect_joined(self, folder, name, scheme):
        one, options, of_merge = self.one(folder, name + "-one")
        options, merge, _ = self.split_options(options, of_merge)
        merged = self.spark(folder, name + "-parts", name + "-merged", "2026-10-20T00:00:00Z", options, merge, "--join", scheme=scheme)
        # Names, hashes and lines of the inputs are those of what was joined.
        for each in ("plan.ndjson", "actions.ndjson", "calendar"):
            decided = [sorted(decided_lines(os.path.join(out, each))) for out in (one, merged)]
            if decided[0] != decided[1] or len(decided[0]) < 1000:
                raise Wrong(f"joined exports have another {each}: {len(decided[0])} and {len(decided[1])} lines")


def decided_lines(path):
    """The lines of a plan's file or of a folder of calendars, without the plan's head, which names the inputs."""
    if os.path.isdir(path):
        return [line for name in os.listdir(path) for line in decided_lines(os.path.join(path, name))]
    with open(path, encoding="utf-8") as file:
        return [line for line in file if not line.startswith('{"format"')]


def words(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def descendants(pid):
    found, wanted = [], {pid}
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    parents[int(name)] = int(file.read().rsplit(")", 1)[1].split()[1])
            except OSError:
                pass
    while True:
        new = [child for child, parent in parents.items() if parent in wanted and child not in wanted]
        if not new:
            return found
        found += new
        wanted |= set(new)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--work", help="a folder to work in, which is left as it is; else a temporary one")
    parser.add_argument("--accounts", type=int, default=200)
    parser.add_argument("--only", default="again,parallel,slurm,spark,flat,kill,join")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        options.work = os.path.abspath(options.work or folder)
        os.makedirs(options.work, exist_ok=True)
        check = Check(options)
        for name in options.only.split(","):
            start = time.monotonic()
            try:
                getattr(check, "check_" + name)()
                print(f"{name}: the same bytes, {time.monotonic() - start:.1f} s", flush=True)
            except Wrong as wrong:
                failed += 1
                print(f"FAIL {name}: {wrong}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
