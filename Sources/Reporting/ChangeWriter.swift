import CivilTime
import Diagnostics
import PlanModel

/// The differences between two plans as text, JSON or a page.
package struct ChangeWriter {
  /// What was compared.
  package struct Subject: Sendable {
    package var title: String
    /// The first and the second plan in words.
    package var old: String
    package var new: String
    package var now: Instant

    package init(title: String, old: String, new: String, now: Instant) {
      self.title = title
      self.old = old
      self.new = new
      self.now = now
    }
  }

  /// Counts for one zone or account.
  fileprivate struct Tally {
    var moved = 0
    var appeared = 0
    var vanished = 0

    mutating func count(_ verb: PlanChange.Verb) {
      switch verb {
      case .moved: moved += 1
      case .appeared: appeared += 1
      case .vanished: vanished += 1
      }
    }

    var words: String { "\(moved) moved, \(appeared) appeared, \(vanished) vanished" }
  }

  private let subject: Subject
  private let changes: [PlanChange]
  /// The changes that were counted but are not listed.
  private let leftOut: Int
  private let total: Tally
  private let byZone: [(String, Tally)]
  private let byAccount: [(String, Tally)]

  /// - Parameters:
  ///   - changes: In the order to show them.
  ///   - leftOut: How many more there are.
  package init(_ subject: Subject, _ changes: [PlanChange], leftOut: Int = 0) {
    self.subject = subject
    self.changes = changes
    self.leftOut = leftOut
    var total = Tally()
    var zones: [String: Tally] = [:]
    var accounts: [String: Tally] = [:]
    for change in changes {
      total.count(change.verb)
      zones[change.zone ?? "no zone", default: Tally()].count(change.verb)
      accounts[change.account.text, default: Tally()].count(change.verb)
    }
    self.total = total
    byZone = zones.sorted { $0.key.compareBytes($1.key) < 0 }.map { ($0.key, $0.value) }
    byAccount = accounts.sorted { $0.key.compareBytes($1.key) < 0 }.map { ($0.key, $0.value) }
  }

  package var text: String {
    var lines = ["\(subject.title): \(subject.old) → \(subject.new), as of \(subject.now)"]
    if changes.isEmpty {
      lines.append("Nothing changes.")
      return lines.joined(separator: "\n") + "\n"
    }
    lines.append("\(total.words)\(leftOut > 0 ? "; \(leftOut) more are not listed" : "")")
    for (zone, tally) in byZone { lines.append("  \(zone): \(tally.words)") }
    var account: AccountID?
    for change in changes {
      if change.account != account {
        lines += ["", "account \(change.account) (\(change.app))"]
        account = change.account
      }
      lines.append("  " + words(change))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func words(_ change: PlanChange) -> String {
    var text = "\(change.verb.rawValue) \(change.notification)"
    if let local = change.local { text += ", \(local.forReaders) \(change.zone ?? "")" }
    switch change.verb {
    case .moved:
      text += ": \(change.from.words) → \(change.to.words)"
      if let shift = change.shift { text += " (\(shift.asShift))" }
    case .appeared:
      text += ": \(change.to.words)"
      if let reason = change.reason { text += ", before: \(reason.entry.summary)" }
    case .vanished:
      text += ": was \(change.from.words), now \(change.reason?.entry.summary ?? "not a candidate")"
    }
    return text
  }

  package var json: [UInt8] {
    var text: [UInt8] = Array("{\"format\":\"tickler-changes/1\"".utf8)
    text.appendMember("title", subject.title)
    text.appendMember("old", subject.old)
    text.appendMember("new", subject.new)
    text.appendMember("now", subject.now.description)
    text.appendKey("counts")
    text.append(total)
    text.appendKey("zones")
    text.appendTallies(byZone)
    text.appendKey("accounts")
    text.appendTallies(byAccount)
    text.appendKey("notListed")
    text.append(decimal: leftOut)
    text.appendKey("changes")
    text.appendList(changes) { text, change in
      text.appendMember("change", change.verb.rawValue)
      text.appendMember("account", change.account.text)
      text.appendMember("app", change.app)
      text.appendMember("kind", change.kind.rawValue)
      text.appendMember("item", change.item?.text)
      text.appendMember("notification", change.notification.text)
      text.appendMember("local", change.local?.description)
      text.appendMember("zone", change.zone)
      text.appendMember("from", change.from?.description)
      text.appendMember("to", change.to?.description)
      if let shift = change.shift {
        text.appendKey("shiftSeconds")
        text.append(decimal: shift)
      }
      text.appendMember("reason", change.reason?.rawValue)
    }
    text.append("}" as StaticString)
    return text.indentedJSON
  }
}

extension ChangeWriter {
  /// The differences as a page of their own.
  ///
  /// - Parameter text: The text of a file below the templates folder, and the name to show for it.
  package func html(_ text: (String) throws(FatalInput) -> (String, shownAs: String)) throws(FatalInput) -> String {
    let template = try ReportTemplates.template("report/changes.mustache", text)
    let style = try ReportStyle(text("report/style.css").0)
    var view = view
    view["style"] = style.text
    view["styleHash"] = style.hash
    return template.render(view)
  }
}

extension ChangeWriter {
  /// What `changes.mustache` shows.
  fileprivate var view: PageView {
    var view = PageView()
    view["title"] = subject.title
    view["old"] = subject.old
    view["new"] = subject.new
    view["now"] = subject.now.description
    view["isEmpty"] = changes.isEmpty
    view["verdict"] = changes.isEmpty ? "Nothing changes." : "\(total.words)."
    view["zones"] = byZone.map { name, tally in
      ["name": name, "moved": tally.moved, "appeared": tally.appeared, "vanished": tally.vanished] as [String: Any]
    }
    view["changes"] = changes.map { change in
      var row = PageView()
      row["account"] = change.account.text
      row["kind"] = change.kind.rawValue
      row["notification"] = change.notification.text
      row["local"] = change.local?.forReaders
      row["zone"] = change.zone
      row["verb"] = change.verb.rawValue
      row["from"] = change.from?.description
      row["to"] = change.to?.description
      row["shift"] = change.shift?.asShift
      row["reason"] = change.reason?.entry.summary
      return row
    }
    if leftOut > 0 { view["leftOut"] = leftOut }
    return view
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ tally: ChangeWriter.Tally) {
    appendCounts([("moved", tally.moved), ("appeared", tally.appeared), ("vanished", tally.vanished)])
  }

  fileprivate mutating func appendTallies(_ tallies: [(String, ChangeWriter.Tally)]) {
    appendObject(tallies) { text, entry in
      text.appendJSON(entry.0)
      text.append(UInt8(ascii: ":"))
      text.append(entry.1)
    }
  }
}

extension Instant? {
  fileprivate var words: String { map { "\($0)" } ?? "armed" }
}

extension Int64 {
  /// Seconds as `+1:00:00` or `-0:30:00`.
  var asShift: String {
    let value = magnitude
    func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(self < 0 ? "-" : "+")\(value / 3600):\(two(value / 60 % 60)):\(two(value % 60))"
  }
}
