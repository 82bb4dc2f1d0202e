import Bytes
import Diagnostics
import Formats
import System

/// A value in a JSON text, with its place and content.
struct JSONValue {
  /// The text and names that values refer to. A single object, since values are many.
  fileprivate final class Source {
    let record: Record
    let names: FieldNames

    init(_ record: Record, _ names: FieldNames) { (self.record, self.names) = (record, names) }
  }

  fileprivate let source: Source
  private let index: Int

  fileprivate init(_ source: Source, _ index: Int) { (self.source, self.index) = (source, index) }

  private var record: Record { source.record }
  private var value: Record.Value { source.record.values[index] }
  var type: Record.ValueType { value.type }
  var place: Place { Place(line: Int(value.line), column: Int(value.column)) }

  /// Returns the member named `name`; nil if it is missing or null.
  subscript(name: String) -> JSONValue? {
    guard type == .object else { return nil }
    let field = source.names.name(name)
    let end = Int(value.next)
    var child = index + 1
    while child < end {
      let (found, next) = (source.record.values[child].name, Int(source.record.values[child].next))
      if found == field, field != .unknown || record.unknownName(child) == name {
        let member = JSONValue(source, child)
        return member.type == .null ? nil : member
      }
      child = next
    }
    return nil
  }

  /// The members of an object by name, as the subscript returns them.
  var members: [String: JSONValue] {
    Dictionary(children.map { ($0.key, $0) }) { first, _ in first }.filter { $0.value.type != .null }
  }

  /// The direct members or elements.
  var children: [JSONValue] {
    guard type == .list || type == .object else { return [] }
    return record.children(of: index).map { JSONValue(source, $0) }
  }

  /// The name of the value in its object.
  var key: String { value.name == .unknown ? record.unknownName(index) : source.names[value.name] }

  /// The text of a string; nil for any other value.
  var string: String? { type == .string ? record.string(index) : nil }
  /// The text of a string or the digits of a number.
  var text: String? { type == .string || type == .number ? record.string(index) : nil }

  /// The value of a whole number, including one such as `5.0`.
  var int: Int? {
    guard type == .number else { return nil }
    let text = record.string(index)
    if let int = Int(text) { return int }
    guard let number = Double(text), abs(number) < 1e15, number == number.rounded() else { return nil }
    return Int(number)
  }

  var bool: Bool? { type == .true ? true : type == .false ? false : nil }

  /// The value as diagnostics show it.
  var words: String {
    switch type {
    case .object: "an object"
    case .list: "a list"
    case .string: record.string(index).quotedForDiagnostic
    case .number, .untyped: record.string(index).onOneLine
    case .true: "true"
    case .false: "false"
    case .null: "null"
    }
  }
}

/// Finds the members of a JSON text at given paths and skips all others.
struct JSONMembers {
  /// The names that lead to a member. `*` stands for any name and for each element of a list.
  struct Path {
    let names: [String]

    init(_ names: String...) { self.names = names }
    init(_ names: [String]) { self.names = names }
  }

  /// The most names to learn. Beyond that, names are data, such as dates.
  private static let maximumNames = 300

  private let output: ImportOutput
  private let paths: [Path]
  /// Whether the text may have one object a line without a list around them.
  private let mayBeLines: Bool
  private var reader: JSONReader
  private var builder: RecordBuilder
  /// The names of the open objects and lists on the way to a path.
  private var open: [String] = []
  private var isList: [Bool] = []
  private var key = ""
  /// The number of open containers outside the one being skipped; −1 if none is.
  private var skipTo = -1
  /// Whether the container of a path's members was found.
  private var hasMembers = false

  /// - Parameter mayBeLines: Whether several documents may follow one another, each a member.
  init(_ output: ImportOutput, paths: [Path], mayBeLines: Bool = false) {
    (self.output, self.paths, self.mayBeLines) = (output, paths, mayBeLines)
    reader = JSONReader(isLast: false, stringLimit: Int(SurveyedInput.maximumRecordBytes))
    builder = RecordBuilder(names: FieldNames())
  }

  /// - Parameter take: Receives the number of the path and an object.
  mutating func read(
    _ window: Span<UInt8>, isLast: Bool, _ take: (_ path: Int, JSONValue) throws(RunFault) -> Void
  ) throws(RunFault) -> Int {
    let isFirst = reader.line == 1 && reader.position == 0 && reader.isAtStart
    reader.slide(isLast: isLast)
    if isFirst, window.count >= 3, window[0] == 0xef, window[1] == 0xbb, window[2] == 0xbf { reader.restart(at: 3) }
    do {
      try scan(window, isLast, take)
    } catch let fault as JSONFault {
      throw RunFault(fault.diagnostic(file: output.file.name))
    } catch {
      throw error as! RunFault
    }
    if isLast, !hasMembers, !mayBeLines {
      throw output.fault(
        .format, "found no \(paths[0].names.dropLast().joined(separator: "."))",
        expected: "a file of the format \(output.file.format.rawValue)", at: Place(line: 1, column: 1))
    }
    return reader.position
  }

  private mutating func scan(
    _ bytes: Span<UInt8>, _ isLast: Bool, _ take: (Int, JSONValue) throws(RunFault) -> Void
  ) throws {
    while true {
      if skipTo >= 0 {
        guard try reader.skip(to: skipTo, in: bytes) else { return }
        skipTo = -1
      }
      if mayBeLines, reader.isComplete, open.isEmpty { reader.restart() }
      if mayBeLines, reader.isAtStart, reader.isAtEndOfInput(bytes) { return }
      // A member is read only once it is complete.
      let before = reader
      let token = try reader.next(in: bytes)
      let name = isList.last == true ? "*" : isList.isEmpty ? "" : key
      switch token {
      case .starved, .end: return
      case .key: key = reader.text(in: bytes)
      case .beginObject, .beginArray:
        if !open.isEmpty || token == .beginObject,
          let number = paths.firstIndex(where: { $0.names.count == open.count && leads($0.names, through: name) })
        {
          var end = reader
          let start = reader.position - 1
          guard try end.skip(to: end.depth - 1, in: bytes) else {
            if bytes.count - start > SurveyedInput.maximumRecordBytes {
              throw JSONFault(
                .tooLong, at: reader.place(of: .beginObject),
                expected: "at most \(SurveyedInput.maximumRecordBytes >> 20) MB in one \(name == "*" ? "member" : name)"
              )
            }
            reader = before
            return
          }
          let value = try value(bytes.extracting(start..<end.position), at: reader.place(of: token))
          reader = end
          if value.type == .object {
            try take(number, value)
          } else {
            refuse(value, expected: "an object")
          }
        } else if paths.contains(where: { leads($0.names, through: name) }) {
          let isWanted = paths.contains {
            $0.names.count == open.count + 1 && $0.names.last == "*" && leads($0.names, through: name)
          }
          if isWanted { hasMembers = true }
          open.append(name)
          isList.append(token == .beginArray)
        } else {
          skipTo = reader.depth - 1
        }
      case .endObject, .endArray:
        if !open.isEmpty {
          open.removeLast()
          isList.removeLast()
        }
      case .string, .number, .true, .false:
        guard let path = paths.first(where: { leads($0.names, through: name) }) else { continue }
        let start = reader.token.lowerBound - (token == .string ? 1 : 0)
        let value = try value(bytes.extracting(start..<reader.position), at: reader.place(of: token))
        refuse(value, expected: path.names.count == open.count ? "an object" : "a list or an object")
        hasMembers = true
      case .null: break
      }
    }
  }

  private mutating func value(_ text: Span<UInt8>, at place: Place) throws(JSONFault) -> JSONValue {
    var record = Record()
    record.values.reserveCapacity(64)
    record.text.append(copying: text)
    var reader = JSONReader(line: place.line, column: place.column, stringLimit: Int(SurveyedInput.maximumRecordBytes))
    try builder.read(&reader, into: &record)
    let value = JSONValue(JSONValue.Source(record, builder.names), 0)
    internNames(record)
    return value
  }

  private func refuse(_ value: JSONValue, expected: String) {
    output.refuse("found \(value.words)", expected: expected, at: value.place, code: .wrongType)
  }

  /// Interns the names of a record: the next member has the same ones, and known names are found faster.
  private mutating func internNames(_ record: Record) {
    var names = builder.names
    for index in record.values.indices where names.count < JSONMembers.maximumNames {
      let value = record.values[index]
      if value.name == .unknown, 1...64 ~= value.nameCount { _ = names.intern(record.unknownName(index)) }
    }
    if names.count > builder.names.count { builder = RecordBuilder(names: names) }
  }

  /// Whether a path begins with the open containers followed by `name`. The outermost has no name.
  private func leads(_ names: [String], through name: String) -> Bool {
    guard names.count >= open.count else { return false }
    for index in open.indices {
      let step = index + 1 < open.count ? open[index + 1] : name
      if names[index] != "*", names[index] != step { return false }
    }
    return true
  }
}
