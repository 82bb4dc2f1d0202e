import CivilTime
import PlanModel

extension AccountFrame {
  /// Returns a request with its identifier, texts and names.
  ///
  /// - Parameters:
  ///   - form: The form of the kind's texts.
  ///   - identifier: The variant of the policy's identifier.
  ///   - subject: The item's title or name, if the duplicate check compares it.
  ///   - rotation: The date that selects among the texts; nil to select by the identifier.
  ///   - isAllDay: Whether its subject has a date and no time.
  ///   - isReminder: Whether it reminds of something at another time than its own.
  ///   - duration: The seconds that its item lasts.
  ///   - isAgain: Whether its clock shows its time again.
  ///   - part: What to append to the identifier: an item's own reminder. Empty for none.
  ///   - repeating: The trigger with which a device can repeat it; nil if it cannot.
  ///   - zone: The item's zone.
  ///   - isBound: Whether its time comes from an instant.
  ///   - field: Returns the value of each field in the kind's identifiers and texts; `none` for other names.
  func request(
    _ kind: KindPlan, item: ItemID? = nil, form: MessageForm = .plain, identifier variant: String = "default",
    part: String = "", isAgain: Bool = false, subject: String = "", isOneOff: Bool = false, isAllDay: Bool = false,
    isReminder: Bool = false, duration: Int64? = nil, repeating: RepeatingTime? = nil, zone: Zone? = nil,
    isBound: Bool = false, location: RecordLocation? = nil,
    rotation: LocalDate? = nil,
    _ field: (String) -> FieldValue = { _ in .none }
  ) -> NotificationRequest {
    let pattern = kind.settings.identifier(variant)
    var text = pattern.filled { field($0).identifierText }
    var event =
      isReminder || snoozeEnd != nil
      ? pattern.filled { $0 == "part" ? ReminderOffset.due.name : field($0).identifierText } : nil
    if !part.isEmpty { text += ".\(part)" }
    if isAgain {
      text += NotificationID.againEnding
      event? += NotificationID.againEnding
    }
    var form = form
    if snoozeEnd != nil {
      text += NotificationID.snoozedEnding
      form = kind.definition.description.forms.first { $0.name == "snoozed" } ?? form
    }
    let identifier = NotificationID(text)
    let stem = uidStem.of(kind.settings.kind, item: item, identifier)
    let words = words(kind, form, stem, rotation: rotation, field)
    let delivery = kind.settings.delivery
    func carried(_ name: String) -> String {
      name == KindDescription.about && kind.definition.description.hasAbout
        ? about(isAllDay: isAllDay, field) : field(name).identifierText
    }
    return NotificationRequest(
      kind: kind.settings.kind, identifier: identifier, item: item, uidStem: stem,
      eventStem: event.map { uidStem.of(kind.settings.kind, item: item, NotificationID($0)) }, delivery: delivery,
      title: words.title, body: words.body, variant: words.variant,
      destination: delivery.destination?.filled(carried),
      url: delivery.url?.filled { carried($0).percentEncoded },
      data: delivery.data.isEmpty ? [] : delivery.data.map { .init($0.name, $0.value.filled(carried)) },
      subject: subject, isOneOff: isOneOff, isAllDay: isAllDay, duration: duration.map(Int.init),
      repeating: rotation == nil && snoozeEnd == nil ? repeating : nil,
      zone: zone, isBound: isBound || zone != nil || snoozeEnd != nil, location: location)
  }
}

extension AccountFrame {
  /// Returns the date, or date and time, that a notification is about, as plans have it.
  private func about(isAllDay: Bool, _ field: (String) -> FieldValue) -> String {
    guard case .date(let date) = field("date") else { return "" }
    guard !isAllDay, case .time(let time) = field("time") else { return "\(date)" }
    return "\(date.at(time))"
  }

  /// - Parameters:
  ///   - stem: Selects among several texts of the form.
  ///   - rotation: The date that selects instead.
  func words(
    _ kind: KindPlan, _ form: MessageForm, _ stem: StableHash, rotation: LocalDate?, _ field: (String) -> FieldValue
  ) -> Words {
    texts.words(kind.position, form, rotation.map(StableHash.init(rotation:)) ?? stem, field)
  }
}

extension StableHash {
  /// Selects the next of several texts on each day.
  fileprivate init(rotation date: LocalDate) {
    self.init(high: 0, low: UInt64(date.days(since: .first)))
  }
}

extension FieldValue {
  /// The value in identifiers: a time without punctuation, everything else as in exports.
  var identifierText: String {
    if case .time(let time) = self { time.compact } else { raw }
  }
}

extension LocalTime {
  /// `HHmm`, or `HHmmss` if the seconds are not 0.
  fileprivate var compact: String {
    var text: [UInt8] = []
    text.appendTwoDigits(hour)
    text.appendTwoDigits(minute)
    if second != 0 { text.appendTwoDigits(second) }
    return String(decoding: text, as: UTF8.self)
  }
}
