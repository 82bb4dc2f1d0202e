"""Records and preferences that cannot be read: what they made stays on the device."""

from .checks import gate
from .values import day_of, time_of

DATES, TIMES = ("date", "dueDate", "until", "paidThrough", "startDate", "endDate"), ("time",)


def is_readable(item):
    """Whether the dates and times of an item are any."""
    try:
        for read, names in ((day_of, DATES), (time_of, TIMES)):
            for name in names:
                if item.get(name) is not None:
                    read(item[name])
    except ValueError:
        return False
    return True


def maker(planner, notification):
    """The kind that makes an identifier from what cannot be read, if one does."""
    for kind in planner.kinds.values():
        unread = {item[kind.key] for item in planner.rejected if item["kind"] == kind.item_kind and kind.key in item}
        present = {item[kind.key] for item in kind.items if kind.key in item}
        is_session = kind.name == "session" and any(item["kind"] == "session" for item in planner.rejected)
        if (kind.reads_wrong() or is_session) and kind.is_own(notification) or \
                any(key in unread - present for _, key, _ in kind.named(notification)):
            return kind
    return None


def fates(planner, entries, slots):
    """What becomes of entries without a request: {entry: the reason to keep it or (None, the reason to cancel it)}."""
    found, kept = {}, 0
    for entry in entries:
        kind = maker(planner, entry.notification)
        if kind is None:
            continue
        off = gate(planner, kind.name)
        if off or kept >= slots:
            found[entry] = None, off or "slotLimit"
        else:
            found[entry], kept = ("rejected", None), kept + 1
    return found, kept
