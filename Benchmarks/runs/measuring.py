"""Running programs and what they took."""
import ctypes
import dataclasses
import os
import pathlib
import shutil
import statistics
import subprocess
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / ".build" / "bench"


class Failure(Exception):
    """A program that did not do what it was to do."""


@dataclasses.dataclass
class Sample:
    """One run: seconds on the clock and of the processors, and the peak of its memory in bytes."""
    wall: float
    cpu: float
    memory: int


@dataclasses.dataclass
class Program:
    """A command to measure, and what it writes, which is removed before each run.

    A program too slow for the whole workload does a slice of it: `scale` is how many times the slice makes the whole, and `empty`
    the command over no accounts at all, whose time is not scaled.
    """
    name: str
    label: str
    command: list
    outputs: list
    rounds: int | None = None
    scale: float = 1
    empty: list | None = None
    environment: dict | None = None
    samples: list = dataclasses.field(default_factory=list)
    base: Sample | None = None
    # How many accounts it plans, where programs plan different numbers.
    accounts: int | None = None

    def _scaled(self, of):
        base = of(self.base) if self.base else 0
        return [base + (of(s) - base) * self.scale for s in self.samples]

    @property
    def walls(self):
        return self._scaled(lambda s: s.wall)

    @property
    def cpus(self):
        return self._scaled(lambda s: s.cpu)

    @property
    def wall(self):
        return statistics.median(self.walls)

    @property
    def cpu(self):
        return statistics.median(self.cpus)

    def against(self, other):
        """How many times as long as another program it takes."""
        return _ratio(self.walls, other.walls)

    def cpu_against(self, other):
        """The same of the processors' time."""
        return _ratio(self.cpus, other.cpus)

    @property
    def memory(self):
        return max(s.memory for s in self.samples)


def _ratio(these, those):
    """The median of the rounds' ratios, since a machine may be slower in some rounds than in others; that of the medians where one
    of the two had fewer rounds."""
    if len(these) != len(those):
        return statistics.median(these) / statistics.median(those)
    return statistics.median(a / b for a, b in zip(these, those))


def build(command):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise Failure(f"{command[0]} failed:\n{done.stdout}")


def launcher():
    """The program that measures others, built where it is missing or old."""
    source, made = HERE / "measure.c", BUILD / "measure"
    BUILD.mkdir(parents=True, exist_ok=True)
    if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
        build(["cc", "-O2", "-o", made, source])
    return made


def remove(path):
    path = pathlib.Path(path)
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def run(command, outputs=(), environment=None, accept=(0,)):
    """Runs the command once, after removing what it writes."""
    for output in outputs:
        remove(output)
    result = BUILD / "sample"
    done = subprocess.run(
        [str(part) for part in [launcher(), result, *command]], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        env=dict(os.environ, **(environment or {})))
    wall, user, system, memory, status = result.read_text().split() if done.returncode == 0 else "0 0 0 0 -1".split()
    if int(status) not in accept:
        message = done.stderr.decode(errors="replace").strip()[-2000:]
        raise Failure(f"{' '.join(map(str, command))}\nended with status {status}: {message}")
    return Sample(float(wall), float(user) + float(system), int(memory) * 1024)


def interleaved(programs, rounds, after=lambda program: None, say=print, often=()):
    """Runs all programs once, then all again, so that what else the machine does falls on all of them; those of `often`, which are
    short, four times in turn. `after` is called after the first run of each, while what it wrote is there."""
    for n in range(rounds):
        for program in programs:
            if n >= (program.rounds or rounds):
                continue
            if n == 0 and program.empty:
                program.base = run(program.empty, program.outputs, program.environment)
            program.samples.append(run(program.command, program.outputs, program.environment))
            if n == 0:
                after(program)
        for program in list(often) * 3:
            program.samples.append(run(program.command, program.outputs, program.environment))
        say(f"  round {n + 1} of {rounds}")
    for program in programs:
        for output in program.outputs:
            remove(output)


class Puncher(threading.Thread):
    """Gives the memory of a folder's files back while more is written: of one that grows all but its last piece, and all of a small one
    that is no longer written, where the output of a run is larger than the memory that the folder lies in. What was written
    reads as zeros afterwards.

    So a large run goes on using the memory that it used at first, as a small one does, which counts where memory never used before
    costs more, as in a virtual machine."""
    # Bytes of a growing file that are left, bytes of one worth emptying, seconds after which one is no longer written.
    KEEP, LEAST, REST = 16 << 20, 64 << 10, 0.5

    def __init__(self, folder):
        super().__init__(daemon=True)
        # Of the files that are there, by inode: up to where they were emptied, and which of them are no longer written.
        self.folder, self.stopping, self.emptied, self.done = pathlib.Path(folder), threading.Event(), {}, set()
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.libc.fallocate.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64]

    def run(self):
        while not self.stopping.wait(0.2):
            there = set()
            self.sweep(self.folder, there)
            self.done &= there
            self.emptied = {inode: end for inode, end in self.emptied.items() if inode in there}

    def sweep(self, folder, there):
        try:
            entries = list(os.scandir(folder))
        except OSError:
            return
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                self.sweep(entry.path, there)
                continue
            there.add(entry.inode())
            if entry.inode() not in self.done:
                self.punch(entry.path)

    def punch(self, path):
        try:
            file = os.open(path, os.O_RDWR)
        except OSError:
            return
        try:
            status = os.fstat(file)
            start, end = self.emptied.get(status.st_ino, 0), status.st_size - self.KEEP & ~0xFFF
            rests = self.LEAST <= status.st_size < self.KEEP and time.time() - status.st_mtime > self.REST
            if rests:
                start, end = 0, status.st_size
            elif end - start < self.KEEP:
                return
            # FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE
            if self.libc.fallocate(file, 3, start, end - start) == 0:
                if rests:
                    self.done.add(status.st_ino)
                else:
                    self.emptied[status.st_ino] = end
        finally:
            os.close(file)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.join()


def size(path):
    """The bytes of a file, or of all files of a folder."""
    path = pathlib.Path(path)
    return path.stat().st_size if path.is_file() else sum(f.stat().st_size for f in path.rglob("*") if f.is_file())
