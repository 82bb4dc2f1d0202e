#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Looking at folders by path.
package enum Folder {
  /// The names in a folder without `.` and `..`, in byte order; nil where `path` is no folder that can be read.
  package static func names(in path: String) -> [String]? {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether anything is there, a folder or not.
  package static func has(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is a file or folder of this name.
  package static func hasEntry(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Makes a folder and those above it.
  ///
  /// - Returns: The folders that were not there before, outermost first.
  package static func make(_ path: String) throws(SystemError) -> [String] {
    var made: [String] = []
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let folder = String(path[..<end])
      if mkdir(folder, 0o777) == 0 {
        made.append(folder)
      } else if errno != EEXIST {
        throw .last
      }
    }
    return made
  }

  /// Removes a file, or a folder with all that is in it; nothing where there is none. Links are not followed.
  package static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in names(in: path) ?? [] { remove("\(path)/\(name)") }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
