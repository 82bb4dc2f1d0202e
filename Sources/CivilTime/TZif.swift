/// What a TZif file holds (RFC 9636, versions 1 to 4), reduced to offsets: names and leap seconds are left out.
struct TZif: Sendable {
  /// Why bytes are not a TZif file.
  package enum Failure: Error, Hashable {
    case notTZif
    case truncated
    case inconsistent
  }

  /// The offset before the first transition.
  var initialOffset: UTCOffset
  /// Instants at which the offset changes, ascending, each with the offset from then on.
  var transitions: [(at: Instant, offset: UTCOffset)]
  /// What holds after the last transition; nil where the file does not say.
  var rule: PosixRule?

  /// Reads the 64-bit block where there is one (version 2 and later), else the 32-bit block of version 1.
  init(_ bytes: [UInt8]) throws(Failure) {
    var reader = BigEndianReader(bytes)
    let first = try Header(&reader)
    if first.version < UInt8(ascii: "2") {
      (initialOffset, transitions) = try TZif.block(&reader, first, timeSize: 4)
      return
    }
    try reader.skip(first.blockSize(timeSize: 4))
    let second = try Header(&reader)
    (initialOffset, transitions) = try TZif.block(&reader, second, timeSize: 8)
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
  ) throws(Failure) -> (UTCOffset, [(at: Instant, offset: UTCOffset)]) {
    var times: [Int64] = []
    for _ in 0..<header.timeCount {
      times.append(try timeSize == 8 ? reader.int64() : Int64(reader.int32()))
    }
    let types = Array(try reader.bytes(header.timeCount))
    var offsets: [UTCOffset] = []
    for _ in 0..<header.typeCount {
      offsets.append(UTCOffset(seconds: try reader.int32()))
      try reader.skip(2)
    }
    try reader.skip(
      header.characterCount + header.leapCount * (timeSize + 4) + header.isStandardCount
        + header.isUTCCount)

    var transitions: [(at: Instant, offset: UTCOffset)] = []
    var current = offsets[0]
    for (time, type) in zip(times, types) {
      guard Int(type) < offsets.count else { throw .inconsistent }
      let offset = offsets[Int(type)]
      if let last = transitions.last, last.at.epochSeconds >= time { throw .inconsistent }
      // A change of name or of the daylight flag alone moves no clock.
      guard offset != current else { continue }
      transitions.append((Instant(epochSeconds: time), offset))
      current = offset
    }
    return (offsets[0], transitions)
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
