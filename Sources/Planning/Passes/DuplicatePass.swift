import CivilTime
import PlanModel

/// Check 20: an earlier candidate says the same.
struct DuplicatePass {
  private struct SameRequest: Hashable {
    var rank: Int32
    var local: LocalDateTime?
  }

  private struct SameSubject: Hashable {
    var kind: Kind
    var subject: Subject
  }

  /// What a notification is about, as far as two of a kind are the same for it.
  private enum Subject: Hashable {
    /// The kinds without an item.
    case none
    /// A title or a name, trimmed and folded.
    case text(String)
    /// The notification itself, by the rank of its identifier.
    case notification(Int32)
  }

  private var requests: Set<SameRequest> = []
  private var eventRequests: Set<SameRequest> = []
  private var subjects: Set<SameSubject> = []
  /// By request, its subject; empty where none was asked for, and nil where it was not.
  private var folded: [String?] = []

  /// - Parameter order: Indices of the candidates that are still in the run, in order.
  mutating func run(_ list: inout CandidateList, _ order: [Int]) {
    eventRequests.removeAll(keepingCapacity: true)
    folded.removeAll(keepingCapacity: true)
    let hasEvents = list.hasEvents
    var start = 0
    while start < order.count {
      let time = list.candidates[order[start]].time
      var end = start + 1
      while end < order.count, list.candidates[order[end]].time == time { end += 1 }
      if hasEvents || end - start > DuplicatePass.compared {
        settle(&list, order[start..<end], hasEvents: hasEvents)
      } else if end - start > 1 {
        compare(&list, order[start..<end])
      }
      start = end
    }
  }

  /// Up to so many candidates are compared one with the other.
  private static let compared = 6

  /// The same as ``settle(_:_:hasEvents:)`` for a few candidates that are no events, without a table.
  private mutating func compare(_ list: inout CandidateList, _ run: ArraySlice<Int>) {
    for later in run.indices.dropFirst() {
      for earlier in run.startIndex..<later {
        let (a, b) = (run[earlier], run[later])
        let isSameRequest =
          list.candidates[a].rank == list.candidates[b].rank
          && list.candidates[a].local?.secondsSinceEpoch == list.candidates[b].local?.secondsSinceEpoch
        if isSameRequest || isSameSubject(list.candidates[a], list.candidates[b], list.requests) {
          list.candidates[b].reason = .duplicate
          break
        }
      }
    }
  }

  private mutating func isSameSubject(_ a: Candidate, _ b: Candidate, _ requests: [NotificationRequest]) -> Bool {
    guard a.kind == b.kind else { return false }
    if a.kind.hasTextSubject,
      requests[Int(a.request)].subject.beginsOtherwise(than: requests[Int(b.request)].subject)
    {
      return false
    }
    return subject(a, requests) == subject(b, requests)
  }

  /// One run of equal instants. A wall time that was asked for twice has the same instant twice; of events, two wall
  /// times can be the same at two instants, where the clock is put back between them.
  private mutating func settle(_ list: inout CandidateList, _ run: ArraySlice<Int>, hasEvents: Bool) {
    requests.removeAll(keepingCapacity: true)
    subjects.removeAll(keepingCapacity: true)
    for index in run {
      let candidate = list.candidates[index]
      let request = SameRequest(rank: candidate.rank, local: candidate.local)
      let isNewRequest = requests.insert(request).inserted
      let isNewAnywhere = hasEvents ? eventRequests.insert(request).inserted : true
      let subject = SameSubject(kind: candidate.kind, subject: self.subject(candidate, list.requests))
      let isNewSubject = subjects.insert(subject).inserted
      if !isNewRequest || !isNewAnywhere || !isNewSubject { list.candidates[index].reason = .duplicate }
    }
  }

  private mutating func subject(_ candidate: Candidate, _ requests: [NotificationRequest]) -> Subject {
    if candidate.kind.hasEmptySubject { return .none }
    guard candidate.kind.hasTextSubject else { return .notification(candidate.rank) }
    if folded.isEmpty { folded.append(contentsOf: repeatElement(nil, count: requests.count)) }
    let index = Int(candidate.request)
    if let known = folded[index] { return .text(known) }
    let subject = requests[index].subject.foldedSubject
    folded[index] = subject
    return .text(subject)
  }
}

extension Kind {
  /// Its notifications are the same where their titles or names are.
  fileprivate var hasTextSubject: Bool { self == .task || self == .habit }
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
    if let folded = foldedASCII { return folded }
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }), let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last]).uppercased().lowercased()
  }

  /// The folded subject where all of it is ASCII.
  private var foldedASCII: String? {
    withBytes { text in
      guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
      let isSpace = { (byte: UInt8) in byte == 0x20 || 0x09...0x0d ~= byte }
      guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
      else { return "" }
      let isUpper = { (byte: UInt8) in UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
      return String(unsafeUninitializedCapacity: last - first + 1) { folded in
        for index in 0...last - first {
          folded[index] = isUpper(text[first + index]) ? text[first + index] | 0x20 : text[first + index]
        }
        return last - first + 1
      }
    }
  }
}
