import ArgumentParser
import Diagnostics
import Running

struct ImportCommand: NamedCommand {
  static let name = CommandName.`import`
  static let configuration = configured(
    "Convert other tools' files to an export.",
    """
    The export is NDJSON on standard output, and each item says where it comes from. What there is no room for in an export is \
    counted on standard error. tickler plan reads such files by itself: this is for who wants to see or change what it reads.

    Examples:
      tickler import book.gnucash tasks.ics > mine.ndjson
      tickler plan mine.ndjson
    """)

  @OptionGroup var planning: PlanningArguments<Self>

  func validate() throws {
    if !planning.has("path") { throw ValidationError("tickler import takes the files to read") }
  }

  func start() async throws {
    let options = try PlanOptions.read(planning, readsFile: false)
    try await Exit.status { () async throws(RunFault) in try ImportedExport.run(options) }
  }
}
