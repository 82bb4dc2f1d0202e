import Bytes
import Diagnostics
import PlanFiles

/// The parts of a SARIF log with one run (OASIS SARIF 2.1.0).
enum SARIF {
  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  /// Returns the text before the first result.
  static func beginning(version: String) -> String {
    let driver = FieldWriter.line { json in
      json.object("driver") { json in
        json.member("name", "tickler")
        json.member("semanticVersion", version)
        json.list("rules", Diagnostic.Code.allCases) { json, code in
          json.member("id", code.rawValue)
          json.object("shortDescription") { $0.member("text", code.summary) }
        }
      }
    }
    return #"{"$schema":"\#(schema)","version":"2.1.0","runs":[{"tool":\#(driver.text.dropLast()),"results":["#
  }

  static func result(_ diagnostic: Diagnostic) -> WrittenBytes {
    let place = diagnostic.location
    return FieldWriter.line { json in
      json.member("ruleId", diagnostic.code.rawValue)
      json.member("level", diagnostic.severity.rawValue)
      json.object("message") { $0.member("text", diagnostic.message) }
      json.list("locations", [place]) { json, place in
        json.object("physicalLocation") { json in
          json.object("artifactLocation") { $0.member("uri", uri(place.file)) }
          json.object("region") { json in
            json.member("startLine", place.line)
            json.member("startColumn", place.column)
          }
        }
      }
    }
  }

  /// Returns the text after the last result.
  static func end(words: [String], status: Int32) -> String {
    var end = FieldWriter.line { json in
      json.list("invocations", [status]) { json, status in
        json.member("executionSuccessful", status < 64)
        json.member("exitCode", Int(status))
        json.list("toolExecutionNotifications", words) { json, words in
          json.member("level", "error")
          json.object("message") { $0.member("text", words) }
        }
      }
    }.text
    end.removeFirst()
    return "\n],\(end.dropLast(2))}]}\n"
  }

  /// Returns a path as a URI reference (RFC 3986). It is relative to the program's working folder, unless the path is
  /// absolute.
  private static func uri(_ path: String) -> String {
    // A colon in the first segment would be read as the end of a scheme.
    let encoded = path.percentEncoded { $0.isLetterOrDigit || "-._~/".utf8.contains($0) }
    return (path.hasPrefix("/") ? "file://" : "") + encoded
  }
}
