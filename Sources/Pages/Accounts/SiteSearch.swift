import Bytes
import PlanModel

/// What the script of a site's first page searches: scripts that hand it one text each, since a page on a disk may read no other file.
///
/// A line of a text is an account: `severity|app|zone|marks|page|id`, the marks a letter each. Accounts are in the order of
/// their ids, so that the directory tells which scripts may have ids that begin with what is asked for.
package struct SiteSearch: ~Copyable {
  /// Accounts of a script.
  private static let size = 10_000

  private var lines = ByteWriter()
  private var shards = ByteWriter()
  /// Accounts of the script that is begun.
  private var accounts = 0
  private var first = ""
  private var last = ""
  /// Scripts that are full, and one that is begun.
  package private(set) var number = 0

  package init() {}

  /// - Returns: A script that is full.
  package mutating func append(_ entry: SiteEntry, id: String) -> WrittenBytes? {
    if accounts == 0 {
      number += 1
      first = id
    } else {
      lines.append("\n")
    }
    last = id
    accounts += 1
    for field in [entry.severity, entry.app, entry.zone] {
      lines.append(decimal: field)
      lines.append("|")
    }
    for mark in entry.marks.members { lines.append(mark.letter) }
    lines.append("|")
    lines.append(decimal: entry.page)
    lines.append("|")
    lines.append(text: id)
    return accounts == SiteSearch.size ? close() : nil
  }

  /// - Returns: The last script; nil: there is none that is not full.
  package mutating func close() -> WrittenBytes? {
    if accounts == 0 { return nil }
    accounts = 0
    let text = WrittenBytes(exchange(&lines, with: ByteWriter())).text
    var script = ByteWriter()
    script.append("tickler(")
    script.append(decimal: number)
    script.append(",")
    script.append(json: text)
    script.append(");\n")
    shards.append(number == 1 ? "[" : ",\n[")
    shards.append(json: first)
    shards.append(",")
    shards.append(json: last)
    shards.append("]")
    return WrittenBytes(script)
  }

  /// The script that says what the others have; after the last of them.
  package consuming func directory(_ names: SiteNames, _ rows: borrowing RowSearch) -> WrittenBytes {
    var script = ByteWriter()
    script.append("tickler(0,{\"apps\":")
    script.append(names.apps.texts.map { $0.shown(60) })
    script.append(",\"names\":")
    script.append(names.appNames.map { $0.shown(60) })
    script.append(",\"zones\":")
    script.append(names.zones.texts)
    script.append(",\"marks\":{")
    for mark in SiteMark.all {
      if mark.number > 0 { script.append(",") }
      script.append(json: mark.code)
      script.append(":[\"")
      script.append(mark.letter)
      script.append("\",")
      script.append(json: mark.words)
      script.append(mark.isProblem ? ",1]" : ",0]")
    }
    script.append("},\"shards\":[")
    script.append(WrittenBytes(shards))
    script.append("],\"rows\":[")
    for (index, shard) in rows.shards.enumerated() {
      script.append(index == 0 ? "[" : ",\n[")
      script.append(decimal: shard.accounts)
      script.append(",")
      script.append(json: String(decoding: shard.marks.members.map(\.letter), as: UTF8.self))
      script.append("]")
    }
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
