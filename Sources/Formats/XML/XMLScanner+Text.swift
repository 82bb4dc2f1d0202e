import Bytes
import Diagnostics

/// Texts of XML.
extension XMLScanner {
  /// Returns a text with its references resolved.
  package func string(_ range: Range<Int>, in bytes: Span<UInt8>, at place: Place) throws(RunFault) -> String {
    let raw = bytes.extracting(range)
    do {
      _ = try UTF8Span(validating: raw)
    } catch {
      let at = error.byteOffsets.lowerBound
      throw fault(.encoding, "found \(raw[at].nameForDiagnostic), which is not UTF-8 here", "UTF-8", at: place)
    }
    var hasReference = false
    for index in raw.indices where raw[index] == UInt8(ascii: "&") { hasReference = true }
    guard hasReference else { return String(raw) }
    var text = ""
    var rest = String(raw).unicodeScalars[...]
    while let sign = rest.firstIndex(of: "&") {
      text.unicodeScalars += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      guard let end = rest.firstIndex(of: ";"), let scalar = XMLScanner.scalar(Substring(rest[..<end])) else {
        let reference = "&" + String(String.UnicodeScalarView(rest.prefix { $0 != ";" }.prefix(20)))
        throw fault(
          .limit, "found the reference \(reference.quotedForDiagnostic)",
          "one of &amp; &lt; &gt; &quot; &apos; or a character's number: entities are refused", at: place)
      }
      text.unicodeScalars.append(scalar)
      rest = rest[rest.index(after: end)...]
    }
    text.unicodeScalars += rest
    return text
  }

  private static func scalar(_ reference: Substring) -> Unicode.Scalar? {
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard reference.hasPrefix("#") else { return nil }
      let digits = reference.dropFirst()
      let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
  }
}
