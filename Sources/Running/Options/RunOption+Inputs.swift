import CivilTime
import Diagnostics
import PlanModel

extension RunOption {
  /// The options for inputs and for the instant of the plan.
  static let inputs = [
    RunOption(
      "path", key: "inputs", .reading.but(.run), takes: "path",
      "Exports: files, folders, or - for NDJSON on standard input. Default: inputs.", .arguments { $0.paths = $1 }),
    RunOption(
      "policy", key: "policies", .reading.and(.schema), takes: "dir|file",
      "A policy, a file of texts or a folder of both, which adds to what is there or replaces it. May be repeated.",
      .paths(.file(nil)) { $0.policies += $1 }),
    RunOption(
      "holidays", key: "holidays", .reading, takes: "file",
      "Holidays, by which due dates go: a calendar, or JSON of vacanza/holidays. NAME=FILE: of a country's accounts.",
      .paths(.namedFile) { $0.holidays += $1.map { HolidayOption($0) } }),
    RunOption(
      "changes", key: "changes", .reading.but(.import, .worker), takes: "file",
      "The file in which `tickler done` and `tickler paid` note what you did. Applied to the items of the inputs. Default: none.",
      .path(.file("ndjson")) { $0.changes = $1 }),
    RunOption(
      "templates", key: "templates", .reading.and(.report, .merge, .diff, .history, .`init`, .schema), takes: "dir",
      "Where policies, texts and page templates are; one after the other adds to it. Default: templates.",
      .paths(.folder) { $0.templateFolders = $1 }),
    RunOption(
      "now", .reading.and(.`init`), takes: "instant",
      "Plan as of this instant, such as 2026-11-20T09:00:00+01:00 (RFC 3339). Default: the clock.",
      .parsed { options, text in
        let range = PlannableTime.now
        guard let instant = Instant(rfc3339: text.utf8) else {
          return "an instant (RFC 3339) such as \(InstantExample(for: text))"
        }
        guard range.contains(instant) else { return "an instant from \(range.lowerBound) to \(range.upperBound)" }
        options.now = instant
        return nil
      }),
    RunOption(
      "days", key: "days", .reading, takes: "n",
      "Whole local days after today, 0 to 366. Default: the policy's, else 14.",
      .whole(0...366) { $0.days = $1 }),
    RunOption(
      "reach", key: "reach", .planning.and(.explain, .rehearse, .worker), takes: "n",
      "Plan ahead, up to this many local days after today, what the window leaves slots for. Default: the policy's, else none.",
      .whole(0...366) { $0.reach = $1 }),
    RunOption(
      "zoneinfo", key: "zoneinfo", .reading.and(.report, .merge, .diff, .verify), takes: "dir",
      "A TZif tree. Default: the system's.", .path(.folder) { $0.zoneinfo = $1 }),
    RunOption(
      "redact", key: "redact",
      .reading.but(.apply, .import, .done, .paid, .snooze, .undo).and(.report, .diff, .verify), takes: "file",
      "Tell ids as keyed hashes and no texts; the file has the key, 32 bytes or more. Example: openssl rand -hex 32 >key; --redact key",
      .path(.file(nil)) { $0.redactionKey = $1 }),
    RunOption(
      "strict", key: "strict", .reading.and(.merge), "Refuse the run where any record is rejected.",
      .flag { $0.isStrict = $1 }),
    RunOption(
      "no-config", .reading.but(.run),
      "Leave ~/.config/tickler.toml alone, which says what to plan where nothing else does.",
      .flag { $0.usesOwnFile = !$1 }),
    RunOption(
      "memory", key: "memory", .reading, takes: "size", isSilent: true,
      "How much memory large inputs may make the run take, at least 64M. Default: 256M.",
      .parsed { options, text in
        do throws(MemorySize.Fault) {
          options.memory = try MemorySize(text).bytes
        } catch {
          return error.expected
        }
        return nil
      }),
    RunOption(
      "time-zone", key: "timeZone", [.list, .next], takes: "zone",
      "Show times in this zone, and read other tools' times by it. Default: the account's own clock.",
      // Files of other tools are read in the zone of the settings, if there is one. Showing times in another zone must
      // not change that.
      .text { ($0.shownZone, $0.zone) = ($1, $0.zone ?? $1) }),
  ]

  /// The options for monitoring a run.
  static let watching = [
    RunOption(
      "quiet", .reading.and(.report, .merge, .verify), isSilent: true, "Say nothing but errors.",
      .flag { $0.isQuiet = $1 }),
    RunOption("verbose", .reading, isSilent: true, "Say more about the run.", .flag { $0.isVerbose = $1 }),
    RunOption(
      "progress", .reading, isSilent: true, "Show on a terminal how far the run is; nowhere else is it shown.",
      .toggle { $0.showsProgress = $1 }),
    RunOption(
      "no-color", .reading.but(.run), isSilent: true, "No colors. (list and next have some on a terminal.)",
      .flag { $0.usesColors = !$1 }),
    RunOption(
      "log-format", key: "logFormat", .planning, takes: "text|json", isSilent: true,
      "On standard error: text, or json for a line an event. Default: text.",
      .word(LogFormat.allCases.map(\.rawValue)) { $0.logFormat = LogFormat(rawValue: $1) ?? $0.logFormat }),
    RunOption(
      "heartbeat", key: "heartbeat", .planning, isSilent: true,
      "Begin the last line, and the errors that end the run, with the time, and print that line under --quiet too.",
      .flag { $0.hasHeartbeat = $1 }),
    RunOption(
      "metrics", key: "metrics", .planning, takes: "file", isSilent: true,
      "Write figures of the run for Prometheus' textfile collector, such as tickler.prom.",
      .path(.file("prom")) { $0.metrics = $1 }),
    RunOption(
      "watch", .planning, isSilent: true,
      "Plan again whenever an input, a policy, a text or a template changes, until interrupted.",
      .flag { $0.watches = $1 }),
  ]
}
