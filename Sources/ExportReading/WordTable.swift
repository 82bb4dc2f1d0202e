import CivilTime
import PlanModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A choice that exports make by a word: the case's raw value.
protocol WordChoice: RawRepresentable<String>, CaseIterable, Sendable {
  static var words: WordTable<Self> { get }
}

/// Finds the case of a word by its bytes: by length and first seven bytes, and longer words then in full.
struct WordTable<Choice: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
  private let keys: [UInt64]
  private let choices: [Choice]

  init() {
    choices = Array(Choice.allCases)
    keys = choices.map { choice in Array(choice.rawValue.utf8).withUnsafeBufferPointer { $0.wordKey } }
  }

  /// - Returns: nil where no case is spelled so.
  func choice(_ bytes: UnsafeBufferPointer<UInt8>) -> Choice? {
    let key = bytes.wordKey
    guard let index = keys.firstIndex(of: key) else { return nil }
    if bytes.count <= 7 { return choices[index] }
    return zip(keys, choices).first { $0 == key && $1.rawValue.isSpelled(bytes) }?.1
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The length, cut to a byte, and the first seven bytes: enough to tell short words by.
  @inline(__always)
  var wordKey: UInt64 {
    guard let base = baseAddress, count > 0 else { return 0 }
    let bytes = UnsafeRawPointer(base)
    func load<Word: FixedWidthInteger>(_ offset: Int, _: Word.Type) -> UInt64 {
      UInt64(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: offset, as: Word.self).littleEndian)
    }
    let length = UInt64(truncatingIfNeeded: Swift.min(count, 255)) << 56
    // Of the words that meet in the middle, the bytes they share are the same.
    if count >= 8 { return length | load(0, UInt64.self) & 0x00ff_ffff_ffff_ffff }
    let shift = UInt64(truncatingIfNeeded: count &* 8)
    if count >= 4 { return length | load(0, UInt32.self) | load(count - 4, UInt32.self) << (shift &- 32) }
    if count >= 2 { return length | load(0, UInt16.self) | load(count - 2, UInt16.self) << (shift &- 16) }
    return length | UInt64(base[0])
  }
}

extension String {
  /// Whether these are its bytes.
  func isSpelled(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    withBytes { $0.count == bytes.count && memcmp($0.baseAddress!, bytes.baseAddress!, bytes.count) == 0 }
  }
}

extension ItemKind: WordChoice { static let words = WordTable<Self>() }
extension Platform: WordChoice { static let words = WordTable<Self>() }
extension Authorization: WordChoice { static let words = WordTable<Self>() }
extension EntryItem.Flow: WordChoice { static let words = WordTable<Self>() }
extension SessionItem.State: WordChoice { static let words = WordTable<Self>() }
extension BillItem.Direction: WordChoice { static let words = WordTable<Self>() }
extension HabitItem.Place.Crossing: WordChoice { static let words = WordTable<Self>() }
