import Formats

/// Reads objects by their tables.
extension RecordResolver {
  /// Reads the fields of the object at `index`, and reports missing and unknown ones.
  mutating func read(_ schema: ObjectSchema, at index: Int) {
    let fields = schema.fields
    let end = Int(record.values[index].next)
    var child = index + 1
    var requiredCount = 0
    while child < end {
      if let place = schema.place(record.values[child].name) {
        if !record.values[child].type.isNull {
          // No object has a name twice, so counting is enough.
          if fields.span[place].isRequired { requiredCount += 1 }
          fields.span[place].read(&self, child)
        }
      } else {
        unknownField(child, among: schema.description.fields.lazy.map(\.name))
      }
      child = Int(record.values[child].next)
    }
    if requiredCount < schema.requiredCount { reportMissing(schema, in: index) }
    schema.finish?(&self, index)
  }

  private mutating func reportMissing(_ schema: ObjectSchema, in index: Int) {
    for field in schema.description.fields {
      guard let words = field.required, case let name = context.schema.names.name(field.name) else { continue }
      if child(of: index, name) == nil { missing(name, in: index, expected: words) }
    }
  }

  /// Reads the object that is the value of a field.
  ///
  /// - Returns: Whether it has no errors.
  mutating func object(_ index: Int, _ schema: ObjectSchema) -> Bool {
    guard isObject(index) else { return false }
    path.append(Step(name: record.values[index].name))
    defer { path.removeLast() }
    return member(index, schema)
  }

  /// Reads the value at `index`, which must be an object.
  ///
  /// - Returns: Whether it has no errors.
  mutating func member(_ index: Int, _ schema: ObjectSchema) -> Bool {
    schema.start(&draft)
    return isValid { $0.read(schema, at: index) }
  }

  mutating func isObject(_ index: Int) -> Bool {
    if record.values[index].type.isObject { return true }
    refuse(index, expected: "an object", isOfType: false)
    return false
  }

  /// Calls `body` for each object in the list that is the value of a field, and reports other members.
  mutating func forEachObject(_ index: Int, _ body: (inout RecordResolver, Int) -> Void) {
    guard record.values[index].type.isList else {
      return refuse(index, expected: "a list of objects", isOfType: false)
    }
    guard isWithinLimit(index) else { return }
    forEachMember(of: index) { if $0.isObject($1) { body(&$0, $1) } }
  }

  /// Returns whether a list is within the limit of entries, and reports it if not.
  mutating func isWithinLimit(_ index: Int) -> Bool {
    // Each member takes at least one value.
    if Int(record.values[index].next) - index <= ResolvingLimit.listEntries { return true }
    var count = 0
    record.forEachChild(of: index) { _ in count += 1 }
    return isWithinLimit(index, count: count)
  }

  mutating func isWithinLimit(_ index: Int, count: Int) -> Bool {
    if count <= ResolvingLimit.listEntries { return true }
    report(
      .limit, at: index, field: label(of: index), found: "found a list of \(count)",
      expected: "at most \(ResolvingLimit.listEntries) entries")
    return false
  }

  /// Calls `body` for each direct member of a list or object.
  mutating func forEachMember(of index: Int, _ body: (inout RecordResolver, Int) -> Void) {
    let isList = record.values[index].type.isList
    path.append(Step(name: record.values[index].name, member: isList ? 0 : -1))
    let end = Int(record.values[index].next)
    var child = index + 1
    while child < end {
      body(&self, child)
      if isList { path[path.count - 1].member += 1 }
      child = Int(record.values[child].next)
    }
    path.removeLast()
  }
}
