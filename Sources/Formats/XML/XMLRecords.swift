/// The fault of a repeated name in an element.
struct DuplicateName: Error {
  var name: String
}

/// Builds records from the elements of an XML export by a fixed rule (docs/exports.md): an attribute becomes a scalar,
/// a child element an object, and repeated elements with a singular name a list.
struct XMLRecords {
  private(set) var builder: RecordBuilder
  /// For each open element, the list of its last child, while that may continue; otherwise unknown.
  private var lists: [FieldName] = []
  /// Whether other elements separate the members of a list.
  private var isScattered = false

  init(names: FieldNames) { builder = RecordBuilder(names: names) }

  mutating func restart(at place: Place) {
    builder.restart()
    builder.begin(.object, at: place)
    lists = [.unknown]
    isScattered = false
  }

  /// Begins a child element.
  ///
  /// - Parameters:
  ///   - name: Must be new in its element, unless it is unknown or names a list's members.
  ///   - text: The name as written.
  mutating func begin(_ name: FieldName, _ text: Span<UInt8>, at place: Place) throws(DuplicateName) {
    if let list = builder.names.list(of: name) {
      if lists.last != list {
        endList()
        if !builder.insert(list) { isScattered = true }
        builder.setName(list, text, at: place)
        builder.begin(.list, at: place)
        lists[lists.count - 1] = list
      }
    } else {
      endList()
      if name != .unknown, !builder.insert(name) { throw DuplicateName(name: builder.names[name]) }
      builder.setName(name, text, at: place)
    }
    builder.begin(.object, at: place)
    lists.append(.unknown)
  }

  mutating func attribute(_ name: FieldName, _ text: Span<UInt8>, _ value: Span<UInt8>, at place: Place) {
    builder.setName(name, text, at: place)
    builder.add(value, at: place)
    if name != .unknown { _ = builder.insert(name) }
  }

  /// Adds text between elements. The format allows none, so it is reported like an unknown field.
  mutating func text(at place: Place) {
    builder.add(new: "(text)", "", as: .untyped, at: place)
  }

  mutating func end() {
    endList()
    builder.end()
    lists.removeLast()
    if lists.isEmpty, isScattered { builder.record.values = XMLRecords.gathered(builder.record.values) }
  }

  private mutating func endList() {
    guard lists.last != .unknown else { return }
    builder.end()
    lists[lists.count - 1] = .unknown
  }

  /// Returns the same values with the members of each list together.
  private static func gathered(_ old: [Record.Value]) -> [Record.Value] {
    var values: [Record.Value] = []
    func members(of index: Int) -> [Int] {
      Array(sequence(first: index + 1) { Int(old[$0].next) }.prefix { $0 < Int(old[index].next) })
    }
    func copy(_ index: Int, with parts: [Int]) {
      let position = values.count
      values.append(old[index])
      var done: Set<FieldName> = []
      let children = parts.flatMap(members)
      for child in children where old[child].type != .list || done.insert(old[child].name).inserted {
        let isList = old[child].type == .list
        copy(
          child, with: isList ? children.filter { old[$0].type == .list && old[$0].name == old[child].name } : [child])
      }
      values[position].next = UInt32(values.count)
    }
    copy(0, with: [0])
    return values
  }
}
