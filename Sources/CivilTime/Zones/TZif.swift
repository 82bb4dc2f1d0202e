/// The contents of a TZif file (RFC 9636, versions 1 to 4), without leap seconds.
struct TZif: Hashable, Sendable {
  /// The reason that bytes are no TZif file.
  enum Failure: Error, Hashable {
    case notTZif
    case truncated
    case inconsistent
  }

  /// The changes of the local time type, ascending.
  var transitions: [Transition] = []
  var types: [LocalTimeType] = []
  /// The index of the type before the first transition.
  var initialType = 0
  /// The rule after the last transition; nil if the file has none.
  var rule: PosixRule?

  /// A change of offset, of abbreviation, or of the daylight flag.
  struct Transition: Hashable, Sendable {
    var at: Instant
    /// The offset of `types[type]`. Most lookups need nothing else.
    var offset: UTCOffset
    /// The index in `types`.
    var type: Int32
  }

  /// The offset before the first transition.
  var initialOffset: UTCOffset { types[initialType].offset }

  /// Creates a table without a rule.
  ///
  /// - Parameter transitions: In any order. Of two at the same instant, the later in the list wins.
  init(initial: LocalTimeType, transitions: [(at: Instant, type: LocalTimeType)]) {
    types = [initial]
    let inOrder = transitions.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    for (_, change) in inOrder {
      if self.transitions.last?.at == change.at { self.transitions.removeLast() }
      let index = types.firstIndex(of: change.type) ?? types.count
      if index == types.count { types.append(change.type) }
      self.transitions.append(Transition(at: change.at, offset: change.type.offset, type: Int32(index)))
    }
  }

  /// Reads the 64-bit block of version 2 and later, or the 32-bit block of version 1.
  init(_ bytes: [UInt8]) throws(Failure) {
    var reader = BigEndianReader(bytes)
    let first = try Header(&reader)
    if first.version < UInt8(ascii: "2") {
      try readBlock(&reader, first, timeSize: 4)
      return
    }
    try reader.skip(first.blockSize(timeSize: 4))
    let second = try Header(&reader)
    try readBlock(&reader, second, timeSize: 8)
    // An empty footer is valid. A missing or unreadable one must fail: later times would silently be wrong.
    let footer = try reader.footer()
    rule = PosixRule(footer)
    if rule == nil, !footer.isEmpty { throw .inconsistent }
  }

  private struct Header {
    var version: UInt8
    var isUTCCount, isStandardCount, leapCount, timeCount, typeCount, characterCount: Int

    init(_ reader: inout BigEndianReader) throws(Failure) {
      guard try reader.skip(4).bytes.elementsEqual("TZif".utf8) else { throw .notTZif }
      version = UInt8(truncatingIfNeeded: try reader.integer(1))
      try reader.skip(15)
      isUTCCount = try reader.count()
      isStandardCount = try reader.count()
      leapCount = try reader.count()
      timeCount = try reader.count()
      typeCount = try reader.count()
      characterCount = try reader.count()
      guard typeCount > 0, [0, typeCount].contains(isStandardCount), [0, typeCount].contains(isUTCCount) else {
        throw .inconsistent
      }
      // In the tz database, a file has at most 236 changes, 13 types and 51 bytes of names, and the `right` zones have 27 leap
      // seconds. The format indexes types and names with one byte.
      guard typeCount <= 256, characterCount <= 1024, timeCount <= 5000, leapCount <= 5000 else { throw .inconsistent }
    }

    func blockSize(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + characterCount
        + leapCount * (timeSize + 4) + isStandardCount + isUTCCount
    }
  }

  private mutating func readBlock(
    _ reader: inout BigEndianReader, _ header: Header, timeSize: Int
  ) throws(Failure) {
    var times = try reader.skip(header.timeCount * timeSize)
    let indices = try reader.skip(header.timeCount).bytes
    var records = try reader.skip(header.typeCount * 6)
    let names = Array(try reader.skip(header.characterCount).bytes)
    try reader.skip(header.leapCount * (timeSize + 4) + header.isStandardCount + header.isUTCCount)

    for _ in 0..<header.typeCount {
      guard let offset = UTCOffset(seconds: Int(try records.integer(4))) else { throw .inconsistent }
      let isDaylight = try records.integer(1) != 0
      let name = Int(try records.integer(1)) & 0xff
      guard names.indices.contains(name), let end = names[name...].firstIndex(of: 0) else { throw .inconsistent }
      types.append(
        LocalTimeType(
          offset: offset, abbreviation: String(decoding: names[name..<end], as: UTF8.self), isDaylight: isDaylight))
    }
    var last: Int64?
    transitions.reserveCapacity(indices.count)
    for index in indices {
      let time = try times.integer(timeSize)
      guard Int(index) < types.count, last.map({ $0 < time }) ?? true else { throw .inconsistent }
      last = time
      let at = Instant(clamping: time)
      if at.epochSeconds > time {
        // Some files begin with the Big Bang.
        initialType = Int(index)
      } else {
        transitions.append(Transition(at: at, offset: types[Int(index)].offset, type: Int32(index)))
      }
    }
  }
}

private struct BigEndianReader {
  private let all: [UInt8]
  private var index = 0
  private var end: Int

  init(_ bytes: [UInt8]) {
    all = bytes
    end = bytes.count
  }

  /// Skips `count` bytes and returns a reader of them.
  @discardableResult
  mutating func skip(_ count: Int) throws(TZif.Failure) -> BigEndianReader {
    guard count <= end - index else { throw .truncated }
    var part = self
    index += count
    part.end = index
    return part
  }

  /// The unread bytes.
  var bytes: ArraySlice<UInt8> { all[index..<end] }

  /// Reads a two's complement number of `size` bytes.
  mutating func integer(_ size: Int) throws(TZif.Failure) -> Int64 {
    guard size <= end - index else { throw .truncated }
    var value = Int64(Int8(bitPattern: all[index]))
    for next in index + 1..<index + size { value = value << 8 | Int64(all[next]) }
    index += size
    return value
  }

  mutating func count() throws(TZif.Failure) -> Int {
    let count = Int(try integer(4))
    guard count >= 0 else { throw .inconsistent }
    return count
  }

  /// Returns the text between the two newlines at the end.
  func footer() throws(TZif.Failure) -> ArraySlice<UInt8> {
    let newline = UInt8(ascii: "\n")
    guard let first = bytes.first else { throw .truncated }
    guard first == newline else { throw .inconsistent }
    guard let end = bytes.dropFirst().firstIndex(of: newline) else { throw .truncated }
    // The longest footer in the tz database has 45 bytes.
    guard end - index <= 256 else { throw .inconsistent }
    return all[index + 1..<end]
  }
}
