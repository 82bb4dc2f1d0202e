import Bytes
import Synchronization
import Templating

/// A parsed template, with its includes in place, that is filled many times.
final class PageTemplate: Sendable {
  typealias Step = MustacheTemplate<String, [UInt8]>.Step

  private let template: MustacheTemplate<String, [UInt8]>
  /// For each step, the index of its value in the last view. All views of a template have the same names, so each is
  /// looked up once.
  private let places = Mutex<Places>(Places(names: [], indices: []))

  private struct Places {
    var names: [String]
    /// Indices by step; −1 if the view lacks the name, −2 for `{{.}}`.
    var indices: [Int]
  }

  init(_ steps: [Step]) { template = MustacheTemplate(steps) }

  /// - Returns: The position of the first ``PageView/Value/place``; nil if there is none.
  @discardableResult
  func fill(_ view: PageView, into page: inout ByteWriter) -> Int? {
    let indices = places.withLock { places in
      if places.names != view.names {
        places = Places(names: view.names, indices: template.steps.map { $0.index(in: view) })
      }
      return places.indices
    }
    var filling = Filling(view: view, indices: indices, page: page)
    template.fill(&filling)
    let place = filling.place
    page = filling.page
    return place
  }

  func fill(_ view: PageView) -> Markup {
    var page = ByteWriter()
    fill(view, into: &page)
    return Markup(page)
  }
}

extension PageTemplate.Step {
  /// Returns the index of the step's value in the view.
  fileprivate func index(in view: PageView) -> Int {
    switch self {
    case .literal: -1
    case .value(let name, _), .section(let name, _, _): name == "." ? -2 : view.names.firstIndex(of: name) ?? -1
    }
  }
}

/// A template while it is being filled.
private struct Filling: MustacheValues, ~Copyable {
  /// The value or list entry of a section.
  private struct Subject {
    /// The value of `{{.}}`.
    var value: PageView.Value
    var list: [PageView] = []
    /// The list entry whose names apply inside the section.
    var entry: PageView?
  }

  let view: PageView
  /// The indices of the steps' values in the view.
  let indices: [Int]
  var page: ByteWriter
  private(set) var place: Int?
  /// By step, the index at which its name was last found in an entry.
  private var hints: [Int]
  /// The subjects of the enclosing sections, innermost last.
  private var subjects: [Subject] = []

  init(view: PageView, indices: [Int], page: consuming ByteWriter) {
    (self.view, self.indices) = (view, indices)
    hints = Array(repeating: 0, count: indices.count)
    self.page = page
  }

  @inline(__always)
  mutating func append(literal: [UInt8]) { page.append(literal.span) }

  @inline(__always)
  mutating func append(_ name: String, isEscaped: Bool, at step: Int) {
    let value = value(name, step)
    if case .place = value, place == nil { place = page.count }
    page.append(value, isEscaped: isEscaped)
  }

  mutating func open(_ name: String, at step: Int) -> Int {
    let value = value(name, step)
    switch value {
    // A number opens the section even if it is 0.
    case .text, .number, .local, .markup, .place:
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

  /// Returns the value of a name, looked up from the innermost section outward.
  private mutating func value(_ name: String, _ step: Int) -> PageView.Value {
    let index = indices[step]
    if index == -2 { return subjects.last?.value ?? .absent }
    if !subjects.isEmpty, let value = inner(name, step) { return value }
    return index < 0 ? .absent : view.values[index]
  }

  /// Returns the value of the name in the innermost entry that has it.
  private mutating func inner(_ name: String, _ step: Int) -> PageView.Value? {
    for index in subjects.indices.reversed() {
      guard let entry = subjects[index].entry else { continue }
      if hints[step] < entry.names.count, entry.names[hints[step]] == name { return entry.values[hints[step]] }
      if let index = entry.names.firstIndex(of: name) {
        hints[step] = index
        return entry.values[index]
      }
    }
    return nil
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ value: PageView.Value, isEscaped: Bool) {
    switch value {
    case .absent, .place, .list: break
    case .text(let text): if isEscaped { append(html: text) } else { append(text: text) }
    case .number(let number): append(text: number.grouped)
    case .local(let local, let year): append(onPage: local, in: year)
    case .flag(let flag): append(text: flag ? "true" : "false")
    case .markup(let markup):
      markup.bytes.withSpan { if isEscaped { append(html: $0) } else { append($0) } }
    }
  }
}
