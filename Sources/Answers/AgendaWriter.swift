import Bytes
import CivilTime
import Diagnostics
import PlanFiles
import PlanModel
import RunModel

/// One notification of an agenda.
package struct AgendaEntry: Sendable {
  package var account: AccountName
  package var kind: Kind
  package var notification: NotificationID
  package var title: String
  package var body: String
  /// nil: it waits for a place.
  package var at: Instant?
  /// As a clock shows `at`, and where that clock is.
  package var local: LocalDateTime?
  package var zone: String?

  package init(
    account: AccountName, kind: Kind, notification: NotificationID, title: String, body: String, at: Instant?,
    local: LocalDateTime?, zone: String?
  ) {
    (self.account, self.kind, self.notification) = (account, kind, notification)
    (self.title, self.body) = (title.isEmpty ? kind.name : title, body)
    (self.at, self.local, self.zone) = (at, local, zone)
  }
}

/// Tells of what goes out as `tickler list` and `tickler next` print it: by day, in local times.
package struct AgendaWriter {
  private let entries: [AgendaEntry]
  private let left: Int
  private let now: Instant
  private let paint: Paint

  /// Bold, cyan and faint, where a terminal shows them (ECMA-48, SGR).
  private struct Paint {
    let isOn: Bool

    func bold(_ text: String) -> String { isOn ? "\u{1b}[1m\(text)\u{1b}[0m" : text }
    func time(_ text: String) -> String { isOn ? "\u{1b}[36m\(text)\u{1b}[0m" : text }
    func faint(_ text: String) -> String { isOn ? "\u{1b}[2m\(text)\u{1b}[0m" : text }
  }

  /// - Parameters:
  ///   - entries: Those that wait for a place first, then in order of local time.
  ///   - left: How many more there are.
  package init(_ entries: [AgendaEntry], left: Int, now: Instant, hasColors: Bool) {
    (self.entries, self.left, self.now) = (entries, left, now)
    paint = Paint(isOn: hasColors)
  }

  package var text: String {
    if entries.isEmpty { return "Nothing goes out.\n" }
    // What all have in common is not said of each.
    let zones = Set(entries.compactMap(\.zone))
    let (hasZones, hasAccounts) = (zones.count > 1, Set(entries.map(\.account)).count > 1)
    var lines: [String] = []
    var day: LocalDate??
    for entry in entries {
      if day != .some(entry.local?.date) {
        if day != nil { lines.append("") }
        day = .some(entry.local?.date)
        lines.append(paint.bold(entry.local?.date.heading ?? "At a place"))
      }
      var words = "  "
      if let local = entry.local { words += paint.time(local.time.forReaders) + "  " }
      words += entry.title.onOneLine
      if !entry.body.isEmpty { words += paint.faint("  \(entry.body.onOneLine)") }
      if hasAccounts { words += paint.faint("  (\(entry.account.label))") }
      if hasZones, let zone = entry.zone { words += paint.faint("  \(zone)") }
      lines.append(words)
    }
    if !hasZones, let zone = zones.first { lines += ["", paint.faint("Times in \(zone).")] }
    if left > 0 { lines.append("\(left) more: --account ID, --on DATE or --days N lists less.") }
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: WrittenBytes {
    FieldWriter.document { json in
      json.member("format", "tickler-list/1")
      json.member("now", now)
      json.member("left", left)
      json.list("entries", entries) { json, entry in
        json.member("account", entry.account.id.text)
        json.member("app", entry.account.app ?? "")
        json.member("device", entry.account.device)
        json.member("kind", entry.kind.name)
        json.member("notification", entry.notification.text)
        if let at = entry.at { json.member("at", at) }
        if let local = entry.local { json.member("local", local.description) }
        if let zone = entry.zone { json.member("zone", zone) }
        json.member("title", entry.title)
        if !entry.body.isEmpty { json.member("body", entry.body) }
      }
    }
  }
}

extension AccountName {
  fileprivate var label: String { (words + (app.map { " of \($0)" } ?? "")).onOneLine }
}

extension LocalDate {
  /// `Saturday, 24 October 2026`.
  fileprivate var heading: String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    let day = "\(weekday)"
    return "\(day.prefix(1).uppercased())\(day.dropFirst()), \(self.day) \(months[month - 1]) \(year)"
  }
}
