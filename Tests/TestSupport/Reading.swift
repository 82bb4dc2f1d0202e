import CivilTime
import Diagnostics
import Formats
import Foundation
import PlanModel
import Resolving
import Spilling

/// The pinned tz database of the tests, regardless of the machine's.
private let pinned = TestFiles.zones

package func instant(_ text: String) -> Instant { Instant(rfc3339: Array(text.utf8))! }
package func date(_ text: String) -> LocalDate { LocalDate(iso8601: Array(text.utf8))! }
package func time(_ text: String) -> LocalTime { LocalTime(iso8601: Array(text.utf8))! }

/// A policy with every kind, so that no item is ignored.
private let everything: Policy = {
  var policy = Policy(app: "all", name: "All", file: "all.toml", sha256: "")
  for kind in KindCatalog.shipped.kinds {
    policy.set(Policy.KindSettings(kind, identifiers: ["default": IdentifierPattern(literal: kind.kind.name)]))
  }
  return policy
}()

/// A policy with one kind.
private let tasksOnly: Policy = {
  var policy = Policy(app: "tasks", name: "Tasks", file: "tasks.toml", sha256: "")
  policy.set(everything[.task]!)
  return policy
}()

/// One export of a run, as bytes with a name.
package struct Export {
  package var name: String
  package var bytes: [UInt8]

  package init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  package init(_ name: String, _ text: String) {
    self.init(name, Array(text.utf8))
  }
}

/// The result of reading exports, from the survey to the last account.
package struct Reading {
  package var accounts: [Account] = []
  /// The diagnostics in the order of reporting, without the folder of the files.
  package var messages: [String] = []
  package var diagnostics: [Diagnostic] = []
  package var isFatal = false
  package var rejected = 0
  package var superseded = 0
  /// Whether the roster wrote places to a temporary file.
  package var hasSpilled = false
  package var inputs: [SurveyedInput] = []

  /// Reads the exports in order, as a run does.
  ///
  /// - Parameters:
  ///   - room: The roster's memory limit; nil for more than it needs.
  ///   - jobs: With more than one, large inputs are hashed on another thread.
  package init(_ exports: [Export], room: Roster.Room? = nil, jobs: Int = 1) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reading-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for export in exports {
        try Data(export.bytes).write(to: folder.appendingPathComponent(export.name))
      }
      var warnings: [Diagnostic] = []
      let files = try InputDiscovery.open(exports.map { folder.appendingPathComponent($0.name).path }, &warnings)
      try read(files, room ?? Roster.Room(bytes: 1 << 30)) { (file, index, record) throws(RunFault) in
        try Survey.survey(file, index: index, names: Schema.shipped.names, jobs: jobs, record: record)
      }
    } catch let fatal as RunFault {
      isFatal = true
      messages = fatal.messages
    } catch {
      messages = ["\(error)"]
    }
    messages = messages.map { $0.replacingOccurrences(of: folder.path + "/", with: "") }
  }

  /// - Parameter survey: Surveys a file.
  package mutating func read(
    _ files: [InputFile], _ room: Roster.Room,
    _ survey: (InputFile, _ index: Int, (RecordSketch) throws(RunFault) -> Void) throws(RunFault) -> SurveyedInput
  ) throws(RunFault) {
    var roster = Roster(room: room)
    for (index, file) in files.enumerated() {
      let input = try survey(file, index) { (sketch) throws(RunFault) in try roster.add(sketch, input: index) }
      inputs.append(input)
      diagnostics += input.warnings
    }
    try roster.settle(&inputs)
    hasSpilled = roster.hasSpilled
    let context = ResolvingContext(
      zones: pinned, policies: ["all": everything, "tasks": tasksOnly], inputs: inputs)
    var reader = ChunkReader(context: context, roster: roster)
    for chunk in inputs.flatMap(\.chunks) {
      var accounts = accounts
      try reader.forEachAccount(in: chunk) { account, _ in accounts.append(account.value) }
      self.accounts = accounts
      let report = reader.takeReport()
      diagnostics += report.diagnostics
      rejected += report.rejected
      superseded += report.superseded.count
    }
    messages = diagnostics.map(\.description)
  }

  /// The result in a line: the accepted accounts with their items, and the number of rejected records.
  package var outcome: String {
    if isFatal { return "fatal" }
    var parts = [accounts.isEmpty ? "accepts nothing" : "accepts " + accounts.map(\.words).joined(separator: ", ")]
    if rejected > 0 { parts.append("rejects \(rejected)") }
    if superseded > 0 { parts.append("supersedes \(superseded)") }
    return parts.joined(separator: "; ")
  }
}

extension Account {
  /// The id and the items, such as `u-1 (task t1 "Run", bill b1 "Rent")`, and unreadable preferences.
  fileprivate var words: String {
    let items = items.words.isEmpty ? "" : " (\(items.words.joined(separator: ", ")))"
    let unreadable = preferences.unreadable
    if unreadable.isEmpty { return id.text + items }
    if unreadable.all { return id.text + items + " without any preference" }
    let switches = unreadable.kinds.map { "kinds.\($0.name)" }
    return id.text + items + " without \((unreadable.names + switches).sorted().joined(separator: " "))"
  }
}

extension Items {
  /// The kind and id of each item, and its title if it has one.
  fileprivate var words: [String] {
    ItemKind.shipped.flatMap { kind in
      self[ItemList(shipped: kind)].map { item in
        "\(kind.name) \(item.id)" + (item.title.map { " \"\($0)\"" } ?? "")
      }
    }
  }
}
