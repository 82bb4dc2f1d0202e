"""The programs that do workload W beside tickler, built from peers/ with what the system's packages have."""
import pathlib
import shutil
import subprocess
import sys

from measuring import BUILD, HERE, Failure, Program, build

# The window of W; tickler's is the rest of a local day and the next N, so it plans a day less.
WINDOW = ("2026-10-20", "14")
# Accounts that a peer which is too slow for all of them does, times which its time is taken.
SLICES = {"remind": 2_000, "icalendar": 200}


def _compiled(name, source, *libraries):
    made = BUILD / name
    newest = max(path.stat().st_mtime for path in [source, HERE / "workload" / "common.hpp"])
    if not made.exists() or made.stat().st_mtime < newest:
        build(["g++", "-O3", "-march=native", "-std=c++17", "-o", made, source, "-lsimdjson", *libraries])
    return [made]


def limit():
    return _compiled("limit", HERE / "workload" / "limit.cpp")


def libical():
    return _compiled("libical_peer", HERE / "peers" / "libical_peer.cpp", "-lical")


def rrule_go():
    """Debian's Go and its package of the library, so that nothing has to be fetched."""
    made, source, packages = BUILD / "rrule_go_peer", HERE / "peers" / "rrule_go_peer.go", "/usr/share/gocode"
    if not shutil.which("go") or not pathlib.Path(packages, "src/github.com/teambition/rrule-go").exists():
        raise Failure("needs the packages golang-go and golang-github-teambition-rrule-go-dev")
    if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
        build(["env", "GO111MODULE=off", f"GOPATH={packages}", "go", "build", "-o", made, source])
    return [made]


def _python(script, module):
    if subprocess.run([sys.executable, "-c", f"import {module}"], stderr=subprocess.DEVNULL).returncode:
        raise Failure(f"needs the Python package {module}")
    return [sys.executable, HERE / "peers" / script]


def dateutil():
    return _python("dateutil_peer.py", "dateutil")


def icalendar():
    return _python("dateutil_peer.py", "icalendar")


def remind():
    if not shutil.which("remind"):
        raise Failure("needs the package remind")
    return _python("remind_peer.py", "dateutil")


# name, label, how to build it, further arguments, environment
PEERS = [
    ("limit", "limit program", limit, (), None),
    ("rrule-go", "Go rrule-go, tuned", rrule_go, (), {"GOMAXPROCS": "1"}),
    ("libical", "libical, set to the window, own writing", libical, (), None),
    ("dateutil", "python-dateutil, set to the window, own writing", dateutil, (), None),
    ("remind", "Remind, zones and writing in Python", remind, (), None),
    ("icalendar", "python-dateutil and icalendar, as shipped", icalendar, ("--plain",), None),
]


def programs(accounts, workload, out, say, only=None):
    """The peers that can be built here, or one of them. `workload` makes W of a number of accounts and returns its path."""
    made = []
    BUILD.mkdir(parents=True, exist_ok=True)
    for name, label, builder, arguments, environment in PEERS:
        if only and name != only:
            continue
        try:
            command = builder()
        except Failure as failure:
            if name == "limit":
                raise
            say(f"  without {label}: {failure}")
            continue
        slice_ = min(accounts, SLICES.get(name, accounts))
        outputs = [out / f"{name}.ndjson", out / f"{name}.ics"]
        tail = [*outputs, *WINDOW, *arguments]
        made.append(Program(
            name, label, [*command, workload(slice_), *tail], outputs, scale=accounts / slice_, environment=environment,
            empty=[*command, workload(0), *tail] if slice_ < accounts else None))
    return made
