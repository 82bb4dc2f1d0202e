#!/usr/bin/env python3
"""Drives a real Chromium over the pages that tickler writes: the examples, a hostile export, and runs of 1, 20, 3,000 and
100,000 accounts. Every claim that docs/report.md makes about the pages is held against the browser, and the figures on
them against plan.ndjson and summary.json.

    report_check.py --binary .build/release/tickler [--chromium /usr/bin/chromium]

Exits with 1 and a list of what failed."""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unicodedata
import urllib.parse

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

sys.path.append(str(pathlib.Path(__file__).parent / "Hostile"))
import hostile_exports  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOW = "2026-10-23T16:00:00Z"
PAGE_LIMIT = 5_000_000

failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)
        print(f"  FAILED {what}", flush=True)


def plan(binary, out, inputs, days=None, emit="plan,summary,html,actions"):
    command = [binary, "plan", *inputs, "--now", NOW, "--zoneinfo", "Tests/Zoneinfo/2026f", "--out", str(out), "--quiet",
               "--emit", emit]
    if days is not None:
        command += ["--days", str(days)]
    result = subprocess.run(command, cwd=ROOT, stderr=subprocess.DEVNULL, timeout=300)
    expect(result.returncode in (0, 1), f"{out.name}: tickler plan ended with {result.returncode}")


def decisions(out):
    with open(out / "plan.ndjson", encoding="utf-8") as lines:
        next(lines)
        return [json.loads(line) for line in lines]


def summary(out):
    return json.loads((out / "summary.json").read_text(encoding="utf-8"))


class Browser:
    """Pages in which everything that must not happen is noted."""

    def __init__(self, chromium):
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

    def close(self):
        self.browser.close()
        self.playwright.stop()

    def open(self, file, fragment="", **options):
        """The page, and the list of what it did that it must not do."""
        url = pathlib.Path(file).as_uri()
        context = self.browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.wrongs, page.runs_scripts = [], options.get("java_script_enabled", True)

        def on_request(route):
            if route.request.url.split("#")[0] == url:
                route.continue_()
            else:
                page.wrongs.append(f"asked for {route.request.url[:200]}")
                route.abort()

        context.route("**/*", on_request)
        page.on("dialog", lambda dialog: (page.wrongs.append(f"dialog {dialog.message[:200]}"), dialog.dismiss()))
        page.on("console", lambda message: page.wrongs.append(f"console {message.text[:300]}"))
        page.on("pageerror", lambda error: page.wrongs.append(f"script error {error}"))
        page.on("websocket", lambda socket: page.wrongs.append(f"web socket {socket.url}"))
        page.add_init_script(
            "window.violations=[];document.addEventListener('securitypolicyviolation',"
            "e=>window.violations.push(e.violatedDirective+' '+e.sourceFile+':'+e.lineNumber))")
        page.goto(url + fragment)
        return page


def as_shown(value):
    """A value as a page has it: what a document may not have, and what nobody sees, is replaced by what can be seen."""
    def shown(c):
        if c < " " and c not in "\t\n":
            return chr(0x2400 + ord(c))
        if c == "\x7f":
            return "\u2421"
        if "\x80" <= c <= "\x9f" or c in "\ufffe\uffff":
            return "\ufffd"
        # The payloads' joiners and tags are those of emoji.
        if unicodedata.category(c) in ("Cf", "Zl", "Zp") and c not in "\u200c\u200d" and not "\U000e0020" <= c <= "\U000e007f":
            return f"[U+{ord(c):04X}]"
        return c
    return "".join(map(shown, value))


def settle(page, milliseconds=250):
    """Until the filter has run, which waits a moment after the last key: by the page's own clock, so that a busy machine changes nothing."""
    # Where no script runs, no timer does either.
    if getattr(page, "runs_scripts", True):
        page.evaluate("wait => new Promise(done => setTimeout(done, wait))", milliseconds)


def until(page, condition):
    """Until a JavaScript expression is true. What comes after tells what is wrong if it never is."""
    for _ in range(3000):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(10)


def check_nothing_ran(name, page, scripts=1, links=()):
    """No script but the page's own ran, and no element or attribute comes from data; links lead within the page, or to `links`."""
    facts = page.evaluate("""() => {
      const names = {};
      let handlers = 0, styles = 0, sources = 0;
      const links = [];
      for (const element of document.querySelectorAll('*')) {
        names[element.localName] = (names[element.localName] || 0) + 1;
        for (const attribute of element.attributes) {
          if (attribute.name.startsWith('on')) handlers += 1;
          if (attribute.name === 'style') styles += 1;
          if (['src', 'srcset', 'action', 'formaction', 'xlink:href', 'srcdoc', 'ping'].includes(attribute.name)) sources += 1;
          if (attribute.name === 'href' && !attribute.value.startsWith('#')) links.push(attribute.value);
        }
      }
      return {names, handlers, styles, sources, links, pwned: window.pwned === undefined, violations: window.violations || []};
    }""")
    names = facts["names"]
    expect(facts["pwned"], f"{name}: a script from the data ran")
    expect(names.get("script", 0) == scripts, f"{name}: {names.get('script')} script elements")
    expect(names.get("style") == 1, f"{name}: {names.get('style')} style elements")
    expect(names.get("form", 0) <= 1, f"{name}: {names.get('form')} forms")
    expect(names.get("meta") == 4, f"{name}: {names.get('meta')} meta elements")
    for tag in ("img", "iframe", "object", "embed", "link", "base", "image", "video", "audio", "foreignobject", "template"):
        expect(tag not in names, f"{name}: an element {tag}")
    expect(facts["links"] == list(links), f"{name}: links to {facts['links']}")
    for kind in ("handlers", "styles", "sources"):
        expect(facts[kind] == 0, f"{name}: {facts[kind]} {kind} in attributes")
    known = set("""html head meta title style body a p header h1 h2 h3 div strong ul li b dl dt dd code bdi details summary
        span table thead tbody tr th td nav main section figure figcaption svg desc defs pattern rect path circle text form
        label input datalist select option button footer script br ins del""".split())
    expect(set(names) <= known, f"{name}: elements that no template has: {sorted(set(names) - known)}")
    expect(not facts["violations"], f"{name}: the page's policy was violated: {facts['violations'][:3]}")
    expect(not page.wrongs, f"{name}: {page.wrongs[:5]}")


def check_accessible(name, page):
    # Rows are all alike, and axe takes milliseconds for each: every part, and the accounts that have every part.
    page.evaluate("""() => {
      document.querySelectorAll('details:not(.account)').forEach(d => d.open = true);
      const accounts = [...document.querySelectorAll('details.account')];
      const shown = new Set();
      shown.opened = 0;
      for (const account of accounts) {
        const parts = [...account.querySelectorAll('h3')].map(h => h.textContent)
          .concat(account.querySelector('.chip.look') ? ['clock'] : [], account.querySelector('.verdict') ? ['horizon'] : []);
        account.open = shown.opened < 4 && account.querySelectorAll('tr').length < 60 && parts.some(part => !shown.has(part));
        if (account.open) { parts.forEach(part => shown.add(part)); shown.opened += 1; }
      }
      if (accounts.length && !document.querySelector('details.account[open]')) accounts[0].open = true;
    }""")
    response = Axe().run(page).response
    for violation in response["violations"]:
        nodes = violation["nodes"]
        expect(False, f"{name}: axe {violation['id']} ({violation['impact']}) {len(nodes)} times, such as "
               f"{nodes[0]['html'][:200]} {nodes[0].get('failureSummary', '')[:300]}")
    expect(response["passes"], f"{name}: axe looked at nothing")


def visible_rows(page):
    return page.evaluate("""() => [...document.querySelectorAll('tbody[data-day] > tr:not(.day)')]
      .filter(row => !row.closest('[hidden]')).map(row => row.id)""")


def check_filters(name, file, browser, lines):
    page = browser.open(file)
    everything = visible_rows(page)
    expect(len(everything) == len(lines), f"{name}: {len(everything)} rows for {len(lines)} decisions")
    expect(len(set(everything)) == len(everything), f"{name}: two rows have one anchor")
    problems = {"noDueDate", "dstGap", "zoneChange", "duplicate", "slotLimit"}

    def count(test):
        return sum(1 for line in lines if test(line))

    # By each field that has choices: as many as the plan has.
    known = {field: [option for option in page.eval_on_selector_all(f"#f-{field} option", "all => all.map(o => o.value)")
                     if option] for field in ("kind", "reason")}
    for field, values in known.items():
        expect(set(values) == {line[field] for line in lines if field in line}, f"{name}: choices of {field}: {values}")
    for field in ("kind", "reason", "outcome"):
        for value, number in collections.Counter(line[field] for line in lines if field in line).items():
            page.select_option(f"#f-{field}", value)
            rows = visible_rows(page)
            expect(len(rows) == number, f"{name}: filter {field}={value} shows {len(rows)}, the plan has {number}")
            shown = page.inner_text("#f-count")
            expect(shown.startswith(f"filtered: {field} ") and f": {number:,} of {len(lines):,} decisions" in shown,
                   f"{name}: filter {field}={value} says {shown}")
            expect(page.evaluate("location.hash") == f"#show?{field}={value}", f"{name}: no fragment for {field}={value}")
        page.select_option(f"#f-{field}", "")
    expect(page.evaluate("location.hash") == "", f"{name}: the fragment stays when nothing is filtered")
    days = page.evaluate("""() => { const days = {};
      document.querySelectorAll('tbody[data-day]').forEach(b => days[b.dataset.day] = (days[b.dataset.day] || 0) + b.rows.length - 1);
      return days; }""")
    expect(len(days) > 1, f"{name}: one day only")
    for day, number in days.items():
        page.select_option("#f-day", day)
        expect(len(visible_rows(page)) == number, f"{name}: filter day={day}")
    page.select_option("#f-day", "")
    page.check("#f-problems")
    expected = count(lambda line: line.get("reason") in problems)
    expect(len(visible_rows(page)) == expected, f"{name}: problems only shows {len(visible_rows(page))}, not {expected}")
    page.click("#f-reset")
    settle(page)
    expect(len(visible_rows(page)) == len(lines), f"{name}: clear does not show everything again")

    # By text and by account.
    page.fill("#f-account", lines[0]["account"].upper())
    settle(page)
    mine = count(lambda line: lines[0]["account"].lower() == line["account"].lower())
    expect(len(visible_rows(page)) == mine, f"{name}: filter by account")
    part = lines[0]["account"][:-1].lower()
    if part and part not in {line["account"].lower() for line in lines}:
        page.fill("#f-account", part)
        settle(page)
        some = count(lambda line: part in line["account"].lower())
        expect(len(visible_rows(page)) == some >= mine, f"{name}: filter by a part of an id")
    page.fill("#f-account", "")
    page.fill("#f-text", lines[0]["notification"])
    settle(page)
    named = count(lambda line: lines[0]["notification"].lower() in line["notification"].lower())
    expect(len(visible_rows(page)) >= named > 0, f"{name}: filter by notification")
    page.fill("#f-text", "no such text anywhere")
    settle(page)
    expect(visible_rows(page) == [], f"{name}: filter by a text that is nowhere")
    page.click("#f-reset")
    settle(page)

    # Back and forth, and a fragment that somebody was sent.
    kinds = sorted({line["kind"] for line in lines})[:2]
    for kind in kinds:
        page.select_option("#f-kind", kind)
    page.go_back()
    settle(page)
    expect(page.input_value("#f-kind") == kinds[0], f"{name}: back does not bring the filter before")
    expect(len(visible_rows(page)) == count(lambda line: line["kind"] == kinds[0]), f"{name}: back does not filter")
    page.go_forward()
    settle(page)
    expect(page.input_value("#f-kind") == kinds[1], f"{name}: forward does not bring the next filter")
    expect(not page.wrongs, f"{name}: {page.wrongs[:3]}")
    page.context.close()
    words = urllib.parse.quote(lines[0]["account"], safe="")
    page = browser.open(file, f"#show?account={words}&outcome=dropped")
    both = count(lambda line: lines[0]["account"].lower() == line["account"].lower() and line["outcome"] == "dropped")
    expect(len(visible_rows(page)) == both, f"{name}: a fragment with two fields shows {len(visible_rows(page))}, not {both}")
    expect(page.input_value("#f-account") == lines[0]["account"], f"{name}: the form does not show the fragment")
    page.context.close()


def check_anchors(name, file, browser, lines):
    page = browser.open(file)
    rows = visible_rows(page)
    uids = [line["uid"] for line in lines]
    for row in (rows[0], rows[len(rows) // 2], rows[-1]):
        expect(re.sub(r"\.\d+$", "", row)[2:] in uids, f"{name}: the anchor {row} is no uid of the plan")
        for script in (True, False):
            other = browser.open(file, "#" + row, java_script_enabled=script)
            settle(other)
            box = other.locator(f"[id='{row}']").bounding_box()
            word = "with" if script else "without"
            expect(box and 0 <= box["y"] < 900, f"{name}: #{row} does not open {word} script: {box}")
            other.context.close()
    reason = next(line["reason"] for line in lines if "reason" in line)
    page.select_option("#f-reason", reason)
    page.locator(f"tr[data-reason={reason}] a[href='#reason-{reason}']").first.click()
    settle(page)
    box = page.locator(f"#reason-{reason}").bounding_box()
    expect(box and 0 <= box["y"] < 900, f"{name}: a reason does not lead to its explanation: {box}")
    page.go_back()
    settle(page)
    expect(page.input_value("#f-reason") == reason, f"{name}: back from an explanation loses the filter")
    dead = page.evaluate("[...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !a.dataset.show && !document.getElementById("
                         "decodeURIComponent(a.getAttribute('href').slice(1)))).map(a => a.getAttribute('href'))")
    expect(not dead, f"{name}: links to nowhere: {dead[:5]}")
    twice = page.evaluate("(() => { const s = {}; document.querySelectorAll('[id]').forEach(e => s[e.id] = (s[e.id]||0)+1);"
                          "return Object.keys(s).filter(k => s[k] > 1); })()")
    expect(not twice, f"{name}: ids that stand twice: {twice[:5]}")
    page.context.close()


def check_links(name, file, browser, lines):
    """Every number that is a link shows as many decisions as it says; the expectation comes from the text of the link."""
    page = browser.open(file, java_script_enabled=False)
    links = page.eval_on_selector_all("a[data-show]", "all => all.map(a => [a.getAttribute('href'), a.dataset.show, a.textContent])")
    ids = set(page.eval_on_selector_all("[id]", "all => all.map(e => e.id)"))
    for href, show, text in links:
        expect(href[1:] in ids, f"{name}: without script {text} leads to {href}, which is nowhere")
    page.context.close()
    page = browser.open(file)
    wanted = {}
    for _, show, text in links:
        number = re.search(r"(\d[\d,]*)$|^(\d[\d,]*)", text.strip())
        if number and number.group().replace(",", "") != "0":
            wanted.setdefault(show, set()).add(int(number.group().replace(",", "")))
    # The verdict tells of accounts where it says that a device holds too few.
    wanted.get("reason=slotLimit", set()).discard(1)
    expect(len(wanted) > 50, f"{name}: {len(wanted)} links to decisions")
    found = page.evaluate("""async shows => {
      const found = {};
      for (const show of shows) {
        const changed = new Promise(done => window.addEventListener('hashchange', done, {once: true}));
        location.hash = '#show?' + show;
        await changed;
        found[show] = [...document.querySelectorAll('tbody[data-day] > tr:not(.day)')].filter(r => !r.closest('[hidden]')).length;
      }
      return found;
    }""", list(wanted))
    for show, numbers in wanted.items():
        expect(numbers == {found[show]}, f"{name}: {show} shows {found[show]}, its links say {sorted(numbers)}")
    # Bars and cells lead where the tables beside them do.
    bars = page.eval_on_selector_all("svg [data-show]", "all => all.map(e => [e.dataset.show, e.querySelector('title')?.textContent || ''])")
    expect({show for show, _ in bars} <= set(wanted) | {"reason=slotLimit"},
           f"{name}: pictures lead elsewhere: {sorted({show for show, _ in bars} - set(wanted))[:5]}")
    expect(len(bars) > 20, f"{name}: {len(bars)} bars and cells lead anywhere")
    page.evaluate("location.hash = ''")
    # The picture for narrow windows has cells without tips.
    show, tip = next((show, tip) for show, tip in bars if "hour" in show and tip)
    page.locator(f"svg [data-show='{show}']").locator("visible=true").click()
    settle(page)
    expect(len(visible_rows(page)) == int(tip.rsplit(" ", 1)[1].replace(",", "")), f"{name}: the cell {tip}")
    expect(not page.wrongs, f"{name}: {page.wrongs[:3]}")
    page.context.close()


def check_cut(binary, work, browser):
    """A page that has no room for every decision: what goes out is on it, and a link that opens fewer rows than its number says so."""
    source = work / "cut.json"
    items = [{"kind": "task", "id": f"t{number}", "title": f"T {number}", "date": "2026-10-24", "repeat": "daily",
              "time": f"{number % 24:02}:{number % 60:02}"} for number in range(2_000)]
    accounts = [{"id": "hana", "timeZone": "UTC", "items": items}, {"id": "ana", "timeZone": "UTC", "items": []}]
    source.write_text(json.dumps({"format": "tickler-export/1", "app": "focusflow", "accounts": accounts}))
    out = work / "cut"
    plan(binary, out, [str(source)])
    lines = decisions(out)
    page = browser.open(out / "index.html")
    shown = len(visible_rows(page))
    expect(0 < shown < len(lines), f"cut: {shown} rows for {len(lines)} decisions")
    links = page.eval_on_selector_all("a[data-show]", "all => all.map(a => [a.dataset.show, a.textContent, "
                                      "a.closest('[data-figure]')?.dataset.figure || ''])")
    told = {}
    for show, text, figure in links:
        if re.fullmatch(r"[\d,]+", text) and not figure.startswith("coverageHorizons"):
            told.setdefault(show, text)
    expect(len(told) > 20, f"cut: {len(told)} numbers are links")
    for show, text in told.items():
        page.evaluate(f"location.hash = '#show?{show}'")
        settle(page, 30)
        rows, words = len(visible_rows(page)), page.inner_text("#f-count")
        expect(f": {rows:,} of {shown:,} decisions" in words, f"cut: {show} shows {rows} rows and says {words}")
        expect(f"{rows:,}" == text or words.endswith(f"; the plan has {text}"), f"cut: {text} opens {rows} rows: {words}")
    going = sum(line["outcome"] == "scheduled" for line in lines)
    page.evaluate("location.hash = '#show?outcome=scheduled'")
    settle(page)
    expect(len(visible_rows(page)) == going, f"cut: {len(visible_rows(page))} of {going} that go out are on the page")
    page.fill("#f-account", "ana")
    page.select_option("#f-outcome", "")
    settle(page)
    mine = sum(line["account"] == "ana" for line in lines)
    expect(len(visible_rows(page)) == mine, f"cut: account=ana shows {len(visible_rows(page))} rows, not {mine}")
    check_nothing_ran("cut", page)
    page.context.close()


def check_same(name, file, browser, lines):
    """Neighbours of one reason are one line that says how many, from when to when, and has them all inside."""
    page = browser.open(file, java_script_enabled=False)
    folded = page.eval_on_selector_all("details.same", """all => all.map(d => ({
      words: d.querySelector(':scope > summary').textContent, account: d.closest('.account').dataset.account, open: d.open,
      reasons: [...d.querySelectorAll('tbody[data-day] > tr:not(.day)')].map(r => r.dataset.reason),
      days: [...d.querySelectorAll('tbody[data-day]')].map(b => b.dataset.day)}))""")
    expect(folded and not any(line["open"] for line in folded), f"{name}: {len(folded)} folded lines")
    for line in folded:
        expect(len(set(line["reasons"])) == 1 and len(line["reasons"]) >= 4 and line["words"].startswith(f"{len(line['reasons'])} × "),
               f"{name}: {line['words']} has {line['reasons'][:9]}")
    lost = sorted(line["at"][:10] for line in lines if line["account"] == "fay" and line.get("reason") == "slotLimit")
    mine = [line for line in folded if line["account"] == "fay" and line["reasons"][0] == "slotLimit"]
    expect(len(mine) == 1 and mine[0]["words"].startswith(f"{len(lost)} × no slot left, 31 Oct–6 Nov")
           and (lost[0], lost[-1]) == ("2026-10-31", "2026-11-06") and mine[0]["days"] == sorted(set(lost)),
           f"{name}: the slots of fay: {[line['words'] for line in mine]}")
    for fact in ("64 on ios", "reserved: 10", "taken: 54", "ritualist.ndjson:"):
        expect(fact in mine[0]["words"], f"{name}: {fact} is not in {mine[0]['words']}")
    page.context.close()


def first_row(page):
    """The box of the first decision that is shown."""
    return page.evaluate("""() => {
      const row = [...document.querySelectorAll('tbody[data-day] > tr:not(.day)')].find(r => r.checkVisibility());
      if (!row) return null;
      const box = row.getBoundingClientRect();
      const bars = [...document.querySelectorAll('.toc, #filter')].filter(e => getComputedStyle(e).position === 'sticky')
        .map(e => e.getBoundingClientRect().bottom);
      return {id: row.id, top: box.top, under: Math.max(0, ...bars), reason: row.dataset.reason || ''};
    }""")


def expect_on_screen(name, page, height):
    row = first_row(page)
    expect(row and row["under"] <= row["top"] + 1 and row["top"] < height - 40, f"{name}: the first result is at {row}")
    return row


def check_questions(name, file, browser, lines):
    """From opening the page to the answer in at most two interactions, each of which is counted here."""
    mine = [line for line in lines if line["account"] == "fay"]
    for width, height in ((1440, 900), (390, 844)):
        at = f"{name} at {width}"
        # The reviewer: which notifications have no slot? One click in the verdict.
        page = browser.open(file)
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".verdict a", has_text="no slot left").first.click()
        settle(page)
        row = expect_on_screen(at, page, height)
        expect(row["reason"] == "slotLimit", f"{at}: the first of no slot left is {row}")
        number = sum(1 for line in lines if line.get("reason") == "slotLimit")
        expect(f"filtered: reason no slot left: {number} of" in page.inner_text("#f-count"), f"{at}: {page.inner_text('#f-count')}")
        pictures = page.locator("details.account svg").filter(visible=True).count()
        expect(pictures == 0, f"{at}: {pictures} pictures stand before the results")
        # And why? A second one, on the reason.
        page.locator("tr[data-reason=slotLimit] a[href='#reason-slotLimit']").filter(visible=True).first.click()
        settle(page)
        box = page.locator("#reason-slotLimit").bounding_box()
        expect(box and 0 <= box["y"] < height, f"{at}: the reason is not explained: {box}")
        page.context.close()

        # Support: what of this account and this text? The link that a colleague sent opens at the answer.
        context = browser.browser.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        page.goto(pathlib.Path(file).as_uri() + "#show?account=fay&text=piano")
        settle(page)
        expect_on_screen(at, page, height)
        shown = page.inner_text("#f-count")
        rows = len(visible_rows(page))
        expect(rows >= sum(1 for line in mine if "piano" in line["notification"]) > 0, f"{at}: {rows} rows of piano")
        expect(shown.startswith(f"filtered: account fay, text piano: {rows} of {len(lines)} decisions"), f"{at}: {shown}")
        marks = page.evaluate("[...CSS.highlights.get('hit')].map(r => r.toString().toLowerCase())")
        expect(marks.count("piano") >= rows and set(marks) == {"piano", "fay"}, f"{at}: marked is {marks[:5]}")
        page.goto("about:blank")
        # Nothing found says so, and what to ask instead.
        page.goto(pathlib.Path(file).as_uri() + "#show?account=it's&text=nothing&day=2026-10-25")
        settle(page)
        box = page.locator("#f-none").bounding_box()
        expect(box and 0 <= box["y"] < height, f"{at}: nothing found is told at {box}")
        said = page.inner_text("#f-none code")
        expect(said == "tickler explain --account 'it'\\''s' --notification nothing --on 2026-10-25", f"{at}: {said}")
        page.click("#f-reset")
        settle(page)
        expect(not page.locator("#f-none").is_visible() and len(visible_rows(page)) == len(lines), f"{at}: clear")
        context.close()


def check_since(binary, work, browser):
    """The operator, the morning after: the news is on the first screen, and each change two clicks away at most."""
    policy = work / "ritualist.toml"
    policy.write_text((ROOT / "templates/policies/ritualist.toml").read_text()
                      + '\n[[accepted]]\nreason = "slotLimit"\nuntil = "2026-12-31"\nwhy = "<b>known</b>"\n')
    source = work / "changed"
    source.mkdir()
    for file in sorted((ROOT / "inputs/examples").iterdir()):
        (source / file.name).write_text(file.read_text(encoding="utf-8").replace('"07:30"', '"07:45"'), encoding="utf-8")
    old, new = work / "since-old", work / "since-new"
    for out, inputs, now, more in ((old, "inputs/examples", "2026-10-22T16:00:00Z", []),
                                   (new, str(source), NOW, ["--previous", str(old), "--policy", str(policy)])):
        subprocess.run([binary, "plan", inputs, "--now", now, "--zoneinfo", "Tests/Zoneinfo/2026f", "--out", str(out), "--quiet",
                        "--emit", "plan,summary,html,actions", *more], cwd=ROOT, stderr=subprocess.DEVNULL, timeout=300)
    file = new / "index.html"
    changes = summary(new)["changes"]
    acting = [change for change in changes["changes"] if change.get("causes", [change["cause"]]) != ["time"]]
    for width, height in ((1440, 900), (390, 844)):
        page = browser.open(file)
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator(".news").bounding_box()
        expect(box and box["y"] + box["height"] < height, f"since at {width}: the news is at {box}")
        expect(f"{len(acting)} changes by" in page.inner_text(".news"), f"since: {page.inner_text('.news')}")
        expect(f"{changes['byTimeAlone']} by time passing" in page.inner_text(".news"), f"since: {page.inner_text('.news')}")
        page.locator(".news a[href='#since']").click()
        settle(page)
        link = page.locator("section[aria-labelledby=since] li[data-change] a").filter(visible=True).first
        name = link.get_attribute("href")[1:]
        expect(0 <= link.bounding_box()["y"] < height, f"since at {width}: the first change is at {link.bounding_box()}")
        link.click()
        settle(page)
        box = page.locator(f"[id='{name}']").bounding_box()
        expect(box and 0 <= box["y"] < height, f"since at {width}: a change leads to {name} at {box}")
        page.context.close()
    page = browser.open(file, java_script_enabled=False)
    shown = page.locator("section[aria-labelledby=since] li[data-change]:not(:has(li))").count()
    expect(shown == len(acting), f"since: {shown} lines for {len(acting)} changes")
    accepted = summary(new)["accepted"]["slotLimit"]
    chip = page.locator(".verdict a.chip", has_text="no slot left")
    expect(chip.inner_text() == f"{accepted} no slot left", f"since: accepted says {chip.inner_text()}")
    expect(page.locator("tr[data-reason=slotLimit] a.stop").count() == 0, "since: what is accepted is red")
    page.context.close()
    page = browser.open(file)
    check_nothing_ran("since", page)
    page.context.close()
    check_modes("since", file, browser)

    # The same as a page of its own, with a filter.
    file = work / "changes.html"
    result = subprocess.run([binary, "diff", str(old), str(new), "--format", "html"], cwd=ROOT, capture_output=True, timeout=300)
    file.write_bytes(result.stdout)
    page = browser.open(file)
    check_nothing_ran("changes", page)
    total = sum(changes["counts"].values())
    lines = ".by-account li[data-change]:not(:has(li))"
    expect(page.locator(lines).count() == total, f"changes: {page.locator(lines).count()} lines for {total} changes")
    for verb, number in changes["counts"].items():
        page.select_option("#f-change", verb)
        rows = page.evaluate(f"[...document.querySelectorAll('{lines}')].filter(l => !l.closest('[hidden]')).length")
        expect(rows == number and f"filtered: {number} of {total}" in page.inner_text("#f-count"), f"changes: {verb} shows {rows}, not {number}")
    page.click("#f-reset")
    settle(page)
    page.fill("#f-text", "cleo")
    rows = page.evaluate(f"[...document.querySelectorAll('{lines}')].filter(l => !l.closest('[hidden]')).map(l => l.closest('.by-account').dataset.account)")
    expect(set(rows) == {"cleo"}, f"changes: the text cleo shows {sorted(set(rows))}")
    expect(page.evaluate("location.hash") == "#show?text=cleo", "changes: no fragment for the text")
    page.context.close()
    check_modes("changes", file, browser)


def check_without_script(name, file, browser, rows):
    page = browser.open(file, java_script_enabled=False)
    expect(len(visible_rows(page)) == rows, f"{name}: without script {len(visible_rows(page))} of {rows} rows")
    expect(not page.locator("#filter").is_visible(), f"{name}: without script there are controls that do nothing")
    summary_ = page.locator("details.account > summary").first
    row = page.locator("details.account tbody[data-day] > tr:not(.day)").first
    if not row.is_visible() and not summary_.evaluate("summary => summary.parentElement.open"):
        summary_.click()
    folded = row.locator("xpath=ancestor::details[@class='same']")
    if folded.count() and not row.is_visible():
        folded.locator("> summary").click()
    expect(row.is_visible(), f"{name}: without script an account does not open")
    page.context.close()
    # On paper is what is open, and where the address asks for it everything.
    heights_of = "[...document.querySelectorAll('tbody[data-day] > tr')].map(r => r.getBoundingClientRect().height)"
    page = browser.open(file, "#print-accounts", java_script_enabled=False)
    page.emulate_media(media="print")
    heights = page.evaluate(heights_of)
    expect(heights and min(heights) > 0, f"{name}: {sum(1 for h in heights if h <= 0)} rows are not printed")
    expect(not page.locator(".toc").is_visible(), f"{name}: the navigation is printed")
    page.context.close()
    page = browser.open(file, java_script_enabled=False)
    # Equal neighbours in an open account are printed as the one line that they are.
    opened = page.evaluate("[...document.querySelectorAll('tbody[data-day] > tr')].filter(r => !r.closest('details:not([open])')).length")
    lines = page.evaluate("[...document.querySelectorAll('.account[open] details.same:not([open]) > summary')].length")
    page.emulate_media(media="print")
    printed = page.evaluate("[...document.querySelectorAll('tbody[data-day] > tr')].filter(r => r.checkVisibility()).length")
    expect(printed == opened, f"{name}: {printed} rows are printed, of {opened} in open accounts")
    seen = page.evaluate("[...document.querySelectorAll('details.same > summary')].filter(s => s.checkVisibility()).length")
    expect(seen == lines, f"{name}: {seen} lines of equal neighbours are printed, of {lines} in open accounts")
    page.context.close()


def sheets(page):
    """Of what the page prints to A4."""
    pdf = page.pdf(format="A4")
    expect(pdf.startswith(b"%PDF"), "no PDF")
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def check_summary_prints(name, file, browser):
    page = browser.open(file)
    expect(0 < sheets(page) <= 4, f"{name}: the summary has {sheets(page)} sheets")
    page.context.close()


def check_print(name, file, browser):
    """A summary of four sheets at most; with the accounts that are open, and all of them where the address asks for them."""
    page = browser.open(file)
    closed = page.evaluate("document.querySelectorAll('details:not([open])').length")
    summary_ = sheets(page)
    expect(0 < summary_ <= 4, f"{name}: the summary has {summary_} sheets")
    page.locator("details.account > summary").first.click()
    one = sheets(page)
    page.locator("details.account > summary").first.click()
    expect(one > summary_, f"{name}: an account that is open is not printed")
    page.goto(file.as_uri() + "#print-accounts")
    everything = sheets(page)
    expect(everything > one + 10, f"{name}: all accounts have {everything} sheets, one has {one}")
    again = page.evaluate("document.querySelectorAll('details:not([open])').length")
    expect(closed == again, f"{name}: printing leaves {closed - again} parts open")
    page.context.close()


def check_modes(name, file, browser, accessible=("light", "dark")):
    """Dark mode is dark, and both modes read well."""
    papers = []
    for scheme in ("light", "dark"):
        page = browser.open(file, color_scheme=scheme)
        papers.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        if scheme in accessible:
            check_accessible(f"{name}, {scheme}", page)
        page.context.close()
    light, dark = (sum(map(int, re.findall(r"\d+", paper)[:3])) for paper in papers)
    expect(light > 600 and dark < 150, f"{name}: paper is {papers}")
    for width in (390, 1280):
        page = browser.open(file)
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        wide = page.evaluate("document.documentElement.scrollWidth")
        expect(wide <= width, f"{name}: at {width} pixels the page is {wide} wide")
        page.context.close()


def table(page, selector):
    """By row head: the numbers of a table's row, and by column head."""
    return page.evaluate("""selector => {
      const table = document.querySelector(selector);
      if (!table) return null;
      const heads = [...table.tHead.rows[0].cells].map(c => c.textContent.trim());
      return [...table.tBodies[0].rows].map(row => {
        const cells = [...row.cells].map(c => c.textContent.trim());
        return {date: row.dataset.date || cells[0], id: row.id,
                cells: Object.fromEntries(heads.slice(1).map((h, i) => [h, Number(cells[i + 1].replaceAll(',', ''))]))};
      });
    }""", selector)


def check_figures(name, out, browser):
    """The tables beside the pictures say what summary.json says, and the pictures have as much in them as they say."""
    counts = summary(out)
    page = browser.open(out / "index.html")
    days = table(page, "#table-days")
    expected = {day: kinds for day, kinds in counts["byDay"].items()}
    expect([row["date"] for row in days] == sorted(expected), f"{name}: days of the table")
    for row in days:
        wanted = expected[row["date"]]
        found = {kind: number for kind, number in row["cells"].items() if kind != "All" and number}
        expect(found == wanted, f"{name}: {row['date']} has {found}, not {wanted}")
        expect(row["cells"]["All"] == sum(wanted.values()), f"{name}: the sum of {row['date']}")
    total = counts["outcomes"]["scheduled"]
    hours = table(page, "#table-hours")
    expect(sum(sum(row["cells"].values()) for row in hours) == total, f"{name}: the hours do not add up to {total}")
    reasons = {row["id"].removeprefix("reason-"): row["cells"]["Candidates"] for row in table(page, "#table-reasons") or []}
    expect(reasons == counts["reasons"], f"{name}: reasons {reasons}, not {counts['reasons']}")
    slots = {row["date"]: row["cells"]["Accounts"] for row in table(page, "#table-slots")}
    expect(sum(slots.values()) == counts["accounts"], f"{name}: slots of {sum(slots.values())} accounts")
    expect(slots["beyond the limit"] == counts["coverageHorizons"]["accounts"], f"{name}: accounts beyond the limit")
    # A picture has bars as high as its numbers: the parts of the tallest column reach to where the axis says.
    parts = page.evaluate("""() => {
      const svg = document.querySelector('svg[aria-labelledby^=picture-days]');
      const columns = {};
      for (const rect of svg.querySelectorAll('rect.part')) {
        const title = rect.querySelector('title');
        if (!title) continue;
        const x = rect.getAttribute('x');
        const number = Number(title.textContent.split(' ').pop().replaceAll(',', ''));
        const column = columns[x] = columns[x] || {count: 0, height: 0};
        column.count += number;
        column.height += Number(rect.getAttribute('height'));
      }
      const box = svg.viewBox.baseVal;
      const outside = [...svg.querySelectorAll('rect, path, text')].filter(e => {
        if (e.closest('defs')) return false;
        const b = e.getBBox();
        return b.x < -1 || b.y < -1 || b.x + b.width > box.width + 1 || b.y + b.height > box.height + 1;
      }).length;
      return {columns: Object.values(columns), outside};
    }""")
    columns = parts["columns"]
    expect(sum(column["count"] for column in columns) == total, f"{name}: the picture of the days shows other counts")
    expect(parts["outside"] == 0, f"{name}: {parts['outside']} parts of a picture lie outside it")
    top = max(columns, key=lambda column: column["count"])
    for column in columns:
        wanted = top["height"] * column["count"] / top["count"]
        expect(abs(column["height"] - wanted) <= 10, f"{name}: a column of {column['count']} is {column['height']} high, "
               f"where {top['count']} are {top['height']}")
    check_nothing_ran(name, page)
    page.context.close()


def small_accounts(file, count, items):
    """`count` accounts, of which every seventh asks for more than its device holds or is not authorized."""
    zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "UTC"]
    with open(file, "w", encoding="utf-8") as lines:
        lines.write('{"format":"tickler-export/1","app":"focusflow","exportedAt":"2026-10-23T15:00:00Z"}\n')
        for number in range(count):
            account = {"id": f"u{number:06}", "timeZone": zones[number % 5]}
            if number % 7 == 3:
                account["authorization"] = "denied"
            tasks = 70 if number % 70 == 5 else items
            account["items"] = [{"kind": "task", "id": f"t{index}", "title": f"Task {index}", "date": "2026-10-24",
                                 "time": f"{index % 24:02}:{index % 60:02}"} for index in range(tasks)]
            lines.write(json.dumps({"account": account}) + "\n")


def account_page(binary, out, account):
    result = subprocess.run([binary, "report", str(out), f"--account={account}", "--zoneinfo", "Tests/Zoneinfo/2026f"],
                            cwd=ROOT, capture_output=True, text=True, timeout=300)
    expect(result.returncode == 0, f"tickler report --account {account[:40]!r}: {result.stderr[:300]}")
    return pathlib.Path(result.stdout.strip())


def check_account_page(name, file, browser, lines, every=False):
    """With `every`, what an account's page shares with the summary page as well."""
    expect(file.stat().st_size < PAGE_LIMIT, f"{name}: the page has {file.stat().st_size} bytes")
    page = browser.open(file)
    check_nothing_ran(name, page, links=["index.html"])
    page.context.close()
    if every:
        check_filters(name, file, browser, lines)
        check_anchors(name, file, browser, lines)
    check_without_script(name, file, browser, len(lines))
    check_modes(name, file, browser, ("light", "dark") if every else ())


def check_large(name, out, browser):
    """A run that no page can hold: problems first, under 5 MB, and told what is left out."""
    page = browser.open(out / "index.html")
    size = (out / "index.html").stat().st_size
    expect(size < PAGE_LIMIT, f"{name}: the page has {size} bytes")
    counts = summary(out)
    shown = page.evaluate("[...document.querySelectorAll('details.account')].map(d => d.querySelector(':scope > summary .stop') !== null)")
    expect(shown == sorted(shown, reverse=True), f"{name}: problems do not come first")
    expect(0 < len(shown) < counts["accounts"], f"{name}: {len(shown)} accounts on the page")
    told = page.inner_text("#left-out")
    expect(f"{counts['accounts'] - len(shown):,} left out" in told, f"{name}: says {told}")
    expect("tickler report DIR --account ID" in told, f"{name}: does not say how to get the rest")
    # Thousands of rows filter without lag.
    rows = len(visible_rows(page))
    start = time.monotonic()
    page.check("#f-problems")
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    took = time.monotonic() - start
    print(f"  {size:,} bytes, {len(shown)} of {counts['accounts']:,} accounts, {rows:,} rows, filtered in {took * 1000:.0f} ms")
    page.context.close()


def check_history(binary, work, browser):
    """The page of an archive whose name is hostile: three nights, no script."""
    archive = work / "<img src=x onerror=alert(1)>"
    for day in (21, 22, 23):
        subprocess.run([binary, "plan", "inputs/examples", "--now", f"2026-10-{day}T16:00:00Z", "--zoneinfo",
                        "Tests/Zoneinfo/2026f", "--archive", str(archive), "--quiet", "--emit", "plan,summary"],
                       cwd=ROOT, stderr=subprocess.DEVNULL, timeout=300)
    file = work / "history.html"
    file.write_bytes(subprocess.run([binary, "history", str(archive), "--format", "html"], cwd=ROOT, check=True,
                                    capture_output=True, timeout=300).stdout)
    page = browser.open(file)
    check_nothing_ran("history", page, scripts=0)
    expect(str(archive) in page.inner_text("h1"), "history: the archive's name is not on the page as it is")
    reasons = json.loads((archive / "latest" / "summary.json").read_text())["reasons"]
    head = page.eval_on_selector_all("#table-runs thead th", "cells => cells.map(c => c.textContent)")
    row = page.eval_on_selector_all("#table-runs tbody tr:first-child > *", "cells => cells.map(c => c.textContent)")
    for reason in ("slotLimit", "duplicate"):
        expect(row[head.index(reason)] == str(reasons[reason]), f"history: {reason} is {row[head.index(reason)]}")
    pictures = page.eval_on_selector_all("svg", "all => all.filter(s => s.getAttribute('aria-labelledby').split(' ')"
                                         ".every(id => document.getElementById(id).textContent)).length")
    expect(pictures == page.eval_on_selector_all("svg", "all => all.length") > 4, f"history: {pictures} pictures have names")
    page.context.close()
    check_modes("history", file, browser)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    binary = str(pathlib.Path(options.binary).resolve())
    browser = Browser(options.chromium)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)

        def step(text):
            print(f"{time.monotonic() - begun:5.0f} s  {text}", flush=True)

        begun = time.monotonic()
        step("the examples")
        out = work / "examples"
        plan(binary, out, ["inputs/examples"])
        lines = decisions(out)
        file = out / "index.html"
        page = browser.open(file)
        check_nothing_ran("examples", page)
        page.context.close()
        check_figures("examples", out, browser)
        step("filters and anchors")
        check_filters("examples", file, browser, lines)
        check_anchors("examples", file, browser, lines)
        check_links("examples", file, browser, lines)
        check_questions("examples", file, browser, lines)
        check_same("examples", file, browser, lines)
        step("more decisions than a page has room for")
        check_cut(binary, work, browser)
        step("a run after another one")
        check_since(binary, work, browser)
        step("without script, on paper, light and dark")
        check_without_script("examples", file, browser, len(lines))
        check_print("examples", file, browser)
        check_modes("examples", file, browser)

        step("pages of one account, and all of them anew")
        before = file.read_bytes()
        for account in ("fay", "cleo", "noa"):
            check_account_page(f"account {account}", account_page(binary, out, account), browser,
                               [line for line in lines if line["account"] == account], every=account == "fay")
        file.unlink()
        subprocess.run([binary, "report", str(out), "--quiet", "--zoneinfo", "Tests/Zoneinfo/2026f"], cwd=ROOT, check=True)
        expect(file.read_bytes() == before, "examples: tickler report makes another page than tickler plan")

        step("the history of an archive")
        check_history(binary, work, browser)

        step("a hostile export")
        inputs = work / "hostile"
        inputs.mkdir()
        for name, text in hostile_exports.exports().items():
            (inputs / name).write_text(text, encoding="utf-8")
        out = work / "hostile-out"
        plan(binary, out, [str(inputs)])
        file = out / "index.html"
        expect(file.stat().st_size < PAGE_LIMIT, f"hostile: the page has {file.stat().st_size} bytes")
        page = browser.open(file)
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        page.hover("details.account tbody tr:not(.day) .text")
        check_nothing_ran("hostile", page)
        text = page.evaluate("document.querySelector('main').textContent")
        for payload in hostile_exports.PAYLOADS:
            expect(as_shown(payload) in text, f"hostile: {payload!r} is not on the page as it is")
        shown = page.evaluate("document.querySelectorAll('details.account').length")
        hostile = {line["account"] for line in decisions(out)}
        expect(shown == summary(out)["accounts"], f"hostile: {shown} of {summary(out)['accounts']} accounts")
        control = page.evaluate("/[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\ufffe\\uffff]/.test(document.documentElement.textContent)")
        expect(not control, "hostile: a control character stands on the page")
        page.context.close()
        check_summary_prints("hostile", file, browser)
        check_modes("hostile", file, browser, ("light",))
        for account in [name for name in sorted(hostile) if "<" in name and "\0" not in name][:2]:
            check_account_page(f"account {account[:20]!r}", account_page(binary, out, account), browser,
                               [line for line in decisions(out) if line["account"] == account])

        for count, items, days in ((1, 3, None), (20, 3, None), (3_000, 3, None), (100_000, 1, 1)):
            step(f"{count:,} accounts")
            source = work / f"{count}.ndjson"
            small_accounts(source, count, items)
            out = work / f"out-{count}"
            plan(binary, out, [str(source)], days=days, emit="summary,html")
            check_figures(f"{count} accounts", out, browser)
            if count > 1:
                check_summary_prints(f"{count} accounts", out / "index.html", browser)
            if count >= 3_000:
                check_large(f"{count} accounts", out, browser)
        step("done")
    browser.close()
    if failures:
        print(f"\n{len(failures)} failed:")
        for failure in failures:
            print(f"- {failure}")
        return 1
    print("The report holds.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
