import Bytes
import Diagnostics
import PlanModel
import System
import Templating

/// The templates of the pages, with their style and script.
struct ReportTemplates: Sendable {
  let index: PageTemplate
  let accounts: PageTemplate
  let account: PageTemplate
  let list: PageTemplate
  let action: PageTemplate
  let delivered: PageTemplate
  let changes: ChangeTemplates
  let style: InlineSource
  let script: InlineSource

  init(_ text: TemplateText) throws(RunFault) {
    style = try InlineSource("report/style.css", endTag: "</style", text)
    script = try InlineSource("report/script.js", endTag: "</script", text)
    var files = TemplateFiles()
    index = try files.template("index", text)
    accounts = try files.template("accounts", text)
    account = try files.template("account", text)
    list = try files.template("list", text)
    action = try files.template("action", text)
    delivered = try files.template("delivered", text)
    changes = ChangeTemplates(change: try files.template("change", text), run: try files.template("run", text))
  }

  /// Reads one template with its includes.
  static func template(_ name: String, _ text: TemplateText) throws(RunFault) -> PageTemplate {
    var files = TemplateFiles()
    return try files.template(name, text)
  }

  /// Fills the template of a page that has the report's style and no script.
  static func plainPage(_ name: String, _ content: PageView, _ text: TemplateText) throws(RunFault) -> WrittenBytes {
    let style = try InlineSource("report/style.css", endTag: "</style", text)
    var view = PageView()
    view.add("style", style.markup)
    view.add("styleHash", style.hash)
    view.add(contentsOf: content)
    return try template(name, text).fill(view).bytes
  }
}

/// Returns the text of a file in the templates folder, and the name to show for it.
package typealias TemplateText = (String) throws(RunFault) -> (String, shownAs: String)

/// The templates of `templates/report` with their includes in place. Each file is read once.
struct TemplateFiles {
  private static let maximumDepth = 32
  private static let maximumSize = 1_000_000

  fileprivate struct File {
    var text: String
    var shownAs: String
    var steps: [PageTemplate.Step]
  }

  private var files: [String: File] = [:]
  /// The tags and texts that all includes added so far, and the bytes that they indented: templates that include each
  /// other twice grow with a power of two.
  private var size = 0

  mutating func template(_ name: String, _ text: TemplateText) throws(RunFault) -> PageTemplate {
    PageTemplate(try file(name, text, inside: []).steps)
  }

  /// - Parameter open: The templates that include the file.
  private mutating func file(
    _ name: String, _ text: TemplateText, inside open: [String]
  ) throws(RunFault) -> File {
    if let file = files[name] { return file }
    let (string, shownAs) = try text("report/\(name).mustache")
    var file = File(text: string, shownAs: shownAs, steps: [])
    file.steps = try steps(of: string, file, text, inside: open + [name])
    files[name] = file
    return file
  }

  /// - Parameter string: The file's text, perhaps indented.
  private mutating func steps(
    of string: String, _ file: File, _ text: TemplateText, inside open: [String]
  ) throws(RunFault) -> [PageTemplate.Step] {
    let parts: [MustachePart]
    do {
      parts = try MustacheParser.parse(string, .template)
    } catch {
      throw file.fault(error.offset, error.found, error.expected)
    }
    var steps: [PageTemplate.Step] = []
    // The index of each part's first step, since an include becomes several steps.
    var starts: [Int] = []
    for part in parts {
      starts.append(steps.count)
      switch part {
      case .literal(let literal): steps.append(.literal(Array(literal.utf8)))
      case .value(let tag, let isEscaped): steps.append(.value(tag.name, isEscaped: isEscaped))
      case .section(let tag, let isInverted, _): steps.append(.section(tag.name, isInverted: isInverted, end: 0))
      case .include(let tag, let indentation):
        let included = try included(tag, indentation, in: file, text, inside: open)
        steps += included.map { $0.moved(by: steps.count) }
      }
    }
    starts.append(steps.count)
    for (part, start) in zip(parts, starts) {
      guard case .section(let tag, let isInverted, let end) = part else { continue }
      steps[start] = .section(tag.name, isInverted: isInverted, end: starts[end])
    }
    return steps
  }

  private mutating func included(
    _ tag: MustacheTag, _ indentation: String, in outer: File, _ text: TemplateText, inside open: [String]
  ) throws(RunFault) -> [PageTemplate.Step] {
    if open.contains(tag.name) { throw outer.fault(tag.offset, "\(tag.name) includes itself") }
    if open.count >= TemplateFiles.maximumDepth {
      throw outer.fault(
        tag.offset, "templates include each other too deeply", "\(TemplateFiles.maximumDepth) levels at most")
    }
    let inner: File
    do {
      inner = try file(tag.name, text, inside: open)
    } catch {
      // A file missing deeper down is reported at its own tag.
      guard error.status == .noInput else { throw error }
      let isThere = error.words.contains { $0.hasSuffix(SystemError.noFile.words) }
      throw outer.fault(
        tag.offset,
        "template \(tag.name).mustache, which it includes, \(isThere ? "is not a file" : "does not exist")")
    }
    size += 1 + (indentation.isEmpty ? inner.steps.count : inner.text.utf8.count)
    if size > TemplateFiles.maximumSize {
      throw outer.fault(
        tag.offset, "templates include too much",
        "\(TemplateFiles.maximumSize.grouped) tags and texts at most, with those of each included template")
    }
    if indentation.isEmpty { return inner.steps }
    return try steps(of: inner.text.indented(by: indentation), inner, text, inside: open + [tag.name])
  }
}

extension TemplateFiles.File {
  /// - Parameter offset: The bytes from the start of the file.
  fileprivate func fault(_ offset: Int, _ found: String, _ expected: String? = nil) -> RunFault {
    let before = text.utf8.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { before.index(after: $0) } ?? before.startIndex
    let place = SourceLocation(file: shownAs, line: line + 1, column: before[start...].count + 1)
    return RunFault(Diagnostic(.error, .template, at: place, found: found, expected: expected))
  }
}

extension PageTemplate.Step {
  fileprivate func moved(by count: Int) -> PageTemplate.Step {
    guard case .section(let name, let isInverted, let end) = self else { return self }
    return .section(name, isInverted: isInverted, end: end + count)
  }
}

extension String {
  /// Returns the text with `blanks` before every line.
  fileprivate func indented(by blanks: String) -> String {
    var lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    // An empty text after the last line break is not a line.
    for index in lines.indices where index < lines.count - 1 || !lines[index].isEmpty {
      lines[index] = blanks + lines[index]
    }
    return lines.joined(separator: "\n")
  }
}
