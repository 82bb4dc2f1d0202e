/// A file type that is often passed by mistake, recognized by its first bytes. Naming it helps users more than a
/// complaint about its first character.
public enum ForeignFile: String, CaseIterable, Sendable {
  case csv = "CSV"
  case toml = "TOML"
  case yaml = "YAML"
  case json = "JSON"
  case xml = "XML"
  case html = "an HTML page"
  case iCalendar = "an iCalendar file"
  case vCard = "a vCard file"
  case sqlite = "an SQLite database"
  case gzip = "gzip data"
  case zip = "a zip archive"
  case tar = "a tar archive"
  case bzip2 = "bzip2 data"
  case xz = "xz data"
  case pdf = "a PDF document"
  case propertyList = "a property list"
  case utf16 = "text in UTF-16"

  private static let signatures: [(ForeignFile, [UInt8])] = [
    (.sqlite, Array("SQLite format 3\0".utf8)), (.gzip, [0x1f, 0x8b]), (.zip, Array("PK\u{3}\u{4}".utf8)),
    (.zip, Array("PK\u{5}\u{6}".utf8)), (.bzip2, Array("BZh".utf8)), (.xz, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]),
    (.pdf, Array("%PDF-".utf8)), (.propertyList, Array("bplist00".utf8)), (.utf16, [0xff, 0xfe]),
    (.utf16, [0xfe, 0xff]),
  ]

  /// - Parameter head: The first bytes of a file, about 4 KB.
  /// - Returns: `nil` if they match none of these types.
  public init?(beginning head: some Collection<UInt8>) {
    let head = Array(head.prefix(4096))
    if let known = ForeignFile.signatures.first(where: { head.starts(with: $0.1) }) {
      self = known.0
      return
    }
    if head.count > 262, head[257..<262].elementsEqual("ustar".utf8) {
      self = .tar
      return
    }
    guard !head.contains(0) else { return nil }
    let text = String(decoding: head, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0.isWhitespace || $0 == "\u{feff}" } }
      .filter { !$0.isEmpty }
    guard let first = lines.first(where: { !$0.hasPrefix("#") }) else { return nil }
    if let known = ForeignFile(document: first, lines.dropFirst()) ?? ForeignFile(lines: first, lines) {
      self = known
      return
    }
    return nil
  }

  /// Recognizes a document by its beginning.
  private init?(document first: Substring, _ rest: ArraySlice<Substring>) {
    let line = first.lowercased()
    switch first.first {
    case "<":
      let isHTML = line.hasPrefix("<!doctype html") || line.hasPrefix("<html")
      let hasHTML = line.hasPrefix("<?xml") && rest.prefix(2).contains { $0.lowercased().hasPrefix("<html") }
      self = isHTML || hasHTML ? .html : .xml
    case "{": self = .json
    case "[":
      let name = first.drop { $0 == "[" }.prefix { $0 != "]" }
      let isHeader =
        name.first?.isLetter ?? false && name.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
      self = isHeader && first.contains("]") ? .toml : .json
    default:
      if line == "begin:vcalendar" {
        self = .iCalendar
      } else if line == "begin:vcard" {
        self = .vCard
      } else {
        return nil
      }
    }
  }

  /// Recognizes a file by the form of its lines.
  private init?(lines first: Substring, _ lines: [Substring]) {
    func isKey(_ text: Substring) -> Bool {
      !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "._-\"' ".contains($0) }
    }
    if first.hasPrefix("---") || first.hasPrefix("%YAML") {
      self = .yaml
      return
    }
    if let equals = first.firstIndex(of: "="), isKey(first[..<equals]),
      !first[equals...].contains(",") || first.contains("\"")
    {
      self = .toml
      return
    }
    // A single such line can occur in any text.
    let isYAML = lines.prefix(4).allSatisfy { line in
      guard let colon = line.firstIndex(of: ":") else { return line.hasPrefix("- ") || line.hasPrefix("#") }
      let value = line[line.index(after: colon)...].first ?? " "
      return value == " " && isKey(line[..<colon]) && line.first != "\""
    }
    if lines.count > 1, isYAML {
      self = .yaml
      return
    }
    for separator in [",", ";", "\t"] as [Character] where first.contains(separator) {
      let cells = lines.prefix(3).map { $0.count { $0 == separator } }
      if cells.allSatisfy({ $0 > 0 }) {
        self = .csv
        return
      }
    }
    return nil
  }

  /// Returns a fault that names the file type, to replace the reader's own; `nil` if the file may have the right type.
  ///
  /// - Parameters:
  ///   - expected: What the file should contain.
  ///   - kinds: The types that the expected content can look like.
  public static func fault(
    _ code: Diagnostic.Code, in file: String, beginning head: some Collection<UInt8>, expected: String,
    _ kinds: Set<ForeignFile>
  ) -> Diagnostic? {
    guard let found = ForeignFile(beginning: head), !kinds.contains(found) else { return nil }
    return Diagnostic(
      .error, code, at: SourceLocation(file: file, line: 1, column: 1), found: "found \(found.rawValue)",
      expected: expected)
  }
}
