/// A value that many hold and nobody changes. Handing it on copies a reference, however many fields it has.
///
/// The value's members are the wrapper's own: `shared.member` is `shared.value.member`.
@dynamicMemberLookup
public final class Shared<Value: Sendable>: Sendable {
  public let value: Value

  @inlinable
  public init(_ value: consuming Value) {
    self.value = value
  }

  @inlinable
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    @inline(__always)
    get { value[keyPath: path] }
  }
}
