"""Runs of the program, with --redact or without, whose output may have no marker."""

import hashlib
import hmac
import json
import os
import re
import shutil
import subprocess

import redaction_names as names

MARK = re.compile(rb"(?i)qxzq|771{3}\d{6}")
KEYS = [b"0123456789abcdef0123456789abcdef", b"another key, of as many bytes as it takes"]


class Wrong(Exception):
    pass


def expect(condition, *words):
    if not condition:
        raise Wrong(" ".join(str(word) for word in words))


class Runs:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.binary = os.path.abspath(options.binary)
        self.shared = ["--zoneinfo", os.path.abspath(options.zoneinfo), "--templates", os.path.abspath(options.templates)]
        self.older = os.path.join(folder, "older")
        shutil.copytree(options.zoneinfo, self.older)
        shutil.copytree(options.older, self.older, dirs_exist_ok=True)
        for number, key in enumerate(KEYS):
            with open(os.path.join(folder, f"key{number}"), "wb") as file:
                file.write(key)
        self.commands = 0
        self.reached = names.Reached()

    def write(self, name, data):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if data is None:
            os.mkfifo(path)
            return
        with open(path, "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())

    def run(self, *arguments, stdin=None, hidden=True):
        self.commands += 1
        done = subprocess.run([self.binary, *arguments], capture_output=True, cwd=self.folder, input=stdin)
        words = " ".join(arguments)
        expect(0 <= done.returncode <= 76, words, "ends with", done.returncode)
        if hidden:
            self.hides(done.stdout, "standard output of", words)
            self.hides(done.stderr, "standard error of", words)
        return done

    def hides(self, data, *words):
        found = MARK.search(data)
        expect(not found, *words, "has a marker:", found and data[max(0, found.start() - 200):found.end() + 100])

    def files(self, name):
        found = {}
        for folder, _, files in os.walk(os.path.join(self.folder, name)):
            for file in files:
                path = os.path.join(folder, file)
                with open(path, "rb") as data:
                    found[os.path.relpath(path, os.path.join(self.folder, name))] = data.read()
        return found

    def plan(self, out, *more, now=names.NOW, key=None, jobs=1, previous=None):
        redact = [] if key is None else ["--redact", f"key{key}"]
        redact += ["--previous", previous] if previous else []
        return self.run("plan", *more, "--now", now, "--out", out, "--jobs", str(jobs), "--ics-accounts", "--verbose", *redact,
                        *self.shared, hidden=key is not None)

    def pseudonym(self, sort, text):
        return hmac.new(KEYS[0], f"{sort}\0{text}".encode(), hashlib.sha256).hexdigest()[:16]

    def lines(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return [json.loads(line) for line in file]
