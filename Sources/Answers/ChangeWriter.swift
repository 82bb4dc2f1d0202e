import Bytes
import CivilTime
import Diagnostics
import PlanFiles
import PlanModel
import RunModel

/// The differences between two plans as text or JSON; `ChangePage` makes a page of them.
package struct ChangeWriter {
  private let subject: Comparison
  private let log: ChangeLog

  package init(_ subject: Comparison, _ log: ChangeLog) {
    self.subject = subject
    self.log = log
  }

  package var text: String {
    var lines = ["\(subject.title): \(subject.old) → \(subject.new), as of \(subject.now)"]
    lines += subject.notes
    if log.isEmpty {
      lines.append(subject.notes.isEmpty ? "Nothing changes." : "Nothing else changes.")
      return lines.map(\.visible).joined(separator: "\n") + "\n"
    }
    lines.append("\(log.total.words), in \(log.accounts.of("account"))")
    for cause in ChangeCause.allCases {
      if let tally = log.causes[cause] { lines.append("  by \(cause.words): \(tally.words)") }
    }
    for (zone, tally) in log.sortedZones { lines.append("  \(zone): \(tally.words)") }
    var account: AccountName?
    for change in log.listed {
      if change.account != account?.id || change.device != account?.device {
        lines += ["", "account \(change.owner.words) (\(change.app))"]
        account = change.owner
      }
      lines.append("  " + words(change))
    }
    if log.leftOut > 0 { lines += ["", "\(log.leftOut) more are not listed."] }
    return lines.map(\.visible).joined(separator: "\n") + "\n"
  }

  private func words(_ change: PlanChange) -> String {
    var text = "\(change.verb.rawValue) \(change.notification)"
    if let local = change.local { text += ", \(local.forReaders) \(change.zone ?? "")" }
    switch change.verb {
    case .moved:
      text += ": \(change.from.words) → \(change.to.words)"
      if let shift = change.shiftWords { text += " (\(shift))" }
    case .added:
      text += ": \(change.to.words)"
      if let reason = change.reason { text += ", before: \(reason.entry.summary)" }
    case .removed:
      text += ": was \(change.from.words), now \(change.reason?.entry.summary ?? "not a candidate")"
    case .changed: break
    }
    if !change.differences.isEmpty { text += "; " + change.differences.map(\.words).joined(separator: "; ") }
    if !change.causes.isEmpty { text += " [\(change.causes.words)]" }
    return text
  }

  package var json: WrittenBytes {
    FieldWriter.document { json in
      var log = log
      json.member("format", "tickler-changes/1")
      json.member("title", subject.title)
      json.member("old", subject.old)
      json.member("new", subject.new)
      json.member("now", subject.now)
      if !subject.notes.isEmpty { json.member("notCompared", subject.notes) }
      log.describe(&json)
    }
  }
}

extension Instant? {
  fileprivate var words: String { map { "\($0)" } ?? "armed" }
}
