/// One account or item as it stands in an export: a flat list of values that both front ends, JSON and XML, write.
///
/// A value's children follow it directly; `next` leads past them. Text is not copied: it is a range of the bytes that the
/// record was read from.
public struct Record {
  public enum ValueType: UInt8, Sendable {
    case object, list
    /// Text in quotes.
    case string
    /// Text without a type, as XML has it: the reader of the field decides what it is.
    case untyped
    case number, `true`, `false`, null
  }

  public struct Value {
    public var type: ValueType
    /// The name it stands under; ``FieldName/unknown`` in lists too.
    public var name: FieldName
    /// Its text as a range of `text`.
    public var textStart: UInt32
    public var textCount: UInt32
    /// The name's text where it is unknown.
    public var nameStart: UInt32
    public var nameCount: UInt32
    /// Where it stands, from 1.
    public var line: UInt32
    public var column: UInt32
    /// Where its name stands.
    public var nameLine: UInt32
    public var nameColumn: UInt32
    /// The index of the first value that is not inside this one.
    public var next: UInt32
  }

  public var values: [Value] = []
  /// What the ranges of the values are ranges of; whoever has the record keeps these bytes as long as it is in use.
  public var text: UnsafePointer<UInt8>

  /// A record without values; reading one gives it its text.
  public init() {
    text = Record.noText
  }

  nonisolated(unsafe) private static let noText = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  public mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
  }

  /// The text of a value.
  @_lifetime(borrow self)
  @inlinable
  public func bytes(_ index: Int) -> Span<UInt8> {
    span(values[index].textStart, values[index].textCount)
  }

  /// The name of a value whose name is unknown.
  @_lifetime(borrow self)
  func nameBytes(_ index: Int) -> Span<UInt8> {
    span(values[index].nameStart, values[index].nameCount)
  }

  /// The one place where the bytes are looked at.
  @_lifetime(borrow self)
  @inlinable
  func span(_ start: UInt32, _ count: UInt32) -> Span<UInt8> {
    let span = unsafe Span(_unsafeStart: text + Int(start), count: Int(count))
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  public func string(_ index: Int) -> String { String(validated: bytes(index)) }

  public func unknownName(_ index: Int) -> String { String(validated: nameBytes(index)) }

  /// The indices of the values directly inside `index`.
  public func children(of index: Int) -> [Int] {
    var children: [Int] = []
    forEachChild(of: index) { children.append($0) }
    return children
  }

  /// Calls `body` with the index of each value directly inside `index`.
  @inlinable
  @inline(__always)
  public func forEachChild(of index: Int, _ body: (Int) -> Void) {
    let end = Int(values[index].next)
    var child = index + 1
    while child < end {
      body(child)
      child = Int(values[child].next)
    }
  }

  /// Whether nothing is inside `index`.
  public func isEmpty(_ index: Int) -> Bool { Int(values[index].next) == index + 1 }
}
