internal import CLibXML2

/// A compiled XSD to validate documents against.
///
/// It is self-contained: nothing else is read from files or the network.
public final class XMLSchema {
  fileprivate let compiled: UnsafeMutableRawPointer
  /// The components of the schema refer to its nodes.
  private let document: UnsafeMutableRawPointer
  private let library: LibXMLFunctions

  public init(_ bytes: [UInt8]) throws(XMLFault) {
    library = try LibXML.functions
    let options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING
    let read = bytes.withUnsafeBytes { [library] bytes in
      library.xmlReadMemory(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil, nil, Int32(options))
    }
    guard let read else {
      throw library.xmlGetLastError().map { XMLFault($0.pointee) } ?? .schema(line: 1, found: "not well-formed XML")
    }
    document = read
    do {
      compiled = try XMLSchema.compile(read, library)
    } catch {
      library.xmlFreeDoc(read)
      throw error
    }
  }

  deinit {
    library.xmlSchemaFree(compiled)
    library.xmlFreeDoc(document)
  }

  private static func compile(
    _ document: UnsafeMutableRawPointer, _ library: LibXMLFunctions
  ) throws(XMLFault) -> UnsafeMutableRawPointer {
    var child = library.xmlDocGetRootElement(document)?.pointee.children
    while let node = child {
      if let name = node.pointee.name.map({ String(cString: $0) }), ["import", "include", "redefine"].contains(name) {
        throw .schema(
          line: library.xmlGetLineNo(node), found: "found \(name)",
          expected: "a self-contained schema; imports are not read")
      }
      child = node.pointee.next
    }
    var first: XMLFault?
    guard let parser = library.xmlSchemaNewDocParserCtxt(document) else { fatalError("no memory for an XSD parser") }
    defer { library.xmlSchemaFreeParserCtxt(parser) }
    let schema = withUnsafeMutablePointer(to: &first) { first in
      library.xmlSchemaSetParserStructuredErrors(
        parser,
        { context, error in
          let first = context!.assumingMemoryBound(to: XMLFault?.self)
          if first.pointee == nil, let error = error?.pointee, error.isError { first.pointee = XMLFault(error) }
        }, first)
      return library.xmlSchemaParse(parser)
    }
    guard let schema else { throw first ?? .schema(line: 1, found: "not an XSD") }
    return schema
  }
}

extension XMLFault {
  fileprivate init(_ error: xmlError) {
    let words = error.words.split(whereSeparator: \.isNewline).first ?? "cannot be read"
    self = .schema(line: max(1, Int(error.line)), found: "not an XSD: \(words)")
  }
}

/// Validates a document against an ``XMLSchema`` during parsing. The parser's events are passed to libxml2's own
/// handlers.
///
/// It keeps only the open elements.
final class XMLValidator {
  private let schema: XMLSchema
  private let library: LibXMLFunctions
  private let context: UnsafeMutableRawPointer
  private let plug: UnsafeMutableRawPointer
  /// Written to when the plug is inserted and removed.
  private let handlers = UnsafeMutablePointer<UnsafeMutablePointer<xmlSAXHandler>?>.allocate(capacity: 1)
  private let datas = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

  init(_ schema: XMLSchema, _ library: LibXMLFunctions) {
    // Without other handlers to forward events to, the plug's handlers are the validator's.
    handlers.initialize(to: nil)
    datas.initialize(to: nil)
    guard let context = library.xmlSchemaNewValidCtxt(schema.compiled),
      let plug = library.xmlSchemaSAXPlug(context, handlers, datas)
    else { fatalError("no memory for an XSD validator") }
    (self.schema, self.library, self.context, self.plug) = (schema, library, context, plug)
  }

  deinit {
    _ = library.xmlSchemaSAXUnplug(plug)
    library.xmlSchemaFreeValidCtxt(context)
    handlers.deallocate()
    datas.deallocate()
  }

  var handler: xmlSAXHandler? { handlers.pointee?.pointee }
  /// The user data of the handlers.
  var data: UnsafeMutableRawPointer? { datas.pointee }

  /// Registers `note` to be called with `target` for every violation of the schema.
  func setErrorHandler(_ target: UnsafeMutableRawPointer, _ note: xmlStructuredErrorFunc) {
    library.xmlSchemaSetValidStructuredErrors(context, note, target)
  }
}

/// The reason why XML cannot be read or checked against a schema.
public enum XMLFault: Error, Sendable {
  /// libxml2 is not installed, or lacks a function.
  case missing(library: String)
  /// The bytes are not an XSD, or it imports or includes others. Lines count from 1.
  case schema(line: Int, found: String, expected: String? = nil)
}

/// libxml2, loaded on first use: a program that reads no XML runs without it.
enum LibXML {
  static var functions: LibXMLFunctions {
    get throws(XMLFault) {
      guard let loaded else { throw .missing(library: String(cString: libxmlFile)) }
      return loaded
    }
  }

  private static let loaded: LibXMLFunctions? = {
    var functions = LibXMLFunctions()
    return libxmlLoad(&functions) == 1 ? functions : nil
  }()
}

extension xmlError {
  var isError: Bool { level >= XML_ERR_ERROR }
  /// The library's message, or an empty text.
  var words: String { message.map { String(cString: $0) } ?? "" }
}
