#!/usr/bin/env python3
"""Drives a real Chromium over the report as a site, from file: as a reader opens it: of a hostile export, and of 20,000 accounts or as many
as are asked for. Every claim that docs/report.md makes about sites is held against the browser.

    site_check.py --binary .build/release/tickler [--accounts 1000000] [--work /dev/shm] [--pictures DIR]

With a million accounts it says how long the run takes with and without the site. Exits with 1 and a list of what failed."""

import argparse
import collections
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).parent / "Hostile"))
import hostile_exports  # noqa: E402
import report_check
from report_check import NOW, ROOT, as_shown, check_accessible, decisions, expect, failures, settle, summary, until

FIRST_PAGE = 1_000_000
# Seconds, of the million accounts of `make site-check`: CI's machines are busy with other checks.
INTERACTIVE = 0.5
SEARCH = 0.2
MEASURED = 1_000_000
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "UTC"]


def name(number):
    """Of account `number`: in another order than the accounts are in."""
    return f"user-{number * 7_368_787 % 10_000_019:08}"


def write_accounts(file, count):
    """`count` accounts, of which every seventh is not authorized, and every seventieth asks for more than its device holds."""
    with open(file, "w", encoding="utf-8") as lines:
        lines.write('{"format":"tickler-export/1","app":"focusflow","exportedAt":"2026-10-23T15:00:00Z"}\n')
        for number in range(count):
            tasks = ",".join(f'{{"kind":"task","id":"t{task}","title":"Task {task}","date":"2026-10-24","time":"{task % 24:02}:{task % 60:02}"}}'
                             for task in range(70 if number % 70 == 5 else 1))
            denied = '"authorization":"denied",' if number % 7 == 3 else ""
            lines.write(f'{{"account":{{"id":"{name(number)}","timeZone":"{ZONES[number % 5]}",{denied}"items":[{tasks}]}}}}\n')


def run(binary, out, inputs, emit, days=None):
    """Seconds that the run took."""
    command = [binary, "plan", *inputs, "--now", NOW, "--zoneinfo", "Tests/Zoneinfo/2026f", "--out", str(out), "--quiet", "--emit", emit]
    if days is not None:
        command += ["--days", str(days)]
    begun = time.monotonic()
    result = subprocess.run(command, cwd=ROOT, stderr=subprocess.DEVNULL, timeout=3000)
    expect(result.returncode in (0, 1), f"{out.name}: tickler plan ended with {result.returncode}")
    return time.monotonic() - begun


class Site:
    """A site in a browser that notes everything that must not happen; what is asked for beside its own files is refused."""

    def __init__(self, browser, out):
        self.browser, self.out = browser, out

    def open(self, path="index.html", fragment="", **options):
        root = self.out.as_uri() + "/"
        context = self.browser.browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        page = context.new_page()
        page.runs_scripts = options.get("java_script_enabled", True)
        page.set_default_timeout(60_000)
        page.wrongs = []

        def on_request(route):
            address = urllib.parse.unquote(route.request.url.split("#")[0].removeprefix(root))
            if re.fullmatch(r"index\.html|pages/(search\.js|search-\d{6}\.js|(accounts|by-id|lost|rejected|horizon)-\d{6}\.html)", address):
                route.continue_()
            else:
                page.wrongs.append(f"asked for {address[:200]}")
                route.abort()

        context.route("**/*", on_request)
        page.on("dialog", lambda dialog: (page.wrongs.append(f"dialog {dialog.message[:200]}"), dialog.dismiss()))
        page.on("console", lambda message: page.wrongs.append(f"console {message.text[:300]}"))
        page.on("pageerror", lambda error: page.wrongs.append(f"script error {error}"))
        page.add_init_script("window.violations=[];document.addEventListener('securitypolicyviolation',"
                             "e=>window.violations.push(e.violatedDirective+' '+e.blockedURI))")
        page.goto(root + path + fragment)
        return page


def close(what, page):
    """Nothing may have gone wrong on it."""
    wrong = page.wrongs + page.evaluate("(window.violations || []).concat(window.pwned === undefined ? [] : ['pwned'])")
    expect(not wrong, f"{what}: {wrong[:5]}")
    page.context.close()


def found(page):
    """The ids that the search shows, when it has ended."""
    # The page's policy does not let a text be waited for that is evaluated in it.
    for _ in range(6000):
        if page.evaluate("document.getElementById('find').dataset.state") in ("done", "idle"):
            break
        page.wait_for_timeout(10)
    return page.eval_on_selector_all("#find-rows th a", "links => links.map(link => link.textContent)")


def search(page, text, wanted):
    """Seconds from the last key until `wanted` is among what is shown."""
    page.evaluate("""wanted => {
      window.took = new Promise(done => {
        const rows = document.getElementById('find-rows');
        const look = () => [...rows.querySelectorAll('th a')].some(link => link.textContent === wanted);
        new MutationObserver((changes, observer) => {
          if (!look()) return;
          observer.disconnect();
          requestAnimationFrame(() => done((performance.now() - window.lastKey) / 1000));
        }).observe(rows, {childList: true, subtree: true});
        document.getElementById('find-id').addEventListener('input', () => { window.lastKey = performance.now(); }, {once: true});
      });
    }""", wanted)
    page.fill("#find-id", text)
    return page.evaluate("window.took")


def check_first_page(what, site, count):
    size = (site.out / "index.html").stat().st_size
    expect(size < FIRST_PAGE, f"{what}: the first page has {size:,} bytes")
    times = []
    for _ in range(3):
        page = site.open()
        times.append(page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd") / 1000)
        expect(page.locator("#find").bounding_box()["y"] < 900, f"{what}: the search is not on the first screen")
        close(what, page)
    expect(count < MEASURED or min(times) < INTERACTIVE, f"{what}: interactive after {min(times):.2f} s")
    print(f"  first page {size:,} bytes, interactive after {min(times) * 1000:.0f} ms", flush=True)


def check_answer(what, site, account, words):
    """Support's question, why did she not get it: from opening to the answer in two interactions, by keys and by the pointer."""
    for by_keys in (True, False):
        page = site.open()
        page.focus("#find-id")
        interactions = 1
        page.keyboard.insert_text(account)
        expect(found(page) == [account], f"{what}: {account} is not found alone")
        interactions += 1
        if by_keys:
            page.keyboard.press("Enter")
        else:
            page.click("#find-rows th a")
        page.wait_for_url("**/accounts-*")
        settle(page, 300)
        answer = page.locator(f"details.account[data-account='{account}'] tr.dropped >> text={words}").first
        box = answer.bounding_box()
        expect(box and 0 <= box["y"] < 900, f"{what}: the answer about {account} is not in sight: {box}")
        expect(interactions == 2, f"{what}: {interactions} interactions")
        head = page.locator(f"details.account[data-account='{account}'] > summary").bounding_box()
        expect(head and 0 <= head["y"] < 900, f"{what}: whose answer it is is not in sight: {head}")
        close(what, page)


def check_search(what, site, count):
    page = site.open()
    page.focus("#find-id")
    settle(page, 300)
    times, parts = [], []
    for number in [0, count // 7, count // 3, count // 2, count - 1]:
        account = name(number)
        times.append(search(page, account, account))
        expect(found(page) == [account], f"{what}: {account} is not found alone")
    for number in [1, count // 5, count // 4]:
        # Of the end of an id, no order helps.
        account = name(number)
        page.fill("#find-id", "")
        parts.append(search(page, account[-7:], account))
        expect(account in found(page), f"{what}: {account} is not found by its end")
    expect(count < MEASURED or statistics.median(times) < SEARCH, f"{what}: an id is found after {times}")
    print(f"  found by id after {statistics.median(times) * 1000:.0f} ms (most {max(times) * 1000:.0f}), by a part of it after "
          f"{statistics.median(parts) * 1000:.0f} ms (first {parts[0] * 1000:.0f})", flush=True)
    page.fill("#find-id", "no-such-id")
    expect(found(page) == [] and "No account" in page.inner_text("#find-count"), f"{what}: what is not there is not said to be")
    page.click("#find-reset")
    settle(page, 100)

    # By what can be chosen, alone and together.
    denied, over = len(range(3, count, 7)), len([n for n in range(5, count, 70) if n % 7 != 3])
    def counted():
        found(page)
        return int(page.inner_text("#find-count").split(" ")[0].replace(",", ""))
    page.select_option("#find-reason", "unauthorized")
    expect(counted() == denied, f"{what}: {counted()} are not authorized, not {denied}")
    page.select_option("#find-zone", "Asia/Tokyo")
    both = len([n for n in range(3, count, 7) if n % 5 == 2])
    expect(counted() == both, f"{what}: {counted()} of Tokyo are not authorized, not {both}")
    expect(page.evaluate("location.hash") == "#find?zone=Asia%2FTokyo&reason=unauthorized", f"{what}: the address has not what is chosen")
    page.go_back()
    until(page, "document.getElementById('find-zone').value === ''")
    expect(page.input_value("#find-zone") == "" and counted() == denied, f"{what}: back does not bring the search before")
    page.click("#find-reset")
    settle(page, 100)
    page.select_option("#find-severity", "2")
    expect(counted() == over, f"{what}: {counted()} are over their slots, not {over}")
    close(what, page)
    page = site.open(fragment="#find?reason=slotLimit")
    expect(counted() == over and page.input_value("#find-reason") == "slotLimit", f"{what}: a link to a search does not search")
    close(what, page)


def check_lists(what, site, count):
    """Without script: every account by two links, and the lists by severity have whom they say."""
    for number in (0, count // 3, count // 2, count - 1):
        account = name(number)
        page = site.open(java_script_enabled=False)
        expect(not page.locator("#find").is_visible(), f"{what}: without script there are controls that do nothing")
        ranges = page.eval_on_selector_all(".ranges a", "links => links.map(a => [...a.querySelectorAll('bdi')].map(b => b.textContent))")
        index = next((index for index, (first, last) in enumerate(ranges) if first <= account <= last), None)
        expect(index is not None, f"{what}: {account} is in no range")
        page.locator(".ranges a").nth(index).click()
        page.get_by_role("link", name=account, exact=True).click()
        page.wait_for_url("**/accounts-*")
        row = page.locator(f"details.account[data-account='{account}'] table.rows tbody tr:not(.day)").first
        expect(row.is_visible(), f"{what}: without script {account} is not open after two links")
        page.context.close()
    for list_, total in (("lost", len(range(3, count, 7))), ("horizon", len([n for n in range(5, count, 70) if n % 7 != 3]))):
        rows, pages = 0, sorted((site.out / "pages").glob(f"{list_}-*.html"))
        for file in pages:
            rows += file.read_text(encoding="utf-8").count("<tr><th scope=row>")
        expect(rows == total, f"{what}: the list {list_} has {rows} accounts, not {total}")
    page = site.open()
    over = page.inner_text("[data-figure='coverageHorizons.accounts'] b a").split()[0]
    expect(page.inner_text("#list-horizon").split(":")[1].strip().startswith(over),
           f"{what}: {over} accounts over their slots beside {page.inner_text('#list-horizon')}")
    for selector in ("#list-lost", "#list-horizon"):
        expect(page.locator(selector).count() == 1, f"{what}: no {selector}")
    links = page.eval_on_selector_all("a[href]", "links => links.map(a => a.getAttribute('href'))")
    for link in links:
        path, _, anchor = link.partition("#")
        if not path:
            expect(not anchor or anchor.startswith("find?") or page.locator(f"[id='{anchor}']").count() == 1, f"{what}: {link} leads nowhere")
        elif anchor:
            expect(f'id="{anchor}"' in (site.out / path).read_text(encoding="utf-8"), f"{what}: {link} leads nowhere")
        else:
            expect((site.out / path).exists(), f"{what}: {link} leads nowhere")
    close(what, page)


def check_looks(what, site, pictures):
    """Both modes and widths of the first page, a list and a page of accounts."""
    paths = ["index.html", "pages/by-id-000001.html", "pages/accounts-000001.html#a00004"]
    for path in paths:
        path, _, anchor = path.partition("#")
        for scheme in ("light", "dark") if path != paths[1] else ("light",):
            page = site.open(path, f"#{anchor}" if anchor else "", color_scheme=scheme)
            # Accounts and rows are all alike.
            page.evaluate("""() => { document.querySelectorAll('details.account:not([open])').forEach((d, i) => i > 2 && d.remove());
              document.querySelectorAll('tbody').forEach(b => [...b.rows].slice(15).forEach(r => r.remove())); }""")
            check_accessible(f"{what}, {path}, {scheme}", page)
            page.context.close()
        for width in (390, 720, 1280):
            page = site.open(path, f"#{anchor}" if anchor else "")
            page.set_viewport_size({"width": width, "height": 900})
            if path == "index.html":
                page.fill("#find-id", "7")
                found(page)
            wide = page.evaluate("document.documentElement.scrollWidth")
            expect(wide <= width, f"{what}: at {width} pixels {path} is {wide} wide")
            if pictures:
                page.screenshot(path=str(pictures / f"{path.split('/')[-1].split('.')[0]}-{width}.png"))
            close(what, page)


def check_hostile(binary, work, browser):
    inputs = work / "hostile"
    inputs.mkdir()
    for file, text in hostile_exports.exports().items():
        (inputs / file).write_text(text, encoding="utf-8")
    site = Site(browser, work / "hostile-out")
    run(binary, site.out, [str(inputs)], "plan,summary,site")
    text = ""
    for file in sorted(["index.html"] + [str(path.relative_to(site.out)) for path in (site.out / "pages").glob("*.html")]):
        expect((site.out / file).stat().st_size < 5_000_000, f"hostile: {file} is larger than 5 MB")
        page = site.open(file)
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        text += page.evaluate("document.querySelector('main').textContent")
        facts = page.evaluate("""() => { const all = [...document.querySelectorAll('*')];
          return {names: [...new Set(all.map(e => e.localName))], scripts: document.scripts.length,
                  attributes: all.flatMap(e => [...e.attributes]).filter(a => a.name.startsWith('on') || a.name === 'style' || a.name === 'src').length,
                  links: [...new Set([...document.links].map(a => a.getAttribute('href').split('#')[0]))]}; }""")
        expect(facts["scripts"] <= 1 and facts["attributes"] == 0, f"hostile: {file}: {facts}")
        expect(not {"img", "iframe", "object", "embed", "link", "base", "template"} & set(facts["names"]), f"hostile: {file}: {facts['names']}")
        for link in facts["links"]:
            expect(re.fullmatch(r"|(\.\./)?index\.html|(pages/)?(accounts|by-id|lost|rejected|horizon)-\d{6}\.html", link), f"hostile: {file}: {link}")
        close(f"hostile: {file}", page)
    for payload in hostile_exports.PAYLOADS:
        expect(as_shown(payload) in text or payload.strip() == "", f"hostile: {payload!r} is not on a page as it is")
    # Each id is found by itself, and stays a text.
    page = site.open()
    shown = json.loads((site.out / "pages" / "search-000001.js").read_text(encoding="utf-8").partition(",")[2].rpartition(")")[0])
    ids = [line.split("|", 6)[6] for line in shown.split("\n")]
    accounts = {line["account"] for line in decisions(site.out)}
    expect(len(ids) == summary(site.out)["accounts"] >= len(accounts), f"hostile: {len(ids)} ids to search")
    for id_ in ids[:40]:
        if id_.strip() != id_ or not id_:
            continue
        page.fill("#find-id", id_)
        settle(page, 90)
        expect(id_ in found(page), f"hostile: {id_[:60]!r} is not found")
    close("hostile", page)


def check_back(binary, site, account):
    result = subprocess.run([binary, "report", str(site.out), f"--account={account}"], cwd=ROOT, capture_output=True, text=True, timeout=300)
    expect(result.returncode == 0, f"report --account: {result.stderr[:300]}")
    page = site.browser.browser.new_page()
    page.goto(pathlib.Path(result.stdout.strip()).as_uri())
    page.get_by_role("link", name="All accounts").click()
    expect(page.locator("#find").is_visible(), "report --account: no way back to the site")
    page.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--accounts", type=int, default=20_000)
    parser.add_argument("--work", help="where files go")
    parser.add_argument("--pictures", type=pathlib.Path, help="where to put pictures of the pages")
    options = parser.parse_args()
    binary = str(pathlib.Path(options.binary).resolve())
    browser = report_check.Browser(options.chromium)
    begun = time.monotonic()

    def step(text):
        print(f"{time.monotonic() - begun:5.0f} s  {text}", flush=True)

    with tempfile.TemporaryDirectory(dir=options.work) as folder:
        work = pathlib.Path(folder)
        step("a hostile export")
        check_hostile(binary, work, browser)
        count = options.accounts
        what = f"{count:,} accounts"
        step(what)
        source = work / "accounts.ndjson"
        write_accounts(source, count)
        site = Site(browser, work / "out")
        if count >= MEASURED:
            # In files that are there no longer when the next run begins.
            plain = run(binary, work / "plain", [str(source)], "plan,ics", days=1)
            subprocess.run(["rm", "-rf", str(work / "plain")], check=True)
            took = run(binary, site.out, [str(source)], "plan,ics,site", days=1)
            step(f"plan and calendar {plain:.1f} s, with the site {took:.1f} s")
            for path in site.out.glob("calendar/*"):
                path.unlink()
        else:
            run(binary, site.out, [str(source)], "plan,site", days=1)
        files = list((site.out / "pages").iterdir())
        sizes = collections.Counter()
        for file in files:
            sizes[file.name.split("-")[0].split(".")[0]] += file.stat().st_size
        print(f"  {len(files):,} files: " + ", ".join(f"{kind} {size:,} bytes" for kind, size in sorted(sizes.items())), flush=True)
        expect(max(file.stat().st_size for file in files if file.suffix == ".html") < 5_000_000, f"{what}: a page is larger than 5 MB")
        check_first_page(what, site, count)
        step("the answer in two interactions")
        check_answer(what, site, name(3), "not authorized")
        check_answer(what, site, name(count // 7 * 7 - 4), "not authorized")
        step("searching")
        check_search(what, site, count)
        step("without script")
        check_lists(what, site, count)
        step("light and dark, wide and narrow")
        check_looks(what, site, options.pictures)
        if count <= 20_000:
            check_back(binary, site, name(17))
        step("done")
    browser.close()
    if failures:
        print(f"\n{len(failures)} failed:")
        for failure in failures:
            print(f"- {failure}")
        return 1
    print("The site holds.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
