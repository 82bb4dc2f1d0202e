import CivilTime
import Diagnostics
import Formats
import PlanModel

/// Locates each account of a plan: 56 bytes an account.
package struct AccountIndex: Sendable {
  /// The start of an account's lines.
  struct Place: Sendable {
    var key: StableHash
    var plan: Int64
    var planLine: Int
    var details: Int64 = 0
    var detailsLine = 0
    /// The size in bytes, `.max` if it does not fit.
    var planSize: UInt32
    var detailsSize: UInt32 = 0
  }

  private let folder: PlanFolder
  /// Places sorted by key.
  private let places: [Place]

  package init(_ folder: PlanFolder) throws(RunFault) {
    (self.folder, places) = (folder, try AccountIndex.places(of: folder))
  }

  private static func places(of folder: PlanFolder) throws(RunFault) -> [Place] {
    var places: [Place] = []
    var plan = try folder.planLines()
    if var details = try folder.details() {
      while true {
        let (offset, line) = (details.offset, details.line + 1)
        guard let known: CountedAccount = try details.next(omitting: "facts") else { break }
        var place = Place(
          key: AccountIndex.key(known.owner), plan: plan.offset,
          planLine: plan.line + 1, details: offset,
          detailsLine: line, planSize: 0, detailsSize: UInt32(clamping: details.offset - offset))
        try plan.skip(known.decisions)
        place.planSize = UInt32(clamping: plan.offset - place.plan)
        places.append(place)
      }
    } else {
      var last: AccountName?
      while true {
        let (offset, number) = (plan.offset, plan.line + 1)
        guard let name = (try plan.next() as CountedAccount?)?.owner else { break }
        if last == name {
          places[places.count - 1].planSize = UInt32(clamping: plan.offset - places[places.count - 1].plan)
          continue
        }
        last = name
        places.append(
          Place(
            key: AccountIndex.key(name), plan: offset, planLine: number,
            planSize: UInt32(clamping: plan.offset - offset)))
      }
    }
    return places.sorted { $0.key < $1.key }
  }

  /// Returns the hash of an account, which all of its devices share.
  package static func key(_ app: String, _ id: AccountID) -> StableHash { StableHash("\(app)\u{0}\(id.text)") }

  package static func key(_ name: AccountName) -> StableHash {
    let account = key(name.app ?? "", name.id)
    return name.device.map { StableHash("\(account.hexadecimal)\(StableHash($0.text).hexadecimal)") } ?? account
  }

  package var count: Int { places.count }

  /// Returns the account's number in this index, or nil.
  package func number(of name: AccountName) -> Int? {
    let key = AccountIndex.key(name)
    let number = places.partitioningIndex(where: { $0.key >= key })
    return number < places.count && places[number].key == key ? number : nil
  }

  /// Returns the account's number in this index and its plan without actions, or nil.
  ///
  /// - Parameter new: The plan that succeeds it and is compared with it; nil to parse every line.
  package func plan(
    of name: AccountName, like new: AccountPlan? = nil
  ) throws(RunFault) -> (number: Int, plan: AccountPlan)? {
    guard let number = number(of: name) else { return nil }
    return (number, try plan(number: number, like: new))
  }

  package func plan(number: Int, like new: AccountPlan? = nil) throws(RunFault) -> AccountPlan {
    var reader = AccountReader(folder, at: places[number])
    guard let plan = try reader.next(like: new) else {
      throw RunFault(.dataError, "\(folder.plan.name) has changed while it was read")
    }
    return plan
  }
}

/// A line of `accounts.ndjson` or `plan.ndjson`, of which only the account is read, and how many decisions it has.
private struct CountedAccount: OwnedLine {
  var account = AccountID("")
  var app = ""
  var device: DeviceID?
  var decisions = 0

  mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.owner(&account, &app, &device, "whose line this is")
    try fields.sparse("decisions", &decisions, "how many lines `plan.ndjson` has of it")
  }
}
