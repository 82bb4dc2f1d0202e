/// Zones by name, from tz database files that the caller reads.
///
/// Reads each zone once and keeps it. Safe to use from several tasks at once.
///
/// ```
/// let files = ["UTC": utcFile, "+VERSION": Array("2026f\n".utf8)]
/// let zones = try ZoneDatabase(path: "memory") { file, limit in files[file].map { Array($0.prefix(limit)) } }!
/// assert(zones.version == "2026f")
/// assert(try zones.zone(named: "UTC") != nil && zones.zone(named: "Mars/Olympus") == nil)
/// ```
public final class ZoneDatabase: Sendable {
  /// An error: a file exists but cannot be read.
  public struct Unreadable: Error, Hashable, Sendable {
    /// The file's path in the tree.
    public var file: String
    /// The system's error message.
    public var reason: String

    /// Creates an error for a file.
    public init(file: String, reason: String) {
      self.file = file
      self.reason = reason
    }
  }

  /// Reads up to `limit` bytes of a file, given by its path in the tree; returns nil if the file does not exist.
  public typealias Reader = @Sendable (_ file: String, _ limit: Int) throws(Unreadable) -> [UInt8]?

  /// The location of the tree, for messages.
  public let path: String
  /// The tz database's release, such as `2026f`, from `tzdata.zi` or `+VERSION`; `unknown` if the tree has neither.
  public let version: String
  private let read: Reader
  private let cache = Lock(Cache())

  private struct Cache {
    var zones: [String: Zone] = [:]
    var fault: Unreadable?
  }

  /// Creates a database.
  ///
  /// - Returns: nil if `read` finds no zone `UTC`.
  /// - Throws: any error of `read`.
  public init?(path: String, read: @escaping Reader) throws(Unreadable) {
    self.path = path
    self.read = read
    version = try ZoneDatabase.version(read)
    if try zone(named: "UTC") == nil, try zone(named: "Etc/UTC") == nil { return nil }
  }

  /// Returns the zone or link of a name, spelled as in the tree; nil if it does not exist.
  ///
  /// - Throws: if the file exists but cannot be read.
  public func zone(named name: String) throws(Unreadable) -> Zone? {
    let found: Result<Zone?, Unreadable> = cache.withLock { cache in
      if let known = cache.zones[name] { return .success(known) }
      do throws(Unreadable) {
        // Unknown names are not cached, since an export may have any number of them.
        guard let zone = try load(name) else { return .success(nil) }
        cache.zones[name] = zone
        return .success(zone)
      } catch {
        if cache.fault == nil { cache.fault = error }
        return .failure(error)
      }
    }
    return try found.get()
  }

  /// The names of zones and links, from the tree's own lists; empty if no list can be read. Each access reads the lists again.
  public var names: [String] {
    for (file, column) in [("tzdata.zi", 1), ("zone1970.tab", 2), ("zone.tab", 2)] {
      guard let text = try? read(file, 1 << 20) else { continue }
      return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
        let words = line.split(maxSplits: 3, whereSeparator: \.isWhitespace)
        guard words.count > column, column == 2 ? words[0] != "#" : words[0] == "Z" || words[0] == "L" else {
          return nil
        }
        // In a link's line, the name follows its target.
        return String(words[0] == "L" && words.count > 2 ? words[2] : words[column])
      }
    }
    return []
  }

  /// The first file that could not be read; nil if there was none.
  public var fault: Unreadable? { cache.withLock { $0.fault } }

  private func load(_ name: String) throws(Unreadable) -> Zone? {
    var target = name
    // No tree has longer chains of links.
    for _ in 0..<8 {
      guard ZoneDatabase.isZoneName(target), let bytes = try read(target, 1 << 20) else { return nil }
      if let zone = try? Zone(name: name, tzif: bytes) { return zone }
      guard let next = ZoneDatabase.target(ofLink: target, text: bytes) else { return nil }
      target = next
    }
    return nil
  }

  /// Returns the target of a symbolic link that was checked out as a text file, as on file systems without links. The text
  /// `../America/New_York` in `US/Eastern` means `America/New_York`.
  ///
  /// - Returns: nil if the text is no relative path, or leads out of the tree.
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

  /// Returns whether a name has only characters that the tz database allows, which keeps its path inside the tree.
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

  private static func version(_ read: Reader) throws(Unreadable) -> String {
    let marker = "# version "
    for (file, start) in [("tzdata.zi", marker.utf8.count), ("+VERSION", 0)] {
      guard let text = try read(file, 200), start == 0 || text.starts(with: marker.utf8) else { continue }
      return String(decoding: text.dropFirst(start).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    return "unknown"
  }
}
