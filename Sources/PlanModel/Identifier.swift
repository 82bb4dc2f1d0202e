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
    text.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
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
  /// Calls `body` with the UTF-8 where it lies, without `withUTF8`'s counting of one more use of the text. Only of a text that does not
  /// lie in one piece, which none does that was read, a copy is made.
  @inlinable @inline(__always)
  public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(body) ?? withCopiedBytes(body)
  }

  @usableFromInline @inline(never)
  func withCopiedBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    Array(utf8).withUnsafeBufferPointer(body)
  }

  /// Below, at or above zero as the UTF-8 bytes of this text sort before, with or after those of `other`.
  public func compareBytes(_ other: String) -> Int {
    withBytes { a in
      other.withBytes { b in
        let count = min(a.count, b.count)
        let order = count == 0 ? 0 : Int(memcmp(a.baseAddress!, b.baseAddress!, count))
        return order != 0 ? order : a.count - b.count
      }
    }
  }
}
