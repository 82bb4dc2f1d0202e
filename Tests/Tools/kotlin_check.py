"""Compiles Examples/Android with Kotlin, and holds what its phone shows against the plan, at home and in another zone.

Android's classes are stubs (Tests/AndroidStubs). The zones of Java and of Python are the system's.
"""

import argparse
import datetime
import json
import pathlib
import subprocess
import sys
import zoneinfo

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOW, MOVE, END = (datetime.datetime.fromisoformat(f"2026-11-{day}T12:00:00+00:00") for day in ("20", "22", "26"))
HOME, ABROAD = "Europe/London", "America/New_York"
EXPORT = {
    "format": "tickler-export/1", "app": "focusflow",
    "accounts": [{
        "id": "ana", "platform": "android", "timeZone": HOME, "items": [
            {"kind": "task", "id": "water", "title": "Water", "date": "2026-11-01", "time": "09:00", "repeat": "daily"},
            {"kind": "task", "id": "call", "title": "Call", "date": "2026-11-20", "time": "17:30"},
            {"kind": "task", "id": "late", "title": "Late", "date": "2026-11-20", "time": "23:30"},
            {"kind": "task", "id": "report", "title": "Report", "date": "2026-11-24", "time": "10:00"},
            {"kind": "task", "id": "rent", "title": "Rent", "date": "2026-09-25", "time": "08:00", "repeat": "monthly"},
            {"kind": "task", "id": "gym", "title": "Gym", "date": "2026-09-01", "time": "08:00", "repeat": "customDays",
             "weekdays": ["mon", "thu"]},
            {"kind": "session", "id": "s1", "startedAt": "2026-11-20T11:50:00Z", "duration": 1500, "state": "running"},
        ]}],
}
JARS = ["/usr/share/java/json-android.jar", "/usr/share/java/kotlin-stdlib.jar"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/tickler")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / ".build/kotlin-check")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    jar = args.work / "phone.jar"
    sources = [ROOT / "Examples/Android/Reminders.kt", *sorted((ROOT / "Tests/AndroidStubs").glob("*.kt"))]
    run(["kotlinc", "-Werror", "-cp", ":".join(JARS), "-d", jar, *sources])
    export, plan = args.work / "export.json", args.work / "plan"
    export.write_text(json.dumps(EXPORT))
    templates = ["--templates", ROOT / "templates", "--zoneinfo", ROOT / "Tests/Zoneinfo/2026f"]
    run([args.binary, "plan", export, "--now", iso(NOW), "--days", "14", "--out", plan, "--quiet", *templates])
    actions, decisions = lines(plan / "actions.ndjson"), lines(plan / "plan.ndjson")[1:]

    def shown(*move):
        return run(["java", "-cp", ":".join([str(jar), *JARS]), "org.example.reminders.PhoneKt", plan / "actions.ndjson",
                    "ana", iso(NOW), iso(END), HOME, *move]).splitlines()

    # At home it shows what the plan says, each under the id of its request.
    planned = [f"{line['at']} {line['request']} {line['title']}" for line in decisions
               if line["outcome"] == "scheduled" and line["at"] <= iso(END)]
    compare(sorted(shown()), sorted(planned), "at home")
    # Switched on abroad, what floats and repeats follows the new clock.
    abroad = sorted(expected(actions))
    compare(sorted(shown(f"{ABROAD}@{iso(MOVE)}")), abroad, "abroad")
    print(f"kotlin_check.py: {len(planned)} shown at home, {len(abroad)} with a journey")


def expected(actions):
    """What a clock shows that is in one zone up to the move, and in the other from then on."""
    for action in actions:
        trigger, instants = action["trigger"], []
        for zone, start, end in [(HOME, NOW, MOVE), (ABROAD, MOVE, END)]:
            rules = zoneinfo.ZoneInfo(zone)
            if trigger["type"] == "instant" or trigger.get("floats") is False:
                found = [datetime.datetime.fromisoformat(action["at"])]
            elif trigger.get("floats"):
                found = [datetime.datetime.fromisoformat(trigger["local"]).replace(tzinfo=rules)]
            else:
                found = list(repeated(trigger["components"], rules))
            instants += [at for at in found if start < at <= end]
        for at in instants if trigger.get("repeats") else instants[:1]:
            yield f"{iso(at)} {action['request']} {action['title']}"


def repeated(match, rules):
    for number in range(20):
        day = (NOW - datetime.timedelta(days=5) + datetime.timedelta(days=number)).date()
        is_day = match.get("weekday", day.isoweekday() % 7 + 1) == day.isoweekday() % 7 + 1
        if is_day and match.get("day", day.day) == day.day and match.get("month", day.month) == day.month:
            yield datetime.datetime(day.year, day.month, day.day, match["hour"], match["minute"], tzinfo=rules)


def compare(found, wanted, where):
    if found != wanted:
        sys.exit(f"kotlin_check.py: {where}: only shown: {sorted(set(found) - set(wanted))}; not shown: {sorted(set(wanted) - set(found))}")


def lines(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


def iso(at):
    return at.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def run(command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"kotlin_check.py: {command[0]}: {done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
