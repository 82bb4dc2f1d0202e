/// Where things lie in the source tree that the benchmarks were built from.
package enum SourceTree {
  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    .joined(separator: "/")

  /// The path of a file or folder, from its path below the root of the tree.
  package static func path(_ path: String) -> String { "\(root)/\(path)" }
}
