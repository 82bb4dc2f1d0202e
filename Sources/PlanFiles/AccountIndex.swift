import CivilTime
import Diagnostics
import PlanModel

/// Where each account of a plan stands: 48 bytes an account.
package struct AccountIndex: Sendable {
  /// Where an account's lines begin.
  struct Place: Sendable {
    var key: StableHash
    var plan: Int64
    var planLine: Int
    var details: Int64 = 0
    var detailsLine = 0
  }

  private let folder: PlanFolder
  /// By key.
  private let places: [Place]

  package init(_ folder: PlanFolder) throws(FatalInput) {
    self.folder = folder
    var places: [Place] = []
    var plan = try folder.planLines()
    if var details = try folder.details() {
      while true {
        let (offset, line) = (details.offset, details.line + 1)
        guard let known: AccountLine = try details.next() else { break }
        places.append(
          Place(
            key: AccountIndex.key(known.app, known.account), plan: plan.offset, planLine: plan.line + 1,
            details: offset,
            detailsLine: line))
        try plan.skip(known.decisions)
      }
    } else {
      var last: PlanLine?
      while true {
        let (offset, number) = (plan.offset, plan.line + 1)
        guard let line: PlanLine = try plan.next() else { break }
        if let last, last.app == line.app, last.account == line.account { continue }
        last = line
        places.append(Place(key: AccountIndex.key(line.app, line.account), plan: offset, planLine: number))
      }
    }
    self.places = places.sorted { $0.key < $1.key }
  }

  package static func key(_ app: String, _ id: AccountID) -> StableHash { StableHash("\(app)\u{0}\(id.text)") }

  package var count: Int { places.count }

  /// The account's number in this index; nil where there is none.
  package func number(of id: AccountID, app: String) -> Int? {
    let key = AccountIndex.key(app, id)
    let number = places.partitioningIndex(where: { $0.key >= key })
    return number < places.count && places[number].key == key ? number : nil
  }

  /// The account's number in this index and its plan without actions; nil where there is none.
  package func plan(of id: AccountID, app: String) throws(FatalInput) -> (number: Int, plan: AccountPlan)? {
    guard let number = number(of: id, app: app) else { return nil }
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
