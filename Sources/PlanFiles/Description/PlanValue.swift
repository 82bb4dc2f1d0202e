import CivilTime
import Comparing
import Diagnostics
import PlanModel

/// A value of a field, with its JSON form.
package protocol PlanValue: Sendable {
  func write(to json: inout FieldWriter)

  init(_ node: JSONNode) throws(PlanFault)

  /// Adds the counts of the value; see ``RecordCounts``.
  func count(in counts: inout RecordCounts)
}

/// A value that a file may omit: zero, false or nothing.
package protocol SparseValue: PlanValue {
  var isUsual: Bool { get }
}

extension SparseValue where Self: FixedWidthInteger {
  package var isUsual: Bool { self == 0 }
}

extension SparseValue where Self: Collection {
  package var isUsual: Bool { isEmpty }
}

// MARK: Numbers

extension Int: SparseValue {}
extension Int32: SparseValue {}

extension PlanValue where Self: FixedWidthInteger {
  package func write(to json: inout FieldWriter) { json.out.append(decimal: self) }

  /// Reads a number of at least 0, small enough that sums cannot overflow.
  package init(_ node: JSONNode) throws(PlanFault) { self = try node.number(in: 0...Self(clamping: 1 << 53)) }
}

/// A number that may be negative.
struct SignedNumber: PlanValue {
  var value: Int

  func write(to json: inout FieldWriter) { json.out.append(decimal: value) }
}

extension SignedNumber {
  init(_ node: JSONNode) throws(PlanFault) { value = try node.number(in: -1 << 53...1 << 53) }
}

// MARK: Texts

extension String: SparseValue {
  package func write(to json: inout FieldWriter) { json.out.append(json: self) }
  package init(_ node: JSONNode) throws(PlanFault) { self = try node.text() }
}

extension AccountID: PlanValue {}
extension DeviceID: PlanValue {}
extension ItemID: PlanValue {}
extension NotificationID: PlanValue {}

extension PlanValue where Self: Identifier {
  package func write(to json: inout FieldWriter) { json.out.append(json: text) }
  package init(_ node: JSONNode) throws(PlanFault) { self.init(try node.text()) }
}

// MARK: Words

/// A value from a small set, each with a word.
package protocol PlanWord: PlanValue, CaseIterable where AllCases == [Self] {
  var word: String { get }
  init?(word: String)
}

extension Reason: PlanWord {
  package var word: String { code }
  package init?(word: String) { self.init(code: word) }
}

extension Shift: PlanWord {}
extension PlanAgainCause: PlanWord {}
extension Platform: PlanWord {}
extension Authorization: PlanWord {}
extension Action.Verb: PlanWord {}
extension PlanChange.Verb: PlanWord {}
extension ChangeCause: PlanWord {}
extension Diagnostic.Severity: PlanWord {}
extension Diagnostic.Code: PlanWord {}

extension PlanWord where Self: RawRepresentable<String> {
  package var word: String { rawValue }
  package init?(word: String) { self.init(rawValue: word) }
}

extension PlanWord {
  package func write(to json: inout FieldWriter) { json.out.append(quoted: word) }

  package init(_ node: JSONNode) throws(PlanFault) {
    guard let value = Self(word: try node.text()) else { throw node.fault(expected: Self.choices) }
    self = value
  }

  fileprivate static var choices: String { "one of \(allCases.map(\.word).joined(separator: ", "))" }
}

extension Kind: PlanValue {
  package func write(to json: inout FieldWriter) { json.out.append(quoted: name) }

  package init(_ node: JSONNode) throws(PlanFault) {
    guard let kind = Kind(inPlan: try node.text()) else {
      let shipped = Kind.shipped.map(\.name).joined(separator: ", ")
      throw node.fault(expected: "one of \(shipped), or the name of a kind that a policy declares")
    }
    self = kind
  }
}

// MARK: Other values

extension DecimalNumber: PlanValue {
  package func write(to json: inout FieldWriter) { json.out.append(text: description) }
  package init(_ node: JSONNode) throws(PlanFault) { self = try node.decimal() }
}

extension Bool: SparseValue {
  package var isUsual: Bool { !self }

  package func write(to json: inout FieldWriter) { json.out.append(text: self ? "true" : "false") }
  package init(_ node: JSONNode) throws(PlanFault) { self = try node.flag() }
}

/// The years 1 to 9999.
private let years = Instant(rfc3339: "0001-01-01T00:00:00Z".utf8)!...Instant(rfc3339: "9999-12-31T23:59:59Z".utf8)!

extension Instant: PlanValue {
  @inline(__always)
  package func write(to json: inout FieldWriter) { json.append(self) }

  package init(_ node: JSONNode) throws(PlanFault) {
    self = try node.text(expected: "an instant of the years 1 to 9999, such as 2026-10-23T16:00:00Z") { text in
      Instant(planned: text)
    }
  }

  /// Creates an instant of the years 1 to 9999; nil for any other text.
  init?(planned text: Span<UInt8>) {
    guard let instant = Instant(rfc3339: text), years.contains(instant) else { return nil }
    self = instant
  }
}

extension LocalDate: PlanValue {
  package func write(to json: inout FieldWriter) { json.out.append(quoted: description) }

  package init(_ node: JSONNode) throws(PlanFault) {
    self = try node.text(expected: "a date such as 2026-10-23") { LocalDate(iso8601: $0) }
  }
}

extension LocalDateTime: PlanValue {
  @inline(__always)
  package func write(to json: inout FieldWriter) { json.append(self) }

  package init(_ node: JSONNode) throws(PlanFault) {
    self = try node.text(expected: "a wall time such as 2026-10-23T09:00:00") { LocalDateTime(iso8601: $0) }
  }
}

extension StableHash: PlanValue {
  package func write(to json: inout FieldWriter) { json.out.append(quoted: hexadecimal) }

  package init(_ node: JSONNode) throws(PlanFault) {
    self = try node.text(expected: "32 hexadecimal digits") { StableHash(hexadecimal: $0) }
  }
}

// MARK: Lists and objects

extension Array: SparseValue, PlanValue where Element: PlanValue {
  package func write(to json: inout FieldWriter) {
    json.array { json in
      for index in indices {
        json.element()
        self[index].write(to: &json)
      }
    }
  }

  package init(_ node: JSONNode) throws(PlanFault) {
    var elements: [Element] = []
    try node.forEachElement { (index, element) throws(PlanFault) in
      do throws(PlanFault) {
        elements.append(try Element(element))
      } catch {
        throw error.inside("[\(index)]")
      }
    }
    self = elements
  }
}

/// An object with a member per word, in the order of the words.
extension Dictionary: SparseValue, PlanValue where Key: PlanWord, Value: PlanValue {
  package func write(to json: inout FieldWriter) {
    json.object { json in
      for key in Key.allCases {
        guard let value = self[key] else { continue }
        json.key(key.word)
        value.write(to: &json)
      }
    }
  }

  package init(_ node: JSONNode) throws(PlanFault) {
    self.init()
    for (name, member) in try Named<Value>(node).members {
      guard let word = Key(word: name) else { throw node.fault(expected: Key.choices).inside(name.quotedForDiagnostic) }
      self[word] = member
    }
  }
}

/// An object whose member names are data, such as zones, kinds or dates.
package struct Named<Value: PlanValue>: SparseValue {
  package var isUsual: Bool { members.isEmpty }
  package var members: [(name: String, value: Value)]

  package init(_ members: [(name: String, value: Value)] = []) { self.members = members }

  /// Creates members sorted by the bytes of their names.
  package init(sorting members: [(name: String, value: Value)]) {
    self.members = members.sorted { $0.name.compareBytes($1.name) < 0 }
  }

  package func write(to json: inout FieldWriter) {
    json.object { json in
      for (name, value) in members {
        json.key(name)
        value.write(to: &json)
      }
    }
  }

  package init(_ node: JSONNode) throws(PlanFault) {
    members = []
    for (name, member) in try node.members() {
      do throws(PlanFault) {
        members.append((name, try Value(member)))
      } catch {
        throw error.inside(name.quotedForDiagnostic)
      }
    }
  }
}
