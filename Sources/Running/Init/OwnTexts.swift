import Diagnostics
import PlanModel

/// Converts a shipped policy and its texts to another app's files, line by line to keep their comments.
enum OwnTexts {
  /// Returns a policy without kinds.
  static func barePolicy(_ app: String) -> String {
    """
    # What \(app.visible) plans. Each key has its default in docs/policies.md of tickler.
    format = "tickler-policy/1"
    app = \(app.inTOML)
    name = \(app.inTOML)
    days = 14
    locale = "en"
    authorization = ["authorized", "provisional", "ephemeral"]

    [slots]
    holds = "occurrence"
    reserved = 0
    ios = 64
    android = 500

    # What would ring at night comes in the morning.
    [quietHours]
    action = "defer"
    start = "22:00"
    end = "07:00"

    """
  }

  static func bareMessages(_ app: String) -> String {
    """
    # The words of \(app.visible), by language and kind. `make check` tells of texts that are too long, lack a translation, or have a field that
    # their kind does not have. docs/messages.md of tickler has the format.
    format = "tickler-messages/1"
    app = \(app.inTOML)

    """
  }

  static func policy(_ text: String, like: String, app: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[0] =
      "# The policy of \(app.visible), copied from \(like). tickler's docs/policies.md has every key and its default."
    for index in lines.indices {
      if lines[index].hasPrefix("app = ") { lines[index] = "app = \(app.inTOML)" }
      if lines[index].hasPrefix("name = "), index < 10 { lines[index] = "name = \(app.inTOML)" }
      // Identifiers start with the app's name.
      let start = app.inTOML.dropLast()
      lines[index] = lines[index].replacing("\"\(like).", with: "\(start).").replacing(
        "\"\(like)://", with: "\(start)://")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the texts, each with a comment about its use and its fields.
  static func messages(_ text: String, like: String, app: String, _ policy: Policy) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var result = [
      "# The texts of \(app.visible), by language and kind, copied from \(like). `make check` warns about texts that are too long, lack a"
    ]
    result.append(
      "# translation, or have a field that their kind does not have. docs/messages.md of tickler has the format.")
    var seen: Set<String> = []
    // The file starts with its own comment, which is skipped.
    for (index, line) in lines.enumerated().drop(while: { $0.element.hasPrefix("#") }) {
      if line.hasPrefix("app = ") {
        result.append("app = \(app.inTOML)")
        continue
      }
      if line.hasPrefix("[["), let dot = line.firstIndex(of: ".") {
        let kind = String(line[line.index(after: dot)...].prefix { $0 != "]" })
        let form = lines[index...].dropFirst().prefix { !$0.isEmpty }.first { $0.hasPrefix("form = ") }
          .map { String($0.dropFirst(8).dropLast()) }
        result += comment(
          kind, form, isFirst: seen.insert(line).inserted, isNew: seen.insert(line + (form ?? "")).inserted, policy)
      }
      result.append(line)
    }
    return result.joined(separator: "\n")
  }

  /// - Parameters:
  ///   - isFirst: Whether this is the first text of the kind in its language.
  ///   - isNew: Whether this is the first text of its form in the language.
  private static func comment(_ kind: String, _ form: String?, isFirst: Bool, isNew: Bool, _ policy: Policy) -> [String]
  {
    guard let description = policy[Kind(kind)]?.description else { return [] }
    var comment: [String] = []
    if isFirst {
      let fields = description.fields.map { "{{\($0.name)}}" }.joined(separator: " ")
      comment.append(
        "# \(kind): \(description.occasion ?? description.shape.rawValue). \(fields.isEmpty ? "It has no fields." : "Fields: \(fields)")"
      )
    }
    if let form, isNew {
      comment.append("# Of \(kind), for \(form).")
    } else if !isFirst {
      comment.append(
        form == nil && isNew
          ? "# For \(kind), if no other form fits."
          : "# Alternative texts: each occurrence gets one of them and keeps it.")
    }
    return comment
  }
}

extension String {
  var inTOML: String {
    let escaped = replacingScalars { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}":
        "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: nil
      }
    }
    return "\"\(escaped)\""
  }
}
