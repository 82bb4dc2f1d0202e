import Bytes
import CivilTime
import Comparing
import Diagnostics
import PlanFiles
import PlanModel
import RunModel

/// The differences between two plans as text, Markdown or JSON; `ChangePage` makes a page of them.
package struct ChangeWriter {
  /// The most rows of the summary, and lines of single changes in Markdown. A pull request comment has at most 60
  /// lines.
  private static let (rows, markdownLines) = (20, 25)
  /// The number of equal changes from which they share a line.
  private static let minimumRun = 3
  /// The columns for the words below a row.
  private static let width = 78
  private static let maximumWithPassing = 100

  private let subject: Comparison
  private let log: ChangeLog

  package init(_ subject: Comparison, _ log: ChangeLog) {
    (self.subject, self.log) = (subject, log)
  }

  package var text: String {
    var lines = ["\(subject.title): \(subject.old) → \(subject.new), as of \(subject.now)"]
    lines += subject.notes
    lines.append(verdict)
    if !log.isEmpty {
      let (head, rows) = table
      if !rows.isEmpty {
        let table = ([head] + rows).map { Array($0.prefix(4)) }
        lines +=
          [""]
          + TextTable.lines(table, figures: 0...1) { row in
            let words = rows[row].suffix(2).filter { !$0.isEmpty }
            let line = words.joined(separator: "; ")
            return line.terminalWidth <= ChangeWriter.width ? [line] : words
          } + more(.text)
      }
      if log.causes.isEmpty {
        for (zone, tally) in log.sortedZones { lines.append("  \(zone): \(tally.words)") }
      }
      for (account, changes) in accounts {
        lines += ["", "account \(account.words) (\(account.app ?? ""))"] + changes.map { "  " + $0 }
      }
      if log.leftOut > 0 { lines += ["", "\(log.leftOut.grouped) more are not listed."] }
    }
    return lines.visibleText
  }

  /// A pull request comment of at most 60 lines.
  package var markdown: String {
    let mark = log.lost > 0 ? "🔴" : log.isEmpty ? "🟢" : "🟡"
    var lines = ["### \(mark) Notifications: \(verdict.asMarkdown)", ""]
    lines.append("\(subject.old.asMarkdown) → \(subject.new.asMarkdown), as of \(subject.now)")
    for note in subject.notes.prefix(3) { lines += ["", note.asMarkdown] }
    let (head, rows) = table
    if !rows.isEmpty {
      lines += ["", "| " + head.joined(separator: " | ") + " |", "| ---: | ---: | --- | --- | --- | --- |"]
      lines += rows.map { "| " + $0.map(\.asMarkdown).joined(separator: " | ") + " |" }
      if let more = more(.markdown).last { lines += ["", more] }
    }
    var single: [String] = []
    for (account, changes) in accounts {
      single += ["- **\(account.words.asMarkdown)** (\((account.app ?? "").asMarkdown))"]
      single += changes.map { "  - \($0.asMarkdown)" }
    }
    if !single.isEmpty {
      lines += ["", "<details><summary>By account</summary>", ""] + single.prefix(ChangeWriter.markdownLines)
      if single.count > ChangeWriter.markdownLines || log.leftOut > 0 { lines.append("- … and more") }
      lines += ["", "</details>"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `Nothing changes.`, or the numbers of losses and changes.
  private var verdict: String {
    guard !log.isEmpty else { return subject.notes.isEmpty ? "Nothing changes." : "Nothing else changes." }
    let lost = log.lost > 0 ? "\(log.lost.grouped) lost; " : ""
    let passing = log.passing == log.total.total ? ", by time passing alone" : ""
    return "\(lost)\(log.total.words), in \(log.accounts.of("account"))\(passing)"
  }

  /// Groups of similar changes, one row each. All changes that are caused by time alone share the last row.
  private var table: (head: [String], rows: [[String]]) {
    let rows = log.sortedRows
    guard rows.contains(where: { $0.key.cause ?? .time != .time }) else { return ([], []) }
    let shown = rows.filter { $0.key.cause != .time }.prefix(ChangeWriter.rows).map { key, row in
      let place = (row.sample.toLocal ?? row.sample.local).map { ", \($0.forReaders)" } ?? ""
      return [
        row.count.grouped, row.accounts.grouped, key.words, key.kind.name,
        key.causeWords ?? "", "\(row.sample.owner.words): \(row.sample.notification)\(place)",
      ]
    }
    let time = log.causes[.time] == nil ? [] : [[log.passing.grouped, "", "by time passing alone", "", "", ""]]
    return (["changes", "accounts", "what", "kind", "cause", "for example"], shown + (log.passing > 0 ? time : []))
  }

  private enum Form { case text, markdown }

  private func more(_ form: Form) -> [String] {
    let count = log.rows.keys.count { $0.cause != .time } - ChangeWriter.rows
    let option = form == .text ? "--format json" : "`--format json`"
    return count > 0 ? ["\(count.of("more row")); \(option) has all"] : []
  }

  /// The changes of each account, starting with accounts that lose notifications. If there are many changes, those
  /// caused by time alone are omitted.
  private var accounts: [(AccountName, [String])] {
    var found: [(account: AccountName, changes: [PlanChange])] = []
    let listsPassing = log.total.total <= ChangeWriter.maximumWithPassing
    for change in log.listed where listsPassing || !change.isPassing {
      if found.last?.account == change.owner {
        found[found.count - 1].changes.append(change)
      } else {
        found.append((change.owner, [change]))
      }
    }
    let hasLosses = found.map { $0.changes.contains { $0.isLoss(asOf: subject.now) } }
    let sorted = found.indices.filter { hasLosses[$0] } + found.indices.filter { !hasLosses[$0] }
    return sorted.map { (found[$0].account, lines(found[$0].changes)) }
  }

  /// Returns a line per change. Three or more that differ only in their dates share a line, as do three or more drops
  /// whose reason changed.
  private func lines(_ changes: [PlanChange]) -> [String] {
    var runs: [[PlanChange]] = []
    for change in changes {
      if let place = runs.firstIndex(where: { $0[0].isLike(change) || $0[0].isOtherReason && change.isOtherReason }) {
        runs[place].append(change)
      } else {
        runs.append([change])
      }
    }
    return runs.flatMap { run in run.count < ChangeWriter.minimumRun ? run.map(words) : [words(run)] }
  }

  private func words(_ run: [PlanChange]) -> String {
    let first = run[0]
    let dates = run.compactMap { ($0.toLocal ?? $0.fromLocal ?? $0.local)?.date }
    let span = dates.min().map { ", \($0) to \(dates.max()!)" } ?? ""
    if first.isOtherReason {
      let reasons = Set(run.compactMap(\.differences.first?.new)).sorted().joined(separator: ", ")
      return "changed \(run.count.of("notification")) that did not go out either\(span): now \(reasons)" + causes(first)
    }
    return "\(first.verb.rawValue) \(first.notification), \(run.count) times\(span)" + details(first)
  }

  /// Returns the common part of a run of equal changes.
  private func details(_ change: PlanChange) -> String {
    var text = change.shiftWords.map { $0 == "+0:00:00" ? "" : ": \($0)" } ?? ""
    if change.verb == .removed { text += ": now \(change.reason?.summary ?? "not a candidate")" }
    if change.verb == .added, let reason = change.reason { text += ": before \(reason.summary)" }
    let differences = change.differences.filter { !$0.isOfTime && $0.field != "badge" }
    if !differences.isEmpty { text += "; " + differences.map(\.words).joined(separator: "; ") }
    return text + causes(change)
  }

  private func causes(_ change: PlanChange) -> String {
    if change.causes.isEmpty { return "" }
    // A zone is already shown beside the time.
    let ofAccount = change.ofAccount == .zone ? nil : change.ofAccount?.words
    return " [" + [change.causes.words, ofAccount].compactMap(\.self).joined(separator: ": ") + "]"
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
      if let reason = change.reason { text += ", before: \(reason.summary)" }
    case .removed:
      text += ": was \(change.from.words), now \(change.reason?.summary ?? "not a candidate")"
    case .changed: break
    }
    if !change.differences.isEmpty { text += "; " + change.differences.map(\.words).joined(separator: "; ") }
    return text + causes(change)
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
      if !log.causes.isEmpty {
        json.list("groups", log.sortedRows) { json, entry in
          let (key, row) = (entry.key, entry.value)
          json.member("cause", key.cause)
          json.member("ofAccount", key.ofAccount?.words)
          json.member("kind", key.kind)
          json.member("change", key.verb)
          json.member("reason", key.reason)
          json.member("count", row.count)
          json.member("accounts", row.accounts)
          if row.lost > 0 { json.member("lost", row.lost) }
          json.member("sample", row.sample)
        }
      }
      log.describe(&json)
    }
  }
}

extension String {
  /// The text as plain text in Markdown, without markup, mentions or links.
  fileprivate var asMarkdown: String {
    var text = ""
    var rest = visible.unicodeScalars[...]
    var before: [Unicode.Scalar] = []
    while let scalar = rest.popFirst() {
      switch scalar {
      case "&", "<", ">", "*", "_", "`", "[", "]", "|", "\\", "~", "#": text += "&#\(scalar.value);"
      // GitHub links addresses and mentions after it has read references. Only an element parts them.
      case "@": text += "&#64;<!-- -->"
      case ":" where rest.starts(with: "//".unicodeScalars): text += "&#58;"
      case "." where before.count == 3 && before.allSatisfy { $0 == "w" || $0 == "W" }: text += "&#46;"
      default: text.unicodeScalars.append(scalar)
      }
      before = before.suffix(2) + [scalar]
    }
    return text
  }
}

extension PlanChange {
  /// Whether the notification is dropped in both plans, for different reasons.
  fileprivate var isOtherReason: Bool { verb == .changed && differences.first?.field == "reason" }
}

extension Instant? {
  fileprivate var words: String { map { "\($0)" } ?? "armed" }
}
