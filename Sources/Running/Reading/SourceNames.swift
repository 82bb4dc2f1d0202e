import Bytes

/// Names for the files that a run reads. Outputs use them so that they do not reveal where files are on the machine.
package struct SourceNames: Sendable {
  /// The last components of each named file or folder, as many as distinguish it from the others. Keys are paths
  /// without a trailing slash.
  private let names: [String: String]

  /// - Parameter roots: Files and folders as they were named. All other files are below them.
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

  /// Returns a relative path unchanged. An absolute path below the working folder is made relative to it. Other paths
  /// start with the name of their root; without a root, only the last component is left.
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
