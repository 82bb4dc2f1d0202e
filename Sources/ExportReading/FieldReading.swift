/// Fields that may or must be there, and objects.
extension RecordResolver {
  /// A field that may be missing.
  @inline(__always)
  mutating func optional<Result>(
    _ name: FieldName, in path: String = "", _ read: (inout RecordResolver, Int, FieldLabel) -> Result?
  ) -> Result? {
    let index = fields[name]
    guard index >= 0 else { return nil }
    return read(&self, Int(index), FieldLabel(path, name))
  }

  /// A field that must be there.
  @inline(__always)
  mutating func required<Result>(
    _ name: FieldName, in object: Int, _ expected: String, inside path: String = "",
    _ read: (inout RecordResolver, Int, FieldLabel) -> Result?
  ) -> Result? {
    guard fields[name] >= 0 else {
      missing(name, in: object, inside: path, expected: expected)
      return nil
    }
    return optional(name, in: path, read)
  }

  mutating func isObject(_ index: Int, _ field: FieldLabel) -> Bool {
    if record.values[index].type == .object { return true }
    wrongType(index, field, expected: "an object")
    return false
  }

  /// Whether the record is an object, as every one must be.
  mutating func isRecord(_ index: Int, _ what: String) -> Bool {
    if record.values[index].type == .object { return true }
    report(.wrongType, at: index, found: "found \(words(index))", expected: "\(what), which is an object")
    return false
  }

  /// The objects of a list; whatever else stands in it is told of.
  mutating func objects(in index: Int, _ field: FieldLabel) -> [Int] {
    guard record.values[index].type == .list else {
      wrongType(index, field, expected: "a list of objects")
      return []
    }
    var objects: [Int] = []
    for (number, child) in record.children(of: index).enumerated()
    where isObject(child, field[number]) {
      objects.append(child)
    }
    return objects
  }
}
