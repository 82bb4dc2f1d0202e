import Bytes
internal import CLibXML2

/// Parses XML in pieces with libxml2's push parser (SAX2). Each piece becomes a list of events.
///
/// Nothing is fetched and no entity is declared: events end with a DOCTYPE or the first fault. Invariant: No event
/// refers to the library's memory, since names and values are copied to ``text``.
public final class XMLParser {
  public struct Attribute: Sendable {
    /// Ranges of ``XMLParser/text``. All references in the value are resolved.
    public let name: Range<Int>
    public let value: Range<Int>
    /// Whether it is in no namespace.
    public let isPlain: Bool
  }

  public enum Event: Sendable {
    /// - Parameters:
    ///   - name: A range of ``XMLParser/text``, without the prefix.
    ///   - isInNamespace: Whether the element is in the parser's namespace.
    ///   - attributes: Indices in ``XMLParser/attributes``, without namespace declarations.
    case start(name: Range<Int>, isInNamespace: Bool, attributes: Range<Int>)
    case end
    /// Text between tags.
    case text(isBlank: Bool)
    case doctype
    /// The input is not well-formed.
    case fault(words: String, isEncoding: Bool, line: Int, column: Int)
    /// The last start tag, end tag or text violates the schema. The associated value is libxml2's message.
    case violation(String)
  }

  private let state: UnsafeMutablePointer<State>

  /// The data that callbacks write to. On the heap, since the library keeps its address.
  fileprivate struct State {
    let library: LibXMLFunctions
    let namespace: [UInt8]
    let validator: XMLValidator?
    var parser: UnsafeMutablePointer<xmlParserCtxt>?
    var events: [(event: Event, end: Int64)] = []
    var attributes: [Attribute] = []
    var text: [UInt8] = []
    /// Positions of this piece's names in `text`, by their addresses: libxml2 keeps one copy of a name for a whole
    /// parse. Copying each name takes 1.4 % more instructions of a run over W from XML.
    var names = State.noNames
    var isStopped = false

    static let noNames = [(address: UInt, range: Range<Int>)](repeating: (0, 0..<0), count: 64)
  }

  /// - Parameters:
  ///   - namespace: The namespace of the elements that events mark as ours.
  ///   - schema: The schema to validate the document against.
  /// - Throws: If libxml2 is missing.
  public init(namespace: String, schema: XMLSchema? = nil) throws(XMLFault) {
    let library = try LibXML.functions
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(
        library: library, namespace: Array(namespace.utf8), validator: schema.map { XMLValidator($0, library) }))
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = startElement
    handler.endElementNs = endElement
    handler.characters = characters
    handler.cdataBlock = characters
    handler.internalSubset = { context, _, _, _ in State.add(.doctype, context, stops: true) }
    handler.serror = { context, error in
      guard let error = error?.pointee, error.isError else { return }
      let fault = Event.fault(
        words: error.words, isEncoding: error.code == XML_ERR_INVALID_CHAR, line: Int(error.line),
        column: Int(error.int2))
      State.add(fault, context, stops: true)
    }
    guard let parser = library.xmlCreatePushParserCtxt(&handler, state, nil, 0, nil) else {
      fatalError("no memory for an XML parser")
    }
    _ = library.xmlCtxtUseOptions(
      parser, Int32(XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_NOCDATA))
    state.pointee.parser = parser
    state.pointee.validator?.setErrorHandler(state) { context, error in
      if let error = error?.pointee, error.isError, error.message != nil {
        State.add(.violation(error.words), context)
      }
    }
  }

  deinit {
    state.pointee.library.xmlFreeParserCtxt(state.pointee.parser)
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Reads the next piece of the document. Its events replace those of the last piece.
  public func parse(_ bytes: Span<UInt8>, isLast: Bool) {
    state.pointee.events.removeAll(keepingCapacity: true)
    state.pointee.attributes.removeAll(keepingCapacity: true)
    state.pointee.text.removeAll(keepingCapacity: true)
    state.pointee.names = State.noNames
    let (library, parser) = (state.pointee.library, state.pointee.parser)
    bytes.withUnsafeBytes { bytes in
      let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      _ = library.xmlParseChunk(parser, base, Int32(bytes.count), isLast ? 1 : 0)
    }
  }

  /// The events of the last piece, in order, each with the input offset that the parser had reached.
  public var events: [(event: Event, end: Int64)] { state.pointee.events }
  public var attributes: [Attribute] { state.pointee.attributes }
  /// The bytes that the ranges of events and attributes refer to.
  public var text: [UInt8] { state.pointee.text }
}

extension XMLParser.State {
  static func add(_ event: XMLParser.Event, _ context: UnsafeMutableRawPointer?, stops: Bool = false) {
    let state = context!.assumingMemoryBound(to: Self.self)
    if state.pointee.isStopped { return }
    state.pointee.add(event)
    guard stops else { return }
    state.pointee.isStopped = true
    state.pointee.library.xmlStopParser(state.pointee.parser)
  }

  mutating func add(_ event: XMLParser.Event) {
    let input = parser?.pointee.input?.pointee
    events.append((event, input.map { Int64($0.consumed) + Int64($0.cur - $0.base) } ?? 0))
  }

  /// Copies the bytes between two addresses, or none if `start` is nil.
  mutating func copy(_ start: UnsafePointer<xmlChar>?, _ end: UnsafePointer<xmlChar>?) -> Range<Int> {
    let first = text.count
    if let start, let end { text.append(contentsOf: UnsafeBufferPointer(start: start, count: end - start)) }
    return first..<text.count
  }

  mutating func copy(_ name: UnsafePointer<xmlChar>?) -> Range<Int> {
    let address = UInt(bitPattern: name)
    let slot = Int(truncatingIfNeeded: (address &* 0x9e37_79b9_7f4a_7c15) >> 58)
    if names[slot].address != address { names[slot] = (address, copy(name, name.map { $0 + length(ofText: $0) })) }
    return names[slot].range
  }

  /// Copies a value. libxml2 has resolved every reference except an ampersand, which is `&#38;`.
  mutating func copyValue(_ start: UnsafePointer<xmlChar>?, _ end: UnsafePointer<xmlChar>?) -> Range<Int> {
    guard let start, let end else { return copy(start, end) }
    let value = UnsafeBufferPointer(start: start, count: end - start)
    let plain = value.span.firstIndex(of: UInt8(ascii: "&"), from: 0)
    let range = copy(start, start + plain)
    var rest = value[plain...]
    while let byte = rest.popFirst() {
      text.append(byte)
      if byte == UInt8(ascii: "&"), rest.starts(with: "#38;".utf8) { rest = rest.dropFirst(4) }
    }
    return range.lowerBound..<text.count
  }
}

// C functions have no context, so the state is passed as user data.

private func startElement(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
  _ uri: UnsafePointer<xmlChar>?, _ namespaceCount: Int32, _ namespaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
  _ attributeCount: Int32, _ defaultedCount: Int32, _ fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
  let state = context!.assumingMemoryBound(to: XMLParser.State.self)
  if state.pointee.isStopped { return }
  let first = state.pointee.attributes.count
  // Five pointers each: name, prefix, namespace, and the value's start and end.
  for index in 0..<Int(attributeCount) {
    guard let field = fields.map({ $0 + index * 5 }) else { break }
    state.pointee.attributes.append(
      XMLParser.Attribute(
        name: state.pointee.copy(field[0]), value: state.pointee.copyValue(field[3], field[4]), isPlain: field[2] == nil
      ))
  }
  state.pointee.add(
    .start(
      name: state.pointee.copy(name), isInNamespace: isEqual(uri, state.pointee.namespace),
      attributes: first..<state.pointee.attributes.count))
  state.pointee.validator?.handler?.startElementNs?(
    state.pointee.validator?.data, name, prefix, uri, namespaceCount, namespaces, attributeCount, defaultedCount, fields
  )
}

private func isEqual(_ uri: UnsafePointer<xmlChar>?, _ namespace: [UInt8]) -> Bool {
  guard let uri else { return false }
  return UnsafeBufferPointer(start: uri, count: length(ofText: uri)).span.equals(namespace.span)
}

private func endElement(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
  _ uri: UnsafePointer<xmlChar>?
) {
  let state = context!.assumingMemoryBound(to: XMLParser.State.self)
  if state.pointee.isStopped { return }
  state.pointee.add(.end)
  state.pointee.validator?.handler?.endElementNs?(state.pointee.validator?.data, name, prefix, uri)
}

private func characters(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<xmlChar>?, _ count: Int32) {
  let state = context!.assumingMemoryBound(to: XMLParser.State.self)
  if state.pointee.isStopped { return }
  let bytes = UnsafeBufferPointer(start: text, count: Int(count))
  state.pointee.add(.text(isBlank: bytes.allSatisfy(\.isXMLSpace)))
  state.pointee.validator?.handler?.characters?(state.pointee.validator?.data, text, count)
}

extension UInt8 {
  /// Whether it is white space of XML 1.0, section 2.3.
  public var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0d }
}
