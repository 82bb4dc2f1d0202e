import Calendars
import CivilTime
import PlanModel

extension RunOption {
  static let outputs =
    [
      RunOption(
        "out", key: "out", .planning.and(.merge, .worker), takes: "dir", isSilent: true,
        "Output folder. Default: reports; worker: standard output.",
        .path(.folder) { ($0.out, $0.archive, $0.keep) = ($1, nil, nil) }),
      RunOption(
        "archive", key: "archive", .planning, takes: "dir",
        "A folder of runs, instead of --out: this one gets its own folder, succeeds the latest and becomes it.",
        .path(.folder) { ($0.archive, $0.keep) = ($1, nil) }),
      RunOption(
        "keep", key: "keep", .planning, takes: "n|nd", isSilent: true,
        "Runs that the archive keeps: the newest 30, or 30d by age. Default: all.",
        .read({ Retention($0) }, expected: "how many runs, such as 30, or their age, such as 30d") { $0.keep = $1 }),
      RunOption(
        "backdate", .planning, "Allow an earlier --now than the archive's latest run.", .flag { $0.isBackdated = $1 }),
      RunOption(
        "emit", key: "emit", .planning.and(.report, .worker, .merge), takes: "list",
        "Outputs, of plan,actions,summary,html,ics,site. Default: all of the command's, site if needed.",
        .words(Emit.allCases.map(\.rawValue)) { $0.emit = Set($1.compactMap { Emit(rawValue: $0) }) }),
      RunOption(
        "compress", key: "compress", .planning.and(.worker, .merge), takes: "gzip|zstd", isSilent: true,
        "Compress plan.ndjson, actions.ndjson and accounts.ndjson. Every command reads them compressed.",
        .choice { $0.compression = $1 }),
      RunOption(
        "checksums", key: "checksums", .planning,
        "List each file's SHA-256 in .tickler-files, for tickler verify. Default of run.",
        .flag { $0.hasChecksums = $1 }),
      RunOption(
        "advice", key: "advice", .planning,
        "Plan accounts with findings again with one setting changed, and show what that gives. Default of run.",
        .toggle { $0.advises = $1 }),
      RunOption(
        "previous", key: "previous", .planning.and(.worker, .merge), takes: "dir",
        "The plan that this one succeeds: reports what changed and why, raises SEQUENCE, cancels events.",
        .path(.folder) { $0.previous = $1 }),
      RunOption(
        "due-before", .planning, takes: "instant",
        "Plan only new accounts, and those due for planning before this instant by the previous plan. Others keep theirs.",
        .read({ Instant(rfc3339: $0.utf8) }, expected: "an instant (RFC 3339)") { $0.dueBefore = $1 }),
      RunOption(
        "keep-going", key: "keepGoing", .planning.and(.worker, .merge),
        "If an input is unusable, its accounts keep their plan of --previous, marked stale, and the status is 3.",
        .flag { $0.keepsGoing = $1 }),
      RunOption(
        "only-changed", key: "onlyChanged", .planning, isSilent: true,
        "Obsolete: has no effect, and will be removed.",
        .flag { $0.onlyChanged = $1 }),
    ] + limits + [
      RunOption(
        "max-age", key: "gates.maxAge", .planning, takes: "duration", "Maximum age of an export: 90m, 36h, 2d.",
        .read({ Gates.age($0) }, expected: "a duration such as 36h or 2d") { $0.gates.maxAge = $1 }),
      RunOption(
        "expect", key: "gates.expect", .planning, takes: "file",
        "A list of required apps and inputs, one a line: app NAME or input FILE.",
        .path(.file(nil)) { $0.expected = $1 }),
      RunOption(
        "jobs", key: "jobs", .planning.and(.worker, .rehearse), takes: "k", isSilent: true,
        "Parallel tasks. Default: the number of cores; worker: 1.", .whole(1...1024) { $0.jobs = $1 }),
    ]

  private static let limits = Gates.limits.map { key, gate, meaning in
    RunOption(
      key.reduce("") { $1.isUppercase ? "\($0)-\($1.lowercased())" : "\($0)\($1)" }, key: "gates.\(key)", .planning,
      takes: "n|n%", meaning,
      .read({ Gates.Limit($0) }, expected: "a number such as 20, or a share such as 0.5%") {
        $0.gates[keyPath: gate] = $1
      })
  }
}

extension RunOption {
  private static let writing: [CommandName] = .planning.and(.report, .merge)

  static let calendars = [
    RunOption(
      "ics-times", key: "calendar.times", writing, in: .calendars, takes: "utc|zoned",
      "utc: instants; zoned: wall times with the zone's rules. Default: utc.",
      .choice { $0.calendar.times = $1 }),
    RunOption(
      "ics-style", key: "calendar.style", writing, in: .calendars, takes: "technical|personal",
      "technical: an event a notification; personal: what happens, with alarms. Default: technical.",
      .choice { $0.calendar.style = $1 }),
    RunOption(
      "ics-as", key: "calendar.as", writing, in: .calendars, takes: "event|todo",
      "Events, or todos for task lists. Default: event.",
      .choice { $0.calendar.component = $1 }),
    RunOption(
      "ics-length", key: "calendar.length", writing, in: .calendars, takes: "minutes",
      "Length of an event without its own, 1 to 1440. Default: 5; personal: 15.",
      .whole(1...1440) { $0.calendar.minutes = $1 }),
    RunOption(
      "alarms", key: "calendar.alarms", writing, in: .calendars, takes: "minutes",
      "Minutes from alarm to start in the technical style, 0 to 40320. Default: no alarm.",
      .whole(0...40_320) { $0.calendar.alarmMinutes = $1 }),
    RunOption(
      "ics-accounts", key: "calendar.accounts", writing, in: .calendars,
      "Also write one calendar per account, in accounts/.", .flag { $0.calendar.hasAccountFiles = $1 }),
    RunOption(
      "ics-by", key: "calendar.by", writing, in: .calendars, takes: "kind|app",
      "Also write one calendar per kind, in kinds/, or per app, in apps/.",
      .choice { $0.calendar.grouping = $1 }),
    RunOption(
      "ics-name", key: "calendar.name", writing, in: .calendars, takes: "name",
      "Name of calendar.ics. Default: Notifications; in the personal style Reminders.", .text { $0.calendar.name = $1 }),
    RunOption(
      "ics-refresh", key: "calendar.refresh", writing, in: .calendars, takes: "duration",
      "How often subscribers should ask for a calendar: 30m, 6h, 1d. Default: 1d.",
      .read(
        { text in Gates.age(text).flatMap { (60...28 * 86_400).contains($0) ? $0 : nil } },
        expected: "a duration from 1 minute to 28 days, such as 6h"
      ) { $0.calendar.refresh = $1 }),
    RunOption(
      "ics-method", key: "calendar.method", writing, in: .calendars,
      "Write METHOD:PUBLISH, and METHOD:CANCEL in calendars of cancelled events.",
      .flag { $0.calendar.hasMethod = $1 }),
  ]
}
