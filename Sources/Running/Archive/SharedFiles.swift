import Bytes

/// Has files of a new run that are the same as those of the run before be the same files, so that they take room once.
enum SharedFiles {
  private static let blockSize = 1 << 18
  /// The second name of an old file until it takes the place of the new one.
  private static let draft = ".tickler-shared"

  /// - Returns: How many files are shared. Where the file system cannot, the new ones stay as they are.
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
      // A file that is shared has the permissions of both.
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
