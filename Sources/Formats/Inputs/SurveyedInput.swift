import CivilTime
import Diagnostics
import PlanModel

/// The result of an input's first reading: its head, and the ranges of its records. The input is well-formed.
package struct SurveyedInput: Sendable {
  package var file: InputFile
  /// The file that the chunks are ranges of: the input itself, or the records read from it, written by a `RecordSpool`.
  package var records: InputFile
  package var isSpooled = false
  /// The position among the run's inputs.
  package var index: Int
  /// Lower-case hexadecimal.
  package var sha256 = ""
  /// The app of accounts that name none.
  package var app: String?
  package var appPlace: Place?
  package var exportedAt: Instant?
  /// Whether it was reported that instants have fractions of seconds.
  package private(set) var hasFractions = false
  package var chunks: [Chunk] = []
  /// The maximum size of a chunk in bytes; a single record may be larger.
  let chunkSize: Int64
  package var accountCount = 0
  /// Whether it has neither an account nor an item, and no record was refused.
  package private(set) var isEmpty = false
  /// Diagnostics of the first reading: warnings and refused records.
  package var warnings: [Diagnostic] = []
  package private(set) var rejectedCount = 0
  /// The reason why it cannot be used; nil if it can. Records before the fault have chunks.
  package private(set) var fault: RunFault?
  /// Whether an unknown name close to a known one is an error.
  let isStrict: Bool
  private var unknownNames = UnknownNames()

  package init(file: InputFile, index: Int, chunkSize: Int64 = Chunk.targetSize, isStrict: Bool = false) {
    self.file = file
    self.isStrict = isStrict
    self.chunkSize = chunkSize
    records = file
    self.index = index
    if let partition = file.partition { (warnings, rejectedCount) = (partition.found, partition.rejectedCount) }
  }

  package static let format = "tickler-export/1"
  /// The format without its version.
  static let formatName = "tickler-export/"

  /// A record is held in memory as a whole, and takes about ten times its bytes there.
  package static let maximumRecordBytes: Int64 = 32 << 20

  /// Records the fault that makes the input unusable.
  package mutating func end(with fault: RunFault) {
    self.fault = fault
    warnings += fault.diagnostics
  }

  /// Reads `exportedAt` and drops a fraction of a second.
  ///
  /// - Returns: Whether it is an instant.
  mutating func readExportedAt(_ text: String, at place: Place) -> Bool {
    exportedAt = Instant(rfc3339: text.utf8, cutsFraction: true)
    if exportedAt == nil || Instant(rfc3339: text.utf8) != nil { return exportedAt != nil }
    hasFractions = true
    let (found, expected) = SurveyedInput.fraction(in: text.quotedForDiagnostic)
    warnings.append(
      Diagnostic(
        .warning, .fraction, at: SourceLocation(file.name, place), field: "exportedAt", found: found, expected: expected
      ))
    return true
  }

  /// Returns the warning, given once per file, about instants with fractions of seconds.
  package static func fraction(in words: String) -> (found: String, expected: String) {
    (
      "found \(words), an instant with a fraction of a second",
      "instants to the second; fractions are dropped in this file"
    )
  }

  /// Skips a record and reports the reason.
  package mutating func refuse(_ diagnostic: Diagnostic) {
    warnings.append(diagnostic)
    rejectedCount += 1
  }

  /// Reports a name that neither the head nor the list of records has: each name once, at its first place.
  mutating func refuseName(_ name: String, at place: Place, among known: [String]) {
    guard let isListed = unknownNames.take(name, at: place) else { return }
    let location = SourceLocation(file.name, place)
    let suggestion = name.suggestion(among: known)
    if isStrict, let suggestion {
      warnings.append(.nearName(name, at: location, suggestion))
      rejectedCount += 1
    } else if isListed {
      warnings.append(.unknownName(name, at: location, suggestion))
    }
  }

  /// Reports the number of names that were not listed.
  package mutating func finishNames() {
    guard unknownNames.unlisted > 0 else { return }
    warnings.append(
      Diagnostic(
        .warning, .unknownField, at: SourceLocation(file.name, unknownNames.last),
        found: "\(unknownNames.unlisted) more unknown fields are not listed; this is the last one"
      ))
  }

  /// Notes whether there are records, before chunks are dropped, and warns about an export without any. Standard input,
  /// or a range of a file, may have none.
  package mutating func noteEmptiness() {
    isEmpty = chunks.isEmpty && rejectedCount == 0 && fault == nil && !file.format.isForeign
    guard isEmpty, file.partition?.isWholeFile ?? true else { return }
    warnings.append(
      Diagnostic(
        .warning, .noAccounts, at: SourceLocation(file.name, Place(line: 1, column: 1)),
        found: "the export has no account", expected: "the accounts of its app; with --expect the run refuses it"))
  }

  /// Skips a record because of its size, before anything about it is known.
  ///
  /// - Parameter isAccount: nil if it is unknown whether it is an account or an item.
  mutating func refuseRecord(at place: Place, isAccount: Bool?) {
    let what = isAccount.map { $0 ? "account" : "item" } ?? "record"
    warnings.append(
      Diagnostic(
        .error, .limit, at: SourceLocation(file.name, place), found: "the \(what) is too large",
        expected: "at most \(SurveyedInput.maximumRecordBytes >> 20) MB"))
    rejectedCount += 1
  }
}

/// The part of a record that the first reading keeps: enough to tell which records belong together.
package struct RecordSketch: Sendable {
  package var isAccount: Bool
  package var start: Int64 = 0
  package var end: Int64 = 0
  package var place = Place(line: 1, column: 1)
  /// The hash of the account's ID, or of the item's owner; nil if it has none.
  package var owner: StableHash?
  package var updatedAt: Instant?
  /// The hash of the app that the record names, or nil.
  package var app: StableHash?
  /// A hash of the account's device; 0 if it has none.
  package private(set) var device: UInt64 = 0
  /// Whether it has unknown or repeated names, which must be reported even if its account is never read.
  package var isOdd = false

  package init(isAccount: Bool) { self.isAccount = isAccount }

  /// Creates the sketch of a record, without its position.
  ///
  /// - Parameter index: The index of the record's object in the values.
  package init(_ record: borrowing Record, isAccount: Bool, at index: Int = 0) {
    self.init(isAccount: isAccount)
    place = Place(line: Int(record.values[index].line), column: Int(record.values[index].column))
    var child = index + 1
    let end = Int(record.values[index].next)
    while child < end {
      let value = record.values[child]
      child = Int(value.next)
      guard value.type == .untyped || value.type == .string else { continue }
      let text = record.text.span.extracting(value.textRange)
      switch value.name {
      case .id where isAccount, .account where !isAccount: owner = StableHash(text)
      case .app: app = StableHash(text)
      case .updatedAt: updatedAt = Instant(rfc3339: text, cutsFraction: true)
      case .device where isAccount: name(device: StableHash(text))
      default: break
      }
    }
  }

  mutating func name(device hash: StableHash) { device = hash.high | 1 }

  /// Whether it must be read on its own, not only with its account.
  var mustBeRead: Bool { isAccount || owner == nil || isOdd }
}
