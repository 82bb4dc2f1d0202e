import Bytes
import CivilTime
import Diagnostics
import OwnWords
import PlanFiles
import PlanModel
import RunModel

/// One occurrence of an agenda, with its notifications.
package struct AgendaEntry: Sendable {
  package var account: AccountName
  package var kind: Kind
  package var notification: NotificationID
  /// The number of its item, by which a change can name it; `nil` to show none.
  package var number: Int?
  package var title: String
  package var body: String
  /// `nil` for a notification that waits for a place.
  package var at: Instant?
  /// The soonest that it goes out or happens.
  package var next: Instant?
  /// `at` as a local clock shows it, and the zone of that clock.
  package var local: LocalDateTime?
  package var zone: String?
  /// Whether it has a time of day. A whole day has none.
  package var hasTime = true
  /// When it ends: for whole days, the midnight after them; `nil` if unknown.
  package var end: Instant?
  /// The end to show, for whole days the last one; `nil` to show none.
  package var until: About?
  /// When its reminders go out on the local clock; empty if that is at its own time.
  package var reminders: [LocalDateTime] = []
  /// The notifications about it; empty if it is one itself.
  package var notifications: [AgendaEntry] = []
  /// What it is about, on the clock of its item; `nil` if that is its own time or date.
  package var about: About?
  /// The due date as moved by closed days; `nil` if they do not move it.
  package var due: ShiftedDue?
  /// The share of a bill that needs no payment; `nil` for a notification.
  package var share: AgendaSum.Share?

  package init(
    account: AccountName, kind: Kind, notification: NotificationID, number: Int? = nil, title: String, body: String,
    at: Instant?, local: LocalDateTime?, zone: String?, due: ShiftedDue? = nil
  ) {
    self.due = due
    (self.account, self.kind, self.notification, self.number) = (account, kind, notification, number)
    (self.title, self.body) = (title.isEmpty ? kind.name : title, body)
    (self.at, self.local, self.zone) = (at, local, zone)
  }
}

/// Writes upcoming notifications as `tickler list` and `tickler next` print them: by day, in local times.
package struct AgendaWriter {
  private let entries: [AgendaEntry]
  private let overdue: [AgendaEntry]
  private let words: any OwnWords
  private let sums: [AgendaSum]
  /// The digits of the largest number; 0 if none is shown.
  private let numberWidth: Int
  private let left: Int
  private let now: Instant
  private let today: LocalDate?
  private let days: Int?
  private let terminal: TerminalText

  /// - Parameters:
  ///   - entries: First those that wait for a place, then the others in order of local time.
  ///   - overdue: Past tasks that are not done, in order of local time.
  ///   - left: The number of entries that are not shown.
  ///   - today: The date of `now`; `nil` if the clocks of the entries disagree.
  ///   - days: The number of days after today that the entries cover; `nil` if they cover something else.
  ///   - words: Words in the language of all entries.
  ///   - sums: The totals of these days' bills.
  ///   - columns: The width of the terminal; `nil` for 80.
  package init(
    _ entries: [AgendaEntry], overdue: [AgendaEntry], left: Int, now: Instant, today: LocalDate?, days: Int?,
    words: any OwnWords, sums: [AgendaSum] = [], columns: Int?, hasColors: Bool
  ) {
    (self.words, self.sums) = (words, sums)
    self.overdue = overdue
    numberWidth = "\((entries + overdue).compactMap(\.number).max().map { "\($0)" } ?? "")".count
    (self.entries, self.left, self.now, self.today, self.days) = (entries, left, now, today, days)
    terminal = TerminalText(columns: columns ?? 80, hasColors: hasColors)
  }

  package var text: String {
    if entries.isEmpty, overdue.isEmpty { return words.nothing(days) + "\n" }
    // Accounts and zones are shown only if entries differ in them.
    let all = overdue + entries
    let zones = Set(all.compactMap(\.zone))
    let (hasZones, hasAccounts) = (zones.count > 1, Set(all.map(\.account)).count > 1)
    func details(_ entry: AgendaEntry, _ body: String) -> [String] {
      // The dash tells the words of the notification from its title.
      var details = body.isEmpty ? [] : ["– \(body.visible)"]
      if let due = entry.due { details.append(words.words(due)) }
      if let share = entry.share { details.append(word(of: share)) }
      let due = entry.due?.moved ?? entry.about?.date
      let isOverdue = due.map { due in entry.local.map { due < $0.date } ?? false } ?? false
      if let until = entry.until, let date = entry.local?.date {
        let end = until.time.map { times([until.date.at($0)], after: date) } ?? [words.short(until.date)]
        details.append(words.until(end[0]))
      } else if !entry.hasTime, body.isEmpty, !isOverdue, let date = entry.local?.date, let today, date > today {
        details.append(words.ahead(date.days(since: today)))
      }
      if let date = entry.local?.date, !entry.reminders.isEmpty {
        details.append(words.reminders(times(entry.reminders, after: date)))
      }
      if hasAccounts { details.append("(\(entry.account.label))") }
      if hasZones, let zone = entry.zone { details.append(zone) }
      return details
    }
    var lines: [String] = []
    if !overdue.isEmpty {
      lines.append(terminal.paint(words.overdue, .bold))
      lines += overdue.map { line(of: $0, details($0, ""), isOverdue: true) }
    }
    for day in byDay {
      if !lines.isEmpty { lines.append("") }
      lines.append(terminal.paint(day.date.map(heading) ?? words.atPlace, .bold))
      if day.entries.isEmpty { lines.append(faint("  " + words.nothingLeft)) }
      for entry in day.entries { lines.append(line(of: entry, details(entry, entry.body))) }
    }
    if !sums.isEmpty { lines.append("") }
    for sum in sums {
      let word = word(of: sum.share)
      lines.append(faint("\(word.prefix(1).uppercased())\(word.dropFirst()): \(sum.text.visible)."))
    }
    if !hasZones, let zone = zones.first { lines += ["", faint(words.times(in: zone))] }
    if left > 0 { lines.append(words.more(left)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func word(of share: AgendaSum.Share) -> String {
    switch share {
    case .toPay: words.toPay
    case .paysItself: words.paysItself
    case .income: words.income
    }
  }

  /// The entries by date. Today is listed even without entries, if they cover it.
  private var byDay: [(date: LocalDate?, entries: [AgendaEntry])] {
    var byDay: [(date: LocalDate?, entries: [AgendaEntry])] = []
    for entry in entries {
      if byDay.isEmpty || byDay[byDay.count - 1].date != entry.local?.date { byDay.append((entry.local?.date, [])) }
      byDay[byDay.count - 1].entries.append(entry)
    }
    if days != nil, let today, !byDay.contains(where: { $0.date == today }) {
      byDay.insert((today, []), at: byDay.firstIndex { $0.date.map { $0 > today } ?? false } ?? byDay.count)
    }
    return byDay
  }

  private func heading(_ date: LocalDate) -> String {
    let heading = words.heading(date)
    return switch today.map({ date.days(since: $0) }) {
    case 0: "\(words.today), \(heading)"
    case 1: "\(words.tomorrow), \(heading)"
    default: heading.prefix(1).uppercased() + heading.dropFirst()
    }
  }

  /// Returns times as text, with their date if it differs from the one before.
  private func times(_ times: [LocalDateTime], after date: LocalDate) -> [String] {
    var date = date
    return times.map { time in
      defer { date = time.date }
      return (time.date == date ? "" : words.short(time.date) + " ") + time.time.forReaders
    }
  }

  /// Breaks an entry at the terminal's width, with later lines below its title.
  private func line(of entry: AgendaEntry, _ details: [String], isOverdue: Bool = false) -> String {
    let column = entry.local.map { local in
      let time = local.time.forReaders
      return (isOverdue ? "\(local.date) " : "") + (entry.hasTime ? time : String(repeating: " ", count: time.count))
    }
    var indent = column.map { $0.terminalWidth + 4 } ?? 2
    var text = column.map { "  \(entry.hasTime || isOverdue ? terminal.paint($0, .cyan) : $0)  " } ?? "  "
    if numberWidth > 0 {
      let number = entry.number.map { "\($0)" } ?? ""
      text += faint(String(repeating: " ", count: numberWidth - number.count) + number) + "  "
      indent += numberWidth + 2
    }
    let title = (text: entry.title.beginning[...], paint: { (text: String) in text })
    return text + terminal.flow([title] + details.map { ($0[...], faint) }, at: indent, indent: indent)
  }

  private func faint(_ text: String) -> String { terminal.paint(text, .faint) }

  package var json: WrittenBytes {
    FieldWriter.document { json in
      json.member("format", "tickler-list/1")
      json.member("now", now)
      json.member("left", left)
      if !overdue.isEmpty { json.list("overdue", overdue) { json, entry in write(entry, &json) } }
      let notifications = entries.flatMap { $0.notifications.isEmpty ? [$0] : $0.notifications }
      let order = notifications.indices.sorted { a, b in
        let (x, y) = (notifications[a].local, notifications[b].local)
        return x == y ? a < b : y.map { y in x.map { $0 < y } ?? true } ?? false
      }
      json.list("entries", order.map { notifications[$0] }) { json, entry in write(entry, &json) }
      let all = sums.flatMap { sum in sum.sums.map { (sum.share, $0) } }
      if !all.isEmpty {
        json.list("sums", all) { json, sum in
          json.member("share", sum.0.rawValue)
          json.member("amount", sum.1.amount.description)
          if let currency = sum.1.currency { json.member("currency", currency) }
        }
      }
    }
  }

  private func write(_ entry: AgendaEntry, _ json: inout FieldWriter) {
    json.member("account", entry.account.id.text)
    json.member("app", entry.account.app ?? "")
    json.member("device", entry.account.device)
    json.member("kind", entry.kind.name)
    json.member("notification", entry.notification.text)
    if let number = entry.number { json.member("number", number) }
    if let at = entry.at { json.member("at", at) }
    if let local = entry.local { json.member("local", local.description) }
    if let zone = entry.zone { json.member("zone", zone) }
    if let about = entry.about { json.member("about", about.description) }
    json.member("title", entry.title)
    if !entry.body.isEmpty { json.member("body", entry.body) }
    if let share = entry.share { json.member("share", share.rawValue) }
    if let due = entry.due {
      json.member("due", due.due.description)
      json.member("moved", due.moved.description)
    }
  }
}

extension String {
  /// The text on one line, cut after 60 characters.
  fileprivate var beginning: String {
    let scalars = unicodeScalars.prefix(60)
    return String(scalars).visible + (scalars.endIndex == endIndex ? "" : "…")
  }
}

extension AccountName {
  fileprivate var label: String { (words + (app.map { " of \($0)" } ?? "")).beginning }
}
