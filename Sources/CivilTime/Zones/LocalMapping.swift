/// The instants at which clocks in a zone show a wall time.
public enum LocalMapping: Hashable, Sendable {
  /// One, as nearly always.
  case unique(Instant)
  /// Several, since the clock was put back: the first and the last.
  case fold(first: Instant, last: Instant)
  /// None, since the clock was put forward over it at `transition`, from `before` to `after`.
  case gap(before: UTCOffset, after: UTCOffset, transition: Instant)
}

/// What to do with a wall time that does not exist.
public enum GapPolicy: String, CaseIterable, Sendable {
  /// Use the offset from before the gap, as RFC 5545 section 3.3.5 and `java.time` do: 02:30 becomes 03:30.
  case later
  /// The first instant after the gap.
  case next
  /// Nothing goes out.
  case skip
}

/// What to do with a wall time that a move to another zone passes over.
public enum ZoneChangePolicy: String, CaseIterable, Sendable {
  /// Nothing goes out.
  case drop
  /// It goes out at the moment of the move.
  case atChange
}

/// What to do with a wall time that exists twice.
public enum OverlapPolicy: String, CaseIterable, Sendable {
  /// The earlier one.
  case first
  /// The later one.
  case last
}
