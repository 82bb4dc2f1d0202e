import Diagnostics
import Foundation
import PlanModel
import Planning
import PolicyReading
import TestSupport

@testable import Wording

/// A policy of an app `x` with texts, and an account's texts.
enum SharedTexts {
  static func policy(
    _ policy: String = "[kinds.bill]\nidentifier = \"{id}{date}{part}\"", messages: String? = nil,
    locale: String = "en"
  ) throws -> Policy {
    let text = "format = \"tickler-policy/1\"\napp = \"x\"\nlocale = \"\(locale)\"\n\(policy)"
    var read = try PolicyReader.read(Array(text.utf8), file: "x.toml", sha256: "", .shipped)
    if let messages {
      let text = "format = \"tickler-messages/1\"\napp = \"x\"\n\(messages)"
      read.messages = try MessagesReader.read(Array(text.utf8), file: "m.toml", sha256: "", .shipped).messages
    }
    return read
  }

  static func shipped(_ app: String) throws -> Policy {
    let file = { (folder: String) in
      [UInt8](try Data(contentsOf: URL(filePath: "\(TestFiles.templates)/\(folder)/\(app).toml")))
    }
    var policy = try PolicyReader.read(try file("policies"), file: "policies/\(app).toml", sha256: "", .shipped)
    policy.messages = try MessagesReader.read(try file("messages"), file: "messages/\(app).toml", sha256: "", .shipped)
      .messages
    return policy
  }

  static let apps = ["focusflow", "ritualist", "diary", "steps", "moneymap", "personal"]

  static let stem = StableHash(high: 0, low: 0)

  static func title(
    _ policy: Policy, _ locale: String?, _ kind: Kind = .bill, _ form: String = "plain",
    _ stem: StableHash = SharedTexts.stem, _ value: (String) -> FieldValue = { _ in .none }
  ) -> String {
    Wording(policy, locale: locale.flatMap(LanguageTag.init)).words(policy, kind, form, stem, value).title
  }
}

extension NotificationTexts {
  /// Returns the text of a kind and form by name.
  func words(
    _ policy: Policy, _ kind: Kind, _ form: String, _ stem: StableHash, _ value: (String) -> FieldValue
  ) -> Words {
    let position = policy.kinds.firstIndex { $0.kind == kind }!
    return words(position, policy.kinds[position].description.form(form), stem, value)
  }
}
