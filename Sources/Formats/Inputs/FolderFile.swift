import Diagnostics

/// A file of a folder, and what it is by its content. Its name only decides whether damage is a fault.
struct FolderFile {
  enum Role {
    /// An export, or a damaged file that is named like one.
    case export
    /// An output of tickler that is no export.
    case own
    /// Another tool's, a table, or a file that no reader knows.
    case other
  }

  let input: InputFile
  let role: Role

  /// - Parameter format: The format by the name; nil for another name.
  init(_ path: String, named format: InputFile.Format?, shownAs name: String) throws(RunFault) {
    let file = try InputFile.open(path, format: format ?? .json, shownAs: name)
    let isNamed = format != nil
    if isNamed, try file.isExport() {
      (input, role) = (file, .export)
      return
    }
    input = try file.recognized(isNamed: isNamed) ?? file
    let head = try file.head()
    if InputFile.Format.isOwn(head[...]) {
      role = .own
    } else if input.format.isForeign || !isNamed && !InputFile.Format.isExport(head.prefix(4096)) {
      role = .other
    } else {
      // A damaged archive has no beginning.
      let isExport = head.isEmpty ? true : try FolderFile.isExport(input)
      role = isExport ? .export : .other
    }
  }

  /// Returns whether a text says that it is an export, or is malformed. Reads all of an unknown text.
  private static func isExport(_ file: InputFile) throws(RunFault) -> Bool {
    var claim = ExportClaim(file)
    var (window, block): ([UInt8], [UInt8]) = ([], [])
    do throws(RunFault) {
      var unpacker = try file.unpacker()
      var isLast = false
      while !isLast {
        isLast = !(try unpacker.next(into: &block))
        window += block
        if try claim.isFound(in: window.span, isLast) { return true }
        window.removeFirst(claim.position)
      }
      return false
    } catch {
      guard error.status == .dataError else { throw error }
      let code = error.diagnostics.first?.code
      // An unknown file is left unread at any limit. Other encodings and a DOCTYPE are XML, but no export.
      return code != .limit && (file.format != .xml || code == .syntax)
    }
  }
}

/// Finds the place at which a text says that it is an export.
private struct ExportClaim {
  private let file: InputFile
  private var json = JSONReader(isLast: false)
  private var xml: XMLScanner
  private var isFormat = false
  private var isAtStart = true

  init(_ file: InputFile) {
    self.file = file
    xml = XMLScanner(file: file.name)
  }

  /// The number of bytes of the window that were read.
  var position: Int { file.format == .xml ? xml.position : json.position }

  mutating func isFound(in window: Span<UInt8>, _ isLast: Bool) throws(RunFault) -> Bool {
    defer { isAtStart = false }
    if file.format == .xml { return try isElement(window, isLast) }
    do throws(JSONFault) {
      return try isMember(window, isLast)
    } catch {
      throw RunFault(error.diagnostic(file: file.name))
    }
  }

  private mutating func isMember(_ bytes: Span<UInt8>, _ isLast: Bool) throws(JSONFault) -> Bool {
    json.slide(isLast: isLast)
    if isAtStart, bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf { json.restart(at: 3) }
    let isLines = file.format == .ndjson
    while true {
      if isLines, json.isComplete { json.restart() }
      if isLines, json.isAtStart, json.isAtEndOfInput(bytes) { return false }
      switch try json.next(in: bytes) {
      case .starved, .end: return false
      case .key: isFormat = json.depth == 1 && json.text(in: bytes) == "format"
      case .string where isFormat && json.text(in: bytes).hasPrefix(SurveyedInput.formatName): return true
      default: isFormat = false
      }
    }
  }

  private mutating func isElement(_ bytes: Span<UInt8>, _ isLast: Bool) throws(RunFault) -> Bool {
    xml.slide()
    while true {
      switch try xml.next(in: bytes, isLast: isLast) {
      case .starved, .endOfInput: return false
      case .start where xml.depth == 1:
        for attribute in xml.attributes {
          let value = String(bytes.extracting(attribute.value))
          if value.hasPrefix(SurveyedInput.formatName) || value.hasPrefix(XMLFrontEnd.namespaceName) { return true }
        }
      default: break
      }
    }
  }
}
