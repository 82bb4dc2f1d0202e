import Diagnostics
import PlanModel
import RunModel
import System

/// The sources and the status of a run in an archive: the file ``Archive/done``.
struct RunRecord: Equatable {
  private static let head = "tickler-run/1"

  /// A hash of everything that determines the run's files, except the previous plan.
  var key: String
  var status: Int32
  /// The run that this one succeeds.
  var previous: RunName?

  init(key: String, status: Int32, previous: RunName?) {
    (self.key, self.status, self.previous) = (key, status, previous)
  }

  /// - Returns: `nil` if the text is not a run record.
  init?(_ text: String) {
    let lines = text.split(separator: "\n")
    guard lines.first == RunRecord.head[...] else { return nil }
    var values: [Substring: String] = [:]
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", maxSplits: 1)
      if words.count == 2 { values[words[0]] = String(words[1]) }
    }
    guard let key = values["key"], let status = values["status"].flatMap({ Int32($0) }) else { return nil }
    self.init(key: key, status: status, previous: values["previous"].flatMap { RunName($0) })
  }

  var text: String {
    "\(RunRecord.head)\nkey \(key)\nstatus \(status)\n" + (previous.map { "previous \($0)\n" } ?? "")
  }

  static func read(_ folder: String) -> RunRecord? {
    for name in [Archive.done, Archive.begun] {
      if let bytes = try? Path.beginning(of: "\(folder)/\(name)", 4096, for: .readingOwn) {
        return RunRecord(String(decoding: bytes, as: UTF8.self))
      }
    }
    return nil
  }
}

extension RunRecord {
  /// - Returns: A key that is equal for two runs with equal files, apart from their references to the previous plan.
  static func key(_ header: RunHeader, _ options: PlanOptions, _ templates: TemplateFolder) throws(RunFault) -> String {
    var hash = try SHA256()
    func add(_ words: String...) {
      // The length prefix keeps one word from passing for two.
      for word in words { hash.update(Array("\(word.utf8.count) \(word)".utf8)) }
    }
    add(header.version, "\(header.now)", header.tzdata, header.command, options.days.map { "\($0)" } ?? "")
    if let reach = options.reach { add("reach", "\(reach)") }
    if let key = header.redacted { add("redacted", key) }
    for policy in header.policies {
      add(policy.app, policy.file, policy.sha256, policy.messages?.file ?? "", policy.messages?.sha256 ?? "")
      for holidays in policy.holidays { add(holidays.file, holidays.sha256) }
    }
    for input in header.inputs { add(input.file, input.sha256) }
    if let changes = header.changes { add("changes", changes.sha256) }
    add(options.emit.map(\.rawValue).sorted().joined(separator: ","), "\(options.isStrict)")
    if let instant = options.dueBefore { add("dueBefore", "\(instant)") }
    if options.hasChecksums { add("checksums") }
    if options.advises { add("advice") }
    add("\(options.gates)", options.expected ?? "")
    add("\(options.calendar)", options.compression.map { "\($0)" } ?? "")
    if options.emit.contains(.html) {
      for (name, bytes) in try templates.reportFiles() {
        add(name)
        hash.update(try SHA256.digest(of: bytes))
      }
    }
    return String(hexadecimal: hash.digest)
  }
}
