import PlanModel

/// What a kind that ships has beside its shape: the rules that no declaration can say.
struct KindRules: Sendable {
  /// In place of the shape's own; nil: those.
  var checks: [Check]?
  /// In place of the shape's own; nil: that.
  var delivery: KindDefinition.Delivery?
  /// Which items it is of.
  var includes: @Sendable (Item) -> Bool = { _ in true }
  /// Which of its texts an item has.
  var form: @Sendable (Item) -> MessageForm = { _ in .plain }
  /// The value of a field, where it is not the item's own; nil: it is.
  var value: (@Sendable (String, Item) -> FieldValue?)?
}

extension KindDeclaration {
  /// Once, at an instant of the item.
  static func event(of item: ItemDeclaration, at field: String, toldFor: Int64? = nil) -> KindDeclaration {
    var event = KindDeclaration(.event, of: item)
    event.at = item.place(field)
    if let toldFor { event.toldFor = toldFor }
    return event
  }

  /// Now, where a count of the item has reached one of the usual milestones.
  static func streak(of item: ItemDeclaration, _ field: String) -> KindDeclaration {
    var streak = KindDeclaration(.streak, of: item)
    streak.number = item.place(field)
    streak.milestones = KindDeclaration.standardMilestones
    return streak
  }

  static func place(of item: ItemDeclaration) -> KindDeclaration { KindDeclaration(.place, of: item) }

  private init(_ shape: Shape, of item: ItemDeclaration) {
    self.init(shape, item: ItemList(shipped: item.kind), item)
  }
}
