import CivilTime

extension Explanation {
  /// A value that a check used: a static name, and parts whose types say what may be shown of them.
  public struct Fact: Hashable, Codable, Sendable {
    /// What the value is.
    package var label: Label
    /// The parts in the blanks of the label, then those of the value.
    package var parts: [Part]
    /// The record with the value; nil if it comes from the command line, a policy, or a default.
    public var source: RecordLocation?

    /// Creates a fact.
    ///
    /// - Parameter blanks: One part for each `{}` of the label.
    package init(_ label: Label, of blanks: [Part] = [], is value: Value, _ source: RecordLocation? = nil) {
      (self.label, parts, self.source) = (label, blanks.isEmpty ? value.parts : blanks + value.parts, source)
    }

    /// Creates a fact with parts from a file.
    package init(_ label: Label, parts: [Part], _ source: RecordLocation?) {
      (self.label, self.parts, self.source) = (label, parts, source)
    }

    /// Creates a fact of version 0.2.0, whose name and value were texts that may quote an input.
    package init(named name: String, _ value: String, _ source: RecordLocation?) {
      let known = Label.named[name].flatMap { $0.blanks == 0 ? $0 : nil }
      (label, parts) = (known ?? .other, known == nil ? [.text(name), .text(value)] : [.text(value)])
      self.source = source
    }

    /// What the value is, in words.
    public var name: String {
      let blanks = parts.prefix(label.blanks).map(\.words)
      if blanks.isEmpty { return label.rawValue }
      let words = label.rawValue.split(separator: "{}", omittingEmptySubsequences: false).map(String.init)
      return words.dropLast().enumerated().map { $1 + blanks[$0] }.joined() + words[words.count - 1]
    }

    /// The value in words.
    public var value: String {
      let blanks = label.blanks
      if parts.count == blanks + 1 { return parts[blanks].words }
      return parts.dropFirst(blanks).map(\.words).joined()
    }
  }
}

extension Explanation.Fact {
  /// A part of a fact. Code that shows or redacts facts switches over all types without a default.
  package enum Part: Hashable, Codable, Sendable {
    case notification(NotificationID)
    case item(ItemID)
    /// A text of an input.
    case text(String)
    case instant(Instant)
    case number(Int)
    /// Words of tickler or of the policy, dates, times of day, and words of the export format.
    case plain(String)

    /// The part as pages and `explain` show it.
    package var words: String {
      switch self {
      case .notification(let id): id.text
      case .item(let id): id.text
      case .instant(let instant): instant.description
      case .number(let number): "\(number)"
      case .text(let words), .plain(let words): words
      }
    }
  }

  /// The parts of a value, written as a string. Only typed values can be interpolated, so a text of an input cannot become
  /// plain words by accident.
  package struct Value: ExpressibleByStringInterpolation, Sendable {
    var parts: [Part]

    package init(stringLiteral words: String) { parts = [.plain(words)] }
    package init(stringInterpolation words: StringInterpolation) { parts = words.parts }

    /// Returns words of tickler or of the policy.
    package static func plain(_ words: String) -> Value { Value(stringLiteral: words) }

    /// Returns values with commas between them.
    package static func list(_ values: [Value]) -> Value {
      var list: Value = ""
      list.parts = Array(values.map(\.parts).joined(separator: [.plain(", ")]))
      return list
    }

    package static func + (a: Value, b: Value) -> Value {
      var sum = a
      sum.parts += b.parts
      return sum
    }

    package struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var parts: [Part] = []

      package init(literalCapacity: Int, interpolationCount: Int) {
        parts.reserveCapacity(literalCapacity == 0 ? interpolationCount : interpolationCount * 2)
      }

      package mutating func appendLiteral(_ words: String) { if !words.isEmpty { parts.append(.plain(words)) } }
      package mutating func appendInterpolation(_ id: NotificationID) { parts.append(.notification(id)) }
      package mutating func appendInterpolation(_ id: ItemID) { parts.append(.item(id)) }
      package mutating func appendInterpolation(_ instant: Instant) { parts.append(.instant(instant)) }
      package mutating func appendInterpolation(_ number: Int) { parts.append(.number(number)) }
      package mutating func appendInterpolation(_ date: LocalDate) { parts.append(.plain("\(date)")) }
      package mutating func appendInterpolation(_ time: LocalTime) { parts.append(.plain("\(time)")) }
      package mutating func appendInterpolation(_ local: LocalDateTime) { parts.append(.plain("\(local)")) }
      package mutating func appendInterpolation(_ flag: Bool) { parts.append(.plain(flag ? "true" : "false")) }
      package mutating func appendInterpolation(plain words: String) { parts.append(.plain(words)) }
      package mutating func appendInterpolation(text: String) { parts.append(.text(text)) }

      package mutating func appendInterpolation(_ id: RequestID) {
        parts.append(.notification(id.notification))
        appendLiteral(String(Substring(id.text.utf8.dropFirst(id.notification.text.utf8.count))))
      }
    }
  }
}
