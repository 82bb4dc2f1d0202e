import Diagnostics
import PlanModel
import System

/// Replaces everything that names or describes a person with keyed hashes: HMAC with SHA-256 (RFC 2104). Without the
/// key, an id cannot be found by trial.
package struct Redactor: Sendable {
  /// The meaning of a text. Equal texts of different sorts have different pseudonyms.
  package enum Sort: String, Sendable {
    case account, device, item, notification, file, text
    /// A text that was already a hash.
    case hash
    /// The name of the key.
    case key
  }

  /// The minimum length of a key: the length of the hash (RFC 2104, section 3).
  package static let minimumKeyBytes = 32

  /// The command line shown in a redacted plan.
  package static let command = "tickler plan --redact"

  /// Identifies plans that were redacted with this key.
  package let keyName: String
  /// Returns whether a text is a field name of the format, which reveals nothing about a person.
  let isFieldName: @Sendable (String) -> Bool
  private let key: HMACSHA256

  /// - Parameters:
  ///   - key: At least ``minimumKeyBytes`` bytes.
  ///   - isFieldName: Returns whether a text is a field name of the format.
  /// - Throws: Status 74 if libcrypto is not installed.
  package init(key: [UInt8], isFieldName: @escaping @Sendable (String) -> Bool) throws(RunFault) {
    self.key = try HMACSHA256(key: key)
    self.isFieldName = isFieldName
    keyName = Redactor.digits(Redactor.code(.key, "", self.key), bytes: 8)
  }

  /// Returns the pseudonym of a text: 16 hexadecimal digits.
  package func pseudonym(_ sort: Sort, _ text: String) -> String { Redactor.digits(code(sort, text), bytes: 8) }

  package func account(_ id: AccountID) -> AccountID { AccountID(pseudonym(.account, id.text)) }

  package func device(_ id: DeviceID) -> DeviceID { DeviceID(pseudonym(.device, id.text)) }

  /// Returns the redacted name of an account. The app stays.
  package func name(_ name: AccountName) -> AccountName {
    AccountName(account(name.id), app: name.app, name.device.map(device))
  }

  package func item(_ id: ItemID) -> ItemID { ItemID(pseudonym(.item, id.text)) }

  package func notification(_ id: NotificationID) -> NotificationID {
    NotificationID(pseudonym(.notification, id.text))
  }

  /// Returns the redacted id of a request. A date suffix `@YYYY-MM-DD` stays.
  package func request(_ id: RequestID) -> RequestID { RequestID(notification(id.notification), on: id.date) }

  /// Returns the redacted name of a file. Extensions that determine how it is read stay.
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
    StableHash(hexadecimal: Redactor.digits(code(.hash, hash.hexadecimal), bytes: 16))!
  }

  /// Returns the pseudonym of a hash, at the hash's length of up to 64 digits; empty if the hash is empty.
  func hash(_ digits: String) -> String {
    digits.isEmpty ? "" : Redactor.digits(code(.hash, digits), bytes: min(32, digits.utf8.count / 2))
  }

  private func code(_ sort: Sort, _ text: String) -> [UInt8] { Redactor.code(sort, text, key) }

  private static func code(_ sort: Sort, _ text: String, _ key: HMACSHA256) -> [UInt8] {
    key.code(of: Array("\(sort.rawValue)\u{0}\(text)".utf8))
  }

  private static func digits(_ code: [UInt8], bytes: Int) -> String { String(hexadecimal: code.prefix(bytes)) }
}

extension Redactor {
  package func redact(_ explanation: inout Explanation) {
    for index in explanation.steps.indices {
      explanation.steps[index].compared = explanation.steps[index].compared.map(redacted)
    }
  }

  func redacted(_ fact: Explanation.Fact) -> Explanation.Fact {
    var redacted = fact
    for index in fact.parts.indices { redacted.parts[index] = self.redacted(fact.parts[index]) }
    return redacted
  }

  private func redacted(_ part: Explanation.Fact.Part) -> Explanation.Fact.Part {
    switch part {
    case .notification(let id): .notification(notification(id))
    case .item(let id): .item(item(id))
    case .text(let text): .text(pseudonym(.text, text))
    case .instant, .number, .plain: part
    }
  }
}
