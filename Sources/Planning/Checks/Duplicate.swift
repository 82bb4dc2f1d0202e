import CivilTime
import PlanModel

extension Check {
  /// It duplicates an earlier candidate.
  static let duplicate = Check(.duplicate, .crowd { $0.settleDuplicates($1) }) { explainer in
    var facts = [Explanation.Fact(.notification, is: "\(explainer.request.identifier)", explainer.request.location)]
    let subject = explainer.kind.definition.description.subject
    if subject == .title { facts.append(.init(.subject, is: "\(text: explainer.request.subject)")) }
    if explainer.candidate.isLead, let due = explainer.candidate.due { facts.append(.init(.due, is: "\(due)")) }
    if explainer.candidate.reason == .duplicate, explainer.candidate.twin >= 0 {
      let twin = explainer.plan.requests[Int(explainer.candidates[Int(explainer.candidate.twin)].request)]
      let words: Explanation.Fact.Value = twin.item.map { "\(twin.identifier) (item \($0))" } ?? "\(twin.identifier)"
      let label: Explanation.Fact.Label =
        twin.identifier == explainer.request.identifier
        ? .sameIdentifierAs : (subject == .words ? .sameWordsAs : .sameSubjectAs)
      facts.append(.init(label, is: words, twin.location))
    }
    return facts
  }
}

/// The duplicate check's tables for an account. Reuses its memory from account to account.
struct DuplicateTable {
  /// A notification at a wall time.
  fileprivate struct Wanted: Hashable {
    var rank: Int32
    var local: LocalDateTime?
  }

  struct SameSubject: Hashable {
    var kind: Int32
    var subject: Subject
  }

  /// The content that makes two notifications of a kind duplicates.
  enum Subject: Hashable {
    case none
    /// A title or a name, trimmed and folded; for a lead, with what it is about.
    case text(String, of: LocalDateTime?)
    /// The words that the user reads; for a lead, with what it is about.
    case words(title: String, body: String, of: LocalDateTime?)
    /// The notification itself, by the rank of its identifier.
    case notification(Int32)
  }

  // Each maps to the first candidate's place in the order.
  fileprivate var requests: [RequestID: Int] = [:]
  fileprivate var wanted: [Wanted: Int] = [:]
  fileprivate var subjects: [SameSubject: Int] = [:]
  /// For each request, the folded subject; nil until it is needed.
  fileprivate var folded: [String?] = []
  /// For each rank, the series with that identifier; −1 for none so far, −2 for several.
  fileprivate var series: [Int32] = []
}

extension Crowd {
  /// Up to this many candidates of one instant are compared pairwise; more are looked up in a table.
  private static let compared = 6

  fileprivate mutating func settleDuplicates(_ frame: AccountFrame) -> Bool {
    duplicates.folded.removeAll(keepingCapacity: true)
    duplicates.requests.removeAll(keepingCapacity: true)
    duplicates.wanted.removeAll(keepingCapacity: true)
    let sharesIdentifiers = sharesIdentifiers()
    var start = 0
    while start < order.open.count {
      let time = list.candidates[order.open[start]].time
      var end = start + 1
      while end < order.open.count, list.candidates[order.open[end]].time == time { end += 1 }
      if end - start > 1 || sharesIdentifiers { settle(start..<end, sharesIdentifiers, frame) }
      start = end
    }
    return true
  }

  /// Settles one run of equal instants. A dropped candidate is never the twin of a later one.
  private mutating func settle(_ run: Range<Int>, _ sharesIdentifiers: Bool, _ frame: AccountFrame) {
    let isLarge = run.count > Crowd.compared
    if isLarge { duplicates.subjects.removeAll(keepingCapacity: true) }
    for place in run {
      let index = order.open[place]
      let request = sharesIdentifiers ? sharedRequest(index) : nil
      let subject = isLarge ? subjectKey(index, frame) : nil
      let twin = [
        request.flatMap { duplicates.requests[$0.id] }, request.flatMap { duplicates.wanted[$0.wanted] },
        subject.map { duplicates.subjects[$0] } ?? firstDuplicate(as: index, before: place, in: run, frame),
      ].compactMap(\.self).min()
      if let twin {
        list.candidates[index].reason = .duplicate
        list.candidates[index].twin = Int32(order.open[twin])
        continue
      }
      if let request { (duplicates.requests[request.id], duplicates.wanted[request.wanted]) = (place, place) }
      if let subject { duplicates.subjects[subject] = place }
    }
  }

  // MARK: Equal subjects

  private mutating func firstDuplicate(as index: Int, before place: Int, in run: Range<Int>, _ frame: AccountFrame)
    -> Int?
  {
    for earlier in run.lowerBound..<place where list.candidates[order.open[earlier]].reason == nil {
      if isSameSubject(order.open[earlier], index, frame) { return earlier }
    }
    return nil
  }

  private mutating func isSameSubject(_ a: Int, _ b: Int, _ frame: AccountFrame) -> Bool {
    let (first, second) = (list.candidates[a], list.candidates[b])
    guard first.kind == second.kind else { return false }
    if frame.kinds[Int(first.kind)].definition.description.subject == .title,
      list.requests[Int(first.request)].subject.startsDifferently(than: list.requests[Int(second.request)].subject)
    {
      return false
    }
    return subject(first, frame) == subject(second, frame)
  }

  mutating func subjectKey(_ index: Int, _ frame: AccountFrame) -> DuplicateTable.SameSubject {
    let candidate = list.candidates[index]
    return DuplicateTable.SameSubject(kind: candidate.kind, subject: subject(candidate, frame))
  }

  private mutating func subject(_ candidate: Candidate, _ frame: AccountFrame) -> DuplicateTable.Subject {
    let due = candidate.isLead ? candidate.due : nil
    return switch frame.kinds[Int(candidate.kind)].definition.description.subject {
    case .none: .none
    case .notification: .notification(candidate.rank)
    case .title: .text(foldedSubject(candidate), of: due)
    case .words:
      .words(
        title: list.requests[Int(candidate.request)].title, body: list.requests[Int(candidate.request)].body, of: due)
    }
  }

  private mutating func foldedSubject(_ candidate: Candidate) -> String {
    let missing = list.requests.count - duplicates.folded.count
    if missing > 0 { duplicates.folded.append(contentsOf: repeatElement(nil, count: missing)) }
    let index = Int(candidate.request)
    if let known = duplicates.folded[index] { return known }
    let subject = list.requests[index].subject.foldedSubject
    duplicates.folded[index] = subject
    return subject
  }

  // MARK: Equal requests

  /// Returns the identity of a candidate's request if its identifier may be shared.
  ///
  /// No two requests of an account have one ID. The dates of a series all differ, so only identifiers of several series
  /// are looked up: hardly any.
  private func sharedRequest(_ index: Int) -> (id: RequestID, wanted: DuplicateTable.Wanted)? {
    let candidate = list.candidates[index]
    guard order.namesDates || duplicates.series[Int(candidate.rank)] == -2 else { return nil }
    return (requestID(candidate), .init(rank: candidate.rank, local: candidate.local))
  }

  /// Returns whether two series have the same identifier, or an identifier may equal another with a date.
  private mutating func sharesIdentifiers() -> Bool {
    if !order.hasEqualIdentifiers, !order.namesDates { return false }
    duplicates.series.removeAll(keepingCapacity: true)
    duplicates.series.append(contentsOf: repeatElement(-1, count: list.requests.count))
    var isShared = order.namesDates
    for index in order.open {
      let (rank, series) = (Int(list.candidates[index].rank), list.candidates[index].series)
      if duplicates.series[rank] == -1 {
        duplicates.series[rank] = series
      } else if duplicates.series[rank] != series {
        duplicates.series[rank] = -2
        isShared = true
      }
    }
    return isShared
  }
}

extension String {
  /// Returns whether both texts begin with ASCII letters that differ regardless of case. Then they cannot be equal.
  /// This decides most pairs without folding.
  fileprivate func startsDifferently(than other: String) -> Bool {
    guard let first = utf8.first, let second = other.utf8.first else { return false }
    let isLetter = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
    return isLetter(first) && isLetter(second) && first | 0x20 != second | 0x20
  }

  /// The text trimmed and without case. Lower case of upper case is Unicode's full case folding except for a handful of
  /// letters.
  var foldedSubject: String {
    // ASCII needs no Unicode tables.
    let isSpace = { (scalar: Unicode.Scalar) in
      scalar.isASCII ? scalar == " " || (0x9...0xd).contains(scalar.value) : scalar.properties.isWhitespace
    }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }), let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last]).uppercased().lowercased()
  }
}
