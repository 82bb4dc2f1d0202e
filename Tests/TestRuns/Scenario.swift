import CivilTime
import Foundation
import Running
import TestSupport

/// A plan made from texts, for tests of whole runs.
package struct Scenario {
  /// The fields of a line of `plan.ndjson` or `actions.ndjson`.
  package typealias Line = [String: String]

  package var status: Int32
  package var header: [String: Any]
  package var decisions: [Line]
  package var actions: [Line]
  package var summary: [String: Any]
  /// The lines of `accounts.ndjson`, one for each account.
  package var accounts: [Line]

  /// - Parameter exports: The names and texts of files, in input order.
  package static func plan(
    _ exports: [(name: String, text: String)], now: String, days: Int?, adjust: (inout PlanOptions) -> Void = { _ in }
  ) async throws -> Scenario {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    guard let now = Instant(rfc3339: now.utf8) else { throw Failure.badInstant(now) }
    var options = PlanOptions(now: now)
    options.paths = []
    for (name, text) in exports {
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      options.paths.append(file.path)
    }
    options.templates = TestFiles.templates
    options.zoneinfo = TestFiles.zoneinfo
    options.days = days
    options.emit = [.plan, .actions, .summary]
    options.isQuiet = true
    options.out = folder.appending(path: "out").path
    adjust(&options)
    let status = try await PlanRun.run(options)
    let out = URL(filePath: options.out)
    var lines = try objects(out.appending(path: "plan.ndjson"))
    let header = lines.removeFirst()
    let summary = try JSONSerialization.jsonObject(with: Data(contentsOf: out.appending(path: "summary.json")))
    return Scenario(
      status: status, header: header, decisions: lines.map(texts),
      actions: try objects(out.appending(path: "actions.ndjson")).map(texts),
      summary: summary as? [String: Any] ?? [:],
      accounts: try objects(out.appending(path: "accounts.ndjson")).dropFirst().map(texts))
  }

  package enum Failure: Error {
    case badInstant(String)
    case notAnObject(String)
  }

  /// Returns decisions with only these fields, each as `field=value` in the order of `fields`.
  package func decisions(
    _ fields: [String], where matches: (Line) -> Bool = { _ in true }
  ) -> [String] {
    decisions.filter(matches).map { line in
      fields.compactMap { field in line[field].map { "\(field)=\($0)" } }.joined(separator: " ")
    }
  }

  package static func objects(_ file: URL) throws -> [[String: Any]] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
        throw Failure.notAnObject(String(line))
      }
      return object
    }
  }

  /// Returns every value as text: `true` for a flag, digits for a number.
  package static func texts(_ object: [String: Any]) -> Line {
    object.mapValues { value in
      if let text = value as? String { return text }
      if let number = value as? NSNumber {
        return isBool(number) ? (number.boolValue ? "true" : "false") : number.stringValue
      }
      let json = try? JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
      return json.map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
    }
  }

  private static func isBool(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c"
  }
}
