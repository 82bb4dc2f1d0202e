import CivilTime
import Formats

/// Which columns of a table are which fields of items: what a mapping file says.
package struct TableMapping: Sendable {
  package enum Input: String, CaseIterable, Sendable {
    case csv, json
  }

  package var input = Input.csv
  /// The kind of all items.
  package var kind = ""
  /// Between the values of a line.
  package var separator = UInt8(ascii: ",")
  /// Before the parts of a number.
  package var decimal: Character = "."
  /// How dates are written, of `YYYY`, `MM`, `DD` and `D`, `M`, `YY`.
  package var dates = "YYYY-MM-DD"
  /// The names that lead to the list of rows in JSON; empty: the document is the list.
  package var path: [String] = []
  /// By field, the column.
  package var fields: [String: String] = [:]
  /// By field, what all items have.
  package var constants: [String: String] = [:]
  /// By field, what a word of the table is.
  package var values: [String: [String: String]] = [:]

  package init() {}

  var format: InputFile.Format { input == .csv ? .csv : .mappedJSON }

  /// What a field holds, by its name: they are the same for all kinds.
  private static let dateFields: Set = ["date", "dueDate", "until", "startDate", "endDate", "paidThrough"]
  private static let dateLists: Set = ["exdates", "completedOn", "completions"]
  private static let amounts: Set = ["amount", "spent", "limit", "distance"]
  private static let counts: Set = ["streak", "sessions", "minutes", "duration", "goal"]
  private static let flags: Set = ["completed", "autoPay", "paid", "archived"]
  private static let lists: Set = ["weekdays", "days", "reminders"]

  /// The fields that a table can say, in the order in which they are written.
  package static let known: [String] = [
    "title", "name", "category", "flow", "type", "state", "date", "time", "amount", "currency", "spent", "limit",
    "period",
    "dueDate", "repeat", "rrule", "weekdays", "until", "exdates", "autoPay", "paid", "paidThrough", "completed",
    "completedOn", "reminders", "days", "startDate", "endDate", "completions", "streak", "archived", "sessions",
    "minutes",
    "goal", "startedAt", "endedAt", "duration", "distance", "at", "updatedAt",
  ]

  /// Writes a row.
  ///
  /// - Parameter value: By column: what stands there, and where; nil: the row has no such column.
  func write(_ value: (String) -> (text: String, place: Place)?, at place: Place, _ output: ImportOutput) {
    guard let column = fields["id"], let id = value(column), !id.text.trimmed.isEmpty else {
      return output.refuse(
        "the row has no \((fields["id"] ?? "id").quotedForDiagnostic)", expected: "an id", at: place, field: "id",
        code: .missingField)
    }
    var cells: [(field: String, text: String, place: Place)] = []
    for field in TableMapping.known {
      if let column = fields[field], let cell = value(column) {
        let text = cell.text.trimmed
        if !text.isEmpty { cells.append((field, values[field]?[text] ?? text, cell.place)) }
      } else if let text = constants[field] {
        cells.append((field, text, place))
      }
    }
    // All of a row is looked at before any of it is written.
    for cell in cells {
      if let expected = misfit(cell.field, cell.text) {
        return output.refuse(
          "found \(cell.text.quotedForDiagnostic)", expected: expected, at: cell.place, item: id.text.trimmed,
          field: cell.field)
      }
    }
    output.begin(kind, id: id.text.trimmed, at: place)
    for cell in cells { write(cell.field, cell.text, at: cell.place, output) }
    output.end()
  }

  private func isConstant(_ field: String) -> Bool { fields[field] == nil }

  /// What a text should be for its field; nil: it is.
  private func misfit(_ field: String, _ text: String) -> String? {
    if TableMapping.dateFields.contains(field), date(text, isConstant(field)) == nil { return "a date, \(dates)" }
    if TableMapping.dateLists.contains(field), words(text).contains(where: { date($0, isConstant(field)) == nil }) {
      return "dates, \(dates)"
    }
    if TableMapping.amounts.contains(field), number(text) == nil {
      return "a number with \(decimal == "." ? "a point" : "\"\(decimal)\"")"
    }
    if TableMapping.counts.contains(field), Int(text) == nil { return "a whole number" }
    if TableMapping.flags.contains(field), flag(text) == nil { return "true, yes, 1, x, or false, no, 0" }
    return nil
  }

  private func write(_ field: String, _ text: String, at place: Place, _ output: ImportOutput) {
    if TableMapping.dateFields.contains(field) {
      output.text(field, date(text, isConstant(field))!.description, at: place)
    } else if TableMapping.dateLists.contains(field) {
      output.list(field, words(text).compactMap { date($0, isConstant(field))?.description }, at: place)
    } else if TableMapping.lists.contains(field) {
      output.list(field, words(text), at: place)
    } else if TableMapping.amounts.contains(field) {
      output.build { $0.add(new: field, number(text)!, as: .number, at: place) }
    } else if TableMapping.counts.contains(field) {
      output.number(field, Int(text)!, at: place)
    } else if TableMapping.flags.contains(field) {
      if flag(text) == true { output.flag(field, at: place) }
    } else {
      output.text(field, text, at: place)
    }
  }

  private func words(_ text: String) -> [String] { text.split { " ,;|".contains($0) }.map(String.init) }

  private func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1", "x", "y": true
    case "false", "no", "0", "-", "n": false
    default: nil
    }
  }

  /// With a point, and without what parts thousands.
  private func number(_ text: String) -> String? {
    var digits = ""
    for character in text {
      switch character {
      case "0"..."9": digits.append(character)
      case "-" where digits.isEmpty: digits.append(character)
      case decimal where !digits.contains("."): digits.append(".")
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

  /// By the pattern, where it is not a constant, which is as an export has it.
  private func date(_ text: String, _ isConstant: Bool) -> LocalDate? {
    if isConstant { return LocalDate(iso8601: text.utf8) }
    var (year, month, day) = (0, 0, 0)
    var pattern = Array(dates)[...]
    var rest = Array(text)[...]
    while let letter = pattern.first {
      let run = pattern.prefix { $0 == letter }
      pattern = pattern.dropFirst(run.count)
      guard "YMD".contains(letter) else {
        guard rest.starts(with: run) else { return nil }
        rest = rest.dropFirst(run.count)
        continue
      }
      // One letter takes one digit or two.
      let digits = rest.prefix(run.count == 1 ? 2 : run.count).prefix { $0.isNumber }
      guard let number = Int(String(digits)), run.count == 1 || digits.count == run.count else { return nil }
      rest = rest.dropFirst(digits.count)
      switch letter {
      case "Y": year = run.count == 2 ? 2000 + number : number
      case "M": month = number
      default: day = number
      }
    }
    return rest.isEmpty ? LocalDate(year: year, month: month, day: day) : nil
  }
}
