internal import CLibXML2

/// The reason why XML cannot be read or checked against a schema.
public enum XMLFault: Error, Sendable {
  /// libxml2 is not installed, or lacks a function.
  case missing(library: String)
  /// The bytes are not an XSD, or it imports or includes others. Lines count from 1.
  case schema(line: Int, found: String, expected: String? = nil)
}

/// libxml2, loaded on first use: linking it would delay the start of every run by 1 ms, even without XML
/// (docs/performance.md).
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
  var isError: Bool { level.rawValue >= XML_ERR_ERROR.rawValue }
  /// The library's message, or an empty text.
  var words: String { message.map { String(cString: $0) } ?? "" }
}
