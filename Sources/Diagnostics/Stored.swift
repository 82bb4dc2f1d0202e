#if TICKLER_PROGRAM
  /// A value that an app stores. The program stores none, and each conformance lengthens its searches at run time: all of these
  /// together take 0.3 million instructions of a run.
  public typealias Stored = Sendable
  /// A value that an app compares and stores.
  public typealias HashableStored = Sendable
#else
  /// A value that an app stores.
  public typealias Stored = Codable
  /// A value that an app compares and stores.
  public typealias HashableStored = Codable & Hashable
#endif
