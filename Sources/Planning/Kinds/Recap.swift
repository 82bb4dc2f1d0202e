import PlanModel

extension Kinds {
  private static let time = KindSetting.time("time", standard: 8)
  private static let figures = MessageForm.list("figures")

  static let recap = ShippedKind(
    KindDescription(
      "recap", "every day, of the day before",
      KindDeclaration(.series) { recap in
        recap.slots = [.init("recap.time", else: time)]
        recap.hasFigures = true
      }, reads: [.focusDay], subject: .none,
      fields: [.number("sessions", 5), .number("minutes", 75), .value("time", .duration, isOptional: true)],
      forms: figures, formBody: ("bodyWithFigures", figures[0]), settings: [time], preferences: ["recap"],
      sample: KindSample { clock in
        let yesterday = clock.day(-1)
        return [.init(.focusDay, "\(yesterday)", #""date": "\#(yesterday)", "sessions": 3, "minutes": 75"#)]
      }),
    .recapFigures(figures[0]))
}
