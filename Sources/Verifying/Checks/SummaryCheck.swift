import Diagnostics
import Formats
import PlanFiles
import RunModel

/// The counts in `summary.json` are those of the lines.
enum SummaryCheck {
  static func run(_ summary: SummaryFile, _ file: InputFile, _ expected: CountsByName, _ log: FindingLog)
    throws(RunFault)
  {
    var faults = CountsByName(summary).differences(from: expected).map {
      (name: $0.name, found: $0.found, expected: "\($0.expected), the plan's")
    }
    let diagnostics = summary.diagnostics
    let total = diagnostics.errors + diagnostics.warnings
    if diagnostics.codes.values.reduce(0, +) != total {
      faults.append(("diagnostics.codes", "not \(total) in all", "those of its errors and warnings"))
    }
    if diagnostics.first.count != min(total, DiagnosticLog.listed) {
      faults.append(("diagnostics.listed", "\(diagnostics.first.count)", "\(min(total, DiagnosticLog.listed))"))
    }
    if faults.isEmpty { return }
    let places = try places(in: file)
    for fault in faults {
      log.add(
        .counts, file.name, places.line(of: fault.name), "\(fault.name) is \(fault.found)", expected: fault.expected)
    }
  }

  /// Returns the line of each member by its path. The file has one member per line.
  private static func places(in file: InputFile) throws(RunFault) -> [String: Int] {
    var lines = LineReader(file)
    var (path, places): ([String], [String: Int]) = ([], [:])
    while let text = try lines.nextText() {
      let depth = text.prefix { $0 == " " }.count / 2
      guard depth > 0, text.dropFirst(2 * depth).first == "\"" else { continue }
      let name = text.dropFirst(2 * depth + 1).prefix { $0 != "\"" }
      path = path.prefix(depth - 1) + [String(name)]
      let key = path.joined(separator: ".")
      if places[key] == nil { places[key] = lines.line }
    }
    return places
  }
}

extension [String: Int] {
  /// Returns the line of the member, or of the innermost one around it.
  fileprivate func line(of name: String) -> Int {
    var name = name[...]
    while true {
      if let line = self[String(name)] { return line }
      guard let dot = name.lastIndex(of: ".") else { return 1 }
      name = name[..<dot]
    }
  }
}
