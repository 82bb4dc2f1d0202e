import PlanModel

extension Kinds {
  /// The words for each form.
  private static let types: KeyValuePairs = [
    "run": ["run", "running", "jog", "jogging", "treadmill"],
    "ride": ["ride", "riding", "bike", "biking", "cycle", "cycling"], "walk": ["walk", "walking"],
    "hike": ["hike", "hiking"], "swim": ["swim", "swimming"], "row": ["row", "rowing"],
    "strength": ["strength", "weights"], "yoga": ["yoga"],
  ]

  static let workout = ShippedKind(
    KindDescription(
      "workout", "when a workout ends",
      KindDeclaration(.event, of: ShippedItems.workout) { workout in
        workout.at = workout.place("endedAt")
        workout.formWords = (workout.place("type"), types.map(\.value))
      },
      identifier: IdentifierRule(["id"]),
      fields: [
        .text("type", "running", isOptional: true), .value("duration", .duration, isOptional: true),
        .value("distance", .distance, isOptional: true),
      ],
      forms: MessageForm.list(types.map(\.key), fallback: .plain),
      sample: KindSample { clock in
        [
          .init(
            .workout, "w-1",
            #""type": "run", "endedAt": "\#(clock.at(minutes: -30))", "duration": 2460, "distance": 7200"#)
        ]
      }))
}
