#!/usr/bin/env python3
"""Prints the twenty slowest tests of a run: slowest_tests.py XUNIT_FILE

Tests run in parallel, so a test's time includes its waits for a processor.
"""
import sys
import xml.etree.ElementTree

cases = xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase")
rows = [(float(case.get("time") or 0), f"{case.get('classname')}/{case.get('name')}") for case in cases]
if not rows:
    sys.exit(f"{sys.argv[1]} lists no test")
print(f"The slowest of {len(rows)} tests, in seconds:")
for seconds, name in sorted(rows, reverse=True)[:20]:
    print(f"{seconds:8.1f}  {name}")
