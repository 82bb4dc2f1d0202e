import TestSupport

extension TableCase {
  /// The file's text. An input that begins with `@` is whole; to the others `head` is added.
  func text(head: String) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasPrefix("@\n") ? String(text.dropFirst(2)) : head + text
  }
}
