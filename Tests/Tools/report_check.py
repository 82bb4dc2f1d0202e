#!/usr/bin/env python3
"""Drives a real Chromium over the pages that tickler writes, as one page and as a site: the examples, a hostile export, 2,000 items of one
account, four runs in a row, and runs of 1, 20 and 3,000 accounts. Every claim that docs/report.md makes about the pages is checked in the
browser, and each number on them against plan.ndjson, summary.json and the rows that it opens.

    report_check.py --binary .build/release/tickler [--chromium /usr/bin/chromium]

Exits with 1 and a list of what failed."""

import argparse
import collections
import contextlib
import datetime
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unicodedata
import urllib.parse
import zoneinfo

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

sys.path.append(str(pathlib.Path(__file__).parent / "Hostile"))
import hostile_exports  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOW = "2026-10-23T16:00:00Z"
PAGE_LIMIT = 5_000_000
# What a site has beside its first page.
SITE = r"(\.\./)?index\.html|(pages/)?(search\.js|(search|rows)-\d{6}\.js|(accounts|by-id|lost|rejected|horizon)-\d{6}\.html)"

failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)
        print(f"  FAILED {what}", flush=True)


def plan(binary, out, inputs, *more, days=None, emit="plan,summary,html,actions", now=NOW):
    """Seconds that the run took."""
    command = [binary, "plan", *map(str, inputs), "--now", now, "--zoneinfo", "Tests/Zoneinfo/2026f", "--out", str(out), "--quiet",
               "--emit", emit, *map(str, more), *(["--days", str(days)] if days is not None else [])]
    begun = time.monotonic()
    result = subprocess.run(command, cwd=ROOT, stderr=subprocess.DEVNULL, timeout=3000)
    expect(result.returncode in (0, 1), f"{out.name}: tickler plan ended with {result.returncode}")
    return time.monotonic() - begun


def decisions(out):
    with open(out / "plan.ndjson", encoding="utf-8") as lines:
        next(lines)
        return [json.loads(line) for line in lines]


def summary(out):
    return json.loads((out / "summary.json").read_text(encoding="utf-8"))


def pages(out):
    return [out / "index.html", *sorted((out / "pages").glob("*.html"))]


@contextlib.contextmanager
def checks(words):
    """Options, a browser, a folder and a function that tells the next step; ends with the list of what failed."""
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--accounts", type=int, default=20_000, help="of site_check.py")
    parser.add_argument("--work", help="where files go")
    parser.add_argument("--quick", action="store_true", help="of a site only what differs from the page: what CI has time for")
    options = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(dir=options.work) as folder:
        browser = Browser(options.chromium)
        options.work = pathlib.Path(folder)
        options.binary = str(pathlib.Path(options.binary).resolve())
        yield options, browser, lambda text: print(f"{time.monotonic() - begun:5.0f} s  {text}", flush=True)
        browser.close()
    if failures:
        sys.exit(f"\n{len(failures)} failed:\n- " + "\n- ".join(failures))
    print(words)


def hostile(binary, work, emit):
    """The plan folder of an export in which every text is out to break a page."""
    inputs = work / "hostile"
    inputs.mkdir(exist_ok=True)
    for name, text in hostile_exports.exports().items():
        (inputs / name).write_text(text, encoding="utf-8")
    out = work / f"hostile-{emit[-4:]}"
    plan(binary, out, [inputs], emit=emit)
    return out


class Browser:
    """Pages in which everything that must not happen is noted."""

    def __init__(self, chromium):
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

    def close(self):
        self.browser.close()
        self.playwright.stop()

    def open(self, file, fragment="", size=(1280, 900), **options):
        """The page, and the list of what it did that it must not do: a site may read its own files, a page none."""
        root = (file.parent.parent if file.parent.name == "pages" else file.parent).as_uri() + "/"
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.wrongs, page.runs_scripts = [], options.get("java_script_enabled", True)
        page.is_site = (file.parent / "pages").exists()

        def on_request(route):
            address = route.request.url.split("#")[0]
            if address == file.as_uri() or re.fullmatch(SITE, urllib.parse.unquote(address.removeprefix(root))):
                route.continue_()
            else:
                page.wrongs.append(f"asked for {address[:200]}")
                route.abort()

        context.route("**/*", on_request)
        page.on("dialog", lambda dialog: (page.wrongs.append(f"dialog {dialog.message[:200]}"), dialog.dismiss()))
        page.on("console", lambda message: page.wrongs.append(f"console {message.text[:300]}"))
        page.on("pageerror", lambda error: page.wrongs.append(f"script error {error}"))
        page.on("websocket", lambda socket: page.wrongs.append(f"web socket {socket.url}"))
        page.add_init_script(
            "window.violations=[];document.addEventListener('securitypolicyviolation',"
            "e=>window.violations.push(e.violatedDirective+' '+e.sourceFile+':'+e.lineNumber));window.shifts=0;"
            "new PerformanceObserver(list=>list.getEntries().forEach(e=>{if(!e.hadRecentInput)window.shifts+=e.value}))"
            ".observe({type:'layout-shift',buffered:true})")
        page.goto(file.as_uri() + fragment)
        return page


def close(name, page):
    """Nothing may have gone wrong on the page."""
    wrongs = page.wrongs + (page.evaluate("(window.violations || []).concat(window.pwned === undefined ? [] : ['pwned'])") if page.runs_scripts else [])
    expect(not wrongs, f"{name}: {wrongs[:5]}")
    page.context.close()


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


def check_nothing_ran(name, page, scripts=2):
    """No script but the page's own ran, and no element or attribute comes from data; links lead within the page or the site."""
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
    others = [link for link in facts["links"] if not re.fullmatch(SITE, link.split("#")[0])]
    expect(not others, f"{name}: links to {others[:5]}")
    for kind in ("handlers", "styles", "sources"):
        expect(facts[kind] == 0, f"{name}: {facts[kind]} {kind} in attributes")
    known = set("""html head meta title style body a p header h1 h2 h3 div strong ul li b dl dt dd code bdi details summary
        span table thead tbody tr th td nav main section figure figcaption svg desc defs pattern rect path circle text form
        label input datalist select option button footer script br ins del i time mark ol article""".split())
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


# An undated bill is a count, no finding (docs/monitoring.md).
PROBLEMS = {"dstGap", "zoneChange", "duplicate", "slotLimit"}


# What a search found: the decisions and accounts that it tells of, those that are listed, and where a site leads to for them.
ANSWER = """() => {
  const number = text => Number(text.replaceAll(',', ''));
  const isSite = document.body.hasAttribute('data-pages');
  const words = document.getElementById('f-count').textContent;
  const told = words.match(/: ([\\d,]+)(?: decisions?)? in ([\\d,]+) accounts?/);
  const accounts = words.match(/(?:^|in )([\\d,]+) accounts?/);
  const found = [...document.querySelectorAll(isSite ? '#found:not([hidden]) #found-rows tr' : '.account:not([hidden])')];
  const rows = [...document.querySelectorAll('tbody[data-day] > tr:not(.day)')].filter(row => !row.closest('[hidden]'));
  return {
    words, told: told ? number(told[1]) : null, accounts: accounts ? number(accounts[1]) : 0,
    names: found.map(row => isSite ? row.cells[0].textContent : row.dataset.account),
    shown: isSite ? found.reduce((sum, row) => sum + (number(row.cells[3].textContent) || 0), 0) : rows.length,
    links: isSite ? found.map(row => [row.querySelector('a').getAttribute('href'), number(row.cells[3].textContent)]) : [],
    hash: location.hash, focus: document.activeElement.id, shown_more: document.getElementById('found-more').hidden
  };
}"""


def answer(page):
    """The answer of the search, once it is there."""
    until(page, "document.getElementById('search').dataset.state !== 'searching'")
    return page.evaluate(ANSWER)


def ask(page, show):
    """The answer to an address."""
    page.evaluate("""async hash => {
      if (location.hash === hash) return;
      const changed = new Promise(done => window.addEventListener('hashchange', done, {once: true}));
      location.hash = hash;
      await changed;
    }""", "#show?" + show)
    return answer(page)


def term(name, value):
    """A term as the search box has it."""
    plain = re.fullmatch(r'[^\s"\\]+', value)
    return f"{name}:{value}" if plain else name + ':"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


def local_day(line):
    """The date that a decision is listed under."""
    if "at" not in line:
        return line["local"][:10] if "local" in line else "none"
    return f"{datetime.datetime.fromisoformat(line['at']).astimezone(zoneinfo.ZoneInfo(line['zone'])):%F}"


def weekday(day):
    return "" if day == "none" else f"{datetime.date.fromisoformat(day):%a}".lower()


def check_filters(name, file, browser, lines):
    page = browser.open(file)

    def expect_found(what, test, fragment=None):
        found, wanted = answer(page), [line for line in lines if test(line)]
        expect((found["told"], found["shown"]) == (len(wanted), len(wanted)),
               f"{name}: {what} finds {found['told']} and shows {found['shown']}, the plan has {len(wanted)}: {found['words']}")
        expect(set(found["names"]) == {line["account"] for line in wanted}, f"{name}: {what} finds accounts {found['names']}")
        expect(fragment is None or found["hash"] == fragment, f"{name}: the address of {what} is {found['hash']}")

    if not page.is_site:
        everything = visible_rows(page)
        expect(len(everything) == len(set(everything)) == len(lines), f"{name}: {len(everything)} rows for {len(lines)} decisions")
    for field in ("kind", "reason", "outcome"):
        values = {line[field] for line in lines if field in line}
        page.fill("#q", f"{field}:")
        known = {term.partition(":")[2] for term in page.eval_on_selector_all("#q-terms option", "all => all.map(o => o.value)")}
        expect(values == known or field == "outcome" and values < known, f"{name}: choices of {field}: {known}")
        for value in values:
            page.fill("#q", f"{field}:{value}")
            expect_found(f"{field}={value}", lambda line: line.get(field) == value, f"#show?{field}={value}")
            chips = page.eval_on_selector_all("#chips button", "all => all.map(b => b.dataset.term)")
            expect(chips == [field], f"{name}: {field}={value} has the chips {chips}")
        if field == "reason":
            page.fill("#q", "reason:slot kind:habit")
            expect_found("the beginning of a reason", lambda line: line.get("reason") == "slotLimit" and line["kind"] == "habit",
                         "#show?kind=habit&reason=slotLimit")
            page.click("#chips [data-term=reason]")
            expect_found("a chip that is taken away", lambda line: line["kind"] == "habit", "#show?kind=habit")
        page.fill("#q", "")
        answer(page)
    expect(page.evaluate("location.hash") == "", f"{name}: the fragment stays when nothing is filtered")
    for day in ("2026-10-24", "2026-10-25", "sun", "none"):
        if any(day in (local_day(line), weekday(local_day(line))) for line in lines):
            page.fill("#q", f"day:{day}")
            expect_found(f"day={day}", lambda line: day in (local_day(line), weekday(local_day(line))))
    page.fill("#q", "problems:1")
    expect_found("what needs attention", lambda line: line.get("reason") in PROBLEMS)
    page.click("#f-reset")
    settle(page)
    expect(not page.evaluate("document.body.classList.contains('filtered')") and page.evaluate("location.hash") == "",
           f"{name}: clear does not show everything again")

    # An id in full names that account alone, a part of one each that has it.
    accounts = {line["account"] for line in lines}
    for part in sorted({account.upper() for account in accounts} | {account[1:] for account in accounts if len(account) > 2})[:9]:
        page.fill("#q", term("account", part))
        ids = {account.lower() for account in accounts}
        wanted = {account for account in accounts if (account.lower() == part.lower() if part.lower() in ids else part.lower() in account.lower())}
        found = answer(page)
        expect(set(found["names"]) & accounts == wanted, f"{name}: account={part} finds {found['names']}, not {wanted}")
    page.fill("#q", "")
    if not page.is_site:
        page.fill("#q", term("text", lines[0]["notification"]))
        named = sum(lines[0]["notification"].lower() in line["notification"].lower() for line in lines)
        expect(answer(page)["shown"] >= named > 0, f"{name}: filter by notification")
        page.fill("#q", "no such text anywhere")
        expect(answer(page)["told"] == 0, f"{name}: filter by a text that is nowhere")
        page.fill("#q", "")

    # Back and forth, an address that somebody was sent, and one that asks for what is not there.
    kinds = sorted({line["kind"] for line in lines})[:2]
    for kind in kinds:
        page.fill("#q", f"kind:{kind}")
        page.dispatch_event("#q", "change")
    for step, kind in ((page.go_back, kinds[0]), (page.go_forward, kinds[1])):
        step()
        settle(page)
        expect(page.input_value("#q") == f"kind:{kind}", f"{name}: {step.__name__} does not bring {kind}")
        expect_found(f"{step.__name__} to {kind}", lambda line: line["kind"] == kind)
    close(name, page)
    account = lines[0]["account"]
    page = browser.open(file, f"#show?account={urllib.parse.quote(account, safe='')}&outcome=dropped")
    expect_found("two fields of an address", lambda line: line["account"].lower() == account.lower() and line["outcome"] == "dropped")
    expect(page.input_value("#q") == term("account", account) + " outcome:dropped", f"{name}: the box does not show the address")
    page.click("h2 >> visible=true") if page.locator("h2 >> visible=true").count() else None
    page.keyboard.press("/")
    expect(page.evaluate("document.activeElement.id") == "q", f"{name}: / does not lead to the box")
    for field in ("app", "kind", "reason"):
        found = ask(page, f"{field}=gone")
        expect(found["told"] == 0 and f"This report has no {field} gone" in found["words"], f"{name}: {field}=gone says {found['words']}")
    found = ask(page, "account=nobody-at-all")
    expect(not found["names"] and "nobody-at-all" in found["words"], f"{name}: an unknown account: {found['words']}")
    close(name, page)


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
            expect(box and 0 <= box["y"] < 900, f"{name}: #{row} does not open, script {script}: {box}")
            close(name, other)
    reason = next(line["reason"] for line in lines if "reason" in line)
    page.fill("#q", f"reason:{reason}")
    answer(page)
    page.locator(f"tr.dropped a[href='#reason-{reason}']").filter(visible=True).first.click()
    settle(page)
    box = page.locator(f"#reason-{reason}").bounding_box()
    expect(box and 0 <= box["y"] < 900, f"{name}: a reason does not lead to its explanation: {box}")
    page.go_back()
    settle(page)
    expect(page.input_value("#q") == f"reason:{reason}", f"{name}: back from an explanation loses the filter")
    close(name, page)


def check_where_links_lead(name, file, browser):
    """Each link leads to a file and an element that is there, with script and without, and no id stands twice."""
    for script in (True, False):
        page = browser.open(file, java_script_enabled=script)
        links = set(page.eval_on_selector_all("a[href]", "all => all.map(a => a.getAttribute('href'))"))
        ids = page.eval_on_selector_all("[id]", "all => all.map(e => e.id)")
        twice = [id_ for id_, number in collections.Counter(ids).items() if number > 1]
        expect(not twice, f"{name}: ids that stand twice: {twice[:5]}")
        texts = {"": ids}
        dead = []
        for link in sorted(links):
            path, _, anchor = link.partition("#")
            anchor = urllib.parse.unquote(anchor)
            if path not in texts:
                there = (file.parent / path).exists()
                texts[path] = re.findall(r'\bid="?([^" >]+)', (file.parent / path).read_text(encoding="utf-8")) if there else None
            if texts[path] is None or anchor and not anchor.startswith("show?") and anchor not in texts[path]:
                dead.append(link)
        expect(not dead, f"{name}: links to nowhere, script {script}: {dead[:5]}")
        page.context.close()


def check_links(name, file, browser, least=50):
    """Each number that is a link opens as many decisions as it says; on a site, the accounts that it opens have as many together, and each
    leads to just its own."""
    page = browser.open(file)
    links = page.eval_on_selector_all("a[data-show]", "all => all.map(a => [a.dataset.show, a.textContent])")
    wanted = collections.defaultdict(set)
    for show, text in links:
        number = re.search(r"(\d[\d,]*)$|^(\d[\d,]*)", text.strip())
        if number and number.group() != "0":
            wanted[show].add(int(number.group().replace(",", "")))
    expect(len(wanted) >= least, f"{name}: {len(wanted)} numbers are links")
    isPartial = page.locator(".decisions-left-out").count() > 0
    own = collections.defaultdict(list)
    for show, numbers in wanted.items():
        found = ask(page, show)
        planned = re.search(r"; the plan has ([\d,]+)$", found["words"])
        says = int(planned[1].replace(",", "")) if planned and isPartial else found["told"]
        expect(numbers == {says}, f"{name}: {show} says {found['words']!r}, its links {sorted(numbers)}")
        expect("has=" in show and not page.is_site or found["shown"] == found["told"] or not found["shown_more"],
               f"{name}: {show} shows {found['shown']}: {found['words']}")
        expect(len(found["names"]) == found["accounts"] or not found["shown_more"], f"{name}: {show} lists {len(found['names'])}: {found['words']}")
        expect(found["focus"] == "f-count", f"{name}: {show}: the focus is at {found['focus']}")
        for link, number in found["links"][:30]:
            path, _, fragment = link.partition("#show?")
            own[path].append((fragment, number))
    # Bars and cells lead where the tables beside them do.
    bars = page.eval_on_selector_all("svg [data-show]", "all => all.map(e => [e.dataset.show, e.querySelector('title')?.textContent || ''])")
    expect({show for show, _ in bars} <= set(wanted), f"{name}: pictures lead elsewhere: {sorted({show for show, _ in bars} - set(wanted))[:5]}")
    # The picture for narrow windows has cells without tips.
    if cells := [(show, tip) for show, tip in bars if "hour" in show and tip]:
        page.evaluate("location.hash = ''")
        settle(page)
        show, tip = cells[0]
        page.locator(f"svg [data-show='{show}']").locator("visible=true").click()
        expect(answer(page)["told"] == int(tip.rsplit(" ", 1)[1].replace(",", "")), f"{name}: the cell {tip}")
        page.go_back()
        settle(page)
        expect(page.evaluate("scrollY") > 0 and not page.evaluate("document.body.classList.contains('filtered')"), f"{name}: back does not come back")
    close(name, page)
    for path, asked in own.items():
        page = browser.open(file.parent / path)
        for show, number in asked[:400]:
            found = ask(page, show)
            expect(found["told"] == number and ("has=" in show or found["shown"] == number) and found["accounts"] == len(found["names"]) == 1,
                   f"{name}: {path}#show?{show} shows {found['shown']} and says {found['words']!r}, the site {number}")
        close(name, page)


def check_cut(binary, work, browser):
    """An account that no page has room for: what goes out is on it, and a link that opens fewer rows than its number says so."""
    source = work / "cut.json"
    items = [{"kind": "task", "id": f"t{number}", "title": f"T {number}", "date": "2026-10-24", "repeat": "daily",
              "time": f"{number % 24:02}:{number % 60:02}"} for number in range(2_000)]
    accounts = [{"id": "hana", "timeZone": "UTC", "items": items}, {"id": "ana", "timeZone": "UTC", "items": []}]
    source.write_text(json.dumps({"format": "tickler-export/1", "app": "focusflow", "accounts": accounts}))
    out = work / "cut"
    plan(binary, out, [source])
    lines = decisions(out)
    check_links("cut", out / "index.html", browser, least=20)
    page = browser.open(out / "index.html")
    rows = len(visible_rows(page))
    expect(2_000 < rows < len(lines), f"cut: {rows} rows for {len(lines)} decisions")
    expect(f"{len(lines) - rows:,} of " in page.evaluate("document.querySelector('.left-out').textContent"), "cut: what is left out is not told")
    found = ask(page, "outcome=scheduled")
    expect(found["shown"] == sum(line["outcome"] == "scheduled" for line in lines), f"cut: of what goes out {found['shown']} are on the page")
    found = ask(page, "account=ana")
    expect(found["names"] == ["ana"] and found["shown"] == sum(line["account"] == "ana" for line in lines), f"cut: account=ana shows {found['names']}")
    took = page.evaluate("""async () => {
      const took = {};
      for (let turn = 0; turn < 3; turn += 1) {
        for (const value of ['', 'outcome:dropped', 'outcome:scheduled', 'kind:task', '']) {
          const input = document.getElementById('q');
          const begun = performance.now();
          input.value = value;
          input.dispatchEvent(new Event('change', {bubbles: true}));
          await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
          took[value] = Math.min(took[value] || Infinity, performance.now() - begun);
        }
      }
      return took;
    }""")
    print(f"  {rows:,} rows are filtered, and on the screen, within {max(took.values()):.0f} ms")
    # Less than 300 on a machine that does nothing else.
    expect(max(took.values()) < 1_000, f"cut: filtering takes {took}")
    check_nothing_ran("cut", page)
    close("cut", page)


def check_same(name, file, browser, lines):
    """Neighbors of one reason are one line that says how many, from when to when, and has them all inside."""
    page = browser.open(file, java_script_enabled=False)
    folded = page.eval_on_selector_all("details.same", """all => all.map(d => ({
      words: d.querySelector(':scope > summary').textContent, account: d.closest('.account').dataset.account, open: d.open,
      reasons: [...d.querySelectorAll('tbody[data-day] > tr:not(.day)')].map(r => r.querySelector('a[href^="#reason-"]').getAttribute('href').slice(8)),
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


def check_questions(name, file, browser, account, words):
    """Clicks and seconds from opening to the answer of each question that a report is read for: one click on a page, two on a site."""
    out = file.parent
    is_site = (out / "pages").exists()
    first = summary(out)["coverageHorizons"]["listed"][0]["account"]
    questions = [
        ("may this be released", [], ".verdict h1", r"Nothing goes out|Hold|Look|Fine"),
        ("what changed and why", [".news a[href='#since']"], "section[aria-labelledby=since] h3", r"\w+"),
        ("why did she not get it", ["#q"] + ["#found-rows a"] * is_site,
         ".account:not([hidden]) :is(.chip, .same > summary, tr.dropped a, .notice)", words),
        ("who runs out first", [".toc a[href='#slots']"], "#horizons tbody tr", re.escape(first)),
        ("what happens at the clock change", [".toc a[href='#clocks']"], "#table-clocks tbody tr", r"clocks? goes? back|clocks go"),
    ]
    for question, clicks, selector, wanted in questions:
        took = []
        for size in ((1440, 900), (390, 844)):
            begun = time.monotonic()
            page = browser.open(file, size=size)
            for click in clicks:
                page.click(click)
                if click == "#q":
                    page.keyboard.insert_text(account)
                    answer(page)
            if clicks[1:]:
                page.wait_for_url("**/accounts-*")
                answer(page)
            place = page.locator(selector).filter(visible=True, has_text=re.compile(wanted)).first
            box = place.bounding_box()
            took.append(time.monotonic() - begun)
            settle(page)
            box = place.bounding_box()
            expect(box and -1 <= box["y"] < size[1] - 20, f"{name} at {size[0]}: {question}: the answer is at {box}")
            close(name, page)
        expect(len(clicks) <= 1 + is_site, f"{name}: {question}: {len(clicks)} clicks")
        print(f"  {name:24} {question:34} {len(clicks)} clicks {max(took):5.2f} s", flush=True)


def check_answers(name, file, browser, lines):
    """The result is in sight, says what was asked, and where nothing is found what to ask instead."""
    for size in ((1440, 900), (390, 844)):
        at = f"{name} at {size[0]}"
        page = browser.open(file, size=size)
        page.locator(".verdict a", has_text="no slot left").first.click()
        found = answer(page)
        number = sum(line.get("reason") == "slotLimit" for line in lines)
        expect(found["words"].startswith(f"reason no slot left: {number} decisions in 1 account"), f"{at}: {found['words']}")
        if not page.is_site:
            row = page.locator("tbody[data-day] > tr:not(.day)").filter(visible=True).first.bounding_box()
            expect(row and row["y"] < size[1] - 20, f"{at}: the first result is at {row}")
            pictures = page.locator("details.account .story svg").filter(visible=True).count()
            expect(pictures == 0, f"{at}: {pictures} pictures stand before the results")
        close(at, page)
        page = browser.open(file, "#show?account=fay&text=piano", size=size)
        found = answer(page)
        if not page.is_site:
            expect(found["words"].startswith(f"account fay, text piano: {found['shown']} decisions in 1 account") and found["shown"], f"{at}: {found['words']}")
            marks = page.evaluate("[...CSS.highlights.get('hit')].map(r => r.toString().toLowerCase())")
            expect(marks.count("piano") >= found["shown"] and set(marks) == {"piano", "fay"}, f"{at}: marked is {marks[:5]}")
        found = ask(page, "account=it's&text=nothing&day=2026-10-25")
        box = page.locator("#f-count").bounding_box()
        expect(box and 0 <= box["y"] < size[1], f"{at}: nothing found is told at {box}")
        expect("“tickler explain --account 'it'\\''s' --notification nothing --on 2026-10-25”" in found["words"], f"{at}: {found['words']}")
        close(at, page)


def check_shifts(name, out, browser):
    """Nothing jumps while a page of accounts opens, as it is and at an address."""
    for file in pages(out):
        for fragment in ("", "#show?outcome=dropped") if "accounts" in file.name or not (out / "pages").exists() else ("",):
            page = browser.open(file, fragment)
            settle(page, 400)
            shifts = page.evaluate("window.shifts")
            expect(shifts <= .1, f"{name}: {file.name}{fragment} shifts by {shifts:.2f}")
            close(name, page)


def check_since(binary, work, browser, is_quick):
    """The fourth of four runs in a row: the news is on the first screen, each change two clicks away at most, each number opens its rows."""
    policy = work / "ritualist.toml"
    policy.write_text((ROOT / "templates/policies/ritualist.toml").read_text()
                      + '\n[[accepted]]\nreason = "slotLimit"\nuntil = "2026-12-31"\nwhy = "<b>known</b>"\n')
    source = work / "changed"
    source.mkdir()
    for file in sorted((ROOT / "inputs/examples").iterdir()):
        (source / file.name).write_text(file.read_text(encoding="utf-8").replace('"07:30"', '"07:45"'), encoding="utf-8")
    runs = [work / f"since-{day}" for day in (20, 21, 22, 23)]
    for day, out in enumerate(runs):
        previous = ["--previous", runs[day - 1]] if day else []
        plan(binary, out, [source if day % 2 else "inputs/examples"], *previous, *(["--policy", policy] if day == 3 else []),
             now=f"2026-10-{20 + day}T16:00:00Z")
        if day == 3:
            site = work / "since-site"
            plan(binary, site, [source], *previous, "--policy", policy, emit="plan,summary,actions,site")
    old, new = runs[2:]
    for name, out in (("four runs", new), ("four runs, site", site)):
        if out == new or not is_quick:
            check_links(name, out / "index.html", browser)
        check_where_links_lead(name, out / "index.html", browser)
        check_questions(name, out / "index.html", browser, "fay", "no slot left")
    file = new / "index.html"
    changes = summary(new)["changes"]
    acting = [change for change in changes["changes"] if change.get("causes", [change["cause"]]) != ["time"]]
    for width, height in ((1440, 900), (390, 844)):
        page = browser.open(file, size=(width, height))
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
        close("since", page)
    page = browser.open(file, java_script_enabled=False)
    shown = page.locator("section[aria-labelledby=since] li[data-change]:not(:has(li))").count()
    expect(shown == len(acting), f"since: {shown} lines for {len(acting)} changes")
    accepted = summary(new)["accepted"]["slotLimit"]
    chip = page.locator(".verdict a.chip", has_text="no slot left")
    expect(chip.inner_text() == f"{accepted} no slot left", f"since: accepted says {chip.inner_text()}")
    expect(page.locator("tr.dropped a.stop[href='#reason-slotLimit']").count() == 0, "since: what is accepted is red")
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
    check_nothing_ran("changes", page, scripts=1)
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
    close("changes", page)
    check_modes("changes", file, browser)


def check_without_script(name, file, browser, rows):
    page = browser.open(file, java_script_enabled=False)
    expect(len(visible_rows(page)) == rows, f"{name}: without script {len(visible_rows(page))} of {rows} rows")
    expect(not page.locator("#search").is_visible(), f"{name}: without script there are controls that do nothing")
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
    days = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('#table-days td:not(.outside)')].map(cell =>
      [cell.dataset.date, Number((cell.querySelector('a') || {textContent: '0'}).textContent.replaceAll(',', ''))]))""")
    expected = {day: sum(kinds.values()) for day, kinds in counts["byDay"].items()}
    expect({day: count for day, count in days.items() if count} == {day: count for day, count in expected.items() if count},
           f"{name}: the calendar has {days}, not {expected}")
    first = page.eval_on_selector("#table-days td", "cell => cell.dataset.date")
    expect(datetime.date.fromisoformat(first).weekday() == 0, f"{name}: the calendar begins on {first}")
    total = counts["outcomes"]["scheduled"]
    hours = table(page, "#table-hours")
    expect(sum(sum(row["cells"].values()) for row in hours) == total, f"{name}: the hours do not add up to {total}")
    reasons = {row["id"].removeprefix("reason-"): row["cells"]["Not sent"] for row in table(page, "#table-reasons") or []}
    expect(reasons == counts["reasons"], f"{name}: reasons {reasons}, not {counts['reasons']}")
    slots = {row["date"]: row["cells"]["Accounts"] for row in table(page, "#table-slots")}
    expect(sum(slots.values()) == counts["accounts"], f"{name}: slots of {sum(slots.values())} accounts")
    expect(slots.get("above the limit", 0) == counts["coverageHorizons"]["accounts"], f"{name}: accounts beyond the limit")
    # Bars are as long as their numbers, and what a picture draws is inside it.
    for kind, scheduled, length in page.evaluate("""() => [...document.querySelectorAll('#table-kinds tbody tr')].map(row =>
      [row.cells[0].textContent, Number(row.cells[1].textContent.replaceAll(',', '')),
       Number((row.querySelector('.share rect') || {getAttribute: () => 0}).getAttribute('width'))])"""):
        most = max(tally["scheduled"] for tally in counts["kinds"].values())
        expect(scheduled == counts["kinds"][kind]["scheduled"], f"{name}: {scheduled} of {kind} go out")
        expect(abs(length - 100 * scheduled / max(1, most)) <= 1, f"{name}: the bar of {kind} is {length} long for {scheduled} of {most}")
    outside = page.evaluate("""() => [...document.querySelectorAll('svg.picture')].reduce((sum, svg) => sum
      + [...svg.querySelectorAll('rect, path, text')].filter(e => {
        const b = e.getBBox(), box = svg.viewBox.baseVal;
        return b.width && (b.x < -1 || b.y < -1 || b.x + b.width > box.width + 1 || b.y + b.height > box.height + 1);
      }).length, 0)""")
    expect(outside == 0, f"{name}: {outside} parts of a picture lie outside it")
    check_flow(name, page, counts)
    check_nothing_ran(name, page)
    page.context.close()


def check_flow(name, page, counts):
    """The bar of the header is as long as what it counts."""
    parts = dict(page.evaluate("""() => [...document.querySelectorAll('.flow-parts li')].map(part =>
      [part.lastChild.textContent.trim(), Number(part.querySelector('b').textContent.replaceAll(',', ''))])"""))
    tally, changes = counts["outcomes"], counts.get("changes")
    if not changes:
        wanted = {"go out": tally["scheduled"], "wait for a place": tally["armed"], "planned ahead": tally.get("ahead", 0), "not sent": tally["dropped"]}
        wanted = {words: count for words, count in wanted.items() if count or words == "go out"}
        expect(parts == wanted, f"{name}: the bar has {parts}, not {wanted}")
        return
    expect(parts["kept"] + parts.get("moved", 0) + parts.get("added", 0) == tally["scheduled"] + tally["armed"] + tally.get("ahead", 0),
           f"{name}: the bar has {parts} of {tally}")
    expect((parts.get("moved", 0), parts.get("added", 0)) == (changes["counts"]["moved"], changes["counts"]["added"]), f"{name}: the bar has {parts}")


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
    check_nothing_ran(name, page)
    page.context.close()
    if every:
        check_filters(name, file, browser, lines)
        check_anchors(name, file, browser, lines)
    check_without_script(name, file, browser, len(lines))
    check_modes(name, file, browser, ("light", "dark") if every else ())


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
    expect(str(archive) in page.inner_text(".eyebrow"), "history: the archive's name is not on the page as it is")
    summary = json.loads((archive / "latest" / "summary.json").read_text())
    head = page.eval_on_selector_all("#table-runs thead th", "cells => cells.map(c => c.textContent)")
    row = page.eval_on_selector_all("#table-runs tbody tr:first-child > *", "cells => cells.map(c => c.textContent)")
    for name, count in (("Not sent", summary["outcomes"]["dropped"]), ("Lost", summary.get("changes", {}).get("lost", 0)),
                        ("Rejected", summary["rejectedRecords"])):
        expect(row[head.index(name)] == str(count), f"history: {name} is {row[head.index(name)]}, not {count}")
    for reason, count in summary["reasons"].items():
        words = page.text_content(f"#picture-reason-{reason}-d")
        expect(f", {count:,} last;" in words, f"history: {reason} is told as {words!r}")
    pictures = page.eval_on_selector_all("svg", "all => all.filter(s => s.getAttribute('aria-labelledby').split(' ')"
                                         ".every(id => document.getElementById(id).textContent)).length")
    expect(pictures == page.eval_on_selector_all("svg", "all => all.length") > 4, f"history: {pictures} pictures have names")
    page.context.close()
    check_modes("history", file, browser)


def check_hostile(name, out, browser):
    """Every page of the run: nothing of the data runs, and each payload can be read on one of them as it is."""
    text = ""
    for file in pages(out):
        expect(file.stat().st_size < PAGE_LIMIT, f"{name}: {file.name} has {file.stat().st_size} bytes")
        page = browser.open(file)
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        page.hover("tbody tr:not(.day) th")
        check_nothing_ran(f"{name}, {file.name}", page, scripts=1 + (page.locator("#search").count()))
        text += page.evaluate("document.body.textContent")
        control = page.evaluate("/[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\ufffe\\uffff]/.test(document.documentElement.textContent)")
        expect(not control, f"{name}: a control character stands on {file.name}")
        page.context.close()
    for payload in hostile_exports.PAYLOADS:
        expect(as_shown(payload) in text, f"{name}: {payload!r} is not on a page as it is")
    # Each id finds itself, and stays a text.
    page = browser.open(out / "index.html")
    for id_ in sorted({line["account"] for line in decisions(out)})[:40]:
        # A page shortens the longest.
        if as_shown(id_) == id_.strip() != "" and len(id_) <= 100:
            page.fill("#q", term("account", id_))
            expect(id_ in answer(page)["names"], f"{name}: {id_[:60]!r} is not found")
    close(name, page)


def main():
    with checks("The report holds.") as (options, browser, step):
        binary, work = options.binary, options.work
        out, site = work / "examples", work / "site"
        plan(binary, out, ["inputs/examples"])
        plan(binary, site, ["inputs/examples"], emit="plan,summary,actions,site")
        lines, file = decisions(out), out / "index.html"
        for name, folder in (("examples", out), ("site", site)):
            step(f"the {name}")
            first = folder / "index.html"
            check_figures(name, folder, browser)
            check_filters(name, first, browser, lines)
            check_answers(name, first, browser, lines)
            check_shifts(name, folder, browser)
            for each in pages(folder):
                check_where_links_lead(f"{name}, {each.name}", each, browser)
            if name == "examples" or not options.quick:
                step("each number and its rows")
                check_links(name, first, browser)
        accounts = site / "pages/accounts-000001.html"
        # Each account links its problems.
        problems = {(line["account"], line.get("device"), line["reason"]) for line in lines if line.get("reason") in PROBLEMS}
        check_links("accounts of the site", accounts, browser, least=len(problems))
        for name, each in (("examples", file), ("accounts of the site", accounts))[:1 if options.quick else 2]:
            step(f"anchors, folds, paper, modes of the {name}")
            check_anchors(name, each, browser, lines)
            check_same(name, each, browser, lines)
            check_without_script(name, each, browser, len(lines))
            check_modes(name, each, browser)
        check_modes("site", site / "index.html", browser)
        check_print("examples", file, browser)
        step("more decisions than a page has room for")
        check_cut(binary, work, browser)
        step("four runs in a row, and the questions")
        check_since(binary, work, browser, options.quick)

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
        for emit in ("plan,summary,actions,html", "plan,summary,actions,site"):
            folder = hostile(binary, work, emit)
            check_hostile(f"hostile {emit[-4:]}", folder, browser)
            check_summary_prints("hostile", folder / "index.html", browser)
            check_modes("hostile", folder / "index.html", browser, ("light",))
        hostile_lines = decisions(folder)
        for account in [name for name in sorted({line["account"] for line in hostile_lines}) if "<" in name and "\0" not in name][:2]:
            check_account_page(f"account {account[:20]!r}", account_page(binary, folder, account), browser,
                               [line for line in hostile_lines if line["account"] == account])

        for count in (1, 20) if options.quick else (1, 20, 3_000):
            step(f"{count:,} accounts")
            source = work / f"{count}.ndjson"
            small_accounts(source, count, 3)
            folder = work / f"out-{count}"
            plan(binary, folder, [source], emit="summary,html")
            check_figures(f"{count} accounts", folder, browser)
            if count > 1:
                check_summary_prints(f"{count} accounts", folder / "index.html", browser)
        step("done")


if __name__ == "__main__":
    main()
