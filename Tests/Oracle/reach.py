"""Requests past the window (section 9): which occurrences up to the reach take the slots that are left."""

from collections import defaultdict
from itertools import combinations

from .requests import firing
from .values import WEEKDAYS

LAST_DAY = 28


class Trigger:
    """One repeating request of a series and the candidates that it says."""

    def __init__(self, id, form, components, says):
        self.id, self.form, self.components, self.says = id, form, components, says


def triggers_of(planner, group, end, taken_ids):
    """Every trigger that fires, up to the reach, at open candidates of one text and at nothing else."""
    kind = planner.kinds[group[0].kind]
    whole = next((found for c in group if not c.own_words and (found := kind.components(c))), None)
    if whole is None:
        return []
    time = {name: whole[name] for name in ("hour", "minute")}
    notification = group[0].notification
    wanted = [(notification, 0, whole)]
    wanted += [(f"{notification}@{day}", 1, {**time, "weekday": (n + 1) % 7 + 1}) for n, day in enumerate(WEEKDAYS)]
    wanted += [(f"{notification}@d{day}", 2, {**time, "day": day}) for day in range(1, LAST_DAY + 1)]
    plain = {}
    for c in group:
        if c.deferred_from is None and not c.shifted and not c.own_words and kind.components(c) == whole:
            plain.setdefault(c.at, c)
    found = []
    for id, form, components in wanted:
        fires = firing(planner.clock, components, planner.now, end)
        says = [plain.get(moment) for moment in fires or ()]
        texts = {(c.item and c.item["id"], c.title, c.body) for c in says if c}
        if says and None not in says and len(texts) == 1 and id not in taken_ids:
            found.append(Trigger(id, form, components, says))
    return found


def fewest(triggers, group):
    """The fewest requests that say all of `group`, as (how many, triggers); they share no candidate."""
    group = set(group)
    useful = [trigger for trigger in triggers if group & set(trigger.says)]
    best = len(group), [0, 0, 0], []
    whole = [trigger for trigger in useful if trigger.form == 0]
    weekdays = [trigger for trigger in useful if trigger.form == 1]
    days = [trigger for trigger in useful if trigger.form == 2]
    tries = [whole] if whole else []
    if len(useful) < 9:  # Every choice there is.
        choices = (list(chosen) for size in range(len(useful) + 1) for chosen in combinations(useful, size))
        tries = [chosen for chosen in choices
                 if sum(len(t.says) for t in chosen) == len({c for t in chosen for c in t.says})]
        weekdays = []
    for size in range(len(weekdays) + 1):
        for chosen in combinations(weekdays, size):
            said = {c for trigger in chosen for c in trigger.says}
            tries.append([*chosen, *(trigger for trigger in days if not said & set(trigger.says))])
    for chosen in tries:
        said = {c for trigger in chosen for c in trigger.says}
        many, forms = len(chosen) + len(group - said), [sum(t.form == form for t in chosen) for form in range(3)]
        if many < best[0] or many == best[0] and forms > best[1]:
            best = many, forms, chosen
    return best[0], best[2]


def give_slots(planner, candidates, end):
    """Names the requests of open candidates, in their order, and drops those that find no slot; returns the components
    of triggers by id. `end` is the reach's."""
    free = int(min(planner.policy.slots_left(planner.account.get("platform", "ios"), 0), 10 ** 9))
    groups, triggers = defaultdict(list), {}
    for c in candidates:
        c.request = c.single_id
        groups[c.notification].append(c)
    if planner.policy.holds == "trigger":
        taken_ids = {c.single_id for c in candidates}
        triggers = {name: triggers_of(planner, group, end, taken_ids) for name, group in groups.items()}

    def requests_before(moment):
        """(how many, triggers) say everything before an instant."""
        many, chosen = 0, []
        for name, group in groups.items():
            early = [c for c in group if moment is None or c.at is None or c.at < moment]
            count, of_group = fewest(triggers.get(name, []), early) if early else (0, [])
            many, chosen = many + count, chosen + of_group
        return many, chosen
    # Past T, the first candidate that does not fit is the one at T: each instant is tried, the latest first.
    for moment in [None, *sorted({c.at for c in candidates if c.at}, reverse=True)]:
        many, chosen = requests_before(moment)
        if many <= free:
            break
    else:
        chosen, moment = [], min((c.at for c in candidates if c.at), default=None)
    said = {c: trigger for trigger in chosen for c in trigger.says}
    holders, fires = set(), {}
    for c in candidates:
        is_late = moment is not None and c.at is not None and c.at >= moment
        if c not in said and is_late and len(holders) < free:
            singles = {other for other in groups[c.notification] if other.request in holders and other not in said}
            for trigger in triggers.get(c.notification, []):
                if c in trigger.says and not any(other in said or other in singles for other in trigger.says):
                    said.update({other: trigger for other in trigger.says})
                    break
        id = said[c].id if c in said else c.single_id
        if id not in holders and len(holders) >= free:
            c.reason = "slotLimit"
            continue
        holders.add(id)
        c.request = id
        if c in said:
            fires[id] = said[c].components
    return fires


def merge(near, far, end):
    """The candidates of the window's plan, and those past it that only the longer plan makes and would schedule."""
    known = {(c.notification, c.item and c.item["id"], c.wall, c.event): c for c in near}
    found = list(near)
    for c in far:
        if c.reason is not None or c.at is None or c.at < end:
            continue
        c.ahead = True
        before = known.get((c.notification, c.item and c.item["id"], c.wall, c.event))
        if before is not None:
            found.remove(before)
            c.instead_of = before
        found.append(c)
    return found


def settle(candidates):
    """Candidates past the window that found no slot leave no line, or the one that they replaced."""
    return [c if not (c.ahead and c.reason) else c.instead_of for c in candidates
            if not (c.ahead and c.reason) or c.instead_of is not None]
