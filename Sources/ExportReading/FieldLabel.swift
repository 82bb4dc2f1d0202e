/// What a diagnostic calls a field; put into words only where there is something to tell.
struct FieldLabel: ExpressibleByStringInterpolation {
  /// What the field is inside of; where there is no name, the whole label.
  private var path: String
  private var name: FieldName
  /// Which member of the field's list is meant; −1: the field itself.
  private var number = -1

  @inline(__always)
  init(_ path: String, _ name: FieldName) {
    self.path = path
    self.name = name
  }

  init(stringLiteral text: String) {
    self.init(text, .unknown)
  }

  /// The label of a member of the list that this is the label of.
  subscript(_ number: Int) -> FieldLabel {
    var label = self
    label.number = number
    return label
  }

  var text: String {
    let separator = path.isEmpty || name == .unknown ? "" : "."
    return path + separator + name.rawValue + (number < 0 ? "" : "[\(number)]")
  }
}
