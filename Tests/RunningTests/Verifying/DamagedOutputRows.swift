import Running

/// Damage to counts, pages and actions.
extension DamagedFolder {
  static let outputs: [DamagedFolder] = [
    Row(
      .counts, "the summary counts one more", [.replace("summary.json", #""scheduled": 11"#, #""scheduled": 12"#)],
      finds: "summary.json:93: error: outcomes.scheduled is 12; expected 11, the plan's"),
    Row(
      .counts, "the summary counts one day more of a kind", [.replace("summary.json", #""habit": 4"#, #""habit": 5"#)],
      finds: "summary.json:193: error: byDay.2026-11-20.habit is 5; expected 4, the plan's"),
    Row(
      .counts, "the summary names another earliest plan",
      [.replace("summary.json", #""cause": "place""#, #""cause": "streak""#)],
      finds:
        "summary.json:218: error: planAgain.earliest is 2026-11-20T23:00:00Z for account rob of ritualist (reminder without its streak); expected 2026-11-20T23:00:00Z for account rob of ritualist (change of a place trigger), the plan's"
    ),
    Row(
      .counts, "the codes of diagnostics are not all",
      [.replace("summary.json", #""codes": {}"#, #""codes": {"limit":1}"#)],
      finds: "summary.json:269: error: diagnostics.codes is not 0 in all; expected those of its errors and warnings"),
    Row(
      .page, "the page counts one more",
      [.replace("index.html", #""outcomes.scheduled":11"#, #""outcomes.scheduled":12"#)],
      finds: "index.html:%: error: outcomes.scheduled is 12; expected 11, the plan's"),
    Row(
      .page, "the page counts one more of a reason",
      [.replace("index.html", #""reasons.inactive":2"#, #""reasons.inactive":3"#)],
      finds: "index.html:%: error: reasons.inactive is 3; expected 2, the plan's"),
    Row(
      .page, "the page counts one more of a kind",
      [.replace("index.html", #""kinds.habit.scheduled":9"#, #""kinds.habit.scheduled":10"#)],
      finds: "index.html:%: error: kinds.habit.scheduled is 10; expected 9, the plan's"),
    Row(
      .page, "the page counts one more on a day",
      [.replace("index.html", #""byDay.2026-11-20.habit":4"#, #""byDay.2026-11-20.habit":5"#)],
      finds: "index.html:%: error: byDay.2026-11-20.habit is 5; expected 4, the plan's"),
    Row(
      .page, "the page lacks an account", of: "requests-and-repeats",
      [.replace("index.html", "<details class=account", "<details class=accounts")],
      finds: "index.html:$: error: 2 accounts; expected the plan's 3"),
    Row(
      .page, "a page of a site lacks an account", of: "requests-and-repeats", emit: Set(Emit.allCases),
      [.replace("pages/accounts-000001.html", "<details class=account", "<details class=accounts")],
      finds: "pages:1: error: 2 accounts on pages; expected the plan's 3 accounts"),
    Row(
      .page, "a list of a site lacks an account", of: "requests-and-repeats", emit: Set(Emit.allCases),
      [.replace("pages/by-id-000001.html", "<tr><th scope=row>", "<tr>")],
      finds: "pages:1: error: 2 rows by id; expected the plan's 3 accounts"),
    Row(
      .page, "what a site searches lacks an account", of: "requests-and-repeats", emit: Set(Emit.allCases),
      [.replace("pages/search-000001.js", #"\n"#, "/")],
      finds: "pages:1: error: 1 lines of ids; expected the plan's 3 accounts"),
    Row(
      .runs, "a page of a site is of another run", of: "requests-and-repeats", emit: Set(Emit.allCases),
      [.replace("pages/accounts-000001.html", #""now":"2026"#, #""now":"2126"#)],
      finds:
        "pages/accounts-000001.html:%: error: the page of the plan of 2126-11-20T12:00:00Z; expected files of one run, as of 2026-11-20T12:00:00Z"
    ),
    Row(
      .page, "the rows that a site searches lack an account", of: "requests-and-repeats", emit: Set(Emit.allCases),
      [.replace("pages/rows-000001.js", #"\n"#, "/")],
      finds: "pages:1: error: 1 lines of rows; expected the plan's 3 accounts"),
    Row(
      .actions, "an action has another title",
      [.replace("actions.ndjson", line: 2, #""title":"Read""#, #""title":"Write""#)],
      finds: #"actions.ndjson:2: error: title "Write"; expected "Read", as in line 10 of plan.ndjson"#),
    Row(
      .actions, "an action has another badge", [.replace("actions.ndjson", line: 2, #""badge":3"#, #""badge":4"#)],
      finds: "actions.ndjson:2: error: badge 4; expected 3, as in line 10 of plan.ndjson"),
    Row(
      .actions, "an action goes off at another wall time",
      [.replace("actions.ndjson", line: 5, #""local":"2026-11-20T06:30:00""#, #""local":"2026-11-20T06:31:00""#)],
      finds:
        "actions.ndjson:5: error: a trigger for another instant; expected 2026-11-20T06:30:00, as in line 5 of plan.ndjson"
    ),
    Row(
      .actions, "an added action has no trigger",
      [.replace("actions.ndjson", line: 4, #""trigger":{"type":"instant"},"#, "")],
      finds: "actions.ndjson:4: error: add without a trigger; expected one"),
    Row(
      .actions, "an added action has another request",
      [.replace("actions.ndjson", line: 4, #""request":"streak_milestone_h2-30""#, #""request":"other""#)],
      finds: #"actions.ndjson:4: error: add of "other"; expected "streak_milestone_h2-30", as in line 4 of plan.ndjson"#
    ),
    Row(
      .actions, "a cancellation has no reason", [.replace("actions.ndjson", line: 1, #","reason":"completed""#, "")],
      finds: "actions.ndjson:1: error: cancel without a reason; expected the reason"),
    Row(
      .actions, "an update names nothing that it changes",
      [.replace("actions.ndjson", line: 2, #""changed":["badge"],"#, "")],
      finds: "actions.ndjson:2: error: update and changed; expected the two together"),
    Row(
      .actions, "an action is of no request of the plan", emit: [.plan, .actions],
      [.copy("actions.ndjson", line: 13, [(#""h3-location-exit""#, #""h4-location-exit""#)])],
      finds:
        #"actions.ndjson:14: error: keep of "h4-location-exit" at no instant; expected a request of the plan, once"#),
    Row(
      .actions, "a request has no action", emit: [.plan, .actions], [.delete("actions.ndjson", line: 5, count: 1)],
      finds:
        #"actions.ndjson:1: error: no action for "rich_h3-0630" at 2026-11-20T05:30:00Z of account "rob" of "ritualist"; expected one for each request, such as that of line 5 of plan.ndjson"#
    ),
    Row(
      .calendar, "an event is away", [.delete("calendar.ics", line: 39, count: 14)],
      finds:
        #"calendar.ics:1: error: no event with UID 1901aa445be6deb866c2b27d9f55ac19 of account "rob" of "ritualist"; expected that of line 9 of plan.ndjson"#
    ),
    Row(
      .calendar, "an event stands twice", [.repeated("calendar.ics", line: 39, count: 14)],
      finds:
        "calendar.ics:53: error: an event with UID 1901aa445be6deb866c2b27d9f55ac19; expected what the plan schedules, once"
    ),
    Row(
      .calendar, "an event is at another instant",
      [.replace("calendar.ics", "DTSTART:20261120T053000Z", "DTSTART:20261120T053001Z")],
      finds:
        "calendar.ics:25: error: DTSTART 2026-11-20T05:30:01Z; expected 2026-11-20T05:30:00Z, as in line 5 of plan.ndjson"
    ),
    Row(
      .calendar, "an event has another number", [.replace("calendar.ics", line: 37, "SEQUENCE:0", "SEQUENCE:1")],
      finds: "calendar.ics:25: error: SEQUENCE 1; expected 0, as in line 5 of plan.ndjson"),
    Row(
      .calendar, "an event is of another kind", [.replace("calendar.ics", "CATEGORIES:habit", "CATEGORIES:task")],
      finds: "calendar.ics:25: error: CATEGORIES task; expected habit, as in line 5 of plan.ndjson"),
    Row(
      .calendar, "an event is cancelled",
      [.replace("calendar.ics", line: 37, "SEQUENCE:0", "SEQUENCE:0\r\nSTATUS:CANCELLED")],
      finds: "calendar.ics:25: error: STATUS CANCELLED; expected none, as in line 5 of plan.ndjson"),
    Row(
      .calendar, "the calendar is cut short", [.replace("calendar.ics", "END:VCALENDAR", "")],
      finds: "calendar.ics:160: error: the calendar ends here; expected END:VCALENDAR"),
  ]
}
