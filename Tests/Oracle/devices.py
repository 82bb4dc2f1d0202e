"""Which records make an account, and its devices (section 8): what they share, and what each has of its own."""

from collections import defaultdict
from datetime import datetime

from .values import instant

SHARED = ("preferences", "personality", "locale", "country")


def moment(text):
    return instant(text) if text else datetime.min


class Place:
    """A record or an item: where it stands, and how new it is."""

    def __init__(self, data, export, number, *place):
        self.data, self.place = data, (number, *place)
        self.age = moment(data.get("updatedAt")), moment(export.get("exportedAt")), number, place


def of(*exports):
    """(account, app, items) for each device, in the order of a plan. A file has each device once."""
    records, flat = defaultdict(list), defaultdict(list)
    for number, export in enumerate(exports):
        for n, record in enumerate(export.get("accounts", [])):
            app = record.get("app", export.get("app"))
            records[app, record["id"]].append(Place(record, export, number, 0, n))
        for n, item in enumerate(export.get("items", [])):
            flat[item.get("app", export.get("app")), item["account"]].append(Place(item, export, number, 1, n))
    places = []
    for (app, id), own in records.items():
        by_device = defaultdict(list)
        for record in own:
            by_device[record.data.get("device", "")].append(record)
        holding = {name: max(each, key=lambda record: record.age) for name, each in by_device.items()}
        has_names = any(by_device)
        nested = [Place(item, exports[record.place[0]], *record.place, n)
                  for record in own for n, item in enumerate(record.data.get("items", []))]
        items = newest_items(nested + flat[app, id])
        first = own[0] if has_names else holding[""]
        places.append((first.place, list(accounts(holding, items, app, has_names))))
    for _, devices in sorted(places, key=lambda each: each[0]):
        yield from devices


def newest_items(places):
    newest = {}
    for place in places:
        key = place.data["kind"], place.data["id"]
        if key not in newest or place.age >= newest[key].age:
            newest[key] = place
    return [place.data for place in sorted(newest.values(), key=lambda each: each.place)]


def accounts(holding, items, app, has_names):
    newest = max(holding.values(), key=lambda record: record.age)
    for name in sorted(holding, key=str.encode):
        record = holding[name].data
        if not has_names:
            yield record, app, items
            return
        account = {key: value for key, value in record.items() if key not in SHARED}
        account.update({key: newest.data[key] for key in SHARED if key in newest.data})
        account["_elsewhere"] = [entry for other in holding.values() if other.data is not record
                                 for entry in other.data.get("delivered", [])]
        account["_latest"] = record is newest.data
        yield account, app, items
