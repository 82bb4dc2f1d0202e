import CivilTime
import PlanModel

extension AccountFrame {
  /// A request with its identifier, words and names in place.
  ///
  /// - Parameters:
  ///   - form: Which of the kind's texts is wanted.
  ///   - identifier: The variant of the policy's identifier.
  ///   - subject: The item's title or name, where the duplicate check compares that.
  ///   - turn: The date that chooses among the texts; nil: the identifier does.
  ///   - isAllDay: What it is about has a date and no hour.
  ///   - repeating: When a device repeats it by itself; nil: it cannot.
  ///   - field: The value of each field that the kind's identifiers and texts have; `none` for other names.
  func request(
    _ kind: KindPlan, item: ItemID? = nil, form: MessageForm = .plain, identifier variant: String = "default",
    subject: String = "", isOneOff: Bool = false, isAllDay: Bool = false, repeating: RepeatingTime? = nil,
    location: RecordLocation? = nil, turn: LocalDate? = nil,
    _ field: (String) -> FieldValue = { _ in .none }
  ) -> NotificationRequest {
    let text = kind.settings.identifier(variant).filled { field($0).identifierText }
    let identifier = NotificationID(text)
    let stem = uidStem.of(kind.settings.kind, item: item, identifier)
    let words = words(kind, form, stem, turn: turn, field)
    let delivery = kind.settings.delivery
    return NotificationRequest(
      kind: kind.settings.kind, identifier: identifier, item: item, uidStem: stem, delivery: delivery,
      title: words.title, body: words.body, variant: words.variant,
      destination: delivery.destination?.filled { field($0).identifierText },
      url: delivery.url?.filled { field($0).identifierText.percentEncoded },
      data: delivery.data.isEmpty
        ? [] : delivery.data.map { .init($0.name, $0.value.filled { field($0).identifierText }) },
      subject: subject, isOneOff: isOneOff, isAllDay: isAllDay, repeating: turn == nil ? repeating : nil,
      location: location)
  }
}

extension AccountFrame {
  /// - Parameters:
  ///   - stem: Chooses among several texts of the form.
  ///   - turn: The date that does so instead.
  func words(
    _ kind: KindPlan, _ form: MessageForm, _ stem: StableHash, turn: LocalDate?, _ field: (String) -> FieldValue
  ) -> Words {
    texts.words(kind.position, form, turn.map(StableHash.init(turn:)) ?? stem, field)
  }
}

extension StableHash {
  /// Leads to the next of several texts on each day.
  fileprivate init(turn date: LocalDate) {
    self.init(high: 0, low: UInt64(date.days(since: .first)))
  }
}

extension FieldValue {
  /// As identifiers have it: a time without punctuation, everything else as exports write it.
  fileprivate var identifierText: String {
    if case .time(let time) = self { time.compact } else { raw }
  }
}

extension LocalTime {
  /// `HHmm`, or `HHmmss` where the seconds are not 0.
  fileprivate var compact: String {
    var text: [UInt8] = []
    text.appendTwoDigits(hour)
    text.appendTwoDigits(minute)
    if second != 0 { text.appendTwoDigits(second) }
    return String(decoding: text, as: UTF8.self)
  }
}
