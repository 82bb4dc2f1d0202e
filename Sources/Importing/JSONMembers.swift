import Bytes
import Diagnostics
import Formats

/// A value of a JSON text, with its place and what is in it.
struct JSONValue {
  let record: Record
  let index: Int
  /// What the record was read with.
  let names: FieldNames

  private var value: Record.Value { record.values[index] }
  var type: Record.ValueType { value.type }
  var place: Place { Place(line: Int(value.line), column: Int(value.column)) }

  /// The member of that name; nil: there is none, or it is null.
  subscript(name: String) -> JSONValue? {
    guard type == .object else { return nil }
    let field = names.name(name)
    let end = Int(value.next)
    var child = index + 1
    while child < end {
      let member = record.values[child]
      if member.name == field,
        field != .unknown || record.text.span.extracting(member.nameRange).equals(name.utf8Span.span)
      {
        return member.type == .null ? nil : JSONValue(record: record, index: child, names: names)
      }
      child = Int(member.next)
    }
    return nil
  }

  /// What is directly inside it.
  var children: [JSONValue] {
    guard type == .list || type == .object else { return [] }
    return record.children(of: index).map { JSONValue(record: record, index: $0, names: names) }
  }

  /// Its own name in an object.
  var key: String { value.name == .unknown ? record.unknownName(index) : names[value.name] }

  /// What a string says; nil for all else.
  var string: String? { type == .string ? record.string(index) : nil }
  /// A number as it is written, or a string.
  var text: String? { type == .string || type == .number ? record.string(index) : nil }

  /// A whole number, also one with a point and nothing behind it.
  var int: Int? {
    guard type == .number else { return nil }
    let text = record.string(index)
    if let int = Int(text) { return int }
    guard let number = Double(text), abs(number) < 1e15, number == number.rounded() else { return nil }
    return Int(number)
  }

  var bool: Bool? { type == .true ? true : type == .false ? false : nil }

  /// As a diagnostic shows it.
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

/// Finds the members of a JSON text that are at some paths, and passes over all others.
struct JSONMembers {
  /// The names that lead to a member, `*` for any name and for each of a list.
  struct Path {
    let names: [String]

    init(_ names: String...) { self.names = names }
    init(_ names: [String]) { self.names = names }
  }

  private let file: String
  private let paths: [Path]
  private let names: FieldNames
  /// The text is an object a line, without a list around them.
  private let mayBeLines: Bool
  private var reader: JSONReader
  private var builder: RecordBuilder
  /// The names of the open objects and lists, as far as they are passed through.
  private var open: [String] = []
  private var isList: [Bool] = []
  private var key = ""
  /// How many containers are open outside of the one that is being skipped; −1: none is.
  private var skipTo = -1

  /// - Parameters:
  ///   - known: Names that mappers ask for often.
  ///   - mayBeLines: Whether several documents may follow one another, each a member.
  init(_ output: ImportOutput, paths: [Path], known: [String] = [], mayBeLines: Bool = false) {
    file = output.file.name
    var names = FieldNames()
    for name in known { _ = names.intern(name) }
    (self.paths, self.names, self.mayBeLines) = (paths, names, mayBeLines)
    reader = JSONReader(isLast: false, stringLimit: Int(SurveyedInput.mostRecordBytes))
    builder = RecordBuilder(names: names)
  }

  /// - Parameter take: Gets the number of the path, and the names on it that its stars stand for.
  mutating func read(
    _ window: Span<UInt8>, isLast: Bool, _ take: (_ path: Int, JSONValue, _ key: String) throws(FatalInput) -> Void
  ) throws(FatalInput) -> Int {
    let isFirst = reader.line == 1 && reader.position == 0 && reader.isAtStart
    reader.slide(isLast: isLast)
    if isFirst, window.count >= 3, window[0] == 0xef, window[1] == 0xbb, window[2] == 0xbf { reader.restart(at: 3) }
    do {
      try scan(window, isLast, take)
    } catch let fault as JSONFault {
      throw FatalInput(fault.diagnostic(file: file))
    } catch {
      throw error as! FatalInput
    }
    return reader.position
  }

  private mutating func scan(
    _ bytes: Span<UInt8>, _ isLast: Bool, _ take: (Int, JSONValue, String) throws(FatalInput) -> Void
  ) throws {
    while true {
      if skipTo >= 0 {
        guard try reader.skip(to: skipTo, in: bytes) else { return }
        skipTo = -1
      }
      if mayBeLines, reader.isComplete, open.isEmpty { reader.restart() }
      if mayBeLines, reader.isAtStart, reader.isAtEndOfInput(bytes) { return }
      // A member is read when all of it is there.
      let before = reader
      let token = try reader.next(in: bytes)
      switch token {
      case .starved, .end: return
      case .key: key = reader.text(in: bytes)
      case .beginObject, .beginArray:
        let name = isList.last == true ? "*" : isList.isEmpty ? "" : key
        let path = (open + [name]).dropFirst()
        if !path.isEmpty || token == .beginObject,
          let number = paths.firstIndex(where: { JSONMembers.matches($0.names, path) })
        {
          var end = reader
          let start = reader.position - 1
          guard try end.skip(to: end.depth - 1, in: bytes) else {
            if bytes.count - start > SurveyedInput.mostRecordBytes {
              throw JSONFault(
                .tooLong, at: reader.place(of: .beginObject),
                expected: "at most \(SurveyedInput.mostRecordBytes >> 20) MB in one \(name == "*" ? "member" : name)")
            }
            reader = before
            return
          }
          var record = Record()
          record.text.append(copying: bytes.extracting(start..<end.position))
          var inner = JSONReader(
            line: reader.line, column: reader.column(of: start), stringLimit: Int(SurveyedInput.mostRecordBytes))
          try builder.read(&inner, into: &record)
          reader = end
          try take(number, JSONValue(record: record, index: 0, names: names), name == "*" ? "" : name)
        } else if paths.contains(where: { JSONMembers.leads($0.names, through: path) }) {
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
      case .string, .number, .true, .false, .null: break
      }
    }
  }

  private static func matches(_ names: [String], _ path: ArraySlice<String>) -> Bool {
    names.count == path.count && leads(names, through: path)
  }

  private static func leads(_ names: [String], through path: ArraySlice<String>) -> Bool {
    guard names.count >= path.count else { return false }
    return zip(names, path).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
