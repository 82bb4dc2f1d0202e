#if canImport(os)
  public import os

  /// A lock around a value. `Mutex` would require the systems of 2024.
  public typealias Lock<Value> = OSAllocatedUnfairLock<Value>

  extension OSAllocatedUnfairLock where State: Sendable {
    /// Creates a lock around a value.
    public init(_ value: State) { self.init(initialState: value) }
  }
#else
  public import Synchronization

  /// A lock around a value.
  public typealias Lock<Value> = Mutex<Value>
#endif
