import Mustache
import Synchronization

/// A parsed template that is filled again and again.
///
/// The library renders a template once for each shape of view, with numbered slots for values; after that, filling it in
/// is a few copies. So a row costs a microsecond, and no value passes through the library's escaping, which takes a
/// quotation mark and the combining mark after it for one character that needs none.
final class PageTemplate: Sendable {
  private let template: MustacheTemplate
  private let library: MustacheLibrary
  private let skeletons = Mutex<[[UInt8]: Skeleton]>([:])

  /// Shapes that are remembered.
  private static let limit = 2000

  init(_ template: MustacheTemplate, _ library: MustacheLibrary) {
    self.template = template
    self.library = library
  }

  func fill(_ view: PageView, into page: inout [UInt8]) {
    var shape: [UInt8] = []
    view.appendShape(to: &shape)
    var leaves: [PageView.Value] = []
    view.appendLeaves(to: &leaves)
    if let known = skeletons.withLock({ $0[shape] }) {
      known.fill(leaves, into: &page)
      return
    }
    var count = 0
    let skeleton = Skeleton(template.render(view.slots(&count), library: library), slots: count)
    skeletons.withLock { if $0.count < PageTemplate.limit { $0[shape] = skeleton } }
    skeleton.fill(leaves, into: &page)
  }

  func fill(_ view: PageView) -> Markup {
    var page: [UInt8] = []
    fill(view, into: &page)
    return Markup(page)
  }
}

/// A rendered template with slots for values.
private struct Skeleton: Sendable {
  private struct Hole {
    /// Where the markup before it ends.
    var end: Int
    var number: Int
    var isEscaped: Bool
  }

  private var text: [UInt8] = []
  private var holes: [Hole] = []

  /// - Parameter slots: How many there are; what only looks like a slot stays what it is.
  init(_ rendered: String, slots: Int) {
    var rest = Array(rendered.utf8)[...]
    while let start = rest.firstIndex(of: Slot.start) {
      text += rest[..<start]
      rest = rest[(start + 1)...]
      guard let hole = Skeleton.hole(&rest, slots, end: text.count) else { continue }
      holes.append(hole)
    }
    text += rest
  }

  private static func hole(_ rest: inout ArraySlice<UInt8>, _ slots: Int, end: Int) -> Hole? {
    guard let close = rest.prefix(24).firstIndex(of: Slot.end) else { return nil }
    let isEscaped = rest.starts(with: "&#39;".utf8)
    guard isEscaped || rest.first == UInt8(ascii: "'"),
      let number = Int(String(decoding: rest[..<close].dropFirst(isEscaped ? 5 : 1), as: UTF8.self)),
      (0..<slots).contains(number)
    else { return nil }
    rest = rest[(close + 1)...]
    return Hole(end: end, number: number, isEscaped: isEscaped)
  }

  func fill(_ leaves: [PageView.Value], into page: inout [UInt8]) {
    var start = 0
    for hole in holes {
      page.append(contentsOf: text[start..<hole.end])
      start = hole.end
      switch leaves[hole.number] {
      case .text(let text):
        if hole.isEscaped { page.appendEscaped(text) } else { page.append(text) }
      case .number(let number): page.append(grouped: number)
      case .markup(let markup):
        if hole.isEscaped {
          page.appendEscaped(String(decoding: markup.bytes, as: UTF8.self))
        } else {
          page.append(contentsOf: markup.bytes)
        }
      case .absent, .flag, .list: break
      }
    }
    page.append(contentsOf: text[start...])
  }
}
