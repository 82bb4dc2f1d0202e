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
    var subject: Int32
  }

  private var requests: Set<SameRequest> = []
  private var eventRequests: Set<SameRequest> = []
  private var subjects: Set<SameSubject> = []
  private var subjectNumbers: [String: Int32] = [:]
  private var subjectOfRequest: [Int32] = []

  /// - Parameter order: Indices of the candidates that are still in the run, in order.
  mutating func run(_ list: inout CandidateList, _ order: [Int]) {
    eventRequests.removeAll(keepingCapacity: true)
    subjectNumbers.removeAll(keepingCapacity: true)
    subjectOfRequest.removeAll(keepingCapacity: true)
    let hasEvents = order.contains { list.candidates[$0].kind.isEvent }
    var start = 0
    while start < order.count {
      let at = list.candidates[order[start]].at
      var end = start + 1
      while end < order.count, list.candidates[order[end]].at == at { end += 1 }
      if end - start > 1 || hasEvents { settle(&list, order[start..<end], hasEvents: hasEvents) }
      start = end
    }
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
      let subject = SameSubject(kind: candidate.kind, subject: subjectNumber(candidate, list.requests))
      let isNewSubject = subjects.insert(subject).inserted
      if !isNewRequest || !isNewAnywhere || !isNewSubject { list.candidates[index].reason = .duplicate }
    }
  }

  private mutating func subjectNumber(_ candidate: Candidate, _ all: [NotificationRequest]) -> Int32 {
    if candidate.kind.hasEmptySubject { return -1 }
    guard candidate.kind == .task || candidate.kind == .habit else { return candidate.rank }
    if subjectOfRequest.isEmpty { subjectOfRequest = Array(repeating: -1, count: all.count) }
    let index = Int(candidate.request)
    if subjectOfRequest[index] < 0 {
      let subject = all[index].subject.foldedSubject
      let number = subjectNumbers[subject] ?? Int32(subjectNumbers.count)
      subjectNumbers[subject] = number
      subjectOfRequest[index] = number
    }
    return subjectOfRequest[index]
  }
}

extension String {
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
