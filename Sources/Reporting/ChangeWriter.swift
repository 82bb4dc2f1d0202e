import CivilTime
import PlanModel

/// The differences between two plans as text or JSON; ``ChangePage`` makes a page of them.
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

  let subject: Subject
  let log: ChangeLog

  package init(_ subject: Subject, _ log: ChangeLog) {
    self.subject = subject
    self.log = log
  }

  package var text: String {
    var lines = ["\(subject.title): \(subject.old) → \(subject.new), as of \(subject.now)"]
    if log.isEmpty {
      lines.append("Nothing changes.")
      return lines.joined(separator: "\n") + "\n"
    }
    lines.append("\(log.total.words), in \(log.accounts.of("account"))")
    for cause in ChangeCause.allCases {
      if let tally = log.causes[cause] { lines.append("  by \(cause.words): \(tally.words)") }
    }
    for (zone, tally) in log.sortedZones { lines.append("  \(zone): \(tally.words)") }
    var account: AccountID?
    for change in log.listed {
      if change.account != account {
        lines += ["", "account \(change.account) (\(change.app))"]
        account = change.account
      }
      lines.append("  " + words(change))
    }
    if log.leftOut > 0 { lines += ["", "\(log.leftOut) more are not listed."] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func words(_ change: PlanChange) -> String {
    var text = "\(change.verb.rawValue) \(change.notification)"
    if let local = change.local { text += ", \(local.forReaders) \(change.zone ?? "")" }
    switch change.verb {
    case .moved:
      text += ": \(change.from.words) → \(change.to.words)"
      if let shift = change.shift { text += " (\(shift.asShift))" }
    case .added:
      text += ": \(change.to.words)"
      if let reason = change.reason { text += ", before: \(reason.entry.summary)" }
    case .removed:
      text += ": was \(change.from.words), now \(change.reason?.entry.summary ?? "not a candidate")"
    case .changed: break
    }
    if !change.differences.isEmpty { text += "; " + change.differences.map(\.words).joined(separator: "; ") }
    if let cause = change.cause { text += " [\(cause.words)]" }
    return text
  }

  package var json: [UInt8] {
    var text: [UInt8] = Array("{\"format\":\"tickler-changes/1\"".utf8)
    text.appendMember("title", subject.title)
    text.appendMember("old", subject.old)
    text.appendMember("new", subject.new)
    text.appendMember("now", subject.now)
    log.appendFields(to: &text)
    text.append("}" as StaticString)
    return text.indentedJSON
  }
}

extension ChangeLog {
  /// By zone name.
  var sortedZones: [(key: String, value: Tally)] { zones.sorted { $0.key.compareBytes($1.key) < 0 } }

  /// The members of its object, without braces.
  func appendFields(to text: inout [UInt8]) {
    text.appendKey("counts")
    text.append(total)
    text.appendKey("causes")
    let known = ChangeCause.allCases.compactMap { cause in causes[cause].map { (cause.rawValue, $0) } }
    text.appendObject(known) { text, entry in
      text.appendJSON(entry.0)
      text.append(UInt8(ascii: ":"))
      text.append(entry.1)
    }
    text.appendKey("zones")
    text.appendObject(sortedZones) { text, entry in
      text.appendJSON(entry.key)
      text.append(UInt8(ascii: ":"))
      text.append(entry.value)
    }
    text.appendKey("accounts")
    text.append(decimal: accounts)
    text.appendKey("notListed")
    text.append(decimal: leftOut)
    text.appendKey("changes")
    text.appendList(listed) { text, change in change.appendFields(to: &text) }
  }
}

extension PlanChange {
  fileprivate func appendFields(to text: inout [UInt8]) {
    text.appendMember("change", verb.rawValue)
    text.appendMember("account", account.text)
    text.appendMember("app", app)
    text.appendMember("kind", kind.name)
    text.appendMember("item", item?.text)
    text.appendMember("notification", notification.text)
    text.appendMember("local", local?.description)
    text.appendMember("zone", zone)
    text.appendMember("from", from)
    text.appendMember("to", to)
    if let shift {
      text.appendKey("shiftSeconds")
      text.append(decimal: shift)
    }
    text.appendMember("reason", reason?.code)
    text.appendMember("cause", cause?.rawValue)
    guard !differences.isEmpty else { return }
    text.appendKey("differences")
    text.appendList(differences) { text, difference in
      text.appendMember("field", difference.field)
      text.appendMember("old", difference.old)
      text.appendMember("new", difference.new)
    }
  }
}

extension PlanChange.Difference {
  /// `title "A" → "B"`.
  var words: String {
    let side = { (value: String?) in value.map { "\"\($0)\"" } ?? "none" }
    return "\(field) \(side(old)) → \(side(new))"
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ tally: ChangeLog.Tally) {
    appendCounts(PlanChange.Verb.allCases.map { ($0.rawValue, tally[$0]) })
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
