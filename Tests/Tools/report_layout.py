#!/usr/bin/env python3
"""Looks at the pages that tickler writes, one page, a second night and a site, in a real Chromium, at nine widths, in both modes, with text of
200 % and on paper: nothing overlaps, nothing is cut off, no word is broken, no text is too small, no half is empty, nothing that stays in sight
hides what a link leads to.

    report_layout.py --binary .build/release/tickler [--chromium /usr/bin/chromium]

Exits with 1 and a list of what failed."""

import collections
import datetime
import json
import re
import subprocess
import zoneinfo

from report_browser import NOW, ROOT, answer, check_accessible, checks, close, decisions, expect, hostile, pages, plan, settle, until

WIDTHS = (2560, 2240, 1920, 1760, 1440, 1280, 768, 390, 360)

# What is wrong with the boxes of every row that can be seen.
LOOK_AT_ROWS = """() => {
  const wrongs = [];
  const wide = document.documentElement.clientWidth;
  const rows = [...document.querySelectorAll('.timeline tbody > tr')].filter(row => row.offsetParent !== null);
  for (const row of rows) {
    const name = row.id || row.textContent.slice(0, 40);
    const cells = [...row.cells].map(cell => [cell, cell.getBoundingClientRect()]);
    for (const [cell, box] of cells) {
      if (box.width < 1 || box.height < 1) wrongs.push(`${name}: a cell has no room`);
      if (box.left < 0 || box.right > wide + 1) wrongs.push(`${name}: a cell ends at ${box.right}`);
      if (cell.scrollWidth > cell.clientWidth + 1) wrongs.push(`${name}: ${cell.scrollWidth} in ${cell.clientWidth}`);
      if (cell.scrollHeight > cell.clientHeight + 2) wrongs.push(`${name}: ${cell.scrollHeight} high in ${cell.clientHeight}`);
      for (const [other, its] of cells) {
        if (other === cell) break;
        const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
        const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
        if (across > 1 && down > 1) wrongs.push(`${name}: two cells overlap`);
      }
    }
    const before = row.previousElementSibling;
    if (before && before.offsetParent !== null && !before.matches('.day')
        && before.getBoundingClientRect().bottom > row.getBoundingClientRect().top + 1) wrongs.push(`${name}: on the row before`);
  }
  return {rows: rows.length, wrongs};
}"""

# Texts that are too small, overlap, or have a word on two lines; nothing looks at code and ids, which may break anywhere.
LOOK_AT_TEXTS = """least => {
  const small = new Set(), broken = new Set(), overlaps = new Set();
  const range = document.createRange();
  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest('script, style, title, desc, option, .skip, thead') || !parent.checkVisibility()) continue;
    const svg = parent.closest('svg');
    const size = parseFloat(getComputedStyle(parent).fontSize) * (svg ? svg.getScreenCTM().a : 1);
    if (size < least - .05) small.add(`${node.data.trim().slice(0, 30)} ${size.toFixed(1)}`);
    range.selectNodeContents(node);
    const isMoving = parent.closest('.toc, .account > summary, tr.day, .card, .copy, #said, .picture .count');
    const around = (parent.closest('.scroll') || document.body).getBoundingClientRect();
    for (const r of range.getClientRects()) {
      // Some fonts have boxes that are much higher than their letters, and reach into the next line.
      const trim = Math.max(3, (r.height - size) / 2);
      if (r.width > 1 && !isMoving && r.bottom < around.bottom && r.top > around.top)
        boxes.push([r.top + trim, r.bottom - trim, r.left + 1, r.right - 1, node.data.trim().slice(0, 30)]);
    }
    if (svg || parent.closest('code, bdi, .who')) continue;
    for (const word of node.data.matchAll(/(?<!\\S)[\\p{L}\\p{N}]{3,18}(?![^\\s,.;:!?)…])/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].filter(r => r.width > 0).map(r => Math.round(r.top)));
      if (tops.size > 1) broken.add(word[0]);
    }
  }
  boxes.sort((a, b) => a[0] - b[0]);
  boxes.forEach((box, i) => {
    for (let j = i + 1; j < boxes.length && boxes[j][0] < box[1]; j += 1)
      if (Math.min(box[3], boxes[j][3]) - Math.max(box[2], boxes[j][2]) > 1) overlaps.add(`${box[4]} on ${boxes[j][4]}`);
  });
  return {'texts too small': [...small], 'broken words': [...broken], 'texts on each other': [...overlaps]};
}"""

# Parts of the page that fill less than half of its width, and columns that end long before their neighbor.
LOOK_AT_HALVES = """() => {
  const wrongs = [];
  const main = document.querySelector('main').getBoundingClientRect();
  if (main.width < document.documentElement.clientWidth * .5) wrongs.push(`the content is ${main.width} wide`);
  for (const section of document.querySelectorAll('main > section')) {
    const box = section.getBoundingClientRect();
    if (!section.checkVisibility() || box.height < 250) continue;
    const right = Math.max(...[...section.querySelectorAll('td, th, svg, li, p, dd, .chip, summary')].filter(e => e.checkVisibility())
      .map(e => e.getBoundingClientRect().right));
    if (right - box.left < box.width * .5) wrongs.push(`${section.getAttribute('aria-labelledby')}: ${Math.round(right - box.left)} of ${Math.round(box.width)}`);
  }
  return wrongs;
}"""

# What holds more than it shows, or lies outside the window; what a reader does not see at all is left out.
LOOK_AT_PAGE = """() => {
  const wrongs = [];
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) wrongs.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const part of document.querySelectorAll('.scroll, figure, dl, dd, td, th, h1, h2, h3, .figures li, .verdict, .plain li, .chip, .push, #search')) {
    if (!part.checkVisibility() || part.clientWidth === 0) continue;
    if (part.scrollWidth > part.clientWidth + 1)
      wrongs.push(`${part.getAttribute('aria-label') || part.className || part.localName}: ${part.scrollWidth} in ${part.clientWidth}`);
  }
  return wrongs;
}"""


# Instants on two lines.
LOOK_AT_INSTANTS = """() => [...document.querySelectorAll('time')].filter(time => time.checkVisibility()
  && new Set([...time.getClientRects()].map(r => Math.round(r.top))).size > 1).map(time => time.textContent)"""


def check_layout(name, file, browser, widths=WIDTHS, words=True, scale=1):
    """Every row of every account at every width; both modes have the same boxes, so every other one is dark."""
    for width in widths:
        page = browser.open(file, color_scheme="dark" if widths.index(width) % 2 else "light")
        page.set_viewport_size({"width": width, "height": 900})
        if scale != 1:
            page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16 * scale, "fixed": 13 * scale}})
        halves = page.evaluate(LOOK_AT_HALVES) if scale == 1 else []
        expect(not halves, f"{name} at {width}: an empty half, such as {halves[:3]}")
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        settle(page)
        result = page.evaluate(LOOK_AT_ROWS)
        expect(result["rows"] > 0 or (file.parent / "pages").exists() or "by-id" in file.name, f"{name} at {width}: no rows")
        expect(not result["wrongs"], f"{name} at {width}: {len(result['wrongs'])} rows, such as {result['wrongs'][:3]}")
        for what, wrongs in page.evaluate(LOOK_AT_TEXTS, 10).items():
            expect(not wrongs or not words, f"{name} at {width}: {len(wrongs)} {what}, such as {wrongs[:5]}")
        instants = page.evaluate(LOOK_AT_INSTANTS)
        expect(not instants, f"{name} at {width}: {len(instants)} instants on two lines, such as {instants[:3]}")
        wrongs = page.evaluate(LOOK_AT_PAGE)
        expect(not wrongs, f"{name} at {width}: {len(wrongs)} parts are wider than their room, such as {wrongs[:5]}")
        page.context.close()


def check_paper(name, file, browser):
    """On A4: labels of 8 points, headings that stay with what follows, nothing cut off, no column without a word."""
    page = browser.open(file)
    page.set_viewport_size({"width": 703, "height": 1030})
    page.emulate_media(media="print")
    for what, wrongs in page.evaluate(LOOK_AT_TEXTS, 8 * 96 / 72).items():
        expect(not wrongs, f"{name} on paper: {len(wrongs)} {what}, such as {wrongs[:5]}")
    wrongs = page.evaluate(LOOK_AT_PAGE)
    expect(not wrongs, f"{name} on paper: {len(wrongs)} parts are wider than their room, such as {wrongs[:5]}")
    loose = page.evaluate("""() => [...document.querySelectorAll('h2, h3, figcaption')].filter(h => h.checkVisibility()
      && !h.closest('article, .account') && getComputedStyle(h).breakAfter !== 'avoid' && !h.closest('figure')).map(h => h.textContent)""")
    expect(not loose, f"{name} on paper: headings that may stand alone: {loose[:5]}")
    blank = page.evaluate("""() => [...document.querySelectorAll('main table')].filter(t => t.checkVisibility()).flatMap(table =>
      [...table.tHead.rows[0].cells].filter((head, i) => !head.textContent.trim()
        || table.tBodies[0] && table.tBodies[0].rows.length && [...table.tBodies[0].rows].every(row => row.cells[i] && !row.cells[i].innerText.trim()))
      .map(head => `${head.textContent} of ${table.id}`))""")
    expect(not blank, f"{name} on paper: blank columns {blank[:5]}")
    page.context.close()


# Whether what the address names can be seen whole at its first line, and by what it is hidden.
HIDDEN_BY = """() => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const shown = target.matches('tr') ? target.cells[0] : target.querySelector('summary') || target;
  const box = shown.getBoundingClientRect();
  if (box.top < 0 || box.top + 12 > innerHeight) return `outside the window, at ${box.top}`;
  const above = document.elementFromPoint(box.left + 3, box.top + 4);
  return shown.contains(above) ? '' : `behind ${above.localName} ${above.className}`;
}"""


# What of a picture is too pale for its ground, or lies outside it. Text needs 4.5 (WCAG 1.4.3), a mark 3 (1.4.11).
LOOK_AT_PICTURES = """() => {
  const wrongs = new Set();
  const channels = color => color.match(/[\\d.]+/g).map(Number);
  const light = color => channels(color).slice(0, 3).map(c => c / 255)
    .map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
  const contrast = (a, b) => (Math.max(light(a), light(b)) + .05) / (Math.min(light(a), light(b)) + .05);
  const paper = getComputedStyle(document.body).backgroundColor;
  const isColor = color => color.startsWith('rgb') && channels(color)[3] !== 0;
  let looked = 0;
  for (const svg of document.querySelectorAll('svg')) {
    if (!svg.checkVisibility()) continue;
    const around = svg.getBoundingClientRect();
    for (const element of svg.querySelectorAll('text, rect, path, circle')) {
      const style = getComputedStyle(element);
      const what = `${element.localName}.${element.getAttribute('class')} of ${(svg.querySelector('title') || svg).textContent.slice(0, 40)}`;
      if (element.closest('pattern')) {
        if (element.matches('rect') && contrast(style.fill, paper) < 3) wrongs.add(`${what}: ${contrast(style.fill, paper).toFixed(2)}`);
        continue;
      }
      const box = element.getBoundingClientRect();
      if (box.left < around.left - 1.5 || box.right > around.right + 1.5 || box.top < around.top - 1.5 || box.bottom > around.bottom + 1.5)
        wrongs.add(`${what}: outside, ${element.textContent.slice(0, 20)}`);
      looked += 1;
      if (element.matches('text')) {
        let ground = paper;
        for (const other of svg.querySelectorAll('rect, .dots, .diamond')) {
          const fill = getComputedStyle(other).fill;
          const its = other.getBoundingClientRect();
          const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
          if (isColor(fill) && (other.matches('path') ? element.matches('.count')
              : its.left < x && x < its.right && its.top < y && y < its.bottom)) ground = fill;
        }
        // A letter with a rim stands on that.
        if (style.paintOrder.startsWith('stroke') && isColor(style.stroke)) ground = style.stroke;
        const ratio = contrast(style.fill, ground);
        if (ratio < 4.5) wrongs.add(`${what}: ${ratio.toFixed(2)} on ${ground}`);
      } else if (!element.matches('.grid, .axis, .h0, .part')) {
        const ratio = Math.max(...[style.fill, style.stroke].filter(isColor).map(color => contrast(color, paper)));
        if (!(ratio >= 3)) wrongs.add(`${what}: ${ratio.toFixed(2)}`);
      }
    }
  }
  return {looked, wrongs: [...wrongs]};
}"""


def check_pictures(name, file, browser):
    """Every letter and mark of the pictures can be seen in both modes, on a phone as well."""
    for width, scheme in ((1440, "light"), (1440, "dark"), (390, "light"), (390, "dark")):
        page = browser.open(file, color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        result = page.evaluate(LOOK_AT_PICTURES)
        expect(result["looked"] > 100, f"{name} at {width}, {scheme}: {result['looked']} marks")
        expect(not result["wrongs"], f"{name} at {width}, {scheme}: {len(result['wrongs'])} marks: {result['wrongs'][:6]}")
        page.context.close()


def check_weeks(name, file, browser, lines):
    """The week of each account has each notification of the next seven days at its hour, and those not sent with their reason."""
    page = browser.open(file)
    weeks = page.evaluate("""() => [...document.querySelectorAll('.account')].filter(a => a.querySelector('.week')).map(account => [
      account.dataset.account, account.dataset.app, account.dataset.zones.split(' ')[0], [...account.querySelectorAll('.week tbody tr')].flatMap(row => [...row.cells].slice(1).flatMap(
        (cell, day) => [...cell.querySelectorAll('.push')].map(push =>
          [day, push.querySelector('b').textContent, push.querySelector('bdi').textContent, push.matches('.ghost')]))),
      [...account.querySelectorAll('.week .soft')].reduce((sum, more) => sum + parseInt(more.textContent), 0)])""")
    now = datetime.datetime.fromisoformat(NOW)
    seen = 0
    for account, app, home, pushes, more in weeks:
        wanted = collections.Counter()
        for line in lines:
            if line["account"] != account or line["app"] != app or not ("at" in line or "local" in line) or line.get("reason") == "past":
                continue
            # A wall time that travel skips has no zone.
            zone = zoneinfo.ZoneInfo(line.get("clock") or line.get("zone") or home)
            local = (datetime.datetime.fromisoformat(line["at"]).astimezone(zone) if "at" in line
                     else datetime.datetime.fromisoformat(line["local"]).replace(tzinfo=zone))
            day = (local.date() - now.astimezone(zoneinfo.ZoneInfo(home)).date()).days
            if 0 <= day < 7:
                wanted[f"{local:%H:%M}", line["title"], line["outcome"] == "dropped"] += 1
        shown = collections.Counter((time, title, ghost) for _, time, title, ghost in pushes)
        expect(shown <= wanted, f"{name}: the week of {account} has {dict(shown - wanted)}")
        expect(sum(shown.values()) + more == sum(wanted.values()), f"{name}: the week of {account} has {sum(shown.values())} and {more} of {sum(wanted.values())}")
        seen += 1
    expect(seen > 5, f"{name}: {seen} accounts have a week")
    page.context.close()


def check_devices(name, binary, inputs, out, browser):
    """What the page says of devices against `tickler apply`, which carries the actions out, and against actions.ndjson."""
    applied = subprocess.run([binary, "apply", str(out), *inputs, "--now", NOW, "--zoneinfo", "Tests/Zoneinfo/2026f", "--quiet"],
                             cwd=ROOT, capture_output=True, text=True, check=False)
    held = {(line["app"], line["account"]): line["pending"] for line in map(json.loads, applied.stdout.splitlines())}
    page = browser.open(out / "index.html")
    shown = page.evaluate("""() => [...document.querySelectorAll('.account')].map(account => {
      const part = account.querySelector('[aria-label^="Requests on the device"]');
      if (!part) return null;
      return [[...account.querySelectorAll('.card dt')].find(t => t.textContent === 'App').nextElementSibling.textContent,
        account.dataset.account, Number(part.previousElementSibling.textContent.split(' ')[0].replaceAll(',', '')),
        [...part.querySelectorAll('tbody th')].map(t => t.textContent),
        Number((part.nextElementSibling?.matches('.left-out') ? part.nextElementSibling.textContent : '0').split(' ')[0].replaceAll(',', ''))];
    }).filter(a => a)""")
    expect(len(shown) > 10, f"{name}: {len(shown)} accounts say what their device holds")
    for app, account, count, notifications, left_out in shown:
        pending = held[(app, account)]
        expect(count == len(pending), f"{name}: {account} holds {len(pending)}, the page says {count}")
        names = {entry.get("notification", entry["id"].split("@")[0]) for entry in pending}
        rows = {row.split("@")[0] for row in notifications}
        expect(rows <= names and len(names - rows) <= left_out, f"{name}: {account} holds {sorted(names ^ rows)[:3]}, or the page says so")
    with open(out / "actions.ndjson", encoding="utf-8") as actions:
        carried = [json.loads(line) for line in actions]
    verbs = collections.Counter(line["action"] for line in carried)
    unwanted = collections.Counter((line["app"], line["account"]) for line in carried if line["action"] == "cancel"
                                   or line["action"] == "move" and line.get("from") not in (None, line.get("at")))
    said = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('.account')].map(account =>
      [['App', 'Account'].map(n => [...account.querySelectorAll('.card dt')].find(t => t.textContent === n).nextElementSibling.textContent).join(' '),
       (account.textContent.match(/it would show ([\\d,]+) at times/) || [])[1]]).filter(entry => entry[1]))""")
    expect(said == {" ".join(key): f"{count}" for key, count in unwanted.items()}, f"{name}: unwanted {said}, not {dict(unwanted)}")
    rows = page.evaluate("""() => [...document.querySelectorAll('#table-actions tbody tr')].map(row =>
      [row.cells[0].textContent, row.cells[1].textContent, Number(row.cells[2].textContent.replaceAll(',', ''))])""")
    sums = collections.Counter()
    for verb, why, count in rows:
        sums[verb] += count
        expect(why, f"{name}: {verb} has no reason")
    expect(sums == verbs, f"{name}: actions {dict(sums)}, the file has {dict(verbs)}")
    page.context.close()


def check_targets(name, file, browser):
    """What a link leads to is not behind a bar, in a tall window and in a short one, with script and without."""
    page = browser.open(file)
    anchors = page.evaluate("""() => ['.toc a', '.timeline tbody:first-of-type tr:not(.day)', '.timeline tbody:last-of-type tr:last-child',
      '[id^=reason-]', '.account'].flatMap(part => [...document.querySelectorAll(part)].slice(0, 6)).map(e => e.getAttribute('href') || '#' + e.id)""")
    page.context.close()
    expect(len(anchors) > 15, f"{name}: {len(anchors)} anchors")
    for width, height, script in ((1440, 900, True), (1024, 900, False), (720, 450, True), (390, 844, True), (390, 844, False)):
        page = browser.open(file, size=(width, height), java_script_enabled=script)
        for anchor in anchors:
            page.goto(file.as_uri() + anchor)
            if script:
                settle(page, 20)
            hidden = page.evaluate(HIDDEN_BY)
            expect(not hidden, f"{name} at {width}×{height}, script {script}: {anchor} is {hidden}")
        page.context.close()


def check_in_sight(name, file, browser):
    """Inside an open account its name and the day stay in sight, one row each, but not in a short window."""
    for width, height, stays in ((1440, 900, True), (1024, 900, True), (390, 844, True), (1024, 450, False)):
        page = browser.open(file)
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("""() => {
          const account = [...document.querySelectorAll('.account')].find(a => a.querySelectorAll('.timeline tr').length > 40);
          account.open = true;
          const body = [...account.querySelectorAll('.timeline tbody')].find(b => b.rows.length > 4);
          window.scrollTo(0, body.rows[4].getBoundingClientRect().top + scrollY - 160);
        }""")
        settle(page, 50)
        boxes = page.evaluate("""() => {
          const account = document.querySelector('.account[open]');
          const body = [...account.querySelectorAll('.timeline tbody')].find(b => b.rows.length > 4);
          return [innerWidth < 1100 ? '.toc' : null].map(s => s && document.querySelector(s)).concat(account.querySelector('summary'), body.rows[0])
            .filter(e => e).map(e => e.getBoundingClientRect()).map(b => [b.top, b.bottom]);
        }""")
        where = f"{name} at {width}×{height}"
        if stays:
            expect(boxes[0][0] == 0, f"{where}: the parts of the page are at {boxes[0]}")
            for above, below in zip(boxes, boxes[1:]):
                expect(abs(above[1] - below[0]) <= 1, f"{where}: the bars are at {boxes}")
            expect(boxes[-1][1] < height / 4, f"{where}: the bars take {boxes[-1][1]} of {height}")
        else:
            expect(boxes[0][1] < 0, f"{where}: something stays in sight in a short window: {boxes}")
        page.context.close()


def check_copy(name, file, browser, lines):
    """The button beside a decision copies its instant in UTC, account and notification, and an address that leads to it."""
    page = browser.open(file, permissions=["clipboard-read", "clipboard-write"])
    account = page.locator("details.account").first
    account.locator("> summary").click()
    row = account.locator(".timeline tbody tr:not(.day):visible").nth(1)
    anchor = row.get_attribute("id")
    line = next(line for line in lines if re.sub(r"\.\d+$", "", anchor) == f"d-{line['uid']}")
    row.locator("> th").hover()
    expect(row.locator("> th").get_attribute("title") == line.get("at", ""), f"{name}: the time says {row.locator('> th').get_attribute('title')}")
    button = row.get_by_role("button")
    expect(button.get_attribute("aria-label").startswith("Copy a link to "), f"{name}: the button has no name")
    button.click()
    until(page, "document.getElementById('said').innerText !== ''")
    parts = [part for part in (line.get("at"), line["account"], line["notification"]) if part]
    expect(page.inner_text("#said") == "Copied: " + ", ".join(parts), f"{name}: {page.inner_text('#said')}")
    copied = page.evaluate("navigator.clipboard.readText()")
    expect(copied == f"{' '.join(parts)}\n{file.as_uri()}#{anchor}", f"{name}: copied {copied}")
    shown = page.locator(".account[open] .timeline tbody tr:not(.day)").count()
    buttons = page.locator(".account[open] .copy").count()
    expect(buttons == shown > 0, f"{name}: {buttons} buttons for {shown} decisions")
    close(name, page)


def check_keyboard(name, file, browser):
    """The search within five tabs from the top, with the way there told; what it finds is said."""
    page = browser.open(file)
    tabs = []
    while len(tabs) < 5 and page.evaluate("document.activeElement.id") != "q":
        page.keyboard.press("Tab")
        tabs.append(page.evaluate("document.activeElement.textContent.trim() || document.activeElement.id"))
        if "search" in tabs[-1]:
            page.keyboard.press("Enter")
            settle(page)
    expect(page.evaluate("document.activeElement.id") == "q", f"{name}: five tabs lead to {tabs}")
    page.keyboard.type("no such account")
    said = answer(page)["words"]
    expect("no such account" in said.lower() and page.locator("#f-count[role=status]").is_visible(), f"{name}: a search that finds nothing says {said}")
    landmarks = page.evaluate("['header', 'main', 'footer', '[role=search]'].map(l => document.querySelectorAll('body ' + l).length)")
    expect(landmarks == [1] * 4, f"{name}: landmarks {landmarks}")
    names = page.evaluate("[...document.querySelectorAll('section, nav, form, [role=group]')].filter(e => !(e.getAttribute('aria-label')"
                          " || document.getElementById(e.getAttribute('aria-labelledby')))).length")
    expect(names == 0, f"{name}: {names} parts have no name")
    close(name, page)


SIZES = ((1440, 900, 1), (1024, 900, 1), (720, 900, 1), (390, 844, 1), (720, 450, 2))


def check_accessibility(name, file, browser, sizes=SIZES):
    """axe in both modes at four widths, and enlarged to 200 %: a window of half the size with twice the pixels."""
    for width, height, scale in sizes:
        for scheme in ("light", "dark"):
            page = browser.open(file, color_scheme=scheme, device_scale_factor=scale)
            page.set_viewport_size({"width": width, "height": height})
            # axe walks what is closed as well, which is nearly all of the page: a few accounts, and a few rows of a day.
            page.evaluate("""() => {
              const few = account => account.querySelectorAll('.timeline tr').length < 60;
              document.querySelectorAll('.account').forEach((account, i) => { if (i > 8 || !few(account)) account.remove(); });
              document.querySelectorAll('.timeline tbody').forEach(body => [...body.rows].slice(5).forEach(row => row.remove()));
            }""")
            check_accessible(f"{name} at {width}×{height}, {scheme}", page)
            page.context.close()


def check_table_is_read(name, file, browser):
    """The timeline is a table to a screen reader whatever it looks like."""
    for width in (1440, 1024, 390):
        page = browser.open(file)
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("[...document.querySelectorAll('.account')].find(account => !account.querySelector('.same')).open = true")
        tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in tree}

        def role(node):
            return node.get("role", {}).get("value")

        def inside(node):
            for child in (by_id[key] for key in node.get("childIds", []) if key in by_id):
                yield child
                yield from inside(child)

        tables = [node for node in tree if role(node) == "table"
                  and any(n.get("name", {}).get("value") == "What happens" for n in inside(node))]
        expect(len(tables) == 1, f"{name} at {width}: {len(tables)} timelines in the accessibility tree")
        roles = [role(node) for node in inside(tables[0])] if tables else []
        rows = page.locator(".account[open] .timeline tr").count()
        expect(roles.count("row") == rows, f"{name} at {width}: {roles.count('row')} rows are read of {rows}")
        expect(roles.count("columnheader") == 4, f"{name} at {width}: {roles.count('columnheader')} column heads are read")
        page.context.close()


def main():
    with checks("The layout holds.") as (options, browser, step):
        binary, out, site = options.binary, options.work / "examples", options.work / "site"
        plan(binary, out, ["inputs/examples"])
        plan(binary, site, ["inputs/examples"], emit="plan,summary,actions,site")
        lines, file = decisions(out), out / "index.html"
        accounts = site / "pages/accounts-000001.html"
        step("nine widths")
        for each in (file, *pages(site)):
            if not each.name.startswith(("lost", "rejected")):
                check_layout(each.name if each.parent.name == "pages" else each.parent.name, each, browser)
        step("a second night, text of 200 %, and paper")
        later = options.work / "later"
        plan(binary, later, ["inputs/examples"], "--previous", out, now="2026-10-24T16:00:00Z")
        check_layout("second night", later / "index.html", browser, widths=(1920, 1280, 390))
        for each in (file, later / "index.html", accounts):
            check_layout(f"{each.parent.name} at 200 %", each, browser, widths=(1280, 768), scale=2)
            check_paper(each.parent.name, each, browser)
        step("pictures in both modes")
        check_pictures("examples", file, browser)
        check_weeks("examples", file, browser, lines)
        step("what devices hold")
        check_devices("examples", binary, ["inputs/examples"], out, browser)
        for name, each in (("examples", file), ("accounts of the site", accounts))[:1 if options.quick else 2]:
            step(f"bars, links to copy, keyboard, tables and axe of the {name}")
            check_targets(name, each, browser)
            check_in_sight(name, each, browser)
            check_copy(name, each, browser, lines)
            check_table_is_read(name, each, browser)
            check_keyboard(name, each, browser)
            check_accessibility(name, each, browser, SIZES if each == file else SIZES[3:])
        check_keyboard("site", site / "index.html", browser)
        for each in (site / "index.html", site / "pages/by-id-000001.html"):
            check_accessibility(f"site, {each.name}", each, browser, SIZES[3:])
        step("a hostile export as a table, and on a phone")
        check_layout("hostile", hostile(binary, options.work, "plan,summary,html") / "index.html", browser, widths=(1440, 390), words=False)
        step("done")


if __name__ == "__main__":
    main()
