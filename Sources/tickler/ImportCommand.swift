import ArgumentParser
import Diagnostics
import Running

struct ImportCommand: TicklerCommand, NamedCommand {
  static let name = CommandName.`import`
  static let configuration = CommandConfiguration(
    commandName: name.rawValue, _superCommandName: Tickler.name,
    abstract: "Convert other tools' files to an export.",
    discussion: """
      The export is NDJSON on standard output, and each item says where it comes from. What there is no room for in an export is \
      counted on standard error. tickler plan reads such files by itself: this is for who wants to see or change what it reads.

      Examples:
        tickler import book.gnucash tasks.ics > mine.ndjson
        tickler plan mine.ndjson
      """)

  @OptionGroup var general: RunArguments<Self, General>

  @OptionGroup(title: OtherTools.title) var others: RunArguments<Self, OtherTools>

  func validate() throws {
    if !general.has("path") { throw ValidationError("tickler import takes the files to read") }
  }

  func start() async throws {
    let options = try PlanOptions.read(general, others, readsFile: false)
    try await Exit.status { () async throws(FatalInput) in try ImportedExport.run(options) }
  }
}
