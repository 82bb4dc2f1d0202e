import CivilTime
import Formats
import PlanModel

extension Schema {
  /// Returns the schema of a kind of item.
  static func items(
    _ item: ItemDeclaration, in list: ItemList, _ names: inout FieldNames, isDeclared: Bool = false
  ) -> ItemSchema {
    var fields: [Field] = []
    for member in item.members {
      switch member.role {
      case .lastSample: continue
      case .samples: fields.append(.samples(member, sample(&names), last: item.place(of: .lastSample)))
      case .standard(.location): fields.append(.location(member, place(&names)))
      case .standard(let standard): fields.append(.standard(standard, member))
      default: fields.append(.own(member, in: item))
      }
    }
    return ItemSchema(item, in: list, &names, fields, isDeclared: isDeclared)
  }

  /// Returns the schema of a place trigger.
  private static func place(_ names: inout FieldNames) -> ObjectSchema {
    ObjectSchema(
      "location", &names, start: { $0.place = PlaceTrigger() },
      [
        .text("place", "") { $0.place?.name = $1 },
        .degrees("latitude", upTo: 90, "WGS 84", .required) { $0.place?.latitude = $1 },
        .degrees("longitude", upTo: 180, "WGS 84", .required) { $0.place?.longitude = $1 },
        .quantity("radius", "Meters; defaults to 100") { $0.place?.radius = $1 },
        .choice("on", PlaceTrigger.Crossing.self, "", .required) {
          $0.place?.crossing = $1
        },
      ])
  }

  private static func sample(_ names: inout FieldNames) -> ObjectSchema {
    ObjectSchema(
      "sample", &names, start: { $0.sample = StepSample(at: .distantPast, steps: 0) },
      [
        .instant("at", in: PlannableTime.instants, "", .required) { $0.sample?.at = $1 },
        .count("steps", in: 0...1_000_000_000, "Since midnight", .requiredAs("a whole number of steps")) {
          $0.sample?.steps = $1
        },
      ])
  }
}

/// Readers of fields, which store into the draft's item.
extension Field {
  fileprivate init(_ field: ItemField, _ type: ValueType, _ read: @escaping Reader) {
    self.init(field.name, type, field.meaning, field.need, read)
  }

  /// Returns the reader of a standard field.
  fileprivate static func standard(_ standard: StandardField, _ field: ItemField) -> Field {
    let (name, meaning, need) = (field.name, field.meaning, field.need)
    return switch standard {
    case .date:
      Field(field, .date) { $0.draft.schedule.start = $0.date($1, in: PlannableTime.dates) }
    case .time: .time(name, meaning, need) { $0.item?.times = .at($1) }
    case .times:
      Field(field, .list(of: .time(hours: nil), least: 0)) {
        if let times = $0.times($1) { $0.draft.item?.times = DueTimes(times) }
      }
    case .days: .weekdays(name, meaning, need) { $0.item?.days = $1 }
    case .repeat: .repeating(field)
    case .rrule: Field(field, .rule) { $0.draft.schedule.rule = $1 }
    case .exdates:
      Field(field, .list(of: .date, least: 0)) {
        $0.draft.schedule.exceptions = $0.dates($1) ?? []
        $0.draft.schedule.exceptionsIndex = $1
      }
    case .weekdays:
      Field(field, .list(of: .weekday, least: 0)) {
        $0.draft.schedule.weekdays = $0.weekdays($1) ?? []
        $0.draft.schedule.weekdaysIndex = $1
      }
    case .until:
      Field(field, .date) {
        $0.draft.schedule.until = $0.date($1)
        $0.draft.schedule.untilIndex = $1
      }
    case .shift: .choice(name, DayShift.self, meaning, need) { $0.item?.shift = $1 }
    case .completed: .bool(name, meaning) { $0.item?.isCompleted = $1 }
    case .completions:
      Field(field, .list(of: .dateOrTime, least: 0)) {
        guard let (days, times) = $0.datesAndTimes($1) else { return }
        $0.draft.item?.completedOn = days
        $0.draft.item?.completedAt = times
      }
    case .snoozedUntil:
      .instant(name, in: PlannableTime.instants, meaning, need) {
        $0.item?.snoozedUntil = $1
        $0.items.hasSnoozes = true
      }
    case .notBefore:
      .instant(name, in: PlannableTime.instants, meaning, need) {
        $0.item?.notBefore = $1
        $0.items.hasSnoozes = true
      }
    case .remind:
      Field(field, .list(of: .reminder, least: 0)) {
        guard let reminders = $0.reminders($1), !reminders.isEmpty else { return }
        $0.draft.item?.remind = reminders
      }
    case .duration:
      .count(name, in: 0...ItemField.maximumDuration, meaning, need) { $0.item?.duration = Int64($1) }
    case .timeZone: .zone(name, meaning, need) { $0.item?.zone = $1 }
    case .series: .identifier(name, meaning, need) { $0.item?.series = $1 }
    case .archived: .bool(name, meaning) { $0.item?.isArchived = $1 }
    case .location: preconditionFailure("a place is an object: location(_:_:)")
    }
  }

  private static func repeating(_ field: ItemField) -> Field {
    let words = WordList(ScheduleFields.Word.allCases.map(\.rawValue))
    return Field(field, .choice(words.texts)) { resolver, index in
      if let word = resolver.choice(index, words) {
        resolver.draft.schedule.word = ScheduleFields.Word.allCases[word]
      }
    }
  }

  fileprivate static func location(_ field: ItemField, _ place: ObjectSchema) -> Field {
    .object(field.name, place, field.meaning) { $0.item?.place = $0.place }
  }

  /// - Parameter last: The index of the value that receives the last sample's count.
  fileprivate static func samples(_ field: ItemField, _ sample: ObjectSchema, last: Int?) -> Field {
    Field(field, .objects(sample.description, element: "sample")) { resolver, index in
      var samples: [StepSample] = []
      resolver.forEachObject(index) { if $0.member($1, sample) { samples.append($0.draft.sample!) } }
      let inOrder = samples.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      resolver.draft.item?.samples = inOrder.map(\.element)
      if let last, let sample = inOrder.last { resolver.draft.item?.values[last] = .integer(sample.element.steps) }
    }
  }

  /// Returns the reader of a field that is not standard.
  fileprivate static func own(_ field: ItemField, in item: ItemDeclaration) -> Field {
    switch field.role {
    case .day: return Field(field, .date) { $0.draft.schedule.start = $0.date($1) }
    case .timeOrPolicyDefault: return .time(field.name, field.meaning) { $0.item?.times = .at($1) }
    case .allDay: return .bool(field.name, field.meaning) { $0.item?.isUntimed = $1 }
    case .completedOn: return .dates(field.name, field.meaning) { $0.item?.completedOn = $1 }
    case .doneThrough: return .date(field.name, field.meaning) { $0.item?.doneThrough = $1 }
    default: break
    }
    guard let place = item.place(field.name) else { preconditionFailure("\(field.name) has no value") }
    switch field.role {
    case .firstDate, .lastDate:
      let isFirst = field.role == .firstDate
      return .date(field.name, field.meaning) {
        $0.item?.values[place] = .date($1)
        if isFirst { $0.schedule.start = $1 } else { $0.schedule.until = $1 }
      }
    case .updated:
      return .instant(field.name, in: PlannableTime.instants, field.meaning, field.need) {
        $0.item?.values[place] = .instant($1)
        $0.updatedAt = $1
      }
    case _ where item.keepsTitle && place == item.title:
      return .text(field.name, field.meaning, field.need) { $0.item?.title = $1 }
    default:
      let read = RecordResolver.reader(field)
      return Field(field, ValueType(field)) {
        if let value = read(&$0, $1) { $0.draft.item?.values[place] = value }
      }
    }
  }
}
