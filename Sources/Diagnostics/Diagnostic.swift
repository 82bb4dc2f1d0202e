/// A message about a place in an input. The fate of a notification is a `Reason`, not a diagnostic.
public struct Diagnostic: Hashable, Codable, Sendable {
  public enum Severity: String, CaseIterable, Codable, Sendable {
    /// The run or the record cannot be processed.
    case error
    /// The input is used, except for a part of it.
    case warning
  }

  /// The kind of fault. Its raw value is the name in `summary.json`.
  public enum Code: String, CaseIterable, Codable, Sendable {
    case syntax, encoding, limit, format, input
    case missingField, wrongType, badValue
    case unknownZone, unknownKind, unknownApp, unknownField
    case duplicate, unknownAccount, unlistedKind
    case preference, policy, message, template, schema, oldZoneData
    case imported, cutShort, noAccounts, missingInput, fraction

    /// What every diagnostic with this code means, in one sentence.
    public var summary: String {
      switch self {
      case .syntax: "The file is not well-formed."
      case .encoding: "The file is not UTF-8."
      case .limit: "A limit of tickler is exceeded."
      case .format: "The file has another format than expected."
      case .input: "Something in a folder of exports is not a file and is left out."
      case .missingField: "A required field is missing."
      case .wrongType: "A field has a value of another type."
      case .badValue: "A field has an invalid value."
      case .unknownZone: "The tz database has no zone of this name."
      case .unknownKind: "The kind of item does not exist."
      case .unknownApp: "No policy has this app."
      case .unknownField: "The format has no field of this name."
      case .duplicate: "Something that may occur once occurs twice."
      case .unknownAccount: "An item belongs to an account that no input has."
      case .unlistedKind: "The app's policy does not list this kind of item, so nothing is planned for it."
      case .preference: "A preference cannot be read, so the kinds that need it are left out."
      case .policy: "The policy has a fault."
      case .message: "A text is missing, too long, not used, or breaks the tone rules of its policy."
      case .template: "A page template has a fault."
      case .schema: "The document does not fit the schema."
      case .imported: "Another tool's file has something that an export cannot express."
      case .cutShort: "A calendar or address book ends in the middle; what it has is used."
      case .noAccounts: "An export has neither an account nor an item."
      case .missingInput: "An input of the earlier plan is missing."
      case .oldZoneData: "The tz database is much older than the exports."
      case .fraction: "Instants have fractions of seconds, which tickler drops."
      }
    }

    /// Whether the fault concerns a file rather than the account in which it is first found.
    public var isOfFile: Bool { self == .unknownField || self == .fraction }
  }

  public var severity: Severity
  public var code: Code
  public var location: SourceLocation
  /// The account that the record belongs to.
  public var account: String?
  /// The kind and id of the item, as far as they could be read.
  public var item: String?
  /// The verbatim id of the item, for callers that word it themselves; `nil` if only `item` is known.
  public var itemID: String?
  /// The field, with its path inside the record: `zoneChanges[1].at`.
  public var field: String?
  /// A description of the fault, quoting the input.
  public var found: String
  /// The same without quoting the input (`a text of 12 characters`); `nil` if the code is enough.
  public var shape: String?
  /// What was expected; `nil` if `found` is enough.
  public var expected: String?

  public init(
    _ severity: Severity, _ code: Code, at location: SourceLocation, account: String? = nil, item: String? = nil,
    itemID: String? = nil, field: String? = nil, found: String, shape: String? = nil, expected: String? = nil
  ) {
    (self.severity, self.code, self.location, self.account) = (severity, code, location, account)
    (self.item, self.itemID, self.field, self.found, self.shape) = (item, itemID, field, found, shape)
    self.expected = expected
  }

  /// Distinguishes the diagnostic from others with its code if each is reported once per file; `nil` if every one is
  /// reported.
  public var onceAFile: String? {
    switch code {
    case .unknownField: severity == .warning ? field ?? "" : nil
    case .unknownApp: found
    case .fraction: ""
    default: nil
    }
  }

  /// Everything after the severity.
  public var message: String {
    var parts: [String] = []
    if let account { parts.append("account \(account.quotedForDiagnostic)") }
    if let item { parts.append("item \(item)") }
    if let field { parts.append("field \(field)") }
    let subject = parts.isEmpty ? "" : parts.joined(separator: ", ") + ": "
    guard let expected else { return (subject + found).visible }
    return (subject + found + "; expected " + expected).visible
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: error: what was found; expected what is expected`.
  public var description: String { "\(location): \(severity.rawValue): \(message)" }
}

extension String {
  /// The text of `quotedForDiagnostic` without its quotes.
  public var onOneLine: String { String(quotedForDiagnostic.dropFirst().dropLast()) }

  /// The text in double quotes, on one line and ``visible``, cut after 60 characters.
  public var quotedForDiagnostic: String {
    var text = "\""
    var before: Unicode.Scalar?
    var rest = unicodeScalars[...]
    var count = 0
    while let scalar = rest.popFirst() {
      if count == 60 {
        text += "…"
        break
      }
      count += 1
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      default: text += scalar.visible(between: before, and: rest.first)
      }
      before = scalar
    }
    return text + "\""
  }
}

extension UInt8 {
  /// The byte as a diagnostic shows it: an ASCII character or a description.
  public var nameForDiagnostic: String {
    switch self {
    case 0x09: return "a tab"
    case 0x0a: return "a line break"
    case 0x20: return "a space"
    case UInt8(ascii: "'"): return "a single quote"
    case 0x21...0x7e: return "'\(Unicode.Scalar(self))'"
    default: break
    }
    let digits = String(self, radix: 16, uppercase: true)
    return "byte 0x" + (digits.count == 1 ? "0" + digits : digits)
  }
}

/// A place in an input: the file as named on the command line, with line and column counted from 1.
///
/// Columns count UTF-8 bytes, as in most compilers.
public struct SourceLocation: Hashable, Codable, Sendable {
  public var file: String
  public var line: Int
  public var column: Int

  public init(file: String, line: Int, column: Int) {
    (self.file, self.line, self.column) = (file, line, column)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, which editors and terminals can open.
  public var description: String { "\(file.visible):\(line):\(column)" }
}
