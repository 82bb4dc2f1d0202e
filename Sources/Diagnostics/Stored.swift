#if OMITS_STORED
  /// A value that an app stores. The program stores none, so it omits the conformances: they slow its searches for
  /// others, by 0.3 million instructions a run.
  public typealias Stored = Any
  /// A value that an app compares and stores.
  public typealias HashableStored = Any
#else
  /// A value that an app stores.
  public typealias Stored = Codable
  /// A value that an app compares and stores.
  public typealias HashableStored = Codable & Hashable
#endif
