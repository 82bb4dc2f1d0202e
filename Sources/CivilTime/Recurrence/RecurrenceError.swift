/// Why a text is not a recurrence rule, or not one that RFC 5545 allows.
public struct RecurrenceError: Error, Hashable, Sendable {
  /// The place in the rule's text, in bytes from its start.
  public var offset: Int
  /// What is there, cut after 40 bytes.
  public var found: String
  /// What would be right, as a noun phrase.
  public var expected: String

  /// A fault at a place of the text.
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
