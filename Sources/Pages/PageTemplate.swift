import Bytes
import Synchronization
import Templating

/// A template that is filled again and again: what it includes stands in it.
final class PageTemplate: Sendable {
  typealias Step = MustacheTemplate<String, [UInt8]>.Step

  private let template: MustacheTemplate<String, [UInt8]>
  /// For the names of the view that was filled in last, where each step finds its value among them. All views of a
  /// template have the same names, so nothing is looked for twice.
  private let places = Mutex<Places>(Places(names: [], indices: []))

  private struct Places {
    var names: [String]
    /// By step; −1: the view does not have it; −2: it is `{{.}}`.
    var indices: [Int]
  }

  init(_ steps: [Step]) {
    template = MustacheTemplate(steps)
  }

  func fill(_ view: PageView, into page: inout ByteWriter) {
    let indices = places.withLock { places in
      if places.names != view.names {
        places = Places(names: view.names, indices: template.steps.map { $0.index(in: view) })
      }
      return places.indices
    }
    var filling = Filling(view: view, indices: indices, page: page)
    template.fill(&filling)
    page = filling.page
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
    case .literal: -1
    case .value(let name, _), .section(let name, _, _): name == "." ? -2 : view.names.firstIndex(of: name) ?? -1
    }
  }
}

/// A template while it is filled.
private struct Filling: MustacheValues, ~Copyable {
  /// What a section is about.
  private struct Subject {
    /// What `{{.}}` shows.
    var value: PageView.Value
    var list: [PageView] = []
    /// The entry of the list: its names hold inside the section.
    var entry: PageView?
  }

  let view: PageView
  /// Where the view has the steps' values.
  let indices: [Int]
  var page: ByteWriter
  /// Of the sections around the step, the innermost last.
  private var subjects: [Subject] = []

  init(view: PageView, indices: [Int], page: consuming ByteWriter) {
    (self.view, self.indices) = (view, indices)
    self.page = page
  }

  @inline(__always)
  mutating func append(literal: [UInt8]) { page.append(literal.span) }

  @inline(__always)
  mutating func append(_ name: String, isEscaped: Bool, at step: Int) {
    page.append(value(name, step), isEscaped: isEscaped)
  }

  mutating func open(_ name: String, at step: Int) -> Int {
    let value = value(name, step)
    switch value {
    // A number too where it is 0.
    case .text, .number, .markup:
      subjects.append(Subject(value: value))
      return 1
    case .list(let views):
      subjects.append(Subject(value: .absent, list: views))
      return views.count
    case .absent, .flag:
      subjects.append(Subject(value: subjects.last?.value ?? .absent))
      if case .flag(true) = value { return 1 }
      return 0
    }
  }

  mutating func begin(_ entry: Int) {
    let last = subjects.count - 1
    if !subjects[last].list.isEmpty { subjects[last].entry = subjects[last].list[entry] }
  }

  mutating func close() { subjects.removeLast() }

  /// The value that a name has, looked for from the inside out.
  private func value(_ name: String, _ step: Int) -> PageView.Value {
    let index = indices[step]
    if index == -2 { return subjects.last?.value ?? .absent }
    if !subjects.isEmpty, let value = inner(name) { return value }
    return index < 0 ? .absent : view.values[index]
  }

  /// The value of the innermost entry that has the name.
  private func inner(_ name: String) -> PageView.Value? {
    for index in subjects.indices.reversed() {
      guard let entry = subjects[index].entry else { continue }
      if let index = entry.names.firstIndex(of: name) { return entry.values[index] }
    }
    return nil
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
