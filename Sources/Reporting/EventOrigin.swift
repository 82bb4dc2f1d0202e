import CivilTime
import PlanModel

/// What the descriptions of an account's events say of where they come from, as a TEXT value has it: kept, since most events
/// say the same.
struct EventOrigin {
  /// ` Europe/Berlin (UTC+01:00)`, of the stay and the offset at hand.
  private(set) var zone: [UInt8] = []
  /// `\nHere because … notifies account …: task\, `, of the kind at hand.
  private(set) var owner: [UInt8] = []
  private var stay = -1
  private var offset = UTCOffset.utc
  /// Index of the kind at hand; −1: none is.
  private var kind = -1
  /// How much of ``owner`` stands before the kind.
  private var ownerCount = 0

  /// What ``zone`` and ``owner`` have beyond names, at most.
  private static let fixedSize = 64

  mutating func begin(_ plan: AccountPlan) {
    stay = -1
    kind = -1
    owner.removeAll(keepingCapacity: true)
    let texts = plan.policy.name.utf8.count + plan.account.id.text.utf8.count
    owner.append(atMost: 2 * texts + EventOrigin.fixedSize) { text in
      text.write("\\nHere because ")
      text.write(plan.policy.name, ICSEscaping.self)
      text.write(" notifies account ")
      text.write(plan.account.id.text, ICSEscaping.self)
      text.write(": ")
    }
    ownerCount = owner.count
  }

  /// Has it tell of a kind, a stay and the offset of an instant in it.
  @inline(__always)
  mutating func enter(_ kind: Kind, stay: Int, _ offset: UTCOffset, _ plan: AccountPlan) {
    if stay != self.stay || offset != self.offset { write(stay, offset, plan) }
    if kind.index != self.kind { write(kind) }
  }

  @inline(never)
  private mutating func write(_ stay: Int, _ offset: UTCOffset, _ plan: AccountPlan) {
    (self.stay, self.offset) = (stay, offset)
    let name = plan.timeline.stays[stay].zone.name
    zone.removeAll(keepingCapacity: true)
    zone.append(atMost: 2 * name.utf8.count + EventOrigin.fixedSize) { text in
      text.write(" ")
      text.write(name, ICSEscaping.self)
      text.write(" (UTC")
      text.write(offset)
      text.write(UInt8(ascii: ")"))
    }
  }

  @inline(never)
  private mutating func write(_ kind: Kind) {
    self.kind = kind.index
    owner.removeLast(owner.count - ownerCount)
    owner.append(kind.name)
    owner.append("\\, " as StaticString)
  }
}
