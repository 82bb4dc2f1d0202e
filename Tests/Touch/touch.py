#!/usr/bin/env python3
"""Measures how many files a small feature touches: the patches beside this script are ten such features.

    touch.py check            every patch applies, and none touches more files than counts.json records
    touch.py run [NAME …]     builds and tests each patch in a clone of HEAD under .build/touch
    touch.py edit NAME        applies a patch to the clean work tree, with conflict markers where it does not fit
    touch.py save NAME        writes the patch from the work tree, and removes it there
    touch.py record [NAME …]  records a count that has fallen

Files in Tests and docs, Markdown, and files that tests generate do not count. The exit status is 1 if anything fails.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WORK = os.path.join(ROOT, ".build", "touch")
TREE = os.path.join(WORK, "tree")
COUNTS = os.path.join(HERE, "counts.json")
EDITING = os.path.join(WORK, "editing")

# Files that `run` has tests write, as Tests/record does, and that no patch contains.
GENERATED = [
    "docs/reasons.md", "docs/exports.md", "docs/options.md", "templates/schema/tickler-export.schema.json",
    "templates/schema/tickler-export.xsd", "Tests/Golden", "Tests/Corpus/reading",
]
RECORDERS = subprocess.run([os.path.join(ROOT, "Tests", "record"), "--list"], check=True, capture_output=True, text=True).stdout.strip()
# Suites that compare tables with each other: they fail if a patch forgets a place.
GUARDS = (
    "SchemaTests[.]|ChecksTests|ReasonTests|WordingTests|TextFieldTests|SettingsHashTests|OneFieldTests|AgreementTests|"
    "PackageTests|RoundTripTests|PlanFolderTests|HelpTests|InitTests|RunConfigTests|" + RECORDERS
)

# What to show of the log of a patch that fails.
FAULT = re.compile(r"✘|[.]swift:\d+:\d+: error:|^error:|unexpected signal")

# Folders in which no kind that ships is named, and the lines in which such a word means something else.
NAMELESS = ["Comparing", "Planning/Shapes", "Planning/Checks", "PlanFiles", "Pages", "Running"]
OTHER_MEANINGS = [
    ("Running/Init/DeclaredSample.swift", '#""location": {', "the place trigger of an item"),
    ("Running/Init/ProposedShape.swift", 'standard.contains("location")', "the place trigger of an item"),
    ("Running/Options/RunOption+Imports.swift", '"goal", key: "import.goal"', "the goal of imported days of steps"),
]


def git(*arguments, folder=ROOT, check=True, text=None):
    result = subprocess.run(
        ["git", "-C", folder, *arguments], input=text, capture_output=True, encoding="utf-8", check=False)
    if check and result.returncode != 0:
        sys.exit(f"git {' '.join(arguments)}: {result.stderr.strip()}")
    return result


def patch(name):
    return os.path.join(HERE, f"{name}.patch")


def is_counted(path):
    return not (path.startswith(("Tests/", "docs/")) or path.endswith(".md") or path in GENERATED)


def touched(name):
    """The files of a patch, in its order."""
    return [line.split("\t")[2] for line in git("apply", "--numstat", patch(name)).stdout.splitlines()]


def load():
    with open(COUNTS, encoding="utf-8") as file:
        counts = json.load(file)
    patches = {name[: -len(".patch")] for name in os.listdir(HERE) if name.endswith(".patch")}
    if patches != set(counts):
        sys.exit(f"touch: counts.json and the patches differ: {' '.join(sorted(patches ^ set(counts)))}")
    return counts


def check(counts):
    failed = False
    for name, recorded in counts.items():
        files = sorted(filter(is_counted, touched(name)))
        known = recorded["count"]
        words = f"{name}: {len(files)} files; target {recorded['target']}"
        if len(files) > known:
            failed = True
            added = " ".join(sorted(set(files) - set(recorded["files"])))
            words += f"; error: counts.json allows {known}, and these are new: {added}"
        elif files != recorded["files"]:
            words += f"; {f'fewer than the {known} recorded' if len(files) < known else 'other files'}"
            words += f", record it: Tests/Touch/touch.py record {name}"
        print(words)
        applied = git("apply", "--check", patch(name), check=False)
        if applied.returncode != 0:
            failed = True
            print(f"{name}: error: does not apply: Tests/Touch/README.md says what to do\n{applied.stderr.strip()}")
        if not any(path.startswith("Tests/") and path.endswith(".swift") for path in touched(name)):
            failed = True
            print(f"{name}: error: has no test")
    return named() or failed


def named():
    """Finds the kinds that ship by name where nothing may depend on one."""
    with open(os.path.join(ROOT, "Sources/PlanModel/Item/Shipped.swift"), encoding="utf-8") as file:
        order = re.search(r"shippedOrder = \[(.*?)\]", file.read(), re.DOTALL)
    kinds = re.findall(r'"(\w+)"', order[1]) if order else []
    if len(kinds) < 20:
        sys.exit("touch: Shipped.swift has no list of shipped kinds")
    name = re.compile(r'"({0})"|\bKinds?\.({0})\b'.format("|".join(kinds)))
    failed = False
    unused = set(OTHER_MEANINGS)
    for folder in NAMELESS:
        for parent, _, files in os.walk(os.path.join(ROOT, "Sources", folder)):
            for path in (os.path.join(parent, file) for file in sorted(files) if file.endswith(".swift")):
                short = os.path.relpath(path, os.path.join(ROOT, "Sources"))
                with open(path, encoding="utf-8") as file:
                    lines = list(enumerate(file, 1))
                for number, line in lines:
                    found = name.search(line)
                    known = {row for row in OTHER_MEANINGS if row[0] == short and row[1] in line}
                    unused -= known
                    if found and not known:
                        failed = True
                        print(
                            f"Sources/{short}:{number}: error: names the kind {found[1] or found[2]}; say it in the"
                            " kind's declaration, or list another meaning in OTHER_MEANINGS of Tests/Touch/touch.py")
    for file, words, _ in sorted(unused):
        failed = True
        print(f"Sources/{file}: error: no line has {words} any more; remove it from OTHER_MEANINGS")
    return failed


def record(counts, names):
    for name in names or counts:
        files = sorted(filter(is_counted, touched(name)))
        if len(files) > counts[name]["count"]:
            sys.exit(f"touch: {name} touches {len(files)} files, more than recorded; a recorded count only falls")
        counts[name].update(count=len(files), files=files)
    with open(COUNTS, "w", encoding="utf-8") as file:
        file.write(json.dumps(counts, indent=2) + "\n")


def checkout():
    """Puts HEAD into the tree. Files that stay the same keep their times, so that builds are incremental."""
    if not os.path.exists(os.path.join(TREE, ".git")):
        os.makedirs(WORK, exist_ok=True)
        git("clone", "--quiet", "--shared", "--no-checkout", ROOT, TREE)
    git("fetch", "--quiet", ROOT, "HEAD", folder=TREE)
    git("checkout", "--quiet", "--force", "--detach", "FETCH_HEAD", folder=TREE)
    undo()


def undo():
    git("reset", "--quiet", "--hard", folder=TREE)
    git("clean", "--quiet", "--force", "-d", folder=TREE)


def swift(log, *arguments, **environment):
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("TICKLER_")}
    result = subprocess.run(
        ["swift", *arguments], cwd=TREE, env=inherited | environment, stdout=log, stderr=subprocess.STDOUT, check=False)
    return result.returncode == 0


def run(counts, names):
    failed = []
    for name in names or counts:
        checkout()
        began = time.monotonic()
        path = os.path.join(WORK, f"{name}.log")
        with open(path, "w", encoding="utf-8") as log:
            fault = run_one(name, counts[name]["tests"], log)
        seconds = time.monotonic() - began
        print(f"{name}: {fault or 'passes'}, {seconds:.0f} s; {os.path.relpath(path, ROOT)}", flush=True)
        if fault:
            failed.append(name)
            with open(path, encoding="utf-8") as log:
                lines = [line.rstrip()[:400] for line in log if FAULT.search(line)]
            print("\n".join(lines[:10]), flush=True)
    undo()
    return bool(failed)


def run_one(name, tests, log):
    """What is wrong with a patch; None: nothing."""
    if git("apply", patch(name), folder=TREE, check=False).returncode != 0:
        return "does not apply"
    sources = [path for path in touched(name) if path.endswith(".swift")]
    if not swift(log, "format", "lint", "--strict", "--configuration", ".swift-format", *sources):
        return "has lint"
    # A new member of a type changes the layout of types around it. Incremental imports miss that, and tests crash.
    scratch = ["--scratch-path", os.path.join(WORK, "build"), "-Xswiftc", "-disable-incremental-imports"]
    if not swift(log, "build", "--build-tests", *scratch):
        return "does not build"
    tested = ["test", "--skip-build", *scratch, "--filter"]
    # Comparisons within these suites may fail while the files are being written.
    swift(log, *tested, RECORDERS, TICKLER_RECORD="1")
    log.flush()
    start = log.tell()
    if not swift(log, *tested, f"{tests}|{GUARDS}"):
        return "fails its tests or a guard"
    with open(log.name, encoding="utf-8") as file:
        file.seek(start)
        output = file.read()
    # A filter that matches nothing passes.
    missing = [suite for suite in tests.split("|") if f"Suite {suite} passed" not in output]
    return f"did not run {' '.join(missing)}" if missing else None


def edit(name):
    if git("status", "--porcelain").stdout:
        sys.exit("touch: commit or stash your changes first: save takes all changes of the work tree")
    applied = git("apply", "--3way", patch(name), check=False)
    files = unmerged()
    if applied.returncode != 0 and not files:
        sys.exit(f"touch: {name} does not fit at all, and the work tree is as before:\n{applied.stderr.strip()}")
    os.makedirs(WORK, exist_ok=True)
    with open(EDITING, "w", encoding="utf-8") as file:
        file.write(name)
    print(f"touch: {name} is in the work tree; touch.py save {name} writes it back")
    if files:
        print(f"touch: resolve the conflicts in {' '.join(files)}")


def unmerged():
    """The files that have conflict markers."""
    marked = []
    for path in git("diff", "--name-only", "--diff-filter=U").stdout.splitlines():
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            if any(line.startswith(("<<<<<<< ", ">>>>>>> ")) for line in file):
                marked.append(path)
    return marked


def save(name):
    if not os.path.exists(EDITING):
        sys.exit(f"touch: no patch is being edited; begin with touch.py edit {name}")
    with open(EDITING, encoding="utf-8") as file:
        if file.read() != name:
            sys.exit(f"touch: another patch is being edited: {EDITING} has its name")
    if unmerged():
        sys.exit(f"touch: resolve the conflicts first, in {' '.join(unmerged())}")
    others = [f":(exclude){path}" for path in ["Tests/Touch", *GENERATED]]
    git("add", "--all")
    text = git("diff", "--cached", "--full-index", "HEAD", "--", ".", *others).stdout
    if not text:
        sys.exit("touch: the work tree has no changes")
    with open(patch(name), "w", encoding="utf-8") as file:
        file.write(text)
    git("reset", "--quiet")
    git("apply", "--reverse", text=text)
    git("checkout", "--quiet", "--", *GENERATED)
    os.remove(EDITING)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["check", "run", "edit", "save", "record"])
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    if options.command in ("edit", "save"):
        if len(options.names) != 1:
            parser.error(f"{options.command} takes the name of one patch")
        return edit(options.names[0]) if options.command == "edit" else save(options.names[0])
    counts = load()
    unknown = set(options.names) - set(counts)
    if unknown:
        parser.error(f"no patch is called {' '.join(sorted(unknown))}; one of {' '.join(counts)}")
    if options.command == "record":
        return record(counts, options.names)
    return run(counts, options.names) if options.command == "run" else check(counts)


if __name__ == "__main__":
    sys.exit(main())
