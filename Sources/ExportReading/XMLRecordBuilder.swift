/// Builds a ``Record`` from the elements of an XML export, by the mechanical rule of the contract's section 2: an
/// attribute is a scalar, a child element an object, and repeated elements with a singular name are a list.
struct XMLRecordBuilder {
  /// A value stands twice where the format has one.
  struct Duplicate: Error {
    var name: FieldName
  }

  struct Place {
    var line: Int
    var column: Int
  }

  private let fieldNames: FieldNames
  private(set) var values: [Record.Value] = []
  /// What the ranges of the values are ranges of.
  private(set) var text: [UInt8] = []
  private var open: [Open] = []
  /// Members of one list stand apart, with other elements between them.
  private var isScattered = false

  private struct Open {
    /// The object's index.
    var index: Int
    var names = FieldSet()
    /// The list that the last child belongs to, while it may go on.
    var list: (name: FieldName, index: Int)?
  }

  init(names: FieldNames) {
    fieldNames = names
  }

  var isEmpty: Bool { values.isEmpty }
  var isComplete: Bool { open.isEmpty && !values.isEmpty }

  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    isScattered = false
  }

  /// - Parameter nameText: The element's name as it is written.
  mutating func begin(_ name: FieldName, nameText: UnsafeBufferPointer<UInt8>, at place: Place) throws(Duplicate) {
    var name = name
    if let last = open.indices.last {
      if let list = fieldNames.list(of: name) {
        if open[last].list?.name != list {
          closeList(last)
          if !open[last].names.insert(list) { isScattered = true }
          append(.list, list, nil, at: place)
          open[last].list = (list, values.count - 1)
        }
        name = .unknown
      } else {
        closeList(last)
        if name != .unknown, !open[last].names.insert(name) { throw Duplicate(name: name) }
      }
    }
    let isMember = open.last?.list != nil || open.isEmpty
    append(.object, name, name == .unknown && !isMember ? nameText : nil, at: place)
    open.append(Open(index: values.count - 1))
  }

  mutating func attribute(
    _ name: FieldName, nameText: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, at place: Place
  ) {
    append(.untyped, name, name == .unknown ? nameText : nil, at: place)
    let last = values.count - 1
    let start = text.count
    text.appendUnescapedAttribute(value)
    values[last].textStart = UInt32(start)
    values[last].textCount = UInt32(text.count - start)
    if name != .unknown { open[open.count - 1].names.insert(name) }
  }

  /// Text between elements, which the format has nowhere: told of like an unknown field.
  mutating func text(at place: Place) {
    let name = Array("(text)".utf8)
    name.withUnsafeBufferPointer { append(.untyped, .unknown, $0, at: place) }
  }

  mutating func end() {
    let last = open.count - 1
    closeList(last)
    values[open[last].index].next = UInt32(values.count)
    open.removeLast()
    if open.isEmpty, isScattered { gather() }
  }

  private mutating func closeList(_ level: Int) {
    guard let list = open[level].list else { return }
    values[list.index].next = UInt32(values.count)
    open[level].list = nil
  }

  private mutating func append(
    _ type: Record.ValueType, _ name: FieldName, _ nameText: UnsafeBufferPointer<UInt8>?, at place: Place
  ) {
    let start = text.count
    if let nameText { text.append(contentsOf: nameText) }
    values.append(
      Record.Value(
        type: type, name: name, textStart: 0, textCount: 0, nameStart: UInt32(start),
        nameCount: UInt32(text.count - start), line: UInt32(truncatingIfNeeded: place.line),
        column: UInt32(truncatingIfNeeded: place.column), nameLine: UInt32(truncatingIfNeeded: place.line),
        nameColumn: UInt32(truncatingIfNeeded: place.column), next: UInt32(values.count + 1)))
  }

  /// Puts the members of each list together, in their order.
  private mutating func gather() {
    let old = values
    values = []
    copy(0, old)
  }

  private mutating func copy(_ index: Int, _ old: [Record.Value]) {
    let position = values.count
    values.append(old[index])
    var done = FieldSet()
    for child in members(of: index, old) {
      guard old[child].type == .list else {
        copy(child, old)
        continue
      }
      guard done.insert(old[child].name) else { continue }
      let list = values.count
      values.append(old[child])
      for part in members(of: index, old) where old[part].type == .list && old[part].name == old[child].name {
        for member in members(of: part, old) { copy(member, old) }
      }
      values[list].next = UInt32(values.count)
    }
    values[position].next = UInt32(values.count)
  }

  private func members(of index: Int, _ values: [Record.Value]) -> [Int] {
    var members: [Int] = []
    var member = index + 1
    while member < Int(values[index].next) {
      members.append(member)
      member = Int(values[member].next)
    }
    return members
  }
}

extension [UInt8] {
  /// An attribute's value as libxml2 hands it over: everything is decoded but the ampersand, which is left as `&#38;`.
  mutating func appendUnescapedAttribute(_ value: UnsafeBufferPointer<UInt8>) {
    var rest = value[...]
    while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
      append(contentsOf: rest[...ampersand])
      rest = rest[(ampersand + 1)...]
      if rest.starts(with: "#38;".utf8) { rest = rest.dropFirst(4) }
    }
    append(contentsOf: rest)
  }
}
