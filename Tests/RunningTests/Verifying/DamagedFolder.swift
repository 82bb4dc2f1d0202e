import Foundation
import Running
import TestSupport
import Verifying

/// A change to a file in a plan's folder. Lines are counted from 1.
enum Damage: Sendable {
  /// - Parameter line: The line; nil for the first one with the text.
  case replace(_ file: String, line: Int?, _ text: String, _ other: String)
  case delete(_ file: String, line: Int, count: Int)
  /// Duplicates the lines.
  case repeated(_ file: String, line: Int, count: Int)
  /// Swaps the line with the next.
  case swap(_ file: String, line: Int)
  /// Inserts a copy of the line below it, with other words.
  case copy(_ file: String, line: Int, _ words: [(String, String)])
  case remove(_ file: String)
  case folder(_ name: String)
  case file(_ name: String)

  static func replace(_ file: String, _ text: String, _ other: String) -> Damage {
    .replace(file, line: nil, text, other)
  }

  enum Failure: Error { case noSuchText(String) }

  func make(in folder: URL) throws {
    let manager = FileManager.default
    switch self {
    case .remove(let file): try manager.removeItem(at: folder.appending(path: file))
    case .folder(let name):
      try manager.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    case .file(let name): try Data().write(to: folder.appending(path: name))
    case .replace(let file, let line, let text, let other):
      try change(file, in: folder) { lines in
        guard let index = line.map({ $0 - 1 }) ?? lines.firstIndex(where: { $0.contains(text) }),
          lines[index].contains(text)
        else { throw Failure.noSuchText(text) }
        lines[index] = lines[index].replacing(text, with: other)
      }
    case .delete(let file, let line, let count):
      try change(file, in: folder) { $0.removeSubrange(line - 1..<line - 1 + count) }
    case .repeated(let file, let line, let count):
      try change(file, in: folder) { $0.insert(contentsOf: $0[line - 1..<line - 1 + count], at: line - 1) }
    case .swap(let file, let line): try change(file, in: folder) { $0.swapAt(line - 1, line) }
    case .copy(let file, let line, let words):
      try change(file, in: folder) { lines in
        lines.insert(words.reduce(lines[line - 1]) { $0.replacing($1.0, with: $1.1) }, at: line)
      }
    }
  }

  /// Removes what the list notes about files except their names, so that the files' contents are compared.
  static func forgetBytes(in folder: URL) throws {
    let list = folder.appending(path: ".tickler-files")
    guard let text = try? String(contentsOf: list, encoding: .utf8) else { return }
    let names = text.split(separator: "\n").map { $0.prefix { $0 != "\t" } }.filter { !$0.contains("/") }
    try Data(names.map { $0 + "\n" }.joined().utf8).write(to: list)
  }

  private func change(_ file: String, in folder: URL, _ body: (inout [String]) throws -> Void) throws {
    let path = folder.appending(path: file)
    // A calendar's line ends with two characters that Swift treats as one.
    var lines = String(decoding: try Data(contentsOf: path), as: UTF8.self).unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false).map { String(String.UnicodeScalarView($0)) }
    try body(&lines)
    try Data(lines.joined(separator: "\n").utf8).write(to: path)
  }
}

/// A folder with one type of damage, and the only finding there.
struct DamagedFolder: CustomStringConvertible, Sendable {
  typealias Row = DamagedFolder

  let kind: Finding.Kind
  let description: String
  /// The name of a case in `Tests/Cases`.
  let name: String
  let emit: Set<Emit>
  let damages: [Damage]
  /// The finding. `%` stands for the number of the damaged line of a page, `$` for that of its data.
  let finds: String

  /// Returns the finding, with the number of the damaged line.
  func expected(in folder: URL) throws -> String {
    guard case .replace(let file, _, _, let other)? = damages.first,
      finds.contains("\(file):%") || finds.contains("\(file):$")
    else { return finds }
    let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let damaged = lines.firstIndex { $0.contains(other) }.map { $0 + 1 } ?? 0
    return finds.replacing("\(file):%", with: "\(file):\(damaged)").replacing(
      "\(file):$", with: "\(file):\((lines.firstIndex { $0.contains("id=\"data\"") } ?? 0) + 1)")
  }

  init(
    _ kind: Finding.Kind, _ label: String, of name: String = "ritualist-badges", emit: Set<Emit> = Emit.standard,
    _ damages: [Damage], finds: String
  ) {
    (self.kind, description, self.name, self.emit, self.damages, self.finds) = (kind, label, name, emit, damages, finds)
  }
}
