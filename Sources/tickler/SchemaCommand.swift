import ArgumentParser
import Diagnostics
import Running

struct SchemaCommand: NamedCommand {
  static let name = CommandName.schema
  static let configuration = configured(
    "Print the schema of exports (XSD or JSON Schema) or policies.",
    """
    The JSON Schema is of the JSON document; its $defs/line is of one line of NDJSON. tickler check holds XML exports \
    against the XSD by itself.

    Examples:
      tickler schema json > tickler-export.schema.json
      tickler schema xsd > tickler-export.xsd
      tickler schema json --policy garden.toml > garden.schema.json
      tickler schema policy > tickler-policy.schema.json
    """)

  @Argument(help: "xsd or json of exports, or policy, the JSON Schema of policies.")
  var language: SchemaRun.Language

  @OptionGroup var general: RunArguments<Self, General>

  func start() async throws {
    let options = try PlanOptions.read(general, readsFile: false)
    try await Exit.status { () async throws(RunFault) in
      try StandardOutput.write(
        try SchemaRun.text(language, templates: options.templateFolders, policies: options.policies))
      return 0
    }
  }
}

extension SchemaRun.Language: ExpressibleByArgument {}
