import Formats

/// Objects, by their tables.
extension RecordResolver {
  /// Reads the fields of the object at `index`, and tells of those that it lacks or should not have.
  mutating func read(_ schema: ObjectSchema, at index: Int) {
    let fields = schema.fields
    let end = Int(record.values[index].next)
    var child = index + 1
    var requiredCount = 0
    while child < end {
      if let place = schema.place(record.values[child].name) {
        if !record.values[child].type.isNull {
          // No object has a name twice, so it is enough to count.
          if fields.span[place].isRequired { requiredCount += 1 }
          fields.span[place].read(&self, child)
        }
      } else {
        unknownField(child, among: schema.description.fields.lazy.map(\.name))
      }
      child = Int(record.values[child].next)
    }
    if requiredCount < schema.requiredCount { tellMissing(schema, in: index) }
    schema.finish?(&self, index)
  }

  private mutating func tellMissing(_ schema: ObjectSchema, in index: Int) {
    for field in schema.description.fields {
      guard let words = field.required, case let name = context.schema.names.name(field.name) else { continue }
      if child(of: index, name) == nil { missing(name, in: index, expected: words) }
    }
  }

  /// Reads the object that is the value of a field.
  ///
  /// - Returns: Whether nothing is wrong with it.
  mutating func object(_ index: Int, _ schema: ObjectSchema) -> Bool {
    guard isObject(index) else { return false }
    path.append(Step(name: record.values[index].name))
    defer { path.removeLast() }
    return member(index, schema)
  }

  /// Reads the object at `index`, which is one.
  ///
  /// - Returns: Whether nothing is wrong with it.
  mutating func member(_ index: Int, _ schema: ObjectSchema) -> Bool {
    schema.start(&draft)
    return isSound { $0.read(schema, at: index) }
  }

  mutating func isObject(_ index: Int) -> Bool {
    if record.values[index].type.isObject { return true }
    refuse(index, expected: "an object", isOfType: false)
    return false
  }

  /// Calls `body` for the members of the list that is the value of a field; whatever is no object is told of.
  mutating func forEachObject(_ index: Int, _ body: (inout RecordResolver, Int) -> Void) {
    guard record.values[index].type.isList else {
      return refuse(index, expected: "a list of objects", isOfType: false)
    }
    guard isWithinLimit(index) else { return }
    forEachMember(of: index) { if $0.isObject($1) { body(&$0, $1) } }
  }

  /// Whether a list has no more members than it may have; else it is told of.
  mutating func isWithinLimit(_ index: Int) -> Bool {
    // Each member takes one value or more.
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

  /// Calls `body` for what is directly inside a list or object.
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
