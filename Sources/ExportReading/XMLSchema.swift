import CLibXML2
import Diagnostics

/// A compiled XSD that exports are checked against.
///
/// It stands alone: nothing is read but the bytes given here, from no file and no network.
package final class XMLSchema {
  let compiled: xmlSchemaPtr
  /// The components of the schema refer to its nodes.
  private let document: xmlDocPtr

  /// - Parameter file: What diagnostics call it.
  /// - Throws: where the bytes are not an XSD, or one that imports or includes others.
  package init(_ bytes: [UInt8], file: String) throws(FatalInput) {
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
    let read = bytes.withUnsafeBytes { bytes in
      xmlReadMemory(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), file, nil, Int32(options))
    }
    guard let document = read else {
      let error = xmlGetLastError()?.pointee
      throw XMLSchema.fault(file, line: Int(error?.line ?? 1), error.map(XMLSchema.words) ?? "not well-formed XML")
    }
    self.document = document
    do throws(FatalInput) {
      compiled = try XMLSchema.compile(document, file)
    } catch {
      xmlFreeDoc(document)
      throw error
    }
  }

  deinit {
    xmlSchemaFree(compiled)
    xmlFreeDoc(document)
  }

  private static func compile(_ document: xmlDocPtr, _ file: String) throws(FatalInput) -> xmlSchemaPtr {
    var child = xmlDocGetRootElement(document)?.pointee.children
    while let node = child {
      if let name = node.pointee.name.map({ String(cString: $0) }), ["import", "include", "redefine"].contains(name) {
        throw fault(
          file, line: xmlGetLineNo(node), "found \(name)", expected: "a schema that stands alone: no other is read")
      }
      child = node.pointee.next
    }
    let faults = Faults()
    guard let parser = xmlSchemaNewDocParserCtxt(document) else {
      throw FatalInput(.ioError, "cannot make an XSD parser")
    }
    defer { xmlSchemaFreeParserCtxt(parser) }
    xmlSchemaSetParserStructuredErrors(parser, note, Unmanaged.passUnretained(faults).toOpaque())
    guard let schema = xmlSchemaParse(parser) else {
      throw fault(file, line: faults.first?.line ?? 1, faults.first?.words ?? "not an XSD")
    }
    return schema
  }

  private static func fault(_ file: String, line: Int, _ found: String, expected: String? = nil) -> FatalInput {
    FatalInput(
      Diagnostic(
        .error, .schema, at: SourceLocation(file: file, line: max(1, line), column: 1), found: found,
        expected: expected))
  }

  fileprivate static func words(_ error: xmlError) -> String {
    let text = error.message.map { String(cString: $0) } ?? ""
    return "not an XSD: \(text.split(whereSeparator: \.isNewline).first ?? "cannot be read")"
  }

  /// What the library says of a schema that it cannot compile.
  fileprivate final class Faults {
    var first: (line: Int, words: String)?
  }
}

private func note(_ context: UnsafeMutableRawPointer?, _ error: xmlErrorPtr?) {
  let faults = Unmanaged<XMLSchema.Faults>.fromOpaque(context!).takeUnretainedValue()
  guard faults.first == nil, let error = error?.pointee, error.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
  faults.first = (Int(error.line), XMLSchema.words(error))
}
