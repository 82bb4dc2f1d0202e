/// One account or item as it stands in an export: a flat list of values that both front ends, JSON and XML, write.
///
/// A value's children follow it directly; `next` leads past them. Text is not copied: it is a range of the bytes that the
/// record was read from.
package struct Record {
  package enum ValueType: UInt8, Sendable {
    case object, list
    /// Text in quotes.
    case string
    /// Text without a type, as XML has it: the reader of the field decides what it is.
    case untyped
    case number, `true`, `false`, null
  }

  package struct Value {
    package var type: ValueType
    /// The name it stands under; ``FieldName/unknown`` in lists too.
    package var name: FieldName
    /// Its text as a range of `text`.
    package var textStart: UInt32
    package var textCount: UInt32
    /// The name's text where it is unknown.
    package var nameStart: UInt32
    package var nameCount: UInt32
    /// Where it stands, from 1.
    package var line: UInt32
    package var column: UInt32
    /// Where its name stands.
    package var nameLine: UInt32
    package var nameColumn: UInt32
    /// The index of the first value that is not inside this one.
    package var next: UInt32
  }

  package var values: [Value] = []
  /// What the ranges of the values are ranges of; whoever has the record keeps these bytes as long as it is in use.
  package var text: UnsafePointer<UInt8>

  /// A record without values; reading one gives it its text.
  package init() {
    text = Record.noText
  }

  nonisolated(unsafe) private static let noText = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  package mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
  }

  /// The text of a value.
  @inline(__always)
  package func bytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let value = values[index]
    return UnsafeBufferPointer(start: text + Int(value.textStart), count: Int(value.textCount))
  }

  package func string(_ index: Int) -> String {
    String(validated: bytes(index))
  }

  /// The name of a value whose name is unknown.
  package func unknownName(_ index: Int) -> String {
    String(decoding: unknownNameBytes(index), as: UTF8.self)
  }

  func unknownNameBytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let value = values[index]
    return UnsafeBufferPointer(start: text + Int(value.nameStart), count: Int(value.nameCount))
  }

  /// The indices of the values directly inside `index`.
  package func children(of index: Int) -> [Int] {
    var children: [Int] = []
    forEachChild(of: index) { children.append($0) }
    return children
  }

  /// Calls `body` with the index of each value directly inside `index`.
  @inline(__always)
  package func forEachChild(of index: Int, _ body: (Int) -> Void) {
    let end = Int(values[index].next)
    var child = index + 1
    while child < end {
      body(child)
      child = Int(values[child].next)
    }
  }

  /// Whether nothing is inside `index`.
  package func isEmpty(_ index: Int) -> Bool { Int(values[index].next) == index + 1 }
}
