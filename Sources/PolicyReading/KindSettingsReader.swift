import PlanModel

/// Reads one `[kinds.<kind>]` table. Which keys a kind has follows from what it needs.
enum KindSettingsReader {
  static func read(_ kind: Kind, _ table: TOMLFields) -> Policy.KindSettings {
    let defaults = KindDefaults(kind)
    var settings = Policy.KindSettings(identifiers: identifiers(kind, defaults, table))
    settings.texts = texts(kind, defaults, table)
    settings.isEnabled = table.bool("enabled") ?? true
    settings.delivery = DeliverySettings(
      priority: table.integer("priority", in: 0...100) ?? defaults.priority,
      isCritical: table.bool("critical") ?? (kind == .session), channel: table.string("channel"),
      category: table.string("category"), destination: table.string("destination"))
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
    _ kind: Kind, _ defaults: KindDefaults, _ table: TOMLFields
  ) -> [String: IdentifierPattern] {
    var patterns: [String: IdentifierPattern] = [:]
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
    if patterns["default"] == nil { patterns["default"] = IdentifierPattern(literal: "") }
    return patterns
  }

  private static func identifier(_ key: String, _ defaults: KindDefaults, _ table: TOMLFields) -> IdentifierPattern? {
    guard let text = table.string(key) else { return nil }
    let allowed = defaults.identifierFields
    let names = allowed.map { "{\($0)}" }
    let pattern: IdentifierPattern
    do {
      pattern = try IdentifierPattern(text)
    } catch {
      table.fault(
        key, found: "found \(error.found)", expected: names.isEmpty ? "no fields" : "a field such as \(names[0])")
      return nil
    }
    for field in pattern.fields where !allowed.contains(field) {
      table.fault(key, found: "found {\(field)}", expected: names.isEmpty ? "no fields" : names.oneOf)
    }
    let missing = defaults.needed(variant: key).filter { !pattern.fields.contains($0) }
    if !missing.isEmpty {
      table.fault(
        key, found: "found \(text.quotedForDiagnostic)",
        expected: missing.map { "{\($0)}" }.joined(separator: " ")
          + " in it, so that different notifications have different identifiers")
    }
    return pattern
  }

  /// The policy's own texts of the kind; empty where it has none.
  private static func texts(
    _ kind: Kind, _ defaults: KindDefaults, _ table: TOMLFields
  ) -> [MessageForm: Message] {
    let title = table.mustache("title", kind)
    let body = table.mustache("body", kind)
    let detailed = defaults.detailedBody.flatMap { table.mustache($0.key, kind) }
    guard title != nil || body != nil || detailed != nil else { return [:] }
    let plain = Message(
      title: title ?? MustacheText(literal: kind.rawValue), body: body ?? MustacheText(literal: ""),
      titlePlace: table.finder(of: "title"), bodyPlace: table.finder(of: "body"))
    guard let detailed, let (key, form) = defaults.detailedBody else { return [.plain: plain] }
    let message = Message(
      title: plain.title, body: detailed, titlePlace: table.finder(of: "title"), bodyPlace: table.finder(of: key))
    return [.plain: plain, form: message]
  }
}

extension TOMLFields {
  /// A title or body of a policy, where a field that the kind does not have is a fault.
  fileprivate func mustache(_ key: String, _ kind: Kind) -> MustacheText? {
    guard let text = string(key) else { return nil }
    do {
      let pattern = try MustacheText(text, kind: kind)
      let names = kind.textFields.map { "{{\($0.name)}}" }
      for unknown in pattern.unknown {
        fault(
          key, .byte(unknown.offset), found: "found {{\(unknown.name)}}",
          expected: names.isEmpty ? "no fields" : names.oneOf)
      }
      return pattern
    } catch {
      fault(key, .byte(error.offset), found: error.found, expected: error.expected)
      return nil
    }
  }
}
