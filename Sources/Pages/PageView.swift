import CivilTime

/// The values that fill a template, by name, including lists of such views.
///
/// All views of a template are filled by the same code, so they have the same names in the same order. A missing
/// value is ``Value/absent``, which stops the lookup in enclosing views.
struct PageView: Sendable {
  enum Value: Sendable {
    case absent
    case text(String)
    case number(Int)
    /// A wall time, shown with its year unless it is this one.
    case local(LocalDateTime, in: Int)
    case markup(Markup)
    case flag(Bool)
    /// A position where something is inserted later.
    case place
    case list([PageView])
  }

  private(set) var names: [String] = []
  private(set) var values: [Value] = []

  /// - Parameter other: An earlier entry of the list, whose names this one reuses.
  init(like other: PageView? = nil) {
    if let other { names = other.names } else { names.reserveCapacity(24) }
    values.reserveCapacity(other == nil ? 24 : names.count)
  }

  mutating func add(_ name: String, _ value: Value) {
    if values.count == names.count {
      names.append(name)
    } else {
      assert(names[values.count] == name, "the entries of a list have different names")
    }
    values.append(value)
  }

  mutating func add(_ name: String, _ text: String?) { add(name, text.map { .text($0) } ?? .absent) }

  /// Adds a number, which opens a section even if it is 0. Pass nil for a missing number.
  mutating func add(_ name: String, _ number: Int?) { add(name, number.map { .number($0) } ?? .absent) }

  /// Adds a number if it is above 0.
  mutating func add(_ name: String, some number: Int) { add(name, number > 0 ? number : nil) }

  /// Adds a wall time, shown as ``CivilTime/LocalDateTime/onPage(in:)``.
  mutating func add(_ name: String, _ local: LocalDateTime?, in year: Int) {
    add(name, local.map { .local($0, in: year) } ?? .absent)
  }

  mutating func add(_ name: String, _ flag: Bool) { add(name, .flag(flag)) }

  mutating func add(_ name: String, _ markup: Markup?) { add(name, markup.map { .markup($0) } ?? .absent) }

  mutating func add(_ name: String, _ list: [PageView]) { add(name, .list(list)) }

  /// Adds a list with one view per element, filled by `fill`.
  mutating func add<Element>(
    _ name: String, _ elements: some Sequence<Element>, _ fill: (inout PageView, Element) -> Void
  ) {
    var views: [PageView] = []
    views.reserveCapacity(elements.underestimatedCount)
    for element in elements {
      var view = PageView(like: views.last)
      fill(&view, element)
      assert(view.values.count == view.names.count, "an entry has fewer values than the one before")
      views.append(view)
    }
    add(name, views)
  }

  mutating func add(contentsOf other: PageView) {
    names += other.names
    values += other.values
  }
}
