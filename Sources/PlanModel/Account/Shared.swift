/// A boxed immutable value. Passing it on copies a reference, regardless of its size.
///
/// Members of the value are available directly: `shared.member` is `shared.value.member`.
@dynamicMemberLookup
public final class Shared<Value: Sendable>: Sendable {
  public let value: Value

  @inlinable
  public init(_ value: consuming Value) { self.value = value }

  @inlinable
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    @inline(__always)
    get { value[keyPath: path] }
  }
}
