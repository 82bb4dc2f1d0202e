import Bytes
import CivilTime
import Diagnostics
import Formats
import RunModel

/// `part.json` beside a plan of a part of the exports: what `tickler merge` needs beyond the plan.
package struct PartFile: PlanRecord {
  package static let name = "part.json"

  package var file = ""
  package var start = 0
  package var end = 0
  package var size = 0
  /// Warnings about the whole input, the policies and the tz database.
  package var warnings = DiagnosticLog()
  /// Diagnostics of records.
  package var diagnostics = DiagnosticLog()
  /// The diagnostics beyond the first 1,000 that are reported once per file.
  package var unknownFields: [Diagnostic] = []

  /// The first and last instant that anything in the plan uses; missing without accounts.
  package var first: Instant?
  package var last: Instant?

  package init() {}

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.format("tickler-part/1")
    try fields.field("file", &file, "the input, as it was named")
    try fields.field("start", &start, "the byte at which the part begins")
    try fields.field("end", &end, "the byte before which it ends; lines that begin between the two belong to the part")
    try fields.field("size", &size, "of the whole input, in bytes")
    try fields.check(start <= end && end <= size, "end", expected: "a range of the input")
    try fields.field("warnings", &warnings, "diagnostics about the input as a whole, policies and the tz database")
    try fields.field("diagnostics", &diagnostics, "diagnostics about its records")
    try fields.field(
      "unknownFields", &unknownFields, unless: unknownFields.isEmpty,
      "diagnostics after the first 1,000 that are reported once a file, regardless of its parts: unknown fields and apps, fractions of seconds"
    )
    try fields.field("first", &first, "the first instant that the plan refers to; missing without accounts")
    try fields.field("last", &last, "the last one")
  }

  /// Reads the file in a folder.
  package init(folder path: String) throws(FatalInput) {
    guard let file = try InputFile.planFile("\(path)/\(PartFile.name)") else {
      throw FatalInput(.noInput, "\(path) has no \(PartFile.name); tickler worker --out \(path) writes one")
    }
    self = try JSONDocument.record(in: file)
  }

  package mutating func note(_ clocks: ClockTable) {
    if clocks.first <= clocks.last { (first, last) = (clocks.first, clocks.last) }
  }

  package mutating func note(_ diagnostic: Diagnostic) {
    if diagnostics.first.count == DiagnosticLog.listed, diagnostic.onceAFile != nil {
      unknownFields.append(diagnostic)
    }
    diagnostics.append(diagnostic)
  }
}
