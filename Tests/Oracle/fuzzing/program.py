"""Runs the program in a separate folder, which gets a list of the commands."""

import json
import os
import subprocess

from ..values import instant_text


class Wrong(Exception):
    """Something that must not be. `label` is its class, which reports count."""

    def __init__(self, text, label="document"):
        super().__init__(text)
        self.label = label


class Program:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        os.makedirs(folder, exist_ok=True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run(self, *arguments, statuses=(0,), stdin=None):
        """Runs a command; its output as text, in which damaged bytes are replaced."""
        with open(self.path("commands.txt"), "a", encoding="utf-8") as file:
            file.write(" ".join(arguments) + "\n")
        stdin = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run([self.options.binary, *arguments], capture_output=True, input=stdin)
        done.stdout, done.stderr = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
        if done.returncode not in statuses:
            said = done.stderr[-800:] + done.stdout[-300:]
            raise Wrong(f"{' '.join(arguments)}\nends with {done.returncode}: {said}", "run")
        return done

    def json(self, *arguments, **how):
        return json.loads(self.run(*arguments, "--format", "json", **how).stdout)

    def write(self, name, export):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(export if isinstance(export, str) else json.dumps(export, ensure_ascii=False))
        return self.path(name)

    def shared(self, now, days, policies=(), zoneinfo=None):
        """The options by which all commands plan alike."""
        return ["--now", instant_text(now), "--days", str(days), "--zoneinfo", zoneinfo or self.options.zoneinfo,
                "--templates", self.options.templates, *(word for policy in policies for word in ("--policy", policy))]

    def plan(self, name, export, now, days, *more, statuses=(0, 1), **how):
        """Plans an export into a folder. What the plan says is in `self.said`."""
        arguments = [self.write(name + ".json", export), "--out", self.path(name), "--no-progress", *more]
        self.said = self.run("plan", *arguments, *self.shared(now, days, **how), statuses=statuses).stderr
        return self.path(name)

    def verify(self, out):
        self.run("verify", out, "--zoneinfo", self.options.zoneinfo)


def lines(*path):
    try:
        with open(os.path.join(*path), encoding="utf-8") as file:
            return [json.loads(line) for line in file]
    except (FileNotFoundError, ValueError) as error:
        raise Wrong(f"no lines in {path[-1]}: {error}", "run") from None


def decisions_of(out):
    return lines(out, "plan.ndjson")[1:]


def actions_of(out):
    return lines(out, "actions.ndjson")
