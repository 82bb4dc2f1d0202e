"""Quiet hours: rules by kind, weekday and season, the account's own hours, and what they do with an instant."""

from datetime import datetime

from .values import DAY, time_of, weekday


class QuietHours:
    def __init__(self, clock, preferences):
        self.clock, self.policy = clock, clock.policy
        hours = self.policy.quiet_hours
        # One table has one spell a day. Rules may run into one another.
        self.chains = isinstance(hours, list)
        self.rules = hours if self.chains else [hours]
        own = preferences.get("quietHours")
        self.own = (time_of(own["start"]), time_of(own["end"])) if own else None
        self.known = {}

    def rule(self, kind, day):
        """(start, end, action) of the quiet hours that begin on a date, or None."""
        if (kind, day) not in self.known:
            self.known[kind, day] = self.find_rule(kind, day)
        return self.known[kind, day]

    def find_rule(self, kind, day):
        if self.policy.critical(kind):
            return None
        rule = next((rule for rule in self.rules if applies(rule, kind, day)), {})
        hours = self.own
        if not hours and "start" in rule:
            hours = time_of(rule["start"]), time_of(rule["end"])
        usual = "pass" if kind == self.policy.overnight else rule.get("action", "defer")
        action = self.policy.of_kind(kind, "quiet", usual)
        return None if not hours or hours[0] == hours[1] or action == "pass" else (*hours, action)

    def spell(self, kind, moment):
        """(action, wall time of the end) of the quiet hours in which an instant lies, or None."""
        local = self.clock.local(moment)
        for day in (local.date(), local.date() - DAY):
            rule = self.rule(kind, day)
            if rule:
                start, end, action = rule
                over = datetime.combine(day + DAY if start > end else day, end)
                if datetime.combine(day, start) <= local < over:
                    return action, over
        return None

    def drops(self, kind, moment):
        spell = self.spell(kind, moment)
        return spell is not None and spell[0] == "drop"

    def moves(self, kind, moment):
        spell = self.spell(kind, moment)
        return spell is not None and spell[0] != "drop"

    def end_after(self, kind, moment):
        """The end of the quiet hours that move an instant, and of those that they run into."""
        end = self.next_end(kind, moment)
        while self.chains and self.moves(kind, end):
            end = self.next_end(kind, end)
        return end

    def next_end(self, kind, moment):
        while (spell := self.spell(kind, moment)) and spell[0] != "drop":
            i = self.clock.segment(moment)
            end = self.clock.resolve_end(i, spell[1], moment)
            if self.clock.inside(i, end):
                return end
            moment = self.clock.ends[i]  # A move to another zone ends them, or has them go on or drop it there.
        return moment


def applies(rule, kind, day):
    first, last, on = rule.get("from"), rule.get("until"), f"{day.month:02}-{day.day:02}"
    in_season = first is None or (first <= on <= last if first <= last else on >= first or on <= last)
    return kind in rule.get("kinds", [kind]) and weekday(day) in rule.get("days", [weekday(day)]) and in_season
