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
    text.appendList(first) { text, diagnostic in
      text.appendKey("severity")
      text.appendJSON(diagnostic.severity.rawValue)
      text.appendKey("code")
      text.appendJSON(diagnostic.code.rawValue)
      text.appendKey("file")
      text.appendJSON(diagnostic.location.file)
      text.appendKey("line")
      text.append(decimal: diagnostic.location.line)
      text.appendKey("column")
      text.append(decimal: diagnostic.location.column)
      if let account = diagnostic.account {
        text.appendKey("account")
        text.appendJSON(account)
      }
      if let item = diagnostic.item {
        text.appendKey("item")
        text.appendJSON(item)
      }
      if let field = diagnostic.field {
        text.appendKey("field")
        text.appendJSON(field)
      }
      text.appendKey("message")
      text.appendJSON(diagnostic.message)
    }
    text.append(UInt8(ascii: "}"))
  }
}
