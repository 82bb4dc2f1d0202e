import CivilTime
import Diagnostics
import Formats
import PlanModel

/// Locates each account of a plan: 56 bytes an account, 80 with marks.
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

  /// The result of an account's plan.
  private struct Mark {
    var fingerprint: StableHash
    /// The position of its SEQUENCE numbers in the marks; −1 if all are 0.
    var sequences: Int64
  }

  private let folder: PlanFolder
  /// Places sorted by key.
  private let places: [Place]
  /// Marks by place; empty if the plan has none that can be used.
  private let marks: [Mark?]
  private let marksFile: InputFile?
  /// Why the marks cannot be used; nil if they can, or are not requested.
  package let marksFault: MarksFault?

  /// - Parameter version: The tool's version, to use marks; nil to read the whole plan.
  package init(_ folder: PlanFolder, marksOf version: String?) throws(FatalInput) {
    // Without details, part of an account's result is unknown.
    guard let version, try folder.details() != nil else {
      try self.init(folder)
      return
    }
    var found: [(place: Place, mark: Mark?)] = []
    var (plan, details) = (try folder.planLines().offset, try folder.details()?.offset ?? 0)
    var (planLine, detailsLine) = (2, 2)
    let file = try folder.readMarks(version: version) { (mark, offset) throws(FatalInput) in
      found.append(
        (
          Place(
            key: AccountIndex.key(mark.account, mark.device), plan: plan, planLine: planLine, details: details,
            detailsLine: detailsLine,
            planSize: UInt32(clamping: mark.planSize), detailsSize: UInt32(clamping: mark.detailsSize)),
          mark.fingerprint.map { Mark(fingerprint: $0, sequences: mark.sequences.isEmpty ? -1 : offset) }
        ))
      plan += Int64(mark.planSize)
      details += Int64(mark.detailsSize)
      planLine += mark.decisions
      detailsLine += 1
    }
    switch file {
    case .success(let file):
      found.sort { $0.place.key < $1.place.key }
      self.init(folder, found.map(\.place), marks: found.map(\.mark), file, nil)
    case .failure(let fault): self.init(folder, try AccountIndex.places(of: folder), marks: [], nil, fault)
    }
  }

  package init(_ folder: PlanFolder) throws(FatalInput) {
    self.init(folder, try AccountIndex.places(of: folder), marks: [], nil, nil)
  }

  private init(
    _ folder: PlanFolder, _ places: [Place], marks: [Mark?], _ marksFile: InputFile?, _ marksFault: MarksFault?
  ) {
    (self.folder, self.places, self.marks) = (folder, places, marks)
    (self.marksFile, self.marksFault) = (marksFile, marksFault)
  }

  private static func places(of folder: PlanFolder) throws(FatalInput) -> [Place] {
    var places: [Place] = []
    var plan = try folder.planLines()
    if var details = try folder.details() {
      while true {
        let (offset, line) = (details.offset, details.line + 1)
        guard let known: AccountLine = try details.next() else { break }
        var place = Place(
          key: AccountIndex.key(AccountName(known.account, app: known.app, known.device)), plan: plan.offset,
          planLine: plan.line + 1, details: offset,
          detailsLine: line, planSize: 0, detailsSize: UInt32(clamping: details.offset - offset))
        try plan.skip(known.decisions)
        place.planSize = UInt32(clamping: plan.offset - place.plan)
        places.append(place)
      }
    } else {
      var last: Shared<PlanLine>?
      while true {
        let (offset, number) = (plan.offset, plan.line + 1)
        guard let line = try plan.nextPlanLine()?.undated else { break }
        if let last, last.app == line.app, last.account == line.account, last.device == line.device {
          places[places.count - 1].planSize = UInt32(clamping: plan.offset - places[places.count - 1].plan)
          continue
        }
        last = line
        places.append(
          Place(
            key: AccountIndex.key(AccountName(line.account, app: line.app, line.device)), plan: offset,
            planLine: number, planSize: UInt32(clamping: plan.offset - offset)))
      }
    }
    return places.sorted { $0.key < $1.key }
  }

  /// Returns the hash of an account, which all of its devices share.
  package static func key(_ app: String, _ id: AccountID) -> StableHash { StableHash("\(app)\u{0}\(id.text)") }

  /// - Parameter device: The hash of the device's name; nil if unnamed.
  static func key(_ account: StableHash, _ device: StableHash?) -> StableHash {
    device.map { StableHash("\(account.hexadecimal)\($0.hexadecimal)") } ?? account
  }

  package static func key(_ name: AccountName) -> StableHash {
    key(key(name.app ?? "", name.id), name.device.map { StableHash($0.text) })
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
  ) throws(FatalInput) -> (number: Int, plan: AccountPlan)? {
    guard let number = number(of: name) else { return nil }
    return (number, try plan(number: number, like: new))
  }

  /// Returns the account's number and SEQUENCE numbers (empty if all are 0) if the marks prove that the new plan is
  /// equal. Otherwise returns nil, and the plan has to be read.
  ///
  /// - Parameter fingerprint: The fingerprint of the new plan.
  package func same(
    as fingerprint: StableHash, of name: AccountName
  ) throws(FatalInput) -> (number: Int, sequences: [Int32])? {
    guard let marksFile, let number = number(of: name), let mark = marks[number],
      mark.fingerprint == fingerprint
    else { return nil }
    if mark.sequences < 0 { return (number, []) }
    var lines = LineReader(marksFile, offset: mark.sequences)
    guard let line: PlanMark = try lines.next(), AccountIndex.key(line.account, line.device) == places[number].key
    else { throw FatalInput(.dataError, "\(marksFile.name) has changed while it was read") }
    return (number, line.sequences)
  }

  package func plan(number: Int, like new: AccountPlan? = nil) throws(FatalInput) -> AccountPlan {
    var reader = AccountReader(folder, at: places[number])
    guard let plan = try reader.next(like: new) else {
      throw FatalInput(.dataError, "\(folder.plan.name) has changed while it was read")
    }
    return plan
  }
}
