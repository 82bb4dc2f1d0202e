import Diagnostics

/// The place and reason of a fault in JSON, or of an exceeded limit.
package struct JSONFault: Error, Hashable, Sendable {
  /// What was found, and the code of the diagnostic.
  package struct Found: Hashable, Sendable {
    fileprivate let words: String
    fileprivate let code: Diagnostic.Code

    private init(_ words: String, _ code: Diagnostic.Code = .syntax) { (self.words, self.code) = (words, code) }

    package static func unexpected(_ character: UInt8) -> Found { Found("found \(character.nameForDiagnostic)") }
    package static let unexpectedEnd = Found("found the end of the input")
    package static func controlCharacter(_ character: UInt8) -> Found {
      Found("found \(character.nameForDiagnostic) inside a string")
    }
    package static let badEscape = Found("found an invalid escape")
    package static let loneSurrogate = Found("found half of a surrogate pair", .encoding)
    package static func notUTF8(_ byte: UInt8) -> Found {
      Found("found \(byte.nameForDiagnostic), which is not UTF-8 here", .encoding)
    }
    package static let tooDeep = Found("nesting is too deep", .limit)
    package static let tooLong = Found("text is too long", .limit)
    package static func duplicateKey(_ key: String) -> Found {
      Found("found the key \(key.quotedForDiagnostic) twice in one object", .duplicate)
    }
    package static func key(_ key: String) -> Found { Found("found the key \(key.quotedForDiagnostic)") }
    package static let lineBreakInRecord = Found("found a line break inside a record")
    package static let missingLineBreak = Found("found two records on one line")
  }

  package var found: Found
  package var line: Int
  package var column: Int
  package var expected: String

  package init(_ found: Found, at place: Place, expected: String) {
    self.found = found
    line = place.line
    column = place.column
    self.expected = expected
  }

  package func diagnostic(file: String) -> Diagnostic {
    Diagnostic(
      .error, found.code, at: SourceLocation(file: file, line: line, column: column), found: found.words,
      expected: expected)
  }
}
