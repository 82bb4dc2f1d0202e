import Bytes
import CivilTime
import PlanModel

/// A line of `plan.ndjson` as read. Lines that differ only in dates share their other fields.
package struct DatedLine: Sendable {
  /// All fields. The dates below replace its own, which may be another line's.
  package let undated: Shared<PlanLine>
  package fileprivate(set) var uid: Occurrence
  package fileprivate(set) var local: LocalDateTime?
  package fileprivate(set) var at: Instant?
  fileprivate var requestDate: LocalDate?

  init(_ line: PlanLine) {
    undated = Shared(line)
    (uid, local, at, requestDate) = (line.uid, line.local, line.at, line.request?.date)
  }

  package var request: RequestID? {
    undated.request.map { id in requestDate.map { RequestID(id.notification, on: $0) } ?? id }
  }

  /// All fields.
  var line: PlanLine {
    var line = undated.value
    (line.uid, line.local, line.at, line.request) = (uid, local, at, request)
    return line
  }
}

/// Parsed lines of `plan.ndjson` that later lines are compared with.
///
/// Most lines of a request differ only in dates. Reading only these instead of all tokens saves a sixth of the
/// instructions of `verify`.
struct PlanLineModels {
  fileprivate struct Model {
    let line: DatedLine
    let bytes: [UInt8]
    /// The start of the `uid`.
    let stem: Int
    /// The starts of the date in the `uid`, the date of the request, the wall time and the instant; nil if missing.
    let uid: Int?
    let request: Int?
    let local: Int?
    let at: Int
  }

  /// The quick test of a model: its length, and eight bytes of its `uid`.
  private struct Key {
    let count: Int
    let place: Int
    let word: UInt64
  }

  /// The number of models: an account has up to that many requests with lines at about one time.
  private static let maximum = 32

  private var keys: [Key] = []
  private var models: [Model] = []
  /// The model to compare with first. Requests often take turns.
  private var first = 0
  /// The model to replace next.
  private var oldest = 0

  /// Returns a line that differs from a model only in dates; nil if there is none.
  mutating func line(_ bytes: Span<UInt8>) -> DatedLine? {
    var index = first
    for _ in keys.indices {
      if index >= keys.count { index = 0 }
      let key = keys[index]
      if key.count == bytes.count, bytes.word(at: key.place) == key.word,
        let line = models[index].moved(to: bytes)
      {
        first = index + 1
        return line
      }
      index += 1
    }
    return nil
  }

  /// Adds a parsed line as a model, if only its dates can differ.
  mutating func add(_ line: DatedLine, _ bytes: Span<UInt8>) {
    guard let model = Model(line, bytes) else { return }
    let key = Key(count: bytes.count, place: model.stem, word: bytes.word(at: model.stem))
    if keys.count < PlanLineModels.maximum {
      keys.append(key)
      models.append(model)
    } else {
      (keys[oldest], models[oldest]) = (key, model)
      oldest = (oldest + 1) % PlanLineModels.maximum
    }
  }
}

extension PlanLineModels.Model {
  /// Returns nil if the line has no instant, or a second one that moved with it.
  init?(_ line: DatedLine, _ bytes: Span<UInt8>) {
    // Quotes inside of texts are escaped, so a comma and a quote before a name make a key.
    guard line.undated.deferredFrom == nil, let stem = Self.start(of: ",\"uid\":\"", in: bytes, from: 0) else {
      return nil
    }
    var end = stem + 32
    uid = line.uid.date == nil ? nil : end + 1
    if let request = line.request {
      guard let start = Self.start(of: ",\"request\":\"", in: bytes, from: end) else { return nil }
      end = bytes.firstIndex(of: UInt8(ascii: "\""), from: start)
      let text = bytes.extracting(start..<end)
      guard text.firstIndex(of: UInt8(ascii: "\\"), from: 0) == text.count else { return nil }
      self.request = request.date == nil ? nil : end - 10
    } else {
      request = nil
    }
    if line.local != nil {
      guard let start = Self.start(of: ",\"local\":\"", in: bytes, from: end) else { return nil }
      local = start
      end = start + 19
    } else {
      local = nil
    }
    guard line.at != nil, let at = Self.start(of: ",\"at\":\"", in: bytes, from: end), at + 20 < bytes.count,
      bytes[at + 20] == UInt8(ascii: "\""), local.map({ bytes[$0 + 19] == UInt8(ascii: "\"") }) ?? true
    else { return nil }
    var copy: [UInt8] = []
    copy.append(copying: bytes)
    (self.stem, self.at, self.line, self.bytes) = (stem, at, line, copy)
  }

  /// Returns the line with the dates of `other`, which has the same length; nil if anything else differs or a date is
  /// faulty.
  func moved(to other: Span<UInt8>) -> DatedLine? {
    let own = bytes.span
    var from = 0
    func equals(upTo end: Int, passing count: Int) -> Bool {
      defer { from = end + count }
      return own.extracting(from..<end).equalsLine(other.extracting(from..<end))
    }
    var line = line
    if let uid {
      guard equals(upTo: uid, passing: 8), let date = LocalDate(basic: other.extracting(uid..<uid + 8)) else {
        return nil
      }
      line.uid.date = date
    }
    if let request {
      guard equals(upTo: request, passing: 10),
        let date = LocalDate(iso8601: other.extracting(request..<request + 10))
      else { return nil }
      line.requestDate = date
    }
    if let local {
      guard equals(upTo: local, passing: 19),
        let time = LocalDateTime(iso8601: other.extracting(local..<local + 19))
      else { return nil }
      line.local = time
    }
    guard equals(upTo: at, passing: 20), equals(upTo: other.count, passing: 0),
      let instant = Instant(planned: other.extracting(at..<at + 20))
    else { return nil }
    line.at = instant
    return line
  }

  /// Returns the index after `key`; nil if it is missing.
  private static func start(of key: StaticString, in bytes: Span<UInt8>, from: Int) -> Int? {
    let count = key.utf8CodeUnitCount
    var index = from
    while index + count <= bytes.count {
      index = bytes.firstIndex(of: UInt8(ascii: ","), from: index)
      if index + count <= bytes.count, key.isSpelled(bytes.extracting(index..<index + count)) { return index + count }
      index += 1
    }
    return nil
  }
}
