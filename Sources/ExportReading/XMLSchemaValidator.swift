import CLibXML2
import Diagnostics

/// Checks a document against an ``XMLSchema`` while it is parsed: the survey passes its SAX2 events on.
///
/// It holds the open elements only. What does not fit is a warning, since the reading of the records decides what is
/// refused: one for each thing that is wrong, as often as it may be, and at the end how many more places there were.
final class XMLSchemaValidator {
  typealias Place = XMLRecordBuilder.Place

  /// So many warnings for one document.
  static let limit = 100
  /// So many characters of what the library says, which may quote a value of any length.
  private static let wordCount = 300

  private let schema: XMLSchema
  private let file: String
  private let context: xmlSchemaValidCtxtPtr
  private let plug: xmlSchemaSAXPlugPtr
  /// The validator's own handlers and what to call them with; the plug writes to both places when it is taken out.
  private let handler = UnsafeMutablePointer<xmlSAXHandlerPtr?>.allocate(capacity: 1)
  private let handlerData = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

  /// The start tag that is being checked; nil at other events.
  private var tag: (places: XMLPosition.Tag, attributes: XMLAttributes)?
  private var place = Place(line: 1, column: 1)
  private var warnings: [Diagnostic] = []
  private var told: Set<String> = []
  private var untold: (count: Int, last: Place)?

  /// - Parameter file: The document's name in warnings.
  init(_ schema: XMLSchema, file: String) throws(FatalInput) {
    guard let context = xmlSchemaNewValidCtxt(schema.compiled) else {
      throw FatalInput(.ioError, "cannot make an XSD validator")
    }
    // Without handlers of ours in between, those of the plug are the validator's own.
    handler.initialize(to: nil)
    handlerData.initialize(to: nil)
    guard let plug = xmlSchemaSAXPlug(context, handler, handlerData) else {
      xmlSchemaFreeValidCtxt(context)
      handler.deallocate()
      handlerData.deallocate()
      throw FatalInput(.ioError, "cannot make an XSD validator")
    }
    (self.schema, self.file, self.context, self.plug) = (schema, file, context, plug)
    xmlSchemaSetValidStructuredErrors(context, violation, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    xmlSchemaSAXUnplug(plug)
    xmlSchemaFreeValidCtxt(context)
    handler.deallocate()
    handlerData.deallocate()
  }

  // MARK: Events

  /// A start tag, as SAX2 tells of it.
  struct StartTag {
    var name: UnsafePointer<xmlChar>?
    var prefix: UnsafePointer<xmlChar>?
    var uri: UnsafePointer<xmlChar>?
    var namespaceCount: Int32
    var namespaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    var defaultedCount: Int32
    var attributes: XMLAttributes
  }

  func begin(_ start: StartTag, at places: XMLPosition.Tag) {
    place = places.start
    tag = (places, start.attributes)
    handler.pointee?.pointee.startElementNs?(
      handlerData.pointee, start.name, start.prefix, start.uri, start.namespaceCount, start.namespaces,
      Int32(start.attributes.count), start.defaultedCount, start.attributes.fields)
    tag = nil
  }

  func end(
    _ name: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?, uri: UnsafePointer<xmlChar>?, at here: Place
  ) {
    place = here
    handler.pointee?.pointee.endElementNs?(handlerData.pointee, name, prefix, uri)
  }

  func text(_ text: UnsafePointer<xmlChar>?, _ count: Int32, at here: Place) {
    place = here
    handler.pointee?.pointee.characters?(handlerData.pointee, text, count)
  }

  // MARK: What does not fit

  /// The warnings, and how many more places do not fit.
  func finish() -> [Diagnostic] {
    if let (count, last) = untold {
      let places = count == 1 ? "1 more place does" : "\(count) more places do"
      warnings.append(warning(at: last, field: nil, "\(places) not fit the schema; this is the last one"))
      untold = nil
    }
    return warnings
  }

  fileprivate func note(_ error: xmlError) {
    guard error.level.rawValue >= XML_ERR_ERROR.rawValue, let message = error.message else { return }
    let violation = SchemaViolation(String(cString: message))
    let place = place(of: violation.attribute)
    let words = XMLSchemaValidator.oneLine(violation.words)
    let key = "\(violation.element) \(violation.attribute ?? "") \(words)"
    guard told.count < XMLSchemaValidator.limit, told.insert(key).inserted else {
      untold = ((untold?.count ?? 0) + 1, place)
      return
    }
    let element = violation.element.isEmpty ? "the document" : "element \(violation.element.onOneLine)"
    warnings.append(
      warning(
        at: place, field: violation.attribute?.onOneLine, "\(element) does not fit the schema: \(words)",
        expected: violation.expected))
  }

  private func warning(at place: Place, field: String?, _ found: String, expected: String? = nil) -> Diagnostic {
    Diagnostic(
      .warning, .schema, at: SourceLocation(file: file, line: place.line, column: place.column), field: field,
      found: found, expected: expected)
  }

  /// Where the attribute of that name begins; without one, where the event is.
  private func place(of attribute: String?) -> Place {
    guard let attribute, let (places, attributes) = tag else { return place }
    for index in 0..<min(attributes.count, places.attributes.count)
    where attributes.name(index).elementsEqual(attribute.utf8) {
      return places.attributes[index]
    }
    return place
  }

  /// The text without control characters, cut where it is too long.
  private static func oneLine(_ text: String) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == wordCount { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// What libxml2 says of a violation, taken apart:
/// `Element '{namespace}item', attribute 'date': [facet 'pattern'] The value 'x' is not accepted by the pattern 'y'.`
struct SchemaViolation {
  var element = ""
  var attribute: String?
  /// Without the names of its own, and without patterns, which say less than they are long.
  var words: String
  /// The elements that may stand there.
  var expected: String?

  init(_ message: String) {
    var rest = message.replacing("{\(XMLSurvey.namespace)}", with: "")[...]
    func take(after start: String) -> String? {
      guard rest.hasPrefix(start), let end = rest.dropFirst(start.count).firstIndex(of: "'") else { return nil }
      defer { rest = rest[rest.index(after: end)...] }
      return String(rest.dropFirst(start.count)[..<end])
    }
    if let name = take(after: "Element '") {
      element = name
      attribute = take(after: ", attribute '")
      if rest.hasPrefix(": ") { rest = rest.dropFirst(2) }
      _ = take(after: "[facet '")
      if rest.hasPrefix("] ") { rest = rest.dropFirst(2) }
    }
    while rest.last?.isNewline == true { rest.removeLast() }
    if let pattern = rest.ranges(of: " is not accepted by the pattern '").last {
      rest = (rest[..<pattern.lowerBound] + " does not have the form that it should")[...]
    }
    if let names = rest.firstRange(of: " Expected is ") {
      expected = rest[names.upperBound...].split { " ().".contains($0) }.joined(separator: " ")
      rest = rest[..<names.lowerBound]
    }
    if rest.hasSuffix(".") { rest = rest.dropLast() }
    words = rest.prefix(1).lowercased() + rest.dropFirst()
  }
}

private func violation(_ context: UnsafeMutableRawPointer?, _ error: xmlErrorPtr?) {
  guard let error = error?.pointee else { return }
  Unmanaged<XMLSchemaValidator>.fromOpaque(context!).takeUnretainedValue().note(error)
}
