import Bytes
import CivilTime
import Comparing
import PlanModel
import RunModel

/// The changes of a log grouped for readers: by cause, then by account, with runs of equal neighbors in one line.
struct ChangeGroups {
  /// The length from which equal neighbors share a line.
  private static let minimumRun = 3
  /// Larger groups are folded and begin with a few examples.
  private static let maximumOpen = 40
  private static let examples = 3
  /// The rows of the table.
  private static let rows = 20

  /// Returns the anchor of the row of a change's occurrence, that of its account, or the question that finds it.
  typealias Target = (PlanChange) -> String?

  private let templates: ChangeTemplates
  private let now: Instant
  private var year: Int { now.utc.date.year }
  private let target: Target
  private let example: Target

  /// - Parameters:
  ///   - now: The time of the second plan.
  ///   - example: The target of a row of the table; nil for that of any change.
  init(
    _ templates: ChangeTemplates, asOf now: Instant = .distantPast, target: @escaping Target = { _ in nil },
    example: Target? = nil
  ) {
    (self.templates, self.now, self.target, self.example) = (templates, now, target, example ?? target)
  }

  /// Returns the groups of a log. Headings count every change, listed or not.
  ///
  /// - Parameters:
  ///   - limit: The bytes of rows.
  /// - Returns: The groups, and the number of changes that are not listed.
  func views(_ log: ChangeLog, limit: Int) -> ([PageView], leftOut: Int) {
    let listed = Dictionary(grouping: log.listed) { ChangeGroup($0) }
    let lost = Dictionary(grouping: log.rows.values) { ChangeGroup($0.sample) }.mapValues {
      $0.reduce(0) { $0 + $1.lost }
    }
    let sorted = log.groups
      .map { entry in
        (group: entry.key, count: entry.value, words: entry.key.words, losses: lost[entry.key] ?? 0)
      }
      .sorted { a, b in
        let (x, y) = (a.count.tally.total, b.count.tally.total)
        if a.losses != b.losses { return a.losses > b.losses }
        if a.group.rank != b.group.rank { return a.group.rank < b.group.rank }
        return x != y ? x > y : a.words.compareBytes(b.words) < 0
      }
    var (views, room, leftOut): ([PageView], Int, Int) = ([], limit, 0)
    let acting = sorted.filter { $0.group != .cause(.time) }
    let bars = RowBars(acting.map(\.count.tally.total))
    for (number, entry) in sorted.enumerated() {
      leftOut += entry.count.tally.total
      // Each group has its share of the room.
      var (view, used, shown) = self.view(
        number + 1, entry.words, entry.count, listed[entry.group] ?? [],
        room: room / (sorted.count - number))
      leftOut -= shown
      room -= used
      let isPassing = entry.group == .cause(.time)
      view.add("hasLosses", entry.losses > 0)
      view.add("isPassing", isPassing)
      view.add("bar", isPassing ? nil : bars.markup(entry.count.tally.total, isProblem: entry.losses > 0))
      views.append(view)
    }
    return (views, leftOut)
  }

  /// Adds the table of `diff`: a row for changes of one cause, kind and effect, losses first, each with an example; none for
  /// what only the passing of time explains.
  func addRows(_ log: ChangeLog, to view: inout PageView) {
    let rows = log.sortedRows.filter { $0.key.cause != .time && $0.key.cause != nil }
    let bars = RowBars(rows.map(\.value.count))
    view.add("hasChangeRows", !rows.isEmpty)
    view.add("changeRows", rows.prefix(ChangeGroups.rows)) { view, entry in
      let (key, row) = entry
      view.add("what", key.words)
      view.add("isLoss", key.isLost)
      view.add("kind", key.kind.name)
      view.add("cause", key.causeWords?.shown(200))
      view.add("count", row.count)
      view.add("bar", bars.markup(row.count, isProblem: key.isLost))
      view.add("accounts", row.accounts)
      view.add("account", row.sample.owner.words.shown(100))
      view.add("notification", row.sample.notification.text.shown(100))
      view.add("at", row.sample.local, in: year)
      view.add("anchor", example(row.sample))
    }
    view.add("changeRowsLeftOut", some: rows.count - ChangeGroups.rows)
  }

  private func view(
    _ number: Int, _ words: String, _ count: ChangeLog.Group, _ changes: [PlanChange], room: Int
  ) -> (PageView, used: Int, shown: Int) {
    var accounts: [[PlanChange]] = []
    var places: [AccountName: Int] = [:]
    for change in changes {
      let name = change.owner
      if let place = places[name] {
        accounts[place].append(change)
      } else {
        places[name] = accounts.count
        accounts.append([change])
      }
    }
    var (used, shown) = (0, 0)
    var listed: [PageView] = []
    let isLong = changes.count > ChangeGroups.maximumOpen
    // The table has examples of causes.
    let hasExamples = isLong && changes[0].causes.isEmpty
    let isLogged = changes.count == count.tally.total
    func loses(_ changes: [PlanChange]) -> Bool { changes.contains { $0.isLoss(asOf: now) } }
    accounts = accounts.filter(loses) + accounts.filter { !loses($0) }
    for account in accounts where used < room {
      let rows = self.rows(account)
      used += rows.bytes.count
      shown += account.count
      var view = PageView()
      view.add("account", account[0].owner.words.shown(300))
      view.add("app", account[0].app.shown(60))
      // For the last account in the log, only some changes may be known.
      view.add("tally", (isLogged ? "" : "listed: ") + ChangeLog.Tally(account).words)
      view.add("isOpen", !isLong)
      view.add("hasLoss", loses(account))
      view.add("rows", rows)
      listed.append(view)
    }
    var view = PageView()
    view.add("anchor", "change-\(number)")
    view.add("words", words)
    view.add("tally", "\(count.tally.words), in \(count.accounts.counted("account"))")
    view.add("from", count.from?.forReaders)
    view.add("isLong", isLong && !hasExamples)
    var examples = Markup()
    if hasExamples { for change in self.examples(accounts) { examples.append(row(change, isExample: true)) } }
    view.add("examples", hasExamples ? examples : nil)
    view.add("groupLeftOut", some: count.tally.total - shown)
    view.add("changedAccounts", listed)
    return (view, used, shown)
  }

  /// Returns the first loss of each account. Without losses, it prefers changes that go out in either plan.
  private func examples(_ accounts: [[PlanChange]]) -> [PlanChange] {
    let losses = accounts.lazy.compactMap { changes in changes.first { $0.isLoss(asOf: now) } }
    let sent = accounts.lazy.compactMap { changes in changes.first { $0.from != nil || $0.to != nil } }
    var chosen = Array(losses.prefix(ChangeGroups.examples))
    if chosen.isEmpty { chosen = Array(sent.prefix(ChangeGroups.examples)) }
    let others = accounts.joined().lazy.filter { [chosen] in !chosen.contains($0) }
    return chosen + others.prefix(ChangeGroups.examples - chosen.count)
  }

  /// Returns the rows of one account. Equal neighbors share a row that opens.
  private func rows(_ changes: [PlanChange]) -> Markup {
    var rows = Markup()
    var index = 0
    while index < changes.count {
      let end = changes[index...].firstIndex { !$0.isLike(changes[index]) } ?? changes.count
      let run = changes[index..<end]
      if run.count >= ChangeGroups.minimumRun {
        var inner = Markup()
        for change in run { inner.append(row(change)) }
        rows.append(templates.run.fill(view(run, inner)))
      } else {
        for change in run { rows.append(row(change)) }
      }
      index = end
    }
    return rows
  }

  /// Returns the view of `run.mustache`.
  func view(_ run: ArraySlice<PlanChange>, _ inner: Markup) -> PageView {
    let (first, last) = (run.first!, run.last!)
    let dates = run.compactMap { ($0.toLocal ?? $0.fromLocal ?? $0.local)?.date }
    var view = head(first)
    view.add("count", run.count)
    view.add("first", dates.min()?.short(in: year))
    view.add("last", dates.max() == dates.min() ? nil : dates.max()?.short(in: year))
    view.add("shift", first.shift == last.shift ? first.shiftForReaders : nil)
    view.add("rows", inner)
    return view
  }

  private func row(_ change: PlanChange, isExample: Bool = false) -> Markup {
    templates.change.fill(view(change, isExample: isExample))
  }

  private func head(_ change: PlanChange) -> PageView {
    var view = PageView()
    view.add("verb", change.verb.rawValue)
    view.add("sign", change.verb.sign)
    view.add("isLoss", change.isLoss(asOf: now))
    view.add("kind", change.kind.name)
    view.add("notification", change.notification.text.shown(300))
    view.add("reason", change.reason?.code)
    view.add("reasonWords", change.reason.map { (change.verb == .added ? "before: " : "") + $0.summary })
    return view
  }

  /// Returns the view of `change.mustache`.
  ///
  /// - Parameter isExample: Whether the line stands apart from its account.
  func view(_ change: PlanChange, isExample: Bool = false) -> PageView {
    var view = head(change)
    view.add("anchor", target(change))
    view.add("account", isExample ? change.owner.words.shown(300) : nil)
    let (from, to) = (change.fromLocal, change.toLocal)
    view.add("before", from, in: year)
    // On the same day, the time is enough.
    view.add("after", to.map { from?.date == $0.date ? .text($0.time.forReaders) : .local($0, in: year) } ?? .absent)
    view.add("isSame", from != nil && from == to)
    view.add("asked", from == nil && to == nil ? change.local : nil, in: year)
    view.add("zone", change.zone?.shown(100))
    view.add("from", change.from?.description)
    view.add("to", change.to?.description)
    view.add("shift", change.shiftForReaders)
    view.add("causes", change.causes.count > 1 ? change.causes.words : nil)
    view.add("differences", change.differences.filter { !$0.isOfTime }) {
      $0.add("words", $1.words.shown(600))
    }
    return view
  }
}

struct ChangeTemplates: Sendable {
  let change: PageTemplate
  let run: PageTemplate
}

extension ChangeLog.Tally {
  init(_ changes: [PlanChange]) {
    self.init()
    for change in changes { self[change.verb] += 1 }
  }
}

extension PlanChange.Verb {
  /// The sign before a line, as in a diff.
  fileprivate var sign: String {
    switch self {
    case .added: "+"
    case .removed: "−"
    case .moved: "→"
    case .changed: "~"
    }
  }
}

extension ChangeGroup {
  /// The position of the group: lower ranks first.
  fileprivate var rank: Int {
    switch self {
    case .cause(let cause): ChangeGroup.order.firstIndex(of: cause)!
    case .removed: 0
    case .moved: 1
    case .added: 2
    case .changed: 3
    }
  }

  fileprivate var words: String {
    switch self {
    case .cause(let cause): "By \(cause.words)"
    case .removed(let reason): reason.map { "Removed: \($0.summary)" } ?? "Removed"
    case .moved(let zone, let shift): "\(zone ?? "no zone"), by \(shift?.shiftForReaders ?? "nothing")"
    case .added: "Added"
    case .changed: "Changed"
    }
  }
}

extension Int64 {
  /// Seconds as `+1:00` or `−0:15`; nil for zero.
  fileprivate var shiftForReaders: String? {
    guard self != 0 else { return nil }
    let (seconds, words) = (magnitude, self < 0 ? "−" : "+")
    func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let rest = seconds % 60 == 0 ? "" : ":\(two(seconds % 60))"
    return "\(words)\(seconds / 3600):\(two(seconds / 60 % 60))\(rest)"
  }
}

extension PlanChange {
  /// The shift as `+1:00` or `−0:15`; nil if the time stays.
  var shiftForReaders: String? { shift?.shiftForReaders }
}
