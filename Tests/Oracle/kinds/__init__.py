"""Candidates, kind by kind: those with a shape by it, the other shipped ones by their names."""

from . import days, focusflow, moneymap, series, shapes

SHIPPED = {
    "dailyReminder": focusflow.Daily, "nudge": focusflow.Nudge, "recap": focusflow.Recap,
    "task": focusflow.Task, "session": focusflow.Session,
    "habit": days.Habit, "morning": days.Morning, "bedtime": days.Bedtime,
    "goal": days.Goal, "milestone": days.Milestone, "unlock": days.Unlock,
    "bill": moneymap.Bill, "overdue": moneymap.Overdue, "overspend": moneymap.Overspend, "digest": moneymap.Digest,
    "quietDigest": shapes.QuietDigest,
}
SHAPES = {
    "series": series.Series, "untilDone": shapes.UntilDone, "event": shapes.Event, "threshold": shapes.Threshold,
    "digest": shapes.Digest, "place": shapes.Place, "streak": shapes.Streak,
}


def of(name, settings):
    if settings.get("counts") == "heldBack":
        return shapes.QuietDigest
    return SHAPES[settings["shape"]] if "shape" in settings else SHIPPED[name]
