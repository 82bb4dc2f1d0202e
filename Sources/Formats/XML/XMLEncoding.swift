import Bytes
import Diagnostics

/// Refuses encodings other than UTF-8, which libxml2 would silently convert.
enum XMLEncoding {
  /// `<?xm` in EBCDIC, which libxml2 recognizes.
  private static let ebcdicDeclaration: [UInt8] = [0x4c, 0x6f, 0xa7, 0x94]

  /// - Parameters:
  ///   - window: The beginning of the input.
  ///   - isComplete: Whether the window is the whole input.
  ///   - file: The input's name.
  static func check(_ window: Span<UInt8>, isComplete: Bool, file: String) throws(FatalInput) {
    func fault(
      _ code: Diagnostic.Code, _ found: String, expected: String = "UTF-8", at place: Place = Place(line: 1, column: 1)
    ) -> FatalInput {
      FatalInput(code, found, expected: expected, in: file, at: place)
    }
    // The bytes up to the end of a declaration, at least four.
    var head: [UInt8] = []
    var length = 0
    while length < window.count, length < 4 || window[length] != UInt8(ascii: ">") { length += 1 }
    head.append(copying: window.extracting(0..<length))
    if head.starts(with: [0xfe, 0xff]) || head.starts(with: [0xff, 0xfe]) || head.prefix(4).contains(0) {
      throw fault(.encoding, "found UTF-16 or UTF-32")
    }
    if head.starts(with: ebcdicDeclaration) { throw fault(.encoding, "found EBCDIC") }
    let isMarked = head.starts(with: [0xef, 0xbb, 0xbf])
    let declaration = head.dropFirst(isMarked ? 3 : 0)
    guard declaration.starts(with: "<?xml".utf8), declaration.dropFirst(5).first?.isXMLSpace != false else { return }
    if !isComplete, length == window.count {
      throw fault(.limit, "the XML declaration is too long", expected: "an end within \(window.count) bytes")
    }
    let text = String(decoding: declaration, as: UTF8.self)
    guard let name = text.firstRange(of: "encoding") else { return }
    let quotes: Set<Character> = ["\"", "'"]
    let value = text[name.upperBound...].drop { !quotes.contains($0) }.dropFirst().prefix { !quotes.contains($0) }
    if ["utf-8", "utf8", "us-ascii", "ascii"].contains(value.lowercased()) { return }
    let lines = text[..<name.lowerBound].utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    throw fault(
      .encoding, "found the encoding \(String(value).quotedForDiagnostic)",
      at: Place(line: lines.count, column: lines.last!.count + 1))
  }
}
