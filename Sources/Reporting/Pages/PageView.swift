import Mustache

/// What a template is filled from: values by name, and lists of such views.
///
/// All views of one template are filled by the same code: they have the same names in the same order. What a view has
/// nothing for is ``Value/absent``, so that nobody looks for it further out.
struct PageView: Sendable {
  enum Value: Sendable {
    case absent
    case text(String)
    case number(Int)
    case markup(Markup)
    case flag(Bool)
    case list([PageView])
  }

  private(set) var names: [String] = []
  private(set) var values: [Value] = []

  init() {
    names.reserveCapacity(24)
    values.reserveCapacity(24)
  }

  mutating func add(_ name: String, _ value: Value) {
    names.append(name)
    values.append(value)
  }

  mutating func add(_ name: String, _ text: String?) { add(name, text.map { .text($0) } ?? .absent) }

  /// A number opens a section even where it is 0: pass nil for what is not there.
  mutating func add(_ name: String, _ number: Int?) { add(name, number.map { .number($0) } ?? .absent) }

  mutating func add(_ name: String, _ flag: Bool) { add(name, .flag(flag)) }

  mutating func add(_ name: String, _ markup: Markup?) { add(name, markup.map { .markup($0) } ?? .absent) }

  mutating func add(_ name: String, _ list: [PageView]) { add(name, .list(list)) }

  /// One view an element, filled by `fill`.
  mutating func add<Element>(
    _ name: String, _ elements: some Sequence<Element>, _ fill: (inout PageView, Element) -> Void
  ) {
    add(
      name,
      elements.map { element in
        var view = PageView()
        fill(&view, element)
        return view
      })
  }

  mutating func add(contentsOf other: PageView) {
    names += other.names
    values += other.values
  }
}

extension PageView {
  /// What the markup around the values depends on: which are there, the flags, and how long the lists are.
  func appendShape(to shape: inout [UInt8]) {
    for value in values {
      switch value {
      case .absent: shape.append(0)
      case .text, .number, .markup: shape.append(1)
      case .flag(let flag): shape.append(flag ? 3 : 2)
      case .list(let views):
        shape.append(4)
        shape.append(decimal: views.count)
        shape.append(5)
        for view in views { view.appendShape(to: &shape) }
      }
    }
  }

  /// The values that are shown, in the order of their ``Slot`` numbers.
  func appendLeaves(to leaves: inout [Value]) {
    for value in values {
      switch value {
      case .absent, .flag: break
      case .text, .number, .markup: leaves.append(value)
      case .list(let views): for view in views { view.appendLeaves(to: &leaves) }
      }
    }
  }

  /// The same view with a numbered slot in the place of every value that is shown.
  func slots(_ next: inout Int) -> SlotView {
    var slots: [Any] = []
    for value in values {
      switch value {
      case .absent: slots.append(Slot(number: -1))
      case .text, .number, .markup:
        slots.append(Slot(number: next))
        next += 1
      case .flag(let flag): slots.append(flag)
      case .list(let views): slots.append(views.map { $0.slots(&next) })
      }
    }
    return SlotView(names: names, slots: slots)
  }
}

/// A view as the library sees it: it knows the shape, and never a value.
struct SlotView: MustacheParent {
  let names: [String]
  let slots: [Any]

  func child(named name: String) -> Any? { names.firstIndex(of: name).map { slots[$0] } }
}

/// The place of a value in a rendered template.
struct Slot: MustacheCustomRenderable {
  /// −1: the value is absent.
  let number: Int

  static let start: UInt8 = 1
  static let end: UInt8 = 2

  /// The apostrophe comes out escaped or not, and so tells how the template shows the value.
  var renderText: String { isNull ? "" : "\u{1}'\(number)\u{2}" }
  var isNull: Bool { number < 0 }
}
