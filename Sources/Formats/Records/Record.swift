import Diagnostics

/// A line and column in an input, from 1. Columns count bytes.
public struct Place: Hashable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension SourceLocation {
  package init(_ file: String, _ place: Place) { self.init(file: file, line: place.line, column: place.column) }
}

extension RunFault {
  /// Creates a diagnostic for one place in an input.
  package init(
    _ code: Diagnostic.Code, _ found: String, expected: String?, in file: String, at place: Place, field: String? = nil
  ) {
    self.init(
      Diagnostic(.error, code, at: SourceLocation(file, place), field: field, found: found, expected: expected))
  }
}

/// One account or item of an export in any format, as a flat list of values.
///
/// A value is followed by its children; `next` skips them. The text of a value is a range of ``text``.
public struct Record: Sendable {
  public enum ValueType: UInt8, Sendable {
    case object, list
    /// Quoted text.
    case string
    /// Text without a type, as in XML: the field's reader decides.
    case untyped
    case number, `true`, `false`, null
  }

  public struct Value: Sendable {
    public var type: ValueType
    /// ``FieldName/unknown`` for members of a list too, which have no name.
    public var name: FieldName
    /// The text as a range of the record's text.
    public var textStart: UInt32 = 0
    public var textCount: UInt32 = 0
    /// An unknown name's text.
    public var nameStart: UInt32 = 0
    public var nameCount: UInt32 = 0
    /// The place of the value, from 1.
    public var line: UInt32
    public var column: UInt32
    /// The place of its name.
    public var nameLine: UInt32
    public var nameColumn: UInt32
    /// The index of the first value that is not inside this one.
    public var next: UInt32

    /// Creates a value without a text, at the place of its name.
    public init(_ type: ValueType, _ name: FieldName, line: UInt32, column: UInt32, next: UInt32) {
      (self.type, self.name, self.next) = (type, name, next)
      (self.line, self.column, nameLine, nameColumn) = (line, column, line, column)
    }

    /// A range of the record's text.
    @inlinable
    public var textRange: Range<Int> { Int(textStart)..<Int(textStart) + Int(textCount) }
    public var nameRange: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameCount) }
  }

  public var values: [Value] = []
  /// The bytes that the values' ranges refer to. Each range is UTF-8.
  public var text: [UInt8] = []

  public init() {}

  /// Returns the text of a value.
  @_lifetime(borrow self)
  @inlinable @inline(__always)
  public func bytes(_ index: Int) -> Span<UInt8> { text.span.extracting(values[index].textRange) }

  public func string(_ index: Int) -> String { String(bytes(index)) }

  /// Returns the text of an unknown name.
  public func unknownName(_ index: Int) -> String { String(text.span.extracting(values[index].nameRange)) }

  /// Returns the indices of a value's direct children.
  public func children(of index: Int) -> [Int] {
    var children: [Int] = []
    forEachChild(of: index) { children.append($0) }
    return children
  }

  /// Calls `body` with the index of each direct child of a value.
  @inlinable @inline(__always)
  public func forEachChild(of index: Int, _ body: (Int) -> Void) {
    let end = Int(values[index].next)
    var child = index + 1
    while child < end {
      body(child)
      child = Int(values[child].next)
    }
  }

  /// Returns whether the value has no children.
  public func isEmpty(_ index: Int) -> Bool { Int(values[index].next) == index + 1 }
}
