"""`--changes` plans what an export that says the same does: each change is made by tickler and, in Python, in the export itself."""
import argparse, hashlib, json, pathlib, subprocess, tempfile

NOW = "2026-10-23T16:00:00Z"
# The command's words, then the item, its field and the value that the export gets.
CASES = [
    (["done", "plants"], "plants", "completedOn", ["2026-10-18"]),
    (["done", "Water the", "--on", "2026-10-25"], "plants", "completedOn", ["2026-10-25"]),
    (["done", "Collect"], "passport", "completedOn", ["2026-10-29"]),
    (["done", "swim"], "swim", "completions", ["2026-10-23"]),
    (["paid", "rent"], "rent", "paidThrough", "2026-10-31"),
    (["paid", "Vet"], "vet", "paidThrough", "2026-10-21"),
    (["paid", "rent", "--through", "2026-12-31"], "rent", "paidThrough", "2026-12-31"),
]

arguments = argparse.ArgumentParser()
for name in ("binary", "zoneinfo", "templates", "export"): arguments.add_argument("--" + name, required=True)
arguments = arguments.parse_args()
paths = {name: str(pathlib.Path(value).resolve()) for name, value in vars(arguments).items()}
common = ["--now", NOW, "--zoneinfo", paths["zoneinfo"], "--templates", paths["templates"]]
failures = 0


def run(words, folder):
    return subprocess.run([paths["binary"], *words], cwd=folder, capture_output=True, text=True)


def plan(folder, export, *more):
    result = run(["plan", export, *common, "--emit", "plan,actions", "--out", "out", "--quiet", *more], folder)
    assert result.returncode == 0, result.stderr
    lines = (folder / "out/plan.ndjson").read_text().splitlines()[1:]
    return lines + (folder / "out/actions.ndjson").read_text().splitlines()[1:]


def found_item(words):
    return {"1": "plants"}.get(words[1], words[1])


def expect(what, is_true):
    global failures
    if not is_true:
        failures += 1
        print("FAILED:", what)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    text = pathlib.Path(paths["export"]).read_text()
    (folder / "export.json").write_text(text)
    untouched = plan(folder, "export.json")
    for words, item, field, value in CASES:
        changes = folder / "changes.ndjson"
        changes.unlink(missing_ok=True)
        result = run([*words, "export.json", *common, "--changes", changes.name], folder)
        expect(f"{words} ends with 0: {result.stderr}", result.returncode == 0)
        export = json.loads(text)
        for one in export["accounts"][0]["items"]:
            if one["id"] != item: continue
            one[field] = one.get(field, []) + value if isinstance(value, list) else value
        (folder / "edited.json").write_text(json.dumps(export))
        found, expected = plan(folder, "export.json", "--changes", changes.name), plan(folder, "edited.json")
        expect(f"{words} plans as the edited export does", found == expected)
        # A weekly task's date of last week is past already: its change is in the file alone.
        expect(f"{words} changes the plan", (found != untouched) == (value != ["2026-10-18"]))
        noted = list(json.loads(changes.read_text().splitlines()[-1])["change"].values())[-1]
        expect(f"{words} notes {noted}", noted == (value[0] if isinstance(value, list) else value))
        result = run(["undo", *common, "--changes", changes.name], folder)
        expect(f"{words}, undone: {result.stderr}", result.returncode == 0)
        expect(f"{words}, undone, plans as before", plan(folder, "export.json", "--changes", changes.name) == untouched)
        expect(f"{words} leaves one file", sorted(p.name for p in folder.iterdir() if "changes" in p.name) == [changes.name])
    for words, title, day, expected in [
        # The item's reminders before the snooze's end are left out, and one goes out then; later ones stay.
        (["snooze", "plants", "2026-10-24T18:00"], "Water the plants", "2026-10-24", ["2026-10-24T18:00:00"]),
        (["snooze", "1", "2026-10-25T18:00"], "Water the plants", "2026-10-25", ["2026-10-25T18:00:00"]),
        (["snooze", "passport", "2026-10-30"], "Collect the passport", "2026-10-30", ["2026-10-30T09:00:00"]),
        (["snooze", "vet", "45h"], "Vet: still to pay", "2026-10-25", ["2026-10-25T14:00:00"]),
        (["snooze", "rent", "2026-10-30T20:00"], "Rent: due tomorrow", "2026-10-30", ["2026-10-30T20:00:00"]),
        (["snooze", "rent", "2026-10-31T07:00:00+01:00"], "Rent: due today", "2026-10-31",
         ["2026-10-31T07:00:00", "2026-10-31T08:00:00"]),
    ]:
        changes = folder / "snooze.ndjson"
        changes.unlink(missing_ok=True)
        result = run([*words, "export.json", *common, "--changes", changes.name], folder)
        expect(f"{words} ends with 0: {result.stderr}", result.returncode == 0)
        found = [json.loads(line) for line in plan(folder, "export.json", "--changes", changes.name)]
        out = sorted(line["local"] for line in found if line.get("outcome") == "scheduled" and line["title"] == title
                     and line["local"].startswith(day))
        expect(f"{words} reminds at {expected}, not {out}", out == expected)
        before = [line for line in found if line.get("outcome") == "scheduled" and line.get("item") == found_item(words)
                  and line["local"] < expected[0]]
        expect(f"{words} has nothing before: {before}", not before)
        if words[1] not in ("plants", "1"):
            due = ["--on", "2026-10-29"] if words[1] == "passport" else ["--through", "2026-10-31"]
            result = run(["done" if words[1] == "passport" else "paid", words[1], *due, "export.json", *common, "--changes", changes.name], folder)
            expect(f"{words[1]} is done: {result.stderr}", result.returncode == 0)
            found = [json.loads(line) for line in plan(folder, "export.json", "--changes", changes.name)]
            left = [line for line in found if line.get("outcome") == "scheduled" and line["title"] == title]
            expect(f"{words[1]}, done, ends its snooze: {left}", not left)
    export = json.loads(text)
    export["accounts"][0]["items"] += [
        {"kind": "task", "id": "late", "title": "Return the books", "date": "2026-10-20", "time": "09:00"},
        {"kind": "task", "id": "over", "title": "Concert", "date": "2026-10-20", "time": "20:00", "until": "2026-10-20"},
    ]
    (folder / "late.json").write_text(json.dumps(export))
    listed = run(["list", "late.json", *common, "--changes", "late.ndjson"], folder).stdout
    number = next((line.split()[2] for line in listed.splitlines() if "Return the books" in line), "none")
    expect(f"an overdue task is on top, with its number: {listed}", listed.startswith("Overdue\n  2026-10-20 09:00"))
    expect("what ended with its date is not", "Concert" not in listed)
    expect("next has it", "Return the books" in run(["next", "late.json", *common], folder).stdout)
    result = run(["done", number, "late.json", *common, "--changes", "late.ndjson"], folder)
    expect(f"it is done by its number: {result.stdout}{result.stderr}", result.stdout.startswith("Return the books"))
    expect("then it is gone", "Return" not in run(["list", "late.json", *common, "--changes", "late.ndjson"], folder).stdout)
    words = run(["---completion", "done", "--", "positional@0", "2", "0", "tickler", "done", "", "late.json"], folder).stdout
    expect(f"a shell completes ids: {words}", words.split() == ["plants", "parents", "passport", "late", "over", "stretch", "swim"])
    head = json.loads((folder / "out/plan.ndjson").read_text().splitlines()[0])
    sums = hashlib.sha256((folder / "snooze.ndjson").read_bytes()).hexdigest()
    expect("the plan's head has the file and its hash", head["changesFile"] == {"file": "snooze.ndjson", "sha256": sums})
    for words, status in [
        (["done", "nothing like it"], 66), (["paid", "plants"], 66), (["undo"], 66), (["done", "S"], 65),
    ]:
        result = run([*words, *([] if words[0] == "undo" else ["export.json"]), *common, "--changes", "other.ndjson"], folder)
        expect(f"{words} ends with {status}, not {result.returncode}: {result.stderr}", result.returncode == status)
        expect(f"{words} writes nothing", not (folder / "other.ndjson").exists())
    expect("without --changes is 64", run(["done", "plants", "export.json", *common], folder).returncode == 64)
    gone = {"change": {"app": "personal", "account": "rosa", "kind": "task", "id": "gone", "at": NOW, "completedOn": "2026-10-23"}}
    (folder / "gone.ndjson").write_text(json.dumps(gone) + "\n")
    result = run(["check", "export.json", *common, "--changes", "gone.ndjson"], folder)
    expect(f"a change without an item is a warning with its place: {result.stderr}{result.stdout}", result.returncode == 0
           and "gone.ndjson:1:1: warning" in result.stderr + result.stdout)
    (folder / "stray.ndjson").write_text(json.dumps({"change": dict(gone["change"], account="nobody")}) + "\n")
    result = run(["check", "export.json", *common, "--changes", "stray.ndjson"], folder)
    expect(f"a change without an account is a warning with its place: {result.stderr}{result.stdout}", result.returncode == 0
           and "stray.ndjson:1:1: warning" in result.stderr + result.stdout)
    (folder / "bad.ndjson").write_text(json.dumps(gone) + "\n{\"change\": {}}\n")
    result = run(["check", "export.json", *common, "--changes", "bad.ndjson"], folder)
    expect(f"a line that is no change is 65 with its place: {result.stderr}", result.returncode == 65
           and "bad.ndjson:2:12: error" in result.stderr)
print(f"{len(CASES)} changes, {failures} failures")
raise SystemExit(failures > 0)
