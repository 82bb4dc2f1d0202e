import Diagnostics
import PlanFiles
import PlanModel
import Planning
import Resolving
import Wording

/// Runs `tickler apply`, which carries out actions as devices would and prints their pending requests.
package enum ApplyRun {
  package struct Result: Sendable {
    /// One line per device: see ``PendingLine``.
    package var output = ""
    /// The actions that devices refused.
    package var refusals: [String] = []
    /// Diagnostics about the exports.
    package var diagnostics: [Diagnostic] = []
    /// 1 if a device refused an action or a record of the exports was rejected, else 0.
    package var status: Int32 {
      refusals.isEmpty && !diagnostics.contains { $0.severity == .error } ? 0 : 1
    }
  }

  /// - Parameters:
  ///   - actions: A plan folder or an `actions.ndjson`.
  ///   - options: Options whose paths are exports, which give the pending requests of devices; `nil` to start without
  ///     pending requests.
  ///   - limit: The most requests that a device holds; `nil` for the limit of the account's policy and platform.
  package static func run(_ actions: String, _ options: PlanOptions?, limit: Int?) throws(RunFault) -> Result {
    let lines = try ActionsFile.read(actions)
    var devices: [AccountName: Device] = [:]
    var order: [AccountName] = []
    func add(_ owner: AccountName, _ device: Device) {
      devices[owner] = device
      order.append(owner)
    }
    var result = Result()
    if let options {
      var planner = AccountPlanner(now: options.now, days: 0, texts: WordingCache())
      result.diagnostics = try forEachAccount(options) { account, policy in
        let known = account.value
        add(
          known.name,
          Device(
            pending: known.pending, limit: limit ?? policy.value.slots.limit(known.platform),
            shown: planner.shownOnBadge(account, policy)))
      }
    }
    for line in lines {
      let owner = line.owner
      if devices[owner] == nil { add(owner, Device(pending: [], limit: limit)) }
      do {
        try devices[owner]!.carryOut(line.action, title: line.title, body: line.body, badge: Int(line.badge))
      } catch {
        result.refusals.append(refusal(error, line, devices[owner]!))
      }
    }
    for owner in order {
      let line = PendingLine(devices[owner]!, of: owner)
      result.output += FieldWriter.line(line).text
    }
    return result
  }

  /// - Returns: Diagnostics about the exports.
  private static func forEachAccount(
    _ options: PlanOptions, _ body: (Shared<Account>, Shared<Policy>) -> Void
  ) throws(RunFault) -> [Diagnostic] {
    let sources = try Sources.read(options)
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    for chunk in sources.chunks {
      try reader.forEachAccount(in: chunk) { (account: Shared<Account>, policy: Shared<Policy>) throws(RunFault) in
        body(account, policy)
      }
    }
    return sources.warnings + reader.takeReport().diagnostics
  }

  private static func refusal(_ fault: Device.Fault, _ line: ActionLine, _ device: Device) -> String {
    let action = "\(line.action.verb.rawValue) \(line.action.request.text.quotedForDiagnostic)"
    let why =
      switch fault {
      case .full: "the device holds \(device.pending.count), its limit"
      case .absent: "the device holds no such request"
      }
    return "account \(line.owner): \(action) refused: \(why)".visible + "\n"
  }
}
