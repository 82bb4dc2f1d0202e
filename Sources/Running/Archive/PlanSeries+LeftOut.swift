import CivilTime
import Diagnostics
import PlanModel

extension PlanSeries {
  /// Returns since when an item of an account is left out, and why.
  ///
  /// - Parameter fault: Why a run rejected it.
  func words(_ fault: Diagnostic, of name: AccountName, in run: Run) throws(RunFault) -> String {
    try words(fault, in: run) { (earlier) throws(RunFault) in
      try plan(of: name, in: earlier)?.account.diagnostics.first {
        $0.item == fault.item && $0.message == fault.message
      }
    }
  }

  private func words(
    _ fault: Diagnostic, in run: Run, _ same: (Run) throws(RunFault) -> Diagnostic?
  ) throws(RunFault) -> String {
    var since = run
    for earlier in runs.reversed() where earlier.now < run.now {
      guard try same(earlier)?.message == fault.message else { break }
      since = earlier
    }
    return fault.leftOut(since: " since run \(since.name), as of \(since.now)")
  }

  /// Whether a run of the series made the plan, which a later run kept.
  func isKept(_ plan: AccountPlan) -> Bool { plan.stale.map { made in runs.contains { $0.now == made } } ?? false }

  /// Returns which runs could not read the account's input, and why: a line for each plan that they kept.
  ///
  /// - Parameter kept: The runs with the plans that they kept, in order.
  func words(ofKept kept: [(run: Run, plan: AccountPlan)]) throws(RunFault) -> [String] {
    var lines: [String] = []
    var rest = kept[...]
    while let first = rest.first, let made = first.plan.stale {
      let same = rest.prefix { $0.plan.stale == made }
      rest = rest.dropFirst(same.count)
      let last = same.last ?? first
      let runs =
        same.count == 1 ? "Run \(first.run.name)" : "\(same.count) runs, \(first.run.name) to \(last.run.name),"
      let why = try fault(of: first.plan.account.app, in: first.run).map { " (\($0))" }
      let end = last.plan.windowEnd <= last.run.now ? ", and it ended \(last.plan.windowEnd)" : ""
      lines.append(
        "\(runs) could not read the account's input\(why ?? ""), and kept the plan as of \(made): what the user did "
          + "since is not in it\(end).")
    }
    return lines
  }

  /// Returns why a run could not read an input of the app, if so: `exports/a.json:170:14: found the end of the input`.
  func fault(of app: String?, in run: Run) throws(RunFault) -> String? {
    let inputs = try folder(run).header.inputs.filter { $0.isBroken && (app == nil || $0.app == nil || $0.app == app) }
    guard let first = inputs.first else { return nil }
    let broken = Set(inputs.map(\.file))
    let fault = try open(run).redaction.diagnostics.first.first {
      broken.contains($0.location.file) && $0.account == nil && $0.item == nil
        && ($0.severity == .error || $0.code == .missingInput)
    }
    guard let fault else { return first.file }
    return "\(fault.location): \(fault.found)\(fault.expected.map { "; expected \($0)" } ?? "")"
  }

  /// Returns why a run has no plan of the account.
  func absence(of name: AccountName, in run: Run) throws(RunFault) -> String {
    if let fault = try fault(of: name.app, in: run) {
      return "The run in force, \(run.name), has no plan of account \(name): an input could not be read (\(fault))."
    }
    guard let fault = try rejection(in: run) else {
      return "The run in force, \(run.name), has no account \(name): it was not in the exports."
    }
    return try words(fault, in: run) { (earlier) throws(RunFault) in try rejection(in: earlier) }
  }

  /// Returns since when items and preferences of the account are left out in a run, and why.
  ///
  /// - Parameter items: The ids of the items, without preferences; `nil` for the first ten.
  func leftOut(_ plan: AccountPlan, _ items: Set<String>? = nil, in run: Run) throws(RunFault) -> [String] {
    try plan.account.diagnostics.filter { fault in
      fault.severity == .error
        && (fault.rejectedItem.map { items?.contains($0) ?? true } ?? (items == nil && fault.code == .preference))
    }
    .prefix(10).map { (fault) throws(RunFault) in try words(fault, of: plan.name, in: run) }
  }

  /// Returns why a run no longer has a notification: its item is left out, or a preference of its kind cannot be read.
  func reason(for request: NotificationRequest, _ plan: AccountPlan, in run: Run) throws(RunFault) -> String? {
    if let item = request.item, let why = try leftOut(plan, [item.text], in: run).first { return why }
    if plan.requests.contains(where: { $0.kind == request.kind }) { return nil }
    return try plan.account.diagnostics.first { $0.code == .preference && $0.severity == .error }.map {
      (fault) throws(RunFault) in try words(fault, of: plan.name, in: run)
    }
  }
}

extension AccountPlan {
  /// Returns why this later plan no longer has the occurrence of another one's decision: its item is done, has other
  /// dates, or is gone.
  func absence(of decision: Decision, in plan: AccountPlan) -> String {
    let item = plan.requests[Int(decision.request)].item
    let own = item == nil ? [] : decisions.filter { requests[Int($0.request)].item == item }
    let date = decision.due
    if let reason = own.lazy.filter({ $0.due == date }).compactMap(\.outcome.reason).first(where: \.isDone) {
      return reason.answer
    }
    if let next = own.filter({ $0.outcome == .scheduled }).compactMap(\.due).min() {
      return "its next date is \(next) since then"
    }
    return "the export or the policy no longer has it"
  }

  /// Returns the error for which the item was rejected that the text names, by its id or by the identifier of one of its notifications.
  func rejection(of wanted: String) -> Diagnostic? {
    account.diagnostics.filter { diagnostic in
      guard diagnostic.severity == .error, diagnostic.code != .duplicate, let id = diagnostic.rejectedItem else {
        return false
      }
      return wanted.names(id)
    }
    .max { ($0.item ?? "").count < ($1.item ?? "").count }
  }
}

extension Decision {
  /// The date that it is about.
  fileprivate var due: LocalDate? { about?.date ?? local?.date }
}

extension Reason {
  /// Whether nothing is left to remind of.
  fileprivate var isDone: Bool { [.inactive, .autoPay, .paid, .sessionNotRunning, .completed].contains(self) }
}

extension String {
  /// Returns whether the text contains an id as a whole word.
  func names(_ id: String) -> Bool {
    ranges(of: id).contains { range in
      [self[..<range.lowerBound].last, self[range.upperBound...].first].allSatisfy {
        $0.map { !$0.isLetter && !$0.isNumber } ?? true
      }
    }
  }
}

extension Diagnostic {
  /// The id in `bill "insurance"`.
  fileprivate var rejectedItem: String? { item?.split(separator: "\"").last.map(String.init) }

  /// `bill "rent" is left out: dueDate is "2026-11-31", not a date, YYYY-MM-DD. Correct it in bills.json:12:3.`
  func leftOut(since: String = "") -> String {
    if code == .preference {
      return
        "No notification that needs \(field ?? "the preferences") is planned\(since): \(why). Correct it in \(location)."
    }
    let subject = item ?? account.map { "account \($0.quotedForDiagnostic)" } ?? "The item"
    return
      "\(code == .duplicate ? "a second " : "")\(subject) is left out\(since): \(why). Correct it in \(location)."
  }

  /// `dueDate is "2026-11-31", not a date, YYYY-MM-DD`, or the fault in its own words.
  var why: String {
    guard found.hasPrefix("found ") else {
      return (field.map { "\($0): " } ?? "") + found + (expected.map { "; expected \($0)" } ?? "")
    }
    return [field, "is \(found.dropFirst(6))"].compactMap(\.self).joined(separator: " ")
      + (expected.map { ", not \($0)" } ?? "")
  }
}
