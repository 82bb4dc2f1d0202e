import Bytes

/// The scripts in which a site's search finds decisions: a line an account in the order of the pages, as ``SectionWriter`` writes it
/// behind the number of the account's page and a tab.
package struct RowSearch: ~Copyable {
  /// Bytes of lines with which a script is full.
  private static let size = 1 << 20

  private var lines = ByteWriter()
  private var marks = SiteMarks()
  private var accounts = 0
  /// By script: how many accounts, and the letters of the reasons that their decisions have.
  private(set) var shards: [(accounts: Int, marks: SiteMarks)] = []

  package init() {}

  /// Scripts written so far.
  package var number: Int { shards.count }

  /// - Returns: A script that is full.
  package mutating func append(_ account: ListedAccount, page: Int, _ line: Span<UInt8>) -> WrittenBytes? {
    if accounts > 0 { lines.append("\n") }
    accounts += 1
    marks.formUnion(account.marks)
    lines.append(decimal: page)
    lines.append("\t")
    lines.append(line)
    return lines.count >= RowSearch.size ? close() : nil
  }

  /// - Returns: The last script; nil if the one before it was full.
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
