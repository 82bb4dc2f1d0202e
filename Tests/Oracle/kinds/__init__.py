"""Candidates, kind by kind: the shipped kinds under their names, the declared ones by their shape."""

from . import diary, focusflow, moneymap, ritualist, series, shapes, steps

SHIPPED = {
    "dailyReminder": focusflow.DailyReminder, "nudge": focusflow.Nudge, "recap": focusflow.Recap,
    "task": focusflow.Task, "session": focusflow.Session,
    "habit": ritualist.Habit, "location": ritualist.Location, "streakMilestone": ritualist.StreakMilestone,
    "insight": ritualist.Insight,
    "morning": diary.Morning, "bedtime": diary.Bedtime,
    "goal": steps.Goal, "milestone": steps.Milestone, "unlock": steps.Unlock, "workout": steps.Workout,
    "bill": moneymap.Bill, "overdue": moneymap.Overdue, "overspend": moneymap.Overspend, "digest": moneymap.Digest,
    "quietDigest": shapes.QuietDigest,
}
SHAPES = {
    "series": series.Series, "untilDone": shapes.UntilDone, "event": shapes.Event, "threshold": shapes.Threshold,
    "digest": shapes.Digest, "place": shapes.Place, "streak": shapes.Streak,
}


def of(name, settings):
    return SHAPES[settings["shape"]] if "shape" in settings else SHIPPED[name]
