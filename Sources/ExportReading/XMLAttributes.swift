import CLibXML2

/// The attributes of a start tag as SAX2 hands them over: five pointers each.
struct XMLAttributes {
  let fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  let count: Int

  func name(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let name = fields![index * 5]
    return UnsafeBufferPointer(start: name, count: name.map { Int(xmlStrlen($0)) } ?? 0)
  }

  /// In no namespace: those of others (`xsi:schemaLocation`) are not ours to read.
  func isPlain(_ index: Int) -> Bool { fields![index * 5 + 2] == nil }

  /// As libxml2 has it, an ampersand still being `&#38;`.
  func value(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let (start, end) = (fields![index * 5 + 3], fields![index * 5 + 4])
    guard let start, let end else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: start, count: end - start)
  }

  func text(_ index: Int) -> String {
    var bytes: [UInt8] = []
    bytes.appendUnescapedAttribute(value(index))
    return String(decoding: bytes, as: UTF8.self)
  }
}
