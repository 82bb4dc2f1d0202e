import CivilTime
import PlanModel

extension Check {
  /// An earlier candidate says the same.
  static let duplicate = Check(.duplicate, .crowd { $0.settleDuplicates($1) }) { explainer in
    var facts = [Explanation.Fact("notification", explainer.request.identifier.text, explainer.request.location)]
    if explainer.kind.definition.description.subject == .title {
      facts.append(.init("subject", explainer.request.subject))
    }
    if explainer.candidate.twin >= 0 {
      let twin = explainer.plan.requests[Int(explainer.candidates[Int(explainer.candidate.twin)].request)]
      let words = "\(twin.identifier)" + (twin.item.map { " (item \($0))" } ?? "")
      facts.append(.init("the same as", words, twin.location))
    }
    return facts
  }
}

/// What the duplicate check remembers of an account. Keeps its memory from account to account.
struct DuplicateTable {
  fileprivate struct SameRequest: Hashable {
    var rank: Int32
    var local: LocalDateTime?
  }

  fileprivate struct SameSubject: Hashable {
    var kind: Int32
    var subject: Subject
  }

  /// What a notification is about, as far as two of a kind are the same for it.
  fileprivate enum Subject: Hashable {
    case none
    /// A title or a name, trimmed and folded.
    case text(String)
    /// The notification itself, by the rank of its identifier.
    case notification(Int32)
  }

  // Each with the place in the order of the first that has it.
  fileprivate var requests: [SameRequest: Int] = [:]
  fileprivate var eventRequests: [SameRequest: Int] = [:]
  fileprivate var subjects: [SameSubject: Int] = [:]
  /// By request, its subject as it is compared; nil where none was asked for.
  fileprivate var folded: [String?] = []
}

extension Crowd {
  /// Candidates of one instant, up to so many, are compared one with the other; more are looked up in a table.
  private static let compared = 6

  fileprivate mutating func settleDuplicates(_ frame: AccountFrame) {
    duplicates.eventRequests.removeAll(keepingCapacity: true)
    duplicates.folded.removeAll(keepingCapacity: true)
    var start = 0
    while start < order.open.count {
      let time = list.candidates[order.open[start]].time
      var end = start + 1
      while end < order.open.count, list.candidates[order.open[end]].time == time { end += 1 }
      if list.hasEvents || end - start > Crowd.compared {
        lookUp(start..<end, frame)
      } else if end - start > 1 {
        compare(start..<end, frame)
      }
      start = end
    }
  }

  private mutating func drop(_ place: Int, twin: Int) {
    list.candidates[order.open[place]].reason = .duplicate
    list.candidates[order.open[place]].twin = Int32(order.open[twin])
  }

  /// The same as ``lookUp(_:_:)`` for a few candidates that are no events.
  private mutating func compare(_ run: Range<Int>, _ frame: AccountFrame) {
    for later in run.dropFirst() {
      for earlier in run.lowerBound..<later {
        let (a, b) = (order.open[earlier], order.open[later])
        let isSameRequest =
          list.candidates[a].rank == list.candidates[b].rank && list.candidates[a].local == list.candidates[b].local
        if isSameRequest || isSameSubject(a, b, frame) {
          drop(later, twin: earlier)
          break
        }
      }
    }
  }

  private mutating func isSameSubject(_ a: Int, _ b: Int, _ frame: AccountFrame) -> Bool {
    let (first, second) = (list.candidates[a], list.candidates[b])
    guard first.kind == second.kind else { return false }
    if frame.kinds[Int(first.kind)].definition.description.subject == .title,
      list.requests[Int(first.request)].subject.beginsOtherwise(than: list.requests[Int(second.request)].subject)
    {
      return false
    }
    return subject(first, frame) == subject(second, frame)
  }

  /// One run of equal instants. A wall time that was asked for twice has the same instant twice; of events, two wall
  /// times can be the same at two instants, where the clock is put back between them.
  private mutating func lookUp(_ run: Range<Int>, _ frame: AccountFrame) {
    duplicates.requests.removeAll(keepingCapacity: true)
    duplicates.subjects.removeAll(keepingCapacity: true)
    for place in run {
      let candidate = list.candidates[order.open[place]]
      let request = DuplicateTable.SameRequest(rank: candidate.rank, local: candidate.local)
      let subject = DuplicateTable.SameSubject(kind: candidate.kind, subject: self.subject(candidate, frame))
      let known = [
        duplicates.requests.noteFirst(request, place),
        list.hasEvents ? duplicates.eventRequests.noteFirst(request, place) : nil,
        duplicates.subjects.noteFirst(subject, place),
      ]
      if let twin = known.compactMap(\.self).min() { drop(place, twin: twin) }
    }
  }

  private mutating func subject(_ candidate: Candidate, _ frame: AccountFrame) -> DuplicateTable.Subject {
    switch frame.kinds[Int(candidate.kind)].definition.description.subject {
    case .none: return .none
    case .notification: return .notification(candidate.rank)
    case .title: break
    }
    if duplicates.folded.isEmpty {
      duplicates.folded.append(contentsOf: repeatElement(nil, count: list.requests.count))
    }
    let index = Int(candidate.request)
    if let known = duplicates.folded[index] { return .text(known) }
    let subject = list.requests[index].subject.foldedSubject
    duplicates.folded[index] = subject
    return .text(subject)
  }
}

extension Dictionary where Value == Int {
  /// The place that the key has already; where it has none, it has this one from now on.
  fileprivate mutating func noteFirst(_ key: Key, _ place: Int) -> Int? {
    if let first = self[key] { return first }
    self[key] = place
    return nil
  }
}

extension String {
  /// Whether its first letter is another one than that of `other`, both in ASCII, whatever their case: they cannot be the same then,
  /// however they go on. Tells so of most, and folds none.
  fileprivate func beginsOtherwise(than other: String) -> Bool {
    guard let first = utf8.first, let second = other.utf8.first else { return false }
    let isLetter = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
    return isLetter(first) && isLetter(second) && first | 0x20 != second | 0x20
  }

  /// Without white space at its ends and without case: lower case of upper case, which is Unicode's full case folding
  /// but for a handful of letters.
  var foldedSubject: String {
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }), let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last]).uppercased().lowercased()
  }
}
