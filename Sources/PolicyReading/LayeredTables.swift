import Diagnostics
import TOML

/// The tables of layered files. If a table lacks a key, the next layer's value applies.
///
/// Values found in lower layers are cached at each table. In a long chain of files, each therefore asks only its next layer.
package final class LayeredTables {
  private struct Node {
    let value: TOMLValue
    /// The same table in the next layer that has it; −1 if there is none.
    let next: Int
    /// The app, for a file's outermost table; nil for inner tables.
    var app: String??
    var values: [String: TOMLValue?] = [:]
    var tables: [String: Int] = [:]
    var keys: Keys?
  }

  private struct Keys {
    var named: Set<String>
    /// Keys set to `false` to remove a table of a lower layer.
    var removed: Set<String> = []
  }

  private var nodes: [Node] = []
  /// The number of files for each app.
  private var files: [String?: Int] = [:]

  /// Keys that apply to the file itself, and are not inherited.
  private static let own: Set = ["format", "app", "extends", "tests"]
  /// Keys that apply to the file's app, and are inherited only from files of the same app.
  private static let ofApp: Set = ["name", "accepted"]

  package init() {}

  /// - Parameter next: The outermost table of the file that it extends; nil if it extends none.
  package func add(_ file: LayerFile, before next: Int?) -> Int {
    files[file.app, default: 0] += 1
    return add(Node(value: file.root, next: next ?? -1, app: .some(file.app)))
  }

  /// Adds a table without layers.
  func add(_ value: TOMLValue) -> Int { add(Node(value: value, next: -1)) }

  private func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  /// Returns the table of the nearest layer that has it.
  func table(_ node: Int) -> TOMLValue { nodes[node].value }

  func isLayered(_ node: Int) -> Bool { nodes[node].next >= 0 }

  /// Returns the value of a key in the nearest layer that has it.
  func value(_ key: String, of node: Int) -> TOMLValue? {
    var (path, place): ([Int], Int) = ([], node)
    var found: TOMLValue?
    while place >= 0 {
      found = nodes[place].value[key]
      if found != nil || !isLayered(place) { break }
      if let known = nodes[place].values[key] {
        found = known
        break
      }
      if let inherited = inherited(key, place) {
        found = inherited
        break
      }
      path.append(place)
      place = nodes[place].next
    }
    for place in path { nodes[place].values[key] = .some(found) }
    return found
  }

  /// Returns what a file inherits for keys that not every layer passes on; nil if the key is inherited as usual.
  private func inherited(_ key: String, _ node: Int) -> TOMLValue?? {
    guard let app = nodes[node].app else { return nil }
    if LayeredTables.own.contains(key) { return .some(nil) }
    guard LayeredTables.ofApp.contains(key) else { return nil }
    var place = files[app] == 1 ? -1 : nodes[node].next
    while place >= 0 {
      if nodes[place].app == .some(app), let value = nodes[place].value[key] { return .some(value) }
      place = nodes[place].next
    }
    return .some(nil)
  }

  /// Returns the table under a key, with its layers; nil if the nearest value is not a table, or no layer has the key.
  func table(_ key: String, of node: Int) -> Int? {
    if !isLayered(node) {
      let value = nodes[node].value[key]
      return value?.type == .table ? value.map(add) : nil
    }
    var (path, place): ([Int], Int) = ([], node)
    var found = -1
    while place >= 0 {
      if let known = nodes[place].tables[key] {
        found = known
        break
      }
      let value = nodes[place].value[key]
      if let value, value.type != .table { break }
      path.append(place)
      place = nodes[place].next
    }
    for place in path.reversed() {
      if let value = nodes[place].value[key] { found = add(Node(value: value, next: found)) }
      nodes[place].tables[key] = found
    }
    return found < 0 ? nil : found
  }

  /// Returns the keys of all layers, without those that a layer removes.
  func keys(of node: Int) -> Set<String> {
    var (path, place): ([Int], Int) = ([], node)
    while isLayered(place), nodes[place].keys == nil {
      path.append(place)
      place = nodes[place].next
    }
    var keys = nodes[place].keys ?? Keys(named: Set(nodes[place].value.children.map(\.key)))
    for place in path.reversed() {
      if nodes[place].app != nil { keys.named.subtract(LayeredTables.own.union(LayeredTables.ofApp)) }
      for value in nodes[place].value.children {
        if value.boolean == false { keys.removed.insert(value.key) } else { keys.named.insert(value.key) }
      }
      nodes[place].keys = keys
    }
    return keys.named.subtracting(keys.removed)
  }
}

/// A file with a policy or texts, which can extend another file: keys that it lacks are read from there.
package struct LayerFile: Sendable {
  package let file: String
  package let bytes: [UInt8]
  let root: TOMLValue
  private let code: Diagnostic.Code

  /// - Parameter code: The code of its faults in `summary.json`.
  /// - Throws: The reason why the file is not TOML.
  package init(_ bytes: [UInt8], file: String, _ code: Diagnostic.Code) throws(RunFault) {
    (self.bytes, self.file, self.code) = (bytes, file, code)
    root = try TOMLFields.root(of: bytes, file: file, code)
  }

  /// Whether the file is another of the program's files, such as the configuration of `tickler run`.
  package var isOtherFormat: Bool { format.map { $0.hasPrefix("tickler-") && $0 != PolicyReader.format } ?? false }

  package var format: String? { root["format"]?.string }
  package var app: String? { root["app"]?.string }
  /// The app whose file it extends; nil if it extends none.
  package var base: String? { root["extends"]?.string }

  /// Returns a fault of the key `extends`.
  package func baseFault(found: String, expected: String?) -> RunFault {
    RunFault(
      Diagnostic(
        .error, code, at: root["extends"]?.location ?? root.location, field: "extends", found: found, expected: expected
      ))
  }
}
