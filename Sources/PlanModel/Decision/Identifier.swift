import CivilTime

/// A name that is compared and ordered by its UTF-8 bytes.
///
/// Swift's string comparison treats canonically equivalent texts as equal, but two accounts whose ids differ only in normalization
/// are different accounts.
public protocol Identifier: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  var text: String { get }
  init(_ text: String)
}

extension Identifier {
  public var description: String { text }

  public static func == (a: Self, b: Self) -> Bool { a.text.compareBytes(b.text) == 0 }
  public static func < (a: Self, b: Self) -> Bool { a.text.compareBytes(b.text) < 0 }

  public func hash(into hasher: inout Hasher) {
    // Canonically equivalent texts get the same hash. That costs nothing, and equal bytes get it too.
    hasher.combine(text)
  }
}

/// The namespace of everything that belongs to one user of an app.
public struct AccountID: Identifier {
  /// The id as written.
  public let text: String
  /// Creates an id from any text.
  public init(_ text: String) { self.text = text }
}

/// The name of one of an account's devices.
public struct DeviceID: Identifier {
  /// The id as written.
  public let text: String
  /// Creates an id from any text.
  public init(_ text: String) { self.text = text }
}

/// An item's id, unique per account and item kind.
public struct ItemID: Identifier {
  /// The id as written.
  public let text: String
  /// Creates an id from any text.
  public init(_ text: String) { self.text = text }
}

/// The identifier that the app gives to a notification request (`UNNotificationRequest.identifier`).
public struct NotificationID: Identifier {
  /// The id as written.
  public let text: String
  /// Creates an id from any text.
  public init(_ text: String) { self.text = text }

  /// The end of the identifier of what goes out after a snooze.
  public static let snoozedEnding = ".snoozed"

  /// The end of the identifier of what is due when clocks show a time again.
  package static let againEnding = ".again"

  /// The notification for which this one goes out after a snooze; nil for others.
  public var snoozed: NotificationID? { without(NotificationID.snoozedEnding) }

  /// The notification of the first time that clocks show; nil for others.
  package var again: NotificationID? { without(NotificationID.againEnding) }

  private func without(_ ending: String) -> NotificationID? {
    let ending = ending.utf8
    guard text.utf8.count > ending.count, text.utf8.suffix(ending.count).elementsEqual(ending) else { return nil }
    return NotificationID(String(text.utf8.dropLast(ending.count))!)
  }
}

/// The name of a request on a device: a notification's identifier. For one of several occurrences, `@` and its intended date
/// follow; for one of several repeating requests, `@` and its weekday or day of the month.
///
/// Stores the parts separately: joining them for each occurrence took 5 % of a run with all outputs.
public struct RequestID: Identifier {
  /// The identifier without the ending.
  public let notification: NotificationID
  /// The date in an ending `@YYYY-MM-DD`.
  public let date: LocalDate?
  /// The part in an ending `@mon` … `@sun` or `@d1` … `@d28`; otherwise `once`.
  public let part: SeriesPart

  /// Reads the ending, if the text has one.
  public init(_ text: String) {
    let end = text.utf8.suffix(11)
    if end.count == 11, end.first == UInt8(ascii: "@"), let date = LocalDate(iso8601: end.dropFirst()) {
      self.init(parts: NotificationID(String(decoding: text.utf8.dropLast(11), as: UTF8.self)), date)
    } else if let (part, length) = text.withUTF8Bytes({ SeriesPart.ending($0) }) {
      self.init(NotificationID(String(decoding: text.utf8.dropLast(length), as: UTF8.self)), part)
    } else {
      self.init(parts: NotificationID(text), nil)
    }
  }

  /// Creates the id of a request that repeats a part of its notification, or all of it.
  public init(_ notification: NotificationID, _ part: SeriesPart) {
    (self.notification, date, self.part) = (notification, nil, part)
  }

  /// Creates the id of a request: of one occurrence if there is a date.
  public init(_ notification: NotificationID, on date: LocalDate? = nil) {
    guard let date else {
      self.init(notification.text)
      return
    }
    self.init(parts: notification, date)
  }

  private init(parts notification: NotificationID, _ date: LocalDate?) {
    (self.notification, self.date, part) = (notification, date, .once)
  }

  /// Returns how a request of the notification with this id repeats. An identifier may itself end in something like a date or a part.
  public func part(of notification: NotificationID) -> SeriesPart {
    self.notification != notification ? .whole : date != nil ? .once : part == .once ? .whole : part
  }

  /// The id as devices have it, with its ending.
  public var text: String {
    date.map { notification.text + "@" + $0.description } ?? part.ending.map { notification.text + $0 }
      ?? notification.text
  }

  public static func == (a: RequestID, b: RequestID) -> Bool {
    a.date == b.date && a.part == b.part && a.notification == b.notification
  }

  public static func < (a: RequestID, b: RequestID) -> Bool {
    if let x = a.date, let y = b.date, a.notification == b.notification { return x < y }
    return a.text.compareBytes(b.text) < 0
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(notification)
    hasher.combine(date)
    hasher.combine(part)
  }
}

extension String {
  /// Returns a number below, equal to, or above zero if this text's UTF-8 bytes sort before, with, or after those of `other`.
  @inline(never)
  public func compareBytes(_ other: String) -> Int {
    withUTF8Bytes { a in other.withUTF8Bytes { b in a.compare(b) } }
  }
}

extension Span<UInt8> {
  /// Returns a number below, equal to, or above zero if these bytes sort before, with, or after `other`.
  fileprivate func compare(_ other: Span<UInt8>) -> Int {
    let (a, b) = (self, other)
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
  /// Returns the eight bytes from `index`, the first one lowest. All of them must exist. One load, with one check for all eight.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    let bytes = extracting(index..<index + 8)
    let low = UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16 | UInt64(bytes[3]) << 24
    return low | UInt64(bytes[4]) << 32 | UInt64(bytes[5]) << 40 | UInt64(bytes[6]) << 48 | UInt64(bytes[7]) << 56
  }
}
