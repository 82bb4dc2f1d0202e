import CLibXML2
import CivilTime
import Crypto
import Diagnostics
import PlanModel

/// The first reading of an XML input, through libxml2's push parser with SAX2 events: checks that it is well-formed,
/// hashes it, and keeps its records in a ``RecordSpool``, since XML cannot be entered in the middle.
///
/// DOCTYPE and with it every entity is refused, nothing is fetched, and nesting and the length of texts are limited.
final class XMLSurvey {
  private static let windowSize = 1 << 18
  static let namespace = "urn:tickler:export:1"

  private let file: InputFile
  private var result: SurveyedInput
  private let names: FieldNames
  private let spool: RecordSpool
  private var builder: XMLRecordBuilder
  private var position = XMLPosition()
  private var parser: xmlParserCtxtPtr?
  private var sketches: [RecordSketch] = []
  /// Elements that are open, the root included.
  private var depth = 0
  /// Elements that are open inside one that the format does not know.
  private var skipped = 0
  private var sketch: RecordSketch?
  private var warned: Set<String> = []
  private(set) var fault: FatalInput?
  /// Checks the document against the schema, where there is one.
  private let validator: XMLSchemaValidator?

  /// - Parameters:
  ///   - schema: What does not fit it is a warning; nil: nothing is checked against one.
  ///   - hashes: Whether the input is hashed too.
  ///   - progress: Called after each window, with the number of bytes read so far.
  ///   - record: Called for every record in order.
  static func survey(
    _ input: SurveyedInput, _ names: FieldNames, schema: XMLSchema? = nil, hashes: Bool, progress: (Int64) -> Void,
    record: (RecordSketch) throws(FatalInput) -> Void
  ) throws(FatalInput) -> SurveyedInput {
    var validator: XMLSchemaValidator?
    if let schema { validator = try XMLSchemaValidator(schema, file: input.file.name) }
    let survey = XMLSurvey(input, names, spool: try RecordSpool(name: input.file.name), validator)
    return try survey.run(hashes ? SHA256() : nil, progress, record)
  }

  private init(
    _ input: SurveyedInput, _ names: FieldNames, spool: RecordSpool, _ validator: XMLSchemaValidator?
  ) {
    file = input.file
    self.names = names
    builder = XMLRecordBuilder(names: names)
    self.spool = spool
    self.validator = validator
    result = input
  }

  private func run(
    _ hash: consuming SHA256?, _ progress: (Int64) -> Void, _ record: (RecordSketch) throws(FatalInput) -> Void
  ) throws(FatalInput) -> SurveyedInput {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = startElement
    handler.endElementNs = endElement
    handler.characters = characters
    handler.cdataBlock = characters
    handler.internalSubset = doctype
    handler.serror = libraryError
    guard
      let parser = xmlCreatePushParserCtxt(&handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
    else { throw FatalInput(.ioError, "cannot make an XML parser") }
    defer { xmlFreeParserCtxt(parser) }
    xmlCtxtUseOptions(
      parser, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_BIG_LINES.rawValue | XML_PARSE_NOCDATA.rawValue))
    self.parser = parser

    var window = [UInt8](repeating: 0, count: XMLSurvey.windowSize)
    var offset: Int64 = 0
    var count = 0
    repeat {
      count = try file.read(at: offset, count: XMLSurvey.windowSize, into: &window)
      hash?.update(data: window[..<count])
      if offset == 0 { try checkEncoding(window[..<count]) }
      offset += Int64(count)
      position.append(window[..<count])
      let isLast = count < XMLSurvey.windowSize
      window.withUnsafeBytes { bytes in
        _ = xmlParseChunk(parser, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), Int32(count), isLast ? 1 : 0)
      }
      if let fault { throw fault }
      for sketch in sketches { try record(sketch) }
      sketches.removeAll(keepingCapacity: true)
      progress(offset)
    } while count == XMLSurvey.windowSize
    if depth != 0 || !hasRoot {
      throw FatalInput(fatal(.syntax, "found the end of the input", expected: "an export element", line: 1, column: 1))
    }
    if let validator { result.warnings += validator.finish() }
    if let hash { result.sha256 = String(hexadecimal: hash.finalize()) }
    result.records = try spool.finish()
    return result
  }

  private var hasRoot = false

  // MARK: Events

  fileprivate func begin(_ tag: XMLSchemaValidator.StartTag) {
    guard fault == nil else { return }
    let places = position.tag(endingAt: consumed)
    begin(
      UnsafeBufferPointer(start: tag.name, count: xmlLength(tag.name)), tag.uri, tag.attributes, places)
    if fault == nil { validator?.begin(tag, at: places) }
  }

  private func begin(
    _ name: UnsafeBufferPointer<UInt8>, _ namespace: UnsafePointer<UInt8>?, _ attributes: XMLAttributes,
    _ places: XMLPosition.Tag
  ) {
    depth += 1
    guard depth <= JSONReader.maxDepth else {
      fail(.limit, "nesting is too deep", expected: "at most \(JSONReader.maxDepth) levels", at: places.start)
      return
    }
    let isOurs = namespace.map { String(cString: $0) == XMLSurvey.namespace } ?? false
    if depth == 1 {
      beginRoot(name, isOurs, attributes, places)
      return
    }
    if skipped > 0 {
      skipped += 1
      return
    }
    let field = isOurs ? names.name(name.span) : .unknown
    if depth == 2 {
      guard field == .account || field == .item else {
        skipped = 1
        warn(String(decoding: name, as: UTF8.self), at: places.start)
        return
      }
      builder.removeAll()
      sketch = RecordSketch(isAccount: field == .account)
      sketch?.line = places.start.line
      sketch?.column = places.start.column
    }
    do {
      try builder.begin(field, nameText: name, at: places.start)
    } catch {
      fail(
        .duplicate, "found the element or attribute \(names[error.name].quotedForDiagnostic) twice in one element",
        expected: "each name once", at: places.start)
      return
    }
    read(attributes, places, isRecord: depth == 2)
  }

  private func beginRoot(
    _ name: UnsafeBufferPointer<UInt8>, _ isOurs: Bool, _ attributes: XMLAttributes, _ places: XMLPosition.Tag
  ) {
    hasRoot = true
    guard isOurs, name.elementsEqual("export".utf8) else {
      fail(
        .format, "found the element \(String(decoding: name, as: UTF8.self).quotedForDiagnostic)",
        expected: "the element export in the namespace \(XMLSurvey.namespace)", at: places.start)
      return
    }
    var format: String?
    for index in 0..<attributes.count where attributes.isPlain(index) {
      let place = places.attributes.indices.contains(index) ? places.attributes[index] : places.start
      let text = attributes.text(index)
      switch names.name(attributes.name(index).span) {
      case .format: format = text
      case .app: result.app = text
      case .exportedAt:
        result.exportedAt = Instant(rfc3339: text.utf8)
        if result.exportedAt == nil {
          fail(
            .badValue, "found \(text.quotedForDiagnostic)",
            expected: "an RFC 3339 instant with an offset, such as 2026-11-20T12:00:00Z", at: place,
            field: "exportedAt")
        }
      default: warn(String(decoding: attributes.name(index), as: UTF8.self), at: place)
      }
    }
    let expected = SurveyedInput.format.quotedForDiagnostic
    if let format {
      if format != SurveyedInput.format {
        fail(.format, "found \(format.quotedForDiagnostic)", expected: expected, at: places.start, field: "format")
      }
    } else {
      fail(.format, "the field is missing", expected: expected, at: places.start, field: "format")
    }
  }

  private func read(_ attributes: XMLAttributes, _ places: XMLPosition.Tag, isRecord: Bool) {
    for index in 0..<attributes.count where attributes.isPlain(index) {
      let place = places.attributes.indices.contains(index) ? places.attributes[index] : places.start
      let value = attributes.value(index)
      if value.count > JSONReader.maxStringBytes, attributes.text(index).utf8.count > JSONReader.maxStringBytes {
        fail(.limit, "text is too long", expected: "at most \(JSONReader.maxStringBytes) bytes", at: place)
        return
      }
      let name = names.name(attributes.name(index).span)
      builder.attribute(name, nameText: attributes.name(index), value: value, at: place)
      guard isRecord, let isAccount = sketch?.isAccount else { continue }
      switch name {
      case .id where isAccount, .account where !isAccount:
        sketch?.owner = StableHash(attributes.text(index))
      case .app where isAccount:
        sketch?.app = StableHash(attributes.text(index))
      case .updatedAt:
        sketch?.updatedAt = Instant(rfc3339: attributes.text(index).utf8)
      default: break
      }
    }
  }

  fileprivate func end(
    _ name: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?, uri: UnsafePointer<xmlChar>?
  ) {
    guard fault == nil else { return }
    depth -= 1
    position.pass(consumed)
    validator?.end(name, prefix: prefix, uri: uri, at: position.here)
    if skipped > 0 {
      skipped -= 1
      return
    }
    guard depth >= 1 else { return }
    builder.end()
    if depth == 1 { endRecord() }
  }

  private func endRecord() {
    guard var sketch else { return }
    self.sketch = nil
    do {
      let range = try spool.append(builder.values, builder.text, isAccount: sketch.isAccount)
      (sketch.start, sketch.end) = (range.lowerBound, range.upperBound)
    } catch {
      fault = error
      xmlStopParser(parser)
      return
    }
    if sketch.isAccount { result.accountCount += 1 } else { result.itemCount += 1 }
    result.add(sketch, layout: .spooled)
    sketches.append(sketch)
  }

  fileprivate func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard fault == nil else { return }
    let isSpace = bytes.allSatisfy(\.isXMLSpace)
    if !isSpace { position.pass(consumed) }
    validator?.text(bytes.baseAddress, Int32(bytes.count), at: position.here)
    if isSpace || skipped > 0 { return }
    if depth >= 2 { builder.text(at: position.here) } else { warn("(text)", at: position.here) }
  }

  fileprivate func refuseDoctype() {
    guard fault == nil else { return }
    position.pass(consumed)
    fail(
      .limit, "found a DOCTYPE", expected: "none: entities and external subsets are refused", at: position.here)
  }

  fileprivate func refuse(_ error: xmlError) {
    guard fault == nil, error.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
    let text = error.message.map { String(cString: $0) } ?? "not well-formed"
    let words = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
    let code: Diagnostic.Code = error.code == XML_ERR_INVALID_CHAR.rawValue ? .encoding : .syntax
    fault = FatalInput(
      fatal(code, "not well-formed XML: \(words)", line: max(1, Int(error.line)), column: max(1, Int(error.int2))))
    xmlStopParser(parser)
  }

  // MARK: Faults

  private var consumed: Int64 {
    guard let input = parser?.pointee.input?.pointee else { return 0 }
    return Int64(input.consumed) + Int64(input.cur - input.base)
  }

  private func fail(
    _ code: Diagnostic.Code, _ found: String, expected: String, at place: XMLRecordBuilder.Place, field: String? = nil
  ) {
    guard fault == nil else { return }
    fault = FatalInput(
      fatal(code, found, expected: expected, line: place.line, column: place.column, field: field))
    xmlStopParser(parser)
  }

  private func fatal(
    _ code: Diagnostic.Code, _ found: String, expected: String? = nil, line: Int, column: Int, field: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .error, code, at: SourceLocation(file: file.name, line: line, column: column), field: field, found: found,
      expected: expected)
  }

  private func warn(_ name: String, at place: XMLRecordBuilder.Place) {
    guard warned.insert(name).inserted else { return }
    result.warnings.append(
      Diagnostic(
        .warning, .unknownField, at: SourceLocation(file: file.name, line: place.line, column: place.column),
        field: name.onOneLine, found: "the format has no such field",
        expected: name.suggestion(among: depth == 1 ? ["format", "app", "exportedAt"] : ["account", "item"])))
  }

  /// `<?xm`, by which libxml2 knows it.
  private static let ebcdicDeclaration: [UInt8] = [0x4c, 0x6f, 0xa7, 0x94]

  /// Only UTF-8 is read: libxml2 would convert other encodings without a word.
  private func checkEncoding(_ head: ArraySlice<UInt8>) throws(FatalInput) {
    if head.starts(with: [0xfe, 0xff]) || head.starts(with: [0xff, 0xfe]) || head.prefix(4).contains(0) {
      throw FatalInput(fatal(.encoding, "found UTF-16 or UTF-32", expected: "UTF-8", line: 1, column: 1))
    }
    if head.starts(with: XMLSurvey.ebcdicDeclaration) {
      throw FatalInput(fatal(.encoding, "found EBCDIC", expected: "UTF-8", line: 1, column: 1))
    }
    let isMarked = head.starts(with: [0xef, 0xbb, 0xbf])
    let declaration = head.dropFirst(isMarked ? 3 : 0).prefix { $0 != UInt8(ascii: ">") }
    guard declaration.starts(with: "<?xml".utf8), declaration.dropFirst(5).first?.isXMLSpace != false else { return }
    if head.count == XMLSurvey.windowSize, declaration.endIndex == head.endIndex {
      throw FatalInput(
        fatal(
          .limit, "the XML declaration is too long", expected: "an end within \(head.count) bytes", line: 1, column: 1))
    }
    let text = String(decoding: declaration, as: UTF8.self)
    guard let name = text.firstRange(of: "encoding") else { return }
    let quotes: Set<Character> = ["\"", "'"]
    let value = text[name.upperBound...].drop { !quotes.contains($0) }.dropFirst().prefix { !quotes.contains($0) }
    let known = ["utf-8", "utf8", "us-ascii", "ascii"]
    guard known.contains(value.lowercased()) else {
      let before = text[..<name.lowerBound].utf8
      let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      throw FatalInput(
        fatal(
          .encoding, "found the encoding \(String(value).quotedForDiagnostic)", expected: "UTF-8", line: line.count,
          column: line.last!.count + 1))
    }
  }
}

// MARK: Callbacks. C functions without a context of their own: the survey is their user data.

private func survey(_ context: UnsafeMutableRawPointer?) -> XMLSurvey {
  Unmanaged<XMLSurvey>.fromOpaque(context!).takeUnretainedValue()
}

private func startElement(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
  _ uri: UnsafePointer<xmlChar>?, _ namespaceCount: Int32, _ namespaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
  _ attributeCount: Int32, _ defaultedCount: Int32, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
  survey(context).begin(
    XMLSchemaValidator.StartTag(
      name: name, prefix: prefix, uri: uri, namespaceCount: namespaceCount, namespaces: namespaces,
      defaultedCount: defaultedCount, attributes: XMLAttributes(fields: attributes, count: Int(attributeCount))))
}

private func endElement(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
  _ uri: UnsafePointer<xmlChar>?
) {
  survey(context).end(name, prefix: prefix, uri: uri)
}

private func characters(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<xmlChar>?, _ count: Int32) {
  survey(context).text(UnsafeBufferPointer(start: text, count: Int(count)))
}

private func doctype(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ publicID: UnsafePointer<xmlChar>?,
  _ systemID: UnsafePointer<xmlChar>?
) {
  survey(context).refuseDoctype()
}

private func libraryError(_ context: UnsafeMutableRawPointer?, _ error: xmlErrorPtr?) {
  if let error { survey(context).refuse(error.pointee) }
}

private func xmlLength(_ text: UnsafePointer<xmlChar>?) -> Int {
  text.map { Int(xmlStrlen($0)) } ?? 0
}
