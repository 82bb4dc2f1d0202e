/// Memory for bytes, freed with its last owner.
@usableFromInline
final class ByteMemory: @unchecked Sendable {
  @usableFromInline let start: UnsafeMutablePointer<UInt8>
  @usableFromInline let capacity: Int

  /// Shared by all empty writers: one that needs room allocates memory of its own.
  @usableFromInline static let none = ByteMemory(capacity: 0)

  @usableFromInline
  init(capacity: Int) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { start.deallocate() }
}
