import Diagnostics
import Formats
import Resolving
import System

/// Runs `tickler schema`, which prints the schemas in the templates folder, or those of one app's exports.
package enum SchemaRun {
  /// A schema language, or the schema of policies.
  package enum Language: String, CaseIterable, Sendable {
    case xsd, json
    /// The schema of policies, for editors.
    case policy

    /// The path in the templates folder.
    var file: String {
      switch self {
      case .xsd: "schema/tickler-export.xsd"
      case .json: "schema/tickler-export.schema.json"
      case .policy: "schema/tickler-policy.schema.json"
      }
    }
  }

  /// Returns the text of a schema.
  ///
  /// - Parameters:
  ///   - templates: See ``TemplateFolder/find(_:)``.
  ///   - policies: The `--policy` values. The schema covers exports of the last one's app; if empty, all exports.
  package static func text(
    _ language: Language, templates: [String], policies: [String] = []
  ) throws(RunFault) -> String {
    let folder = try TemplateFolder.find(templates)
    if let last = policies.last, language != .policy {
      let policies = try PolicyFolder.readPolicies(folder, options: policies)
      let own = policies.policies.values.filter { $0.file == last || $0.file.hasPrefix(last + "/") }
      guard let policy = own.min(by: { $0.app.compareBytes($1.app) < 0 }), own.count == 1 else {
        throw RunFault(.usage, "\(last) has \(own.count) policies, but the schema describes exports of one app")
      }
      let schema = Schema.of(app: policy)
      return language == .xsd ? schema.xsd : schema.jsonSchema
    }
    return try TextFile.text(folder.file(language.file))
  }

  /// Returns the XSD of a templates folder; `nil` if the user's own folder has none.
  ///
  /// - Parameter schema: The schema of records. If policies extend it, the XSD is generated.
  static func xmlSchema(_ folder: TemplateFolder, _ schema: Schema) throws(RunFault) -> XMLSchema? {
    let file = try folder.file(Language.xsd.file)
    var hasSchemas = false
    for path in folder.paths where !hasSchemas { hasSchemas = try Folder.exists("\(path)/schema") }
    if !hasSchemas { return nil }
    if schema.isExtended { return try XMLSchema(Array(schema.xsd.utf8), file: file) }
    return try XMLSchema(Array(try TextFile.text(file).utf8), file: file)
  }
}
