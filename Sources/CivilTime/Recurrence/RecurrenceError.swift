/// Explains why a text is no recurrence rule that RFC 5545 allows.
public struct RecurrenceError: Error, Hashable, Sendable {
  /// The position in the rule's text, in bytes from its start.
  public var offset: Int
  /// The text at the position, cut after 40 bytes.
  public var found: String
  /// The valid form, as a noun phrase.
  public var expected: String

  /// Creates an error for a position in the text.
  public init(offset: Int, found: String, expected: String) {
    self.offset = offset
    self.found = found
    self.expected = expected
  }

  init(offset: Int, found: some Collection<UInt8>, expected: String) {
    let shown = String(decoding: found.prefix(40), as: UTF8.self)
    self.init(offset: offset, found: found.count > 40 ? shown + "…" : shown, expected: expected)
  }
}

extension RecurrenceError: CustomStringConvertible {
  public var description: String { "found '\(found)' at byte \(offset); expected \(expected)" }
}
