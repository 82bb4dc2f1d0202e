#!/usr/bin/env python3
"""Holds that no list of an account, and no two of them together, cost more than n log n.

    growth.py --binary .build/release/tickler [--zoneinfo DIR] [--templates DIR] [--only NAME] [--n 1000]

For each list and each pair of lists that one account may have, an export with n entries of each and one with 2n are planned with every
output, in a process of its own, and their instructions are counted (`perf stat`; where the kernel does not let it, processor time). An
empty account's are taken off. Twice the entries may cost at most 2.5 times as much. What passes a limit is expected to be rejected, and
is told of in the table.
"""
import argparse
import datetime
import itertools
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

NOW = "2026-11-20T12:00:00Z"
MOST = 2.5
TODAY = datetime.date(2026, 11, 20)


def instant(days=0, seconds=0):
    at = datetime.datetime(2026, 11, 20, 12) + datetime.timedelta(days=days, seconds=seconds)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def day(number):
    return (TODAY + datetime.timedelta(days=number)).isoformat()


def clock(number):
    number %= 86_400
    return f"{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}"


ZONES = ["Asia/Tokyo", "Europe/London", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Africa/Cairo"]


# Each list: the app that has it, and what puts n entries of it into an account. `at` is a seed that keeps lists apart.
def zone_changes_far(account, n):
    account["zoneChanges"] = [dict(at=instant(-200 + k % 700, k), timeZone=ZONES[k % 6]) for k in range(n)]


def zone_changes_dense(account, n):
    account["zoneChanges"] = [dict(at=instant(1, k * 7), timeZone=ZONES[k % 6]) for k in range(n)]


def zone_changes_night(account, n):
    account["zoneChanges"] = [dict(at=instant(1, 11 * 3600 + k), timeZone=ZONES[1 + k % 2 * 4]) for k in range(n)]
    account["preferences"] = dict(account.get("preferences", {}), quietHours=dict(start="20:00", end="09:00"))


def delivered(account, n):
    ids = {"focusflow": "focusflow.task.t{k}@{d}", "ritualist": "rich_h0-0700", "diary": "diary.morning.1",
           "steps": "goal-achievement-{d}", "moneymap": "bill.b{k}.2026-11-0{j}.due"}[account["app"]]
    account["delivered"] = [dict(id=ids.format(k=k, d=day(-k % 300), j=1 + k % 9), at=instant(-1 - k % 300, k), shown=True)
                            for k in range(n)]


def pending_near(account, n):
    ids = {"focusflow": "focusflow.task.t{k}@{d}", "ritualist": "rich_h0-0700@{d}", "diary": "diary.morning.1@{d}",
           "steps": "goal-achievement-{d}", "moneymap": "bill.b{k}.{d}.due"}[account["app"]]
    account["pending"] = [dict(id=ids.format(k=k, d=day(1 + k % 10)) + f"x{k}" * (k % 2), at=instant(1 + k % 10, k)) for k in range(n)]


def pending_far(account, n):
    ids = {"focusflow": "focusflow.task.t{k}@{d}", "ritualist": "rich_h{k}-0700@{d}", "diary": "diary.morning.1@{d}",
           "steps": "goal-achievement-{d}", "moneymap": "bill.b{k}.{d}.due"}[account["app"]]
    account["pending"] = [dict(id=ids.format(k=k, d=day(100 + 60 * k)), at=instant(100 + 60 * k)) for k in range(n)]


def pending_uuid(account, n):
    name = {"focusflow": "focusflow.dailyReminder", "ritualist": "rich_h0-0700", "diary": "diary.bedtime",
            "steps": "goal-achievement-2026-11-20", "moneymap": "moneymap.digest"}[account["app"]]
    account["pending"] = [dict(id=f"{k:08x}-0000", at=instant(1 + k % 20, k), notification=name, repeats=k % 3 == 0) for k in range(n)]


def active(account, n):
    account["active"] = [{"from": instant(-1, -k * 7), "to": instant(-1, -k * 7 + 9)} for k in range(n)]


def tasks(account, n):
    account["items"] += [dict(kind="task", id=f"t{k}", title=f"T {k}", date=day(1 + k % 9), time=clock(k * 37)) for k in range(n)]


def tasks_daily(account, n):
    account["items"] += [dict(kind="task", id=f"d{k}", title=f"D {k}", date=day(-9), time=clock(k * 37), repeat="daily") for k in range(n)]


def tasks_equal(account, n):
    account["items"] += [dict(kind="task", id=f"e{k}", title="Same", date=day(2), time="10:00") for k in range(n)]


def tasks_dstgap(account, n):
    account["items"] += [dict(kind="task", id=f"g{k}", title=f"G {k}", date="2027-03-28", time="01:30") for k in range(n)]


def exdates(account, n):
    account["items"].append(dict(kind="task", id="x", title="X", date="2000-01-01", time="10:00", repeat="daily",
                                 exdates=[day(k // 2 * (1 - k % 2 * 2)) for k in range(n)]))


def rule_exdates(account, n):
    account["items"].append(dict(kind="task", id="r", title="R", date="2000-01-01", time="10:00", rrule="FREQ=DAILY;BYDAY=MO,TU,FR",
                                 exdates=[day(-k) for k in range(n)]))


def completed_on(account, n):
    account["items"].append(dict(kind="task", id="c", title="C", date="2000-01-01", time="11:00", repeat="daily",
                                 completedOn=[day(-k) for k in range(n)]))


def reminders(account, n):
    account["items"].append(dict(kind="habit", id="h0", name="H", reminders=[clock(k * 41) for k in range(n)]))


def reminders_equal(account, n):
    account["items"].append(dict(kind="habit", id="h1", name="H", reminders=["07:00"] * n))


def habits(account, n):
    account["items"] += [dict(kind="habit", id=f"m{k}", name=f"M {k}", reminders=[clock(k * 53)],
                              location=dict(place="P", latitude=1, longitude=2, on="exit")) for k in range(n)]


def completions(account, n):
    account["items"].append(dict(kind="habit", id="h2", name="K", reminders=[clock(k * 600) for k in range(100)], streak=7,
                                 completions=[day(-k) for k in range(n)]))


def entries(account, n):
    account["items"] += [dict(kind="entry", id=f"n{k}", flow=["morning", "bedtime"][k % 2], date=day(-k // 2)) for k in range(n)]


def sessions(account, n):
    account["items"] += [dict(kind="session", id=f"s{k}", startedAt=instant(0, -k), duration=4000, state="running") for k in range(n)]


def focus_days(account, n):
    account["items"] += [dict(kind="focusDay", id=f"f{k}", date=day(-k), sessions=k % 3, minutes=k) for k in range(n)]


def step_days(account, n):
    account["items"] += [dict(kind="stepDay", id=f"p{k}", date=day(-k), goal=100, samples=[
        dict(at=instant(-k, -j * 3), steps=20 + j * 30) for j in range(4)]) for k in range(n)]


def samples(account, n):
    account["items"].append(dict(kind="stepDay", id="q", date=day(-1), goal=2 * n, samples=[
        dict(at=instant(-1, -7 * n + k * 7), steps=k * 4) for k in range(n)]))


def workouts(account, n):
    account["items"] += [dict(kind="workout", id=f"w{k}", type="run", endedAt=instant(0, -k), duration=60) for k in range(n)]


def insights(account, n):
    account["items"] += [dict(kind="insight", id=f"i{k}", at=instant(0, -k * 9)) for k in range(n)]


def bills(account, n):
    account["items"] += [dict(kind="bill", id=f"b{k}", name=f"B {k}", amount="1.50", currency="EUR", dueDate=day(-400 + k % 420),
                              repeat=["monthly", "none", "weekly"][k % 3]) for k in range(n)]


def budgets(account, n):
    account["items"] += [dict(kind="budget", id=f"u{k}", name="U", spent="2", limit="1", period=f"p{k}", updatedAt=instant(0, -k)) for k in range(n)]


def unknown_fields(account, n):
    account.update({f"field{k}": 1 for k in range(n)})


def wrong_items(account, n):
    account["items"] += [dict(kind="task", id=f"z{k}", title="Z") for k in range(n)]


EVERYWHERE = [zone_changes_far, zone_changes_dense, zone_changes_night, delivered, pending_near, pending_far, pending_uuid, unknown_fields]
LISTS = {
    "focusflow": EVERYWHERE + [tasks, tasks_daily, tasks_equal, tasks_dstgap, exdates, rule_exdates, completed_on, sessions, focus_days,
                               wrong_items],
    "ritualist": EVERYWHERE + [reminders, reminders_equal, habits, completions, insights],
    "diary": EVERYWHERE + [entries],
    "steps": EVERYWHERE + [active, samples, step_days, workouts],
    "moneymap": EVERYWHERE + [bills, budgets],
}
PREFERENCES = {
    "diary": dict(morning=dict(time="07:00", days=["mon", "tue", "wed", "thu", "fri", "sat", "sun"]), bedtime=dict(time="22:00")),
    "steps": dict(appBlocking=True),
    "moneymap": dict(kinds=dict(bill=True, overdue=True, overspend=True, digest=True)),
}
# What is compared on the wall clock, where instructions cannot be counted.
HAS_PERF = subprocess.run(["perf", "stat", "-e", "instructions:u", "-x,", "true"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True).stderr.split(",")[0].strip().isdigit()


class Growth:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def cost(self, app, lists, n):
        account = dict(id="a", timeZone="Europe/London", preferences=dict(PREFERENCES.get(app, {})), items=[], app=app)
        for fill in lists:
            fill(account, n)
        path = self.folder / "export.json"
        path.write_text(json.dumps(dict(format="tickler-export/1", app=app, exportedAt=NOW, accounts=[account])))
        out = self.folder / "out"
        run = [self.options.binary, "plan", path, "--now", NOW, "--days", str(self.options.days), "--jobs", "1", "--out", out,
               "--zoneinfo", self.options.zoneinfo, "--templates", self.options.templates, "--quiet"]
        if HAS_PERF:
            run = ["perf", "stat", "-e", "instructions:u", "-x,", *run]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            done = subprocess.run([str(x) for x in run], stderr=subprocess.PIPE, text=True, timeout=self.options.timeout)
        except subprocess.TimeoutExpired:
            return float("inf"), "over the time", 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (0, 1):
            return float("inf"), f"status {done.returncode}", 0
        limit = re.search(r"error: account \"a\"(, field \w+)?: (.*)", done.stderr)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        count = int(re.search(r"^(\d+),.*instructions", done.stderr, re.M).group(1)) if HAS_PERF else seconds
        return count, limit.group(2) if limit else "", seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=".build/release/tickler")
    parser.add_argument("--zoneinfo", default="Tests/Zoneinfo/2026f")
    parser.add_argument("--templates", default="templates")
    parser.add_argument("--only", default="", help="rows whose name has this")
    parser.add_argument("--n", type=int, default=1000)
    parser.add_argument("--days", type=int, default=14)
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--singles", action="store_true", help="no pairs")
    options = parser.parse_args()
    options.binary = str(pathlib.Path(options.binary).resolve())
    failed = []
    print(f"| app | lists | n = {options.n:,} | n = {2 * options.n:,} | ratio |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        growth = Growth(options, pathlib.Path(folder))
        for app, lists in LISTS.items():
            empty = growth.cost(app, [], 0)[0]
            rows = [(one,) for one in lists] + ([] if options.singles else list(itertools.combinations(lists, 2)))
            for row in rows:
                name = " × ".join(fill.__name__ for fill in row)
                # One field has one list.
                if options.only not in f"{app} {name}" or len({fill.__name__.split("_")[0] for fill in row
                                                               if fill.__name__.startswith(("zone_", "pending_"))}) < sum(
                        fill.__name__.startswith(("zone_", "pending_")) for fill in row):
                    continue
                (first, told, _), (second, told_too, seconds) = growth.cost(app, row, options.n), growth.cost(app, row, 2 * options.n)
                told = told or told_too
                # A quarter of an empty run: below that, the figures tell of the run and not of the lists.
                floor = empty / 4
                ratio = (second - empty + floor) / (first - empty + floor) if first < float("inf") else float("inf")
                mark = ""
                if not ratio <= MOST:
                    failed.append(f"{app} {name}")
                    mark = " **too much**"
                unit = (lambda x: f"{x / 1e6:,.0f} M") if HAS_PERF else (lambda x: f"{x:.2f} s")
                print(f"| {app} | {name} | {unit(first)} | {unit(second)} | {ratio:.2f}{mark} {'(' + told + ')' if told else ''}|", flush=True)
    for name in failed:
        print(f"too much: {name}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
