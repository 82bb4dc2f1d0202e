import CivilTime

/// An id that an import of version 0.2.0 made: of one alarm of an event, such as `<uid>/-900s`, of one reminder of a task
/// of Tasks.org or Habitica, such as `<id>/2/-900s` or `<id>/<uuid>`, or of an entry without an id, such as `fav-3`. Or an
/// id of one date, such as `<uid>/2026-11-24`, whose rule is planned whole now.
/// Nothing else relates these to the ids of today.
package struct EarlierID {
  /// The ids that the item may have today, the likeliest first; empty if the id was generated.
  package private(set) var successors: [String]
  /// The distance of the alarm from the item in seconds; nil for an alarm at an instant.
  private var distance: Int64?
  /// The occurrence that the item was alone for.
  package private(set) var date: LocalDate?

  /// - Parameter text: An item's id, or the identifier of its notification.
  /// - Returns: nil if it is not such an id.
  package init?(_ text: String) {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if EarlierID.isGenerated(text) {
      successors = []
      return
    }
    if let last = parts.last, let date = LocalDate(iso8601: last.utf8) {
      self.date = date
      parts.removeLast()
    }
    let whole = date == nil ? "" : parts.joined(separator: "/")
    successors = [whole]
    guard parts.count > 1, let alarm = parts.popLast() else {
      if whole.isEmpty { return nil }
      return
    }
    let duration = alarm.hasPrefix("end") ? alarm.dropFirst(3) : alarm
    if duration.hasSuffix("s"), let seconds = Int64(duration.dropLast()) {
      distance = seconds
    } else if Instant(rfc3339: alarm.utf8) == nil, alarm.split(separator: "-").map(\.utf8.count) != [8, 4, 4, 4, 12] {
      if whole.isEmpty { return nil }
      return
    }
    let uid = parts.joined(separator: "/")
    // The type of a reminder of Tasks.org.
    let isTyped = parts.count > 1 && parts[parts.count - 1].utf8.count == 1
    let task = isTyped ? [parts.dropLast().joined(separator: "/")] : []
    successors = (date.map { ["\(uid)/\($0)"] } ?? []) + [uid] + task
  }

  /// Whether the id is the number of a HomeBank template, or the hash of a table's row.
  private static func isGenerated(_ text: String) -> Bool {
    text.split(separator: ".").contains { part in
      let words = part.split(separator: "-")
      guard let first = words.first else { return false }
      return first == "fav" && words.count > 1 && Int(words[1]) != nil
        || first.utf8.count == 32 && first.allSatisfy(\.isHexDigit)
    }
  }

  /// The distance of the alarm as a reminder's; nil for an alarm at an instant, or from the item's end.
  package var reminder: ReminderOffset? {
    distance.flatMap { $0 == 0 ? .due : ReminderOffset("\($0 < 0 ? "-" : "+")\(abs($0 / 60))m") }
  }

  /// Returns whether a notification of today can be the one that this identifier named.
  package func isBefore(_ notification: NotificationID) -> Bool {
    successors.contains { notification.text == $0 || notification.text.hasPrefix($0 + ".") }
  }

  /// Returns the due date of today's item for a date of the earlier one, which was the alarm's.
  ///
  /// - Parameter zone: The account's, in which the earlier item's dates were.
  package func due(_ date: LocalDate, of item: Item, in zone: Zone) -> LocalDate {
    guard let schedule = item.schedule, !schedule.repetition.isNone else { return item.schedule?.start ?? date }
    if let own = self.date { return own }
    guard let distance else { return date }
    let time = item.times.all.first ?? .midnight
    let second = Int64(time.secondOfDay) + distance
    let due = date.adding(days: -Int((Double(second) / 86_400).rounded(.down)))
    guard let own = item.zone else { return due }
    return [0, 1, -1].map { due.adding(days: $0) }.first { due in
      guard case .unique(let at) = own.mapping(of: due.at(time)) else { return false }
      let alarm = at.advanced(bySeconds: distance)
      return alarm.local(at: zone.offset(at: alarm)).date == date
    } ?? due
  }
}
