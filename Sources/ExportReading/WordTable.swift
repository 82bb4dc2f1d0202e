import CivilTime
import PlanModel

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
    return zip(keys, choices).first { $0 == key && $1.rawValue.utf8.elementsEqual(bytes) }?.1
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The length, cut to a byte, and the first seven bytes: enough to tell short words by.
  @inline(__always)
  var wordKey: UInt64 {
    var key = UInt64(Swift.min(count, 255))
    for index in 0..<Swift.min(count, 7) { key = key << 8 | UInt64(self[index]) }
    return key
  }
}

extension ItemKind: WordChoice { static let words = WordTable<Self>() }
extension Platform: WordChoice { static let words = WordTable<Self>() }
extension Authorization: WordChoice { static let words = WordTable<Self>() }
extension EntryItem.Flow: WordChoice { static let words = WordTable<Self>() }
extension SessionItem.State: WordChoice { static let words = WordTable<Self>() }
extension BillItem.Direction: WordChoice { static let words = WordTable<Self>() }
extension HabitItem.Place.Crossing: WordChoice { static let words = WordTable<Self>() }
