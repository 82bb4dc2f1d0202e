import CivilTime
import PlanModel

/// The behavior of a shipped kind that its declaration cannot express.
struct Rule: Sendable {
  /// Replaces the shape's checks; nil to keep them.
  var checks: [Check]?
  /// Selects the form of an item's texts.
  var form: (@Sendable (Item, AccountFrame) -> MessageForm)?
  /// Selects the form of a slot's texts by its time, for a series without items; nil to use the slot's form.
  var formOfSlot: (@Sendable (LocalTime) -> MessageForm)?
  /// Selects the variant of the identifier.
  var variant: (@Sendable (AccountFrame) -> String)?
  /// Returns the value of a field; nil to use the declaration's.
  var value: (@Sendable (_ name: String, Item, AccountFrame) -> FieldValue?)?
  /// Returns a date's own request and its figure, for a series without items; nil to use the shared request.
  var requestOn: (@Sendable (LocalDate, KindPlan, AccountFrame) -> (NotificationRequest, figure: Int)?)?
  /// Returns a digest's figures on a date.
  var count: (@Sendable (LocalDate, ShapedKind, AccountFrame) -> DigestCount)?
  /// Changes the definition that the shape made.
  var change: @Sendable (inout KindDefinition, ShapedKind) -> Void = { _, _ in }
}
