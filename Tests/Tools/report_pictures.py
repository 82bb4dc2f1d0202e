#!/usr/bin/env python3
"""Takes the pictures of the report that the docs show, of the examples and of a household's files, in a headless Chromium.

    report_pictures.py PAGE HOUSEHOLD FOLDER [--chromium /usr/bin/chromium]"""

import argparse
import pathlib

from report_browser import Browser, settle

# Of each: its name, the window, the mode, the account that is open, and what stands at the top of the picture.
PICTURES = [
    ("report", (1280, 860), "light", None, "header"),
    ("report-pictures", (1280, 760), "light", None, "#days"),
    ("report-dark", (1280, 700), "dark", None, "#slots"),
    ("report-account", (1280, 1000), "light", "cleo", ".account[open]"),
    ("report-device", (1280, 620), "light", "ana", ".account[open] h3:has(+ p + [aria-label^='Requests'])"),
    ("report-phone", (390, 844), "light", "fay", ".account[open] .timeline"),
]
HOUSEHOLD = [("report-household", (1280, 900), "light", "me", ".account[open] .timeline")]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("household", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    browser = Browser(options.chromium)
    pictures = [(options.page, *picture) for picture in PICTURES] + [(options.household, *picture) for picture in HOUSEHOLD]
    for path, name, (width, height), scheme, account, top in pictures:
        page = browser.open(path.resolve(), color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("""([account, top]) => {
          for (const a of document.querySelectorAll('.account')) a.open = a.dataset.account === account;
          document.querySelector(top).scrollIntoView();
        }""", [account, top])
        settle(page)
        page.screenshot(path=options.folder / f"{name}.png")
        page.context.close()
    browser.close()


if __name__ == "__main__":
    main()
