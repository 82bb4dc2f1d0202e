import Mustache

/// What a template is filled from: values by name. Of a type of its own since the library finds its way through that
/// several times faster than through a dictionary.
struct PageView: MustacheParent {
  private var values: [String: Any] = [:]

  init() {}

  init(_ values: [String: Any]) {
    self.values = values
  }

  subscript(_ name: String) -> Any? {
    get { values[name] }
    set { values[name] = newValue }
  }

  func child(named name: String) -> Any? { values[name] }
}
