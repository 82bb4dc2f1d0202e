import ArgumentParser
import Diagnostics
import Running

struct SchemaCommand: TicklerCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", _superCommandName: Tickler.name,
    abstract: "Print a schema: of exports as XSD or JSON Schema, or of policies.",
    discussion: """
      The JSON Schema is of the JSON document; its $defs/line is of one line of NDJSON. tickler check holds XML exports \
      against the XSD by itself.

      Examples:
        tickler schema json > tickler-export.schema.json
        tickler schema xsd > tickler-export.xsd
        tickler schema json --policy garden.toml > garden.schema.json
        tickler schema policy > tickler-policy.schema.json
      """)

  @Argument(help: "xsd or json, of exports; policy, the JSON Schema of policies, by which editors complete them.")
  var language: SchemaRun.Language

  @Option(help: ArgumentHelp("Where the schemas are. Default: templates.", valueName: "dir"), completion: .directory)
  var templates: [String] = []

  @Option(
    help: ArgumentHelp(
      "A policy, or its folder: the schema is of that app's exports. May be repeated, for what it extends.",
      valueName: "path"), completion: .file())
  var policy: [String] = []

  func start() async throws {
    try await Exit.status { () async throws(FatalInput) in
      try StandardOutput.write(try SchemaRun.text(language, templates: templates, policies: policy))
      return 0
    }
  }
}

extension SchemaRun.Language: WordArgument {}
