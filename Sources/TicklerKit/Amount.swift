internal import PlanModel

/// An exact amount of money, never rounded through binary floating point.
public struct Amount: Hashable, Codable, Sendable {
  let number: DecimalNumber
  /// The currency: ISO 4217 if it has three letters; nil if unspecified.
  public let currency: String?

  /// Creates an amount.
  ///
  /// - Parameters:
  ///   - digits: A number in JSON's syntax, such as `-12.50`.
  ///   - currency: An ISO 4217 code, such as `EUR`.
  /// - Returns: nil if `digits` is not a number, or needs more than 38 digits.
  public init?(_ digits: String, currency: String? = nil) {
    guard let number = DecimalNumber(digits) else { return nil }
    (self.number, self.currency) = (number, currency)
  }

  init(_ money: Money) { (number, currency) = (money.amount, money.currency) }

  /// The number without its currency, such as `12.50`.
  public var digits: String { number.description }
}

extension Amount: CustomStringConvertible {
  /// `12.50 EUR`.
  public var description: String { currency.map { "\(digits) \($0)" } ?? digits }
}
