#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Under another name than the method below has.
private let addWatch = inotify_add_watch

/// Folders that are watched for what somebody writes, renames, makes or removes in them (inotify).
///
/// Not the files: an editor that saves puts another file in the place of the old one.
public final class FolderWatch {
  public struct Change: Equatable, Sendable {
    /// The folder as it was added, and the name in it; the folder alone where it is the folder itself that went away. nil: so much
    /// changed that the system lost count.
    public var path: String?
    public var isFolder: Bool
  }

  /// How long a signal may go unnoticed that came just before the system was asked to wait, in milliseconds.
  private static let patience: Int32 = 500
  /// What a folder tells: a file that was written is told when it is closed.
  private static let events =
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF

  private let descriptor: Int32
  private var folders: [Int32: String] = [:]

  public init() throws(SystemError) {
    descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
    if descriptor < 0 { throw .last }
  }

  deinit { close(descriptor) }

  /// Watches a folder, though not those inside of it.
  public func add(_ folder: String) throws(SystemError) {
    let number = FileName.withBytes(of: folder) { addWatch(descriptor, $0, UInt32(FolderWatch.events)) }
    if number < 0 { throw .last }
    // Two names of one folder share a number, and the first one is told.
    if folders[number] == nil { folders[number] = folder }
  }

  /// Waits until something changed since it was added or since the last call, or a signal asks the run to end.
  ///
  /// - Parameter limit: Waits at most so many milliseconds; nil: as long as it takes.
  /// - Returns: What changed; nothing where the time is over or such a signal came.
  public func changes(within limit: Int? = nil) throws(SystemError) -> [Change] {
    let end = limit.map { Machine.milliseconds + Int64($0) }
    while !Ending.isAsked {
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
