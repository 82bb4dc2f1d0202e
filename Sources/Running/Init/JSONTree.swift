import Bytes
import Formats
import PlanFiles

/// A small JSON text as a tree, for `tickler init --from`.
indirect enum JSONTree {
  case object([(key: String, value: JSONTree)])
  case list([JSONTree])
  case text(String)
  case number(String)
  case flag(Bool)
  case null

  init(_ bytes: [UInt8]) throws(JSONFault) {
    var reader = JSONReader()
    /// The open objects and lists, each with its members so far and the key of the next one.
    var open: [(isObject: Bool, members: [(key: String, value: JSONTree)], key: String)] = [(false, [], "")]
    while true {
      let token = try reader.next(in: bytes.span)
      let value: JSONTree
      switch token {
      case .end, .starved:
        guard let first = open[0].members.first else {
          throw JSONFault(.unexpectedEnd, at: Place(line: 1, column: 1), expected: "a document")
        }
        self = first.value
        return
      case .key:
        open[open.count - 1].key = reader.text(in: bytes.span)
        continue
      case .beginObject:
        open.append((true, [], ""))
        continue
      case .beginArray:
        open.append((false, [], ""))
        continue
      case .endObject, .endArray:
        let closed = open.removeLast()
        value = closed.isObject ? .object(closed.members) : .list(closed.members.map(\.value))
      case .string: value = .text(reader.text(in: bytes.span))
      case .number: value = .number(reader.text(in: bytes.span))
      case .true: value = .flag(true)
      case .false: value = .flag(false)
      case .null: value = .null
      }
      open[open.count - 1].members.append((open[open.count - 1].key, value))
    }
  }

  private static func texts(of bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n")).filter { $0.contains { $0 > 0x20 } }.map(Array.init)
  }

  /// Parses the lines of NDJSON, and skips faulty ones.
  static func lines(_ bytes: [UInt8]) -> [JSONTree] { texts(of: bytes).compactMap { try? JSONTree($0) } }

  /// Parses an export in JSON or NDJSON. The lines of NDJSON are combined into one document.
  static func export(_ bytes: [UInt8]) throws(JSONFault) -> (tree: JSONTree, isLines: Bool) {
    let texts = texts(of: bytes)
    guard texts.count > 1, let head = try? JSONTree(texts[0]), case .object(let fields) = head else {
      return (try JSONTree(bytes), false)
    }
    var accounts: [JSONTree] = []
    var items: [JSONTree] = []
    for text in texts.dropFirst() {
      let record = try JSONTree(text)
      if let account = record["account"] { accounts.append(account) }
      if let item = record["item"] { items.append(item) }
    }
    return (.object(fields + [("accounts", .list(accounts)), ("items", .list(items))]), true)
  }

  subscript(key: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var members: [JSONTree] { if case .list(let members) = self { members } else { [] } }
  var fields: [(key: String, value: JSONTree)] { if case .object(let fields) = self { fields } else { [] } }

  func writeMembers(to json: inout FieldWriter) {
    for (key, value) in fields {
      json.key(key)
      value.write(to: &json)
    }
  }

  private func write(to json: inout FieldWriter) {
    switch self {
    case .object: json.object(writeMembers)
    case .list(let members):
      json.array { json in
        for value in members {
          json.element()
          value.write(to: &json)
        }
      }
    case .text(let text): json.out.append(json: text)
    case .number(let digits): json.out.append(text: digits)
    case .flag(let flag): json.out.append(text: "\(flag)")
    case .null: json.out.append(text: "null")
    }
  }
}
