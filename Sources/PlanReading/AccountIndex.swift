import CivilTime
import Diagnostics
import PlanModel

/// Where each account of a plan stands: 48 bytes an account.
package struct AccountIndex: Sendable {
  /// Where an account's lines begin.
  struct Place: Sendable {
    var key: StableHash
    var plan: Int64
    var planLine: Int32
    var details: Int64
  }

  private let folder: PlanFolder
  /// By key.
  private let places: [Place]

  package init(_ folder: PlanFolder) throws(FatalInput) {
    self.folder = folder
    var places: [Place] = []
    var plan = LineReader(folder.plan)
    try plan.skip(1)
    if let file = folder.accounts {
      var details = LineReader(file)
      try details.skip(1)
      while true {
        let offset = details.offset
        guard let known = try details.next({ bytes, line in try AccountDetails(bytes, line: line) }) else { break }
        places.append(
          Place(
            key: AccountIndex.key(known.app, known.id), plan: plan.offset, planLine: Int32(plan.line + 1),
            details: offset))
        try plan.skip(known.decisions)
      }
    } else {
      var last: (app: String, account: String)?
      while true {
        let (offset, number) = (plan.offset, Int32(plan.line + 1))
        guard let line = try plan.next({ bytes, line in try PlanLine(bytes, line: line) }) else { break }
        if let last, last == (line.app, line.account) { continue }
        last = (line.app, line.account)
        let key = AccountIndex.key(line.app, AccountID(line.account))
        places.append(Place(key: key, plan: offset, planLine: number, details: 0))
      }
    }
    self.places = places.sorted { $0.key < $1.key }
  }

  static func key(_ app: String, _ id: AccountID) -> StableHash { StableHash("\(app)\u{0}\(id.text)") }

  package var count: Int { places.count }

  /// The account's number in this index and its plan without actions; nil where there is none.
  package func plan(of id: AccountID, app: String) throws(FatalInput) -> (number: Int, plan: AccountPlan)? {
    let key = AccountIndex.key(app, id)
    let number = places.partitioningIndex(where: { $0.key >= key })
    guard number < places.count, places[number].key == key else { return nil }
    return (number, try plan(number: number))
  }

  package func plan(number: Int) throws(FatalInput) -> AccountPlan {
    var reader = AccountReader(folder, at: places[number])
    guard let plan = try reader.next() else {
      throw FatalInput(.dataError, "\(folder.plan.name) has changed while it was read")
    }
    return plan
  }
}
