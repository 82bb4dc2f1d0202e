import Bytes
import CivilTime
import PlanModel
import RunModel

/// Writes `plan.ndjson`: a head, then a line for each decision.
///
/// Builds lines from parts of earlier ones. A line that differs only in dates from another of its request is a copy
/// with new dates. Any other line copies the text before and after the occurrence from its request.
package struct PlanWriter: ~Copyable {
  /// By request, the last line written.
  private var models: [LineModel] = []
  private var json = FieldWriter()
  private let copiesLines: Bool

  /// - Parameter copiesLines: Whether to build lines from parts of others. The bytes are the same either way.
  package init(copiesLines: Bool = true) { self.copiesLines = copiesLines }

  package static func header(_ header: RunHeader) -> WrittenBytes { FieldWriter.line(PlanHead(header)) }

  /// - Parameters:
  ///   - start: The first decision to write.
  ///   - size: The size of `text` in bytes from which no further decision is begun.
  /// - Returns: The first decision that was not written; their number if all were.
  @discardableResult
  package mutating func append(
    _ plan: AccountPlan, from start: Int = 0, upTo size: Int = .max, to text: inout WrittenBytes
  ) -> Int {
    // Kept outside the writer while a span covers them.
    var held: [LineModel] = []
    swap(&held, &models)
    held.removeAll(keepingCapacity: true)
    held.append(contentsOf: repeatElement(LineModel(), count: plan.requests.count))
    json.begin(&text)
    var line = PlanLine()
    line.account = plan.account.value.id
    line.app = plan.account.value.app
    line.device = plan.account.value.device
    line.stale = plan.stale
    // The position of account and kind in a line.
    var owner = 0..<0
    let (decisions, copiesLines) = (plan.decisions.span, copiesLines)
    var known = held.mutableSpan
    var next = start
    while next < decisions.count, json.out.count < size {
      let index = next
      next += 1
      let request = Int(decisions[index].request)
      let times = LineTimes(decisions[index])
      if let times, known[request].isAnotherDay(times) {
        known[request].append(times, to: &json)
        continue
      }
      line.set(plan, decision: index)
      if known[request].isEmpty {
        if line.kind != plan.requests[request].kind { owner = 0..<0 }
        line.set(plan, request: request)
        known[request] = json.write(&line, sharing: &owner)
      } else {
        known[request] = json.write(&line, like: known[request])
      }
      if copiesLines {
        known[request].times = line.clock == nil ? times : nil
        // An identifier may end with its own date.
        if plan.requestDate(of: decisions[index]) == nil { known[request].request = 0 }
      } else {
        (known[request], owner) = (LineModel(), 0..<0)
      }
    }
    json.end(&text)
    models = held
    return next
  }
}

extension FieldWriter {
  /// Writes a full line, but copies account and kind from `owner` if it is not empty.
  fileprivate mutating func write(_ line: inout PlanLine, sharing owner: inout Range<Int>) -> LineModel {
    var model = LineModel(start: out.count)
    forgetPlaces()
    if owner.isEmpty {
      open(UInt8(ascii: "{"))
      line.describeOwner(&self)
      owner = model.start..<out.count
    } else {
      open(copying: owner)
    }
    line.describeRequest(&self)
    model.head = model.place(out.count)
    line.describeOccurrence(&self)
    model.tail = model.place(out.count)
    line.describeTexts(&self)
    close(UInt8(ascii: "}"))
    out.append("\n")
    model.end(at: out.count, places)
    return model
  }

  /// Writes a line of a request by copying from an earlier one.
  fileprivate mutating func write(_ line: inout PlanLine, like known: LineModel) -> LineModel {
    var model = LineModel(start: out.count)
    forgetPlaces()
    model.head = known.head
    open(copying: known.start..<known.start + Int(known.head))
    line.describeOccurrence(&self)
    model.tail = model.place(out.count)
    close(copying: known.start + Int(known.tail)..<known.start + Int(known.count))
    model.end(at: out.count, places)
    return model
  }
}
