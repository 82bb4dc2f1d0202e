import Bytes
import CivilTime
import Diagnostics
import PlanModel
import Planning
import PolicyReading

/// `tickler init`: a folder with everything that an app's team starts from.
package enum InitRun {
  /// What the command line asks for.
  package struct Request: Sendable {
    package var app: String
    /// The shipped app whose policy and texts it starts with.
    package var like: String
    /// The folder to make.
    package var out: String
    /// The command's own words, for the README.
    package var command: String

    package init(app: String, like: String, out: String, command: String) {
      (self.app, self.like, self.out, self.command) = (app, like, out, command)
    }
  }

  /// - Returns: What to print, and 0.
  /// - Throws: where there is something at the folder's place already; nothing is written then.
  package static func run(_ request: Request, _ options: PlanOptions) throws(FatalInput) -> (
    output: String, status: Int32
  ) {
    let templates = try TemplateFolder.find(options.templateFolders)
    let files = try files(request, templates, now: options.now)
    if try Path.exists(request.out) {
      throw FatalInput(.cannotCreate, "\(request.out) is there already; name another folder with --out")
    }
    // Written aside, and put in place when everything is there.
    let slash = request.out.lastIndex(of: "/").map { request.out.index(after: $0) } ?? request.out.startIndex
    let draft = "\(request.out[..<slash]).\(request.out[slash...]).tickler"
    do {
      Folder.remove(draft)
      _ = try Folder.make("\(draft)/exports")
      for (name, text) in files {
        let file = try OpenFile("\(draft)/\(name)", for: .writing)
        try file.write(text.utf8Span.span)
        try file.synchronize()
        try file.close()
      }
      try Path.move(draft, to: request.out)
    } catch {
      Folder.remove(draft)
      throw FatalInput(.cannotCreate, "cannot make \(request.out): \(error.words)")
    }
    let list = files.map { "  \(request.out)/\($0.name)\n" }.joined()
    return ("\(list)next: cd \(request.out) && make check && make\n", 0)
  }

  private static func files(
    _ request: Request, _ templates: TemplateFolder, now: Instant
  ) throws(FatalInput) -> [(name: String, text: String)] {
    let known = try templates.tomlFiles("policies", of: "policies").joined().map { path in
      String(path[path.index(after: path.lastIndex(of: "/")!)...].dropLast(".toml".count))
    }
    guard known.contains(request.like) else {
      throw FatalInput(
        .usage,
        "there is no app \(request.like.quotedForDiagnostic) to begin like; "
          + Set(known).sorted().oneOf.orNearest(to: request.like, in: known))
    }
    let policyText = try TextFile.text(templates.file("policies/\(request.like).toml"))
    let policy = OwnTexts.policy(policyText, like: request.like, app: request.app)
    let read = try PolicyReader.read(Array(policy.utf8), file: "policy.toml", sha256: "", Kinds.catalog)
    let messages = try TextFile.text(templates.file("messages/\(request.like).toml"))
    func filled(_ name: String) throws(FatalInput) -> String {
      let values = ["app": request.app, "name": request.app, "date": "\(now.utc.date)", "command": request.command]
      return try values.reduce(into: TextFile.text(templates.file("init/\(name).template"))) { text, value in
        text = text.replacing("{{\(value.key)}}", with: value.value)
      }
    }
    return [
      ("policy.toml", policy),
      ("messages.toml", OwnTexts.messages(messages, like: request.like, app: request.app, read)),
      ("exports/sample.json", SampleExport(read, now: now).text), ("Makefile", try filled("Makefile")),
      ("README.md", try filled("README")),
    ]
  }
}
