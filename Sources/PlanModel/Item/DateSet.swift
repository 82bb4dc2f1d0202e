import CivilTime

/// A set of dates, ascending and without duplicates, regardless of the order in an export.
public struct DateSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  @usableFromInline var dates: [LocalDate]

  public init(_ dates: [LocalDate]) {
    self.dates = dates
    if dates.count < 2 { return }
    let isAscending = zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 }
    if !isAscending { self.dates = Set(dates).sorted() }
  }

  public init(arrayLiteral dates: LocalDate...) { self.init(dates) }

  /// The dates, ascending.
  public var all: [LocalDate] { dates }

  @inlinable public var isEmpty: Bool { dates.isEmpty }

  public var last: LocalDate? { dates.last }

  public func contains(_ date: LocalDate) -> Bool {
    if dates.isEmpty { return false }
    let index = dates.partitioningIndex { $0 >= date }
    return index < dates.count && dates[index] == date
  }
}
