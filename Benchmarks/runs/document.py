"""Tables of what was measured, on what, and putting them into the pages that show them."""
import dataclasses
import os
import pathlib
import platform
import re
import subprocess

from measuring import ROOT

PAGES = [ROOT / "docs" / "performance.md", ROOT / "Benchmarks" / "runs" / "FIGURES.md"]


@dataclasses.dataclass
class Requirement:
    """A number that is asked for, with what was measured."""
    text: str
    measured: str
    met: bool

    def __str__(self):
        return f"{'met' if self.met else 'NOT MET'}: {self.text}: {self.measured}"


@dataclasses.dataclass
class Section:
    """What one group of runs has to say: sentences, a table, and requirements."""
    name: str
    lead: str
    header: list
    rows: list
    requirements: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)

    def markdown(self):
        parts = [self.lead] if self.lead else []
        if self.rows:
            parts.append("\n".join(row(cells) for cells in [self.header, ["---"] * len(self.header), *self.rows]))
        if self.notes:
            parts.append("\n".join(f"- {note}" for note in self.notes))
        if self.requirements:
            unmet = [r for r in self.requirements if not r.met]
            parts.append("\n".join([f"{len(self.requirements) - len(unmet)} of {len(self.requirements)} goals are met.",
                                    *(f"- Not met: {r.text}: {r.measured}." for r in unmet)]))
        return "\n\n".join(parts)


def row(cells):
    return "| " + " | ".join(cells) + " |" if any(cells) else ""


def at_most(text, value, bound, shown="{:.2f}"):
    return Requirement(text, shown.format(value), value <= bound)


def at_least(text, value, bound, shown="{:.1f}"):
    return Requirement(text, shown.format(value), value >= bound)


def exactly(text, holds, measured):
    return Requirement(text, measured, holds)


def seconds(value):
    return f"{value * 1000:.1f} ms" if value < 0.1 else f"{value:.2f} s" if value < 10 else f"{value:.0f} s"


def spread(values):
    low, high = min(values), max(values)
    return "" if low == high else f"{seconds(low)} – {seconds(high)}"


def megabytes(value):
    return f"{value / 1e6:.0f} MB"


def _first_line(command):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT)
    except OSError:
        return "unknown"
    return done.stdout.strip().partition("\n")[0] or "unknown"


def _sources():
    """The commit that last changed what the program is built from."""
    built = ["Package.swift", "Sources", "templates"]
    changed = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", *built], cwd=ROOT, stderr=subprocess.DEVNULL).returncode
    return _first_line(["git", "log", "-1", "--format=%h", "--", *built]) + (" with changes" if changed else "")


def machine(binary):
    """What the figures were measured on, as a sentence each."""
    cpu = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    system = dict(line.rstrip().partition("=")[::2] for line in open("/etc/os-release")).get("PRETTY_NAME", "Linux").strip('"')
    swift = re.search(r"Swift version (\S+)", _first_line(["swift", "--version"]))
    libraries = subprocess.run(["ldd", str(binary)], stdout=subprocess.PIPE, text=True).stdout
    allocator = next((name for name in ("mimalloc", "jemalloc", "tcmalloc") if name in libraries), None)
    static = "libswiftCore" not in libraries
    return {
        "processor": f"{cpu.group(1) if cpu else platform.machine()}, {os.cpu_count()} cores, {memory / 2**30:.0f} GiB of memory",
        "system": f"{system}, Linux {platform.release().partition('-')[0]}",
        "program": f"{_first_line([str(binary), '--version'])}, sources of {_sources()}, "
        f"Swift {swift.group(1) if swift else 'unknown'}, {'static' if static else 'dynamic'} standard library",
        "allocator": allocator or " ".join(platform.libc_ver()),
    }


def machine_section(facts):
    return Section("machine", "", ["what", "measured on"], [[key, value] for key, value in facts.items()])


def write(sections):
    """Replaces the text between the markers of each section, on the page that has them; other sections stay as they are."""
    for name, markdown in sections:
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        path = next((page for page in PAGES if begin in page.read_text(encoding="utf-8")), PAGES[0])
        before, found, rest = path.read_text(encoding="utf-8").partition(begin)
        _, closed, after = rest.partition(end)
        if not (found and closed):
            raise SystemExit(f"{path} has no markers of the section {name}")
        path.write_text(f"{before}{begin}\n\n{markdown}\n\n{end}{after}", encoding="utf-8")
