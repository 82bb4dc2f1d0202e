import PlanModel

/// The lines of an event that tell what sort of thing it is: kept, since most events have the same.
struct EventClass {
  /// `CATEGORIES:task`, `COLOR:…` and `TRANSP:TRANSPARENT`, of the app and the kind at hand.
  private(set) var lines: [UInt8] = []
  private var app = ""
  private var color = ""
  /// Index of the kind at hand; −1: none is.
  private var kind = -1

  mutating func begin(_ plan: AccountPlan) {
    if app == plan.account.app, !color.isEmpty { return }
    app = plan.account.app
    color = CalendarColor.name(app: app)
    kind = -1
  }

  @inline(__always)
  mutating func enter(_ kind: Kind) {
    if kind.index != self.kind { write(kind) }
  }

  @inline(never)
  private mutating func write(_ kind: Kind) {
    self.kind = kind.index
    lines.removeAll(keepingCapacity: true)
    lines.append("CATEGORIES:" as StaticString)
    lines.append(kind.name)
    lines.append("\r\nCOLOR:" as StaticString)
    lines.append(color)
    lines.append("\r\nTRANSP:TRANSPARENT\r\n" as StaticString)
  }
}
