import CivilTime
import Formats
import PlanModel

/// Which columns of a table are which fields of items: what a mapping file says.
package struct TableMapping: Sendable {
  package enum Input: String, CaseIterable, Sendable {
    case csv, json
  }

  /// How values are written.
  package struct Formats: Sendable {
    /// Before the parts of a number.
    package var decimal: Character = "."
    /// The first that fits counts; none: as exports have them.
    package var dates: [TimePattern] = []
    package var times: [TimePattern] = []
    package var instants: [TimePattern] = []

    /// As exports have them.
    static let exported = Formats()
  }

  /// What a field holds.
  package indirect enum Value: Sendable {
    /// With spaces, and a word.
    case text, word
    case flag, whole, number
    case date, time, instant, dateOrTime
    /// Perhaps with the property's name in front.
    case rule
    case list(of: Value)
  }

  package var input = Input.csv
  /// The app of all items, whose policy knows their kind.
  package var app = ImportOptions.app
  /// The kind of all items.
  package var kind = ""
  /// The fields that items of the kind have, and what they hold, in the order in which they are written.
  package var types: [(field: String, value: Value)] = []
  /// Between the values of a line.
  package var separator = UInt8(ascii: ",")
  package var formats = Formats()
  /// The names that lead to the list of rows in JSON; empty: the document is the list.
  package var path: [String] = []
  /// How many rows stand before the head of a CSV file.
  package var skippedRows = 0
  /// Columns to make an id from if the table has no column of ids; empty: every column that a field reads.
  package var idColumns: [String] = []
  /// By column, the values of rows that are taken, and of those that are not.
  package var only: [String: Set<String>] = [:]
  package var except: [String: Set<String>] = [:]
  /// The fields whose rows are left out and counted, where they are empty or not to be read.
  package var leavesOut: Set<String> = []
  /// By field, the column.
  package var fields: [String: String] = [:]
  /// By field, what all items have, as exports have it.
  package var constants: [String: String] = [:]
  /// By field, what a word of the table is in exports.
  package var values: [String: [String: String]] = [:]

  package init() {}

  var format: InputFile.Format { input == .csv ? .csv : .mappedJSON }
}
