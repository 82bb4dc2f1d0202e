import CivilTime
import Diagnostics
import Formats
import RunModel
import System

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
    try fields.sparse(
      "unknownFields", &unknownFields,
      "diagnostics after the first 1,000 that are reported once a file, regardless of its parts: unknown fields and apps, fractions of seconds"
    )
    try fields.field("first", &first, "the first instant that the plan refers to; missing without accounts")
    try fields.field("last", &last, "the last one")
  }

  package init(folder path: String) throws(RunFault) {
    guard let file = try InputFile.planFile("\(path)/\(PartFile.name)") else {
      throw RunFault(.noInput, "\(path) has no \(PartFile.name); tickler worker --out \(path) writes one")
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

/// A line of `.tickler-files`: a file or folder that a run wrote.
package struct ListedFile: Equatable, Sendable {
  /// The path from the plan's folder: `calendar.ics`, `accounts/focusflow.ana.ics`.
  package var name: String
  /// The size in bytes; nil for a folder, and in lists of versions without sizes.
  package var size: Int64?
  /// The SHA-256 of the bytes on disk, in hexadecimal; nil without `--checksums`.
  package var sha256: String?

  package init(name: String, size: Int64? = nil, sha256: String? = nil) {
    (self.name, self.size, self.sha256) = (name, size, sha256)
  }

  /// Reads ``line``.
  init(_ line: Substring) {
    let words = line.split(separator: "\t", omittingEmptySubsequences: false)
    name = String(words[0])
    size = words.count > 1 ? Int64(words[1]) : nil
    sha256 = words.count > 2 ? String(words[2]) : nil
  }

  package var line: String {
    name + (size.map { "\t\($0)" } ?? "") + (sha256.map { "\t\($0)" } ?? "") + "\n"
  }

  /// The output it belongs to: a file beside the plan, or a folder with its content.
  package var output: Substring { name.prefix { $0 != "/" } }
  package var isInFolder: Bool { name.utf8.contains(UInt8(ascii: "/")) }

  /// Calls `body` with each line of a folder's list and its number, from 1. Names that lead out of the folder are
  /// skipped.
  package static func forEach(
    in folder: String, _ body: (ListedFile, Int) throws(RunFault) -> Void
  ) throws(RunFault) {
    let path = "\(folder)/\(CommitJournal.list)"
    guard try Path.isTaken(path) else { return }
    var lines = LineReader(try InputFile.plain(path, isOwn: true))
    while let text = try lines.nextText() {
      let file = ListedFile(text[...])
      let steps = file.name.split(separator: "/", omittingEmptySubsequences: false)
      if steps.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) { continue }
      try body(file, lines.line)
    }
  }
}
