#!/usr/bin/env python3
"""Drives a real Chromium over the pages that tickler writes, as one page and as a site: the examples, a hostile export, 2,000 items of one
account, four runs in a row, and runs of 1, 20 and 3,000 accounts. Every claim that docs/report.md makes about the pages is checked in the
browser, and each number on them against plan.ndjson, summary.json and the rows that it opens.

    report_check.py --binary .build/release/tickler [--chromium /usr/bin/chromium]

Exits with 1 and a list of what failed."""

import datetime
import json
import pathlib
import re
import subprocess
import urllib.parse

from report_browser import (answer, as_shown, check_accessible, check_nothing_ran, checks, close, decisions, expect, hostile,
                            hostile_exports, PAGE_LIMIT, pages, plan, PROBLEMS, ROOT, settle, summary, term, visible_rows)
from report_rows import (check_anchors, check_answers, check_cut, check_filters, check_links, check_questions, check_same, check_shifts,
                         check_where_links_lead)


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
    expect(shown == len(changes["changes"]), f"since: {shown} lines for {len(changes['changes'])} changes")
    counts = page.eval_on_selector_all("#table-changes td:nth-child(4)", "cells => cells.map(c => Number(c.textContent))")
    expect(sum(counts) == len(acting), f"since: the table has {counts}, of {len(acting)} changes")
    folded = page.locator(".group:not([open]) h3").all_inner_texts()
    expect(folded == ["By time passing"], f"since: folded is {folded}")
    accepted = summary(new)["accepted"]["slotLimit"]
    chip = page.locator(".verdict a.chip", has_text="no slot left")
    expect(chip.text_content() == f"{accepted} no slot left", f"since: accepted says {chip.text_content()}")
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
                        "Tests/Zoneinfo/2026f", "--archive", str(archive), "--quiet", "--emit", "plan,summary" + ",html" * (day == 23)],
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
    run = [link.get_attribute("href") for link in page.locator("#table-runs a").all()]
    expect(run == [f"{urllib.parse.quote(str(archive))}/{(archive / 'latest').resolve().name}/index.html"], f"history: links to runs {run}")
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
