/// A place in an input: the file as named on the command line, with line and column counted from 1.
///
/// Columns count UTF-8 bytes, as in most compilers.
public struct SourceLocation: Hashable, Sendable {
  public var file: String
  public var line: Int
  public var column: Int

  public init(file: String, line: Int, column: Int) {
    (self.file, self.line, self.column) = (file, line, column)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, which editors and terminals can open.
  public var description: String { "\(file.visible):\(line):\(column)" }
}
