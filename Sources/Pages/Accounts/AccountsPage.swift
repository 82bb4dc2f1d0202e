import Bytes

/// A page of a site's accounts while it grows.
package struct AccountsPage: ~Copyable {
  private var sections = ByteWriter()
  /// From 1.
  package let number: Int
  /// Accounts on it.
  package private(set) var count = 0
  private let before: Int

  /// - Parameter before: Accounts on the pages before it.
  package init(number: Int, before: Int) {
    (self.number, self.before) = (number, before)
  }

  package var size: Int { sections.count }
  /// Accounts on it and on the pages before it.
  package var end: Int { before + count }

  /// - Parameter section: As a ``SectionWriter`` wrote it.
  package mutating func append(_ account: ListedAccount, _ section: Span<UInt8>) {
    count += 1
    account.append(section, pictures: WrittenBytes(), to: &sections)
  }

  consuming func markup() -> Markup { Markup(sections) }
}
