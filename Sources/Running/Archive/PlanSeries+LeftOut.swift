import Diagnostics
import PlanModel

extension PlanSeries {
  /// Returns since when an item is left out, and why.
  ///
  /// - Parameters:
  ///   - fault: Why a run rejected it.
  ///   - own: Returns the account's plan of a run.
  func words(
    _ fault: Diagnostic, in run: Run, _ own: (Run) throws(RunFault) -> AccountPlan?
  ) throws(RunFault) -> String {
    try words(fault, in: run) { (earlier) throws(RunFault) in
      try own(earlier)?.account.diagnostics.first { $0.item == fault.item && $0.message == fault.message }
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

  /// Returns why a run has no plan of the account.
  func absence(of name: AccountName, in run: Run) throws(RunFault) -> String {
    guard let fault = try rejection(in: run) else {
      return "The run in force, \(run.name), has no account \(name): it was not in the exports."
    }
    return try words(fault, in: run) { (earlier) throws(RunFault) in try rejection(in: earlier) }
  }

  /// Returns since when items of the account are left out in a run, and why.
  ///
  /// - Parameter items: The ids of the items; `nil` for the first ten.
  func leftOut(
    _ plan: AccountPlan, _ items: Set<String>? = nil, in run: Run, _ own: (Run) throws(RunFault) -> AccountPlan?
  ) throws(RunFault) -> [String] {
    try plan.account.diagnostics.filter { fault in
      fault.severity == .error && fault.rejectedItem.map { items?.contains($0) ?? true } ?? false
    }
    .prefix(10).map { (fault) throws(RunFault) in try words(fault, in: run, own) }
  }
}

extension AccountPlan {
  /// Returns the error for which the item was rejected that the text names, by its id or by the identifier of one of its notifications.
  func rejection(of wanted: String) -> Diagnostic? {
    account.diagnostics.filter { diagnostic in
      guard diagnostic.severity == .error, let id = diagnostic.rejectedItem else { return false }
      return wanted.ranges(of: id).contains { range in
        let before = wanted[..<range.lowerBound].last
        let after = wanted[range.upperBound...].first
        return [before, after].allSatisfy { $0.map { !$0.isLetter && !$0.isNumber } ?? true }
      }
    }
    .max { ($0.item ?? "").count < ($1.item ?? "").count }
  }
}

extension Diagnostic {
  /// The id in `bill "insurance"`.
  fileprivate var rejectedItem: String? { item?.split(separator: "\"").last.map(String.init) }

  /// `bill "rent" is left out: dueDate is "2026-11-31", not a date, YYYY-MM-DD. Correct it in bills.json:12:3.`
  func leftOut(since: String = "") -> String {
    let value = found.hasPrefix("found ") ? "is \(found.dropFirst(6))" : found
    let why = [field, value].compactMap(\.self).joined(separator: " ") + (expected.map { ", not \($0)" } ?? "")
    return
      "\(item ?? account.map { "account \($0.quotedForDiagnostic)" } ?? "The item") is left out\(since): \(why). Correct it in \(location)."
  }
}
