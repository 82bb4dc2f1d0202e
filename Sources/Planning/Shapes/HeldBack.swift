import CivilTime
import PlanModel

/// Reports what quiet hours held back, at their end: the number of notifications and the titles of the first ones.
extension ShapedKind {
  /// The limit on titles in a text; the rest are counted.
  private static var maximumTitles: Int { 5 }

  func heldBack() -> KindDefinition {
    var digest = KindDefinition(description, checks: checks()) { frame, kind, list in
      let held = list.candidates.indices.filter {
        list.candidates[$0].isInDigest && list.candidates[$0].reason == .inDigest
      }
      if held.isEmpty { return }
      let byEnd = Dictionary(grouping: held) { list.candidates[$0].at! }
      for (end, indices) in byEnd.sorted(by: { $0.key < $1.key }) {
        let titles = heldTitles(of: indices, list)
        let request = frame.request(kind) { name in
          name == "time" ? .time(frame.timeline.local(at: end).time) : field(name, of: indices.count, titles) ?? .none
        }
        list.addAlone(request, .event(end), item: -1)
      }
    }
    digest.derivesFromOtherKinds = true
    return digest
  }

  /// Returns the value of a field of texts that name several notifications; nil for other names.
  func field(_ name: String, of count: Int, _ titles: [String]) -> FieldValue? {
    switch name {
    case "count": .integer(count)
    case "titles": .list(titles.prefix(ShapedKind.maximumTitles).map { .text($0) })
    case "more":
      titles.count > ShapedKind.maximumTitles ? .integer(titles.count - ShapedKind.maximumTitles) : FieldValue.none
    default: nil
    }
  }

  /// Returns the distinct titles in the order of their original instants.
  private func heldTitles(of indices: [Int], _ list: CandidateList) -> [String] {
    let ordered = indices.sorted { a, b in
      let (first, second) = (list.candidates[a], list.candidates[b])
      if first.deferredFrom! != second.deferredFrom! { return first.deferredFrom! < second.deferredFrom! }
      if first.priority != second.priority { return first.priority > second.priority }
      let (one, other) = (list.requests[Int(first.request)].identifier, list.requests[Int(second.request)].identifier)
      return one == other ? a < b : one < other
    }
    return list.titles(of: ordered)
  }
}

extension CandidateList {
  /// Returns the distinct titles of candidates, in their order.
  func titles(of indices: [Int]) -> [String] {
    var seen: Set<String> = []
    return indices.map { requests[Int(candidates[$0].request)].title }.filter { seen.insert($0).inserted }
  }
}
