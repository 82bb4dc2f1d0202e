import CivilTime
import PlanModel
import Rehearsing
import Testing

/// Tests devices that find requests and deliveries by id, beside a device that searches all of them.
struct HeldRequestsTests {
  /// A device as the documentation describes it.
  private struct Reference {
    var pending: [Account.Pending]
    let limit: Int

    mutating func carryOut(_ verb: Action.Verb, _ id: RequestID, at: Instant?, from: Instant?) -> Bool {
      let held = pending.firstIndex { $0.id == id && (verb != .cancel || $0.at == from) }
      switch verb {
      case .cancel:
        guard let held else { return false }
        pending.remove(at: held)
      case .keep: return held != nil
      case .add:
        if let held {
          pending[held].at = at
        } else {
          if pending.count >= limit { return false }
          pending.append(Account.Pending(id: id, at: at))
        }
      default:
        guard let held else { return false }
        pending[held].at = at
      }
      return true
    }
  }

  private static func words(_ pending: [Account.Pending]) -> [String] {
    pending.map { "\($0.id.text) \($0.at.map { "\($0)" } ?? "")" }.sorted()
  }

  @Test("holds what a device holds that searches all requests, with ids that an export names twice", arguments: 0..<20)
  func pending(seed: UInt64) throws {
    var random = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    func next(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % count
    }
    func instant() -> Instant { Instant.distantPast.advanced(bySeconds: Int64(next(3))) }
    let first = (0..<6).map { _ in Account.Pending(id: RequestID("r\(next(3))"), at: instant()) }
    var device = Device(pending: first, limit: 8)
    var reference = Reference(pending: first, limit: 8)
    for step in 0..<200 {
      let id = RequestID("r\(next(12))")
      if next(10) == 0 {
        device.release(id)
        reference.pending.removeAll { $0.id == id }
        continue
      }
      let verb = [Action.Verb.add, .cancel, .move, .keep][next(4)]
      var action = Action(verb: verb, request: id, notification: id.notification)
      (action.at, action.from) = (instant(), instant())
      let isDone = (try? device.carryOut(action, title: nil, body: nil, badge: 0)) != nil
      #expect(isDone == reference.carryOut(verb, id, at: action.at, from: action.from), "step \(step)")
      #expect(
        HeldRequestsTests.words(device.pending) == HeldRequestsTests.words(reference.pending), "step \(step)")
    }
  }

  /// A device shows a daily request for a year, and one request once at the start.
  @Test(
    "forgets deliveries that no plan asks for, and keeps the newest of each request",
    arguments: [("without caps", 0, 8), ("with a cap over 30 days", 30, 31)])
  func deliveries(label: String, memory: Int, days: Int) {
    let start = Instant.distantPast
    let before = [Account.Delivered(id: RequestID("old"), at: start, isShown: true)]
    var device = RehearsedDevice(limit: 64, delivered: before, memory: memory)
    device.show(RequestID("once"), at: start)
    for day in 0..<366 {
      let date = LocalDate(year: 2026, month: 11, day: 20)!.adding(days: day)
      device.show(RequestID(NotificationID("daily"), on: date), at: start.advanced(bySeconds: Int64(day) * 86_400))
    }
    let ids = device.delivered.map(\.id.text)
    #expect(ids.count <= 2 * max(64, days + 3), "\(label)")
    #expect(ids.prefix(2) == ["old", "once"], "\(label)")
    let last = LocalDate(year: 2026, month: 11, day: 20)!.adding(days: 365)
    for day in 0..<days { #expect(ids.contains("daily@\(last.adding(days: -day))"), "\(label)") }
  }
}
