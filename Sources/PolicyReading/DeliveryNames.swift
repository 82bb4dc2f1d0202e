import PlanModel

/// What a policy says for all its kinds: channels and categories to name, the address of what a tap opens, and what triggers follow.
struct DeliveryNames {
  let channels: [NotificationChannel]
  let categories: [NotificationCategory]
  /// With `{destination}` as its one field; nil: kinds have addresses of their own alone.
  private let url: IdentifierPattern?
  /// That of kinds that say nothing.
  let follow: DeliverySettings.Follow

  init(_ root: TOMLFields) {
    channels = root.tablesByName("channels").map(DeliveryNames.channel)
    categories = root.tablesByName("categories").map(DeliveryNames.category)
    url = root.addressPattern("url", fields: ["destination"])
    follow = root.choice("follow", DeliverySettings.Follow.self) ?? .clock
  }

  /// The policy's address of a kind: none where the kind has no destination, or says that it has no address.
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
        entry.fault("id", found: "found \(id.quotedForDiagnostic) twice", expected: "an id of its own for each action")
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
  /// The tables inside a table, by their names; empty where there is none.
  fileprivate func tablesByName(_ key: String) -> [(String, TOMLFields)] {
    guard let outer = table(key) else { return [] }
    return outer.allKeys().compactMap { name in outer.table(name).map { (name, $0) } }
  }

  func requiredText(_ key: String, _ meaning: String) -> String {
    let text = string(key)
    if text == "" || !has(key) {
      fault(key, found: has(key) ? "found \"\"" : "the key is missing", expected: meaning)
    }
    return text ?? ""
  }

  /// A text that is not empty, if the key is there.
  func requiredText(_ key: String, ifThere meaning: String) -> String? {
    let text = string(key)
    if text == "" { fault(key, found: "found \"\"", expected: meaning) }
    return text
  }

  /// The name of one of the policy's tables.
  func name<Entry: DeliveryEntry>(_ key: String, among entries: [Entry], under tables: String) -> String? {
    guard let name = string(key) else { return nil }
    let known = entries.map(\.id)
    if known.contains(name) { return name }
    let missing = "a table [\(tables).\(name.asTOMLKey)]"
    fault(
      key, found: "found \(name.quotedForDiagnostic), which has no table",
      expected: name.suggestion(among: known) ?? (known.isEmpty ? missing : known.oneOf))
    return nil
  }

  /// A text with fields in single braces, each of which is one of `fields`.
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

  /// A pattern that makes an address of any values.
  fileprivate func addressPattern(_ key: String, fields: [String]) -> IdentifierPattern? {
    guard let pattern = pattern(key, fields: fields) else { return nil }
    // Values are percent-encoded, so that one letter stands for any.
    if pattern.filled({ _ in "x" }).isAddress, case .literal(let start)? = pattern.parts.first, start.contains(":") {
      return pattern
    }
    fault(
      key, found: "found \(string(key)!.quotedForDiagnostic)",
      expected:
        "an address that begins with its scheme, such as \"my-app://\(fields.first.map { "{\($0)}" } ?? "today")\"")
    return nil
  }

  /// A kind's own address.
  ///
  /// - Parameter destination: The kind's; nil: it has none.
  func address(_ destination: IdentifierPattern?, _ kind: KindDescription) -> IdentifierPattern? {
    let fields = kind.identifier.fields + (destination == nil ? [] : ["destination"])
    let pattern = addressPattern("url", fields: fields)
    return destination.flatMap { pattern?.leading(to: $0) } ?? pattern
  }
}

/// What a kind may name.
protocol DeliveryEntry {
  var id: String { get }
}

extension NotificationChannel: DeliveryEntry {}
extension NotificationCategory: DeliveryEntry {}
