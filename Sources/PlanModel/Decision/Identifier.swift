import CivilTime

/// A name that is equal to another only where its UTF-8 bytes are, and ordered by them.
///
/// Swift's own string comparison takes canonically equivalent texts as equal; two accounts whose ids differ in
/// normalization alone are still two accounts.
public protocol Identifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  var text: String { get }
  init(_ text: String)
}

extension Identifier {
  public var description: String { text }

  public static func == (a: Self, b: Self) -> Bool { a.text.compareBytes(b.text) == 0 }
  public static func < (a: Self, b: Self) -> Bool { a.text.compareBytes(b.text) < 0 }

  public func hash(into hasher: inout Hasher) {
    // Canonically equivalent texts have the same hash: that costs nothing, and equal bytes have it too.
    hasher.combine(text)
  }
}

/// The namespace of everything that belongs to one user of an app.
public struct AccountID: Identifier {
  public let text: String
  public init(_ text: String) { self.text = text }
}

/// The name of one of an account's devices.
public struct DeviceID: Identifier {
  public let text: String
  public init(_ text: String) { self.text = text }
}

/// An item's id: unique per account and item kind.
public struct ItemID: Identifier {
  public let text: String
  public init(_ text: String) { self.text = text }
}

/// The identifier that the app gives to a notification request (`UNNotificationRequest.identifier`).
public struct NotificationID: Identifier {
  public let text: String
  public init(_ text: String) { self.text = text }
}

/// The name of a request on a device: a notification's identifier, for one of its occurrences with `@` and the date asked for.
public struct RequestID: Identifier {
  public let text: String
  public init(_ text: String) { self.text = text }

  public init(_ notification: NotificationID, on date: LocalDate? = nil) {
    text = date.map { "\(notification.text)@\($0)" } ?? notification.text
  }

  /// The identifier without the date.
  public var notification: NotificationID {
    NotificationID(date == nil ? text : String(decoding: text.utf8.dropLast(11), as: UTF8.self))
  }

  /// The date that an ending `@YYYY-MM-DD` names.
  public var date: LocalDate? {
    let end = text.utf8.suffix(11)
    guard end.count == 11, end.first == UInt8(ascii: "@") else { return nil }
    return LocalDate(iso8601: end.dropFirst())
  }
}

extension String {
  /// Below, at or above zero as the UTF-8 bytes of this text sort before, with or after those of `other`.
  public func compareBytes(_ other: String) -> Int {
    let (a, b) = (utf8.span, other.utf8.span)
    let count = min(a.count, b.count)
    var index = 0
    while index + 8 <= count {
      let (x, y) = (a.word(at: index), b.word(at: index))
      if x != y { return x.bigEndian < y.bigEndian ? -1 : 1 }
      index += 8
    }
    while index < count {
      if a[index] != b[index] { return Int(a[index]) - Int(b[index]) }
      index += 1
    }
    return a.count - b.count
  }
}

extension Span<UInt8> {
  /// The eight bytes from `index` on, the first one lowest; all of them have to be there. One load, and one check for the eight.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    let bytes = extracting(index..<index + 8)
    let low = UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16 | UInt64(bytes[3]) << 24
    return low | UInt64(bytes[4]) << 32 | UInt64(bytes[5]) << 40 | UInt64(bytes[6]) << 48 | UInt64(bytes[7]) << 56
  }
}
