/// The instants at which clocks in a zone show a wall time.
public enum LocalMapping: Hashable, Sendable {
  /// One instant: the usual case.
  case unique(Instant)
  /// Several instants, because the clock was put back: the first and the last.
  case fold(first: Instant, last: Instant)
  /// No instant, because the clock skipped the wall time at `transition`, from offset `before` to `after`.
  case gap(before: UTCOffset, after: UTCOffset, transition: Instant)
}

/// What to do with a wall time that does not exist.
public enum GapPolicy: String, CaseIterable, Sendable {
  /// Use the offset from before the gap, as RFC 5545 section 3.3.5 and `java.time` do: 02:30 becomes 03:30.
  case later
  /// Use the first instant after the gap.
  case next
  /// Send nothing.
  case skip
}

/// What to do with a wall time that a move to another zone skips.
public enum ZoneChangePolicy: String, CaseIterable, Sendable {
  /// Send nothing.
  case drop
  /// Send at the moment of the move.
  case atChange
}

/// What to do with a wall time that occurs twice.
public enum OverlapPolicy: String, CaseIterable, Sendable {
  /// Use the earlier one.
  case first
  /// Use the later one.
  case last
}
