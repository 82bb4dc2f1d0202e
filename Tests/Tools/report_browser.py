"""A real Chromium over pages that tickler writes: planning them, opening them, asking their search, and what holds for any of them."""

import argparse
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
SITE = r"(\.\./|.*/\d{4}-\d\d-\d\dT\d{6}Z/)?index\.html|(pages/)?(search\.js|(search|rows)-\d{6}\.js|(accounts|by-id|lost|rejected|horizon)-\d{6}\.html)"

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
    parser.add_argument("--accounts", type=int, help="of site_check.py: 20,000, or 6,000 in a quick run")
    parser.add_argument("--work", help="where files go")
    parser.add_argument("--quick", action="store_true", help="of a site only what differs from the page: what CI has time for")
    options = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(dir=options.work) as folder:
        browser = Browser(options.chromium)
        options.work = pathlib.Path(folder)
        options.accounts = options.accounts or (6_000 if options.quick else 20_000)
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
