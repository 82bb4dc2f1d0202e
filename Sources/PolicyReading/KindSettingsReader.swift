import PlanModel

/// Reads a `[kinds.<kind>]` table. The kind's description determines which keys it may have.
enum KindSettingsReader {
  /// - Parameter names: The policy's channels, categories and other entries that a kind can name.
  static func read(_ kind: KindDescription, _ table: TOMLFields, _ names: DeliveryNames) -> Policy.KindSettings {
    var settings = Policy.KindSettings(kind, identifiers: identifiers(kind, table))
    settings.texts = texts(kind, table)
    settings.isEnabled = table.bool("enabled") ?? true
    settings.quiet = table.choice("quiet", Policy.QuietHoursAction.self)
    if let caps = table.table("caps") { settings.caps = caps.caps() }
    settings.slots = table.integer("slots", in: 0...1_000_000) ?? 0
    if kind.isOfDates { settings.rotatesTexts = table.choice("variants", Variants.self) == .daily }
    let destination = table.pattern("destination", fields: kind.carriedFields)
    settings.delivery = DeliverySettings(
      priority: table.integer("priority", in: 0...100) ?? kind.priority,
      isCritical: table.bool("critical") ?? kind.isCritical,
      channel: table.name("channel", among: names.channels.map(\.id), under: "channels"),
      category: table.name("category", among: names.categories.map(\.id), under: "categories"),
      destination: destination,
      url: table.address(destination, kind) ?? names.address(of: destination, table),
      sound: table.requiredText("sound", ifPresent: "\"default\", \"none\", or the name of a sound of the app")
        ?? DeliverySettings.standardSound,
      interruption: table.choice("interruption", DeliverySettings.Interruption.self),
      follow: table.choice("follow", DeliverySettings.Follow.self) ?? names.follow,
      data: data(kind, table))
    var inner: [String: TOMLFields?] = [:]
    for setting in kind.settings {
      guard let dot = setting.key.firstIndex(of: ".") else {
        read(setting, setting.key, table, &settings)
        continue
      }
      let name = String(setting.key[..<dot])
      if !inner.keys.contains(name) { inner[name] = .some(table.table(name)) }
      if let table = inner[name] ?? nil { read(setting, String(setting.key[dot...].dropFirst()), table, &settings) }
    }
    return settings
  }

  /// How one of several texts is selected.
  private enum Variants: String, CaseIterable {
    /// The same text whenever a notification is planned.
    case fixed
    /// A different text each local day, in turn.
    case daily
  }

  /// Reads `[kinds.<kind>.data]`: templates by name.
  private static func data(
    _ kind: KindDescription, _ table: TOMLFields
  ) -> [DeliverySettings.Datum<IdentifierPattern>] {
    guard let templates = table.table("data") else { return [] }
    return templates.allKeys().sorted { $0.compareBytes($1) < 0 }.compactMap { name in
      templates.pattern(name, fields: kind.carriedFields).map { .init(name, $0) }
    }
  }

  private static func read(
    _ setting: KindSetting, _ key: String, _ table: TOMLFields, _ settings: inout Policy.KindSettings
  ) {
    let value: KindSetting.Value? =
      switch setting.standard {
      case .time: table.time(key).map { .time($0) }
      case .weekday: table.weekday(key).map { .weekday($0) }
      case .flag: table.bool(key).map { .flag($0) }
      case .count, .dayList:
        table.isList(key) ? table.dayList(key).map { .dayList($0) } : table.count(key).map { .count($0) }
      case .word: table.word(key, among: setting.words).map { .word($0) }
      }
    if let value { settings[setting] = value }
  }

  /// Reads `identifier = "…"`, or a table of variants that include `default`.
  private static func identifiers(
    _ kind: KindDescription, _ table: TOMLFields
  ) -> [String: IdentifierPattern] {
    var patterns: [String: IdentifierPattern] = [:]
    if table.isTable("identifier"), let variants = table.table("identifier") {
      for variant in kind.identifier.variants {
        if let pattern = identifier(variant, kind, variants) { patterns[variant] = pattern }
      }
      variants.require("default", "the identifier's usual pattern")
    } else if let pattern = identifier("identifier", kind, table) {
      patterns["default"] = pattern
    } else {
      table.require("identifier", "a pattern such as \(kind.exampleIdentifier.debugDescription)")
    }
    if patterns["default"] == nil { patterns["default"] = IdentifierPattern(literal: "") }
    return patterns
  }

  private static func identifier(_ key: String, _ kind: KindDescription, _ table: TOMLFields) -> IdentifierPattern? {
    guard let pattern = table.pattern(key, fields: kind.identifier.fields) else { return nil }
    let missing = kind.identifier.needed(variant: key).filter { !pattern.fields.contains($0) }
    if !missing.isEmpty {
      table.fault(
        key, found: "found \((table.string(key) ?? "").quotedForDiagnostic)",
        expected: missing.map { "{\($0)}" }.joined(separator: " ")
          + " in it, so that identifiers differ")
    }
    return pattern
  }

  /// Reads the policy's own texts for the kind; empty if there are none.
  private static func texts(
    _ kind: KindDescription, _ table: TOMLFields
  ) -> [MessageForm: Message] {
    let title = table.mustache("title", kind)
    let body = table.mustache("body", kind)
    let detailed = kind.formBody.flatMap { table.mustache($0.key, kind) }
    let isBundled = kind.declaration.bundle != nil
    let ownTitle = isBundled ? table.mustache("titleBundled", kind) : nil
    guard title != nil || body != nil || detailed != nil || ownTitle != nil else { return [:] }
    if isBundled {
      for key in ["titleBundled", "bodyBundled"] {
        table.require(key, "the text of one notification for several, such as \"{{titles}}\"")
      }
    }
    let plain = Message(
      title: title ?? MustacheText(literal: kind.kind.name), body: body ?? MustacheText(literal: ""),
      titlePlace: table.finder(of: "title"), bodyPlace: table.finder(of: "body"))
    guard let detailed, let (key, form) = kind.formBody else { return [.plain: plain] }
    let message = Message(
      title: ownTitle ?? plain.title, body: detailed,
      titlePlace: table.finder(of: ownTitle == nil ? "title" : "titleBundled"), bodyPlace: table.finder(of: key))
    return [.plain: plain, form: message]
  }
}

extension TOMLFields {
  /// Returns a title or body of a policy. A field that the kind does not have is a fault.
  fileprivate func mustache(_ key: String, _ kind: KindDescription) -> MustacheText? {
    guard let (_, pattern) = textAndTemplate(key, kind) else { return nil }
    for unknown in pattern.unknown {
      let fields = kind.fields.map(\.name)
      let names = fields.map { "{{\($0)}}" }
      fault(
        key, .byte(unknown.offset), found: "found {{\(unknown.name)}}",
        expected: names.isEmpty ? "no fields" : names.oneOf.orNearest(to: unknown.name, in: fields))
    }
    return pattern
  }
}

extension KindDescription {
  /// Whether each notification belongs to a local date.
  fileprivate var isOfDates: Bool {
    switch shape {
    case .series, .untilDone: true
    case .digest: !reportsHeldBack
    case .event, .threshold, .place, .streak: false
    }
  }

  /// A valid identifier, for the diagnostic of a missing one.
  fileprivate var exampleIdentifier: String {
    (["my-app", kind.name] + identifier.needed(variant: "default").map { "{\($0)}" }).joined(separator: ".")
  }
}
