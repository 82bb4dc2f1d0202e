"""Random exports, and files of every tool that is imported, whose ids, titles, places, notes and addresses have the marker of
redaction_runs.py. `broken` breaks them."""

import io
import json
import zipfile
from xml.sax.saxutils import quoteattr

ZONES = ["Europe/London", "America/New_York", "Asia/Tokyo", "Pacific/Auckland"]


class Exports:
    """Makes exports full of markers."""

    def __init__(self, random):
        self.random, self.count = random, 0

    def mark(self, word=""):
        self.count += 1
        shape = self.random.choice(["{0}-{1}", "{1}", "{0} {1}@2026-10-25", "{1}, started at {0}", '{0} "{1}"', "{0}/{1}.a due {0}"])
        return shape.format(word or "x", f"qxzq{self.count:05d}")

    def number(self):
        return int(f"77111{self.random.randrange(10**6):06d}")

    def export(self, app):
        made = {"format": "tickler-export/1", "app": app, "exportedAt": "2026-10-23T15:00:00Z"}
        made["accounts"] = [self.account(app) for _ in range(self.random.randint(1, 4))]
        owners = [account["id"] for account in made["accounts"]]
        made["items"] = [dict(item, account=self.random.choice(owners)) for item in self.items(app)]
        return made

    def account(self, app):
        choice = self.random.choice
        items = [item for _ in range(2) for item in self.items(app)]
        made = {
            "id": self.mark("ana"), "timeZone": choice(ZONES), "platform": choice(["ios", "android", "other"]),
            "personality": {"trait": self.mark("calm"), "analyzedAt": "2026-10-20T00:00:00Z"}, "items": items,
            "preferences": {"kinds": {"bill": True, "overdue": True, "overspend": True, "digest": True},
                            "morning": {"time": "07:00", "days": ["sat", "sun", "mon", "fri"],
                                        "changedAt": "2026-10-23T15:30:00Z"}},
        }
        if app != "moneymap":
            del made["preferences"]["kinds"]
        if choice([0, 1]):
            made["zoneChanges"] = [{"at": "2026-10-26T09:00:00Z", "timeZone": choice(ZONES)}]
        if choice([0, 1]):
            made["locale"] = choice(["de", "en-GB", "x-qxzq00"])
        names = [f"focusflow.task.{item['id']}" for item in items if item["kind"] == "task"]
        names += [f"bill.{item['id']}.2026-10-25.due" for item in items if item["kind"] == "bill"]
        names += ["diary.morning.1", self.mark("request")]
        made["delivered"] = [{"id": name + choice(["", "@2026-10-23"]), "at": "2026-10-23T13:00:00Z", "shown": True}
                             for name in names if choice([0, 1])]
        made["pending"] = [{"id": name + "@2026-10-24", "at": "2026-10-24T08:00:00Z", "title": self.mark("title"),
                            "body": self.mark("body"), "notification": name} for name in names if choice([0, 1])]
        return made

    def items(self, app):
        choice, mark = self.random.choice, self.mark
        title = mark("Pay the rent")
        day = choice(["2026-10-23", "2026-10-24", "2026-10-25"])
        return {
            "focusflow": [
                {"kind": "task", "id": mark("t"), "title": title, "date": day, "time": "10:00",
                 "repeat": choice(["none", "daily", "weekly"])},
                # The same again: a duplicate.
                {"kind": "task", "id": mark("t"), "title": title, "date": day, "time": "10:00"},
                {"kind": "session", "id": mark("s"), "startedAt": f"2026-10-23T15:{self.random.randint(10, 59)}:00Z",
                 "duration": 3600, "state": "running"},
                {"kind": "focusDay", "id": mark("f"), "date": "2026-10-22", "sessions": 2, "minutes": 50}],
            "ritualist": [
                {"kind": "habit", "id": mark("h"), "name": mark("Run"), "category": mark("health"),
                 "reminders": ["10:00", "22:30"], "streak": 7, "completions": ["2026-10-23"],
                 "location": {"place": mark("Park"), "latitude": f"12.{self.number()}", "longitude": 13.5, "radius": 100,
                              "on": "entry"}},
                {"kind": "insight", "id": mark("i"), "at": "2026-10-23T17:00:00Z"}],
            "diary": [{"kind": "entry", "id": mark("e"), "flow": choice(["morning", "bedtime"]), "date": day}],
            "steps": [
                {"kind": "stepDay", "id": mark("d"), "date": "2026-10-23", "goal": 100,
                 "samples": [{"at": "2026-10-23T12:00:00Z", "steps": 60}, {"at": "2026-10-23T13:00:00Z", "steps": 120}]},
                {"kind": "workout", "id": mark("w"), "type": mark("run"), "endedAt": "2026-10-23T17:00:00Z",
                 "duration": 60}],
            "moneymap": [
                {"kind": "bill", "id": mark("b"), "name": mark("Rent"), "amount": str(self.number()), "currency": "EUR",
                 "dueDate": day, "repeat": choice(["none", "monthly"]), "autoPay": choice([True, False])},
                {"kind": "budget", "id": mark("g"), "name": mark("Food"), "spent": str(self.number()), "limit": "1",
                 "currency": "EUR", "period": mark("2026-10"), "updatedAt": "2026-10-23T15:00:00Z"}],
        }[app]

    def break_record(self, value):
        """Puts a marker where a record has something else, or where nothing should be."""
        places = []

        def visit(value):
            if isinstance(value, dict):
                places.extend((value, key) for key in value)
                for inner in value.values():
                    visit(inner)
            elif isinstance(value, list):
                places.extend((value, index) for index in range(len(value)))
                for inner in value:
                    visit(inner)
        visit(value)
        holder, key = self.random.choice([place for place in places if place[1] not in ("format",)])
        what = self.random.randrange(6)
        if what == 0 and isinstance(holder, dict):
            holder[self.mark("field").replace(" ", "_").replace('"', "").replace("/", "").replace("@", "").replace(",", "")] = self.mark()
        elif what == 1:
            holder[key] = self.number()
        elif what == 2:
            holder[key] = [self.mark()]
        elif what == 3:
            holder[key] = {"qxzq": self.mark()}
        elif what == 4 and isinstance(holder, dict):
            del holder[key]
        else:
            holder[key] = self.mark()


def ndjson(export):
    head = {key: value for key, value in export.items() if key not in ("accounts", "items")}
    lines = [head]
    for name in ("account", "item"):
        values = export.get(name + "s", [])
        lines += [{name: value} for value in (values if isinstance(values, list) else [values])]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


SINGULAR = {"accounts": "account", "items": "item", "zoneChanges": "zoneChange", "samples": "sample"}


def xml(export):
    def scalar(value):
        return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)

    def element(name, value):
        attributes, children = "", ""
        for key, inner in value.items():
            if isinstance(inner, dict):
                children += element(key, inner)
            elif isinstance(inner, list) and any(isinstance(member, dict) for member in inner):
                children += "".join(element(SINGULAR.get(key, key), member) for member in inner if isinstance(member, dict))
            elif isinstance(inner, list):
                attributes += f" {key}={quoteattr(' '.join(scalar(member) for member in inner))}"
            else:
                attributes += f" {key}={quoteattr(scalar(inner))}"
        return f"<{name}{attributes}>{children}</{name}>\n"
    document = element("export", export)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + document.replace("<export", '<export xmlns="urn:tickler:export:1"', 1)


def broken(random, data):
    """The bytes with a fault somewhere."""
    data = bytearray(data)
    place = random.randrange(len(data))
    what = random.randrange(5)
    if what == 0:
        del data[place:]
    elif what == 1:
        data[place] = random.randrange(256)
    elif what == 2:
        del data[place:place + random.randint(1, 40)]
    elif what == 3:
        data[place:place] = data[place:place + random.randint(1, 200)]
    else:
        data[place:place] = random.choice([b"\x00", b"\xff", b"&qxzq;", b"<!DOCTYPE qxzq>", b'"qxzq":', b"}", b"<qxzq>", b"\\qxzq"])
    return bytes(data)


class Foreign:
    """Makes files of other tools, full of markers."""

    MAPPING = ('format = "tickler-mapping/1"\ninput = "%s"\nkind = "task"\n[fields]\nid = "id"\ntitle = "title"\n'
               'date = "date"\ntime = "time"\nrepeat = "repeat"\n')

    def __init__(self, random):
        self.random, self.count = random, 0

    def mark(self):
        self.count += 1
        return self.random.choice(["qxzq{0}", "ana qxzq{0}", "qxzq{0}/a.b", 'qxzq{0} "x"']).format(self.count).replace('"', "'")

    def or_mark(self, value):
        """Nearly always the value; now and then a marker."""
        return self.mark() if self.random.random() < 0.08 else value

    def day(self, form="2026-10-{:02}"):
        return self.or_mark(form.format(self.random.randint(20, 30)))

    def icalendar(self):
        r, mark = self.random, self.mark
        lines = []
        for _ in range(r.randint(1, 4)):
            kind = self.or_mark(r.choice(["VEVENT", "VTODO"]))
            zone = r.choice(["", "", ";TZID=Europe/Berlin", f";TZID={mark()}"])
            lines += [f"BEGIN:{kind}", f"UID:{mark()}", f"SUMMARY:{mark()}", f"DTSTART{zone}:{self.day('202610{:02}')}T090000", f"X-{mark()}:{mark()}"]
            lines += r.choice([[], ["RRULE:" + self.or_mark("FREQ=DAILY")], [f"RRULE:FREQ={mark()}"], [f"STATUS:{mark()}"]])
            lines += ["BEGIN:VALARM", f"ACTION:{self.or_mark('DISPLAY')}", f"TRIGGER:{self.or_mark('-PT5M')}", "END:VALARM", f"END:{kind}"]
        if r.random() < 0.2:
            lines.insert(r.randrange(len(lines)), f"{r.choice(['BEGIN', 'END'])}:X-{mark()}")
        return "\r\n".join(["BEGIN:VCALENDAR", *lines, self.or_mark("END:VCALENDAR"), ""])

    def vcard(self):
        r, mark = self.random, self.mark
        lines = []
        for _ in range(r.randint(1, 4)):
            lines += ["BEGIN:VCARD", f"VERSION:{self.or_mark('4.0')}", f"FN:{mark()}", f"BDAY:{self.day('199010{:02}')}",
                      f"item1.X-ABDATE:{self.day()}", f"item1.X-ABLABEL:{self.or_mark('Anniversary')}", f"{mark()}.ANNIVERSARY:--{self.or_mark('1028')}",
                      self.or_mark("END:VCARD")]
            lines += r.choice([[], [f"UID:{mark()}"], [f"BEGIN:{mark()}"]]) if r.random() < 0.2 else []
        return "\r\n".join([*lines, ""])

    def gnucash(self):
        r = self.random
        schedules = "".join(
            f"<gnc:schedxaction><sx:id>{self.mark()}</sx:id><sx:name>{self.mark()}</sx:name><sx:enabled>y</sx:enabled><sx:advanceRemindDays>{self.or_mark('2')}"
            f"</sx:advanceRemindDays><sx:templ-acct>t</sx:templ-acct><sx:schedule>" + "".join(
                f"<gnc:recurrence><recurrence:mult>{self.or_mark('1')}</recurrence:mult><recurrence:period_type>{self.or_mark('week')}</recurrence:period_type>"
                f"<recurrence:start><gdate>{self.day()}</gdate></recurrence:start><recurrence:weekend_adj>{self.or_mark('back')}</recurrence:weekend_adj>"
                f"</gnc:recurrence>" for _ in range(r.randint(1, 2))) + "</sx:schedule></gnc:schedxaction>" for _ in range(r.randint(1, 3)))
        return f"<gnc-v2><gnc:book>{schedules}</gnc:book></{self.or_mark('gnc-v2')}>"

    def homebank(self):
        attributes = lambda: " ".join(f'{name}="{self.or_mark(value)}"' for name, value in dict(
            flags="4", amount="-12.5", account="1", nextdate="739914", every="1", unit="2", weekend="1").items())
        return "<homebank>" + "".join(
            f'<fav key="{self.mark()}" wording="{self.mark()}" {attributes()}/>' for _ in range(self.random.randint(1, 4))) + "</homebank>"

    def health(self):
        time = lambda hour: f"{self.day()} {hour}:00:00 +0000"
        return "<HealthData>" + "".join(
            f'<Record type="HKQuantityTypeIdentifierStepCount" sourceName="{self.mark()}" startDate="{time(10)}" endDate="{time(11)}" value="{self.or_mark("99")}"/>'
            f'<Workout workoutActivityType="{self.mark()}" endDate="{time(12)}" duration="{self.or_mark("5")}"/>'
            for _ in range(self.random.randint(1, 4))) + "</HealthData>"

    def taskwarrior(self):
        return json.dumps([{"uuid": self.mark(), "status": self.or_mark(self.random.choice(["pending", "recurring"])), "entry": "x",
                            "description": self.mark(), "due": self.day("202610{:02}T160000Z"), "recur": self.or_mark("daily"),
                            self.mark(): self.mark()} for _ in range(self.random.randint(1, 4))])

    def tasks_org(self):
        return json.dumps({"version": 1, "data": {"tasks": [
            {"task": {"remoteId": self.mark(), "title": self.mark(), "dueDate": self.or_mark(1792833600001), "recurrence": self.or_mark("FREQ=DAILY")},
             "alarms": [{"type": self.or_mark(2), "time": self.or_mark(-60000)}]} for _ in range(self.random.randint(1, 4))]}})

    def habitica(self):
        return json.dumps({"preferences": {"dayStart": self.or_mark(0)}, "tasks": {"habits": [], "rewards": [], "todos": [
            {"_id": self.mark(), "text": self.mark(), "date": self.day("2026-10-{:02}T23:00:00.000Z")}], "dailys": [
            {"_id": self.mark(), "text": self.mark(), "frequency": self.or_mark("weekly"), "everyX": self.or_mark(1),
             "startDate": self.day("2026-10-{:02}T23:00:00.000Z"), "reminders": [{"id": self.mark(), "time": self.day("2026-10-{:02}T18:30:00.000Z")}]}
            for _ in range(self.random.randint(1, 3))]}})

    def day_one(self):
        return json.dumps({"metadata": {}, "entries": [
            {"uuid": self.mark(), "creationDate": self.day("2026-10-{:02}T08:00:00Z"), "timeZone": self.or_mark("Europe/Berlin"), "text": self.mark()}
            for _ in range(self.random.randint(1, 4))]})

    def super_productivity(self):
        return json.dumps({"data": {"project": {}, "globalConfig": {}, "task": {"entities": {
            f"t{k}": {"id": self.mark(), "title": self.mark(), "dueDay": self.day(), "timeSpentOnDay": {self.day(): self.or_mark(1000)}} for k in range(3)}},
            "taskRepeatCfg": {"entities": {"r": {"id": self.mark(), "title": self.mark(), "repeatCycle": self.or_mark("DAILY"), "startDate": self.day()}}},
            "simpleCounter": {"entities": {"c": {"id": self.mark(), "title": self.mark(), "countOnDay": {self.day(): self.or_mark(1)}}}}}})

    def csv(self):
        head = ["id", "title", self.or_mark("date"), "time", "repeat", self.mark()]
        rows = [[self.mark(), self.mark(), self.day(), self.or_mark("10:00"), self.or_mark("daily"), self.mark()] for _ in range(self.random.randint(1, 4))]
        return "\n".join(",".join(row) for row in [head, *rows]) + "\n"

    def mapped_json(self):
        return json.dumps([{"id": self.mark(), "title": self.mark(), "date": self.day(), "time": self.or_mark("10:00"), "repeat": self.or_mark("daily")}
                           for _ in range(self.random.randint(1, 4))])

    FORMATS = ["icalendar", "vcard", "gnucash", "homebank", "health", "taskwarrior", "tasks_org", "habitica", "day_one", "super_productivity", "csv", "mapped_json"]

    def file(self, form, is_broken):
        data = getattr(self, form)().encode()
        return broken(self.random, data) if is_broken else data

    def archive(self, forms, is_broken):
        """A zip archive of files, some of which nothing reads, with a fault in every other one."""
        r, memory = self.random, io.BytesIO()
        with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as file:
            for form in forms:
                file.writestr(f"{self.mark()}.{r.choice(['ics', 'json', 'xml'])}", self.file(form, is_broken and r.random() < 0.5))
            file.writestr(f"qxzq/{self.mark()}.txt", self.mark())
            what = r.randrange(8) if is_broken else 8
            if what == 0:
                file.filelist[-1].flag_bits |= 1
            elif what == 1:
                file.writestr(f"{self.mark()}.xml", "x" * 999, zipfile.ZIP_BZIP2)
            elif what == 2:
                file.filelist[-1].header_offset = file.filelist[0].header_offset
            elif what == 3:
                file.filelist[-1].header_offset += 5
        return broken(r, memory.getvalue()) if what == 4 else memory.getvalue()
