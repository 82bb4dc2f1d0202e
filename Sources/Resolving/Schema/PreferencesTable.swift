import CivilTime
import Formats
import PlanModel

extension Schema {
  /// Returns the schema of preferences.
  static func preferences(_ names: inout FieldNames, kinds: [Kind], own: [Kind]) -> ObjectSchema {
    let quietHours = ObjectSchema(
      "quietHours", &names, start: { $0.quietHours = QuietHours(start: .midnight, end: .midnight) },
      [
        .time("start", "Inclusive", .required) { $0.quietHours?.start = $1 },
        .time("end", "Exclusive", .required) { $0.quietHours?.end = $1 },
      ])
    let timeOnly = ObjectSchema(
      "timeOnly", &names, start: { $0.timeOnly = nil }, [.time("time", "") { $0.timeOnly = $1 }]
    )
    let nudges = ObjectSchema(
      "nudges", &names, start: { $0.nudges = Preferences.Nudges() },
      [
        .time("morning", "") { $0.nudges?.morning = $1 },
        .time("afternoon", "") { $0.nudges?.afternoon = $1 },
        .time("evening", "") { $0.nudges?.evening = $1 },
      ])
    let morning = ObjectSchema(
      "morning", &names, start: { $0.morning = Preferences.Morning(time: .midnight, days: .all, changedAt: nil) },
      [
        .time("time", hours: 4...16, "", .required) { $0.morning?.time = $1 },
        .weekdays("days", least: 1, "At least one", .required) { $0.morning?.days = $1 },
        .instant("changedAt", "When `time` last changed") { $0.morning?.changedAt = $1 },
      ])
    let bedtime = ObjectSchema(
      "bedtime", &names, start: { $0.bedtime = Preferences.Bedtime() },
      [
        .time("time", "") { $0.bedtime?.time = $1 },
        .weekdays("days", "Defaults to those of `morning`, else all") { $0.bedtime?.days = $1 },
      ])
    let bills = ObjectSchema(
      "bills", &names, start: { $0.bills = Preferences.Bills() },
      [
        .time("time", "") { $0.bills?.time = $1 },
        .bool("onDueDate", "") { $0.bills?.onDueDate = $1 },
        .bool("dayBefore", "") { $0.bills?.dayBefore = $1 },
      ])
    let digest = ObjectSchema(
      "digest", &names, start: { $0.digest = Preferences.Digest() },
      [
        .weekday("day", "") { $0.digest?.day = $1 },
        .time("time", "") { $0.digest?.time = $1 },
      ])
    let fields: [Field] = [
      .bool("enabled", "Master switch") { $0.account?.preferences.isEnabled = $1 },
      .switches("kinds", kinds, ""),
      .object("quietHours", quietHours, "For kinds that have a time and are not critical") {
        $0.account?.preferences.quietHours = $0.quietHours
      },
      .object("dailyReminder", timeOnly, "") {
        $0.account?.preferences.dailyReminderTime = $0.timeOnly
      },
      .object("nudges", nudges, "For `nudge`") { $0.account?.preferences.nudges = $0.nudges! },
      .object("recap", timeOnly, "") { $0.account?.preferences.recapTime = $0.timeOnly },
      .object("morning", morning, "") {
        $0.account?.preferences.morning = $0.morning
      },
      .object("bedtime", bedtime, "") {
        $0.account?.preferences.bedtime = $0.bedtime
      },
      .object("bills", bills, "For `bill` and `overdue`") { $0.account?.preferences.bills = $0.bills! },
      .object("digest", digest, "") { $0.account?.preferences.digest = $0.digest! },
      .bool("appBlocking", "The app blocks others; for `unlock`") {
        $0.account?.preferences.appBlocking = $1
      },
    ]
    let shippedNames = Set(fields.map(\.description.name))
    let ownFields = own.filter { !shippedNames.contains($0.name) }.map { kind in
      Field.object(kind.name, times(kind, &names), "For `\(kind.name)`") {
        $0.account?.preferences.times[kind] = $0.times
      }
    }
    return ObjectSchema("preferences", &names, (fields + ownFields).map(\.lenient))
  }
}

extension Field {
  /// The same field, but with errors that mark the preference unreadable instead of rejecting the account.
  fileprivate var lenient: Field {
    var field = self
    let (read, name) = (read, description.name)
    field.read = { resolver, index in
      if resolver.lenient({ read(&$0, index) }) { return }
      if name == "enabled" || name == "kinds" {
        resolver.draft.account?.preferences.unreadable.all = true
      } else {
        resolver.draft.account?.preferences.unreadable.names.insert(name)
      }
    }
    return field
  }

  /// Returns a field with a switch for each kind, by its name.
  fileprivate static func switches(_ name: String, _ kinds: [Kind], _ meaning: String) -> Field {
    let names = kinds.map(\.name)
    let byName = Dictionary(uniqueKeysWithValues: zip(names, kinds))
    return Field(name, .switches(names), meaning) { resolver, index in
      guard resolver.isObject(index) else { return }
      resolver.forEachMember(of: index) { resolver, child in
        guard let kind = byName[resolver.nameText(child)] else { return resolver.unknownField(child, among: names) }
        if resolver.record.values[child].type.isNull { return }
        var isOn: Bool?
        let isReadable = resolver.lenient { isOn = $0.bool(child) }
        resolver.draft.account?.preferences.kinds[kind] = isOn
        if !isReadable { resolver.draft.account?.preferences.unreadable.kinds.insert(kind) }
      }
    }
  }

  /// Returns the field of all preferences. Its errors never reject the account.
  static func preferences(_ name: String, _ schema: ObjectSchema, _ meaning: String) -> Field {
    Field(name, .object(schema.description), meaning) { resolver, index in
      let isReadable = resolver.lenient { _ = $0.object(index, schema) }
      if !isReadable { resolver.draft.account?.preferences.unreadable.all = true }
    }
  }
}

extension RecordResolver {
  /// Runs `read` without counting its errors against the account. Kinds that use an unreadable preference make no candidates.
  ///
  /// - Returns: Whether `read` reports no error.
  fileprivate mutating func lenient(_ read: (inout RecordResolver) -> Void) -> Bool {
    let (before, errors) = (diagnostics.count, errorCount)
    if isValid(read) { return true }
    errorCount = errors
    for index in before..<diagnostics.count where diagnostics[index].code == .badValue {
      diagnostics[index].code = .preference
    }
    rejectedCount += 1
    return false
  }
}
