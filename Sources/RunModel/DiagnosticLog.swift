import Diagnostics

/// The diagnostics of a run: counted by code, and the first ones kept for the reports. All of them go to standard
/// error as they come.
package struct DiagnosticLog: Sendable {
  /// How many the reports list.
  package static let listed = 1000

  package var errors = 0
  package var warnings = 0
  package var codes: [Diagnostic.Code: Int] = [:]
  package var first: [Diagnostic] = []

  package init() {}

  package mutating func append(_ diagnostic: Diagnostic) {
    switch diagnostic.severity {
    case .error: errors += 1
    case .warning: warnings += 1
    }
    codes[diagnostic.code, default: 0] += 1
    if first.count < DiagnosticLog.listed { first.append(diagnostic) }
  }
}
