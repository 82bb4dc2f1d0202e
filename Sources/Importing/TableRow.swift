import CivilTime
import Diagnostics
import Formats
import PlanModel

struct TableCell {
  var text: String
  var place: Place
  /// The elements, if the cell is a list.
  var list: [String]?
  /// Whether the cell is a number of JSON, which has one form only.
  var isNumber = false
  /// Whether the cell is a rule whose days are the account's, not those of the row's zone.
  var isOfAccount = false
}

extension TableMapping {
  /// A value as exports write it.
  private indirect enum Written {
    case text(String)
    case number(String)
    case flag(Bool)
    case list([Written])

    func write(to builder: inout RecordBuilder, at place: Place) {
      switch self {
      case .text(let text): builder.add(text, as: .string, at: place)
      case .number(let number): builder.add(number, as: .number, at: place)
      case .flag(let flag): builder.add("\(flag)", as: flag ? .true : .false, at: place)
      case .list(let values):
        builder.begin(.list, at: place)
        for value in values { value.write(to: &builder, at: place) }
        builder.end()
      }
    }
  }

  private typealias Row = [(field: String, value: Written, place: Place)]

  /// Writes a row.
  ///
  /// - Parameters:
  ///   - made: The ids derived from the content of rows so far.
  ///   - value: Returns the cell of a column; nil if the row lacks it.
  func write(
    _ made: inout DerivedIDs, _ cell: (String) -> TableCell?, at place: Place, _ output: ImportOutput
  ) {
    let reminds = remindsColumn.flatMap { cell($0)?.text.trimmed }.flatMap(TableMapping.flag) ?? true
    func value(_ column: String) -> TableCell? {
      guard reminds || !reminderColumns.contains(column), var cell = cell(column) else { return nil }
      if fields["date"]?.contains(column) ?? false, let zoned = zoned(cell.text, output) { cell.text = zoned.text }
      return cell
    }
    if let filter = filter(value) {
      return output.note("row \(filter.one) of the mapping", "rows \(filter.many) of the mapping", at: place)
    }
    guard let id = id(&made, value) else {
      return output.refuse(
        "the row has no \((fields["id"]?.first ?? "id").quotedForDiagnostic)", expected: "an id", at: place,
        field: "id", code: .missingField)
    }
    var row: Row = []
    var (isWholeDay, hasTime, currency) = (false, false, nil as TableCell?)
    var clock = clock(value, at: place, output)
    let dateColumn = column("date", value)
    let timeColumn = column("time", value)
    if let text = dateColumn.flatMap(cell)?.text, let zoned = zoned(text, output) { clock.zone = zoned.zone }
    if isOfTasks, dateColumn == timeColumn, let cell = dateColumn.flatMap(value),
      let reading = reading(cell.text.trimmed, self.formats)
    {
      let isSingle = column("rrule", value) == nil && column("repeat", value) == nil
      let isOfAccount = column("rrule", value).flatMap(value)?.isOfAccount ?? false
      if isSingle { clock.settle(reading) } else if !isOfAccount { clock.settle(rule: reading) }
    }
    // The whole row is read before any field is written.
    for (field, type) in types {
      let column = column(field, value)
      let found = fields[field].map { value(column ?? $0[0]) ?? TableCell(text: "", place: place) }
      guard var cell = found ?? constants[field].map({ TableCell(text: $0, place: place) }) else { continue }
      cell.text = cell.text.trimmed
      // Notion writes a range of dates; its start is the date.
      if field == "date" || field == "time" {
        cell.text = cell.text.split(separator: " → ").first.map(String.init) ?? ""
      }
      if cell.text.isEmpty || blanks.contains(cell.text), fields[field] != nil, let constant = constants[field] {
        cell.text = constant
      }
      if cell.text.isEmpty || blanks.contains(cell.text) {
        guard leavesOut.contains(field) else { continue }
        return output.note("row has no \(field)", "rows have no \(field)", "not planned", at: place)
      }
      // A date of its own column has no time in the other columns that dates may have.
      if field == "time", let timeColumn, timeColumn != dateColumn, fields["date"]?.contains(timeColumn) ?? false {
        isWholeDay = true
        continue
      }
      if let phrase = field == "date" ? phrase(cell, output) : nil {
        if phrase.isOver {
          return output.note(
            "row repeats until a date in the past", "rows repeat until dates in the past", "left out", at: place)
        }
        row.append(("date", .text(phrase.date.description), cell.place))
        if let time = phrase.time { row.append(("time", .text(time.short), cell.place)) }
        if let rule = phrase.rule { row.append(("rrule", .text(rule.text), cell.place)) }
        hasTime = phrase.time != nil || dateColumn == timeColumn
        isWholeDay = phrase.time == nil && (hasTime || timeColumn == nil && constants["time"] == nil)
        continue
      }
      if field == "time", hasTime { continue }
      var formats = fields[field] == nil ? Formats.exported : self.formats
      if let word = values[field]?[cell.text] ?? values[field]?["*"] {
        (cell, formats) = (TableCell(text: word, place: cell.place), .exported)
        if word.isEmpty, !leavesOut.contains(field) { continue }
      }
      if case .zone = type {
        guard let zone = output.run.zone(written: cell.text), output.run.isNamed(zone) else {
          output.warn(unknownZone: cell.text, at: cell.place)
          continue
        }
        cell.text = zone.name
      }
      // One column may hold date and time. If it has only a date, the default time applies.
      let isShared = (field == "date" || field == "time") && dateColumn != nil && dateColumn == timeColumn
      if isShared, field == "time", case .time = type, date(cell.text, formats) != nil || isDay(cell.text) {
        isWholeDay = true
        continue
      }
      if let words = values[field], case .list(let element) = type {
        cell.list = (cell.list ?? TableMapping.words(cell.text, element, formats)).map { words[$0] ?? $0 }
      }
      guard var written = written(cell, type, formats, isLocal: isShared, clock) else {
        if leavesOut.contains(field) {
          return output.note(
            "row has a \(field) that the mapping does not read", "rows have a \(field) that the mapping does not read",
            "not planned", at: cell.place, example: cell.text)
        }
        return output.refuse(
          "found \(cell.text.quotedForDiagnostic)", expected: TableMapping.expected(type, formats), at: cell.place,
          item: id, field: field)
      }
      if case .number(let number) = written, let factor = factors[field], let scaled = Rational(decimal: number),
        let text = Rational(decimal: factor).flatMap({ (scaled * $0).decimal })
      {
        written = .number(text)
      }
      if case .rule = type, case .text(let rule) = written,
        RuleText(rule).dates(from: output.today, in: output.today...output.today) == nil
      {
        output.note(
          "row has a rule that is not read: its date alone is planned",
          "rows have rules that are not read: their dates alone are planned", at: cell.place)
        continue
      }
      // Where expenses are below zero, what is above is income.
      if kind == "bill", factors[field]?.hasPrefix("-") ?? false, case .number(let number) = written,
        number.hasPrefix("-")
      {
        written = .number(String(number.dropFirst()))
        if fields["type"] == nil, constants["type"] == nil { row.append(("type", .text("income"), cell.place)) }
      }
      row.append((field, written, cell.place))
      if case .number = type, let mark = TableAmount(cell.text, decimal: formats.decimal)?.mark {
        currency = TableCell(text: mark, place: cell.place)
      }
    }
    if let currency, let fault = settleCurrency(&row, currency) {
      return output.refuse(
        "the currency of the amount is \(currency.text.quotedForDiagnostic)", expected: fault, at: currency.place,
        item: id, field: "currency")
    }
    if let title = ["task": "title", "bill": "name"][kind], !row.contains(where: { $0.field == title }) {
      row.append((title, .text(isOfTasks ? "Task" : ImportOutput.unnamedBill), place))
    }
    if isOfTasks {
      settleTime(&row, isWholeDay, output)
      let (leads, reminder) = (leads(value), reminder(value, clock))
      if leads.isEmpty, reminder == nil, let cell = reminderColumns.first.flatMap(value), !isBlank(cell) {
        output.note(
          "row has a reminder that is not read: it reminds when it is due",
          "rows have reminders that are not read: they remind when they are due", at: cell.place)
      }
      settleReminders(&row, leads, reminder, clock)
    }
    emit(row, id: id, at: place, output)
    for column in unread where column != dateColumn {
      guard let cell = value(column), !cell.text.trimmed.isEmpty else { continue }
      let name = column.quotedForDiagnostic
      output.note(
        "row has \(name), which is not read: its date alone is planned",
        "rows have \(name), which is not read: their dates alone are planned", at: cell.place)
    }
  }

  /// Whether dates in words may have each word of a text.
  package static func readsWords(of text: String) -> Bool { DatePhrase.knows(text) }

  /// Returns a time without the zone in parentheses that Notion appends, such as `2:00 PM (GMT+1)`, and the zone; nil
  /// without a known one.
  private func zoned(_ text: String, _ output: ImportOutput) -> (text: String, zone: Zone)? {
    guard text.utf8.contains(UInt8(ascii: ")")) else { return nil }
    let start = text.split(separator: " → ").first.map { String($0).trimmed } ?? ""
    guard start.hasSuffix(")"), let open = start.lastIndex(of: "("), reading(start, formats) == nil,
      let zone = output.run.zone(written: String(start[start.index(after: open)...].dropLast()))
    else { return nil }
    return (String(start[..<open]).trimmed, zone)
  }

  /// Reads a date in words.
  private func phrase(_ cell: TableCell, _ output: ImportOutput) -> DatePhrase? {
    guard let phrase = words.flatMap({ DatePhrase(cell.text, synonyms: $0, today: output.today) }) else { return nil }
    if phrase.isOver { return phrase }
    if phrase.isAfterCompletion {
      output.note(
        "row repeats after completion", "rows repeat after completion",
        "planned as if done on each date", at: cell.place)
    }
    if phrase.isOpen {
      output.note(
        "row repeats from a start that the table lacks: its dates count from Monday, 1 January 2024",
        "rows repeat from a start that the table lacks: their dates count from Monday, 1 January 2024", at: cell.place)
    }
    return phrase
  }

  /// Writes a row: one item, or two if it is due on a date that its rule lacks, as after a user moved the date.
  private func emit(_ row: Row, id: String, at place: Place, _ output: ImportOutput) {
    let title = text("title", in: row) ?? text("name", in: row) ?? ""
    let id = output.id(id, of: kind, titled: title, at: place)
    let field = kind == "bill" ? "dueDate" : "date"
    guard let date = text(field, in: row).flatMap({ LocalDate(iso8601: $0.utf8) }),
      let rule = text("rrule", in: row).map({ RuleText($0) }), rule.has(date) == false
    else { return emit(row, id: id, series: nil, at: place, output) }
    let series = isOfTasks ? id : nil
    let single = row.filter { !["rrule", "until", "exdates"].contains($0.field) }
    emit(single, id: "\(id)/\(date)", series: series, at: place, output)
    guard let rest = rule.rest(after: date) else { return }
    let texts = [field: rest.date.description, "rrule": rest.rule.text]
    emit(
      row.map { part in (part.field, texts[part.field].map { .text($0) } ?? part.value, part.place) }, id: id,
      series: series, at: place, output)
  }

  private func text(_ field: String, in row: Row) -> String? {
    if case .text(let text)? = row.first(where: { $0.field == field })?.value { text } else { nil }
  }

  private func emit(_ row: Row, id: String, series: String?, at place: Place, _ output: ImportOutput) {
    output.begin(kind, id: id, series: series, at: place)
    for (field, value, place) in row {
      output.build { builder in
        builder.setName(field, at: place)
        value.write(to: &builder, at: place)
      }
    }
    output.end()
  }

  /// Returns the first column of a field with a value.
  private func column(_ field: String, _ value: (String) -> TableCell?) -> String? {
    fields[field]?.first { value($0).map { !isBlank($0) } ?? false }
  }

  private func isBlank(_ cell: TableCell) -> Bool { cell.text.trimmed.isEmpty || blanks.contains(cell.text.trimmed) }

  /// Returns why a row is not read; nil if it is.
  private func filter(_ value: (String) -> TableCell?) -> (one: String, many: String)? {
    func text(_ column: String) -> String { TableMapping.filtered(value(column)?.text.trimmed ?? "") }
    if let column = except.keys.sorted().first(where: { except[$0]!.contains(text($0)) }) {
      return (
        "is left out by `except` \(column.quotedForDiagnostic)",
        "are left out by `except` \(column.quotedForDiagnostic)"
      )
    }
    let missing = only.keys.sorted().first { column in
      !only[column]!.contains(text(column)) && (!optional.contains(column) || value(column) != nil)
    }
    return missing.map { ("matches no `only` \($0.quotedForDiagnostic)", "match no `only` \($0.quotedForDiagnostic)") }
  }

  /// Returns the id of a row: from its column, or derived from its content so that it survives reordering.
  private func id(_ made: inout DerivedIDs, _ value: (String) -> TableCell?) -> String? {
    if let own = column("id", value).flatMap({ value($0)?.text.trimmed }) { return own }
    if let columns = fields["id"], !optional.isSuperset(of: columns) { return nil }
    return made.id(
      of: (idColumns.isEmpty ? contentColumns : idColumns).map { ($0, value($0)?.text.trimmed ?? "") })
  }

  /// The columns that say what a row is about, not what became of it, unless there are no others.
  private var contentColumns: [String] {
    let state: Set = ["completed", "completedOn", "completions", "paid", "paidThrough", "delivered", "snoozedUntil"]
    let content = Set(fields.filter { !state.contains($0.key) }.values.joined())
    return (content.isEmpty ? Set(fields.values.joined()) : content).sorted()
  }

  /// Adds the currency of an amount's sign or code, unless the row has one.
  ///
  /// - Returns: The currency of the row, if it is another one.
  private func settleCurrency(
    _ row: inout Row, _ mark: TableCell
  ) -> String? {
    guard types.contains(where: { $0.field == "currency" }) else { return nil }
    let code = TableAmount.codes[mark.text] ?? mark.text
    guard case .text(let own)? = row.first(where: { $0.field == "currency" })?.value else {
      // Other currencies have these signs too.
      if !["$", "£", "¥"].contains(mark.text), code.count == 3 {
        row.append(("currency", .text(code), mark.place))
      }
      return nil
    }
    let isSure = mark.text.count == 3 || TableAmount.codes.values.contains(own.uppercased())
    return isSure && code != own.uppercased() ? own : nil
  }

  /// Gives a task of a whole day the default time.
  private func settleTime(
    _ row: inout Row, _ isWholeDay: Bool, _ output: ImportOutput
  ) {
    let allDay = row.firstIndex { $0.field == "allDay" }
    let isFlagged = allDay.map { if case .flag(true) = row[$0].value { true } else { false } } ?? false
    guard isWholeDay || isFlagged, let date = row.first(where: { $0.field == "date" }) else { return }
    row.removeAll { $0.field == "time" || $0.field == "allDay" }
    row.append(("time", .text(output.time.short), date.place))
    row.append(("allDay", .flag(true), date.place))
  }

  /// Adds the reminders and the zone of a task, unless columns of their own have them.
  private func settleReminders(
    _ row: inout Row, _ leads: [ICalendarDuration], _ reminder: Instant?,
    _ clock: TableClock
  ) {
    guard let date = row.first(where: { $0.field == "date" }) else { return }
    func has(_ field: String) -> Bool { row.contains { $0.field == field } }
    let isAllDay = row.contains { if $0.field == "allDay", case .flag(true) = $0.value { true } else { false } }
    var offsets = leads.compactMap { $0.offset(isAllDay: isAllDay) }
    if let reminder, let day = text("date", in: row).flatMap({ LocalDate(iso8601: $0.utf8) }),
      let time = text("time", in: row).flatMap({ LocalTime(iso8601: $0.utf8) })
    {
      var task = ImportedTask(id: "", title: "", at: date.place, day.at(time))
      task.isAllDay = isAllDay
      offsets = task.offset(of: reminder, in: clock.itemZone ?? clock.output.zone).map { [$0] } ?? []
    }
    if !offsets.isEmpty, offsets != ["0"], !has("remind") {
      row.append(("remind", .list(offsets.map { .text($0) }), date.place))
    }
    if let zone = clock.itemZone, !isAllDay, has("time"), !has("timeZone") {
      row.append(("timeZone", .text(zone.name), date.place))
    }
  }

  /// - Parameter isLocal: Whether to convert an instant's date or time to the account's clock instead of keeping the
  ///   written one.
  /// - Returns: nil if the text is not of the type.
  private func written(
    _ cell: TableCell, _ type: Value, _ formats: Formats, isLocal: Bool, _ clock: TableClock
  ) -> Written? {
    if case .number = type, cell.isNumber { return .number(cell.text) }
    guard case .list(let element) = type else { return written(cell.text, type, formats, isLocal: isLocal, clock) }
    var values: [Written] = []
    for word in cell.list ?? TableMapping.words(cell.text, element, formats) {
      guard let value = written(word, element, formats, isLocal: isLocal, clock) else { return nil }
      values.append(value)
    }
    return .list(values)
  }

  private func written(
    _ text: String, _ type: Value, _ formats: Formats, isLocal: Bool, _ clock: TableClock
  ) -> Written? {
    switch type {
    case .text, .zone: return .text(text)
    case .reminder: return ReminderOffset(text, withAt: true).map { _ in .text(text) }
    case .choice(let words): return words.contains(text) ? .text(text) : nil
    case .rule:
      let rule = text.uppercased().hasPrefix("RRULE:") ? String(text.dropFirst(6)) : text
      return .text(rule)
    case .flag: return TableMapping.flag(text).map { .flag($0) }
    case .whole: return Int(text).map { .number(String($0)) }
    case .number: return TableAmount(text, decimal: formats.decimal).map { .number($0.number) }
    case .date:
      if let date = date(text, formats) { return .text(date.description) }
      // An instant's date is kept as written at midnight, unless the time beside it is converted to the account's clock.
      return reading(text, formats).flatMap { reading in
        let isDay = isLocal ? isDay(text) : reading.time == .midnight || reading.time == LocalTime(hour: 23, minute: 59)
        return isDay ? reading.date : clock.local(reading)?.date
      }.map { .text($0.description) }
    case .time:
      if let time = formats.times.isEmpty ? LocalTime(iso8601: text.utf8) : read(text, formats.times)?.time {
        return .text(formats.times.isEmpty ? text : FieldValue.time(time).raw)
      }
      return reading(text, formats).flatMap { clock.local($0) }.map { .text(FieldValue.time($0.time).raw) }
    case .instant:
      if formats.instants.isEmpty { return Instant(rfc3339: text.utf8).map { _ in .text(text) } }
      return read(text, formats.instants).flatMap { clock.instant($0) }.map { .text($0.description) }
    case .dateOrTime:
      if let date = date(text, formats) { return .text(date.description) }
      if formats.instants.isEmpty { return LocalDateTime(iso8601: text.utf8).map { _ in .text(text) } }
      return read(text, formats.instants).flatMap { clock.local($0) }.map {
        .text("\($0.date)T\(FieldValue.time($0.time).raw)")
      }
    case .list: return nil
    }
  }

  /// Returns the instant of a row's own reminder: of a date and a time, in one column or two.
  private func reminder(_ value: (String) -> TableCell?, _ clock: TableClock) -> Instant? {
    let texts = reminderColumns.compactMap { value($0)?.text.trimmed }
    guard let first = texts.first else { return nil }
    guard texts.count == 2,
      var own = read(first, formats.dates) ?? LocalDate(iso8601: first.utf8).map({ .init(date: $0) })
    else {
      return reading(first, formats).flatMap { clock.instant($0) }
    }
    own.time = read(texts[1], formats.times)?.time ?? LocalTime(iso8601: texts[1].utf8)
    return clock.instant(own)
  }

  private func read(_ text: String, _ patterns: [TimePattern]) -> TimePattern.Reading? {
    for pattern in patterns {
      if let reading = pattern.read(text) { return reading }
    }
    return nil
  }

  private func reading(_ text: String, _ formats: Formats) -> TimePattern.Reading? {
    read(text, formats.instants) ?? TableMapping.exported(text)
  }

  /// Reads a date and time as exports write it.
  private static func exported(_ text: String) -> TimePattern.Reading? {
    if let local = LocalDateTime(iso8601: text.utf8) { return .init(date: local.date, time: local.time) }
    guard let instant = Instant(rfc3339: text.utf8, cutsFraction: true) else { return nil }
    return .init(
      date: LocalDate(iso8601: text.utf8.prefix(10)), time: LocalTime(iso8601: text.utf8.dropFirst(11).prefix(8)),
      instant: instant)
  }

  /// Whether an instant only means its day: midnight in UTC.
  private func isDay(_ text: String) -> Bool {
    formats.instants.isEmpty && text.hasSuffix("Z") && TableMapping.exported(text)?.time == .midnight
  }

  private static func expected(_ type: Value, _ formats: Formats) -> String {
    let dates = formats.dates.words ?? "YYYY-MM-DD"
    let times = formats.times.words ?? "HH:MM or HH:MM:SS"
    return switch type {
    case .text, .zone, .rule, .list(of: .text): "a text"
    case .reminder: ReminderOffset.words
    case .choice(let words): "one of \(words.joined(separator: " "))"
    case .flag, .list(of: .flag): "true, yes, 1, x, or false, no, 0"
    case .whole: "a whole number"
    case .number: "a number with \(formats.decimal == "." ? "a point" : "\"\(formats.decimal)\"")"
    case .date: "a date, \(dates)"
    case .time: "a time of day, \(times)"
    case .instant: instants(formats)
    case .dateOrTime:
      "a date, \(dates), or \(formats.instants.words.map { _ in instants(formats) } ?? "YYYY-MM-DDTHH:MM")"
    case .list(of: .date): "dates, \(dates)"
    case .list(of: .time): "times of day, \(times)"
    case .list(of: let element): expected(element, formats) + ", each"
    }
  }

  private static func instants(_ formats: Formats) -> String {
    switch formats.instants.words {
    case nil: "an RFC 3339 instant with an offset, to the second, such as 2026-11-20T12:00:00Z"
    case let unit? where unit.hasSuffix("seconds"): "a number of \(unit) since 1970"
    case let pattern?: "a date and time, \(pattern)"
    }
  }

  /// Splits a list into values. No value contains the separator.
  private static func words(_ text: String, _ type: Value, _ formats: Formats) -> [String] {
    let own: String =
      switch type {
      case .text: " "
      case .number: String(formats.decimal)
      case .date: formats.dates.words ?? ""
      case .time: formats.times.words ?? ""
      case .instant: formats.instants.words ?? ""
      case .dateOrTime: (formats.dates.words ?? "") + (formats.instants.words ?? "")
      default: ""
      }
    return text.split { " ,;|".contains($0) && !own.contains($0) }.map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// Returns a text as `only` and `except` compare it: spreadsheets write `true` in capitals.
  package static func filtered(_ text: String) -> String {
    ["true", "false"].first { $0 == text.lowercased() } ?? text
  }

  static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1", "x", "y": true
    case "false", "no", "0", "-", "n": false
    default: nil
    }
  }

  private func date(_ text: String, _ formats: Formats) -> LocalDate? {
    formats.dates.isEmpty ? LocalDate(iso8601: text.utf8) : read(text, formats.dates)?.date
  }
}

extension [TimePattern] {
  /// The patterns as messages list them; nil if there are none.
  fileprivate var words: String? { isEmpty ? nil : map(\.text).joined(separator: " or ") }
}
