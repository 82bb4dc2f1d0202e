"""Writes what the app knows as an export: python3 export.py DATABASE > exports/aquarium.json

The classes have the fields that `tickler schema json --policy policy.toml` lists; a backend in Swift has the same as `Codable` structs.
"""

import json
import sqlite3
import sys
from dataclasses import asdict, dataclass, field


@dataclass
class Tank:
    id: str
    name: str
    liters: int | None
    interval: int
    date: str
    completions: list[str]
    archived: bool
    kind: str = "tank"


@dataclass
class WaterTest:
    id: str
    tank: str
    nitrate: float
    testedAt: str
    kind: str = "waterTest"


@dataclass
class Filter:
    id: str
    name: str
    date: str
    completions: list[str]
    kind: str = "filter"


@dataclass
class Supply:
    id: str
    name: str
    daysLeft: int
    restockedAt: str | None
    kind: str = "supply"


@dataclass
class Account:
    id: str
    timeZone: str
    locale: str | None
    authorization: str
    preferences: dict
    items: list = field(default_factory=list)


def accounts(app: sqlite3.Connection):
    def rows(query: str, *values):
        return app.execute(query, values).fetchall()

    for user in rows("select * from user order by id"):
        preferences = {"feeding": {"time": user["feeding"]}} if user["feeding"] else {}
        account = Account(user["id"], user["zone"], user["language"], user["permission"], preferences)
        for tank in rows("select * from tank where user = ? order by id", user["id"]):
            changes = rows("select day from water_change where tank = ? order by day", tank["id"])
            account.items.append(
                Tank(tank["id"], tank["name"], tank["liters"], tank["every_days"], tank["set_up"],
                     [row["day"] for row in changes], bool(tank["archived"])))
        for test in rows("select * from water_test where user = ? order by id", user["id"]):
            account.items.append(WaterTest(test["id"], test["tank"], test["nitrate"], test["tested_at"]))
        for part in rows("select * from filter where user = ? order by id", user["id"]):
            done = [part["rinsed_on"]] if part["rinsed_on"] else []
            account.items.append(Filter(part["id"], part["name"], part["rinse_on"], done))
        for supply in rows("select * from supply where user = ? order by id", user["id"]):
            account.items.append(Supply(supply["id"], supply["name"], supply["days_left"], supply["restocked_at"]))
        yield account


def without_none(value):
    """Leaves out what the app does not know: `null` is no value."""
    if isinstance(value, dict):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    return [without_none(item) for item in value] if isinstance(value, list) else value


def export(app: sqlite3.Connection, exported_at: str) -> dict:
    app.row_factory = sqlite3.Row
    return {
        "format": "tickler-export/1",
        "app": "aquarium",
        "exportedAt": exported_at,
        "accounts": [without_none(asdict(account)) for account in accounts(app)],
    }


if __name__ == "__main__":
    from datetime import datetime, timezone
    now = sys.argv[2] if len(sys.argv) > 2 else datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    with sqlite3.connect(sys.argv[1]) as database:
        json.dump(export(database, now), sys.stdout, indent=2, ensure_ascii=False)
        print()
