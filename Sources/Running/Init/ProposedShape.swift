import PlanModel

/// The shape proposed for a kind of item, inferred from the fields of its items, with the reason.
struct ProposedShape {
  private let shape: KindDeclaration.Shape
  /// The field with the date or instant; `nil` if the item's schedule or place decides, or nothing does.
  private let at: String?
  /// The reason, as a sentence for the policy.
  let why: String
  /// The body of the notifications' texts.
  let body: String
  /// Whether its notifications differ by time.
  var hasTimes: Bool { shape == .series }

  /// The keys in the policy: `shape = "event"`, and those that the shape requires.
  var keys: [String] { ["shape = \"\(shape.rawValue)\""] + (at.map { ["at = \"{\($0)}\""] } ?? []) }

  /// The fields of texts in addition to the item's.
  var fields: [String] {
    switch shape {
    case .event: ["at"]
    case .place: ["place"]
    default: ["date", "time"]
    }
  }

  /// - Parameters:
  ///   - own: The item's own fields with their inferred types.
  ///   - standard: The fields found in the items that need no declaration.
  init(own: [(name: String, type: String)], standard: Set<String>) {
    func names(_ type: String) -> [String] { own.filter { $0.type == type }.map(\.name) }
    let due = names("date").first { name in ProposedShape.deadlines.contains { name.lowercased().contains($0) } }
    let instants = names("instant").filter { !ProposedShape.isNote($0) }
    let times = ProposedShape.times.filter(standard.contains)
    if let due {
      self.init(
        .untilDone, at: due,
        "untilDone, since items have a date `\(due)`: daily from the day after it, until `completed`.",
        "Open since {{date}}.")
    } else if times.isEmpty, standard.contains("location") {
      self.init(
        .place, "place, since items have a `location` and no times: on arrival or departure.", "You are there.")
    } else if !times.isEmpty {
      let those = times.map { "`\($0)`" }.joined(separator: ", ")
      self.init(.series, "series, since items have \(those): at their times on their dates.", "At {{time}}.")
    } else if let instant = instants.first(where: ProposedShape.starts.contains) ?? instants.first {
      let others = instants.filter { $0 != instant }.map { " `\($0)` would also work." }.joined()
      self.init(
        .event, at: instant,
        "event, since items have an instant `\(instant)`: once, at that instant.\(others)", "{{at}}")
    } else if standard.isSuperset(of: ["date", "completed"]) {
      self.init(
        .untilDone,
        "untilDone, since items have `date` and `completed` and no times: daily from the day after `date`, until done.",
        "Open since {{date}}.")
    } else if standard.contains("date") {
      self.init(
        .series, "series, since items have a `date`; without times of their own it is at 09:00.", "At {{time}}.")
    } else {
      let lists = names("list-of-instant").first.map {
        " No shape takes a list of instants such as `\($0)`: make each an item."
      }
      self.init(
        .series,
        "series, since no field has a time: every day at 09:00, until the policy or the items have `times`.\(lists ?? "")",
        "At {{time}}.")
    }
  }

  private init(_ shape: KindDeclaration.Shape, at: String? = nil, _ why: String, _ body: String) {
    (self.shape, self.at, self.why, self.body) = (shape, at, why, body)
  }

  private static let times = ["times", "time", "repeat", "rrule", "days", "weekdays"]
  private static let deadlines = ["due", "deadline", "expir", "renew"]
  private static let starts: Set = [
    "at", "when", "startsAt", "startAt", "start", "beginsAt", "dueAt", "remindAt", "scheduledAt",
  ]

  /// Returns whether an instant is about the record rather than its subject.
  private static func isNote(_ name: String) -> Bool {
    ["created", "updated", "modified", "edited", "last", "added", "synced"].contains { name.lowercased().hasPrefix($0) }
  }
}
