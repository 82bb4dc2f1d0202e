import CivilTime
import PlanFiles
import PlanModel

/// After its actions, a device holds exactly the plan's requests, within its limit.
enum ActionCheck {
  /// The notification of a request and its instant.
  private struct Occurrence: Hashable {
    var notification: NotificationID
    var at: Instant?

    init(_ notification: NotificationID, _ at: Instant?) { (self.notification, self.at) = (notification, at) }
  }

  static func run(_ account: VerifiedAccount, _ clock: VerifiedClock, _ run: VerifiedRun) {
    guard let file = run.files.actions?.name, let actions = account.actions else { return }
    func note(_ index: Int, _ found: String, _ expected: String) {
      run.log.add(.actions, file, account.firstAction + index, found, expected: expected)
    }
    for index in actions.indices.dropFirst() where actions[index].action.isBefore(actions[index - 1].action) {
      run.log.add(
        .order, file, account.firstAction + index, "it belongs before the line above",
        expected: "an account's actions in the order in which its device carries them out")
    }
    for (index, line) in actions.enumerated() {
      for (found, expected) in contradictions(line, account) { note(index, found, expected) }
    }
    // Without a plan there is nothing to compare with; for a kept one, the device's content is unknown.
    guard run.files.plan != nil, account.stale == nil else { return }
    let named = Set(actions.map { $0.value.action.request })
    var wanted: Set<Int> = []
    var byID: [RequestID: Int] = [:]
    /// Requests that no action names: the device may hold them under other ids.
    var nameless: [Occurrence: [Int]] = [:]
    var repeated: Set<RequestID> = []
    for index in account.undropped {
      let line = account.lines[index]
      // Only the first line of a repeating request.
      if line.repeats, let request = line.request, !repeated.insert(request).inserted { continue }
      wanted.insert(index)
      if let id = line.request, named.contains(id) {
        byID[id] = index
      } else {
        nameless[Occurrence(line.notification, line.at), default: []].append(index)
      }
    }
    /// Returns the line of the request that the device holds after an action.
    func take(_ action: Action) -> Int? {
      let occurrence = Occurrence(action.notification, action.at)
      if let index = byID[action.request],
        Occurrence(account.lines[index].notification, account.lines[index].at) == occurrence
      {
        return wanted.remove(index)
      }
      return nameless[occurrence]?.popLast().flatMap { wanted.remove($0) }
    }
    var held = 0
    for (index, line) in actions.enumerated() {
      let action = line.action
      guard ![.withdraw, .cancel].contains(action.verb) else { continue }
      held += 1
      if action.verb == .keep, action.reason != nil { continue }
      guard let place = take(action) else {
        note(
          index, "\(action.verb.rawValue) of \(action.notification.text.quotedForDiagnostic) at \(action.at.words)",
          "a request of the plan, once")
        continue
      }
      for (found, expected) in differences(line, from: account.lines[place], clock) {
        note(index, found, "\(expected), as in line \(account.line(place)) of plan.ndjson")
      }
    }
    for index in wanted.sorted() {
      let line = account.lines[index]
      run.log.add(
        .actions, file, max(1, account.firstAction),
        "no action for \(line.notification.text.quotedForDiagnostic) at \(line.at.words) of \(account.words)",
        expected: "one for each request, such as that of line \(account.line(index)) of plan.ndjson")
    }
    if let slots = account.details?.slots.use, let limit = slots.limit, held > max(0, limit - slots.reserved) {
      note(
        actions.count - 1, "the device holds \(held) requests then",
        "at most \(max(0, limit - slots.reserved)), its slots but those that are reserved")
    }
  }

  /// Returns the fields that an action lacks or must not have, regardless of the plan.
  private static func contradictions(_ line: Shared<ActionLine>, _ account: VerifiedAccount) -> [(String, String)] {
    let action = line.action
    var faults: [(String, String)] = []
    func require(_ isValid: Bool, _ found: @autoclosure () -> String, _ expected: String) {
      if !isValid { faults.append(("\(action.verb.rawValue) \(found())", expected)) }
    }
    let hasTrigger = [.add, .move].contains(action.verb)
    require(
      hasTrigger == (action.trigger != nil), hasTrigger ? "without a trigger" : "with a trigger",
      hasTrigger ? "one" : "none")
    require((action.verb == .update) == !action.changed.isEmpty, "and changed", "the two together")
    switch action.verb {
    case .withdraw, .cancel: require(action.reason != nil, "without a reason", "the reason")
    case .keep where action.reason == Action.rejected: break
    case .keep where action.reason != nil:
      if let details = account.details, case let end = details.reachEnd ?? details.windowEnd {
        require(
          action.at.map { $0 >= end } ?? false, "beyond the window at \(action.at.words)",
          "an instant from its end on, \(end)")
      }
    default: require(action.reason == nil, "with a reason", "none")
    }
    return faults
  }

  /// Returns the differences between an action and the line that it puts on the device.
  private static func differences(
    _ action: Shared<ActionLine>, from line: Shared<PlanLine>, _ clock: VerifiedClock
  ) -> [(String, String)] {
    var faults: [(String, String)] = []
    let verb = action.action.verb
    if verb == .add, action.action.request != line.request {
      faults.append(
        (
          "add of \(action.action.request.text.quotedForDiagnostic)",
          "\((line.request?.text ?? "").quotedForDiagnostic)"
        ))
    }
    if verb != .keep {
      func require(_ name: String, _ found: String?, _ wanted: String?) {
        if found == wanted { return }
        faults.append(("\(name) \((found ?? "none").quotedForDiagnostic)", (wanted ?? "none").quotedForDiagnostic))
      }
      require("title", action.title, line.title)
      require("body", action.body, line.body)
      require("category", action.category, line.category)
      require("channel", action.channel, line.channel)
      require("destination", action.destination, line.destination)
      require("url", action.url, line.url)
      require("item", action.action.item?.text, line.item?.text)
      if action.badge != line.badge { faults.append(("badge \(action.badge)", "\(line.badge)")) }
    }
    guard let trigger = action.action.trigger else { return faults }
    let shown = clock.local(of: line)
    let isValid =
      switch trigger {
      case .region: line.outcome == .armed
      case .instant: line.isTimed && line.uid.date == nil
      case .repeating(let time): line.repeats && (shown.map { time.matches($0) } ?? true)
      case .once(let local, let zone, let floats):
        line.isTimed && !line.repeats && (line.at.flatMap { clock.local(at: $0, in: zone) } ?? local) == local
          // The account's clock, or that of the item's own zone, which never floats.
          && (zone == line.clock ?? line.zone ?? zone || zone == line.zone && !(floats && clock.isHome(zone)))
      }
    if !isValid { faults.append(("a trigger for another instant", "\(shown.map { "\($0)" } ?? line.at.words)")) }
    return faults
  }
}
