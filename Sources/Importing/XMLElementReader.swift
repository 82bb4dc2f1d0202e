import Bytes
import Diagnostics
import Formats

/// An element of a file with its content.
struct XMLElement {
  var name: String
  var place: Place
  var attributes: [(name: String, value: String, place: Place)] = []
  /// The text directly inside it.
  var text = ""
  var children: [XMLElement] = []

  /// Creates the element whose start the scanner has just read.
  init(_ scanner: XMLScanner, in window: Span<UInt8>) throws(RunFault) {
    (name, place) = (String(window.extracting(scanner.name)), scanner.place)
    for attribute in scanner.attributes {
      let value = try scanner.string(attribute.value, in: window, at: attribute.place)
      attributes.append((String(window.extracting(attribute.name)), value, attribute.place))
    }
  }

  subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

  func place(of attribute: String) -> Place { attributes.first { $0.name == attribute }?.place ?? place }

  func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// Returns the trimmed text of the element at a path of names.
  func text(_ path: String...) -> String? {
    var element = self
    for name in path {
      guard let child = element.child(name) else { return nil }
      element = child
    }
    return element.text.trimmed
  }
}

/// Finds the elements with given names in a file and skips all others.
struct XMLElementReader {
  private var scanner: XMLScanner
  private let root: String
  private let names: Set<String>
  /// The open elements outside the one being read, outermost first.
  private(set) var outer: [String] = []
  /// The elements being read, innermost last.
  private var open: [XMLElement] = []

  /// - Parameters:
  ///   - root: The name of the root element.
  ///   - names: The names of the elements, with their prefixes.
  init(_ output: ImportOutput, root: String, names: Set<String>) {
    self.root = root
    scanner = XMLScanner(file: output.file.name)
    self.names = names
  }

  mutating func read(
    _ window: Span<UInt8>, isLast: Bool, _ take: (XMLElement, _ outer: [String]) throws(RunFault) -> Void
  ) throws(RunFault) -> Int {
    scanner.slide()
    loop: while true {
      switch try scanner.next(in: window, isLast: isLast) {
      case .starved, .endOfInput: break loop
      case .text:
        if open.isEmpty { continue }
        let range = scanner.text
        open[open.count - 1].text +=
          scanner.isCDATA
          ? String(window.extracting(range))
          : try scanner.string(range, in: window, at: scanner.place)
      case .start:
        let name = String(window.extracting(scanner.name))
        if outer.isEmpty, open.isEmpty, name != root {
          throw scanner.fault(
            .format, "found the element \(name.quotedForDiagnostic)", "the root element \(root)", at: scanner.place)
        }
        guard !open.isEmpty || names.contains(name) && !outer.isEmpty else {
          outer.append(name)
          continue
        }
        open.append(try XMLElement(scanner, in: window))
      case .end:
        guard let element = open.popLast() else {
          outer.removeLast()
          continue
        }
        if open.isEmpty { try take(element, outer) } else { open[open.count - 1].children.append(element) }
      }
    }
    return scanner.position
  }
}

extension String {
  /// The text without white space around it.
  var trimmed: String {
    guard let first = utf8.first, let last = utf8.last, first <= 0x20 || last <= 0x20 else { return self }
    let from = utf8.firstIndex { $0 > 0x20 } ?? endIndex
    let to = utf8.lastIndex { $0 > 0x20 }.map { utf8.index(after: $0) } ?? from
    return String(self[from..<to])
  }
}
