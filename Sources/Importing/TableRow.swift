import CivilTime
import Diagnostics
import Formats
import PlanModel

/// What stands in a column of a row.
struct TableCell {
  var text: String
  var place: Place
  /// Where it is a list of its own.
  var list: [String]?
}

extension TableMapping {
  /// A value as exports have it.
  private indirect enum Written {
    case text(String)
    case number(String)
    case flag(Bool)
    case list([Written])
  }

  /// Writes a row.
  ///
  /// - Parameter value: By column: what stands there, and where; nil: the row has no such column.
  func write(_ value: (String) -> TableCell?, at place: Place, _ output: ImportOutput) {
    guard let column = fields["id"], let id = value(column)?.text.trimmed, !id.isEmpty else {
      return output.refuse(
        "the row has no \((fields["id"] ?? "id").quotedForDiagnostic)", expected: "an id", at: place, field: "id",
        code: .missingField)
    }
    var row: [(field: String, value: Written, place: Place)] = []
    // All of a row is looked at before any of it is written.
    for (field, type) in types {
      guard var cell = fields[field].map(value) ?? constants[field].map({ TableCell(text: $0, place: place) }) else {
        continue
      }
      cell.text = cell.text.trimmed
      if cell.text.isEmpty { continue }
      var formats = fields[field] == nil ? Formats.exported : self.formats
      if let word = values[field]?[cell.text] {
        (cell, formats) = (TableCell(text: word, place: cell.place), .exported)
      }
      guard let written = written(cell, type, formats, output) else {
        return output.refuse(
          "found \(cell.text.quotedForDiagnostic)", expected: TableMapping.expected(type, formats), at: cell.place,
          item: id, field: field)
      }
      row.append((field, written, cell.place))
    }
    output.begin(kind, id: id, at: place)
    for (field, value, place) in row {
      switch value {
      case .text(let text): output.text(field, text, at: place)
      case .number(let number): output.build { $0.add(new: field, number, as: .number, at: place) }
      case .flag(let flag): output.build { $0.add(new: field, "\(flag)", as: flag ? .true : .false, at: place) }
      case .list(let values):
        output.build { builder in
          builder.begin(.list, new: field, at: place)
          for value in values {
            switch value {
            case .text(let text): builder.add(text.utf8Span.span, as: .string, at: place)
            case .number(let number): builder.add(number.utf8Span.span, as: .number, at: place)
            case .flag(let flag): builder.add("\(flag)".utf8Span.span, as: flag ? .true : .false, at: place)
            case .list: break
            }
          }
          builder.end()
        }
      }
    }
    output.end()
  }

  /// - Returns: nil where the text is not of the type.
  private func written(_ cell: TableCell, _ type: Value, _ formats: Formats, _ output: ImportOutput) -> Written? {
    guard case .list(let element) = type else { return written(cell.text, type, formats, output) }
    var values: [Written] = []
    for word in cell.list ?? TableMapping.words(cell.text, element, formats) {
      guard let value = written(word, element, formats, output) else { return nil }
      values.append(value)
    }
    return .list(values)
  }

  private func written(_ text: String, _ type: Value, _ formats: Formats, _ output: ImportOutput) -> Written? {
    switch type {
    case .text, .word: return .text(text)
    case .flag: return TableMapping.flag(text).map { .flag($0) }
    case .whole: return Int(text).map { .number(String($0)) }
    case .number: return TableMapping.number(text, formats.decimal).map { .number($0) }
    case .date: return TableMapping.date(text, formats).map { .text($0.description) }
    case .time:
      guard let pattern = formats.times else { return LocalTime(iso8601: text.utf8).map { _ in .text(text) } }
      return pattern.read(text)?.time.map { .text(FieldValue.time($0).raw) }
    case .instant:
      guard let pattern = formats.instants else { return Instant(rfc3339: text.utf8).map { _ in .text(text) } }
      return pattern.read(text).flatMap { instant($0, output) }.map { .text($0.description) }
    case .dateOrTime:
      if let date = TableMapping.date(text, formats) { return .text(date.description) }
      guard let pattern = formats.instants else { return LocalDateTime(iso8601: text.utf8).map { _ in .text(text) } }
      return pattern.read(text).flatMap { local($0, output) }.map {
        .text("\($0.date)T\(FieldValue.time($0.time).raw)")
      }
    case .list: return nil
    }
  }

  /// - Returns: nil where there is no such zone.
  private func instant(_ reading: TimePattern.Reading, _ output: ImportOutput) -> Instant? {
    if let instant = reading.instant { return instant }
    guard let local = reading.date.flatMap({ date in reading.time.map { date.at($0) } }) else { return nil }
    if let offset = reading.offset { return local.instant(at: offset) }
    guard let name = reading.zone else { return output.zone.instant(of: local) }
    return output.run.zone(named: name)?.instant(of: local)
  }

  /// As the account's clock shows it.
  private func local(_ reading: TimePattern.Reading, _ output: ImportOutput) -> LocalDateTime? {
    if reading.instant == nil, reading.offset == nil, reading.zone == nil, let date = reading.date {
      return reading.time.map { date.at($0) }
    }
    return instant(reading, output).map(output.local)
  }

  /// What a text should be for its field.
  private static func expected(_ type: Value, _ formats: Formats) -> String {
    let dates = formats.dates?.text ?? "YYYY-MM-DD"
    let times = formats.times?.text ?? "HH:MM or HH:MM:SS"
    return switch type {
    case .text, .word, .list(of: .text), .list(of: .word): "a text"
    case .flag, .list(of: .flag): "true, yes, 1, x, or false, no, 0"
    case .whole: "a whole number"
    case .number: "a number with \(formats.decimal == "." ? "a point" : "\"\(formats.decimal)\"")"
    case .date: "a date, \(dates)"
    case .time: "a time of day, \(times)"
    case .instant: instants(formats)
    case .dateOrTime: "a date, \(dates), or \(formats.instants.map { _ in instants(formats) } ?? "YYYY-MM-DDTHH:MM")"
    case .list(of: .date): "dates, \(dates)"
    case .list(of: .time): "times of day, \(times)"
    case .list(of: let element): expected(element, formats) + ", each"
    }
  }

  private static func instants(_ formats: Formats) -> String {
    switch formats.instants?.text {
    case nil: "an RFC 3339 instant with an offset, to the second, such as 2026-11-20T12:00:00Z"
    case let unit? where unit.hasSuffix("seconds"): "a number of \(unit) since 1970"
    case let pattern?: "a date and time, \(pattern)"
    }
  }

  /// The values of a list: what parts them is in none of them.
  private static func words(_ text: String, _ type: Value, _ formats: Formats) -> [String] {
    let own: String =
      switch type {
      case .text: " "
      case .number: String(formats.decimal)
      case .date: formats.dates?.text ?? ""
      case .time: formats.times?.text ?? ""
      case .instant: formats.instants?.text ?? ""
      case .dateOrTime: (formats.dates?.text ?? "") + (formats.instants?.text ?? "")
      default: ""
      }
    return text.split { " ,;|".contains($0) && !own.contains($0) }.map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1", "x", "y": true
    case "false", "no", "0", "-", "n": false
    default: nil
    }
  }

  /// With a point, and without what parts thousands.
  private static func number(_ text: String, _ decimal: Character) -> String? {
    var digits = ""
    var hasDecimal = false
    for character in text {
      switch character {
      case "0"..."9": digits.append(character)
      case "-" where digits.isEmpty: digits.append(character)
      case decimal where !hasDecimal:
        digits.append(".")
        hasDecimal = true
      case ".", ",", "'", " ", "\u{a0}", "\u{202f}": continue
      default: return nil
      }
    }
    guard let last = digits.last, last.isNumber, digits.first != "." else { return nil }
    // JSON has no numbers such as 007.
    let isNegative = digits.first == "-"
    var rest = digits.drop { $0 == "-" }
    while rest.first == "0", rest.dropFirst().first?.isNumber == true { rest = rest.dropFirst() }
    return (isNegative ? "-" : "") + rest
  }

  private static func date(_ text: String, _ formats: Formats) -> LocalDate? {
    guard let pattern = formats.dates else { return LocalDate(iso8601: text.utf8) }
    return pattern.read(text)?.date
  }
}
