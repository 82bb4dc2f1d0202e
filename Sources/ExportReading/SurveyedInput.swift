import CivilTime
import Diagnostics
import PlanModel

/// What the first reading of an input found: it is well-formed, what its head says, and where its records are.
package struct SurveyedInput: Sendable {
  package var file: InputFile
  /// What the chunks are stretches of: the file itself, or the records read from it.
  package var records: InputFile
  /// The position among the run's inputs.
  package var index: Int
  /// Lower-case hexadecimal.
  package var sha256 = ""
  /// The app of accounts that name none.
  package var app: String?
  package var exportedAt: Instant?
  package var chunks: [Chunk] = []
  /// How many bytes a chunk has at most, where a record is not larger by itself.
  let chunkSize: Int64
  package var accountCount = 0
  package var itemCount = 0
  package var warnings: [Diagnostic] = []

  package init(file: InputFile, index: Int, chunkSize: Int64 = Chunk.targetSize) {
    self.file = file
    self.chunkSize = chunkSize
    records = file
    self.index = index
  }

  package static let format = "tickler-export/1"
}

/// What the first reading learns of a record, enough to tell which records belong together.
package struct RecordSketch: Sendable {
  package var isAccount: Bool
  package var start: Int64 = 0
  package var end: Int64 = 0
  package var line = 0
  package var column = 0
  /// The hash of the account's id, or of the item's owner; nil where it has none.
  package var owner: StableHash?
  package var updatedAt: Instant?
  /// The hash of the app that an account names; nil where it names none.
  package var app: StableHash?
  /// Something stands in it that the second reading may have to tell of, though its account may never be read: names that
  /// are unknown or stand twice.
  var isOdd = false

  package init(isAccount: Bool) {
    self.isAccount = isAccount
  }

  /// Whether it has to be read where it stands, not only with its account.
  var mustBeRead: Bool { isAccount || owner == nil || isOdd }
}
