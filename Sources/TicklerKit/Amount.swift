internal import PlanModel

/// An amount of money, exact: never rounded through binary floating point.
public struct Amount: Hashable, Sendable {
  let number: DecimalNumber
  /// ISO 4217 where it has three letters; nil: not said.
  public let currency: String?

  /// - Parameters:
  ///   - digits: As JSON writes a number: `-12.50`.
  ///   - currency: ISO 4217, such as `EUR`.
  /// - Returns: nil where `digits` is no number, or needs more than 38 digits.
  public init?(_ digits: String, _ currency: String? = nil) {
    guard let number = DecimalNumber(digits) else { return nil }
    (self.number, self.currency) = (number, currency)
  }

  init(_ money: Money) {
    (number, currency) = (money.amount, money.currency)
  }

  /// The number without its currency, such as `12.50`.
  public var digits: String { number.description }
}
