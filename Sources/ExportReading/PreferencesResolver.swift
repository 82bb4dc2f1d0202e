import CivilTime
import Diagnostics
import PlanModel

/// A preference that cannot be read never takes its account down: the kinds that read it make no candidates.
extension RecordResolver {
  /// - Parameter policy: The account's, where it has one: it says which kinds quiet hours concern.
  mutating func preferences(at index: Int, _ policy: Shared<Policy>?) -> Preferences {
    var preferences = Preferences()
    guard isObject(index, "preferences") else {
      rejectedCount += 1
      preferences.unreadable = Set(Kind.all)
      return preferences
    }
    readFields(
      of: index,
      known: [
        .enabled, .kinds, .quietHours, .dailyReminder, .nudges, .recap, .morning, .bedtime, .bills, .digest,
        .appBlocking,
      ])
    let fields = self.fields
    func child(_ name: FieldName) -> Int? { fields[name] >= 0 ? Int(fields[name]) : nil }

    if let at = child(.enabled) {
      preferences.isEnabled = reading(&preferences, Set(Kind.all)) { $0.bool(at, "preferences.enabled") }
    }
    if let at = child(.kinds) { kinds(at, &preferences) }
    if let at = child(.quietHours) {
      preferences.quietHours = reading(&preferences, heldBack(by: policy)) { $0.quietHours(at) }
    }
    if let at = child(.dailyReminder) {
      preferences.dailyReminderTime = reading(&preferences, [Kind("dailyReminder")]) {
        $0.object(at, "preferences.dailyReminder", [.time]) { $0.optional(.time, in: $1) { $0.time($1, $2) } }
      }
    }
    if let at = child(.nudges) {
      preferences.nudges = reading(&preferences, [Kind("nudge")]) { $0.nudges(at) } ?? Preferences.Nudges()
    }
    if let at = child(.recap) {
      preferences.recapTime = reading(&preferences, [Kind("recap")]) {
        $0.object(at, "preferences.recap", [.time]) { $0.optional(.time, in: $1) { $0.time($1, $2) } }
      }
    }
    if let at = child(.morning) {
      preferences.morning = reading(&preferences, [Kind("morning")]) { $0.morning(at) }
    }
    if let at = child(.bedtime) {
      preferences.bedtime = reading(&preferences, [Kind("bedtime")]) { $0.bedtime(at) }
    }
    if let at = child(.bills) {
      preferences.bills =
        reading(&preferences, [Kind("bill"), Kind("overdue")]) { $0.bills(at) } ?? Preferences.Bills()
    }
    if let at = child(.digest) {
      preferences.digest = reading(&preferences, [Kind("digest")]) { $0.digest(at) } ?? Preferences.Digest()
    }
    if let at = child(.appBlocking) {
      preferences.appBlocking = reading(&preferences, [Kind("unlock")]) { $0.bool(at, "preferences.appBlocking") }
    }
    return preferences
  }

  /// The kinds that look at quiet hours: not the critical ones, and not places, which have no time.
  private func heldBack(by policy: Shared<Policy>?) -> Set<Kind> {
    Set(Kind.all.filter { $0.name != "location" && policy?[$0]?.isCritical != true })
  }

  /// Runs `read`; where it reports an error, `kinds` make no candidates.
  private mutating func reading<Result>(
    _ preferences: inout Preferences, _ kinds: Set<Kind>, _ read: (inout RecordResolver) -> Result?
  ) -> Result? {
    let (errors, told) = (errorCount, diagnostics.count)
    let result = read(&self)
    guard errorCount > errors else { return result }
    for index in told..<diagnostics.count where diagnostics[index].code == .badValue {
      diagnostics[index].code = .preference
    }
    preferences.unreadable.formUnion(kinds)
    rejectedCount += 1
    return nil
  }

  private mutating func object<Result>(
    _ index: Int, _ path: String, _ known: FieldSet, _ read: (inout RecordResolver, String) -> Result?
  ) -> Result? {
    guard isObject(index, FieldLabel(stringLiteral: path)) else { return nil }
    readFields(of: index, known: known)
    return read(&self, path)
  }

  private mutating func kinds(_ index: Int, _ preferences: inout Preferences) {
    guard isObject(index, "preferences.kinds") else {
      preferences.unreadable = Set(Kind.all)
      rejectedCount += 1
      return
    }
    for child in record.children(of: index) {
      let value = record.values[child]
      guard value.name != .unknown, let kind = Kind(known: value.name.rawValue) else {
        unknownField(child)
        continue
      }
      if value.type == .null { continue }
      preferences.kinds[kind] = reading(&preferences, [kind]) { $0.bool(child, "preferences.kinds.\(kind.name)") }
    }
  }

  private mutating func quietHours(_ index: Int) -> QuietHours? {
    object(index, "preferences.quietHours", [.start, .end]) { resolver, path in
      let start = resolver.required(.start, in: index, "a time of day", inside: path) { $0.time($1, $2) }
      let end = resolver.required(.end, in: index, "a time of day", inside: path) { $0.time($1, $2) }
      guard let start, let end else { return nil }
      return QuietHours(start: start, end: end)
    }
  }

  private mutating func nudges(_ index: Int) -> Preferences.Nudges? {
    object(index, "preferences.nudges", [.morning, .afternoon, .evening]) { resolver, path in
      var nudges = Preferences.Nudges()
      nudges.morning = resolver.optional(.morning, in: path) { $0.time($1, $2) }
      nudges.afternoon = resolver.optional(.afternoon, in: path) { $0.time($1, $2) }
      nudges.evening = resolver.optional(.evening, in: path) { $0.time($1, $2) }
      return nudges
    }
  }

  private mutating func morning(_ index: Int) -> Preferences.Morning? {
    object(index, "preferences.morning", [.time, .days, .changedAt]) { resolver, path in
      let range = LocalTime(hour: 4, minute: 0)!...LocalTime(hour: 16, minute: 0)!
      let time = resolver.required(.time, in: index, "a time of day from 04:00 to 16:00", inside: path) {
        $0.time($1, $2)
      }
      if let time, !range.contains(time) {
        resolver.badValue(
          Int(resolver.fields[.time]), "\(path).time", expected: "a time of day from 04:00 to 16:00")
      }
      let days = resolver.required(.days, in: index, "a list of weekdays, not empty", inside: path) {
        $0.weekdays($1, $2)
      }
      if let days, days.isEmpty {
        resolver.badValue(Int(resolver.fields[.days]), "\(path).days", expected: "a list of weekdays, not empty")
      }
      let changedAt = resolver.optional(.changedAt, in: path) { $0.instant($1, $2) }
      guard let time, let days else { return nil }
      return Preferences.Morning(time: time, days: days, changedAt: changedAt)
    }
  }

  private mutating func bedtime(_ index: Int) -> Preferences.Bedtime? {
    object(index, "preferences.bedtime", [.time, .days]) { resolver, path in
      let time = resolver.required(.time, in: index, "a time of day", inside: path) { $0.time($1, $2) }
      let days = resolver.optional(.days, in: path) { $0.weekdays($1, $2) }
      return time.map { Preferences.Bedtime(time: $0, days: days ?? .all) }
    }
  }

  private mutating func bills(_ index: Int) -> Preferences.Bills? {
    object(index, "preferences.bills", [.time, .onDueDate, .dayBefore]) { resolver, path in
      var bills = Preferences.Bills()
      bills.time = resolver.optional(.time, in: path) { $0.time($1, $2) }
      bills.onDueDate = resolver.optional(.onDueDate, in: path) { $0.bool($1, $2) }
      bills.dayBefore = resolver.optional(.dayBefore, in: path) { $0.bool($1, $2) }
      return bills
    }
  }

  private mutating func digest(_ index: Int) -> Preferences.Digest? {
    object(index, "preferences.digest", [.day, .time]) { resolver, path in
      var digest = Preferences.Digest()
      digest.day = resolver.optional(.day, in: path) { $0.weekday($1, $2) }
      digest.time = resolver.optional(.time, in: path) { $0.time($1, $2) }
      return digest
    }
  }
}
