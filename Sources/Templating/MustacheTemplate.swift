/// A Mustache text that is parsed once and filled repeatedly.
///
/// `Name` is what names resolve to: the field of an item, or a name of a page's view. `Literal` is the storage of text. Pages use bytes:
/// with strings, a run with all outputs took 1.5 % more instructions.
public struct MustacheTemplate<Name: Sendable, Literal: Sendable>: Sendable {
  public enum Step: Sendable {
    case literal(Literal)
    case value(Name, isEscaped: Bool)
    /// The steps before `end`, filled as often as the value says.
    case section(Name, isInverted: Bool, end: Int)
  }

  public let steps: [Step]

  @inlinable
  public init(_ steps: [Step]) { self.steps = steps }

  @inlinable
  public func fill(_ values: inout some MustacheValues<Name, Literal> & ~Copyable) {
    fill(steps.startIndex..<steps.endIndex, &values)
  }

  @inlinable
  func fill(_ range: Range<Int>, _ values: inout some MustacheValues<Name, Literal> & ~Copyable) {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = index
      index += 1
      switch steps[step] {
      case .literal(let text): values.append(literal: text)
      case .value(let name, let isEscaped): values.append(name, isEscaped: isEscaped, at: step)
      case .section(let name, let isInverted, let end):
        let count = values.open(name, at: step)
        if isInverted {
          if count == 0 { fill(index..<end, &values) }
        } else {
          for entry in 0..<count {
            values.begin(entry)
            fill(index..<end, &values)
          }
        }
        values.close()
        index = end
      }
    }
  }
}

/// The values and the output of filling a template.
public protocol MustacheValues<Name, Literal>: ~Copyable {
  associatedtype Name
  associatedtype Literal

  mutating func append(literal: Literal)

  /// - Parameter step: The index of the tag among the template's steps.
  mutating func append(_ name: Name, isEscaped: Bool, at step: Int)

  /// Begins a section, which lasts until ``close()``.
  ///
  /// - Returns: How often to fill the section: 0 if the value is missing, the number of entries of a list, otherwise 1.
  mutating func open(_ name: Name, at step: Int) -> Int

  /// Moves to an entry of the section's value.
  mutating func begin(_ entry: Int)
  mutating func close()
}
