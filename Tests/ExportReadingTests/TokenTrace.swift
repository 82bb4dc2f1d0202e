import ExportReading

/// What ``JSONReader`` says of a text, token by token.
struct TokenTrace: Equatable {
  struct Entry: Equatable, CustomStringConvertible {
    var token: String
    var line: Int
    var column: Int
    /// The token's bytes, unescaped where they are a text.
    var text: [UInt8]

    var description: String { "\(line):\(column) \(token) \(String(decoding: text, as: UTF8.self))" }
  }

  var entries: [Entry] = []
  var fault: JSONFault?

  /// Reads the whole text in one window.
  init(_ bytes: [UInt8]) {
    self.init(bytes, window: bytes.count + 1)
  }

  /// Reads in windows of that many bytes; one that a token does not fit in grows, as the survey's does.
  init(_ bytes: [UInt8], window: Int) {
    var start = 0
    var held = 0
    var buffer = Window(bytes[0..<0])
    var reader = JSONReader(buffer.base, count: 0, isLast: false)
    do {
      while true {
        let token = try reader.next()
        switch token {
        case .starved:
          start += reader.position
          held -= reader.position
          let isLast = start + held + window > bytes.count
          held = min(held + window, bytes.count - start)
          buffer = Window(bytes[start..<start + held])
          reader.continue(with: buffer.base, count: held, isLast: isLast)
        case .end:
          return
        default:
          append(token, reader)
        }
      }
    } catch {
      fault = error
    }
  }

  private mutating func append(_ token: JSONReader.Token, _ reader: JSONReader) {
    let isText =
      switch token {
      case .key, .string: true
      default: false
      }
    var text = Array(reader.tokenBytes)
    if isText, reader.hasEscapes {
      text = []
      text.appendUnescapedJSON(reader.tokenBytes)
    }
    entries.append(
      Entry(
        token: "\(token)", line: reader.line, column: reader.column(of: reader.tokenStart - (isText ? 1 : 0)),
        text: text))
  }

  /// `accepted`, or the fault as a user reads it.
  var outcome: String { fault.map { $0.diagnostic(file: "").description } ?? "accepted" }
}

/// A copy of some bytes and no more: what follows them would close any string.
private final class Window {
  let base: UnsafeMutablePointer<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    base = .allocate(capacity: bytes.count + 16)
    base.initialize(repeating: 0x22, count: bytes.count + 16)
    for (index, byte) in bytes.enumerated() { base[index] = byte }
  }

  deinit { base.deallocate() }
}
