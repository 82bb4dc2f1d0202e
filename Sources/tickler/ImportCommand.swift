import ArgumentParser
import Diagnostics
import Running

struct ImportCommand: TicklerCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", _superCommandName: Tickler.name,
    abstract: "Write other tools' files as an export, to look at or to edit.",
    discussion: """
      The export is NDJSON on standard output, and each item says where it comes from. What there is no room for in an export is \
      counted on standard error. tickler plan reads such files by itself: this is for who wants to see or change what it reads.

      Examples:
        tickler import book.gnucash tasks.ics > mine.ndjson
        tickler plan mine.ndjson
      """)

  @OptionGroup var shared: SharedOptions

  @OptionGroup(title: "Files of other tools") var imported: ImportedFiles

  func validate() throws {
    if shared.paths.isEmpty { throw ValidationError("tickler import takes the files to read") }
    if shared.redact != nil { throw ValidationError("--redact goes with what is planned, and import plans nothing") }
  }

  func start() async throws {
    var options = shared.planOptions
    imported.apply(to: &options)
    let settings = options
    try await Exit.status { () async throws(FatalInput) in try ImportedExport.run(settings) }
  }
}
