import Diagnostics
import Mustache

/// The text of a file below the templates folder, and the name to show for it.
package typealias TemplateText = (String) throws(FatalInput) -> (String, shownAs: String)

/// Templates of `templates/report` with everything that they include.
struct TemplateFiles {
  private struct File: Sendable {
    var name: String
    var text: String
    var shownAs: String
  }

  /// What is included stands before what includes it.
  private var files: [File] = []

  /// Reads the templates; what they include is read once, and must not include itself.
  init(_ names: [String], _ text: TemplateText) throws(FatalInput) {
    for name in names { try read(name, text, inside: []) }
  }

  private mutating func read(_ name: String, _ text: TemplateText, inside open: [String]) throws(FatalInput) {
    guard !files.contains(where: { $0.name == name }) else { return }
    let (string, file) = try text("report/\(name).mustache")
    for include in TemplateInclude.all(in: string) {
      let place = SourceLocation(file: file, line: include.line, column: include.column)
      if include.name == name || open.contains(include.name) {
        throw TemplateFiles.fault(place, "\(include.name) includes itself")
      }
      do {
        try read(include.name, text, inside: open + [name])
      } catch {
        // A file that is missing deeper down is told of by its own tag.
        guard error.status == .noInput else { throw error }
        throw TemplateFiles.fault(place, "there is no template \(include.name).mustache to include")
      }
    }
    files.append(File(name: name, text: string, shownAs: file))
  }

  /// All of them, parsed in parallel: the library takes a millisecond for a long one.
  func parsed() async throws(FatalInput) -> MustacheLibrary {
    let results = await withTaskGroup(of: (Int, Result<MustacheTemplate, FatalInput>).self) { group in
      for (index, file) in files.enumerated() {
        group.addTask { (index, Result { () throws(FatalInput) in try TemplateFiles.parse(file) }) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var library = MustacheLibrary()
    for (index, file) in files.enumerated() { library.register(try results[index]!.get(), named: file.name) }
    return library
  }

  func parsedInTurn() throws(FatalInput) -> MustacheLibrary {
    var library = MustacheLibrary()
    for file in files { library.register(try TemplateFiles.parse(file), named: file.name) }
    return library
  }

  private static func parse(_ file: File) throws(FatalInput) -> MustacheTemplate {
    do {
      return try MustacheTemplate(string: file.text)
    } catch let error as MustacheTemplate.ParserError {
      let place = SourceLocation(
        file: file.shownAs, line: error.context.lineNumber, column: error.context.columnNumber)
      throw fault(place, "not a mustache template: \(error.error)")
    } catch {
      throw fault(SourceLocation(file: file.shownAs, line: 1, column: 1), "not a mustache template: \(error)")
    }
  }

  private static func fault(_ place: SourceLocation, _ found: String) -> FatalInput {
    FatalInput(Diagnostic(.error, .template, at: place, found: found))
  }
}

/// A tag that includes another template: `{{> name}}` or `{{< name}}`.
private struct TemplateInclude {
  var name: String
  /// Of the tag, from 1; the column counts bytes.
  var line: Int
  var column: Int

  static func all(in text: String) -> [TemplateInclude] {
    var includes: [TemplateInclude] = []
    let lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      var rest = line
      while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
        rest = rest[(brace + 1)...]
        guard rest.first == UInt8(ascii: "{") else { continue }
        let tag = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
        guard tag.first == UInt8(ascii: ">") || tag.first == UInt8(ascii: "<") else { continue }
        let name = tag.dropFirst().drop { $0 == UInt8(ascii: " ") }
          .prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "}") }
        // `*name` is a name that a value gives, and no value is a name.
        guard let first = name.first, first != UInt8(ascii: "*") else { continue }
        includes.append(
          TemplateInclude(
            name: String(decoding: name, as: UTF8.self), line: number + 1, column: brace - line.startIndex + 1))
      }
    }
    return includes
  }
}
