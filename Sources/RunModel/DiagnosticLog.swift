import Diagnostics

/// The diagnostics of a run: counts by code, and the first ones for reports. Standard error receives all of them immediately.
package struct DiagnosticLog: Sendable {
  /// The maximum number that reports list.
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
