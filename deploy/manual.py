#!/usr/bin/env python3
"""Writes the manual pages: one a command, from the descriptions that --help has.

    tickler --experimental-dump-help | deploy/manual.py --version 0.3.0 --date 2026-11-28 FOLDER
"""

import argparse
import json
import pathlib
import re
import sys


def roff(text):
    """A text as it stands in a line of roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "")
    return re.sub(r"^\.", "\\\\&.", text)


def paragraphs(text):
    """The paragraphs of a discussion; indented lines stand as they are."""
    lines = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines.append(".PP")
        if all(line.startswith("  ") for line in block.split("\n")):
            lines += [".nf", ".RS 4", *(roff(line.strip()) for line in block.split("\n")), ".RE", ".fi"]
        else:
            # A sentence a line, as roff wants it, for the space after it.
            for sentence in re.split(r"(?<=[.;:]) +", " ".join(block.split())):
                lines.append(roff(sentence))
    return lines


def names(argument):
    short = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    return [short[name["kind"]] + name["name"] for name in argument.get("names", [])]


def synopsis(argument):
    if argument["kind"] == "positional":
        text = f"\\fI{roff(argument['valueName'])}\\fR" + (" .\\|.\\|." if argument["isRepeating"] else "")
    else:
        text = f"\\fB{roff(names(argument)[-1])}\\fR"
        if argument["kind"] == "option":
            text += f" \\fI{roff(argument['valueName'])}\\fR"
    return f"[{text}]" if argument["isOptional"] else text


def description(argument):
    lines = [".TP"]
    if argument["kind"] == "positional":
        lines.append(f"\\fI{roff(argument['valueName'])}\\fR")
    else:
        spelled = ", ".join(f"\\fB{roff(name)}\\fR" for name in names(argument))
        if argument["kind"] == "option":
            spelled += f" \\fI{roff(argument['valueName'])}\\fR"
        lines.append(spelled)
    text = argument.get("abstract", "")
    default = argument.get("defaultValue")
    if default and "Default:" not in text:
        text += f" Default: {default}."
    lines.append(roff(text.strip()) or "See above.")
    return lines


def page(command, root, version, date):
    """The page of a command; of the program itself where both are the same."""
    title = root["commandName"] if command is root else f"{root['commandName']}-{command['commandName']}"
    call = title.replace("-", " ", 1)
    shown = [argument for argument in command["arguments"] if argument["shouldDisplay"]]
    lines = [f'.TH {roff(title).upper()} 1 "{date}" "{root["commandName"]} {version}" "User Commands"',
             ".SH NAME", f"{roff(title)} \\- {roff(command['abstract'].rstrip('.')[0].lower() + command['abstract'].rstrip('.')[1:])}",
             ".SH SYNOPSIS", ".nh", ".ad l", f".B {roff(call)}"]
    if command is root:
        lines.append("\\fIcommand\\fR [\\fIoption\\fR .\\|.\\|.] [\\fIpath\\fR .\\|.\\|.]")
    lines += [synopsis(argument) for argument in shown if argument["valueName"] not in ("help", "version")]
    lines += [".ad b", ".hy"]
    discussion, _, status = command.get("discussion", "").partition("Exit status: ")
    general = root["discussion"].partition("Exit status: ")[2]
    if discussion.strip():
        lines += [".SH DESCRIPTION", *paragraphs(discussion)[1:]]
    if command is root:
        lines.append(".SH COMMANDS")
        for sub in root["subcommands"]:
            if sub["commandName"] != "help":
                lines += [".TP", f"\\fBtickler\\-{roff(sub['commandName'])}\\fR(1)", roff(sub["abstract"])]
    if shown:
        lines += [".SH OPTIONS", *(line for argument in shown for line in description(argument))]
    lines.append(".SH EXIT STATUS")
    # What a command says of its results holds, and what is said of all faults.
    own = dict(statuses(status))
    found = {number: words for number, words in statuses(general) if not own or int(number.split(",")[0]) >= 64} | own
    for number, words in sorted(found.items(), key=lambda pair: int(pair[0].split(",")[0])):
        lines += [".TP", f"\\fB{roff(number)}\\fR", roff(words[0].upper() + words[1:] + ".")]
    others = [root, *(sub for sub in root["subcommands"] if sub["commandName"] != "help")]
    others = [root["commandName"] if other is root else f"tickler-{other['commandName']}" for other in others
              if other is not command]
    lines += [".SH SEE ALSO", ",\n".join(f".BR {roff(other)} (1)" for other in others).replace("(1),", "(1) ,")]
    return "\n".join(lines) + "\n"


def statuses(text):
    """`0 done; 1 some records were rejected` as pairs; one without a number belongs to the one before."""
    pairs = []
    for part in re.split(r";\s*", " ".join(text.split()).rstrip(".")):
        match = re.match(r"([\d, ]*\d)\s+(.*)", part)
        if match:
            pairs.append((match[1], match[2]))
        elif part and pairs:
            pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]}; {part}")
    return pairs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--version", required=True)
    parser.add_argument("--date", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    root = json.load(sys.stdin)["command"]
    options.folder.mkdir(parents=True, exist_ok=True)
    for command in [root, *root["subcommands"]]:
        if command["commandName"] == "help":
            continue
        name = root["commandName"] if command is root else f"{root['commandName']}-{command['commandName']}"
        (options.folder / f"{name}.1").write_text(page(command, root, options.version, options.date))


main()
