import CivilTime
import Diagnostics
import Formats
import Foundation
import PlanModel
import Planning
import Resolving
import RunModel
import Running
import Spilling
import Wording

/// An export that is measured with: surveyed, read and planned, so that each part can start from what the one before it makes.
package struct Workload {
  /// The day that all workloads are planned on.
  package static let now = Instant(rfc3339: "2026-10-20T00:00:00Z".utf8)!
  /// Whole days after today.
  package static let days = 13

  package let sources: Sources
  package let header: RunHeader
  package let accounts: [(account: Shared<Account>, policy: Shared<Policy>)]
  /// With the facts and actions that only some outputs need.
  package let plans: [AccountPlan]

  /// The first 200 accounts of W, whose items are 2,000 tasks, as NDJSON, JSON or XML.
  package static func w(_ format: InputFile.Format = .ndjson) -> Workload { Workload(wPath(format)) }

  /// One account with 30 bills, whose texts are the shipped ones.
  package static func bills() -> Workload { Workload(SourceTree.path("Benchmarks/runs/workload/bills.json")) }

  /// W's export, which `make workload` makes.
  package static func wPath(_ format: InputFile.Format) -> String {
    let path = SourceTree.path(".build/workload/w.\(format.rawValue)")
    guard FileManager.default.isReadableFile(atPath: path) else {
      fatalError("there is no \(path); make workload makes it")
    }
    return path
  }

  package static var options: PlanOptions {
    var options = PlanOptions(now: now)
    options.templates = SourceTree.path("templates")
    options.policies = [SourceTree.path("Benchmarks/runs/w.toml")]
    options.zoneinfo = SourceTree.path("Tests/Zoneinfo/2026f")
    options.days = days
    return options
  }

  private init(_ path: String) {
    do {
      var options = Workload.options
      options.paths = [path]
      sources = try Sources.read(options)
      header = sources.header(options)
      accounts = try sources.readAccounts()
    } catch {
      fatalError(error.messages.joined(separator: "\n"))
    }
    var planner = AccountPlanner(now: Workload.now, days: Workload.days, texts: WordingCache())
    plans = accounts.map { account, policy in try! planner.plan(account, policy, with: [.facts, .actions]) }
  }

  package var chunks: [Chunk] { sources.inputs.flatMap(\.chunks) }
  package var itemCount: Int {
    accounts.map(\.account.items).reduce(0) { $0 + $1[.task].count + $1[.bill].count }
  }
  package var decisionCount: Int { plans.reduce(0) { $0 + $1.decisions.count } }
}

extension Sources {
  fileprivate func readAccounts() throws(RunFault) -> [(Shared<Account>, Shared<Policy>)] {
    var reader = ChunkReader(context: context, roster: roster)
    var accounts: [(Shared<Account>, Shared<Policy>)] = []
    for chunk in inputs.flatMap(\.chunks) {
      try reader.forEachAccount(in: chunk) { (account, policy) in accounts.append((account, policy)) }
    }
    guard reader.takeReport().rejected == 0 else { fatalError("the workload has records that are refused") }
    return accounts
  }
}
