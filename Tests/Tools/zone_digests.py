#!/usr/bin/env python3
"""One digest a zone over its wall times of 2020 to 2040, computed with Python's zoneinfo from the pinned tree.

    python3 zone_digests.py > ../CivilTimeTests/Resources/zone-digests.txt
    python3 zone_digests.py --full > ../CivilTimeTests/Resources/zone-digests-full.txt

One line a zone, in name order: the digest as 16 hexadecimal digits, a space, the name.

The readings, in order: for each day from 2020-01-01 to 2040-12-31 its 12:00; and where the instants of that noon and of
the one before are not 86400 seconds apart, after it the 96 half hours of the day before and of the day itself, from
00:00 to 23:30 each. So a clock's changes are seen from all sides, and the calm days once.

With --full, the readings are all half hours from 2020-01-01T00:00 to 2040-12-31T23:30: some minutes of work here, and a
test that runs only when it is asked for (`make zone-check`).

A reading gives three words of 64 bits: 0 where it names one instant, 1 where it names two, 2 where it names none; then
two instants in seconds since 1970-01-01T00:00:00Z: the first and the last that it names; where it names none, those it
would name with the offset before the gap and with the one after it (PEP 495: fold=0 and fold=1).

The digest is FNV-1a (offset basis 14695981039346656037, prime 1099511628211) taken over words instead of bytes:
hash = (hash ^ word) * prime modulo 2 to the 64th, a negative word in two's complement.
"""

import io
import sys
import zoneinfo
from datetime import datetime, timedelta
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent / "Zoneinfo" / "2026f"
EPOCH = datetime(1970, 1, 1)
MASK = 2**64 - 1


def reading(zone, wall):
    """Kind, first and last instant of a wall time."""
    seconds = (wall - EPOCH) // timedelta(seconds=1)
    before = zone.utcoffset(wall.replace(fold=0)) // timedelta(seconds=1)
    after = zone.utcoffset(wall.replace(fold=1)) // timedelta(seconds=1)
    if before == after:
        kind = 0
    else:
        # With the clock put back the offset falls, with the clock put forward it rises.
        kind = 1 if before > after else 2
    return kind, seconds - before, seconds - after


def digest(zone, is_full):
    value = 14695981039346656037

    def add(words):
        nonlocal value
        for word in words:
            value = ((value ^ (word & MASK)) * 1099511628211) & MASK

    day = datetime(2020, 1, 1)
    if is_full:
        while day.year < 2041:
            add(reading(zone, day))
            day += timedelta(minutes=30)
        return value
    noon_before = reading(zone, day - timedelta(hours=12))
    while day.year < 2041:
        noon = reading(zone, day + timedelta(hours=12))
        add(noon)
        if noon[1] - noon_before[1] != 86400:
            for step in range(96):
                add(reading(zone, day + timedelta(minutes=30 * step - 1440)))
        noon_before = noon
        day += timedelta(days=1)
    return value


def tzif(path):
    """The bytes of a zone; links are text files with the relative path that they lead to. None for other files."""
    data = path.read_bytes()
    if data.startswith(b"TZif"):
        return data
    target = path.parent / data.decode() if len(data) < 256 else None
    return tzif(target) if target and target.is_file() else None


def main():
    is_full = sys.argv[1:] == ["--full"]
    known = {}
    for path in sorted(TREE.rglob("*"), key=lambda path: path.relative_to(TREE).as_posix()):
        data = tzif(path) if path.is_file() else None
        if data is None:
            continue
        if data not in known:
            known[data] = digest(zoneinfo.ZoneInfo.from_file(io.BytesIO(data)), is_full)
        print(f"{known[data]:016x} {path.relative_to(TREE).as_posix()}")


if __name__ == "__main__":
    main()
