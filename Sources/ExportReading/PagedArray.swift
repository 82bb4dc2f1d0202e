/// A list that grows page by page, so that what it holds is neither copied nor held twice while it grows.
struct PagedArray<Element: Sendable>: Sendable {
  private static var shift: Int { 14 }
  private static var pageSize: Int { 1 << shift }

  private var pages: [[Element]] = []
  private(set) var count = 0

  /// How much memory its pages take, in bytes.
  var byteCount: Int { pages.count * PagedArray.pageSize * MemoryLayout<Element>.stride }

  mutating func append(_ element: Element) {
    if count & (PagedArray.pageSize - 1) == 0 {
      var page: [Element] = []
      // The first page grows as any array: most lists are short.
      if count > 0 { page.reserveCapacity(PagedArray.pageSize) }
      pages.append(page)
    }
    pages[pages.count - 1].append(element)
    count += 1
  }

  subscript(index: Int) -> Element {
    pages[index >> PagedArray.shift][index & (PagedArray.pageSize - 1)]
  }
}
