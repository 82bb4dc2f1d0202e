import Bytes
import Diagnostics
import Formats

/// `tickler schema`: the schemas of the export format, as they stand in the templates folder.
package enum SchemaRun {
  /// A language that the format is written down in.
  package enum Language: String, CaseIterable, Sendable {
    case xsd, json

    /// In the templates folder.
    var file: String {
      switch self {
      case .xsd: "schema/tickler-export.xsd"
      case .json: "schema/tickler-export.schema.json"
      }
    }
  }

  /// The text of a schema.
  ///
  /// - Parameter templates: As ``TemplateFolder/find(_:)`` takes it.
  package static func text(_ language: Language, templates: [String]) throws(FatalInput) -> String {
    let folder = try TemplateFolder.find(templates)
    return try TextFile.text(folder.file(language.file))
  }

  /// The XSD of a templates folder; nil where the folder, a user's own, has none.
  static func xmlSchema(_ folder: TemplateFolder) throws(FatalInput) -> XMLSchema? {
    let file = try folder.file(Language.xsd.file)
    var hasSchemas = false
    for path in folder.paths where !hasSchemas { hasSchemas = try Folder.exists("\(path)/schema") }
    if !hasSchemas { return nil }
    return try XMLSchema(Array(try TextFile.text(file).utf8), file: file)
  }
}
