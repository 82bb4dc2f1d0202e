import Bytes
import PlanFiles
import PlanModel
import RunModel

/// Writes the output of `tickler history` as text or JSON. `HistoryPage` makes a page of it.
package struct HistoryWriter {
  /// The columns for the words below a row.
  private static let width = 78

  private let history: RunHistory

  package init(_ history: RunHistory) { self.history = history }

  package var text: String {
    let runs = history.runs
    var lines = ["\(history.path): \(runs.count.of("run"))" + (history.latest.map { ", latest \($0)" } ?? "")]
    let head = ["run", "accounts", "goes out", "waits", "not sent", "lost", "rejected"]
    if !runs.isEmpty {
      lines += TextTable.lines([head] + runs.map(row), figures: 1...6) { words(runs[$0]) }
    }
    let reasons = history.reasons
    if !reasons.isEmpty { lines += ["", "not sent by reason, from the first run to the last, and the most of any"] }
    for reason in reasons {
      // Runs that were held were never in force.
      let counts = runs.compactMap(\.counts).filter { $0.verdict.word != .hold }.map { $0.reasons[reason] ?? 0 }
      lines.append("  \(reason.code): \(counts.first ?? 0) → \(counts.last ?? 0), at most \(counts.max() ?? 0)")
    }
    return lines.visibleText
  }

  private func row(_ run: RunHistory.Run) -> [String] {
    guard let counts = run.counts else { return [run.name] + Array(repeating: "-", count: 6) }
    let figures = [
      counts.accounts, counts.outcomes.scheduled, counts.outcomes.armed, counts.outcomes.dropped,
      counts.changes?.lost ?? 0, counts.rejected,
    ]
    return [run.name] + figures.map(\.grouped)
  }

  /// The verdict and the changes, in lines of their own: with them, a line would not fit 80 columns.
  private func words(_ run: RunHistory.Run) -> [String] {
    guard let counts = run.counts else { return ["its summary.json is missing or cannot be read"] }
    let cause = counts.diagnostics.cause.map { [$0] } ?? []
    let parts = counts.verdict.words.split(separator: "; ").map(String.init) + cause
    let changes = counts.changes.map { $0.total.total == 0 ? "no change" : $0.total.words } ?? "no run before"
    return (parts + [changes]).reduce(into: []) { lines, part in
      let line = lines.popLast().map { [$0, part] } ?? [part]
      let whole = line.joined(separator: "; ")
      lines += whole.terminalWidth <= HistoryWriter.width ? [whole] : line
    }
  }

  package var json: WrittenBytes {
    FieldWriter.document { json in
      json.member("format", "tickler-history/1")
      json.member("archive", history.path)
      json.member("latest", history.latest)
      json.list("runs", history.runs) { json, run in
        json.member("run", run.name)
        guard var counts = run.counts else {
          json.member("now", run.now)
          return
        }
        counts.recordedVerdict = counts.verdict
        json.member("fine", counts.verdict.word == .fine)
        json.member("lost", counts.changes?.lost ?? 0)
        counts.describe(&json)
      }
    }
  }
}
