import Diagnostics
import Formats
import PlanModel

/// The contents of an account's records as TOML, for generating a test from them.
package final class RecordCopies {
  /// The fields of the account read last, without its items.
  package internal(set) var account: [(key: String, value: String)] = []
  private var all: [(location: RecordLocation, fields: [(key: String, value: String)])] = []
  private var superseded: Set<RecordLocation> = []

  package init() {}

  /// The account's items, without those that newer records replace.
  package var items: [[(key: String, value: String)]] {
    all.filter { !superseded.contains($0.location) }.map(\.fields)
  }

  /// - Parameters:
  ///   - isFurther: Whether it is another record of the same account, whose items are added.
  ///   - hasItems: Whether its items are added here.
  func begin(
    _ resolver: borrowing RecordResolver, _ index: Int, _ names: FieldNames, isFurther: Bool = false,
    hasItems: Bool = true
  ) {
    let fields = resolver.record.fields(of: index, names)
    account = fields.filter { $0.key != "items" }.map { ($0.key, resolver.record.toml($0.index, names)) }
    if !isFurther { (all, superseded) = ([], []) }
    for list in fields where hasItems && list.key == "items" { add(itemsIn: list.index, resolver, names) }
  }

  func add(itemsIn list: Int, _ resolver: borrowing RecordResolver, _ names: FieldNames) {
    for item in resolver.record.children(of: list) { add(item, resolver, names) }
  }

  func add(_ item: Int, _ resolver: borrowing RecordResolver, _ names: FieldNames) {
    let fields = resolver.record.fields(of: item, names).map { ($0.key, resolver.record.toml($0.index, names)) }
    all.append((resolver.location(item), fields))
  }

  func leaveOut(_ locations: [RecordLocation]) { superseded.formUnion(locations) }

  /// Returns a device's own fields, with the account's settings from its newest record.
  static func fields(
    of device: [(key: String, value: String)], settingsFrom newest: [(key: String, value: String)]
  ) -> [(key: String, value: String)] {
    let settings = Schema.settings
    return device.filter { !settings.contains($0.key) } + newest.filter { settings.contains($0.key) }
  }
}

extension Record {
  fileprivate func fields(of index: Int, _ names: FieldNames) -> [(key: String, index: Int)] {
    children(of: index).filter { !values[$0].type.isNull }.map { child in
      (values[child].name == .unknown ? unknownName(child) : names[values[child].name], child)
    }
  }

  /// Returns a value on one line. Untyped values of XML become strings.
  fileprivate func toml(_ index: Int, _ names: FieldNames) -> String {
    switch values[index].type {
    case .object:
      let fields = fields(of: index, names).map { "\($0.key.asTOMLWord) = \(toml($0.index, names))" }
      return fields.isEmpty ? "{}" : "{ \(fields.joined(separator: ", ")) }"
    case .list:
      return "["
        + children(of: index).filter { !values[$0].type.isNull }.map { toml($0, names) }.joined(separator: ", ") + "]"
    case .string, .untyped: return string(index).asTOMLString
    case .number: return string(index)
    case .true: return "true"
    case .false: return "false"
    case .null: return "\"\""
    }
  }
}

extension String {
  /// The text as a TOML key, quoted if necessary.
  package var asTOMLWord: String {
    let isBare = !isEmpty && utf8.allSatisfy { $0.isLetterOrDigit || "-_".utf8.contains($0) }
    return isBare ? self : asTOMLString
  }

  /// The text as a TOML string on one line. Escapes control characters and invisible ones.
  package var asTOMLString: String {
    var text = "\""
    var before: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _ where scalar.visible(between: before, and: rest.first) != String(scalar):
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let count = digits.count > 4 ? 8 : 4
        text += (count > 4 ? "\\U" : "\\u") + String(repeating: "0", count: count - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
      before = scalar
    }
    return text + "\""
  }
}
