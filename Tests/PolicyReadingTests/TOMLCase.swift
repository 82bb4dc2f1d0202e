import TestSupport

extension TableCase {
  /// Returns the file's bytes. An input that starts with `@` is complete; `head` precedes the others.
  func text(head: String) -> [UInt8] {
    let whole = Array("@\n".utf8)
    return bytes.starts(with: whole) ? Array(bytes.dropFirst(whole.count)) : Array(head.utf8) + bytes
  }
}
