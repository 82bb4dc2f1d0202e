import Bytes
import PlanModel

/// The scripts that a site's first page searches. Each passes one text to the page, since a page opened from disk
/// cannot read files.
///
/// A line is an account: `severity|app|zone|marks|page|id`, with a letter for each mark. Accounts are sorted by id,
/// so the directory shows which scripts may contain a prefix.
package struct SiteSearch: ~Copyable {
  /// The number of accounts in a script.
  private static let size = 10_000

  private var lines = ByteWriter()
  private var shards = ByteWriter()
  /// The number of accounts in the unfinished script.
  private var accounts = 0
  private var first = ""
  private var last = ""
  /// The number of scripts, including the unfinished one.
  package private(set) var number = 0

  package init() {}

  /// - Returns: A script, when it is full.
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

  /// - Returns: The last script; nil if no accounts are left.
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

  /// Returns the script that lists the content of the others. Call it after the last of them.
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

/// The scripts in which a site's search finds decisions. Each line is an account in page order: its page number, a
/// tab, and the line that ``SectionWriter`` writes.
package struct RowSearch: ~Copyable {
  /// The bytes of lines at which a script is full.
  private static let size = 1 << 20

  private var lines = ByteWriter()
  private var marks = SiteMarks()
  private var accounts = 0
  /// The number of accounts of each script, and the marks of their decisions.
  private(set) var shards: [(accounts: Int, marks: SiteMarks)] = []

  package init() {}

  /// The number of scripts written.
  package var number: Int { shards.count }

  /// - Returns: A script, when it is full.
  package mutating func append(_ account: ListedAccount, page: Int, _ line: Span<UInt8>) -> WrittenBytes? {
    if accounts > 0 { lines.append("\n") }
    accounts += 1
    marks.formUnion(account.marks)
    lines.append(decimal: page)
    lines.append("\t")
    lines.append(line)
    return lines.count >= RowSearch.size ? close() : nil
  }

  /// - Returns: The last script; nil if no lines are left.
  package mutating func close() -> WrittenBytes? {
    if accounts == 0 { return nil }
    shards.append((accounts, marks))
    (accounts, marks) = (0, SiteMarks())
    var script = ByteWriter()
    script.append("tickler(-")
    script.append(decimal: shards.count)
    script.append(",")
    script.append(json: WrittenBytes(exchange(&lines, with: ByteWriter())).text)
    script.append(");\n")
    return WrittenBytes(script)
  }
}
