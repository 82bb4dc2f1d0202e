import CivilTime
import PlanModel

extension RunOption {
  /// The options for inputs and for the instant of the plan.
  static let inputs = [
    RunOption(
      "path", key: "inputs", .reading.but(.run), takes: "path",
      "Exports: files, folders, or - for NDJSON on standard input. Default: inputs.", .arguments { $0.paths = $1 }),
    RunOption(
      "policy", key: "policies", .reading.and(.schema), takes: "dir|file",
      "A policy, a file of texts, or a folder of both: adds to the shipped ones or replaces them. Repeatable.",
      .paths(.file(nil)) { $0.policies += $1 }),
    RunOption(
      "holidays", key: "holidays", .reading, takes: "file",
      "Holidays that shift due dates: a calendar, or JSON of vacanza/holidays. NAME=FILE: for a country's accounts. Repeatable.",
      .paths(.namedFile) { $0.holidays += $1.map { HolidayOption($0) } }),
    RunOption(
      "changes", key: "changes", .reading.but(.import, .worker), takes: "file",
      "The file to which done, paid and snooze write; applied to the inputs' items. Default: none.",
      .path(.file("ndjson")) { $0.changes = $1 }),
    RunOption(
      "templates", key: "templates", .reading.and(.report, .merge, .diff, .history, .erase, .`init`, .schema),
      takes: "dir",
      "A folder of policies, texts and page templates. Repeatable; the last wins. Default: templates.",
      .paths(.folder) { $0.templateFolders = $1 }),
    RunOption(
      "now", .reading.and(.`init`), takes: "instant",
      "Plan as of this instant (RFC 3339), such as 2026-11-20T09:00:00+01:00. Default: the clock.",
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
      "Whole local days after today, 0 to 366. Default: the policy's, else 14; 6 for list.",
      .whole(0...Policy.maximumDays) { $0.days = $1 }),
    RunOption(
      "reach", key: "reach", .planning.and(.explain, .rehearse, .worker), takes: "n",
      "Fill free slots up to this many local days after today, 0 to 366. Default: the policy's, else none.",
      .whole(0...Policy.maximumDays) { $0.reach = $1 }),
    RunOption(
      "zoneinfo", key: "zoneinfo", .reading.and(.report, .merge, .diff, .verify, .erase), takes: "dir",
      "A TZif tree. Default: the system's.", .path(.folder) { $0.zoneinfo = $1 }),
    RunOption(
      "redact", key: "redact",
      .reading.but(.apply, .import, .done, .paid, .snooze, .undo).and(.report, .diff, .verify, .erase), takes: "file",
      "Hash ids with the key in this file, 32 bytes or more (openssl rand -hex 32 >key), and omit texts.",
      .path(.file(nil)) { $0.redactionKey = $1 }),
    RunOption(
      "strict", key: "strict", .reading.and(.merge),
      "Refuse the run if any record is rejected, in check also if a kind has no text.",
      .flag { $0.isStrict = $1 }),
    RunOption(
      "no-config", .reading.but(.run),
      "Ignore ~/.config/tickler.toml.",
      .flag { $0.usesOwnFile = !$1 }),
    RunOption(
      "memory", key: "memory", .reading, takes: "size", isSilent: true,
      "Memory that large inputs may use, at least 64M. Default: 256M.",
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
      "Show times in this zone, and read other tools' times in it. Default: the account's clock.",
      // Files of other tools are read in the zone of the settings, if there is one. Showing times in another zone must
      // not change that.
      .text { ($0.shownZone, $0.zone) = ($1, $0.zone ?? $1) }),
  ]

  /// The options for monitoring a run.
  static let watching = [
    RunOption(
      "quiet", .reading.and(.report, .merge, .verify), isSilent: true, "Print errors only.",
      .flag { $0.isQuiet = $1 }),
    RunOption("verbose", .reading, isSilent: true, "Print more about the run.", .flag { $0.isVerbose = $1 }),
    RunOption(
      "progress", .reading, isSilent: true, "Show progress on a terminal.",
      .toggle { $0.showsProgress = $1 }),
    RunOption(
      "no-color", .reading.but(.run), isSilent: true, "No colors (list and next use them on a terminal).",
      .flag { $0.usesColors = !$1 }),
    RunOption(
      "log-format", key: "logFormat", .planning, takes: "text|json", isSilent: true,
      "Standard error as text, or as one JSON event a line. Default: text.",
      .choice { $0.logFormat = $1 }),
    RunOption(
      "heartbeat", key: "heartbeat", .planning, isSilent: true,
      "Begin the last line and fatal errors with the time; print that line under --quiet too.",
      .flag { $0.hasHeartbeat = $1 }),
    RunOption(
      "metrics", key: "metrics", .planning, takes: "file", isSilent: true,
      "Write metrics for Prometheus' textfile collector, such as tickler.prom.",
      .path(.file("prom")) { $0.metrics = $1 }),
    RunOption(
      "watch", .planning, isSilent: true,
      "Plan again whenever an input, policy, text or template changes, until interrupted.",
      .flag { $0.watches = $1 }),
  ]
}

/// An example for messages: the instant that a date, or a time without offset, probably means.
struct InstantExample: CustomStringConvertible {
  let description: String

  init(for text: String) {
    let local =
      LocalDateTime(iso8601: text.replacing(" ", with: "T").utf8)
      ?? LocalDate(iso8601: text.utf8)?.at(LocalTime(hour: 9, minute: 0)!)
    description = local.flatMap { Instant(epochSeconds: $0.secondsSinceEpoch)?.description } ?? "2026-11-20T09:00:00Z"
  }
}

/// A number of bytes: `268435456`, or `262144K`, `256M`, `1G` with powers of 1024.
package struct MemorySize: Sendable {
  package struct Fault: Error {
    package let expected: String
  }

  package let bytes: Int

  /// - Throws: If the text is not a size, or is less than any run needs.
  package init(_ text: String) throws(Fault) {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[$0] }
    let digits = shift == nil ? text[...] : text.dropLast()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(digits), number <= Int.max >> (shift ?? 0)
    else { throw Fault(expected: "a number of bytes, or one with a suffix K, M or G, such as 256M") }
    bytes = number << (shift ?? 0)
    guard bytes >= PlanOptions.minimumMemory else {
      throw Fault(expected: "at least \(PlanOptions.minimumMemory >> 20)M, which the program needs")
    }
  }
}
