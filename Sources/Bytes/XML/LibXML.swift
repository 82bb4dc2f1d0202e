internal import CLibXML2

/// Why XML cannot be read, or cannot be checked against a schema.
public enum XMLFault: Error, Sendable {
  /// libxml2 is not installed, or lacks a function.
  case missing(library: String)
  /// The bytes are not an XSD, or one that imports or includes others. Lines count from 1.
  case schema(line: Int, found: String, expected: String? = nil)
}

/// libxml2, loaded on first use: linked, it would cost every run 1 ms of start, whatever its inputs are (docs/performance.md).
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
  /// The library's message; empty where it has none.
  var words: String { message.map { String(cString: $0) } ?? "" }
}
