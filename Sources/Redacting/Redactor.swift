import Bytes
import Diagnostics
import PlanModel

/// Replaces what names a person or says anything about one by keyed hashes: HMAC with SHA-256 (RFC 2104), so that nobody without the key
/// can find an id by trying.
package struct Redactor: Sendable {
  /// What a text is. Equal texts of different sorts have different pseudonyms.
  package enum Sort: String, Sendable {
    case account, device, item, notification, file, text
    /// What was a hash before.
    case hash
    /// The key's own name.
    case key
  }

  /// The fewest bytes of a key: as many as the hash has (RFC 2104 section 3).
  package static let leastKeyBytes = 32

  /// The command line of a redacted plan.
  package static let command = "tickler plan --redact"

  /// What tells plans that were redacted with this key from others.
  package let keyName: String
  /// Whether a text is a field's name of the format, which says nothing about anybody.
  let isFieldName: @Sendable (String) -> Bool
  private let key: HMACSHA256

  /// - Parameters:
  ///   - key: ``leastKeyBytes`` at least.
  ///   - isFieldName: Whether a text is the name of a field of the format.
  /// - Throws: status 74 if libcrypto is not installed.
  package init(key: [UInt8], isFieldName: @escaping @Sendable (String) -> Bool) throws(FatalInput) {
    self.key = try HMACSHA256(key: key)
    self.isFieldName = isFieldName
    keyName = Redactor.digits(Redactor.code(.key, "", self.key), bytes: 8)
  }

  /// 16 hexadecimal digits.
  package func pseudonym(_ sort: Sort, _ text: String) -> String { Redactor.digits(code(sort, text), bytes: 8) }

  package func account(_ id: AccountID) -> AccountID { AccountID(pseudonym(.account, id.text)) }

  package func device(_ id: DeviceID) -> DeviceID { DeviceID(pseudonym(.device, id.text)) }

  /// The app stays.
  package func name(_ name: AccountName) -> AccountName {
    AccountName(account(name.id), app: name.app, name.device.map(device))
  }

  package func item(_ id: ItemID) -> ItemID { ItemID(pseudonym(.item, id.text)) }

  package func notification(_ id: NotificationID) -> NotificationID {
    NotificationID(pseudonym(.notification, id.text))
  }

  /// The date that an ending `@YYYY-MM-DD` names stays.
  package func request(_ id: RequestID) -> RequestID { RequestID(notification(id.notification), on: id.date) }

  /// The extensions that say how a file is read stay.
  package func file(_ name: String) -> String {
    if name == "-" { return name }
    var (rest, extensions) = (name[...], "")
    while let known = Redactor.extensions.first(where: { rest.hasSuffix($0) }) {
      rest = rest.dropLast(known.count)
      extensions = known + extensions
    }
    return pseudonym(.file, name) + extensions
  }

  private static let extensions = [".ndjson", ".jsonl", ".json", ".xml", ".gz", ".zst"]

  func hash(_ hash: StableHash) -> StableHash {
    StableHash(hexadecimal: Redactor.digits(code(.hash, hash.hexadecimal), bytes: 16).utf8.span)!
  }

  /// A hash in digits, as long as it was; an empty text is none.
  func hash(_ digits: String) -> String {
    digits.isEmpty ? "" : Redactor.digits(code(.hash, digits), bytes: min(32, digits.utf8.count / 2))
  }

  private func code(_ sort: Sort, _ text: String) -> [UInt8] { Redactor.code(sort, text, key) }

  private static func code(_ sort: Sort, _ text: String, _ key: HMACSHA256) -> [UInt8] {
    key.code(of: Array("\(sort.rawValue)\u{0}\(text)".utf8))
  }

  private static func digits(_ code: [UInt8], bytes: Int) -> String { String(hexadecimal: code.prefix(bytes)) }
}
