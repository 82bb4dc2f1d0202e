import CivilTime
import PlanModel

extension AccountPlan {
  /// Compares what this plan scheduled by the `now` of the next one with the deliveries in the account's export.
  ///
  /// A delivery belongs to the nearest planned notification with its identifier and, if its id names one, its date. Within a
  /// minute, it was shown as planned; otherwise, at another time. Without a date, they may be at most 12 hours apart.
  ///
  /// - Parameters:
  ///   - earlier: This plan's `now`.
  ///   - account: The account in the export.
  ///   - now: The next plan's `now`.
  ///   - next: The next plan's requests, which give the kinds of notifications that this plan lacks.
  package func shown(
    since earlier: Instant, by account: Account, _ now: Instant, _ next: [NotificationRequest] = []
  ) -> ShownPlan {
    var result = ShownPlan()
    guard let seen = account.lastSeen(asOf: now) else { return result }
    result.seen = seen
    let entries = account.delivered.enumerated().filter { $1.at >= earlier && $1.at <= now }.sorted { a, b in
      a.element.at != b.element.at ? a.element.at < b.element.at : a.offset < b.offset
    }.map(\.element)
    let planned = decisions.indices.filter { decisions[$0].wentOut(by: now) }
    if entries.isEmpty, planned.isEmpty { return result }
    let byNotification = Dictionary(grouping: planned.indices) { notification(of: planned[$0]) }
    var pairs = [Instant?](repeating: nil, count: planned.count)
    var isPaired = [Bool](repeating: false, count: entries.count)
    for limit in [ShownPlan.sameTime, .max] {
      for (number, entry) in entries.enumerated() where !isPaired[number] {
        var nearest: (index: Int, distance: Int64)?
        for (name, date) in entry.names {
          for index in byNotification[name] ?? [] where pairs[index] == nil {
            let decision = decisions[planned[index]]
            if let date, date != decision.local?.date { continue }
            let distance = abs(entry.at.epochSeconds - decision.at!.epochSeconds)
            guard distance <= min(limit, date == nil ? ShownPlan.maximumDistance : .max) else { continue }
            if (distance, index) < nearest.map({ ($0.distance, $0.index) }) ?? (.max, .max) {
              nearest = (index, distance)
            }
          }
        }
        guard let nearest else { continue }
        pairs[nearest.index] = entry.at
        isPaired[number] = true
      }
    }
    for (index, decision) in planned.enumerated() {
      let (request, at) = (requests[Int(decisions[decision].request)], decisions[decision].at!)
      let isSame = pairs[index].map { abs($0.epochSeconds - at.epochSeconds) <= ShownPlan.sameTime }
      result.count(request.kind) { tally in
        tally.planned += 1
        switch isSame {
        case true?: tally.asPlanned += 1
        case false?: tally.otherTime += 1
        case nil:
          tally.notShown += 1
          if at > seen { tally.notSeen += 1 }
        }
      }
      if isSame != true {
        result.differences.append(.init(request.identifier, planned: at, shown: pairs[index]))
      }
    }
    let unpaired = entries.indices.filter { !isPaired[$0] && entries[$0].at > earlier }
    if unpaired.isEmpty { return result }
    // At a place, any time is as planned.
    let armed = Set(decisions.indices.filter { decisions[$0].outcome == .armed }.map(notification))
    let known = Dictionary((requests + next).map { ($0.identifier, $0) }) { first, _ in first }
    for number in unpaired {
      let entry = entries[number]
      let request = entry.names.lazy.compactMap { known[$0.name] }.first
      if entry.names.contains(where: { armed.contains($0.name) }) { continue }
      result.count(request?.kind) { $0.unplanned += 1 }
      result.differences.append(.init(request?.identifier ?? entry.id.notification, planned: nil, shown: entry.at))
    }
    return result
  }

  private func notification(of decision: Int) -> NotificationID {
    requests[Int(decisions[decision].request)].identifier
  }
}

extension Account.Delivered {
  /// The possible notifications of the id, each with the date that the ending names. The whole id may also be an identifier.
  fileprivate var names: [(name: NotificationID, date: LocalDate?)] {
    let whole = NotificationID(id.text)
    return whole == id.notification ? [(whole, nil)] : [(whole, nil), (id.notification, id.date)]
  }
}

extension ShownPlan {
  /// In seconds, as in check 14, which compares a delivery with a candidate.
  fileprivate static let sameTime: Int64 = 60
  fileprivate static let maximumDistance: Int64 = 12 * 3600
}

extension Decision {
  /// Returns whether a device with the plan has shown it by then.
  fileprivate func wentOut(by now: Instant) -> Bool {
    guard outcome == .scheduled || outcome == .ahead, let at else { return false }
    return at < now || at == now && !isLate
  }
}

extension Account {
  /// Returns the device's last sign of life: its newest delivery, the app in the foreground, or the record's `updatedAt`. nil if
  /// the export lists no delivery.
  func lastSeen(asOf now: Instant) -> Instant? {
    guard let newest = delivered.lazy.map(\.at).filter({ $0 <= now }).max() else { return nil }
    let opened = active.lazy.filter { $0.lowerBound <= now }.map { min($0.upperBound, now) }.max()
    return [newest, opened, updatedAt.map { min($0, now) }].compactMap(\.self).max()
  }
}
