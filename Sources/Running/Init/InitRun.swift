import CivilTime
import Diagnostics
import Formats
import PlanFiles
import PlanModel
import Planning
import PolicyReading
import Resolving
import Spilling
import System

/// Runs `tickler init`, which creates a starting folder for an app's team.
package enum InitRun {
  /// The arguments of the command line.
  package struct Request: Sendable {
    /// The name of the app; `nil` for the export's, or `my-app` without an export.
    package var app: String?
    /// The shipped app whose policy and texts are copied; `nil` for FocusFlow, or for what the export requires.
    package var like: String?
    /// An export of the app; `nil` to generate a sample.
    package var from: String?
    /// The folder to create; `nil` for one with the app's name.
    package var out: String?

    package init(app: String?, like: String?, from: String?, out: String?) {
      (self.app, self.like, self.from, self.out) = (app, like, from, out)
    }
  }

  /// Creates the folder, checks an export against the policy made from it, and prints the folder's files.
  ///
  /// - Returns: 0, or 1 if records of the export are faulty.
  /// - Throws: If the folder already exists, the policy refuses the export, or a step fails. No files are left then.
  package static func run(_ request: Request, _ options: PlanOptions) throws(RunFault) -> Int32 {
    let templates = try TemplateFolder.find(options.templateFolders)
    let export = try request.from.map { path throws(RunFault) in try Export(path) }
    let app = request.app ?? export?.proposed.app ?? "my-app"
    if let own = export?.proposed.app, own != app {
      throw RunFault(
        .usage, "the export is of the app \(own.quotedForDiagnostic): tickler init \(own.shellQuoted) --from …")
    }
    guard request.out != nil || InitRun.isName(app) else {
      throw RunFault(.usage, "the app \(app.quotedForDiagnostic) cannot name a folder; name one with --out")
    }
    let out = request.out ?? app
    let files = try files(app, out, request, export, templates, now: options.now)
    if try Path.isTaken(out) {
      throw RunFault(.cannotCreate, "\(out) already exists; name another folder with --out")
    }
    // Written to a hidden folder, which gets its name once it is complete.
    let draft = Path.draft(of: out)
    var made: [String] = []
    func removeCreated() {
      Folder.remove(draft)
      for folder in made.reversed() { Folder.removeEmpty(folder) }
    }
    do {
      Folder.remove(draft)
      made = try Folder.make("\(draft)/exports")
      for (name, text) in files { try Path.write(text, to: "\(draft)/\(name)") }
      try Path.move(draft, to: out)
    } catch {
      removeCreated()
      throw RunFault(.cannotCreate, "cannot make \(out): \(error.words)")
    }
    do throws(RunFault) {
      let status = export == nil ? 0 : try check(out, options)
      let list = files.map { "  \(out)/\($0.name)".visible + "\n" }.joined()
      let folder = (out.utf8.first == UInt8(ascii: "-") ? "./" : "") + out
      try StandardOutput.write("\(list)next: cd \(folder.shellQuoted) && make check && make\n")
      return status
    } catch {
      Folder.remove(out)
      removeCreated()
      throw error
    }
  }

  /// Returns whether an app's name has only letters, digits, `-`, `_` and full stops, and may be a folder's.
  package static func isName(_ app: String) -> Bool {
    guard let first = app.utf8.first, !".-".utf8.contains(first) else { return false }
    return app.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
  }

  /// Runs the check of `make check` on the export and the policy made from it.
  private static func check(_ out: String, _ options: PlanOptions) throws(RunFault) -> Int32 {
    var options = options
    options.paths = ["\(out)/exports"]
    options.policies = ["\(out)/policy.toml", "\(out)/messages.toml"]
    return try CheckRun.run(options)
  }

  private static func files(
    _ app: String, _ out: String, _ request: Request, _ export: Export?, _ templates: TemplateFolder, now: Instant
  ) throws(RunFault) -> [(name: String, text: String)] {
    let proposed = export?.proposed
    if let export, let proposed {
      let left = proposed.left(of: export.path)
      if proposed.isEmpty, !proposed.hasShipped, request.like == nil {
        let none = Diagnostic(
          .error, .format, at: SourceLocation(file: export.path, line: 1, column: 1),
          found: "found no item that a policy can declare", expected: "items with a kind")
        throw RunFault(left + [none])
      }
      for warning in left { StandardError.write("\(warning)\n") }
    }
    let like = request.like ?? (export == nil ? "focusflow" : proposed?.hasShipped == true ? "personal" : nil)
    var (policy, messages) = (OwnTexts.barePolicy(app), OwnTexts.bareMessages(app))
    if let like {
      let model = try Model(like, templates)
      policy = OwnTexts.policy(model.policy, like: model.app, app: app)
      messages = OwnTexts.messages(model.messages, like: model.app, app: app, try read(policy))
    }
    if let proposed, !proposed.isEmpty {
      policy += "\n" + proposed.policy(app: app)
      messages += "\n" + proposed.messages()
    }
    let command = [app.shellQuoted] + (request.like.map { ["--like", $0.shellQuoted] } ?? [])
    let sampleFile = "exports/sample.\(export?.isLines == true ? "ndjson" : "json")"
    func filled(_ name: String) throws(RunFault) -> String {
      let values = [
        "app": app.visible, "name": app.visible, "tickler": toolName.shellQuoted,
        "command": (command + (export == nil ? [] : ["--from …"])).joined(separator: " "),
        "templates": try templates.options(from: out).map { " --templates \($0.shellQuoted)" }.joined(),
        "sample": sampleFile, "account": (export?.account ?? "sample").shellQuoted,
        "content": export == nil
          ? "accounts that reach every kind, around \(now.utc.date)"
          : "the export that this folder was made from",
      ]
      let template = try TextFile.text(templates.file("init/\(name).template"))
      // In one pass, since values may have braces too.
      var (text, rest) = ("", template[...])
      while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
        let value = values[String(rest[open.upperBound..<close.lowerBound])]
        text += rest[..<open.lowerBound] + ((name == "Makefile" ? value?.inMakefile : value) ?? "")
        rest = rest[close.upperBound...]
      }
      return text + rest
    }
    let sample = if let export { export.text } else { SampleExport(try read(policy), now: now).text }
    return [
      ("policy.toml", policy), ("messages.toml", messages),
      (sampleFile, sample), ("Makefile", try filled("Makefile")),
      ("README.md", try filled("README")),
    ]
  }

  /// The command that the folder's Makefile calls: the program's path if it was not found by name.
  private static var toolName: String {
    Machine.arguments[0].contains("/") ? Machine.program ?? "tickler" : "tickler"
  }

  private static func read(_ policy: String) throws(RunFault) -> Policy {
    try PolicyReader.read(Array(policy.utf8), file: "policy.toml", sha256: "", Kinds.catalog)
  }

  /// A policy and its texts to start from: those of a shipped app, or a folder with `policy.toml` and `messages.toml`.
  private struct Model {
    let app: String
    let policy: String
    let messages: String

    init(_ like: String, _ templates: TemplateFolder) throws(RunFault) {
      if like.contains("/") {
        let file = try LayerFile(TextFile.bytes("\(like)/policy.toml"), file: "\(like)/policy.toml", .policy)
        app = file.app ?? ""
        (policy, messages) = (try TextFile.text(file.file), try TextFile.text("\(like)/messages.toml"))
        return
      }
      let known = try templates.tomlFiles("policies", of: "policies").joined().map { path in
        String(path[path.index(after: path.lastIndex(of: "/")!)...].dropLast(".toml".count))
      }
      guard known.contains(like) else {
        throw RunFault(
          .usage,
          "no app \(like.quotedForDiagnostic) ships; "
            + Set(known).sorted().oneOf.orNearest(to: like, in: known))
      }
      app = like
      policy = try TextFile.text(templates.file("policies/\(like).toml"))
      messages = try TextFile.text(templates.file("messages/\(like).toml"))
    }
  }

  /// The export of which items are proposed.
  private struct Export {
    let path: String
    /// The export without the parts that a policy cannot declare.
    let text: String
    let isLines: Bool
    let proposed: ProposedItems
    /// The id of the first account.
    let account: String?

    init(_ path: String) throws(RunFault) {
      let file = try InputDiscovery.file(path)
      guard [.json, .ndjson].contains(file.format) else {
        throw RunFault(
          .format, "found \(file.format.rawValue)", expected: "an export in JSON or NDJSON", in: file.name,
          at: Place(line: 1, column: 1))
      }
      let bytes = try TextFile.bytes(path, for: .named)
      let tree: JSONTree
      do throws(JSONFault) {
        (tree, isLines) = try JSONTree.export(bytes)
      } catch {
        try Export.refuse(file)
        throw RunFault(error.diagnostic(file: path))
      }
      var camel = CamelCase()
      let own = camel.export(tree)
      // The sample no longer has the fault of an `exportedAt` in milliseconds.
      if !camel.changes.contains(where: { $0.kind == nil && $0.isValue }) { try Export.refuse(file) }
      self.path = path
      proposed = ProposedItems(own, camel.changes)
      account = own["accounts"]?.members.first?["id"]?.text
      text =
        proposed.left(of: path).isEmpty
        ? try TextFile.text(path, for: .named)
        : Export.text(isLines ? JSONTree.lines(bytes) : [tree], isLines, proposed)
    }

    /// Reports the faults that `plan` reports, in the same words.
    private static func refuse(_ file: InputFile) throws(RunFault) {
      do throws(RunFault) {
        _ = try Survey.survey(file, index: 0, names: Schema.shipped.names) { _ in }
      } catch {
        throw file.namingForeign(error)
      }
    }

    private static func text(_ documents: [JSONTree], _ isLines: Bool, _ proposed: ProposedItems) -> String {
      var (text, camel) = ("", CamelCase())
      for document in documents.map({ proposed.taken(camel.export($0)) }) where !document.fields.isEmpty {
        let write = document.writeMembers
        text += (isLines ? FieldWriter.line(write) : FieldWriter.document(write)).text
      }
      return text
    }
  }
}

extension String {
  /// The text in a variable of a Makefile.
  fileprivate var inMakefile: String {
    replacingScalars { $0 == "$" ? "$$" : $0 == "#" ? "\\#" : nil }
  }
}
