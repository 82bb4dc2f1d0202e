import CivilTime
import Comparing
import PlanModel
import RunModel

/// Determines the accounts that keep their earlier plan. Under `--keep-going`, these are accounts with records in
/// unusable inputs; under `--due-before`, accounts that are not due.
struct StaleAccounts: Sendable {
  /// The numbers of unusable inputs.
  private let broken: Set<Int32>
  /// The corresponding inputs of the earlier plan.
  private var possibleInputs: Set<Int32> = []
  /// The apps of the suspects, for accounts whose inputs the earlier plan does not list; `nil` for any app.
  private var apps: Set<String>? = []
  /// Maps the numbers of the earlier plan's inputs to the new ones.
  private var numbers: [Int32: Int32] = [:]
  private let old: RunHeader?
  private let zones: ZoneDatabase
  private let now: Instant
  private let dueBefore: Instant?

  /// `nil` if every account is planned.
  init?(
    _ inputs: [RunHeader.Input], _ previous: PreviousPlan?, _ zones: ZoneDatabase, now: Instant,
    dueBefore: Instant? = nil
  ) {
    broken = Set(inputs.indices.filter { inputs[$0].isBroken }.map(Int32.init))
    if broken.isEmpty, dueBefore == nil { return nil }
    (old, self.zones, self.now, self.dueBefore) = (previous?.header, zones, now, dueBefore)
    guard let old else { return }
    let names = previous?.inputs ?? []
    let byName = Dictionary(names.enumerated().map { ($1, Int32($0)) }) { first, _ in first }
    for (index, input) in old.inputs.enumerated() { numbers[Int32(index)] = byName[input.file] }
    let known = Set(numbers.values)
    // An input with a new name each night, such as one with a date, can be any of those now missing.
    let missing = old.inputs.indices.filter { byName[old.inputs[$0].file] == nil }
    for number in broken {
      if known.contains(number) {
        possibleInputs.formUnion(numbers.filter { $0.value == number }.keys)
      } else {
        let app = inputs[Int(number)].app
        let candidates = missing.filter { app == nil || old.inputs[$0].app == nil || old.inputs[$0].app == app }
        possibleInputs.formUnion(candidates.map(Int32.init))
      }
    }
    let named = possibleInputs.map { old.inputs[Int($0)].app }
    apps = named.contains(nil) ? nil : Set(named.compactMap(\.self))
  }

  /// Returns whether an unusable input has, or may have, a record of an account that other inputs have too.
  func mayAffect(_ account: Account, _ plan: AccountPlan?) -> Bool {
    !broken.isDisjoint(with: account.inputs) || plan.map(mayAffect) ?? false
  }

  /// Returns whether an unusable input had, or may have had, a record of an account in the earlier plan.
  func mayAffect(_ plan: AccountPlan) -> Bool {
    let account = plan.account.value
    if plan.isGone { return false }
    return account.inputs.isEmpty
      ? apps?.contains(account.app) ?? true : !possibleInputs.isDisjoint(with: account.inputs)
  }

  /// Returns whether an account's replan deadline is at or after `--due-before`. An account that returned, or whose
  /// input was unusable, is always due.
  func isNotDue(_ plan: AccountPlan?) -> Bool {
    guard let plan, let dueBefore, !plan.isUnread, !plan.isGone, let again = plan.planAgain else { return false }
    return again.at >= dueBefore
  }

  /// Returns the earlier plan of an account, adapted to the current run.
  func kept(_ plan: AccountPlan, isNotDue: Bool = false) -> AccountPlan {
    var plan = plan
    guard let old else { return plan }
    plan.keep(from: old.now, now: now, isNotDue: isNotDue)
    let days = old.policies.first { $0.app == plan.account.value.app }?.days ?? old.days
    plan.enterZones(of: zones, range: ZoneTimeline.range(now: plan.stale ?? old.now, days: days))
    var account = plan.account.value
    let inputs = account.inputs.compactMap { numbers[$0] }
    account.inputs = Set(inputs + (broken.isDisjoint(with: inputs) ? Array(broken) : [])).sorted()
    plan.account = Shared(account)
    for index in plan.decisions.indices {
      plan.decisions[index].wasScheduled = plan.decisions[index].outcome == .scheduled
    }
    for decision in plan.facts.indices {
      for index in plan.facts[decision].indices {
        guard let source = plan.facts[decision][index].source else { continue }
        plan.facts[decision][index].source = numbers[source.input].map {
          RecordLocation(input: Int($0), line: Int(source.line), column: Int(source.column))
        }
      }
    }
    return plan
  }
}
