"""Random times near which something happens: clock changes, midnights, ends of months."""

from datetime import date, datetime, timedelta

from ..clock import readings, to_local
from ..recurrence import RULE_DAYS
from ..values import SECOND, WEEKDAYS, instant_text, time_of

ZONES = """Australia/Lord_Howe Africa/Cairo America/Santiago Antarctica/Troll Pacific/Apia America/Havana
Africa/Casablanca Asia/Gaza Atlantic/Azores America/Vancouver Pacific/Kiritimati Asia/Kathmandu America/New_York
Europe/London Europe/Paris Europe/Dublin America/St_Johns America/Sao_Paulo Asia/Beirut Asia/Tehran America/Asuncion
Pacific/Chatham Pacific/Honolulu Pacific/Auckland Pacific/Pago_Pago America/Nuuk America/Scoresbysund Pacific/Easter
Asia/Kolkata UTC US/Eastern Etc/GMT-14 Etc/GMT+12 Africa/El_Aaiun America/Los_Angeles Australia/Sydney Europe/Chisinau
Pacific/Norfolk Asia/Jerusalem EST5EDT GB Asia/Calcutta America/Miquelon Pacific/Kwajalein""".split()
# Local dates near which something happens in some of them.
DATES = """2026-10-24 2026-10-25 2026-10-31 2026-11-01 2026-10-03 2026-10-04 2026-09-05 2026-09-06 2026-09-26 2026-04-04
2026-04-05 2026-03-07 2026-03-08 2026-03-28 2026-03-29 2026-04-23 2026-04-24 2026-10-29 2026-10-30 2027-02-07 2027-02-08
2027-03-13 2027-03-14 2026-02-14 2026-02-15 2026-03-21 2026-03-22 2027-01-30 2027-02-27 2028-02-28 2026-12-30 2011-12-29
2011-12-30 2012-12-31 2026-11-20 2026-08-31 2026-05-30 2045-03-11 2045-10-28 2087-04-19 2099-12-30 1999-10-30""".split()
TIMES = """00:00 00:00:30 00:15 00:30 00:59:59 01:00 01:30 01:45 02:00 02:10 02:30 02:45 03:00 04:00 06:59:59 07:00
07:30 08:00 09:00 09:00 12:00 14:00 16:00 18:00 20:00 21:59 22:00 22:30 23:00 23:30 23:45 23:59:59""".split()
REPEATS = ["none", "daily", "daily", "weekly", "weekly", "monthly", "yearly", "customDays", "customDays"]


def transitions(zone):
    """The instants of a year at which the zone's clocks change."""
    def offset(moment):
        return to_local(zone, moment) - moment

    def within(begin, step, count):
        moments = [begin + n * step for n in range(count + 1)]
        return [(a, b) for a, b in zip(moments, moments[1:]) if offset(a) != offset(b)]
    return [b for day, _ in within(datetime(2026, 1, 1), timedelta(days=1), 400)
            for _, b in within(day, timedelta(minutes=15), 96)]


def put(r, target, chance, **values):
    """Sets each key with a chance. Its value is made only then, so that a seed makes the same document."""
    for name, make in values.items():
        if r.random() < chance:
            target[name] = make()


class Moments:
    """Times around one `now`, which all accounts of a document share."""

    def __init__(self, r, app, zones):
        self.r, self.app, self.main_app, self.zones = r, app, app, zones
        zone = r.choice(ZONES)
        shifts = transitions(zones[zone]) if r.random() < 0.4 else []
        self.shift_time = None
        if shifts:
            self.now = r.choice(shifts)  # And a time of day in the gap or the overlap.
            before = to_local(zones[zone], self.now - SECOND)
            self.shift_time = (before + timedelta(minutes=r.choice([1, 16, 30]))).strftime("%H:%M")
            self.now -= timedelta(minutes=r.choice([0, 30, 300, 900, 1500, 2500]))
        elif r.random() < 0.8:
            wall = datetime.fromisoformat(r.choice(DATES)) + self.clock_time()
            self.now = readings(zones[zone], wall)[1 + r.randrange(2)]
        else:
            self.now = datetime(2026, 1, 1) + timedelta(seconds=r.randrange(3 * 365 * 86400))
        self.now += r.choice([0, 0, 0, 1, -1, 60, 1800]) * timedelta(seconds=1)
        self.days = r.choice([0, 1, 1, 2, 3, 7, 14, 35])
        self.home = zone

    def chance(self, p):
        return self.r.random() < p

    def put(self, target, chance, **values):
        put(self.r, target, chance, **values)

    def clock_time(self):
        return datetime.combine(date.min, time_of(self.time())) - datetime.min

    def time(self):
        if self.shift_time and self.chance(0.25):
            return self.shift_time
        return self.r.choice(TIMES) if self.chance(0.85) else f"{self.r.randrange(24):02}:{self.r.randrange(60):02}"

    def today(self):
        return to_local(self.zones[self.zone], self.now).date()

    def date(self, back=3, ahead=None):
        ahead = self.days + 3 if ahead is None else ahead
        return (self.today() + timedelta(self.r.randint(-back, ahead))).isoformat()

    def dates(self, most=4):
        return sorted({self.date() for _ in range(self.r.randrange(most))})

    def text_of(self, moment):
        if self.chance(0.2):
            offset = self.r.choice([60, -300, 345, 840])
            return (moment + timedelta(minutes=offset)).isoformat(timespec="seconds") + \
                f"{'+' if offset > 0 else '-'}{abs(offset) // 60:02}:{abs(offset) % 60:02}"
        return instant_text(moment)

    def moment(self, back=40, ahead=60):
        """An instant: often a striking wall time of the account, or close to now."""
        pick = self.r.random()
        if pick < 0.5:
            wall = datetime.fromisoformat(self.date()) + self.clock_time()
            return readings(self.zones[self.zone], wall)[1 + self.r.randrange(2)]
        if pick < 0.7:
            return self.now + timedelta(seconds=self.r.choice([-1, 0, 0, 1, -3600, 3600, -60]))
        return self.now + timedelta(minutes=self.r.randint(-back * 60, ahead * 60))

    def event(self):
        """An instant, often one that is about as late as an event may be told."""
        if self.chance(0.4):
            hours, seconds = self.r.choice([0, 5, 12, 24, 36, 47, 48, 48]), self.r.choice([0, 0, 1, -1])
            return self.now - timedelta(hours=hours, seconds=seconds)
        return self.moment()

    def recent(self):
        minutes = self.r.choice([0, 1, 10, 30, 60, 120, 300, 600, 1000, 1500, 2000, 4000])
        return self.now - timedelta(minutes=minutes)

    def rule(self):
        r, parts = self.r, {}
        frequency = parts["FREQ"] = r.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
        self.put(parts, 0.4, INTERVAL=lambda: r.choice([1, 2, 3, 5]))
        self.put(parts, 0.3, WKST=lambda: r.choice(RULE_DAYS))
        self.put(parts, 0.3, BYMONTH=lambda: r.sample(range(1, 13), r.randint(1, 6)))
        if frequency != "WEEKLY" and self.chance(0.3):
            parts["BYMONTHDAY"] = r.sample([1, 5, 15, 28, 29, 30, 31, -1, -2, -31], 3)
        if frequency == "YEARLY" and self.chance(0.15):
            parts["BYYEARDAY"] = r.sample([1, 60, 100, 200, 300, 305, 324, 365, 366, -1, -60, -366], 5)
        if frequency == "YEARLY" and self.chance(0.2) and parts.get("INTERVAL", 1) == 1:
            parts["BYWEEKNO"] = r.sample([1, 2, 20, 43, 44, 47, 48, 52, 53, -1, -6, -53], 5)
        if self.chance(0.45):
            days = r.sample(RULE_DAYS, r.randint(1, 4))
            if frequency in ("MONTHLY", "YEARLY") and "BYWEEKNO" not in parts and self.chance(0.5):
                most = 5 if frequency == "MONTHLY" or "BYMONTH" in parts else 53
                days = [f"{r.choice([1, 2, -1, -2, r.randint(1, most)])}{d}" if self.chance(0.8) else d for d in days]
            parts["BYDAY"] = days
        if any(name[:2] == "BY" for name in parts) and "BYWEEKNO" not in parts and self.chance(0.25):
            parts["BYSETPOS"] = r.sample([1, 2, 3, -1, -2], 2)
        if self.chance(0.25):
            parts["COUNT"] = r.choice([1, 2, 5, 10, 40])
        elif self.chance(0.25):
            parts["UNTIL"] = self.date().replace("-", "") + r.choice(["", "", "T235959Z", "T090000Z", "T090000"])
        return ";".join(f"{k}={','.join(map(str, v)) if isinstance(v, list) else v}" for k, v in parts.items())

    def recurrence(self, item, start):
        pick = self.r.random()
        if pick < 0.25:
            pass
        elif pick < 0.65:
            item["repeat"] = self.r.choice(REPEATS)
            if item["repeat"] == "customDays" and self.chance(0.7):
                item["weekdays"] = self.r.sample(WEEKDAYS, self.r.randint(0, 5))
        else:
            item["rrule"] = self.rule()
        self.put(item, 0.25, exdates=lambda: self.dates())
        self.put(item, 0.2, until=lambda: self.date(ahead=self.days))
        if ("repeat" in item or "rrule" in item) and self.chance(0.7):
            back = self.r.choice([1, 2, 20, 31, 200, 366, 1000])
            item[start] = (self.today() - timedelta(self.r.randint(0, back))).isoformat()
            if item.get("repeat") in ("monthly", "yearly") and self.chance(0.7):  # Due about now.
                day = self.today() + timedelta(self.r.randint(-1, self.days + 2))
                item[start] = day.replace(year=day.year - 1, day=min(day.day, 28)).isoformat()
            elif self.chance(0.25):
                item[start] = self.r.choice(["2024-02-29", "2026-01-31", "2025-08-31", "2025-12-30", "2010-10-29"])
