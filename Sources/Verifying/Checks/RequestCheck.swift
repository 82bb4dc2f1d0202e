import CivilTime
import PlanFiles
import PlanModel

/// Occurrences and requests have unique names, and the device has a slot for each request.
enum RequestCheck {
  static func run(_ account: VerifiedAccount, _ run: VerifiedRun) {
    guard let file = run.files.plan?.name else { return }
    let details = account.details
    let limit = details?.slots.use.limit.map { max(0, $0 - (details?.slots.use.reserved ?? 0)) }
    var uids: [Occurrence: Int] = [:]
    var requests: [RequestID: Int] = [:]
    uids.reserveCapacity(account.lines.count)
    requests.reserveCapacity(account.lines.count)
    /// The latest start of a request with a slot.
    var lastTaken: (at: Instant, line: Int)?
    for index in account.undropped {
      let (line, number) = (account.lines[index], account.line(index))
      if let first = uids.updateValue(index, forKey: line.uid) {
        run.log.add(
          .uid, file, number, "the uid of line \(account.line(first)) again",
          expected: "a different one for each decision that goes out")
      }
      guard let request = line.request else { continue }
      if !isOwn(request, line) {
        run.log.add(
          .request, file, number, "the request \(request.text.quotedForDiagnostic)",
          expected:
            "\(line.notification.text.quotedForDiagnostic), or the same with @ and the date asked for or a part of its series"
        )
      }
      let first = requests.kept(index, for: request)
      if first != index {
        let other = account.lines[first]
        if !line.repeats || !other.repeats || line.item != other.item {
          run.log.add(
            .request, file, number,
            "the request \(request.text.quotedForDiagnostic) of line \(account.line(first)) again",
            expected: "another id, or one that repeats")
        }
        continue
      }
      if let limit, requests.count == limit + 1 {
        run.log.add(
          .slots, file, number, "request \(requests.count) of \(account.words)",
          expected: "at most \(limit), the device's slots but those that are reserved")
      }
      if let at = line.at, at >= lastTaken?.at ?? at { lastTaken = (at, number) }
    }
    // In a kept plan, past notifications have freed their slots.
    if account.stale == nil { checkLost(account, requests.count, limit: limit, lastTaken, file, run) }
    checkDetails(account, requests, run)
  }

  /// Checks that the earliest requests have the slots, and that no slot is free if a request is lost.
  private static func checkLost(
    _ account: VerifiedAccount, _ count: Int, limit: Int?, _ lastTaken: (at: Instant, line: Int)?, _ file: String,
    _ run: VerifiedRun
  ) {
    let isByKind = account.details?.slots.use.isByKind ?? false
    if !isByKind, let (at, number) = lastTaken,
      let lost = account.lines.indices.first(where: {
        account.lines[$0].reason == .slotLimit && account.lines[$0].at.map { $0 < at } ?? false
      })
    {
      run.log.add(
        .slots, file, number, "it has a slot, and line \(account.line(lost)), which is sooner, has none",
        expected: "slots for the soonest")
    }
    if account.details != nil, let lost = account.lines.firstIndex(where: { $0.reason == .slotLimit }),
      count < limit ?? .max
    {
      run.log.add(
        .slots, file, account.line(lost),
        "no slot, where \(count) of \(limit.map(String.init) ?? "any number") are taken",
        expected: "a dropped one only without free slots")
    }
  }

  private static func checkDetails(_ account: VerifiedAccount, _ requests: [RequestID: Int], _ run: VerifiedRun) {
    guard let details = account.details else { return }
    func note(_ found: String, _ expected: String) { run.note(account, found, expected) }
    if details.slots.use.used != requests.count {
      note("\(details.slots.use.used) slots used", "\(requests.count), the requests in plan.ndjson")
    }
    let numbers = details.slots.numbers.filter { $0 > 0 }
    if details.slots.use.used == requests.count, !requests.isEmpty,
      details.slots.numbers.count != account.lines.count || numbers.count != details.slots.use.used
        || zip(numbers.sorted(), 1...).contains(where: { $0 != $1 })
        || zip(details.slots.numbers, account.lines).contains(where: { $0 > 0 && $1.outcome == .dropped })
    {
      note(
        "slot numbers \(numbers.prefix(3).map(String.init).joined(separator: ", "))…", "one for each request, from 1 on"
      )
    }
    let horizon = account.lines.filter { $0.reason == .slotLimit }.compactMap(\.at).min()
    if details.coverageHorizon != horizon {
      note("coverageHorizon \(details.coverageHorizon.words)", "\(horizon.words), the first that finds no slot")
    }
  }
}

/// Whether `request` is a single request of the occurrence, or one that repeats its notification.
private func isOwn(_ request: RequestID, _ line: Shared<PlanLine>) -> Bool {
  if let date = line.uid.date, date == line.local?.date, request == RequestID(line.notification, on: date) {
    return true
  }
  return request == RequestID(line.notification)
    || request.part != .once && request.notification == line.notification
}

extension Dictionary {
  /// Returns the value for `key`, set to `new` if missing.
  fileprivate mutating func kept(_ new: Value, for key: Key) -> Value {
    // One lookup: two take 2 % more of `verify`.
    func known(_ value: inout Value) -> Value { value }
    return known(&self[key, default: new])
  }
}
