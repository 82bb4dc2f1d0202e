/// What a TZif file holds (RFC 9636, versions 1 to 4), but for leap seconds.
struct TZif: Sendable {
  /// Why bytes are not a TZif file.
  public enum Failure: Error, Hashable {
    case notTZif
    case truncated
    case inconsistent
  }

  /// Instants at which the local time type changes, ascending.
  var transitions: [Transition]
  /// The first one holds before the first transition.
  var types: [LocalTimeType]
  /// What holds after the last transition; nil where the file does not say.
  var rule: PosixRule?

  /// A change of offset, of abbreviation, or of the daylight flag.
  struct Transition: Sendable {
    var at: Instant
    /// The offset from then on, as `types[type]` has it: lookups need no more.
    var offset: UTCOffset
    /// Index into `types`.
    var type: Int32
  }

  /// The offset before the first transition.
  var initialOffset: UTCOffset { types[0].offset }

  /// A table that was known beforehand, without a rule for what comes after it.
  ///
  /// - Parameter transitions: In any order; of two at one instant the later in the list holds.
  init(initial: LocalTimeType, transitions: [(at: Instant, type: LocalTimeType)]) {
    types = [initial]
    self.transitions = []
    let inOrder = transitions.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    for (_, change) in inOrder {
      if self.transitions.last?.at == change.at { self.transitions.removeLast() }
      let index = types.firstIndex(of: change.type) ?? types.count
      if index == types.count { types.append(change.type) }
      self.transitions.append(Transition(at: change.at, offset: change.type.offset, type: Int32(index)))
    }
  }

  /// Reads the 64-bit block where there is one (version 2 and later), else the 32-bit block of version 1.
  init(_ bytes: [UInt8]) throws(Failure) {
    var reader = BigEndianReader(bytes)
    let first = try Header(&reader)
    if first.version < UInt8(ascii: "2") {
      (types, transitions) = try TZif.block(&reader, first, timeSize: 4)
      return
    }
    try reader.skip(first.blockSize(timeSize: 4))
    let second = try Header(&reader)
    (types, transitions) = try TZif.block(&reader, second, timeSize: 8)
    // An empty footer says that nothing is known; one that is missing or no rule would silently give wrong times.
    let footer = try reader.footer()
    rule = PosixRule(footer)
    if rule == nil, !footer.isEmpty { throw .inconsistent }
  }

  private struct Header {
    var version: UInt8
    var isUTCCount, isStandardCount, leapCount, timeCount, typeCount, characterCount: Int

    init(_ reader: inout BigEndianReader) throws(Failure) {
      guard try reader.bytes(4) == Array("TZif".utf8)[...] else { throw .notTZif }
      version = try reader.bytes(1).first!
      try reader.skip(15)
      isUTCCount = try reader.count()
      isStandardCount = try reader.count()
      leapCount = try reader.count()
      timeCount = try reader.count()
      typeCount = try reader.count()
      characterCount = try reader.count()
      guard typeCount > 0 else { throw .inconsistent }
    }

    func blockSize(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + characterCount
        + leapCount * (timeSize + 4) + isStandardCount + isUTCCount
    }
  }

  private static func block(
    _ reader: inout BigEndianReader, _ header: Header, timeSize: Int
  ) throws(Failure) -> ([LocalTimeType], [Transition]) {
    var times: [Int64] = []
    for _ in 0..<header.timeCount {
      times.append(try timeSize == 8 ? reader.int64() : Int64(reader.int32()))
    }
    let indices = Array(try reader.bytes(header.timeCount))
    var records: [(offset: Int32, isDaylight: Bool, name: Int)] = []
    for _ in 0..<header.typeCount {
      let offset = try reader.int32()
      let flags = Array(try reader.bytes(2))
      records.append((offset, flags[0] != 0, Int(flags[1])))
    }
    let names = Array(try reader.bytes(header.characterCount))
    try reader.skip(header.leapCount * (timeSize + 4) + header.isStandardCount + header.isUTCCount)

    var types: [LocalTimeType] = []
    for record in records {
      guard record.name < names.count, let end = names[record.name...].firstIndex(of: 0) else { throw .inconsistent }
      types.append(
        LocalTimeType(
          offset: UTCOffset(seconds: record.offset),
          abbreviation: String(decoding: names[record.name..<end], as: UTF8.self), isDaylight: record.isDaylight))
    }
    var transitions: [Transition] = []
    for (time, index) in zip(times, indices) {
      guard Int(index) < types.count else { throw .inconsistent }
      if let last = transitions.last, last.at.epochSeconds >= time { throw .inconsistent }
      transitions.append(
        Transition(at: Instant(epochSeconds: time), offset: types[Int(index)].offset, type: Int32(index)))
    }
    return (types, transitions)
  }
}

private struct BigEndianReader {
  private let all: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) {
    all = bytes
  }

  mutating func bytes(_ count: Int) throws(TZif.Failure) -> ArraySlice<UInt8> {
    guard count <= all.count - index else { throw .truncated }
    defer { index += count }
    return all[index..<index + count]
  }

  mutating func skip(_ count: Int) throws(TZif.Failure) {
    _ = try bytes(count)
  }

  mutating func int32() throws(TZif.Failure) -> Int32 {
    try bytes(4).reduce(0) { $0 << 8 | Int32($1) }
  }

  mutating func int64() throws(TZif.Failure) -> Int64 {
    try bytes(8).reduce(0) { $0 << 8 | Int64($1) }
  }

  mutating func count() throws(TZif.Failure) -> Int {
    let count = try int32()
    guard count >= 0 else { throw .inconsistent }
    return Int(count)
  }

  /// The text between the two newlines at the end.
  func footer() throws(TZif.Failure) -> ArraySlice<UInt8> {
    let newline = UInt8(ascii: "\n")
    guard index < all.count else { throw .truncated }
    guard all[index] == newline else { throw .inconsistent }
    guard let end = all[(index + 1)...].firstIndex(of: newline) else { throw .truncated }
    return all[(index + 1)..<end]
  }
}
