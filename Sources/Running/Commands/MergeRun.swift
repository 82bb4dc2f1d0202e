import CivilTime
import Comparing
import Diagnostics
import Formats
import PlanFiles
import PlanModel
import RunModel

/// Runs `tickler merge`, which combines the plans that workers made of parts into the plan of all exports.
package enum MergeRun {
  /// - Returns: The exit status: 0, 1 or 3.
  package static func run(_ parts: [String], _ options: PlanOptions) throws(RunFault) -> Int32 {
    let folder = try OutputFolder(options.out, checksums: false)
    let templates = try TemplateFolder.find(options.templateFolders)
    let zones = try ZoneDatabase.needed(options.zoneinfo)
    let parts = try PlanParts(parts, zones)
    var options = options
    // Devices do not know redacted ids.
    if parts.areRedacted { options.emit.remove(.actions) }
    var header = try parts.header(command: options.command)
    let broken = header.inputs.filter(\.isBroken)
    if !broken.isEmpty, !options.keepsGoing || broken.count == header.inputs.count {
      throw RunFault(
        .dataError,
        "\(broken[0].file) could not be used"
          + (options.keepsGoing ? ", and no other input either" : "; use --keep-going with both commands or neither"))
    }
    // It is unknown whose line could not be read, so accounts without a line keep their plan.
    if options.keepsGoing { for input in parts.inputsWithLostLines { header.inputs[input].isBroken = true } }
    let report = options.emit.contains(.html) ? try templates.report() : nil
    let previous = try options.previous.map { (path) throws(RunFault) in
      let folder = try PlanFolder(path, zones: zones)
      if folder.header.redacted != header.redacted {
        throw RunFault(
          .dataError, "the plan in \(path) and the parts must be redacted with the same key, or not at all")
      }
      return try PreviousPlan(folder, new: header)
    }
    var outputs = try PlanOutputs(
      folder, options.emit, header, options.planCalendar, options.compression, report: report)
    // Lines of the plan and actions are copied. So are lines about redacted accounts, whose actions are counted only
    // there.
    var rendered = options
    rendered.emit.subtract([.plan, .actions])
    if parts.areRedacted { rendered.emit.remove(.summary) }
    var renderer = PlanRenderer(header, rendered, report: report)
    var summary = RunSummary(now: header.now)
    // Pages, calendars and the explanation of a silent plan are made from decisions. Everything else already exists.
    let readsDecisions =
      !options.emit.isDisjoint(with: [.html, .ics]) || !parts.all.allSatisfy(\.folder.isComplete) || parts.areSilent
    try parts.addCounts(to: &summary, header, previous: previous?.counts, isAll: !readsDecisions)
    var seen = previous?.emptySet
    var names: Set<StableHash> = []
    var newAccounts: Set<StableHash> = []
    // All devices of an account are in one part.
    var partsOfAccounts: [StableHash: Int] = [:]
    var batch = renderer.emptyResult()
    func write(_ result: ChunkResult) throws(RunFault) {
      summary.add(result.summary)
      try outputs.write(result)
    }
    func see(_ name: AccountName, in part: PlanFolder, _ number: Int) throws(RunFault) {
      let account = AccountIndex.key(AccountName(name.id, app: name.app, nil))
      let isElsewhere = partsOfAccounts.updateValue(number, forKey: account).map { $0 != number } ?? false
      guard names.insert(AccountIndex.key(name)).inserted, !isElsewhere else {
        throw RunFault(
          .dataError,
          "the account \(name) is in \(part.path) and in an earlier part; "
            + "plan inputs that repeat accounts in one run")
      }
      guard let previous else { return }
      if let number = previous.number(of: name) { seen?.insert(number) } else { newAccounts.insert(account) }
    }
    var writer = AccountWriter()
    for (index, part) in parts.all.enumerated() {
      if !part.folder.isComplete, options.emit != [.plan] {
        throw RunFault(
          .noInput,
          "\(part.folder.path) has only a plan; plan it with --emit plan,actions,summary, or merge with --emit plan"
        )
      }
      let check = LineCheck(part.folder)
      try outputs.copyLines(of: part.folder)
      try check.finish()
      if !readsDecisions || parts.areRedacted {
        try part.folder.forEachAccountLine { (line) throws(RunFault) in
          try see(line.owner, in: part.folder, index)
          guard options.emit.contains(.summary) else { return }
          var line = line
          line.inputs = line.inputs.map { _ in Int32(part.input) }
          for index in line.facts.indices { line.facts[index].compared.setInput(part.input) }
          writer.append(line, to: &batch.details)
          if batch.details.count >= 1 << 20 {
            try write(batch)
            batch = renderer.emptyResult(batch)
          }
        }
        if !readsDecisions { continue }
      }
      try part.folder.forEachAccount { (plan) throws(RunFault) in
        var plan = plan
        if !plan.account.inputs.isEmpty {
          var account = plan.account.value
          account.inputs = [Int32(part.input)]
          plan.account = Shared(account)
        }
        for index in plan.facts.indices { plan.facts[index].setInput(part.input) }
        if !parts.areRedacted { try see(plan.name, in: part.folder, index) }
        if options.emit.contains(.ics), let previous, let number = previous.number(of: plan.name) {
          plan.recall(try previous.plan(number: number))
        }
        try renderer.append(plan, to: &batch, write)
      }
    }
    try write(batch)
    if let previous, let seen {
      let stale = StaleAccounts(header.inputs, previous, zones, now: header.now)
      try previous.end(
        accountsNotIn: seen, new: newAccounts, rejected: parts.diagnostics.rejectedAccounts, header, options, zones,
        stale: stale, report
      ) {
        (batch) throws(RunFault) in try write(batch)
      }
    }
    try zones.refuseFault()
    summary.brokenInputs = header.inputs.count(where: \.isBroken)
    summary.judgeLoss(nil)
    let status = try options.status(
      rejected: summary.rejected, broken: summary.brokenInputs, isPartial: summary.isPartial(after: previous))
    try folder.commit(try outputs.finish(summary, header, parts.diagnostics))
    if !options.isQuiet {
      let verdict = options.countsAll ? "\(summary.verdict(parts.diagnostics).words); " : ""
      StandardError.write(
        "tickler: \(verdict.visible)\(summary.accounts.of("account")) of \(parts.all.count.of("part")); written to \(options.out.visible)\n"
      )
    }
    return status
  }
}

extension [Explanation.Fact] {
  /// Sets the number of the part's only input to the one in the whole run.
  fileprivate mutating func setInput(_ number: Int) {
    for index in indices { self[index].source?.input = Int32(number) }
  }
}
