import CivilTime
import Importing
import PlanModel

extension RunOption {
  private static let reading: [CommandName] = .reading.but(.worker)
  /// The commands without an `--account` or `--time-zone` of their own. In the other commands, those options set the
  /// import's too.
  private static let owning: [CommandName] = reading.but(.list, .next, .simulate)

  /// The options for other tools' files. Run files can also set those of `import` for a single format:
  /// `[import.gnucash]`.
  static let imports = [
    RunOption(
      "from", key: "import.format", reading, in: .imports, takes: "format",
      "Format of all inputs: \(ImportOptions.Format.importable.map(\.rawValue).joined(separator: ", ")). Default: by content.",
      .word(ImportOptions.Format.importable.map(\.rawValue)) { $0.importing.format = .init(rawValue: $1) }),
    RunOption(
      "all-day-time", key: "import.allDayTime", reading, in: .imports, takes: "hh:mm",
      "Reminder time of items with a date and no time. Default: 09:00.", time { $0.time = $1 }),
    RunOption(
      "event-alarm", key: "import.eventAlarm", reading, in: .imports, takes: "duration",
      "How long before its start an event without an alarm reminds: 15m, 1h, 1d, 0. Default: never.",
      .read(
        { text in (text == "0" ? 0 : Gates.age(text)).flatMap { $0 <= 28 * 86_400 ? $0 : nil } },
        expected: "0, or a duration of at most 28 days, such as 15m or 1d"
      ) { $0.importing.common.eventAlarm = $1 }),
    RunOption(
      "goal", key: "import.goal", reading, in: .imports, takes: "steps",
      "Daily step goal, for Apple Health. Default: 10000.",
      .whole(1...1_000_000_000) { $0.importing.common.goal = $1 }),
    RunOption(
      "step-source", key: "import.stepSource", reading, in: .imports, takes: "name",
      "Device whose steps count if several overlap. Default: the one with most.",
      .text { $0.importing.common.stepSource = $1 }),
    RunOption(
      "diary-border", key: "import.diaryBorder", reading, in: .imports, takes: "hh:mm",
      "Time from which a Day One entry is the evening's. Default: 15:00.", time { $0.border = $1 }),
    RunOption(
      "mapping", key: "import.mapping", reading, in: .imports, takes: "file",
      "A file that maps columns of CSV or JSON to fields, or a shipped mapping's name. Repeatable. Default: by content.",
      .paths(.file("toml")) { $0.importing.mappingFiles = $1 }),
    RunOption(
      "time-zone", key: "import.timeZone", owning, in: .imports, takes: "zone",
      "Zone of wall times without one, such as Europe/London. Default: the system's.",
      .text { $0.importing.common.timeZone = $1 }),
    RunOption(
      "locale", key: "import.locale", [.import], in: .imports, takes: "tag",
      "Language of the texts, such as de-AT. Default: the policy's.",
      .read({ LanguageTag($0) == nil ? nil : $0 }, expected: "a BCP 47 language tag, such as de or de-AT") {
        $0.importing.common.locale = $1
      }),
    RunOption(
      "platform", key: "import.platform", [.import], in: .imports, takes: "name",
      "Target: ios and android limit slots, other does not. Default: other.",
      .choice { $0.importing.common.platform = $1 }),
    RunOption(
      "device", key: "import.device", [.import], in: .imports, takes: "name",
      "Device that gets the items, if an export has several. Default: the nameless one.",
      .read({ $0.isEmpty ? nil : $0 }, expected: "a name of at least one character") {
        $0.importing.common.device = $1
      }),
    RunOption(
      "account", key: "import.account", owning.but(.explain, .rehearse, .done, .paid, .snooze, .undo), in: .imports,
      takes: "id", "Id of the account that gets the items. Default: me.",
      .read({ $0.isEmpty ? nil : $0 }, expected: "an id of at least one character") {
        $0.importing.common.account = $1
      }),
  ]

  private static func time(_ set: @escaping @Sendable (inout ImportOptions.Settings, LocalTime) -> Void) -> Value {
    .read({ LocalTime(iso8601: $0.utf8) }, expected: "a time of day, HH:MM") { set(&$0.importing.common, $1) }
  }

  /// Whether a run file can set the option for a single format.
  var isOfFormat: Bool { section == .imports && name != "from" && name != "mapping" }
}
