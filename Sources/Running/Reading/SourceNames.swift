import Bytes

/// What outputs call the files that a run reads: none of them tells where on a machine they lie.
package struct SourceNames: Sendable {
  /// By the path of a file or folder that was named, without a slash at its end: its last name, or as many of its last names as tell it
  /// from the others.
  private let names: [String: String]

  /// - Parameter roots: Files and folders as they were named, that the others are below.
  package init(below roots: [String]) {
    let paths = Set(roots.filter { $0.hasPrefix("/") }.map { $0.split(separator: "/") })
    var names: [String: String] = [:]
    var (left, count) = (Array(paths), 1)
    while !left.isEmpty {
      let groups = Dictionary(grouping: left) { $0.suffix(count) }
      left = []
      for (name, group) in groups {
        for path in group {
          if group.count > 1, path.count > count {
            left.append(path)
          } else {
            names[path.map { "/\($0)" }.joined()] = name.joined(separator: "/")
          }
        }
      }
      count += 1
    }
    self.names = names
  }

  /// A relative path as it is; an absolute one from the working folder on, else from the last names of the root that it is below, else
  /// its last name.
  package func callAsFunction(_ path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    let parts = path.split(separator: "/")
    if let here = Machine.workingFolder?.split(separator: "/"), parts.count > here.count, parts.starts(with: here) {
      return parts[here.count...].joined(separator: "/")
    }
    for count in (0...parts.count).reversed() {
      guard let name = names[parts[..<count].map { "/\($0)" }.joined()] else { continue }
      return ([Substring(name)] + parts[count...]).filter { !$0.isEmpty }.joined(separator: "/")
    }
    return parts.last.map(String.init) ?? ""
  }
}
