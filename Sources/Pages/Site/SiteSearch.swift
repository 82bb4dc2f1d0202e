import Bytes
import PlanModel

/// What the script of a site's first page searches: scripts that hand it one text each, since a page on a disk may read no other file.
///
/// A line of a text is an account: `severity|app|zone|marks|page|number|id`. Accounts are in the order of their ids, so that the directory
/// tells which scripts may have ids that begin with what is asked for. Whatever an id is, it stands in a JSON string.
package struct SiteSearch: ~Copyable {
  /// Accounts of a script.
  private static let size = 10_000

  private var lines = ByteWriter()
  private var shards = ByteWriter()
  private var counts = Counts()
  private var first = ""
  private var last = ""
  /// Scripts that are full, and one that is begun.
  package private(set) var number = 0

  /// How many accounts of a script have each value of what can be chosen.
  private struct Counts {
    var accounts = 0
    var apps: [Int: Int] = [:]
    var zones: [Int: Int] = [:]
    var marks = [Int](repeating: 0, count: 32)
    var severities = [Int](repeating: 0, count: SiteSeverity.allCases.count)
  }

  package init() {}

  /// - Returns: A script that is full.
  package mutating func append(_ entry: SiteEntry, id: String) -> WrittenBytes? {
    if counts.accounts == 0 {
      number += 1
      first = id
    } else {
      lines.append("\n")
    }
    last = id
    counts.accounts += 1
    counts.apps[Int(entry.app), default: 0] += 1
    counts.zones[Int(entry.zone), default: 0] += 1
    counts.severities[Int(entry.severity)] += 1
    for bit in 0..<32 where entry.marks & 1 << UInt32(bit) != 0 { counts.marks[bit] += 1 }
    for field in [entry.severity, entry.app, entry.zone, entry.marks, entry.page, entry.place] {
      lines.append(decimal: field)
      lines.append("|")
    }
    lines.append(text: id)
    return counts.accounts == SiteSearch.size ? close() : nil
  }

  /// - Returns: The last script; nil: there is none that is not full.
  package mutating func close() -> WrittenBytes? {
    if counts.accounts == 0 { return nil }
    let text = WrittenBytes(exchange(&lines, with: ByteWriter())).text
    var script = ByteWriter()
    script.append("tickler(")
    script.append(decimal: number)
    script.append(",")
    script.append(json: text)
    script.append(");\n")
    let counts = exchange(&counts, with: Counts())
    shards.append(number == 1 ? "[" : ",\n[")
    shards.append(json: first)
    shards.append(",")
    shards.append(json: last)
    shards.append(",")
    shards.append(decimal: counts.accounts)
    append(counts.apps)
    append(counts.zones)
    append(Dictionary(uniqueKeysWithValues: counts.marks.enumerated().filter { $0.element > 0 }.map { ($0, $1) }))
    append(Dictionary(uniqueKeysWithValues: counts.severities.enumerated().map { ($0, $1) }))
    shards.append("]")
    return WrittenBytes(script)
  }

  private mutating func append(_ counts: [Int: Int]) {
    shards.append(",{")
    for (index, entry) in counts.sorted(by: { $0.key < $1.key }).enumerated() {
      shards.append(index == 0 ? "\"" : ",\"")
      shards.append(decimal: entry.key)
      shards.append("\":")
      shards.append(decimal: entry.value)
    }
    shards.append("}")
  }

  /// The script that says what the others have; after the last of them.
  package consuming func directory(_ names: SiteNames) -> WrittenBytes {
    var script = ByteWriter()
    script.append("tickler(0,{\"apps\":")
    script.append(names.apps.texts.map { $0.shown(60) })
    script.append(",\"names\":")
    script.append(names.appNames.map { $0.shown(60) })
    script.append(",\"zones\":")
    script.append(names.zones.texts)
    script.append(",\"marks\":{")
    for reason in Reason.allCases {
      script.append("\"")
      script.append(text: reason.code)
      script.append("\":[")
      script.append(decimal: reason.index)
      script.append(",")
      script.append(json: reason.entry.summary)
      script.append(reason.isProblem ? ",1]," : ",0],")
    }
    script.append("\"rejected\":[30,\"records rejected\",1],\"stale\":[31,\"stale\",1]},\"shards\":[")
    script.append(WrittenBytes(shards))
    script.append("]});\n")
    return WrittenBytes(script)
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ texts: [String]) {
    append("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { append(",") }
      append(json: text)
    }
    append("]")
  }
}
