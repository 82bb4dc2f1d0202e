import Bytes

/// Replaces files of a new run with hard links to equal files of the previous run, to save space.
enum SharedFiles {
  private static let blockSize = 1 << 18
  /// The temporary name of an old file's link until it replaces the new file.
  private static let draft = ".tickler-shared"

  /// - Returns: The number of shared files. If the file system has no hard links, the new files stay.
  static func share(_ folder: String, with old: String) -> Int {
    var count = 0
    for entry in (try? Folder.entries(in: folder)) ?? [] {
      let (new, other) = ("\(folder)/\(entry.name)", "\(old)/\(entry.name)")
      switch entry.kind {
      case .folder: count += share(new, with: other)
      case .regular where isSame(new, other) && Path.link(other, to: "\(folder)/\(draft)"):
        if (try? Path.move("\(folder)/\(draft)", to: new)) != nil { count += 1 }
      default: break
      }
    }
    return count
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    guard let a = try? OpenFile(one, for: .readingOwn), let b = try? OpenFile(other, for: .readingOwn),
      let first = try? a.identity(), let second = try? b.identity(),
      // A shared file has one set of permissions.
      first.permissions == second.permissions, first.size == second.size, !first.isSame(as: second)
    else { return false }
    var (left, right): ([UInt8], [UInt8]) = ([], [])
    repeat {
      left.removeAll(keepingCapacity: true)
      right.removeAll(keepingCapacity: true)
      guard (try? a.appendNext(upTo: blockSize, to: &left)) != nil,
        (try? b.appendNext(upTo: blockSize, to: &right)) != nil, left == right
      else { return false }
    } while !left.isEmpty
    return true
  }
}
