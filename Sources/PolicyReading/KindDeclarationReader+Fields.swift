import CivilTime
import PlanModel
import TOML

// The keys of a declared kind that name fields of its item.

extension KindDeclarationReader {
  /// Returns the index of the item's field that `{name}` names.
  func field(
    _ key: String, _ item: ItemDeclaration?, _ what: String, _ fits: (DeclaredType) -> Bool
  ) -> Int? {
    guard let text = table.string(key), let item else { return nil }
    let names = item.fields.filter { fits($0.type) }.map(\.name)
    let name = text.hasPrefix("{") && text.hasSuffix("}") ? String(text.dropFirst().dropLast()) : ""
    if names.contains(name) { return item.place(name) }
    let known = names.map { "{\($0)}" }
    table.fault(
      key, found: "found \(text.quotedForDiagnostic)",
      expected: name.suggestion(among: names).map { "\($0), in braces" }
        ?? (known.isEmpty ? "a field of \(item.kind) with type \(what)" : known.oneOf))
    return nil
  }

  /// Returns a number, or the item's field that has it.
  func bound(_ key: String, _ item: ItemDeclaration?) -> KindDeclaration.Bound? {
    if let number = table.decimal(key) { return .number(number) }
    return field(key, item, "a number", { $0.isNumeric }).map { .field($0) }
  }

  /// Returns the comparisons of `where`.
  func conditions(_ item: ItemDeclaration?) -> [KindDeclaration.Condition] {
    table.note("where")
    guard item != nil || !table.has("item"), table.has("where") else { return [] }
    let names = (item?.fields ?? []).map(\.name) + accountFields.map { "account.\($0.name)" }
    let entry = table.entry("where")
    func corrected(_ text: String) -> String { text.replacing("==", with: "=").quotedForDiagnostic }
    if let text = entry?.string {
      table.fault("where", found: "found \(text.quotedForDiagnostic)", expected: "a list: [\(corrected(text))]")
      return []
    }
    let doubled = entry?.children.compactMap(\.string).first { $0.contains("==") }
    let expected =
      doubled.map { "one equals sign: \(corrected($0))" }
      ?? (names.isEmpty
        ? "an item whose fields to compare"
        : "comparisons such as \"left < 5\" or \"kind = pill\", of \(names.joined(separator: " "))")
    return table.list("where", expected: expected) { text in
      for relation in KindDeclaration.Condition.Relation.allCases {
        let parts = text.split(separator: relation.rawValue, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { continue }
        let (name, word) = (parts[0].trimmed, parts[1].trimmed)
        let isOfAccount = name.hasPrefix("account.")
        let fields = isOfAccount ? accountFields : item?.fields ?? []
        guard let place = fields.firstIndex(where: { $0.name == (isOfAccount ? String(name.dropFirst(8)) : name) }),
          let operand = fields[place].type.operand(word)
        else { return nil }
        return KindDeclaration.Condition(
          field: place, isOfAccount: isOfAccount, relation: relation, operand, text: text)
      }
      return nil
    } ?? []
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension DeclaredType {
  /// Returns the operand that a condition compares with a value of this type: `5`, `now`, `-3d`; nil if the two cannot be compared.
  fileprivate func operand(_ word: String) -> KindDeclaration.Condition.Operand? {
    if self == .date || self == .instant, let seconds = DeclaredType.fromNow(word) {
      return self == .instant || seconds % 86_400 == 0 ? .fromNow(seconds) : nil
    }
    return value(word).map { .value($0) }
  }

  /// Returns the seconds of an offset such as `now`, `-3d`, `+2h` or `1w`.
  private static func fromNow(_ word: String) -> Int64? {
    if word == "now" { return 0 }
    let offset = ReminderOffset(word.first?.isNumber ?? false ? "+\(word)" : word)
    return offset.flatMap { $0.time == nil ? $0.seconds : nil }
  }

  /// Returns the value of a word in a condition; nil if it is not of this type.
  fileprivate func value(_ word: String) -> FieldValue? {
    switch self {
    case .text, .rule: .text(word)
    case .number, .money: DecimalNumber(word).map { .decimal($0) }
    case .integer, .duration: Int(word).map { .integer($0) }
    case .date: LocalDate(iso8601: word.utf8).map { .date($0) }
    case .time: LocalTime(iso8601: word.utf8).map { .time($0) }
    case .bool: word == "true" ? .flag(true) : word == "false" ? .flag(false) : nil
    case .instant: Instant(rfc3339: word.utf8).map { .instant($0) }
    case .list: nil
    }
  }
}
