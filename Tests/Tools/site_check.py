#!/usr/bin/env python3
"""Drives a real Chromium over a site of 20,000 accounts, or as many as are asked for, after a run with other permissions: how fast it opens
and finds, that every number opens its rows, and that every account can be reached without script.

    site_check.py --binary .build/release/tickler [--accounts 1000000] [--work /dev/shm]

With a million accounts it says how long the run takes with and without the site. Exits with 1 and a list of what failed."""

import collections
import shutil
import statistics
import subprocess

from report_browser import PAGE_LIMIT, ROOT, answer, ask, check_accessible, checks, close, expect, pages, plan, settle
from report_rows import check_links, check_questions

FIRST_PAGE = 1_000_000
# Seconds, of the million accounts of `make site-check`: CI's machines are busy with other checks.
INTERACTIVE = 0.5
SEARCH = 0.2
MEASURED = 1_000_000
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "UTC"]


def name(number):
    """Of account `number`: in another order than the accounts are in."""
    return f"user-{number * 7_368_787 % 10_000_019:08}"


def write_accounts(file, count, every=7):
    """`count` accounts, of which every seventh is not authorized, and every seventieth asks for more than its device holds."""
    with open(file, "w", encoding="utf-8") as lines:
        lines.write('{"format":"tickler-export/1","app":"focusflow","exportedAt":"2026-10-23T15:00:00Z"}\n')
        for number in range(count):
            tasks = ",".join(f'{{"kind":"task","id":"t{task}","title":"Task {task}","date":"2026-10-24","time":"{task % 24:02}:{task % 60:02}"}}'
                             for task in range(70 if number % 70 == 5 else 1))
            denied = '"authorization":"denied",' if number % every == 3 else ""
            lines.write(f'{{"account":{{"id":"{name(number)}","timeZone":"{ZONES[number % 5]}",{denied}"items":[{tasks}]}}}}\n')


def search(page, text, wanted):
    """Seconds from the last key until `wanted` is among what is shown."""
    page.evaluate("""wanted => {
      window.took = new Promise(done => {
        const rows = document.getElementById('found-rows');
        const look = () => [...rows.querySelectorAll('th a')].some(link => link.textContent === wanted);
        new MutationObserver((changes, observer) => {
          if (!look()) return;
          observer.disconnect();
          requestAnimationFrame(() => done((performance.now() - window.lastKey) / 1000));
        }).observe(rows, {childList: true, subtree: true});
        document.getElementById('q').addEventListener('input', () => { window.lastKey = performance.now(); }, {once: true});
      });
    }""", wanted)
    page.fill("#q", text)
    return page.evaluate("window.took")


def check_first_page(what, out, browser, count):
    size = (out / "index.html").stat().st_size
    expect(size < FIRST_PAGE, f"{what}: the first page has {size:,} bytes")
    times = []
    for _ in range(3):
        page = browser.open(out / "index.html")
        times.append(page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd") / 1000)
        expect(page.locator("#search").bounding_box()["y"] < 900, f"{what}: the search is not on the first screen")
        close(what, page)
    expect(count < MEASURED or min(times) < INTERACTIVE, f"{what}: interactive after {min(times):.2f} s")
    print(f"  first page {size:,} bytes, interactive after {min(times) * 1000:.0f} ms", flush=True)


def check_answer(what, out, browser, account, words):
    """Why did she not get it, by keys and by the pointer: the answer and whose it is are in sight."""
    for by_keys in (True, False):
        page = browser.open(out / "index.html")
        page.focus("#q")
        page.keyboard.insert_text(account)
        expect(answer(page)["names"] == [account], f"{what}: {account} is not found alone")
        if by_keys:
            page.keyboard.press("Enter")
        else:
            page.click("#found-rows th a")
        page.wait_for_url("**/accounts-*")
        settle(page, 300)
        mine = page.locator(f"details.account[data-account='{account}']")
        for part in (mine.locator(f"tr.dropped >> text={words}").first, mine.locator("> summary")):
            box = part.bounding_box()
            expect(box and 0 <= box["y"] < 900, f"{what}: the answer about {account} is not in sight: {box}")
        close(what, page)


def check_search(what, out, browser, count):
    page = browser.open(out / "index.html")
    page.focus("#q")
    settle(page, 300)
    times, parts = [], []
    for number in [0, count // 7, count // 3, count // 2, count - 1]:
        account = name(number)
        times.append(search(page, account, account))
        expect(answer(page)["names"] == [account], f"{what}: {account} is not found alone")
    for number in [1, count // 5, count // 4]:
        # Of the end of an id, no order helps.
        account = name(number)
        page.fill("#q", "")
        parts.append(search(page, account[-7:], account))
        expect(account in answer(page)["names"], f"{what}: {account} is not found by its end")
    expect(count < MEASURED or statistics.median(times) < SEARCH, f"{what}: an id is found after {times}")
    print(f"  found by id after {statistics.median(times) * 1000:.0f} ms (most {max(times) * 1000:.0f}), by a part of it after "
          f"{statistics.median(parts) * 1000:.0f} ms (first {parts[0] * 1000:.0f})", flush=True)
    page.click("#f-reset")
    settle(page, 100)

    # By what can be chosen, alone and together.
    denied, over = len(range(3, count, 7)), len([n for n in range(5, count, 70) if n % 7 != 3])
    tokyo = len([n for n in range(3, count, 7) if n % 5 == 2])
    page.fill("#q", "reason:unauthorized")
    expect(answer(page)["accounts"] == denied, f"{what}: {answer(page)['words']}, not {denied}")
    expect(ask(page, "reason=unauthorized&zone=Asia%2FTokyo")["accounts"] == tokyo, f"{what}: {answer(page)['words']}, not {tokyo}")
    page.go_back()
    settle(page, 100)
    expect(answer(page)["accounts"] == denied, f"{what}: back does not bring the search before: {answer(page)['words']}")
    expect(ask(page, "has=slots%3Dover")["accounts"] == over, f"{what}: {answer(page)['words']}, not {over}")
    close(what, page)


def check_lists(what, out, browser, count):
    """Without script: every account by two links, and the lists by severity have whom they say."""
    for number in (0, count // 3, count // 2, count - 1):
        account = name(number)
        page = browser.open(out / "index.html", java_script_enabled=False)
        expect(not page.locator("#search").is_visible(), f"{what}: without script there are controls that do nothing")
        ranges = page.eval_on_selector_all(".ranges a", "links => links.map(a => [...a.querySelectorAll('bdi')].map(b => b.textContent))")
        index = next((index for index, (first, last) in enumerate(ranges) if first <= account <= last), None)
        expect(index is not None, f"{what}: {account} is in no range")
        page.locator(".ranges a").nth(index).click()
        page.get_by_role("link", name=account, exact=True).click()
        page.wait_for_url("**/accounts-*")
        row = page.locator(f"details.account[data-account='{account}'] :is(.same > summary, .timeline tbody tr:not(.day))").first
        expect(row.is_visible(), f"{what}: without script {account} is not open after two links")
        page.context.close()
    for list_, total in (("lost", len(range(3, count, 7))), ("horizon", len([n for n in range(5, count, 70) if n % 7 != 3]))):
        text = (out / "index.html").read_text(encoding="utf-8")
        rows = sum(file.read_text(encoding="utf-8").count("<tr><th scope=row>") for file in (out / "pages").glob(f"{list_}-*.html"))
        expect(rows in (0, total), f"{what}: the list {list_} has {rows} accounts, not {total}")
        expect((f'id="list-{list_}"' in text) == (rows > 0), f"{what}: the list {list_} is not on the first page")


def check_back(binary, out, browser, account):
    result = subprocess.run([binary, "report", str(out), f"--account={account}"], cwd=ROOT, capture_output=True, text=True, timeout=300)
    expect(result.returncode == 0, f"report --account: {result.stderr[:300]}")
    page = browser.open(out / result.stdout.strip().rpartition("/")[2])
    page.locator(".eyebrow a").click()
    expect(page.locator("#search").is_visible(), "report --account: no way back to the site")
    close("report --account", page)


def main():
    with checks("The site holds.") as (options, browser, step):
        binary, work, count = options.binary, options.work, options.accounts
        what, out = f"{count:,} accounts", options.work / "out"
        step(what)
        source = work / "accounts.ndjson"
        write_accounts(source, count)
        if count >= MEASURED:
            # In files that are there no longer when the next run begins.
            plain = plan(binary, work / "plain", [source], days=1, emit="plan,ics")
            shutil.rmtree(work / "plain")
            took = plan(binary, out, [source], days=1, emit="plan,summary,ics,site")
            step(f"plan and calendar {plain:.1f} s, with the site {took:.1f} s")
            shutil.rmtree(out / "calendar")
        else:
            (work / "before").mkdir()
            before = work / "before" / "accounts.ndjson"
            write_accounts(before, count, every=100)
            # The clock changes on the second day.
            plan(binary, work / "old", [before], days=2, emit="plan,summary,actions", now="2026-10-23T15:30:00Z")
            plan(binary, out, [source], "--previous", work / "old", days=2, emit="plan,summary,actions,site")
        sizes = collections.Counter()
        for file in (out / "pages").iterdir():
            sizes[file.name.split("-")[0].split(".")[0]] += file.stat().st_size
        print("  " + ", ".join(f"{kind} {size:,} bytes" for kind, size in sorted(sizes.items())), flush=True)
        expect(max(file.stat().st_size for file in pages(out)) < PAGE_LIMIT, f"{what}: a page is larger than 5 MB")
        check_first_page(what, out, browser, count)
        step("the answer in two interactions, by keys and by the pointer")
        check_answer(what, out, browser, name(3), "not authorized")
        step("searching")
        check_search(what, out, browser, count)
        step("without script")
        check_lists(what, out, browser, count)
        if count < MEASURED:
            step("the questions, and each number and its rows")
            check_questions(what, out / "index.html", browser, name(count // 7 * 7 - 4), "not authorized|Permission")
            check_links(what, out / "index.html", browser, least=20)
            check_back(binary, out, browser, name(17))
        step("light and dark, wide and narrow")
        for file in (out / "index.html", out / "pages/by-id-000001.html", out / "pages/accounts-000001.html"):
            for scheme, width in (("light", 390), ("dark", 720), ("light", 1280)):
                page = browser.open(file, color_scheme=scheme, size=(width, 900))
                wide = page.evaluate("document.documentElement.scrollWidth")
                expect(wide <= width, f"{what}: at {width} pixels {file.name} is {wide} wide")
                # Accounts and rows are all alike.
                page.evaluate("""() => { document.querySelectorAll('details.account:not([open])').forEach((d, i) => i > 2 && d.remove());
                  document.querySelectorAll('tbody').forEach(b => [...b.rows].slice(15).forEach(r => r.remove())); }""")
                check_accessible(f"{what}, {file.name}, {scheme}", page)
                close(what, page)
        step("done")


if __name__ == "__main__":
    main()
