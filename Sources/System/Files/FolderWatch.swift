#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Renamed, since a method below has the same name.
private let addWatch = inotify_add_watch

/// Watches folders for entries that are written, renamed, created or removed (inotify).
///
/// It does not watch files: an editor that saves replaces the old file.
public final class FolderWatch {
  public struct Change: Equatable, Sendable {
    /// The folder as it was added, with the entry's name; only the folder if it was itself moved or removed. nil if the
    /// system lost events.
    public var path: String?
    public var isFolder: Bool
  }

  /// The maximum time, in milliseconds, for which a signal that arrives just before a wait may go unnoticed.
  private static let patience: Int32 = 500
  /// The events of a folder. A written file is reported when it is closed.
  private static let events =
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF

  private let descriptor: Int32
  private var folders: [Int32: String] = [:]

  public init() throws(SystemError) {
    descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
    if descriptor < 0 { throw .last }
  }

  deinit { close(descriptor) }

  /// Watches a folder, but not its subfolders.
  public func add(_ folder: String) throws(SystemError) {
    let number = FileName.withBytes(of: folder) { addWatch(descriptor, $0, UInt32(FolderWatch.events)) }
    if number < 0 { throw .last }
    // Two paths of one folder share a number; the first is reported.
    if folders[number] == nil { folders[number] = folder }
  }

  /// Waits for a change since the folder was added or since the last call, or for a signal to end the run.
  ///
  /// - Parameter limit: The maximum wait in milliseconds; nil for no limit.
  /// - Returns: The changes; empty after the limit or a signal.
  public func changes(within limit: Int? = nil) throws(SystemError) -> [Change] {
    let end = limit.map { Machine.milliseconds + Int64($0) }
    while !EndRequest.isReceived {
      let left = end.map { Int32(clamping: max(0, $0 - Machine.milliseconds)) }
      var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&waited, 1, min(left ?? FolderWatch.patience, FolderWatch.patience))
      if count < 0, errno != EINTR { throw .last }
      if count > 0 { return try next() }
      if left == 0 { break }
    }
    return []
  }

  private func next() throws(SystemError) -> [Change] {
    var changes: [Change] = []
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { room in
      let count = read(descriptor, room.baseAddress!, room.count)
      var start = 0
      let size = MemoryLayout<inotify_event>.size
      while start + size <= count {
        let event = room.load(fromByteOffset: start, as: inotify_event.self)
        let name =
          event.len == 0
          ? "" : FileName.text((room.baseAddress! + start + size).assumingMemoryBound(to: CChar.self))
        start += size + Int(event.len)
        let isFolder = event.mask & UInt32(IN_ISDIR) != 0
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          changes.append(Change(path: nil, isFolder: false))
        } else if let folder = folders[event.wd], event.mask & UInt32(IN_IGNORED) == 0 {
          changes.append(Change(path: name.isEmpty ? folder : "\(folder)/\(name)", isFolder: isFolder || name.isEmpty))
        }
      }
    }
    return changes
  }
}
