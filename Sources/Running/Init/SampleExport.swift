import CivilTime
import PlanModel

/// An export that produces each kind of a policy: one or two accounts with items around an instant.
struct SampleExport {
  private let policy: Policy
  private let clock: KindSample.Clock

  init(_ policy: Policy, now: Instant) { (self.policy, clock) = (policy, KindSample.Clock(now: now)) }

  var text: String {
    // An item that several kinds use is listed once. A different item with the same id goes to the second account.
    var items: [[KindSample.Item]] = [[], []]
    for item in policy.kinds.flatMap({ samples(of: $0.description) }) where !items.joined().contains(item) {
      items[items[0].contains { $0.key == item.key } ? 1 : 0].append(item)
    }
    let own = [#""locale": "\#(policy.locale.text)""#, preferences].compactMap(\.self)
    let accounts = items.enumerated().filter { $0.offset == 0 || !$0.element.isEmpty }.map { number, items in
      let (id, own) = number == 0 ? ("sample", own) : ("sample-\(number + 1)", [])
      let members =
        [#""id": "\#(id)""#, #""timeZone": "UTC""#] + own + [#""items": [\#(lines(items.map(\.text), 8))]"#]
      return "\n    {\n      " + members.joined(separator: ",\n      ") + "\n    }"
    }
    return """
      {
        "format": "tickler-export/1",
        "app": "\(policy.app)",
        "exportedAt": "\(clock.now)",
        "accounts": [\(accounts.joined(separator: ","))
        ]
      }

      """
  }

  private func samples(of kind: KindDescription) -> [KindSample.Item] {
    if let sample = kind.sample { return sample.items(clock) }
    return kind.isShipped ? [] : [DeclaredSample(kind, clock)?.item].compactMap(\.self)
  }

  private func lines(_ items: [String], _ indent: Int) -> String {
    let blank = String(repeating: " ", count: indent)
    return items.isEmpty ? "" : items.map { "\n\(blank)\($0)" }.joined(separator: ",") + "\n" + blank.dropLast(2)
  }

  /// Preferences that enable kinds which are off by default, and configure kinds that need it.
  private var preferences: String? {
    let off = policy.kinds.filter { !$0.isEnabled }.map { "\"\($0.kind.name)\": true" }
    let kinds = off.isEmpty ? [] : ["\"kinds\": { \(off.joined(separator: ", ")) }"]
    let fields = kinds + policy.kinds.compactMap(\.description.sample?.preference)
    return fields.isEmpty ? nil : "\"preferences\": {\(lines(fields, 8))}"
  }
}
