/// Puts the values of a ``Record`` together from the tokens of a JSON text.
struct RecordBuilder: JSONPlainSink {
  /// The innermost value that is open, and those around it.
  private var innermost = Open(index: -1)
  private var outer: [Open] = []
  private let names: FieldNames
  private let room = Room()
  /// As `room` has them, and how many of its values are in use.
  private var base: UnsafeMutablePointer<Record.Value>
  private var capacity: Int
  private var count = 0
  /// What is known of the value that comes next is its name.
  private var isNamed = false
  private var text: UnsafePointer<UInt8>
  /// The unknown names of objects that have many, by the objects' numbers.
  private var manyUnknown: [Int: Set<[UInt8]>] = [:]
  /// So many unknown names of an object are compared one by one.
  private static let mostCompared = 32

  private struct Open {
    var index: Int
    var names = FieldSet()
    /// How many of its names are unknown.
    var unknownCount = 0
  }

  /// Room for values, used again for each record.
  private final class Room {
    private(set) var values: UnsafeMutableBufferPointer<Record.Value>

    init() {
      values = .allocate(capacity: 256)
    }

    deinit {
      values.deallocate()
    }

    func grow() {
      let larger = UnsafeMutableBufferPointer<Record.Value>.allocate(capacity: values.count * 2)
      _ = larger.moveInitialize(fromContentsOf: values)
      values.deallocate()
      values = larger
    }
  }

  init(names: FieldNames) {
    self.names = names
    base = room.values.baseAddress!
    capacity = room.values.count
    text = Record().text
  }

  /// The values so far, until the next one comes.
  var values: UnsafeBufferPointer<Record.Value> { UnsafeBufferPointer(start: base, count: count) }

  /// A whole value has been read.
  @inline(__always)
  var isComplete: Bool { count > 0 && innermost.index < 0 }

  /// Begins a new record.
  ///
  /// - Parameter text: What the ranges of its values are ranges of.
  mutating func restart(_ text: UnsafeMutablePointer<UInt8>) {
    self.text = UnsafePointer(text)
    innermost = Open(index: -1)
    outer.removeAll(keepingCapacity: true)
    isNamed = false
    count = 0
    if !manyUnknown.isEmpty { manyUnknown = [:] }
  }

  /// Takes names of the format that are new in their object.
  @inline(__always)
  mutating func key(_ start: Int, _ count: Int, at place: JSONPlace) -> Bool {
    let name = names.name(UnsafeBufferPointer(start: text + start, count: count).span)
    guard name != .unknown, innermost.names.insert(name) else { return false }
    setName(name, 0, 0, at: place)
    return true
  }

  /// Takes any name that is new in its object.
  mutating func anyKey(_ start: Int, _ count: Int, at place: JSONPlace) throws(JSONFault) {
    let bytes = UnsafeBufferPointer(start: text + start, count: count)
    let name = names.name(bytes.span)
    let isNew: Bool
    if name != .unknown {
      isNew = innermost.names.insert(name)
      setName(name, 0, 0, at: place)
    } else {
      isNew = isNewUnknown(bytes)
      setName(name, start, count, at: place)
    }
    guard isNew else {
      throw JSONFault(
        found: .duplicateKey(String(decoding: bytes, as: UTF8.self)), line: place.line, column: place.column,
        expected: "each key once")
    }
  }

  /// Whether no name before is the same, of the unknown ones of the innermost object.
  private mutating func isNewUnknown(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    innermost.unknownCount += 1
    if innermost.unknownCount == 1 { return true }
    if innermost.unknownCount <= RecordBuilder.mostCompared { return !hasSibling(named: name) }
    if manyUnknown[innermost.index] == nil {
      var names: Set<[UInt8]> = []
      forEachUnknownSibling { names.insert(Array($0)) }
      manyUnknown[innermost.index] = names
    }
    return manyUnknown[innermost.index]!.insert(Array(name)).inserted
  }

  private func hasSibling(named name: UnsafeBufferPointer<UInt8>) -> Bool {
    var isThere = false
    forEachUnknownSibling { isThere = isThere || $0.elementsEqual(name) }
    return isThere
  }

  @inline(__always)
  private func forEachUnknownSibling(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var index = innermost.index + 1
    while index < count {
      let value = base[index]
      if value.name == .unknown {
        body(UnsafeBufferPointer(start: text + Int(value.nameStart), count: Int(value.nameCount)))
      }
      index = Int(value.next)
    }
  }

  @inline(__always)
  private mutating func setName(_ name: FieldName, _ start: Int, _ count: Int, at place: JSONPlace) {
    if self.count == capacity { grow() }
    let value = base + self.count
    value.pointee.name = name
    value.pointee.nameStart = UInt32(truncatingIfNeeded: start)
    value.pointee.nameCount = UInt32(truncatingIfNeeded: count)
    value.pointee.nameLine = UInt32(truncatingIfNeeded: place.line)
    value.pointee.nameColumn = UInt32(truncatingIfNeeded: place.column)
    isNamed = true
  }

  @inline(__always)
  mutating func string(_ start: Int, _ count: Int, at place: JSONPlace) {
    append(.string, start, count, at: place)
  }

  @inline(__always)
  mutating func begin(isObject: Bool, at place: JSONPlace) {
    append(isObject ? .object : .list, 0, 0, at: place)
    outer.append(innermost)
    innermost = Open(index: count &- 1)
  }

  @inline(__always)
  mutating func end() {
    base[innermost.index].next = UInt32(truncatingIfNeeded: count)
    innermost = outer.removeLast()
  }

  @inline(__always)
  mutating func append(_ type: Record.ValueType, _ start: Int, _ count: Int, at place: JSONPlace) {
    if !isNamed { setName(.unknown, 0, 0, at: JSONPlace(index: -1, line: 0, lineStart: 0)) }
    isNamed = false
    let value = base + self.count
    self.count = self.count &+ 1
    value.pointee.type = type
    value.pointee.textStart = UInt32(truncatingIfNeeded: start)
    value.pointee.textCount = UInt32(truncatingIfNeeded: count)
    value.pointee.line = UInt32(truncatingIfNeeded: place.line)
    value.pointee.column = UInt32(truncatingIfNeeded: place.column)
    value.pointee.next = UInt32(truncatingIfNeeded: self.count)
  }

  private mutating func grow() {
    room.grow()
    base = room.values.baseAddress!
    capacity = room.values.count
  }
}
