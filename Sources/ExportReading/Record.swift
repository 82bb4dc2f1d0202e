/// One account or item as it stands in an export: a flat list of values that both front ends, JSON and XML, write.
///
/// A value's children follow it directly; `next` leads past them. Text is copied once, unescaped, into `text`.
package struct Record: Sendable {
  package enum ValueType: UInt8, Sendable {
    case object, list
    /// Text in quotes.
    case string
    /// Text without a type, as XML has it: the reader of the field decides what it is.
    case untyped
    case number, `true`, `false`, null
  }

  package struct Value: Sendable {
    package var type: ValueType
    /// The name it stands under; ``FieldName/unknown`` in lists too.
    package var name: FieldName
    /// Its text, or for an unknown name of an object or list that name, as a range of `text`.
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
  package var text: [UInt8] = []

  package init() {}

  package mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  /// The text of a value.
  package func bytes(_ index: Int) -> ArraySlice<UInt8> {
    let value = values[index]
    return text[Int(value.textStart)..<Int(value.textStart + value.textCount)]
  }

  package func string(_ index: Int) -> String {
    String(decoding: bytes(index), as: UTF8.self)
  }

  /// The name of a value whose name is unknown.
  package func unknownName(_ index: Int) -> String {
    let value = values[index]
    return String(decoding: text[Int(value.nameStart)..<Int(value.nameStart + value.nameCount)], as: UTF8.self)
  }

  /// The indices of the values directly inside `index`.
  package func children(of index: Int) -> Children {
    Children(values: values, at: index + 1, end: Int(values[index].next))
  }

  /// Whether nothing is inside `index`.
  package func isEmpty(_ index: Int) -> Bool { Int(values[index].next) == index + 1 }

  package struct Children: Sequence, IteratorProtocol {
    let values: [Value]
    var at: Int
    let end: Int

    package mutating func next() -> Int? {
      guard at < end else { return nil }
      defer { at = Int(values[at].next) }
      return at
    }
  }
}
