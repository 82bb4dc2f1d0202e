import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A tree of TZif files, such as `/usr/share/zoneinfo`.
///
/// Zones are read once and kept; the database may be used from several tasks at once.
public final class ZoneDatabase: Sendable {
  /// The folder it reads from.
  public let path: String
  /// The tz database's release, such as `2026f`, from `tzdata.zi` or `+VERSION`; `unknown` where the tree has neither.
  public let version: String
  private let cache = Mutex<[String: Zone]>([:])

  /// The tree of this machine: `$TZDIR`, else `/usr/share/zoneinfo`.
  public static var systemPath: String {
    if let path = getenv("TZDIR") { return String(cString: path) }
    return "/usr/share/zoneinfo"
  }

  /// - Returns: nil where `path` is not a folder with zones in it.
  public init?(path: String) {
    guard let directory = opendir(path) else { return nil }
    closedir(directory)
    self.path = path
    version = ZoneDatabase.readVersion(path)
    guard zone(named: "UTC") != nil || zone(named: "Etc/UTC") != nil else { return nil }
  }

  /// The zone or link of that name, spelled as the tree spells it; nil where there is none.
  public func zone(named name: String) -> Zone? {
    cache.withLock { zones in
      if let known = zones[name] { return known }
      // What is no zone is not kept: an export may name any number of such.
      guard let zone = load(name) else { return nil }
      zones[name] = zone
      return zone
    }
  }

  private func load(_ name: String) -> Zone? {
    var target = name
    // No tree chains its links as far as this.
    for _ in 0..<8 {
      guard ZoneDatabase.isZoneName(target), let bytes = readFile("\(path)/\(target)") else { return nil }
      if let zone = try? Zone(name: name, tzif: bytes) { return zone }
      guard let next = ZoneDatabase.target(ofLink: target, text: bytes) else { return nil }
      target = next
    }
    return nil
  }

  /// Where a symbolic link leads that was checked out or unpacked as a text file, as happens on file systems without links:
  /// `../America/New_York` in `US/Eastern` is `America/New_York`.
  ///
  /// - Returns: nil where the text is no relative path or leads out of the tree.
  static func target(ofLink name: String, text: [UInt8]) -> String? {
    guard text.count <= 255, !text.isEmpty else { return nil }
    var folders = Array(name.split(separator: "/").dropLast())
    for part in String(decoding: text, as: UTF8.self).split(separator: "/", omittingEmptySubsequences: false) {
      if part == ".." {
        guard folders.popLast() != nil else { return nil }
      } else {
        folders.append(part)
      }
    }
    let target = folders.map(String.init).joined(separator: "/")
    return isZoneName(target) ? target : nil
  }

  /// Names are made of the letters that the tz database allows, so none leads out of the tree.
  static func isZoneName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 255
      && name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
        guard let first = part.first, first != UInt8(ascii: "-"), first != UInt8(ascii: ".") else {
          return false
        }
        return part.allSatisfy { character in
          switch character {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "+"), UInt8(ascii: "."):
            true
          default: false
          }
        }
      }
  }

  private static func readVersion(_ path: String) -> String {
    let marker = "# version "
    if let text = readFile("\(path)/tzdata.zi", limit: 200), text.starts(with: marker.utf8) {
      let line = text.dropFirst(marker.utf8.count).prefix { $0 != UInt8(ascii: "\n") }
      return String(decoding: line, as: UTF8.self)
    }
    if let text = readFile("\(path)/+VERSION", limit: 200) {
      let line = text.prefix { $0 != UInt8(ascii: "\n") }
      return String(decoding: line, as: UTF8.self)
    }
    return "unknown"
  }
}

/// The first `limit` bytes of a regular file, or nil.
private func readFile(_ path: String, limit: Int = 1 << 20) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var status = stat()
  guard fstat(fileno(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
  let size = min(limit, Int(status.st_size))
  return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    count = fread(buffer.baseAddress, 1, size, file)
  }
}
