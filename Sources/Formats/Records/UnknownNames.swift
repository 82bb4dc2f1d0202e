import Diagnostics

/// The names of one input that the format does not have: a bounded number of them, and the number of the others.
struct UnknownNames {
  /// With the line about the others there are a hundred.
  private static let most = 99

  private var listed: Set<String> = []
  /// Past the limit, a name that comes again counts again.
  private(set) var unlisted = 0
  private(set) var last = Place(line: 1, column: 1)

  /// - Returns: Whether the name is to be listed; nil: it was already.
  mutating func take(_ name: String, at place: Place) -> Bool? {
    if listed.contains(name) { return nil }
    guard listed.count < UnknownNames.most else {
      unlisted += 1
      last = place
      return false
    }
    listed.insert(name)
    return true
  }
}

extension Diagnostic {
  /// - Parameter suggestion: The nearest name that is known.
  static func unknownName(_ name: String, at location: SourceLocation, _ suggestion: String?) -> Diagnostic {
    Diagnostic(
      .warning, .unknownField, at: location, field: name.onOneLine, found: "the format has no such field here",
      expected: suggestion)
  }

  /// Likewise where such a name is refused.
  static func nearName(_ name: String, at location: SourceLocation, _ suggestion: String) -> Diagnostic {
    Diagnostic(
      .error, .unknownField, at: location, field: name.onOneLine, found: "the format has no such field here",
      expected: "\(suggestion); --strict refuses names that are near one")
  }
}
