"""What a policy says: the tables of the five shipped apps as section 4 fixes them, and any other read from TOML."""

import copy

USUAL = ["authorized", "provisional", "ephemeral"]
BILL = {"default": "bill.{id}.{date}.{part}", "undated": "bill.{id}"}
HABIT_DATA = {"habitId": "{id}"}
BILL_DATA = {"budgetItemId": "{id}", "highlightItemId": "{id}"}
SHIPPED = {
    "focusflow": {"slots": {"holds": "trigger"}, "kinds": {
        "dailyReminder": {"identifier": "focusflow.dailyReminder"},
        "nudge": {"identifier": "focusflow.nudge.{slot}", "priority": 3, "quiet": "drop"},
        "recap": {"identifier": "focusflow.dailyRecap"},
        "task": {"priority": 6, "identifier": {"default": "focusflow.task.{id}",
                                               "customDays": "focusflow.task.{id}.w{weekday}"}},
        "session": {"identifier": "focusflow.sessionCompletion", "priority": 9, "critical": True}}},
    "ritualist": {"slots": {"reserved": 10}, "badges": {"enabled": True}, "kinds": {
        "habit": {"identifier": {"default": "rich_{id}-{time}", "tailored": "tailored_{id}-{time}"},
                  "data": HABIT_DATA},
        "location": {"shape": "place", "item": "habit", "identifier": "{id}-location-{trigger}", "once": "day",
                     "data": HABIT_DATA},
        "streakMilestone": {"shape": "streak", "item": "habit", "of": "{streak}",
                            "identifier": "streak_milestone_{id}-{count}", "data": HABIT_DATA},
        "insight": {"shape": "event", "item": "insight", "at": "{at}", "identifier": "personality-insight-{id}",
                    "priority": 3, "badge": False}}},
    "diary": {"kinds": {
        "morning": {"identifier": "diary.morning.{tier}"},
        "bedtime": {"identifier": "diary.bedtime", "quiet": "drop"}}},
    "steps": {"authorization": ["authorized"], "kinds": {
        "goal": {"identifier": "goal-achievement-{date}", "quiet": "drop"},
        "milestone": {"identifier": "milestone-progress-{date}", "quiet": "drop"},
        "workout": {"shape": "event", "item": "workout", "at": "{endedAt}",
                    "identifier": "workout-completion-{id}", "data": {"workoutId": "{id}"}},
        "unlock": {"identifier": "app-unlock-{date}", "quiet": "drop"}}},
    "moneymap": {"kinds": {
        "bill": {"enabled": False, "identifier": BILL, "priority": 6, "data": BILL_DATA},
        "overdue": {"enabled": False, "identifier": "bill.{id}.{date}.overdue", "priority": 7, "days": "any",
                    "data": BILL_DATA},
        "overspend": {"enabled": False, "identifier": "budget.{id}.{period}"},
        "digest": {"enabled": False, "identifier": "moneymap.digest"}}},
}
KINDS = {app: sorted(policy["kinds"]) for app, policy in SHIPPED.items()}


def varied_document(document, varied):
    """A policy with the keys that vary. Those of kinds that it lacks mean nothing."""
    document = copy.deepcopy(document)
    for key, value in varied.items():
        if key == "kinds":
            for kind in value.keys() & document["kinds"].keys():
                document["kinds"][kind].update(value[kind])
        elif isinstance(value, dict):
            document.setdefault(key, {}).update(value)
        else:
            document[key] = value
    return document


class Policy:
    def __init__(self, document):
        self.document, self.kinds, slots = document, document["kinds"], document.get("slots", {})
        self.items, self.messages = document.get("items", {}), {}
        self.gap = document.get("gap", "later")
        self.overlap = document.get("overlap", "first")
        self.month_end = document.get("monthEnd", "skip")
        self.zone_change = document.get("zoneChange", "drop")
        self.authorization = document.get("authorization", USUAL)
        self.quiet_hours = document.get("quietHours", {})
        self.caps = document.get("caps", {})
        self.badges = document.get("badges", {})
        self.devices = document.get("devices", "all")
        self.reach = document.get("reach", 0)
        self.follow = document.get("follow", "clock")
        self.holidays_by = document.get("holidays", {}).get("by", "country")
        counting = (name for name, kind in self.kinds.items() if kind.get("counts") == "heldBack")
        self.overnight = next(counting, "quietDigest")  # The kind that counts what quiet hours hold back.
        self.holds, self.reserved = slots.get("holds", "occurrence"), slots.get("reserved", 0)
        self.limits = {"ios": slots.get("ios", 64), "android": slots.get("android", 500), "other": None}

    @classmethod
    def shipped(cls, app, varied):
        return cls(varied_document(SHIPPED[app], varied))

    def of_kind(self, kind, key, default=None):
        return self.kinds[kind].get(key, default)

    def priority(self, kind):
        return self.of_kind(kind, "priority", 5)

    def critical(self, kind):
        return self.of_kind(kind, "critical", False)

    def identifiers(self, kind):
        """The kind's patterns by variant."""
        pattern = self.of_kind(kind, "identifier")
        return pattern if isinstance(pattern, dict) else {"default": pattern}

    def slots_left(self, platform, used):
        limit = self.limits[platform]
        return float("inf") if limit is None else limit - self.reserved - used
