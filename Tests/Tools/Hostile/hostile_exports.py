"""Exports in which every text is out to break a page: markup, quotes, marks that turn the reading direction, control
characters, emoji, 64 KiB. Each text field in turn, and all at once."""

import json

# Each of them must come out as the text that it is.
PAYLOADS = [
    '"><script>window.pwned=1</script>',
    "'><img src=x onerror=window.pwned=1>",
    # A combining mark after a quotation mark: one character for some string libraries, two for a browser.
    '"\u0338 onmouseover=window.pwned=1 x="',
    "</title></style></script><svg onload=window.pwned=1>",
    "<iframe src=javascript:window.pwned=1></iframe><!-- ]]> -->",
    "<base href=https://example.invalid/><link rel=stylesheet href=https://example.invalid/x.css>",
    "{{id}}{{{title}}}{{#rows}}{{/rows}}{{>head}}",
    "\u202eright to left\u2066\u2067\u200f never closed",
    "\u0001'0\u0002 \u0001&#39;1\u0002 \u0000\u001b[31m\u007f\u0085\ufffe\ufeff\u2028\u2029",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f3f4\U000e0067\U000e007f \u0e49\u0e49\u0e49 e\u0301\u0301",
    "&lt;b&gt; &amp;amp; &#x3c; %3Cscript%3E \\u003cscript\\u003e ` ${1}",
]
EVERYTHING = " ".join(PAYLOADS)
LIMIT = 65_536


def filled(payload):
    """The payload over and over, to the most that an export may have in a text: 64 KiB."""
    size = len(payload.encode())
    return payload * ((LIMIT - 64) // size)


DATE, TIME = "2026-10-24", "10:00"

# By app: what an account has beside its id, its items, and what is switched on.
ITEMS = {
    "focusflow": [{"kind": "task", "id": "t", "title": "Task", "date": DATE, "time": TIME}],
    "ritualist": [
        {
            "kind": "habit", "id": "h", "name": "Habit", "category": "health", "reminders": [TIME],
            "location": {"place": "Park", "latitude": 1, "longitude": 2, "radius": 100, "on": "entry"},
        },
        {"kind": "insight", "id": "i", "at": "2026-10-23T17:00:00Z"},
    ],
    "steps": [{"kind": "workout", "id": "w", "type": "run", "endedAt": "2026-10-23T17:00:00Z", "duration": 60}],
    "moneymap": [
        {"kind": "bill", "id": "b", "name": "Bill", "amount": "1.00", "currency": "EUR", "dueDate": "2026-10-25"},
        {
            "kind": "budget", "id": "g", "name": "Budget", "spent": "2", "limit": "1", "period": "2026-10",
            "updatedAt": "2026-10-23T15:00:00Z",
        },
    ],
}
SWITCHES = {
    "moneymap": {"kinds": {"bill": True, "overdue": True, "overspend": True, "digest": True}},
}


def account(app, name):
    return {
        "id": name, "timeZone": "Europe/Berlin", "locale": "en", "preferences": SWITCHES.get(app, {}),
        "personality": {"trait": "calm", "analyzedAt": "2026-10-20T00:00:00Z"},
        "delivered": [{"id": "delivered", "at": "2026-10-22T08:00:00Z"}],
        "pending": [{"id": "pending", "at": "2026-10-24T08:00:00Z"}],
        "items": json.loads(json.dumps(ITEMS[app])),
    }


def text_fields(value, path=()):
    """The paths of every text that a user or a device may fill at will."""
    free = {"id", "locale", "trait", "title", "name", "category", "place", "type", "currency", "period"}
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from text_fields(inner, path + (key,))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from text_fields(inner, path + (index,))
    elif isinstance(value, str) and path[-1] in free:
        yield path


def put(document, path, text):
    for step in path[:-1]:
        document = document[step]
    document[path[-1]] = text


def exports():
    """By file name: the text of an NDJSON export. Every account has an id of its own, hostile or not."""
    files = {}
    for app in ITEMS:
        accounts = []
        plain = account(app, "x")
        paths = list(text_fields(plain))
        for number, path in enumerate(paths):
            for size, payload in (("short", EVERYTHING), ("long", filled(PAYLOADS[number % len(PAYLOADS)]))):
                document = account(app, f"{app}-{size}-{number}")
                unique = f"{app}-{number}-{size} {payload}"
                put(document, path, unique if path[-1] == "id" else payload)
                accounts.append(document)
        for size, payload in (("short", EVERYTHING), ("long", filled(EVERYTHING))):
            document = account(app, "")
            for number, path in enumerate(paths):
                put(document, path, f"{number} {app} {size} {payload}")
            accounts.append(document)
        lines = [{"format": "tickler-export/1", "app": app, "exportedAt": "2026-10-23T15:00:00Z"}]
        lines += [{"account": document} for document in accounts]
        files[f"{app}.ndjson"] = "".join(json.dumps(line) + "\n" for line in lines)
    # Records that are rejected, so that the page quotes what it found.
    bad = [{"format": "tickler-export/1", "app": "focusflow"}]
    for number, payload in enumerate(PAYLOADS):
        bad.append({"account": {"id": f"bad {number} {payload}", "timeZone": payload}})
        bad.append({"account": {"id": f"odd {number} {payload}", "timeZone": "UTC", payload: 1}})
    files["bad.ndjson"] = "".join(json.dumps(line) + "\n" for line in bad)
    return files
