import CivilTime
import Diagnostics
import PlanModel
import RunModel

/// Which accounts keep their earlier plan: under `--keep-going`, because inputs that have, or had, records of them cannot be used; under
/// `--due-before`, because they are not due.
struct StaleAccounts: Sendable {
  /// The numbers of the inputs that cannot be used.
  private let broken: Set<Int32>
  /// The inputs of the earlier plan that these are.
  private var suspects: Set<Int32> = []
  /// Where the earlier plan does not say which inputs an account comes from: the apps of the suspects; nil: any.
  private var apps: Set<String>? = []
  /// The inputs of the earlier plan as this one numbers them.
  private var numbers: [Int32: Int32] = [:]
  private let old: RunHeader?
  private let zones: ZoneDatabase
  private let now: Instant
  private let dueBefore: Instant?

  /// nil: every account is planned.
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
    // An input of another name each night, such as one with a date in it, is any of those that are away now.
    let away = old.inputs.indices.filter { byName[old.inputs[$0].file] == nil }
    for number in broken {
      if known.contains(number) {
        suspects.formUnion(numbers.filter { $0.value == number }.keys)
      } else {
        let app = inputs[Int(number)].app
        let those = away.filter { app == nil || old.inputs[$0].app == nil || old.inputs[$0].app == app }
        suspects.formUnion(those.map(Int32.init))
      }
    }
    let named = suspects.map { old.inputs[Int($0)].app }
    apps = named.contains(nil) ? nil : Set(named.compactMap(\.self))
  }

  /// Whether one of these inputs has a record of an account that others have as well, or may have.
  ///
  /// - Parameter plan: The account's earlier plan.
  func concern(_ account: Account, _ plan: AccountPlan?) -> Bool {
    !broken.isDisjoint(with: account.inputs) || plan.map(concern) ?? false
  }

  /// Whether one of these inputs had a record of an account of the earlier plan, or may have had.
  func concern(_ plan: AccountPlan) -> Bool {
    let account = plan.account.value
    if plan.isGone { return false }
    return account.inputs.isEmpty ? apps?.contains(account.app) ?? true : !suspects.isDisjoint(with: account.inputs)
  }

  /// Whether an account has to be planned again later than `--due-before` asks for. One that came back, or whose input could not be used, is
  /// always due.
  func isNotDue(_ plan: AccountPlan?) -> Bool {
    guard let plan, let dueBefore, !plan.isUnread, !plan.isGone, let again = plan.planAgain else { return false }
    return again.at >= dueBefore
  }

  /// The earlier plan of an account as its plan of now.
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
