import CivilTime
import Formats
import PlanModel

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
    /// A text with spaces, and a word.
    case text, word
    case flag, whole, number
    case date, time, instant, dateOrTime
    /// A rule, with or without the property's name in front.
    case rule
    case list(of: Value)
  }

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
  /// Columns by field.
  package var fields: [String: String] = [:]
  /// Constants by field, as exports write them.
  package var constants: [String: String] = [:]
  /// Translations by field, from a word in the table to the word in exports.
  package var values: [String: [String: String]] = [:]

  package init() {}

  var format: InputFile.Format { input == .csv ? .csv : .mappedJSON }
}
