/// A place in an input: file as it was named on the command line, line and column from 1.
///
/// Columns count bytes of UTF-8, as most compilers do.
public struct SourceLocation: Hashable, Sendable {
  public var file: String
  public var line: Int
  public var column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, which editors and terminals know how to open.
  public var description: String { "\(file.visible):\(line):\(column)" }
}
