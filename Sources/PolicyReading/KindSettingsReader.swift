import PlanModel

/// Reads one `[kinds.<kind>]` table. Which keys a kind has follows from what it needs.
enum KindSettingsReader {
  static func read(_ kind: Kind, _ table: PolicyTable) -> Policy.KindSettings {
    let defaults = KindDefaults(kind)
    var settings = Policy.KindSettings(
      identifiers: identifiers(kind, defaults, table),
      title: text("title", table, fields: defaults.textFields) ?? TextPattern(literal: defaults.title),
      body: text("body", table, fields: defaults.textFields) ?? TextPattern(literal: ""))
    settings.isEnabled = table.bool("enabled") ?? true
    settings.priority = table.integer("priority", in: 0...100) ?? defaults.priority
    settings.isCritical = table.bool("critical") ?? (kind == .session)
    settings.channel = table.string("channel")
    settings.category = table.string("category")
    settings.destination = table.string("destination")
    if let key = defaults.detailedBodyKey {
      settings.detailedBody = text(key, table, fields: defaults.textFields)
    }
    switch kind {
    case .dailyReminder, .recap, .overdue:
      settings.time = table.time("time")
    case .nudge:
      if let times = table.table("times") {
        settings.morning = times.time("morning")
        settings.afternoon = times.time("afternoon")
        settings.evening = times.time("evening")
      }
    case .bill:
      settings.time = table.time("time")
      settings.onDueDate = table.bool("onDueDate") ?? true
      settings.dayBefore = table.bool("dayBefore") ?? true
    case .digest:
      settings.time = table.time("time")
      settings.day = table.weekday("day")
    case .unlock:
      settings.isAppBlocking = table.bool("appBlocking") ?? false
    case .task, .session, .habit, .location, .streakMilestone, .insight, .morning, .bedtime, .goal, .milestone,
      .workout, .overspend:
      break
    }
    return settings
  }

  /// `identifier = "…"`, or a table of variants with `default` among them.
  private static func identifiers(
    _ kind: Kind, _ defaults: KindDefaults, _ table: PolicyTable
  ) -> [String: TextPattern] {
    var patterns: [String: TextPattern] = [:]
    if table.isTable("identifier"), let variants = table.table("identifier") {
      for variant in defaults.variants {
        if let pattern = identifier(variant, defaults, variants) { patterns[variant] = pattern }
      }
      if !variants.has("default") {
        variants.fault("default", found: "the key is missing", expected: "the identifier's usual pattern")
      }
    } else if let pattern = identifier("identifier", defaults, table) {
      patterns["default"] = pattern
    } else if !table.has("identifier") {
      table.fault(
        "identifier", found: "the key is missing", expected: "a pattern such as \(defaults.example.debugDescription)")
    }
    if patterns["default"] == nil { patterns["default"] = TextPattern(literal: "") }
    return patterns
  }

  private static func identifier(_ key: String, _ defaults: KindDefaults, _ table: PolicyTable) -> TextPattern? {
    guard let text = table.string(key) else { return nil }
    let allowed = defaults.identifierFields
    guard let pattern = pattern(text, key, table, fields: allowed, open: "{", close: "}") else { return nil }
    let missing = defaults.needed(variant: key).filter { !pattern.fields.contains($0) }
    if !missing.isEmpty {
      table.fault(
        key, found: "found \(text.quotedForDiagnostic)",
        expected: missing.map { "{\($0)}" }.joined(separator: " ")
          + " in it, so that different notifications have different identifiers")
    }
    return pattern
  }

  private static func text(_ key: String, _ table: PolicyTable, fields: [String]) -> TextPattern? {
    guard let text = table.string(key) else { return nil }
    return pattern(text, key, table, fields: fields, open: "{{", close: "}}")
  }

  private static func pattern(
    _ text: String, _ key: String, _ table: PolicyTable, fields: [String], open: String, close: String
  ) -> TextPattern? {
    let names = fields.map { open + $0 + close }
    do {
      let pattern = try TextPattern(text, open: open, close: close)
      for field in pattern.fields where !fields.contains(field) {
        table.fault(
          key, found: "found \(open)\(field)\(close)", expected: names.isEmpty ? "no fields" : names.oneOf)
      }
      return pattern
    } catch {
      table.fault(
        key, found: "found \(error.found)", expected: names.isEmpty ? "no fields" : "a field such as \(names[0])")
      return nil
    }
  }
}
