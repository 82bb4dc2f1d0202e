"""Compiles the modules of TicklerKit for the oldest Mac that Package.swift names, as far as Linux can.

The toolchain's interface of Swift's library says since when Apple's systems have each call. Read as that of a Mac, it has the
compiler hold every call against the package's `platforms`. Apple's own modules and its linker are not here: `os` is a stub with the
signatures that `Lock` calls, and TicklerUserNotifications is compiled by its tests.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ["CivilTime", "Diagnostics", "TOML", "Templating", "PlanModel", "Planning", "PolicyReading", "TicklerKit"]
LOCK = """
@available(macOS 13.0, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  public init(initialState: State) where State: Sendable {}
  public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R { fatalError() }
}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--macos", default="13.0", help="the system to compile for")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / ".build/apple-check")
    args = parser.parse_args()
    named = re.search(r"\.macOS\(\.v(\d+)\)", (ROOT / "Package.swift").read_text())[1]
    if not args.macos.startswith(named + "."):
        sys.exit(f"apple_check.py: Package.swift names macOS {named}, not {args.macos}")
    info = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True, text=True).stdout)
    runtime = pathlib.Path(info["paths"]["runtimeResourcePath"])
    resources, modules = args.work / "resources", args.work / "modules"
    shutil.rmtree(modules, ignore_errors=True)
    modules.mkdir(parents=True)
    make_resources(runtime, resources)
    flags = ["-swift-version", "6", "-target", f"x86_64-apple-macosx{args.macos}", "-resource-dir", resources, "-I", modules]
    flags += ["-module-cache-path", args.work / "cache", "-package-name", "tickler", "-emit-module", "-wmo", "-parse-as-library"]
    # They are no part of what Linux has an interface for that a Mac could read.
    for module in ["concurrency", "string-processing"]:
        flags += ["-Xfrontend", f"-disable-implicit-{module}-module-import"]
    stub = args.work / "os.swift"
    stub.write_text(LOCK)
    failed = compile_module("os", [stub], flags, modules)
    for module in MODULES:
        failed |= compile_module(module, sorted((ROOT / "Sources" / module).rglob("*.swift")), flags, modules)
    if not failed:
        print(f"apple_check.py: {len(MODULES)} modules have no call that macOS {args.macos} lacks")
    return failed


def make_resources(runtime, resources):
    """Makes a resource folder in which Swift's library says that it is a Mac's."""
    if resources.exists():
        return
    shutil.copytree(runtime / "shims", resources / "shims")
    for module in ["Swift", "SwiftOnoneSupport"]:
        interface = next((runtime / f"linux/{module}.swiftmodule").glob("x86_64*-linux-gnu.swiftinterface")).read_text()
        interface = interface.replace("-target x86_64-unknown-linux-gnu", "-target x86_64-apple-macosx26.0", 1)
        # Its body is not in the interface, and only a system without it would need it.
        interface = re.sub(r"@backDeployed\(before: macOS 14[^)]*\)\n(?=@usableFromInline\n.*_diagnoseUnavailable)", "", interface)
        folder = resources / f"macosx/{module}.swiftmodule"
        folder.mkdir(parents=True)
        (folder / "x86_64-apple-macos.swiftinterface").write_text(interface)


# `String.replacing` and `split` by a text are of `_StringProcessing`, and of macOS 13.
ELSEWHERE = re.compile(r"has no member 'replacing'|expected argument type 'String.Element'")


def compile_module(name, sources, flags, modules):
    """Prints what is wrong; true: something is."""
    command = ["swiftc", *flags, "-module-name", name, "-emit-module-path", modules / f"{name}.swiftmodule"]
    # A module with errors is of use to those above it.
    command += ["-Xfrontend", "-experimental-allow-module-with-compiler-errors", *sources]
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    lines = [line for line in run.stderr.splitlines() if re.match(r"\S.*error:", line) and not ELSEWHERE.search(line)]
    for line in sorted(set(lines)):
        print(line)
    if not (modules / f"{name}.swiftmodule").exists():
        print(run.stderr[-2000:])
        return True
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
