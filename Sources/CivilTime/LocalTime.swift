/// A time of day as a clock shows it, 00:00:00 to 23:59:59, without a date or a zone.
///
/// ```
/// let time = LocalTime(hour: 9, minute: 30)!
/// assert(time.secondOfDay == 34_200 && time.description == "09:30:00")
/// assert(LocalTime(hour: 24, minute: 0) == nil)
/// ```
public struct LocalTime: Hashable, Comparable, Sendable {
  /// Seconds after midnight, 0 to 86,399.
  @usableFromInline let storage: Int32

  /// Creates a time of day without checking the range.
  ///
  /// - Parameter second: 0 to 86,399.
  @inlinable
  init(unchecked second: Int32) { storage = second }

  /// Creates a time of day.
  ///
  /// - Parameter secondOfDay: Seconds after midnight, 0 to 86,399.
  /// - Returns: nil if it is out of range.
  public init?(secondOfDay: Int) {
    guard (0..<86_400).contains(secondOfDay) else { return nil }
    self.init(unchecked: Int32(secondOfDay))
  }

  /// Creates a time of day from its fields.
  ///
  /// - Returns: nil if a field is out of range, such as in 24:00 or a leap second.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
    self.init(unchecked: Int32(hour * 3600 + minute * 60 + second))
  }

  /// 00:00:00.
  @inlinable public static var midnight: LocalTime { LocalTime(unchecked: 0) }

  /// Seconds after midnight on the clock, 0 to 86,399.
  @inlinable public var secondOfDay: Int { Int(storage) }
  /// 0 to 23.
  @inlinable public var hour: Int { secondOfDay / 3600 }
  /// 0 to 59.
  @inlinable public var minute: Int { secondOfDay / 60 % 60 }
  /// 0 to 59.
  @inlinable public var second: Int { secondOfDay % 60 }

  @inlinable
  public static func == (a: LocalTime, b: LocalTime) -> Bool { a.storage == b.storage }
  @inlinable
  public static func < (a: LocalTime, b: LocalTime) -> Bool { a.storage < b.storage }
}
