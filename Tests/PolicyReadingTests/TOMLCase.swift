import TestSupport

extension TableCase {
  /// The file's bytes. An input that begins with `@` is whole; to the others `head` is added.
  func text(head: String) -> [UInt8] {
    let whole = Array("@\n".utf8)
    return bytes.starts(with: whole) ? Array(bytes.dropFirst(whole.count)) : Array(head.utf8) + bytes
  }
}
