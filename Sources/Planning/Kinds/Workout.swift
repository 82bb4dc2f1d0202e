import CivilTime
import PlanModel

/// A workout is over.
enum Workout {
  private static let forms = MessageForm.list("run", "ride", "walk", "hike", "swim", "row", "strength", "yoga")

  /// The words that a type may have for each form.
  private static let words: [[String]] = [
    ["run", "running", "jog", "jogging", "treadmill"], ["ride", "riding", "bike", "biking", "cycle", "cycling"],
    ["walk", "walking"], ["hike", "hiking"], ["swim", "swimming"], ["row", "rowing"], ["strength", "weights"], ["yoga"],
  ]

  /// By the last of the type's words that says what it was; the plain form where none does.
  ///
  /// - Parameter type: As apps write it: `run`, `Indoor Cycling`, `trail-running`, `openWaterSwimming`.
  private static func form(_ type: String) -> MessageForm {
    var said = [""]
    var isInWord = false
    for letter in type {
      if !letter.isLetter || isInWord && letter.isUppercase { said.append("") }
      if letter.isLetter { said[said.count - 1] += letter.lowercased() }
      isInWord = letter.isLowercase
    }
    for word in said.reversed() {
      if let form = words.firstIndex(where: { $0.contains(word) }) { return forms[form] }
    }
    return .plain
  }

  static let definition = DeclaredKind(
    KindDescription(
      "workout", .event, items: [.workout], identifier: IdentifierRule(["id"]),
      fields: [
        .text("type", "running", isOptional: true), .value("duration", .duration, isOptional: true),
        .value("distance", .distance, isOptional: true),
      ], forms: forms),
    .event(of: ShippedItems.workout, at: "endedAt"),
    KindRules(
      checks: [], form: { form($0.workoutType) },
      value: { name, workout in
        if name != "distance" { return nil }
        return workout.distance.flatMap { $0 > DecimalNumber(significand: 0) ? .distance($0) : nil } ?? FieldValue.none
      })
  ).event()
}
