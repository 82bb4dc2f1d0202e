import Diagnostics
import Formats

/// Fuzzes the JSON reader in windows. Tokens and faults with their places must not depend on where windows end. Also reads the bytes as
/// an export in one document.
enum FuzzJSON {
  static func run(_ bytes: [UInt8]) {
    let whole = tokens(bytes, window: bytes.count + 1)
    for window in [1, 2, 7, 64] { precondition(tokens(bytes, window: window) == whole, "windows of \(window) differ") }
    FuzzExport.run(bytes, .json)
  }

  /// Returns each token with its place and text, and the fault at the end.
  private static func tokens(_ bytes: [UInt8], window: Int) -> [String] {
    var found: [String] = []
    var start = 0
    var held: [UInt8] = []
    var reader = JSONReader(isLast: false)
    do throws(JSONFault) {
      while true {
        let token = try reader.next(in: held.span)
        switch token {
        case .starved:
          start += reader.position
          let end = start + held.count - reader.position + window
          held = Array(bytes[start..<min(end, bytes.count)])
          reader.slide(isLast: end > bytes.count)
        case .end: return found
        case .key, .string: found.append("\(token) \(reader.place(of: token)) \(reader.text(in: held.span))")
        default: found.append("\(token) \(reader.place(of: token)) \(Array(held[reader.token]))")
        }
      }
    } catch {
      return found + [error.diagnostic(file: "in").description]
    }
  }
}
