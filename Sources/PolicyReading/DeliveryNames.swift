import PlanModel

/// A policy's settings for all its kinds: channels, categories, the address that a tap opens, and what triggers follow.
struct DeliveryNames {
  let channels: [NotificationChannel]
  let categories: [NotificationCategory]
  /// The address, with `{destination}` as its only field; nil if only kinds have addresses.
  private let url: IdentifierPattern?
  /// The default for kinds without their own.
  let follow: DeliverySettings.Follow

  init(_ root: TOMLFields) {
    channels = root.tablesByName("channels").map(DeliveryNames.channel)
    categories = root.tablesByName("categories").map(DeliveryNames.category)
    url = root.addressPattern("url", fields: ["destination"])
    follow = root.choice("follow", DeliverySettings.Follow.self) ?? .clock
  }

  /// Returns the policy's address for a kind; nil if the kind has no destination, or sets its own address or none.
  func address(of destination: IdentifierPattern?, _ table: TOMLFields) -> IdentifierPattern? {
    guard let destination, !table.has("url") else { return nil }
    return url?.leading(to: destination)
  }

  private static func channel(_ id: String, _ table: TOMLFields) -> NotificationChannel {
    var channel = NotificationChannel(id: id, name: table.requiredText("name", "what people read in the settings"))
    channel.importance = table.choice("importance", NotificationChannel.Importance.self) ?? .standard
    channel.vibration = table.integers("vibration", in: 0...60_000)
    channel.light = table.parsed("light", expected: "a color in quotes such as \"#00A3E0\"") { text in
      let digits = text.dropFirst()
      return text.first == "#" && digits.utf8.count == 6 && digits.allSatisfy(\.isHexDigit) ? text : nil
    }
    channel.sound = table.string("sound")
    return channel
  }

  private static func category(_ id: String, _ table: TOMLFields) -> NotificationCategory {
    var actions: [NotificationCategory.Action] = []
    for entry in table.tables("actions", orNone: true) ?? [] {
      let id = entry.requiredText("id", "what the device knows the action by")
      if actions.contains(where: { $0.id == id }) {
        entry.fault("id", found: "found \(id.quotedForDiagnostic) twice", expected: "a different id for each action")
      }
      let title = entry.requiredText("title", "what people read")
      var titles: [String: String] = [:]
      if let table = entry.table("titles") {
        for name in table.allKeys() {
          let title = table.requiredText(name, "what people read")
          if LanguageTag(name) != nil {
            titles[name] = title
          } else {
            table.fault(
              name, .key, found: "found \(name.quotedForDiagnostic)",
              expected: "a language tag (BCP 47) such as en or pt-BR")
          }
        }
      }
      actions.append(.init(id: id, title: title, titles: titles, opensApp: entry.bool("opensApp") ?? false))
    }
    return NotificationCategory(id: id, actions: actions)
  }
}

extension TOMLFields {
  /// Returns the tables inside a table, with their names; empty if the key is missing.
  fileprivate func tablesByName(_ key: String) -> [(String, TOMLFields)] {
    guard let outer = table(key) else { return [] }
    return outer.allKeys().compactMap { name in outer.table(name).map { (name, $0) } }
  }

  func requiredText(_ key: String, _ meaning: String) -> String {
    require(key, meaning)
    return requiredText(key, ifPresent: meaning) ?? ""
  }

  /// Returns a text, which must not be empty; nil if the key is missing.
  func requiredText(_ key: String, ifPresent meaning: String) -> String? {
    let text = string(key)
    if text == "" { fault(key, found: "found \"\"", expected: meaning) }
    return text
  }

  /// Returns one of a few names: of kinds, or of the policy's tables under `tables`.
  func name(_ key: String, among names: [String], under tables: String? = nil) -> String? {
    guard let name = string(key) else { return nil }
    if names.contains(name) { return name }
    let missing = tables.map { "a table [\($0).\(name.asTOMLKey)]" } ?? "a kind of the policy"
    fault(
      key, found: "found \(name.quotedForDiagnostic)\(tables == nil ? "" : ", which has no table")",
      expected: name.suggestion(among: names) ?? (names.isEmpty ? missing : names.oneOf))
    return nil
  }

  /// Returns a text with fields in single braces. Only `fields` are allowed.
  func pattern(_ key: String, fields: [String]) -> IdentifierPattern? {
    guard let text = string(key) else { return nil }
    let names = fields.map { "{\($0)}" }
    do {
      let pattern = try IdentifierPattern(text)
      for field in pattern.fields where !fields.contains(field) {
        let nearest = field.nearest(in: fields).map { "{\($0)}, the nearest that is known" }
        fault(key, found: "found {\(field)}", expected: nearest ?? (names.isEmpty ? "no fields" : names.oneOf))
      }
      return pattern
    } catch {
      fault(key, found: "found \(error.found)", expected: names.isEmpty ? "no fields" : "a field such as \(names[0])")
      return nil
    }
  }

  /// Returns a pattern that forms an address with any values.
  fileprivate func addressPattern(_ key: String, fields: [String]) -> IdentifierPattern? {
    guard let pattern = pattern(key, fields: fields) else { return nil }
    // Values are percent-encoded, so one letter represents any value.
    if pattern.filled({ _ in "x" }).isAddress, case .literal(let start)? = pattern.parts.first, start.contains(":") {
      return pattern
    }
    fault(
      key, found: "found \(string(key)!.quotedForDiagnostic)",
      expected:
        "an address that begins with its scheme, such as \"my-app://\(fields.first.map { "{\($0)}" } ?? "today")\"")
    return nil
  }

  /// Returns the address that a kind sets itself.
  ///
  /// - Parameter destination: The kind's destination; nil if it has none.
  func address(_ destination: IdentifierPattern?, _ kind: KindDescription) -> IdentifierPattern? {
    let fields = kind.carriedFields + (destination == nil ? [] : ["destination"])
    let pattern = addressPattern("url", fields: fields)
    return destination.flatMap { pattern?.leading(to: $0) } ?? pattern
  }
}
