import Running

/// Damage to the lines of a plan and of its accounts.
extension DamagedFolder {
  static let plans: [DamagedFolder] = [
    Row(
      .files, "a file of the run is away", [.remove("calendar.ics")],
      finds: ".tickler-files:3: error: calendar.ics is not there; expected what the run wrote; plan again"),
    Row(
      .files, "a folder is there that the run did not write", [.folder("cancelled")],
      finds: "cancelled:1: error: a file of no run; expected files of one run; remove it"),
    Row(
      .runs, "the summary is that of another run",
      [.replace("summary.json", #""now": "2026-11-20T05"#, #""now": "2026-11-20T04"#)],
      finds: "summary.json:1: error: another now than in plan.ndjson; expected files of one run; plan again"),
    Row(
      .runs, "the summary is that of other inputs",
      [.replace("summary.json", #""inputs": ["#, #""inputs": [{"file":"x","format":"json","sha256":""},"#)],
      finds: "summary.json:1: error: another list of inputs than in plan.ndjson; expected files of one run; plan again"),
    Row(
      .runs, "the accounts are those of another run",
      [.replace("accounts.ndjson", #""now":"2026-11-20T05"#, #""now":"2026-11-20T04"#)],
      finds:
        "accounts.ndjson:1: error: as of 2026-11-20T04:00:00Z by tickler \(Version.current); expected files of one run, as of 2026-11-20T05:00:00Z by tickler \(Version.current)"
    ),
    Row(
      .runs, "an event has the stamp of another run",
      [.replace("calendar.ics", "DTSTAMP:20261120T05", "DTSTAMP:20261120T04")],
      finds:
        "calendar.ics:11: error: DTSTAMP 2026-11-20T04:00:00Z; expected files of one run, as of 2026-11-20T05:00:00Z"),
    Row(
      .runs, "the page is that of another run",
      [.replace("index.html", #""now":"2026-11-20T05"#, #""now":"2026-11-20T04"#)],
      finds:
        "index.html:%: error: the page of the plan of 2026-11-20T04:00:00Z; expected files of one run, as of 2026-11-20T05:00:00Z"
    ),
    Row(
      .runs, "the page was made from other policies",
      [.replace("index.html", #","d0cc6c75"#, #","00000000"#)],
      finds:
        "index.html:%: error: other SHA-256 of inputs and policies than in the head; expected files of one run; plan again"
    ),
    Row(
      .outcome, "a dropped line has a request",
      [.replace("plan.ndjson", line: 2, #""outcome":"dropped""#, #""request":"r","outcome":"dropped""#)],
      finds: "plan.ndjson:2: error: dropped with a request; expected none"),
    Row(
      .outcome, "a scheduled line has a reason",
      [.replace("plan.ndjson", line: 4, #""outcome":"scheduled""#, #""outcome":"scheduled","reason":"past""#)],
      finds: "plan.ndjson:4: error: scheduled with a reason; expected one outcome"),
    Row(
      .outcome, "a scheduled line has no request", emit: [.plan],
      [.replace("plan.ndjson", line: 9, #""request":"personality-insight-i1","#, "")],
      finds: "plan.ndjson:9: error: scheduled without a request; expected its id on the device"),
    Row(
      .outcome, "an armed line has an instant", emit: [.plan],
      [.replace("plan.ndjson", line: 3, #""outcome":"armed""#, #""at":"2026-11-20T05:00:00Z","outcome":"armed""#)],
      finds: "plan.ndjson:3: error: armed with at; expected a place, and no instant"),
    Row(
      .outcome, "a line is late at another instant than now", emit: [.plan],
      [.replace("plan.ndjson", line: 5, #""badge":2"#, #""badge":2,"late":true"#)],
      finds: "plan.ndjson:5: error: late at 2026-11-20T05:30:00Z; expected now, 2026-11-20T05:00:00Z"),
    Row(
      .outcome, "a line is deferred to the instant that it was deferred from", emit: [.plan],
      [.replace("plan.ndjson", line: 5, #""badge":2"#, #""badge":2,"deferredFrom":"2026-11-20T05:30:00Z""#)],
      finds:
        "plan.ndjson:5: error: deferred from 2026-11-20T05:30:00Z to 2026-11-20T05:30:00Z; expected a later instant"),
    Row(
      .outcome, "a line to come is past", emit: [.plan], [.replace("plan.ndjson", line: 8, "inactive", "past")],
      finds:
        "plan.ndjson:8: error: dropped as past at 2026-11-20T08:00:00Z; expected an instant up to now, 2026-11-20T05:00:00Z"
    ),
    Row(
      .outcome, "a line inside the window is beyond it", emit: [.plan, .summary],
      [
        .replace("plan.ndjson", line: 8, "inactive", "beyondWindow"), .remove("summary.json"),
        .remove(".tickler-files"),
      ],
      finds:
        "plan.ndjson:8: error: dropped as beyondWindow at 2026-11-20T08:00:00Z; expected an instant from the window's end on, 2026-11-21T23:00:00Z"
    ),
    Row(
      .order, "two lines have changed places", of: "quiet-hours", emit: [.plan], [.swap("plan.ndjson", line: 21)],
      finds:
        "plan.ndjson:22: error: it goes out before the line above; expected an account's lines by instant, notification and wall time"
    ),
    Row(
      .order, "two actions have changed places", emit: [.actions], [.swap("actions.ndjson", line: 4)],
      finds:
        "actions.ndjson:5: error: it belongs before the line above; expected an account's actions in the order in which its device carries them out"
    ),
    Row(
      .order, "an account of the plan stands behind one that is gone", of: "requests-and-repeats", emit: [.summary],
      [
        .copy(
          "accounts.ndjson", line: 3,
          [(#""told""#, #""zoe""#), (#""decisions":20,"actions":5"#, #""decisions":0,"actions":0,"gone":true"#)]),
        .remove("summary.json"), .remove(".tickler-files"),
      ],
      finds: "accounts.ndjson:5: error: an account of the plan behind those that are gone; expected gone accounts last"),
    Row(
      .accounts, "the lines of an account are apart", of: "requests-and-repeats", emit: [.plan],
      [.copy("plan.ndjson", line: 83, [(#""account":"idle""#, #""account":"ada""#)])],
      finds: "plan.ndjson:84: error: the account of line 2 again; expected each account once"),
    Row(
      .accounts, "an account counts other decisions than it has",
      [.replace("accounts.ndjson", #""decisions":17"#, #""decisions":16"#)],
      finds:
        #"accounts.ndjson:2: error: account "rob" of "ritualist" has 16 decisions; expected 17, its lines in plan.ndjson"#
    ),
    Row(
      .accounts, "an account counts other actions than it has",
      [.replace("accounts.ndjson", #""actions":13"#, #""actions":12"#)],
      finds:
        #"accounts.ndjson:2: error: account "rob" of "ritualist" has 12 actions; expected 13, its lines in actions.ndjson"#
    ),
    Row(
      .accounts, "a line is of an account that is not there", of: "requests-and-repeats", emit: [.plan, .summary],
      [
        .copy("plan.ndjson", line: 83, [(#""idle""#, #""zed""#), ("3d85595c", "00000000")]), .remove("summary.json"),
        .remove(".tickler-files"),
      ],
      finds:
        #"plan.ndjson:84: error: lines of account "zed"; expected those of the accounts of accounts.ndjson, in that order"#
    ),
    Row(
      .accounts, "actions are of an account that is not there", emit: [.plan, .actions, .summary],
      [
        .copy("actions.ndjson", line: 13, [(#""rob""#, #""bob""#)]), .remove("summary.json"), .remove(".tickler-files"),
      ],
      finds:
        #"actions.ndjson:14: error: lines of account "bob"; expected those of the accounts of accounts.ndjson, in that order"#
    ),
    Row(
      .uid, "two decisions have one uid", emit: [.plan],
      [.replace("plan.ndjson", line: 11, "6d621ff8e9f20c7398e975513f1313e5", "6f1d1d52603929281cd980bde7f4c9be")],
      finds: "plan.ndjson:11: error: the uid of line 10 again; expected a different one for each decision that goes out"
    ),
    Row(
      .uid, "a uid has another date than the wall time", emit: [.plan],
      [.replace("plan.ndjson", line: 6, "-20261120", "-20261119")],
      finds: "plan.ndjson:6: error: a uid of 2026-11-19; expected the date asked for, or none"),
    Row(
      .uid, "two accounts have one uid", of: "requests-and-repeats", emit: [.plan],
      [.replace("plan.ndjson", line: 46, "e0742c668733a3f9c2d09d5a7d6c1e16", "d62ab30d46e94d7261fbdbb300b3ce9d")],
      finds: "plan.ndjson:44: error: a uid of the account of line 2; expected different uids for each account"),
    Row(
      .request, "a request has the id of none", emit: [.plan],
      [.replace("plan.ndjson", line: 11, #""request":"rich_h1-2001@2026-11-20""#, #""request":"water""#)],
      finds:
        #"plan.ndjson:11: error: the request "water"; expected "rich_h1-2001", or the same with @ and the date asked for or a part of its series"#
    ),
    Row(
      .request, "two requests of different items have one id", emit: [.plan],
      [
        .replace("plan.ndjson", line: 11, #""request":"rich_h1-2001@2026-11-20""#, #""request":"rich_h1-2001""#),
        .replace("plan.ndjson", line: 17, #""request":"rich_h1-2001@2026-11-21""#, #""request":"rich_h1-2001""#),
        .replace("plan.ndjson", line: 17, #""item":"h1""#, #""item":"h9""#),
      ],
      finds:
        #"plan.ndjson:17: error: the request "rich_h1-2001" of line 11 again; expected another id, or one that repeats"#
    ),
    Row(
      .slots, "more requests than slots", emit: [.plan, .summary],
      [.replace("accounts.ndjson", #""limit":64"#, #""limit":20"#)],
      finds:
        #"plan.ndjson:17: error: request 11 of account "rob" of "ritualist"; expected at most 10, the device's slots but those that are reserved"#
    ),
    Row(
      .slots, "a sooner one finds no slot", of: "ritualist-slots", emit: [.plan],
      [
        .replace(
          "plan.ndjson", line: 54, #""outcome":"scheduled","badge":53"#, #""outcome":"dropped","reason":"slotLimit""#),
        .replace("plan.ndjson", line: 54, #""request":"tailored_h2-2104@2026-11-20","#, ""),
        .replace("plan.ndjson", line: 55, #""badge":54"#, #""badge":53"#),
      ],
      finds:
        "plan.ndjson:55: error: it has a slot, and line 54, which is sooner, has none; expected slots for the soonest"
    ),
    Row(
      .slots, "one finds no slot while there are some", of: "ritualist-slots", emit: [.plan, .summary],
      [.replace("accounts.ndjson", #""limit":64"#, #""limit":65"#)],
      finds: "plan.ndjson:56: error: no slot, where 54 of 55 are taken; expected a dropped one only without free slots"),
    Row(
      .badges, "a badge is passed over", emit: [.plan],
      [.replace("plan.ndjson", line: 11, #""badge":4"#, #""badge":5"#)],
      finds: "plan.ndjson:11: error: badge 5; expected 4, the next one at 2026-11-20T19:01:00Z"),
    Row(
      .badges, "a badge is missing", emit: [.plan], [.replace("plan.ndjson", line: 11, #""badge":4,"#, "")],
      finds: "plan.ndjson:11: error: no badge; expected 4, the next one at 2026-11-20T19:01:00Z"),
    Row(
      .badges, "an insight has a badge", emit: [.plan],
      [.replace("plan.ndjson", line: 9, #""outcome":"scheduled""#, #""outcome":"scheduled","badge":3"#)],
      finds: "plan.ndjson:9: error: badge 3; expected none for this kind"),
    Row(
      .window, "one goes out before now", emit: [.plan],
      [
        .replace(
          "plan.ndjson", line: 5, #"06:30:00","zone":"Europe/Berlin","at":"2026-11-20T05:30:00Z"#,
          #"05:30:00","zone":"Europe/Berlin","at":"2026-11-20T04:30:00Z"#), .swap("plan.ndjson", line: 4),
        .replace("plan.ndjson", line: 4, #""badge":2"#, #""badge":1"#),
        .replace("plan.ndjson", line: 5, #""badge":1"#, #""badge":2"#),
      ],
      finds:
        "plan.ndjson:4: error: it goes out at 2026-11-20T04:30:00Z; expected an instant after now, 2026-11-20T05:00:00Z"
    ),
    Row(
      .window, "one goes out at now and is not late", emit: [.plan],
      [
        .replace(
          "plan.ndjson", line: 5, #"06:30:00","zone":"Europe/Berlin","at":"2026-11-20T05:30:00Z"#,
          #"06:00:00","zone":"Europe/Berlin","at":"2026-11-20T05:00:00Z"#), .swap("plan.ndjson", line: 4),
      ],
      finds:
        "plan.ndjson:4: error: it goes out at 2026-11-20T05:00:00Z; expected an instant after now, 2026-11-20T05:00:00Z"
    ),
    Row(
      .window, "one goes out after the window, as far as the head tells", of: "quiet-hours", emit: [.plan],
      [
        .copy(
          "plan.ndjson", line: 25,
          [
            (#"2026-11-22T22:00:00""#, #"2027-11-22T22:00:00""#), ("2026-11-23T07", "2027-11-22T22"),
            (
              #""dropped","reason":"beyondWindow","deferredFrom":"2026-11-22T22:00:00Z""#,
              #""scheduled","request":"focusflow.task.t4""#
            ),
          ])
      ],
      finds: "plan.ndjson:26: error: it goes out on 2027-11-22; expected a date up to 2026-11-23"),
    Row(
      .window, "the window ends a day earlier", of: "quiet-hours", emit: [.plan, .summary],
      [
        .replace("plan.ndjson", line: 1, #""days":2"#, #""days":1"#),
        .replace("accounts.ndjson", line: 2, "2026-11-23T00:00:00Z", "2026-11-22T00:00:00Z"), .remove("summary.json"),
        .remove(".tickler-files"),
      ],
      finds:
        "plan.ndjson:16: error: it goes out at 2026-11-22T07:00:00Z; expected an instant before the window's end, 2026-11-22T00:00:00Z"
    ),
    Row(
      .quietHours, "a task goes out in quiet hours", of: "quiet-hours", emit: [.plan, .summary],
      [
        .replace("plan.ndjson", #""kind":"session""#, #""kind":"task""#), .remove("summary.json"),
        .remove(".tickler-files"),
      ],
      finds:
        "plan.ndjson:7: error: it goes out at 2026-11-20T22:15:00Z, when line 25 shows quiet hours; expected their end"),
    Row(
      .clock, "an instant is not that of the wall time", emit: [.plan],
      [.replace("plan.ndjson", line: 11, "T20:01:00", "T20:03:00")],
      finds:
        "plan.ndjson:11: error: 2026-11-20T19:01:00Z, when clocks in Europe/Berlin show 2026-11-20T20:01:00; expected an instant at which they show 2026-11-20T20:03:00"
    ),
    Row(
      .clock, "a line goes out in a zone where the account is not", emit: [.plan, .summary],
      [.replace("plan.ndjson", line: 11, "Europe/Berlin", "Europe/Paris")],
      finds:
        "plan.ndjson:11: error: it goes out in Europe/Paris; expected Europe/Berlin, the account's zone at 2026-11-20T19:01:00Z"
    ),
    Row(
      .details, "the account had another date at now", emit: [.plan, .summary],
      [.replace("accounts.ndjson", #""today":"2026-11-20""#, #""today":"2026-11-21""#)],
      finds:
        #"accounts.ndjson:2: error: account "rob" of "ritualist": today 2026-11-21; expected 2026-11-20, the date on its clock at 2026-11-20T05:00:00Z"#
    ),
    Row(
      .details, "the window ends at another hour", emit: [.plan, .summary],
      [.replace("accounts.ndjson", #""windowEnd":"2026-11-21T23"#, #""windowEnd":"2026-11-21T22"#)],
      finds:
        #"accounts.ndjson:2: error: account "rob" of "ritualist": windowEnd 2026-11-21T22:00:00Z; expected the beginning of 2026-11-22 on its clock"#
    ),
    Row(
      .details, "other slots are used than counted", emit: [.plan, .summary],
      [.replace("accounts.ndjson", #""used":12"#, #""used":11"#), .remove("summary.json"), .remove(".tickler-files")],
      finds:
        #"accounts.ndjson:2: error: account "rob" of "ritualist": 11 slots used; expected 12, the requests in plan.ndjson"#
    ),
    Row(
      .details, "a slot has no number", emit: [.plan, .summary],
      [.replace("accounts.ndjson", "[0,1,2,3,", "[0,1,3,3,")],
      finds:
        #"accounts.ndjson:2: error: account "rob" of "ritualist": slot numbers 1, 3, 3…; expected one for each request, from 1 on"#
    ),
    Row(
      .details, "there is a coverage horizon, and nothing is lost", emit: [.plan, .summary],
      [
        .replace("accounts.ndjson", #""planAgainBy""#, #""coverageHorizon":"2026-11-21T00:00:00Z","planAgainBy""#),
        .remove("summary.json"), .remove(".tickler-files"),
      ],
      finds:
        #"accounts.ndjson:2: error: account "rob" of "ritualist": coverageHorizon 2026-11-21T00:00:00Z; expected no instant, the first that finds no slot"#
    ),
    Row(
      .details, "the plan is to be made again after its horizon", of: "ritualist-slots", emit: [.plan, .summary],
      [
        .replace("accounts.ndjson", #""planAgainBy":"2026-11-20T15"#, #""planAgainBy":"2026-11-20T16"#),
        .remove("summary.json"), .remove(".tickler-files"),
      ],
      finds:
        #"accounts.ndjson:2: error: account "sue" of "ritualist": planAgainBy 2026-11-20T16:37:00Z; expected an instant at least 60 seconds before the coverage horizon, 2026-11-20T15:38:00Z"#
    ),
    Row(
      .details, "facts are about a line that goes out", emit: [.plan, .summary],
      [.replace("accounts.ndjson", #""facts":[{"decision":0"#, #""facts":[{"decision":1"#)],
      finds:
        #"accounts.ndjson:2: error: account "rob" of "ritualist": facts of decision 1, which is not one of its dropped lines; expected facts of dropped decisions only"#
    ),
  ]
}
