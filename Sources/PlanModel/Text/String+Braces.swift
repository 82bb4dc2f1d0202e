extension String {
  /// The texts between single braces. Searches bytes, since searching for each field's name took a quarter of a small run.
  public var singlyBraced: [String] {
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    let bytes = Array(utf8)
    return bytes.indices.compactMap { start in
      guard bytes[start] == open, start == 0 || bytes[start - 1] != open else { return nil }
      let rest = bytes[(start + 1)...]
      guard let end = rest.firstIndex(where: { $0 == open || $0 == close }), bytes[end] == close else { return nil }
      return String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    }
  }
}
