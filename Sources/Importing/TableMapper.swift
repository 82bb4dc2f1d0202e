import Bytes
import CivilTime
import Diagnostics
import Formats
import PlanModel
import System

/// Reads a table of CSV (RFC 4180) or JSON by a ``TableMapping``.
struct TableMapper: ImportMapper {
  private static let maximumBytes = 1 << 20

  private let mapping: TableMapping
  private var members: JSONMembers?
  private var line = 1
  private var lineEnd: UInt8 = 0x0a
  /// Column numbers by the names in the head.
  private var columns: [String: Int]?
  /// The rows skipped so far before the head.
  private var passedRows = 0
  private var made = DerivedIDs()

  init(_ mapping: TableMapping) { self.mapping = mapping }

  mutating func read(_ window: Span<UInt8>, isLast: Bool, into output: ImportOutput) throws(RunFault) -> Int {
    if mapping.input == .csv { return try readCSV(window, isLast: isLast, output) }
    var members =
      self.members
      ?? JSONMembers(output, paths: mapping.rows, mayBeLines: mapping.path.isEmpty)
    var made = self.made
    let count = try members.read(window, isLast: isLast) { [mapping] (_, row) throws(RunFault) in
      // Looking up each of many columns among all members would grow with their product.
      let known = mapping.columnCount > 16 ? row.members : nil
      mapping.write(
        &made,
        { column in
          let names = column.split(separator: ".").map(String.init)
          guard let name = names.first, let first = known.map({ $0[name] }) ?? row[name],
            let cell = names.dropFirst().reduce(first as JSONValue?, { $0?.step($1) })
          else { return nil }
          if cell.type == .list {
            let words = cell.children.compactMap { $0.word }
            return TableCell(text: words.joined(separator: " "), place: cell.place, list: words)
          }
          if cell.type == .object, let rule = RuleText(graph: cell) {
            return TableCell(text: rule.text, place: cell.place, isOfAccount: true)
          }
          if cell.type == .object, mapping.unread.contains(column) { return TableCell(text: "{}", place: cell.place) }
          return cell.word.map { TableCell(text: $0, place: cell.place, isNumber: cell.type == .number) }
        }, at: row.place, output)
    }
    (self.members, self.made) = (members, made)
    return count
  }

  private mutating func readCSV(_ window: Span<UInt8>, isLast: Bool, _ output: ImportOutput) throws(RunFault) -> Int {
    var start = line == 1 && window.count >= 3 && window[0] == 0xef && window[1] == 0xbb && window[2] == 0xbf ? 3 : 0
    if line == 1 { lineEnd = window.lineEnd }
    while start < window.count {
      guard let (next, cells) = try row(window, from: start, isLast: isLast, output) else { break }
      start = next
      if columns == nil, passedRows < mapping.skippedRows {
        passedRows += 1
        continue
      }
      if cells.allSatisfy({ $0.text.trimmed.isEmpty }) { continue }
      if let columns {
        mapping.write(
          &made,
          { column in
            columns[column].flatMap {
              cells.indices.contains($0) ? TableCell(text: cells[$0].text, place: cells[$0].place) : nil
            }
          },
          at: Place(line: cells[0].place.line, column: 1), output)
      } else {
        try readHead(cells, output)
      }
    }
    if isLast, columns == nil {
      let names = Set(mapping.needed.map { $0.columns[0] }).sorted().map(\.quotedForDiagnostic)
      throw output.fault(
        .format, "found the end of the input", expected: "a row with the columns \(names.joined(separator: ", "))",
        at: Place(line: line, column: 1))
    }
    return start
  }

  private mutating func readHead(_ cells: [(text: String, place: Place)], _ output: ImportOutput) throws(RunFault) {
    var columns: [String: Int] = [:]
    // Spreadsheets end rows with separators.
    for (number, cell) in cells.enumerated() where !cell.text.trimmed.isEmpty {
      guard columns.updateValue(number, forKey: cell.text.trimmed) == nil else {
        throw output.fault(
          .duplicate, "found the column \(cell.text.trimmed.quotedForDiagnostic) twice", expected: "each name once",
          at: cell.place)
      }
    }
    for (field, names) in mapping.needed where !names.contains(where: { columns[$0] != nil }) {
      throw output.fault(
        .format, "found no column \(names[0].quotedForDiagnostic), which the mapping names for \(field)",
        expected: "one of \(columns.keys.sorted().map(\.quotedForDiagnostic).joined(separator: ", "))",
        at: cells[0].place)
    }
    self.columns = columns
  }

  /// Reads a row with the place of each cell.
  ///
  /// - Returns: nil if the window ends within the row.
  private mutating func row(
    _ bytes: Span<UInt8>, from start: Int, isLast: Bool, _ output: ImportOutput
  ) throws(RunFault) -> (next: Int, cells: [(text: String, place: Place)])? {
    var cells: [(text: String, place: Place)] = []
    var (index, here, lineStart) = (start, line, start)
    while true {
      let place = Place(line: here, column: index - lineStart + 1)
      var text: [UInt8] = []
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
        index += 1
        while true {
          guard index < bytes.count else {
            if !isLast { return try starved(bytes, start, output) }
            throw output.fault(
              .syntax, "found the end of the input", expected: "a closing quote for the one here", at: place)
          }
          if bytes[index] == UInt8(ascii: "\"") {
            guard index + 1 < bytes.count || isLast else { return try starved(bytes, start, output) }
            if index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\"") { break }
            index += 1
          }
          if bytes[index] == lineEnd { (here, lineStart) = (here + 1, index + 1) }
          text.append(bytes[index])
          index += 1
        }
        index += 1
        if index < bytes.count, bytes[index] != mapping.separator, bytes[index] != lineEnd, bytes[index] != 0x0d {
          throw output.fault(
            .syntax, "found \(bytes[index].nameForDiagnostic) after a closing quote",
            expected: "the separator or the end of the line", at: Place(line: here, column: index - lineStart + 1))
        }
      } else {
        while index < bytes.count, bytes[index] != mapping.separator, bytes[index] != lineEnd {
          text.append(bytes[index])
          index += 1
        }
        if text.last == 0x0d { text.removeLast() }
      }
      if index < bytes.count, bytes[index] == 0x0d, lineEnd != 0x0d { index += 1 }
      guard index < bytes.count || isLast else { return try starved(bytes, start, output) }
      if String(validating: text, as: UTF8.self) == nil {
        output.note("value is not UTF-8", "values are not UTF-8", "read as Windows-1252", at: place)
      }
      cells.append((text.asText, place))
      if index >= bytes.count || bytes[index] == lineEnd {
        line = here + 1
        return (min(index + 1, bytes.count), cells)
      }
      index += 1
    }
  }

  private func starved(
    _ bytes: Span<UInt8>, _ start: Int, _ output: ImportOutput
  ) throws(RunFault) -> (next: Int, cells: [(text: String, place: Place)])? {
    if bytes.count - start > TableMapper.maximumBytes {
      throw output.fault(.limit, "the row is too long", expected: "at most 1 MB", at: Place(line: line, column: 1))
    }
    return nil
  }
}

extension JSONValue {
  /// The value as a cell of a table would have it.
  fileprivate var word: String? { text ?? bool.map { "\($0)" } }

  /// Returns the member of a name. In a list, `*` is the first element, and `*current` the first whose `current` is not
  /// false.
  fileprivate func step(_ name: String) -> JSONValue? {
    guard name.hasPrefix("*") else { return self[name] }
    return children.first { name == "*" || $0[String(name.dropFirst())]?.bool != false }
  }
}

extension TableMapping {
  fileprivate var columnCount: Int {
    fields.values.reduce(0) { $0 + $1.count } + idColumns.count + only.count + except.count
  }

  /// What needs columns, and the columns of which one has to be there.
  var needed: [(field: String, columns: [String])] {
    let fields = fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    // Members of JSON that have no value are often absent.
    let filters =
      input == .csv ? [("only", only.keys.sorted()), ("except", except.keys.sorted()), ("unread", unread)] : []
    let keys = [
      ("ids", idColumns), ("floatingColumn", [floatingColumn].compactMap(\.self)),
      ("remindsColumn", [remindsColumn].compactMap(\.self)), ("reminderColumn", reminderColumns),
    ]
    let single = (filters + keys).flatMap { key, columns in columns.map { (key, [$0]) } }
    let zone = zoneColumns.isEmpty ? [] : [("zoneColumn", zoneColumns)]
    return (fields + single + zone).filter { !optional.isSuperset(of: $0.1) }
  }

  /// The path of the rows. Without a path, a document that is not a list is a row itself.
  fileprivate var rows: [JSONMembers.Path] { path.isEmpty ? [.init("*"), .init()] : [.init(path + ["*"])] }
}

/// The content of a mapping file: the columns of a table and their fields.
package struct TableMapping: Sendable {
  package enum Input: String, CaseIterable, Sendable {
    case csv, json
  }

  /// How the table writes values.
  package struct Formats: Sendable {
    /// The decimal separator.
    package var decimal: Character = "."
    /// The first pattern that matches counts. If empty, dates are read as in exports.
    package var dates: [TimePattern] = []
    package var times: [TimePattern] = []
    package var instants: [TimePattern] = []

    static let exported = Formats()
  }

  /// The type of a field.
  package indirect enum Value: Sendable {
    /// A text with spaces.
    case text
    /// The name of a zone, and the offset of a reminder.
    case zone, reminder
    /// One of some words.
    case choice([String])
    case flag, whole, number
    case date, time, instant, dateOrTime
    /// A rule, with or without the property's name in front.
    case rule
    case list(of: Value)
  }

  /// The name of its file, without the ending.
  package var name = ""
  /// Whether it ships, and no option names it.
  package var isShipped = false
  /// Columns by which a table is recognized; empty for all that the mapping needs.
  package var head: [String] = []
  package var input = Input.csv
  /// The app of all items. Its policy defines their kind.
  package var app = ImportOptions.app
  package var kind = ""
  /// The fields of the kind and their types, in the order in which they are written.
  package var types: [(field: String, value: Value)] = []
  /// The separator of values in a line.
  package var separator = UInt8(ascii: ",")
  package var formats = Formats()
  /// The path to the list of rows in JSON; empty if the document is the list.
  package var path: [String] = []
  /// The number of rows before the head of a CSV file.
  package var skippedRows = 0
  /// Columns to derive ids from if the table has no id column. If empty, every column that a field reads.
  package var idColumns: [String] = []
  /// Values by column: only rows with a value in `only`, and none with a value in `except`, are read.
  package var only: [String: Set<String>] = [:]
  package var except: [String: Set<String>] = [:]
  /// Fields whose rows are left out and counted if the field is empty or malformed.
  package var leavesOut: Set<String> = []
  /// Columns by field. The first one with a value counts.
  package var fields: [String: [String]] = [:]
  /// Columns that a table may lack.
  package var optional: Set<String> = []
  /// The kind whose rows may have zones and reminders of their own.
  package static let task = "task"
  package var isOfTasks: Bool { kind == TableMapping.task }
  /// Values that mean none.
  package var blanks: Set<String> = []
  /// Factors of numbers, by field.
  package var factors: [String: String] = [:]
  /// The zone of the table's wall times, or the columns of each row's; without any, the account's.
  package var zone: String?
  package var zoneColumns: [String] = []
  /// The column that says whether a row's wall time counts in any zone.
  package var floatingColumn: String?
  /// The column of durations from a task's time to its reminders, or of the date and time of its own reminder, in one
  /// column or two.
  package var reminderColumns: [String] = []
  /// The column that says whether a row reminds.
  package var remindsColumn: String?
  /// Columns whose values no item has. Rows with one are counted.
  package var unread: [String] = []
  /// Synonyms in dates that are in words; nil if no date is.
  package var words: [String: String]?
  /// Constants by field, as exports write them.
  package var constants: [String: String] = [:]
  /// Translations by field, from a word in the table to the word in exports.
  package var values: [String: [String: String]] = [:]

  package init() {}

  package var format: InputFile.Format { input == .csv ? .csv : .mappedJSON }
}
