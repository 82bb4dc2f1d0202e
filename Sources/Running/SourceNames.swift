import Bytes

/// What outputs call the files that a run reads: none of them tells where on a machine they lie.
package struct SourceNames: Sendable {
  private let roots: [String]

  /// - Parameter roots: Files and folders as they were named, that the others are below.
  package init(below roots: [String]) {
    self.roots = roots.filter { $0.hasPrefix("/") }
  }

  /// A relative path as it is; an absolute one from the working folder on, else from the last name of the root that it is below, else
  /// its last name.
  package func callAsFunction(_ path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    if let here = Machine.workingFolder, let rest = SourceNames.rest(of: path, below: here), !rest.isEmpty {
      return rest
    }
    for root in roots {
      guard let rest = SourceNames.rest(of: path, below: root) else { continue }
      let name = SourceNames.lastName(of: root)
      return rest.isEmpty ? name : name.isEmpty ? rest : "\(name)/\(rest)"
    }
    return SourceNames.lastName(of: path)
  }

  private static func rest(of path: String, below folder: String) -> String? {
    let folder = folder.last == "/" ? folder : folder + "/"
    if path + "/" == folder { return "" }
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : nil
  }

  private static func lastName(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
}
