import Bytes
import Synchronization

/// A template that is filled again and again: what it includes stands in it.
final class PageTemplate: Sendable {
  enum Step: Sendable {
    case markup([UInt8])
    case value(String, isEscaped: Bool)
    /// The steps before `end` are filled as often as the value says.
    case section(String, isInverted: Bool, end: Int)
  }

  private let steps: [Step]
  /// For the names of the view that was filled in last, where each step finds its value among them. All views of a
  /// template have the same names, so nothing is looked for twice.
  private let places = Mutex<Places>(Places(names: [], indices: []))

  private struct Places {
    var names: [String]
    /// By step; −1: the view does not have it.
    var indices: [Int]
  }

  init(_ steps: [Step]) {
    self.steps = steps
  }

  func fill(_ view: PageView, into page: inout ByteWriter) {
    let indices = places.withLock { places in
      if places.names != view.names { places = Places(names: view.names, indices: steps.map { $0.index(in: view) }) }
      return places.indices
    }
    var filling = Filling(steps, view, indices)
    filling.fill(0..<steps.count, into: &page)
  }

  func fill(_ view: PageView) -> Markup {
    var page = ByteWriter()
    fill(view, into: &page)
    return Markup(page)
  }
}

extension PageTemplate.Step {
  /// Where the view has the value.
  fileprivate func index(in view: PageView) -> Int {
    switch self {
    case .markup: -1
    case .value(let name, _), .section(let name, _, _): view.names.firstIndex(of: name) ?? -1
    }
  }
}

/// A template while it is filled.
private struct Filling {
  /// What a section is about.
  private enum Subject {
    /// `{{.}}` shows it.
    case value(PageView.Value)
    /// An entry of a list: its names hold inside the section.
    case entry(PageView)
  }

  private let steps: [PageTemplate.Step]
  private let view: PageView
  /// Where the view has the steps' values.
  private let indices: [Int]
  /// Of the sections around the step, the innermost last.
  private var subjects: [Subject] = []

  init(_ steps: [PageTemplate.Step], _ view: PageView, _ indices: [Int]) {
    self.steps = steps
    self.view = view
    self.indices = indices
  }

  mutating func fill(_ range: Range<Int>, into page: inout ByteWriter) {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = index
      index += 1
      switch steps[step] {
      case .markup(let bytes): page.append(bytes.span)
      case .value(let name, let isEscaped): page.append(value(name, step), isEscaped: isEscaped)
      case .section(let name, let isInverted, let end):
        fillSection(value(name, step), isInverted, index..<end, into: &page)
        index = end
      }
    }
  }

  private mutating func fillSection(
    _ value: PageView.Value, _ isInverted: Bool, _ inside: Range<Int>, into page: inout ByteWriter
  ) {
    guard value.opensSection != isInverted else { return }
    switch value {
    case .text, .number, .markup: fill(inside, about: .value(value), into: &page)
    case .list(let views) where !isInverted: for view in views { fill(inside, about: .entry(view), into: &page) }
    case .absent, .flag, .list: fill(inside, into: &page)
    }
  }

  private mutating func fill(_ range: Range<Int>, about subject: Subject, into page: inout ByteWriter) {
    subjects.append(subject)
    fill(range, into: &page)
    subjects.removeLast()
  }

  /// The value that a name has, looked for from the inside out.
  private func value(_ name: String, _ step: Int) -> PageView.Value {
    if name == "." {
      if case .value(let value) = subjects.last { value } else { .absent }
    } else {
      inner(name) ?? (indices[step] < 0 ? .absent : view.values[indices[step]])
    }
  }

  /// The value of the innermost entry that has the name.
  private func inner(_ name: String) -> PageView.Value? {
    for case .entry(let entry) in subjects.reversed() {
      if let index = entry.names.firstIndex(of: name) { return entry.values[index] }
    }
    return nil
  }
}

extension PageView.Value {
  /// Whether a section is shown where its name has this value; an inverted one is shown where it does not.
  fileprivate var opensSection: Bool {
    switch self {
    case .absent: false
    case .flag(let flag): flag
    case .list(let views): !views.isEmpty
    // A number too where it is 0.
    case .text, .number, .markup: true
    }
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ value: PageView.Value, isEscaped: Bool) {
    switch value {
    case .absent, .list: break
    case .text(let text): if isEscaped { append(html: text) } else { append(text: text) }
    case .number(let number): append(text: number.grouped)
    case .flag(let flag): append(text: flag ? "true" : "false")
    case .markup(let markup):
      markup.bytes.withSpan { if isEscaped { append(html: $0) } else { append($0) } }
    }
  }
}
