import Diagnostics

/// The place and reason of a fault in JSON, or of an exceeded limit.
package struct JSONFault: Error, Hashable, Sendable {
  package enum Found: Hashable, Sendable {
    case unexpected(UInt8)
    case unexpectedEnd
    case controlCharacter(UInt8)
    case badEscape
    case loneSurrogate
    case notUTF8(UInt8)
    case tooDeep
    case tooLong
    case duplicateKey(String)
    case key(String)
    case lineBreakInRecord
    case missingLineBreak
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
      .error, code, at: SourceLocation(file: file, line: line, column: column), found: words, expected: expected)
  }

  private var code: Diagnostic.Code {
    switch found {
    case .notUTF8, .loneSurrogate: .encoding
    case .tooDeep, .tooLong: .limit
    case .duplicateKey: .duplicate
    default: .syntax
    }
  }

  private var words: String {
    switch found {
    case .unexpected(let character): "found \(character.nameForDiagnostic)"
    case .unexpectedEnd: "found the end of the input"
    case .controlCharacter(let character): "found \(character.nameForDiagnostic) inside a string"
    case .badEscape: "found an invalid escape"
    case .loneSurrogate: "found half of a surrogate pair"
    case .notUTF8(let byte): "found \(byte.nameForDiagnostic), which is not UTF-8 here"
    case .tooDeep: "nesting is too deep"
    case .tooLong: "text is too long"
    case .duplicateKey(let key): "found the key \(key.quotedForDiagnostic) twice in one object"
    case .key(let key): "found the key \(key.quotedForDiagnostic)"
    case .lineBreakInRecord: "found a line break inside a record"
    case .missingLineBreak: "found two records on one line"
    }
  }
}
