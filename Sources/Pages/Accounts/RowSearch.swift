import Bytes

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
