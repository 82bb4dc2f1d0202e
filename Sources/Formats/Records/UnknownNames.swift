import Diagnostics

/// The names in one input that the format lacks: a limited list, and the number of the others.
struct UnknownNames {
  /// The line about the others makes it a hundred.
  private static let limit = 99

  private var listed: Set<String> = []
  /// Beyond the limit, repeated names count again.
  private(set) var unlisted = 0
  private(set) var last = Place(line: 1, column: 1)

  /// - Returns: Whether the name is to be listed; nil if it already was.
  mutating func take(_ name: String, at place: Place) -> Bool? {
    if listed.contains(name) { return nil }
    guard listed.count < UnknownNames.limit else {
      unlisted += 1
      last = place
      return false
    }
    listed.insert(name)
    return true
  }
}

extension Diagnostic {
  /// Returns the warning about an unknown name.
  ///
  /// - Parameter suggestion: The nearest known name.
  static func unknownName(_ name: String, at location: SourceLocation, _ suggestion: String?) -> Diagnostic {
    Diagnostic(
      .warning, .unknownField, at: location, field: name.onOneLine, found: "the format has no such field here",
      expected: suggestion)
  }

  /// Returns the error about a name that is close to a known one.
  static func nearName(_ name: String, at location: SourceLocation, _ suggestion: String) -> Diagnostic {
    Diagnostic(
      .error, .unknownField, at: location, field: name.onOneLine, found: "the format has no such field here",
      expected: "\(suggestion); --strict refuses likely typos")
  }
}
