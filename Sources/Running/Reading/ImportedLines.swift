import Bytes
import CivilTime
import Diagnostics
import Formats
import PlanModel
import Resolving

/// The lines of an export as NDJSON, until all inputs are read: of an item that several have, one counts.
final class ImportedLines {
  private struct Item {
    var file: Int
    var place: Place
    var updatedAt: Instant
    var bytes: Range<Int64>
  }

  private let names: FieldNames
  private var text = SpilledBytes(memory: 1 << 20, of: "the records of the export")
  private var items: [StableHash: Item] = [:]
  /// The lines that another input's replace.
  private var replaced: [Range<Int64>] = []
  /// By file, how many of its items others replace, the first place, and the file with that one.
  private var counts: [Int: (count: Int, first: Place, by: Int)] = [:]
  private let head: String

  init(names: FieldNames, app: String) {
    self.names = names
    var writer = ByteWriter()
    writer.append(text: "{\"format\":\"\(SurveyedInput.format)\",\"app\":")
    writer.append(json: app)
    writer.append(text: "}\n")
    head = WrittenBytes(writer).text.visibleJSON
  }

  /// Adds an account, or an item that the schema accepts.
  ///
  /// - Returns: The error if the file has the item already, as a plan reports it.
  func add(
    _ record: Record, _ item: RecordCheck.Item?, of file: InputFile, number: Int
  ) throws(RunFault) -> [Diagnostic] {
    let place = Place(line: Int(record.values[0].line), column: Int(record.values[0].column))
    let known = item.flatMap { items[$0.key] }
    if let item, let known, known.file == number {
      return [
        Diagnostic(
          .error, .duplicate, at: SourceLocation(file.name, place), account: item.account,
          item: "\(item.kind.name) \(item.id.quotedForDiagnostic)", itemID: item.id, field: "id",
          found: "the account has this item already, in line \(known.place.line)",
          expected: "each kind and id once in an account")
      ]
    }
    var writer = ByteWriter()
    writer.append(text: item == nil ? "{\"account\":" : "{\"item\":")
    append(record, 0, source: item.map { _ in "\(file.path):\(place.line):\(place.column)" }, to: &writer)
    writer.append(text: "}\n")
    let line = WrittenBytes(writer).text.visibleJSON
    let start = try text.append(line)
    guard let item else { return [] }
    let new = Item(
      file: number, place: place, updatedAt: item.updatedAt ?? .distantPast,
      bytes: start..<start + Int64(line.utf8.count))
    guard let known else {
      items[item.key] = new
      return []
    }
    let isNewer = known.updatedAt <= new.updatedAt
    let (loser, winner) = isNewer ? (known, new) : (new, known)
    items[item.key] = winner
    replaced.append(loser.bytes)
    counts[loser.file, default: (0, loser.place, winner.file)].count += 1
    return []
  }

  /// Returns a warning for each file with items that others replace.
  func warnings(_ files: [InputFile]) -> [Diagnostic] {
    counts.sorted { $0.key < $1.key }.map { file, found in
      let other = files[found.by].name
      return Diagnostic(
        .warning, .imported, at: SourceLocation(files[file].name, found.first),
        found: found.count == 1
          ? "1 item is left out: the one of \(other) with its id counts"
          : "\(found.count) items are left out: those of other files with their ids count, the first in \(other)")
    }
  }

  func write() throws(RunFault) {
    try StandardOutput.write(head)
    var left = replaced.sorted { $0.lowerBound < $1.lowerBound }[...]
    var offset: Int64 = 0
    try text.forEachBlock { (block) throws(RunFault) in
      let end = offset + Int64(block.count)
      while offset < end {
        let next = left.first ?? end..<end
        if offset < next.lowerBound {
          let kept = Int(min(next.lowerBound, end) - offset)
          let start = block.count - Int(end - offset)
          try StandardOutput.write(block.extracting(start..<start + kept))
          offset += Int64(kept)
        } else {
          offset = min(next.upperBound, end)
          if next.upperBound <= end { left = left.dropFirst() }
        }
      }
    }
  }

  /// - Parameter source: An additional member of the object.
  private func append(_ record: Record, _ index: Int, source: String? = nil, to writer: inout ByteWriter) {
    switch record.values[index].type {
    case .object, .list:
      let isObject = record.values[index].type == .object
      writer.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
      var isFirst = true
      for child in record.children(of: index) {
        if !isFirst { writer.append(UInt8(ascii: ",")) }
        isFirst = false
        if isObject {
          writer.append(quoted: names[record.values[child].name])
          writer.append(UInt8(ascii: ":"))
        }
        append(record, child, to: &writer)
      }
      if let source {
        writer.append(text: ",\"source\":")
        writer.append(json: source)
      }
      writer.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    case .string, .untyped: writer.append(json: record.string(index))
    case .number: writer.append(text: record.string(index))
    case .true: writer.append(text: "true")
    case .false: writer.append(text: "false")
    case .null: writer.append(text: "null")
    }
  }
}
