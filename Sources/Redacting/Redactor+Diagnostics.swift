import Diagnostics
import PlanModel

extension Redactor {
  /// Returns a diagnostic that keeps the fault and its place, but only the form of the input's text. Faults in
  /// policies, texts and templates, which belong to the operator, stay unchanged.
  ///
  /// - Parameter file: Returns the redacted name of an input.
  package func redact(_ diagnostic: Diagnostic, file: (String) -> String = { $0 }) -> Diagnostic {
    guard diagnostic.code.words != nil else { return diagnostic }
    var redacted = diagnostic.withoutQuotes
    redacted.location.file = file(diagnostic.location.file)
    redacted.account = diagnostic.account.map { pseudonym(.account, $0) }
    redacted.item = diagnostic.item.map { item($0, id: diagnostic.itemID) }
    redacted.field = diagnostic.field.flatMap(field)
    return redacted
  }

  package func redact(_ fault: RunFault) -> RunFault {
    var redacted = fault
    redacted.lines = fault.lines.map { line in
      switch line {
      case .diagnostic(let diagnostic): .diagnostic(redact(diagnostic))
      case .text(let text, let redacted): .text(redacted ?? text, redacted: nil)
      }
    }
    return redacted
  }

  /// Redacts an item's label: `task "3f0c…"` for `task "rent"`.
  ///
  /// - Parameter id: The id without quoting; `nil` to take it from the label's quotes.
  private func item(_ label: String, id: String?) -> String {
    guard let quote = label.utf8.firstIndex(of: UInt8(ascii: "\"")) else {
      return ItemKind.isLabel(label) ? label : "without an id"
    }
    let id = id ?? Redactor.unquoted(label[quote...])
    let kind = label[..<quote].split(separator: " ").first.flatMap { ItemKind(known: String($0)) }
    return (kind.map { "\($0.name) " } ?? "") + "\"\(pseudonym(.item, id))\""
  }

  /// Returns the text inside a diagnostic's quotes, without escapes.
  private static func unquoted(_ text: Substring) -> String {
    var scalars = text.unicodeScalars.dropFirst().dropLast()
    var result = ""
    while let scalar = scalars.popFirst() {
      result.unicodeScalars.append(scalar == "\\" ? scalars.popFirst() ?? "\\" : scalar)
    }
    return result
  }

  /// Returns the path of a field, with `…` for each name that the format does not define.
  private func field(_ path: String) -> String? {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map { step in
      let name = step.prefix { $0 != "[" }
      let member = step.dropFirst(name.count)
      let isNumber = member.isEmpty || member.last == "]" && member.dropFirst().dropLast().allSatisfy(\.isWholeNumber)
      return isNumber && isFieldName(String(name)) ? String(step) : "…"
    }
    return names == ["…"] ? nil : names.joined(separator: ".")
  }
}

extension Diagnostic {
  /// The fault and its place, without account and item, and with the form of the input's text instead of the text. Faults
  /// in policies, texts and templates are unchanged.
  package var withoutQuotes: Diagnostic {
    guard let words = code.words else { return self }
    var rest = self
    (rest.account, rest.item, rest.itemID, rest.shape) = (nil, nil, nil, nil)
    rest.found = shape.map { "found \($0)" } ?? words
    rest.expected = unquotedExpectation
    return rest
  }

  /// The expectation; `nil` if it quotes text that may come from an input.
  private var unquotedExpectation: String? {
    switch code {
    case .unknownAccount: "the id of an account that one of the inputs has"
    case .schema: nil
    default: expected.flatMap { $0.utf8.contains(UInt8(ascii: "\"")) ? nil : $0 }
    }
  }
}

extension ItemKind {
  /// Returns whether a label contains no id: `task without an id`, or no kind.
  fileprivate static func isLabel(_ label: String) -> Bool {
    label == "without an id"
      || label.hasSuffix(" without an id")
        && ItemKind(known: String(label.dropLast(" without an id".utf8.count))) != nil
  }
}

extension Diagnostic.Code {
  /// A description that quotes nothing; `nil` if the code is not about an export.
  fileprivate var words: String? {
    switch self {
    case .policy, .message, .template, .oldZoneData: nil
    case .syntax: "the text is not well-formed here"
    case .encoding: "the text is not encoded as it should be"
    case .limit: "it exceeds a limit"
    case .format: "it is not what the format has here"
    case .input: "it is not read"
    case .missingField: "the field is missing"
    case .wrongType: "the value is of another type"
    case .badValue: "the field cannot have this value"
    case .unknownZone: "the zone is unknown"
    case .unknownKind: "the kind is unknown"
    case .unknownApp: "the app has no policy"
    case .unknownField: "the format has no such field here"
    case .duplicate: "it is there twice"
    case .unknownAccount: "the account is unknown"
    case .unlistedKind: "the policy has no kind that uses the item"
    case .preference: "the preference cannot be read"
    case .schema: "it does not fit the schema"
    case .imported: "an export cannot say it"
    case .cutShort: "the file ends before its end"
    case .noAccounts: "the export has no account"
    case .fraction: "the instant has a fraction of a second"
    case .missingInput: "the earlier plan read it, and it is missing now"
    }
  }
}
