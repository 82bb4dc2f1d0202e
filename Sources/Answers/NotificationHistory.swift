import Bytes
import CivilTime
import PlanFiles
import PlanModel

/// The notifications of one account over the runs of an archive (`tickler explain --archive` without `--at`).
package struct NotificationHistory: Sendable {
  package enum Shown: Sendable {
    case asPlanned
    case at(Instant)
    /// Not shown, with the last sign of the device.
    case not(seen: Instant)
    /// Dropped or armed, so without a planned time.
    case notDue
    /// A later run before its time no longer planned it.
    case removed(by: String)
    /// No later run has the answer.
    case unknown
  }

  package struct Row: Sendable {
    /// The run in force.
    package var run: String
    package var notification: NotificationID
    package var kind: Kind?
    package var item: ItemID?
    /// The planned instant; `nil` if no plan had one.
    package var planned: Instant?
    package var outcome: Outcome?
    package private(set) var shown: Shown
    /// When it was to go out or would have, or when it was shown if none was planned; `nil` without a date.
    package var at: Instant?
    /// The same on the account's clock.
    package var local: LocalDateTime?
    package var zone: String?
    /// The wall time on that clock when it was shown.
    package private(set) var shownLocal: LocalDateTime?

    package init(
      run: String, notification: NotificationID, kind: Kind?, item: ItemID?, planned: Instant?, outcome: Outcome?,
      at: Instant?, local: LocalDateTime?, zone: String?
    ) {
      (self.run, self.notification, self.kind, self.item) = (run, notification, kind, item)
      (self.planned, self.outcome, shown) = (planned, outcome, .unknown)
      (self.at, self.local, self.zone) = (at, local, zone)
    }

    package mutating func show(_ shown: Shown, _ timeline: ZoneTimeline) {
      self.shown = shown
      if case .at(let at) = shown { shownLocal = timeline.local(at: at) }
    }

    /// Whether both are the same delivery, of which several exports tell.
    package func isSameDelivery(as other: Row) -> Bool {
      notification == other.notification && shownLocal != nil && shownLocal == other.shownLocal
    }
  }

  package var account: AccountName
  package var runs = 0
  package var first: String
  package var last: String
  package var rows: [Row] = []
  /// The number of later notifications that the last run planned.
  package var upcoming = 0
  /// The number of later or undated notifications that the last run dropped.
  package var notToCome: [Reason: Int] = [:]
  /// Why the last run left out the account or its items.
  package var notes: [String] = []
  /// The last run with the account, if later ones lack it.
  package var lastSeen: String?

  package init(account: AccountName, first: String) {
    (self.account, self.first, last) = (account, first, first)
  }
}

extension NotificationHistory {
  /// Sorts the rows by time, what has none last.
  package mutating func sortRows() {
    rows = rows.enumerated().sorted { a, b in
      (a.element.at ?? .distantFuture, a.offset) < (b.element.at ?? .distantFuture, b.offset)
    }.map(\.element)
  }

  /// - Parameter isNarrow: Whether a row has two lines, for less than 100 columns.
  package func text(isNarrow: Bool) -> String {
    var lines = ["account \(account): \(rows.count.of("notification")) in \(runs.of("run")), \(first) to \(last)"]
    if !rows.isEmpty {
      let cells = rows.map { row in
        [
          row.local.map { "\($0.forReaders) \(row.zone ?? "")" }
            ?? (row.outcome == .armed ? "at its place" : "no date"),
          row.notification.text,
          row.outcome.map { $0.reason?.code ?? $0.name } ?? "not planned", row.words, row.run,
        ]
      }
      let all = [["time", "notification", "outcome", "shown", "run"]] + cells
      var table = TextTable.lines(isNarrow ? all.map { Array($0.prefix(3)) } : all, figures: 9...9) { row in
        isNarrow ? [cells[row].suffix(2).filter { !$0.isEmpty }.joined(separator: ", ")] : []
      }
      if isNarrow { table.insert("  shown, run", at: 1) }
      lines += table
    }
    if upcoming > 0 { lines.append("\(upcoming.of("notification")) still to come") }
    let reasons = Reason.allCases.compactMap { reason in
      notToCome[reason].map { "\($0) \(reason.summary) (\(reason.code))" }
    }
    if !reasons.isEmpty { lines.append("not to come: \(reasons.joined(separator: ", "))") }
    lines += notes
    if let lastSeen { lines.append("The account was last seen in run \(lastSeen).") }
    return lines.visibleText
  }

  package var json: WrittenBytes {
    FieldWriter.document { json in
      json.member("format", "tickler-account-history/1")
      json.members(account)
      json.member("runs", runs)
      json.member("firstRun", first)
      json.member("lastRun", last)
      json.member("lastSeen", lastSeen)
      json.member("toCome", upcoming)
      if !notToCome.isEmpty {
        json.list("notToCome", Reason.allCases.filter { notToCome[$0] != nil }) { json, reason in
          json.member("reason", reason)
          json.member("count", notToCome[reason])
        }
      }
      json.member("notes", notes.isEmpty ? nil : notes)
      json.list("notifications", rows) { json, row in
        json.member("run", row.run)
        json.members(row.notification, row.kind, row.item)
        json.member("local", row.local)
        json.member("zone", row.zone)
        json.member("planned", row.planned)
        json.members(row.outcome)
        switch row.shown {
        case .asPlanned: json.member("result", "asPlanned")
        case .at(let at):
          json.member("result", row.planned == nil ? "unplanned" : "otherTime")
          json.member("shown", at)
        case .not(let seen):
          json.member("result", "notShown")
          json.member("deviceSeen", seen)
        case .notDue: break
        case .removed(let run):
          json.member("result", "removed")
          json.member("removedBy", run)
        case .unknown: json.member("result", "unknown")
        }
      }
    }
  }
}

extension NotificationHistory.Row {
  fileprivate var words: String {
    switch shown {
    case .asPlanned: "as planned"
    case .at: shownLocal.map { "at \($0.forReaders)" } ?? ""
    case .not(let seen):
      (planned.map { seen < $0 } ?? false ? "no, device not seen since " : "no, device seen at ") + "\(seen)"
    case .notDue: ""
    case .removed(let run): "removed by run \(run)"
    case .unknown: "no later run shows it"
    }
  }
}
