import Diagnostics
import TOML

/// A text in which places are looked up independently, by its lines.
struct PlacedText {
  private let lines: [ArraySlice<UInt8>]

  init(_ text: [UInt8]) {
    lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  /// Returns the bytes from a place to the end of its line; nil if there is no such place. The end of a line is a place.
  func rest(_ location: SourceLocation) -> ArraySlice<UInt8>? {
    guard lines.indices.contains(location.line - 1) else { return nil }
    let line = lines[location.line - 1]
    return 0...line.count ~= location.column - 1 ? line.dropFirst(location.column - 1) : nil
  }

  /// Returns the index of the byte at a place; nil if there is no such place.
  func offset(_ location: SourceLocation) -> Int? { rest(location)?.startIndex }

  /// Returns the paths of all keys and values in a table or list that are not at their stated places.
  func misplaced(_ value: TOMLValue) -> [String] {
    value.children.flatMap { child in
      let isKey = child.key.isEmpty && child.keyLocation == child.location || begins(child.keyLocation, with: child.key)
      return (isKey && isValue(child) ? [] : ["\(child.path) \(child.keyLocation) \(child.location)"])
        + misplaced(child)
    }
  }

  private func isValue(_ value: TOMLValue) -> Bool {
    switch value.type {
    case .string: begins(value.location, with: "\"") && isInPlace(value.string!, value)
    case .array: begins(value.location, with: "[")
    case .table:
      begins(value.location, with: "[") || begins(value.location, with: "{") || begins(value.location, with: value.key)
    default: begins(value.location, with: value.written)
    }
  }

  /// Returns whether the place has this text, or a quoted string that could represent it.
  private func begins(_ location: SourceLocation, with text: String) -> Bool {
    guard let rest = rest(location) else { return false }
    return rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "'") || rest.starts(with: text.utf8)
  }

  /// Returns whether each byte of a string is in the text, or an escape is.
  private func isInPlace(_ string: String, _ value: TOMLValue) -> Bool {
    string.utf8.enumerated().allSatisfy { index, byte in
      guard let rest = rest(value.location(ofByte: index)) else { return false }
      // A line break is the end of a line's rest. All bytes of an escape are at its backslash.
      if byte == UInt8(ascii: "\n"), rest.isEmpty || rest.elementsEqual([UInt8(ascii: "\r")]) { return true }
      return rest.first == byte || rest.first == UInt8(ascii: "\\") || byte >= 0x80
    }
  }
}
