#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A name that is equal to another only where its UTF-8 bytes are, and ordered by them.
///
/// Swift's own string comparison takes canonically equivalent texts as equal; two accounts whose ids differ in
/// normalization alone are still two accounts.
public protocol Identifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  var text: String { get }
}

extension Identifier {
  public var description: String { text }

  public static func == (a: Self, b: Self) -> Bool { a.text.compareBytes(b.text) == 0 }
  public static func < (a: Self, b: Self) -> Bool { a.text.compareBytes(b.text) < 0 }

  public func hash(into hasher: inout Hasher) {
    if text.utf8.withContiguousStorageIfAvailable({ hasher.combine(bytes: UnsafeRawBufferPointer($0)) }) == nil {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}

/// The namespace of everything that belongs to one user of an app.
public struct AccountID: Identifier {
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

extension String {
  /// Below, at or above zero as the UTF-8 bytes of this text sort before, with or after those of `other`.
  public func compareBytes(_ other: String) -> Int {
    let fast = utf8.withContiguousStorageIfAvailable { a in
      other.utf8.withContiguousStorageIfAvailable { b in
        let count = min(a.count, b.count)
        let order = count == 0 ? 0 : Int(memcmp(a.baseAddress!, b.baseAddress!, count))
        return order != 0 ? order : a.count - b.count
      }
    }
    if let fast, let order = fast { return order }
    if utf8.elementsEqual(other.utf8) { return 0 }
    return utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
  }
}
