import Bytes

/// A page of a site's accounts, while it is filled.
package struct AccountsPage: ~Copyable {
  private var sections = ByteWriter()
  /// The page number, from 1.
  package let number: Int
  /// The number of accounts on the page.
  package private(set) var count = 0
  private let before: Int

  /// - Parameter before: The number of accounts on earlier pages.
  package init(number: Int, before: Int) { (self.number, self.before) = (number, before) }

  package var size: Int { sections.count }
  /// The number of accounts on this page and earlier ones.
  package var end: Int { before + count }

  /// - Parameter section: The section that ``SectionWriter`` wrote.
  package mutating func append(_ account: ListedAccount, _ section: Span<UInt8>) {
    count += 1
    account.append(section, pictures: WrittenBytes(), to: &sections)
  }

  consuming func markup() -> Markup { Markup(sections) }
}
