import CivilTime
import PlanModel

/// What a kind that ships has beside its declaration: what no declaration can say.
struct Rule: Sendable {
  /// In place of the shape's own; nil: those.
  var checks: [Check]?
  /// Which of its texts an item has.
  var form: (@Sendable (Item, AccountFrame) -> MessageForm)?
  /// The variant of the identifier.
  var variant: (@Sendable (AccountFrame) -> String)?
  /// The value of a field; nil: the declaration has it.
  var value: (@Sendable (_ name: String, Item, AccountFrame) -> FieldValue?)?
  /// Of a series without items, the request of a date that has its own, and a count that goes with it.
  var requestOn: (@Sendable (LocalDate, KindPlan, AccountFrame) -> (NotificationRequest, figure: Int)?)?
  /// What a digest tells on a date.
  var count: (@Sendable (LocalDate, ShapedKind, AccountFrame) -> DigestCount)?
  /// Changes what the shape has made.
  var change: @Sendable (inout KindDefinition, ShapedKind) -> Void = { _, _ in }
}
