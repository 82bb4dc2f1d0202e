import Bytes
import CivilTime

/// The name of a value in a ``Record``: its number in the ``FieldNames`` that the record is read with.
/// Public like ``Record``: the compiler inlines no `package` call across modules.
public struct FieldName: Hashable, Sendable {
  public let index: UInt16

  public init(index: UInt16) { self.index = index }

  @inlinable
  public static func == (a: FieldName, b: FieldName) -> Bool { a.index == b.index }
}

/// The names that readers themselves need. Every ``FieldNames`` begins with them, in this order.
extension FieldName {
  static let envelope = [
    "", "format", "app", "exportedAt", "accounts", "items", "account", "item", "id", "updatedAt", "device",
  ]

  /// An unknown name, or no name, as for a member of a list.
  public static var unknown: FieldName { FieldName(index: 0) }
  public static var format: FieldName { FieldName(index: 1) }
  public static var app: FieldName { FieldName(index: 2) }
  public static var exportedAt: FieldName { FieldName(index: 3) }
  public static var accounts: FieldName { FieldName(index: 4) }
  public static var items: FieldName { FieldName(index: 5) }
  public static var account: FieldName { FieldName(index: 6) }
  public static var item: FieldName { FieldName(index: 7) }
  public static var id: FieldName { FieldName(index: 8) }
  public static var updatedAt: FieldName { FieldName(index: 9) }
  public static var device: FieldName { FieldName(index: 10) }
}

/// The names of a format, each with a number, found by their bytes.
///
/// Open addressing by the first eight bytes. Together with the length and the last eight, these distinguish names of up
/// to 16 bytes; longer names are compared in full.
package struct FieldNames: Sendable {
  /// The number of names that policies may add, since a name and the index of a field have 16 bits.
  package static let maximumDeclared = 30_000

  private struct Entry {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var count = 0
    var name = FieldName.unknown
  }

  /// At least half of them are free. Their number is a power of two.
  private var entries = [Entry](repeating: Entry(), count: 256)
  private var texts: [String] = []
  /// For each name, the list that repeated XML elements of that name form.
  private var lists: [FieldName] = []

  /// Creates the names that every format has: those of the document itself.
  package init() {
    for name in FieldName.envelope { _ = intern(name) }
  }

  /// Returns the number of a name, and adds it if it is new.
  package mutating func intern(_ text: String) -> FieldName {
    if !texts.isEmpty, case let known = name(text), known != .unknown || text.isEmpty { return known }
    let name = FieldName(index: UInt16(texts.count))
    texts.append(text)
    lists.append(.unknown)
    if 2 * texts.count > entries.count {
      entries = Array(repeating: Entry(), count: 2 * entries.count)
      for index in texts.indices { enter(FieldName(index: UInt16(index))) }
    } else {
      enter(name)
    }
    return name
  }

  private mutating func enter(_ name: FieldName) {
    if name == .unknown { return }
    self[name].withUTF8Bytes { bytes in
      var slot = slot(of: bytes)
      while entries[slot].name != .unknown { slot = (slot + 1) & (entries.count - 1) }
      entries[slot] = Entry(first: bytes.firstWord, last: bytes.lastWord, count: bytes.count, name: name)
    }
  }

  /// Reads repeated XML elements of a name as one list.
  package mutating func setList(of element: String, to list: FieldName) {
    let element = intern(element)
    lists[Int(element.index)] = list
  }

  /// Returns the name with these bytes, or ``FieldName/unknown``.
  @inline(__always)
  package func name(_ bytes: Span<UInt8>) -> FieldName { name(bytes.firstWord, bytes.count, from: 0, in: bytes) }

  /// - Parameter bytes: The bytes that contain the text.
  @inline(__always)
  func name(_ text: PlainText, in bytes: Span<UInt8>) -> FieldName {
    name(text.firstWord, text.count, from: text.start, in: bytes)
  }

  @inline(__always)
  private func name(_ first: UInt64, _ count: Int, from start: Int, in bytes: Span<UInt8>) -> FieldName {
    let entry = entries[slot(first)]
    if entry.first == first, entry.count == count, count <= 8 { return entry.name }
    return search(first, bytes.extracting(start..<start + count))
  }

  /// Kept out of line: most names are short and found in their first slot.
  @inline(never)
  private func search(_ first: UInt64, _ bytes: Span<UInt8>) -> FieldName {
    var slot = slot(of: bytes)
    while true {
      let entry = entries[slot]
      if entry.first == first, entry.count == bytes.count, entry.last == bytes.lastWord,
        bytes.count <= 16 || self[entry.name].isSpelled(bytes)
      {
        return entry.name
      }
      if entry.name == .unknown { return .unknown }
      slot = (slot &+ 1) & (entries.count &- 1)
    }
  }

  /// Mixes in the last bytes of long names, which may share a prefix. Long names take the slow path anyway.
  private func slot(of bytes: Span<UInt8>) -> Int {
    slot(bytes.count <= 8 ? bytes.firstWord : bytes.firstWord ^ (bytes.lastWord << 32 | bytes.lastWord >> 32))
  }

  private func slot(_ first: UInt64) -> Int {
    Int(truncatingIfNeeded: (first &* 0x9e37_79b9_7f4a_7c15) >> 48) & (entries.count &- 1)
  }

  package func name(_ text: String) -> FieldName { text.withUTF8Bytes { name($0) } }

  package subscript(name: FieldName) -> String { texts[Int(name.index)] }

  /// Returns the name with this number, or nil.
  package func name(number: UInt32) -> FieldName? {
    number < texts.count ? FieldName(index: UInt16(truncatingIfNeeded: number)) : nil
  }

  /// The number of names, including ``FieldName/unknown``.
  package var count: Int { texts.count }

  /// Returns the list that repeated XML elements of a name form, or nil if each is an object of its own.
  package func list(of element: FieldName) -> FieldName? {
    let list = lists[Int(element.index)]
    return list == .unknown ? nil : list
  }
}

/// A set of names as bits: all names of the format, and as many of the policies' as fit.
package struct FieldSet: Sendable {
  private static let capacity = 512

  private var words = InlineArray<8, UInt64>(repeating: 0)

  package init() {}

  /// Returns whether the set can hold the name.
  @inline(__always)
  package static func holds(_ name: FieldName) -> Bool { name.index < capacity }

  /// - Returns: Whether the name was added; false if the set has it already or cannot hold it.
  @discardableResult
  @inline(__always)
  package mutating func insert(_ name: FieldName) -> Bool {
    guard FieldSet.holds(name) else { return false }
    let (word, bit) = (Int(name.index >> 6 & 7), 1 << UInt64(name.index & 63) as UInt64)
    defer { words[word] |= bit }
    return words[word] & bit == 0
  }
}
