import PlanModel

/// A record's place among all inputs.
package struct RecordPlace: Hashable, Sendable {
  package var input: Int32
  package var line: Int32
  package var column: Int32
  /// An account with items nested in it, not an item.
  package var isAccount: Bool
  package var start: Int64
  package var end: Int64

  package init(input: Int32, line: Int32, column: Int32, isAccount: Bool, start: Int64, end: Int64) {
    self.input = input
    self.line = line
    self.column = column
    self.isAccount = isAccount
    self.start = start
    self.end = end
  }

  init(_ sketch: RecordSketch, input: Int) {
    self.init(
      input: Int32(input), line: Int32(truncatingIfNeeded: sketch.line),
      column: Int32(truncatingIfNeeded: sketch.column),
      isAccount: sketch.isAccount, start: sketch.start, end: sketch.end)
  }

  package var location: RecordLocation { RecordLocation(input: Int(input), line: Int(line), column: Int(column)) }
}
