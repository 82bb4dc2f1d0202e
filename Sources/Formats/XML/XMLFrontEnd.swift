import Bytes
import CivilTime
import Diagnostics
import PlanModel
import System

/// The first reading of an XML input: checks that it is well-formed, and reads records to be stored, since XML cannot
/// be read from the middle.
///
/// A DOCTYPE, and with it every entity, is refused. Nothing is fetched. Nesting and the length of texts are limited.
package struct XMLFrontEnd: FrontEnd {
  static let namespace = "urn:tickler:export:1"
  /// The namespace without its version.
  static let namespaceName = "urn:tickler:export:"
  /// The number of bytes parsed at once: their events are held in memory.
  private static let pieceSize = 1 << 15
  /// The limit of attributes per tag. The format has two dozen at most.
  static let maximumAttributes = 1000
  /// The limit of `=` between one `<` and the next: values may contain them too.
  private static let maximumEqualSigns = 10_000
  /// The number of `=` since the last `<`.
  private var equalSigns = 0

  private let file: InputFile
  private let names: FieldNames
  private let parser: XMLParser
  private var elements: XMLRecords
  private var position = XMLPosition()
  private var isAtStart = true
  private var hasRoot = false
  /// The number of open elements, including the root.
  private var depth = 0
  /// The number of open elements inside an unknown one, including that one.
  private var skipped = 0
  private var isAccount = false
  /// The start of the current record: the place of its tag, and the offset in the input.
  private var recordStart = (place: Place(line: 1, column: 1), offset: 0 as Int64)
  /// Whether the current record exceeds the limit. The rest of it is skipped.
  private var isTooLarge = false
  private let hasSchema: Bool
  private var misfits: SchemaWarnings

  /// - Parameter schema: Violations of it are warnings.
  package init(_ file: InputFile, names: FieldNames, schema: XMLSchema? = nil) throws(RunFault) {
    self.file = file
    self.names = names
    elements = XMLRecords(names: names)
    hasSchema = schema != nil
    misfits = SchemaWarnings(file: file.name)
    do {
      parser = try XMLParser(namespace: XMLFrontEnd.namespace, schema: schema)
    } catch {
      throw RunFault(error, file: file.name)
    }
  }

  package mutating func read(
    _ window: Span<UInt8>, isLast: Bool, into sink: inout some RecordSink
  ) throws(RunFault) -> Int {
    if isAtStart { try XMLEncoding.check(window, isComplete: isLast, file: file.name) }
    isAtStart = false
    var start = 0
    repeat {
      let end = min(start + XMLFrontEnd.pieceSize, window.count)
      let piece = window.extracting(start..<end)
      position.append(piece)
      try countAttributes(piece)
      parser.parse(piece, isLast: isLast && end == window.count)
      try readEvents(into: &sink)
      start = end
    } while start < window.count
    if isLast {
      if depth != 0 || !hasRoot {
        throw fault(.syntax, "found the end of the input", expected: "an export element", at: Place(line: 1, column: 1))
      }
      sink.input.warnings += misfits.finish()
    }
    return window.count
  }

  /// Refuses a tag with too many attributes: libxml2 takes time proportional to the square of their number.
  private mutating func countAttributes(_ piece: Span<UInt8>) throws(RunFault) {
    for index in piece.indices {
      switch piece[index] {
      case UInt8(ascii: "<"): equalSigns = 0
      case UInt8(ascii: "="): equalSigns += 1
      default: break
      }
      if equalSigns > XMLFrontEnd.maximumEqualSigns {
        throw fault(
          .limit, "the element has too many attributes", expected: "at most \(XMLFrontEnd.maximumAttributes)",
          at: position.here)
      }
    }
  }

  private mutating func readEvents(into sink: inout some RecordSink) throws(RunFault) {
    let (text, attributes) = (parser.text, parser.attributes)
    for (event, end) in parser.events {
      switch event {
      case .start(let name, let isInNamespace, let numbers):
        let tag = XMLTag(
          text: text, name: name, isInNamespace: isInNamespace, attributes: attributes[numbers],
          places: position.tag(endingAt: end))
        if depth == 1 { (recordStart, isTooLarge) = ((tag.place, end), false) }
        if end - recordStart.offset > SurveyedInput.maximumRecordBytes, depth > 1 { isTooLarge = true }
        try begin(tag, &sink.input)
        if hasSchema { misfits.tag = tag }
      case .end:
        position.pass(end)
        misfits.tag = nil
        try self.end(into: &sink)
      case .text(let isBlank):
        if !isBlank {
          position.pass(end)
          if skipped == 0, depth >= 2 { elements.text(at: position.here) }
          if skipped == 0, depth < 2 { warn("(text)", at: position.here, &sink.input) }
        }
        misfits.tag = nil
      case .doctype:
        position.pass(end)
        throw fault(
          .limit, "found a DOCTYPE", expected: "none: entities and external subsets are refused", at: position.here)
      case .fault(let words, let isEncoding, let line, let column):
        let words = words.isEmpty ? "not well-formed" : words.split(whereSeparator: \.isNewline).first.map(String.init)
        throw fault(
          isEncoding ? .encoding : .syntax, "not well-formed XML: \(words ?? "")",
          at: Place(line: max(1, line), column: max(1, column)))
      case .violation(let words): misfits.note(words, at: position.here)
      }
    }
    misfits.tag = nil
  }

  private mutating func begin(_ tag: XMLTag, _ input: inout SurveyedInput) throws(RunFault) {
    depth += 1
    guard depth <= JSONReader.maximumDepth else {
      throw fault(.limit, "nesting is too deep", expected: "at most \(JSONReader.maximumDepth) levels", at: tag.place)
    }
    if depth == 1 {
      try beginRoot(tag, &input)
      return
    }
    if skipped > 0 || isTooLarge {
      skipped += 1
      return
    }
    guard tag.attributes.count <= XMLFrontEnd.maximumAttributes else {
      throw fault(
        .limit, "the element has too many attributes", expected: "at most \(XMLFrontEnd.maximumAttributes)",
        at: tag.place)
    }
    let field = tag.isInNamespace ? names.name(tag.text.span.extracting(tag.name)) : .unknown
    if depth == 2 {
      guard field == .account || field == .item else {
        skipped = 1
        warn(tag.string(tag.name), at: tag.place, &input)
        return
      }
      isAccount = field == .account
      elements.restart(at: tag.place)
    } else {
      do {
        try elements.begin(field, tag.text.span.extracting(tag.name), at: tag.place)
      } catch {
        throw fault(
          .duplicate, "found the element or attribute \(error.name.quotedForDiagnostic) twice in one element",
          expected: "each name once", at: tag.place)
      }
    }
    for (number, attribute) in tag.attributes.enumerated() where attribute.isPlain {
      let place = tag.place(ofAttribute: number)
      let (name, value) = (tag.text.span.extracting(attribute.name), tag.text.span.extracting(attribute.value))
      guard value.count <= JSONReader.maximumStringBytes else {
        throw fault(.limit, "text is too long", expected: "at most \(JSONReader.maximumStringBytes) bytes", at: place)
      }
      elements.attribute(names.name(name), name, value, at: place)
    }
  }

  private mutating func beginRoot(_ tag: XMLTag, _ input: inout SurveyedInput) throws(RunFault) {
    hasRoot = true
    guard tag.isInNamespace, tag.string(tag.name) == "export" else {
      throw fault(
        .format, "found the element \(tag.string(tag.name).quotedForDiagnostic)",
        expected: "the element export in the namespace \(XMLFrontEnd.namespace)", at: tag.place)
    }
    var format: String?
    for (number, attribute) in tag.attributes.enumerated() where attribute.isPlain {
      let place = tag.place(ofAttribute: number)
      let text = tag.string(attribute.value)
      switch names.name(tag.text.span.extracting(attribute.name)) {
      case .format: format = text
      case .app: (input.app, input.appPlace) = (text, place)
      case .exportedAt:
        if !input.readExportedAt(text, at: place) {
          throw fault(
            .badValue, "found \(text.quotedForDiagnostic)",
            expected: "an RFC 3339 instant with an offset, such as 2026-11-20T12:00:00Z", at: place,
            field: "exportedAt")
        }
      default: warn(tag.string(attribute.name), at: place, &input)
      }
    }
    guard format != SurveyedInput.format else { return }
    throw fault(
      .format, format.map { "found \($0.quotedForDiagnostic)" } ?? "the field is missing",
      expected: SurveyedInput.format.quotedForDiagnostic, at: tag.place, field: "format")
  }

  private mutating func end(into sink: inout some RecordSink) throws(RunFault) {
    depth -= 1
    if skipped > 0 {
      skipped -= 1
    } else if depth >= 1 {
      elements.end()
      guard depth == 1 else { return }
      if isTooLarge {
        sink.input.refuseRecord(at: recordStart.place, isAccount: isAccount)
      } else {
        try sink.take(elements.builder.record, isAccount: isAccount)
      }
    }
  }

  private func fault(
    _ code: Diagnostic.Code, _ found: String, expected: String? = nil, at place: Place, field: String? = nil
  ) -> RunFault {
    RunFault(code, found, expected: expected, in: file.name, at: place, field: field)
  }

  private func warn(_ name: String, at place: Place, _ input: inout SurveyedInput) {
    input.refuseName(name, at: place, among: depth == 1 ? ["format", "app", "exportedAt"] : ["account", "item"])
  }
}

extension XMLSchema {
  /// - Parameter file: The name in diagnostics.
  package convenience init(_ bytes: [UInt8], file: String) throws(RunFault) {
    do {
      try self.init(bytes)
    } catch {
      throw RunFault(error, file: file)
    }
  }
}

extension RunFault {
  fileprivate init(_ fault: XMLFault, file: String) {
    switch fault {
    case .missing(let library):
      self.init(
        .ioError,
        "cannot read XML: \(library) is missing; install libxml2 (on Debian and Ubuntu, apt-get install libxml2)")
    case .schema(let line, let found, let expected):
      self.init(.schema, found, expected: expected, in: file, at: Place(line: line, column: 1))
    }
  }
}

/// A start tag with its places.
struct XMLTag {
  /// The text that the ranges refer to.
  var text: [UInt8]
  var name: Range<Int>
  /// Whether it is in the namespace of exports.
  var isInNamespace: Bool
  var attributes: ArraySlice<XMLParser.Attribute>
  var places: XMLPosition.Tag

  var place: Place { places.start }

  func place(ofAttribute number: Int) -> Place {
    places.attributes.indices.contains(number) ? places.attributes[number] : place
  }

  func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
}

/// Refuses encodings other than UTF-8, which libxml2 would silently convert.
enum XMLEncoding {
  /// `<?xm` in EBCDIC, which libxml2 recognizes.
  private static let ebcdicDeclaration: [UInt8] = [0x4c, 0x6f, 0xa7, 0x94]

  /// - Parameters:
  ///   - window: The beginning of the input.
  ///   - isComplete: Whether the window is the whole input.
  ///   - file: The input's name.
  static func check(_ window: Span<UInt8>, isComplete: Bool, file: String) throws(RunFault) {
    func fault(
      _ code: Diagnostic.Code, _ found: String, expected: String = "UTF-8", at place: Place = Place(line: 1, column: 1)
    ) -> RunFault {
      RunFault(code, found, expected: expected, in: file, at: place)
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
