import CivilTime
import Diagnostics
import PlanModel

/// Reads an app's policy from TOML (`tickler-policy/1`). docs/policies.md lists every key.
package enum PolicyReader {
  package static let format = "tickler-policy/1"

  /// - Parameters:
  ///   - text: The file's bytes.
  ///   - file: The file's name, for diagnostics and the plan's header.
  ///   - catalog: The kinds that the policy may list.
  /// - Throws: All faults of the file together.
  package static func read(
    _ text: [UInt8], file: String, sha256: String, _ catalog: KindCatalog
  ) throws(RunFault) -> Policy {
    let (tables, layer) = (LayeredTables(), try LayerFile(text, file: file, .policy))
    var policy = try read(tables, tables.add(layer, before: nil), file: file, catalog)
    policy.sha256 = sha256
    return policy
  }

  /// Reads a policy without its hash.
  ///
  /// - Parameter node: The policy's file, with the layers that it extends.
  package static func read(
    _ tables: LayeredTables, _ node: Int, file: String, _ catalog: KindCatalog
  ) throws(RunFault) -> Policy {
    let root = TOMLFields(tables, node, .policy)
    let app = root.readHead(format: format)
    var policy = Policy(app: app, name: root.string("name") ?? app, file: file, sha256: "")
    _ = root.string("extends")
    // `tickler check` reads and runs the tests.
    root.note("tests")
    policy.days = root.integer("days", in: 0...Policy.maximumDays)
    policy.reach = root.integer("reach", in: 0...Policy.maximumDays)
    policy.locale = root.languageTag("locale") ?? policy.locale
    policy.units = root.choice("units", Policy.Units.self) ?? .locale
    if let states = root.choices("authorization", Authorization.self) { policy.authorization = Set(states) }
    policy.gap = root.choice("gap", GapPolicy.self) ?? .later
    policy.overlap = root.choice("overlap", OverlapPolicy.self) ?? .first
    policy.zoneChange = root.choice("zoneChange", ZoneChangePolicy.self) ?? .drop
    policy.weekStart = root.weekday("weekStart")
    policy.monthEnd = root.choice("monthEnd", Policy.MonthEnd.self) ?? .skip
    policy.devices = root.choice("devices", Policy.Devices.self) ?? .all
    if let slots = root.table("slots") { readSlots(slots, &policy) }
    if let badges = root.table("badges") {
      policy.hasBadges = badges.bool("enabled") ?? false
      policy.badgeReset = badges.choice("reset", Policy.BadgeReset.self) ?? .daily
    }
    if let holidays = root.table("holidays") {
      policy.holidaysBy = holidays.choice("by", HolidayCalendars.Field.self) ?? .country
    }
    if let caps = root.table("caps") { (policy.caps, policy.minimumGap) = (caps.caps(), caps.minimumGap()) }
    if let gates = root.table("gates") { policy.gates = gates.gates() }
    if let tone = root.table("tone") { readTone(tone, &policy) }
    policy.items = ItemDeclarationReader.read(root)
    policy.accountFields = ItemDeclarationReader.accountFields(root)
    let names = DeliveryNames(root)
    (policy.channels, policy.categories) = (names.channels, names.categories)
    var clashes = IdentifierClashes()
    if let kinds = root.table("kinds") {
      var read: [(settings: Policy.KindSettings, table: TOMLFields)] = []
      for name in kinds.allKeys() {
        guard let table = kinds.table(name) else { continue }
        // A shipped kind, unless it is about one of the app's own items.
        if let kind = catalog[name], !table.has("item") {
          table.checkShape(of: kind)
          read.append((settings(kind, table, names, &clashes), table))
        } else if table.has("shape") || table.has("item") {
          if let kind = KindDeclarationReader.read(name, table, of: policy) {
            read.append((settings(kind, table, names, &clashes), table))
          } else {
            table.ignoreRest()
          }
        } else {
          kinds.fault(name, .key, found: "the kind is unknown", expected: catalog.wordsForKinds(near: name))
          table.ignoreRest()
        }
      }
      let hasDigest = read.contains { $0.settings.description.reportsHeldBack }
      for (kind, table) in read {
        QuietHoursReader.check(kind.quiet, "quiet", of: kind.description, table, hasDigest: hasDigest)
      }
      policy.set(read.map(\.settings))
    } else if !root.has("kinds") {
      root.fault("kinds", found: "the table is missing", expected: "a table for each kind, such as [kinds.task]")
    }
    QuietHoursReader.read(root, &policy)
    let kinds = policy.kinds.map(\.kind)
    policy.accepted = (root.tables("accepted", orNone: true) ?? []).compactMap { AcceptedReader.read($0, kinds) }
    let diagnostics = root.finishInOrder()
    if diagnostics.contains(where: { $0.severity == .error }) { throw RunFault(diagnostics) }
    policy.warnings = diagnostics
    return policy
  }

  private static func settings(
    _ kind: KindDescription, _ table: TOMLFields, _ names: DeliveryNames, _ clashes: inout IdentifierClashes
  ) -> Policy.KindSettings {
    let settings = KindSettingsReader.read(kind, table, names)
    clashes.check(settings, table)
    return settings
  }

  private static func readSlots(_ table: TOMLFields, _ policy: inout Policy) {
    policy.slots.holds = table.choice("holds", Policy.SlotHolds.self) ?? .occurrence
    policy.slots.reserved = table.integer("reserved", in: 0...1_000_000) ?? 0
    policy.slots.ios = table.integer("ios", in: 0...1_000_000) ?? 64
    policy.slots.android = table.integer("android", in: 0...1_000_000) ?? 500
    policy.slots.other = table.integer("other", in: 0...1_000_000)
  }

  private static func readTone(_ table: TOMLFields, _ policy: inout Policy) {
    policy.tone.forbidden = table.strings("forbidden") ?? []
    if let index = policy.tone.forbidden.firstIndex(where: { $0.allSatisfy(\.isWhitespace) }) {
      table.fault(
        "forbidden", .element(index), found: "a phrase without a word", expected: "phrases that a text must not have")
    }
    policy.tone.titleLength = table.integer("titleLength", in: 1...1_000_000) ?? policy.tone.titleLength
    policy.tone.bodyLength = table.integer("bodyLength", in: 1...1_000_000) ?? policy.tone.bodyLength
  }
}

extension TOMLFields {
  /// Checks that a shipped kind, if its shape is given, keeps that shape.
  fileprivate func checkShape(of kind: KindDescription) {
    guard let word = string("shape"), word != kind.shape.rawValue else { return }
    fault(
      "shape", found: "found \(word.quotedForDiagnostic)",
      expected: "\"\(kind.shape.rawValue)\", which \(kind.kind.name) has, or an item for a kind of the app's own")
  }

  /// Suppresses further faults of this table and its inner tables.
  fileprivate func ignoreRest() { for key in allKeys() where isTable(key) { table(key)?.ignoreRest() } }
}

extension KindCatalog {
  /// Returns what is expected instead of an unknown kind.
  func wordsForKinds(near name: String) -> String {
    name.nearest(in: names).map { "\($0), the nearest that is known" } ?? names.oneOf
  }
}

/// The identifiers of a policy's kinds. A device has one request for an id, so two kinds with the same identifier silence each other.
struct IdentifierClashes {
  private var owners: [[IdentifierPattern.Part]: (kind: Kind, place: SourceLocation)] = [:]

  /// Notes a fault if another kind has the same identifier.
  ///
  /// - Parameter table: The kind's table.
  mutating func check(_ settings: Policy.KindSettings, _ table: TOMLFields) {
    guard table.has("identifier") else { return }
    let place = table.finder(of: "identifier")()
    for (_, pattern) in settings.identifiers.sorted(by: { $0.key < $1.key }) {
      let nags = settings.description.declaration.reminders.filter(\.isNag).map(\.name)
      for parts in pattern.spelledOut(settings.description.forms.map(\.name) + nags) {
        guard let other = owners.updateValue((settings.kind, place), forKey: parts), other.kind != settings.kind else {
          continue
        }
        return table.fault(
          "identifier", found: "found the identifier that \(other.kind) has at \(other.place)",
          expected: "another one: a device shows only one of two kinds with one identifier")
      }
    }
  }
}

extension IdentifierPattern {
  /// Returns the pattern's parts once for each word that `{part}` and `{trigger}` can become.
  fileprivate func spelledOut(_ words: [String]) -> [[Part]] {
    let named: Set = [Part.field("part"), .field("trigger")]
    if words.isEmpty || named.isDisjoint(with: parts) { return [parts] }
    return words.map { word in
      parts.reduce(into: []) { spelled, part in
        let part = named.contains(part) ? .literal(word) : part
        if case .literal(let text) = part, case .literal(let before)? = spelled.last {
          spelled[spelled.count - 1] = .literal(before + text)
        } else {
          spelled.append(part)
        }
      }
    }
  }
}
