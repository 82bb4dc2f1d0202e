import Diagnostics

/// The diagnostics of a run: counted by code, and the first ones kept for the reports. All of them go to standard
/// error as they come.
package struct DiagnosticLog: Sendable {
  /// How many the reports list.
  package static let listed = 1000

  package private(set) var errors = 0
  package private(set) var warnings = 0
  package private(set) var codes: [Diagnostic.Code: Int] = [:]
  package private(set) var first: [Diagnostic] = []

  package init() {}

  /// As a plan folder's `summary.json` has it.
  package init(errors: Int, warnings: Int, codes: [Diagnostic.Code: Int], first: [Diagnostic]) {
    self.errors = errors
    self.warnings = warnings
    self.codes = codes
    self.first = first
  }

  package mutating func append(_ diagnostic: Diagnostic) {
    switch diagnostic.severity {
    case .error: errors += 1
    case .warning: warnings += 1
    }
    codes[diagnostic.code, default: 0] += 1
    if first.count < DiagnosticLog.listed { first.append(diagnostic) }
  }

  func append(to text: inout [UInt8]) {
    text.appendKey("diagnostics")
    text.append("{\"errors\":" as StaticString)
    text.append(decimal: errors)
    text.append(",\"warnings\":" as StaticString)
    text.append(decimal: warnings)
    text.append(",\"codes\":" as StaticString)
    text.appendCounts(Diagnostic.Code.allCases.compactMap { code in codes[code].map { (code.rawValue, $0) } })
    text.append(",\"listed\":" as StaticString)
    text.appendList(first) { text, diagnostic in diagnostic.appendFields(to: &text) }
    text.append(UInt8(ascii: "}"))
  }
}

extension Diagnostic {
  /// The members of the diagnostic's object, without braces.
  func appendFields(to text: inout [UInt8]) {
    text.appendMember("severity", severity.rawValue)
    text.appendMember("code", code.rawValue)
    text.appendMember("file", location.file)
    text.appendKey("line")
    text.append(decimal: location.line)
    text.appendKey("column")
    text.append(decimal: location.column)
    text.appendMember("account", account)
    text.appendMember("item", item)
    text.appendMember("field", field)
    text.appendMember("found", found)
    text.appendMember("expected", expected)
    text.appendMember("message", message)
  }
}
