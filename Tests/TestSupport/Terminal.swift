import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A pseudo terminal that records what a user would see.
package final class Terminal {
  /// `TIOCSPTLCK` and `TIOCGPTN`.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  private let controller: Int32
  /// The handle for a program's output.
  package let handle: FileHandle

  package init(columns: Int) throws {
    // Equivalent to posix_openpt, unlockpt and ptsname on Linux, which the C library hides from modules.
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (unlocked, number): (Int32, Int32) = (0, 0)
    guard controller >= 0, ioctl(controller, Terminal.setLock, &unlocked) == 0,
      ioctl(controller, Terminal.getNumber, &number) == 0
    else { throw POSIXError(.ENXIO) }
    let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    guard terminal >= 0 else { throw POSIXError(.ENXIO) }
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
  }

  deinit {
    close(controller)
  }

  /// Returns the output, once all writers have closed the terminal.
  package func finish() throws -> String {
    try handle.close()
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(controller, &buffer, buffer.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
