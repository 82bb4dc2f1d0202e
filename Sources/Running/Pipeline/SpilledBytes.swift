import Diagnostics
import Formats
import System

/// A sequence of bytes that is kept in memory up to a limit, then in a temporary file.
struct SpilledBytes {
  private let memory: Int
  private let what: String
  private var held: [UInt8] = []
  private var file: OpenFile?
  /// Bytes in the file.
  private var written: Int64 = 0

  /// - Parameters:
  ///   - memory: The number of bytes that stay in memory.
  ///   - what: A description of the bytes for messages.
  init(memory: Int, of what: String) { (self.memory, self.what) = (memory, what) }

  /// - Returns: The offset of the text.
  mutating func append(_ text: String) throws(RunFault) -> Int64 {
    let start = written + Int64(held.count)
    held.append(contentsOf: text.utf8)
    if held.count > memory {
      let file = if let file { file } else { try OpenFile.temporaryOrFault() }
      try file.append(held.span, of: what)
      self.file = file
      written += Int64(held.count)
      held.removeAll(keepingCapacity: true)
    }
    return start
  }

  func text(_ start: Int64, _ size: Int) throws(RunFault) -> String {
    if start >= written {
      let first = Int(start - written)
      return String(decoding: held[first..<first + size], as: UTF8.self)
    }
    var bytes: [UInt8] = []
    guard try read(size, from: start, into: &bytes) == size else {
      throw RunFault(.ioError, "cannot read \(what)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Passes on all bytes in order.
  func forEachBlock(_ body: (Span<UInt8>) throws(RunFault) -> Void) throws(RunFault) {
    var (bytes, offset): ([UInt8], Int64) = ([], 0)
    while offset < written {
      bytes.removeAll(keepingCapacity: true)
      let count = try read(1 << 18, from: offset, into: &bytes)
      if count == 0 { throw RunFault(.ioError, "cannot read \(what)") }
      offset += Int64(count)
      try body(bytes.span)
    }
    try body(held.span)
  }

  private func read(_ size: Int, from start: Int64, into bytes: inout [UInt8]) throws(RunFault) -> Int {
    try RunFault.wording(.ioError, "cannot read \(what)") { try file?.append(upTo: size, from: start, to: &bytes) ?? 0 }
  }
}
