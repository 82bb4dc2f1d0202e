#!/usr/bin/env python3
"""Prints the twenty slowest tests of a run: slowest_tests.py EVENT_STREAM_FILE

All tests start at once, so a test's own time says nothing. That of its cases does: each runs without a pause once it has a
processor. A test that waits for a program counts the wait.
"""
import collections
import json
import sys

began: dict[tuple[str, str], float] = {}
seconds: collections.Counter[str] = collections.Counter()
with open(sys.argv[1], encoding="utf-8") as stream:
    for record in map(json.loads, stream):
        event = record["payload"]
        if record["kind"] != "event" or not event["kind"].startswith("testCase"):
            continue
        test, instant = event["testID"], event["instant"]["absolute"]
        case = (test, json.dumps(event.get("_testCase")))
        if event["kind"] == "testCaseStarted":
            began[case] = instant
        elif case in began:
            seconds[test] += instant - began[case]
if not seconds:
    sys.exit(f"{sys.argv[1]} has no test")
print(f"The slowest of {len(seconds)} tests, in seconds:")
for test, spent in seconds.most_common(20):
    print(f"{spent:8.1f}  {test.rpartition('/')[0]}")
