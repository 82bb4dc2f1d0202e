"""What every comparison has: its documents, and a report of what it compared and where the two differ."""

from collections import Counter, defaultdict

from ..clock import Zones


class Report:
    def __init__(self, show):
        self.show, self.totals, self.met = show, Counter(), Counter()
        self.differences, self.examples = Counter(), defaultdict(list)

    def differ(self, label, *details):
        """Counts a discrepancy of a class; returns whether it is among the examples."""
        self.differences[label] += 1
        is_shown = len(self.examples[label]) < self.show
        if is_shown:
            self.examples[label].append(details)
        return is_shown

    def count(self, accounts, decisions, actions):
        self.totals.update({"accounts": accounts, "decisions": len(decisions), "actions": len(actions)})
        self.met.update(f"reason {d.get('reason') or d['outcome']}" for d in decisions)
        self.met.update(f"action {a['action']} {a.get('reason', '')}".strip() for a in actions)

    def print(self, what, counts):
        for label, count in self.differences.most_common():
            print(f"{count:6} {label}")
            for details in self.examples[label]:
                print(*(f"         {detail}" for detail in details), sep="\n")
        if counts:
            print(*(f"{count:8} {name}" for name, count in sorted(self.met.items())), sep="\n")
        totals = ", ".join(f"{count} {name}" for name, count in self.totals.items())
        print(f"{what}: {totals}, {sum(self.differences.values())} discrepancies")


class Comparison:
    documents, accounts = 100, None
    expected: tuple[str, ...] = ()  # What a run of 400 documents has to meet.

    def __init__(self, options):
        self.options, self.report, self.zones = options, Report(options.show), Zones(options.zoneinfo)

    def begin(self, program):
        """What comes before the random documents."""

    def document(self, n, program):
        """Compares one document, and raises `Wrong` if it cannot go on."""
        raise NotImplementedError

    def missing(self, documents):
        return [name for name in self.expected if not self.report.met[name]] if documents >= 400 else []
