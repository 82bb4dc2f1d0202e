"""`--changes` plans what an export that says the same does: each change is made by tickler and, in Python, in the export itself."""
import argparse, json, pathlib, subprocess, tempfile

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
        result = run(["undo", *common, "export.json", "--changes", changes.name], folder)
        expect(f"{words}, undone: {result.stderr}", result.returncode == 0)
        expect(f"{words}, undone, plans as before", plan(folder, "export.json", "--changes", changes.name) == untouched)
        expect(f"{words} leaves one file", sorted(p.name for p in folder.iterdir() if "changes" in p.name) == [changes.name])
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
    (folder / "bad.ndjson").write_text(json.dumps(gone) + "\n{\"change\": {}}\n")
    result = run(["check", "export.json", *common, "--changes", "bad.ndjson"], folder)
    expect(f"a line that is no change is 65 with its place: {result.stderr}", result.returncode == 65
           and "bad.ndjson:2:1: error" in result.stderr)
print(f"{len(CASES)} changes, {failures} failures")
raise SystemExit(failures > 0)
