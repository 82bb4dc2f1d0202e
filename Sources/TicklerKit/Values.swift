internal import CivilTime
public import PlanModel

// The planner's values that apps use.

/// The id of an account, the same in every plan.
public typealias AccountID = PlanModel.AccountID
/// The name of one of an account's devices, the same in every plan.
public typealias DeviceID = PlanModel.DeviceID
/// The device's id of a request: the notification's identifier, followed by `@YYYY-MM-DD` if the notification recurs.
public typealias RequestID = PlanModel.RequestID
/// The identifier of a notification.
public typealias NotificationID = PlanModel.NotificationID
/// A kind of notification, by the policy's name.
public typealias Kind = PlanModel.Kind
/// The user's choices, which override the policy; nil wherever the policy's default applies.
public typealias Preferences = PlanModel.Preferences
/// A daily time without notifications. The end is exclusive; an end before the start is on the next day.
public typealias QuietHours = PlanModel.QuietHours
/// The value of a field in a condition or text.
public typealias Value = FieldValue
/// An exact amount of money, never rounded through binary floating point.
public typealias Amount = Money
/// An exact decimal number, never rounded through binary floating point.
public typealias DecimalNumber = PlanModel.DecimalNumber
/// A circle on the map whose border a device watches.
public typealias Place = PlaceTrigger
/// A request that the device holds.
public typealias Pending = PlanModel.Account.Pending
/// A request's trigger, in the terms of `UNNotificationTrigger`.
public typealias Trigger = PlanModel.Trigger
/// The wall time and dates of a repeating trigger.
public typealias RepeatingTime = PlanModel.RepeatingTime
/// The reason why a notification is dropped: the first check that it fails. Code compares its `code`, such as `slotLimit`.
public typealias Reason = PlanModel.Reason

extension Identifier where Self: ExpressibleByStringLiteral {
  /// Creates an identifier from a literal.
  public init(stringLiteral text: String) { self.init(text) }
}

extension PlanModel.AccountID: ExpressibleByStringInterpolation {}
extension PlanModel.DeviceID: ExpressibleByStringInterpolation {}
extension PlanModel.RequestID: ExpressibleByStringInterpolation {}
extension PlanModel.NotificationID: ExpressibleByStringInterpolation {}

extension PlanModel.Kind: ExpressibleByStringInterpolation {
  /// Creates a kind from a literal.
  public init(stringLiteral name: String) { self.init(name) }
}

extension Money {
  /// Creates an amount.
  ///
  /// - Parameters:
  ///   - digits: A number in JSON's syntax, such as `-12.50`.
  ///   - currency: An ISO 4217 code, such as `EUR`.
  /// - Returns: nil if `digits` is not a number, or needs more than 38 digits.
  public init?(_ digits: String, currency: String? = nil) {
    guard let number = PlanModel.DecimalNumber(digits) else { return nil }
    self.init(number, currency)
  }
}

extension Double {
  /// Creates the `Double` nearest to a decimal number.
  public init(_ number: PlanModel.DecimalNumber) { self = Double(number.description)! }
}

extension PlaceTrigger {
  /// Creates a circle.
  ///
  /// - Parameters:
  ///   - name: The name, for texts.
  ///   - latitude: Degrees, WGS 84, −90 to 90.
  ///   - longitude: Degrees, WGS 84, −180 to 180.
  ///   - radius: Meters, above 0.
  ///   - crossing: The crossing that triggers the reminder.
  /// - Returns: nil if a number is out of range.
  public init?(name: String, latitude: Double, longitude: Double, radius: Double = 100, on crossing: Crossing) {
    let numbers = [latitude, longitude, radius].compactMap { PlanModel.DecimalNumber("\($0)") }
    guard numbers.count == 3 else { return nil }
    self.init()
    (self.name, self.latitude, self.longitude, self.radius) = (name, numbers[0], numbers[1], numbers[2])
    self.crossing = crossing
    if !isOnMap { return nil }
  }

  /// Whether its numbers are in range.
  var isOnMap: Bool {
    abs(Double(latitude)) <= 90 && abs(Double(longitude)) <= 180 && radius > PlanModel.DecimalNumber(0)
  }
}

extension PlanModel.Account.Pending {
  /// Creates the pending request that results from adding a request.
  public init(_ request: Request) {
    self.init(id: PlanModel.RequestID(request.id), at: request.at, repeats: request.repeats)
    notification = PlanModel.NotificationID(request.notification)
    (title, body, badge) = (request.title, request.body, request.badge)
    floats = request.trigger?.floats
  }
}

extension PlanModel.Account.Pending: CustomStringConvertible {
  /// `chores.plants@2026-10-23 at 2026-10-23T17:00:00Z`.
  public var description: String { at.map { "\(id) at \($0)" } ?? id.text }
}
