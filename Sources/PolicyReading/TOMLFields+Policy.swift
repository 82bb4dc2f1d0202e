import Diagnostics
import PlanModel

// What policies, messages and run files have in common.

extension TOMLFields {
  /// Checks that `format` has the expected value.
  package func readFormat(_ format: String) {
    if let found = string("format") {
      if found != format { fault("format", found: "found \(found.quotedForDiagnostic)", expected: "\"\(format)\"") }
    }
    require("format", "\"\(format)\"")
  }

  /// Reads the limits of a table `gates`.
  func gates() -> Gates {
    var gates = Gates()
    let limit = "a number in quotes, such as \"20\" or \"0.5%\""
    for (key, gate, _) in Gates.limits { gates[keyPath: gate] = parsed(key, expected: limit) { Gates.Limit($0) } }
    gates.maxAge = parsed("maxAge", expected: "a duration such as \"36h\" or \"2d\"") { Gates.age($0) }
    return gates
  }

  /// Checks that `format` has the expected value, and returns the app's name.
  func readHead(format: String) -> String {
    readFormat(format)
    let app = string("app")
    if app == "" { fault("app", found: "found \"\"", expected: "the app's name") }
    let base = string("extends").map { ", such as app = \($0.debugDescription) to change that app's own policy" }
    require("app", "the app's name\(base ?? "")")
    return app ?? ""
  }

  /// Returns a title or body, as written and as parsed.
  func textAndTemplate(_ key: String, _ kind: KindDescription) -> (text: String, parsed: MustacheText)? {
    guard let text = string(key) else { return nil }
    do {
      return (text, try MustacheText(text, kind: kind))
    } catch {
      fault(key, .byte(error.offset), found: error.found, expected: error.expected)
      return nil
    }
  }
}
