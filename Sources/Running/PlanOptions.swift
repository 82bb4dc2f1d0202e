import CivilTime

/// What a run is to write.
package enum Emit: String, CaseIterable, Sendable {
  case plan, actions, summary, html, ics
}

/// A run as the command line asks for it.
package struct PlanOptions: Sendable {
  /// Files, folders, and `-` for standard input.
  package var paths: [String] = ["inputs"]
  /// Policies that are added to the shipped ones, or replace them.
  package var policies: [String] = []
  package var templates: String?
  package var now: Instant
  package var days: Int?
  package var out = "reports"
  package var emit: Set<Emit> = Set(Emit.allCases)
  /// A TZif tree; nil: the system's.
  package var zoneinfo: String?
  package var jobs = 1
  package var isStrict = false
  package var isQuiet = false
  package var isVerbose = false
  package var showsProgress = true
  /// As it was typed, for the report.
  package var command = ""

  package init(now: Instant) {
    self.now = now
  }
}
