import Diagnostics
import PlanModel

/// Reads one app's texts from TOML (`tickler-messages/1`). docs/messages.md has the format.
package enum MessagesReader {
  package static let format = anyFormat + "1"
  /// The start of the format's name in every version.
  package static let anyFormat = "tickler-messages/"

  /// - Parameters:
  ///   - text: The file's bytes.
  ///   - file: The file's name, for diagnostics and the plan's header.
  ///   - catalog: Returns the kinds that an app's texts may belong to.
  /// - Returns: The texts, with warnings about fields that a kind lacks and about texts that are never used.
  /// - Throws: All faults of the file together.
  package static func read(
    _ text: [UInt8], file: String, sha256: String, _ catalog: (_ app: String) -> KindCatalog
  ) throws(RunFault) -> (messages: Messages, warnings: [Diagnostic]) {
    let (tables, layer) = (LayeredTables(), try LayerFile(text, file: file, .message))
    return try read(tables, tables.add(layer, before: nil), file: file, sha256: sha256, catalog)
  }

  /// - Parameter node: The file of texts, with the layers that it extends.
  package static func read(
    _ tables: LayeredTables, _ node: Int, file: String, sha256: String, _ catalog: (_ app: String) -> KindCatalog
  ) throws(RunFault) -> (messages: Messages, warnings: [Diagnostic]) {
    let root = TOMLFields(tables, node, .message)
    var messages = Messages(app: root.readHead(format: format), file: file, sha256: sha256)
    let catalog = catalog(messages.app)
    _ = root.string("extends")
    for name in root.allKeys() where !["format", "app", "extends"].contains(name) {
      guard let table = root.table(name, expected: "a language's texts, each under [[\(name).<kind>]]") else {
        continue
      }
      guard let tag = LanguageTag(name) else {
        root.fault(
          name, .key, found: "found \(name.quotedForDiagnostic)",
          expected: "a language tag (BCP 47) such as en or pt-BR")
        _ = table.allKeys()
        continue
      }
      if let other = messages.languages.first(where: { $0.tag == tag }) {
        root.fault(
          name, .key, found: "the language is there already, as \(other.tag.text)",
          expected: "one spelling of each language")
      }
      messages.languages.append(language(tag, table, catalog))
    }
    let diagnostics = root.finishInOrder()
    let errors = diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty { throw RunFault(errors) }
    return (messages, diagnostics)
  }

  /// Reads texts with the same catalog for every app.
  package static func read(
    _ text: [UInt8], file: String, sha256: String, _ catalog: KindCatalog
  ) throws(RunFault) -> (messages: Messages, warnings: [Diagnostic]) {
    try read(text, file: file, sha256: sha256) { _ in catalog }
  }

  /// Returns the app of a file of texts by its first lines alone.
  ///
  /// - Returns: nil if these lines have no plain `app = "diary"`, or the name is not ASCII and may have several spellings. The whole
  ///   file must then be read.
  package static func app(declaredIn text: [UInt8]) -> String? {
    let quote = UInt8(ascii: "\"")
    var rest = text[...]
    while !rest.isEmpty {
      var line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest[line.endIndex...].dropFirst()
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.starts(with: "app = \"".utf8) {
        let name = line.dropFirst(7)
        let isPlain = name.dropLast().allSatisfy { 0x20..<0x7f ~= $0 && $0 != quote && $0 != UInt8(ascii: "\\") }
        return name.last == quote && isPlain ? String(decoding: name.dropLast(), as: UTF8.self) : nil
      }
      guard line.isEmpty || line.first == UInt8(ascii: "#") || line.elementsEqual("format = \"\(format)\"".utf8) else {
        return nil
      }
    }
    return nil
  }

  /// The limit on the texts of a form: each title without a body is one for each plain text.
  private static let maximumTexts = 10_000

  private static func language(_ tag: LanguageTag, _ table: TOMLFields, _ catalog: KindCatalog) -> Messages.Language {
    var language = Messages.Language(tag)
    for name in table.allKeys() {
      guard let entries = table.tables(name) else { continue }
      guard let kind = catalog[name] else {
        table.fault(
          name, .key, found: "the kind is unknown", expected: catalog.wordsForKinds(near: name), as: .warning)
        if let near = name.nearest(in: catalog.names) { language.misspelled.insert(Kind(near)) }
        for entry in entries { _ = entry.allKeys() }
        continue
      }
      var titles: [(MessageForm, Message, TOMLFields)] = []
      for entry in entries {
        guard let message = message(kind, entry), let form = form(kind, entry) else { continue }
        if form == .plain || entry.has("body") {
          language[kind.kind, form].append(message)
        } else {
          titles.append((form, message, entry))
        }
      }
      for (form, message, entry) in titles {
        let plain = language[kind.kind, .plain]
        if language[kind.kind, form].count + plain.count > maximumTexts {
          entry.fault(
            "title", found: "the form has too many texts",
            expected: "at most \(maximumTexts), counting a title without a body once for each plain body")
          break
        }
        language[kind.kind, form] += plain.isEmpty ? [message] : plain.map(message.over)
      }
    }
    return language
  }

  private static func message(_ kind: KindDescription, _ entry: TOMLFields) -> Message? {
    let title = entry.message("title", kind)
    let body = entry.message("body", kind)
    entry.require("title", "a text in quotes")
    let name = entry.string("name")
    guard let title else { return nil }
    return Message(
      title: title, body: body ?? MustacheText(literal: ""), name: name, titlePlace: entry.finder(of: "title"),
      bodyPlace: entry.finder(of: "body"))
  }

  /// Returns the text's form, by default the plain one; nil if the kind does not have it.
  private static func form(_ kind: KindDescription, _ entry: TOMLFields) -> MessageForm? {
    guard let word = entry.string("form") else { return entry.has("form") ? nil : .plain }
    let known = [MessageForm.plain] + kind.forms
    if let form = known.first(where: { $0.name == word }) { return form }
    entry.fault(
      "form", found: "found \(word.quotedForDiagnostic), which \(kind.kind.name) does not have",
      expected: known.map(\.name).oneOf.orNearest(to: word, in: known.map(\.name)), as: .warning)
    return nil
  }
}

extension TOMLFields {
  /// Returns a title or body. A field that the kind does not have is a warning.
  fileprivate func message(_ key: String, _ kind: KindDescription) -> MustacheText? {
    guard let (text, pattern) = textAndTemplate(key, kind) else { return nil }
    for unknown in pattern.unknown {
      fault(
        key, .byte(unknown.offset), found: "found {{\(unknown.name)}}, which \(kind.kind.name) does not have",
        expected: kind.wordsForFields(near: unknown.name), as: .warning)
    }
    for name in text.singlyBraced where kind.fields.contains(where: { $0.name == name }) {
      fault(key, found: "found {\(name)}, which is shown literally", expected: "{{\(name)}}", as: .warning)
    }
    return pattern
  }
}

extension KindDescription {
  /// Returns what is expected instead of an unknown field.
  fileprivate func wordsForFields(near name: String) -> String {
    let field = String(name.prefix { $0 != "." })
    if field != name, let properties = self.field(field)?.type.properties {
      return (["{{\(field)}}"] + properties.map { "{{\(field).\($0.rawValue)}}" }).oneOf
    }
    let names = fields.map(\.name)
    if let nearest = name.nearest(in: names) { return "{{\(nearest)}}, the nearest that is known" }
    return names.isEmpty ? "no fields" : names.map { "{{\($0)}}" }.oneOf
  }
}
