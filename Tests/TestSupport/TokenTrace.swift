import Formats

/// The tokens that ``JSONReader`` reads from a text.
package struct TokenTrace: Equatable {
  package struct Entry: Equatable, CustomStringConvertible {
    package var token: String
    package var line: Int
    package var column: Int
    /// The token's bytes; for strings, unescaped.
    package var text: [UInt8]

    package var description: String { "\(line):\(column) \(token) \(String(decoding: text, as: UTF8.self))" }
  }

  package var entries: [Entry] = []
  package var fault: JSONFault?

  /// Reads the whole text in one window.
  package init(_ bytes: [UInt8]) {
    self.init(bytes, window: bytes.count + 1)
  }

  /// Reads in windows of that size. A window grows if a token does not fit, as in the survey.
  package init(_ bytes: [UInt8], window: Int) {
    var start = 0
    var held: [UInt8] = []
    var reader = JSONReader(isLast: false)
    do {
      while true {
        let token = try reader.next(in: held.span)
        switch token {
        case .starved:
          start += reader.position
          let end = min(start + held.count - reader.position + window, bytes.count)
          let isLast = start + held.count - reader.position + window > bytes.count
          held = Array(bytes[start..<end])
          reader.slide(isLast: isLast)
        case .end:
          return
        default:
          append(token, reader, held)
        }
      }
    } catch {
      fault = error
    }
  }

  private mutating func append(_ token: JSONReader.Token, _ reader: JSONReader, _ window: [UInt8]) {
    let place = reader.place(of: token)
    let isText = token == .key || token == .string
    let text = isText ? Array(reader.text(in: window.span).utf8) : Array(window[reader.token])
    entries.append(Entry(token: "\(token)", line: place.line, column: place.column, text: text))
  }

  /// `accepted`, or the fault as users read it.
  package var outcome: String { fault.map { $0.diagnostic(file: "").description } ?? "accepted" }
}
