"""Steps: a day's goal, the way to it, what it unlocks, and workouts."""

from datetime import datetime, timedelta
from fractions import Fraction

from ..values import instant
from .kind import Kind


class OfStepDay(Kind):
    item_kind, key = "stepDay", "date"
    once = names_event = True

    def candidates(self):
        for item in self.items:
            samples = sorted((instant(sample["at"]), sample["steps"]) for sample in item.get("samples", []))
            reached = [at for at, steps in samples if steps >= item["goal"]]
            halfway = [at for at, steps in samples if Fraction(item["goal"], 2) <= steps < item["goal"]]
            moments = self.moments(reached, halfway)
            if moments:
                # The first at which the app was not active, else the first.
                event = next((at for at in moments if not self.is_active(at)), moments[0])
                yield self.add(item, event=event, told_for=timedelta(0),
                               facts={"reached": any(at <= self.now for at in reached)})

    def moments(self, reached, halfway):
        """The instants of which the kind tells one."""
        return reached

    def is_active(self, moment):
        return any(instant(entry["from"]) <= moment < (instant(entry["to"]) if entry.get("to") else datetime.max)
                   for entry in self.planner.account.get("active", []))

    def failure(self, c):
        return "appActive" if self.is_active(c.event) or self.is_active(c.at) else None


class Goal(OfStepDay):
    pass


class Unlock(OfStepDay):
    def moments(self, reached, halfway):
        return reached if self.planner.preferences.get("appBlocking") else []


class Milestone(OfStepDay):
    def moments(self, reached, halfway):
        return halfway

    def failure(self, c):
        return super().failure(c) or ("superseded" if c.late and c.facts["reached"] else None)


class Workout(Kind):
    item_kind = "workout"
    once = names_event = True

    def candidates(self):
        for item in self.items:
            yield self.add(item, event=instant(item["endedAt"]), told_for=timedelta(hours=48))
