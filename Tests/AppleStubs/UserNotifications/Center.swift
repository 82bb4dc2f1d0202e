public import Foundation

/// A stub of Apple's center with a simulated device: it holds a limited number of requests, removes requests with a delay, and fires
/// them by its own clock.
open class UNUserNotificationCenter: NSObject {
  // MARK: Apple's interface

  nonisolated(unsafe) private static let shared = UNUserNotificationCenter()

  open class func current() -> UNUserNotificationCenter { shared }

  nonisolated(nonsending) open func notificationSettings() async -> UNNotificationSettings {
    UNNotificationSettings(status)
  }

  nonisolated(nonsending) open func pendingNotificationRequests() async -> [UNNotificationRequest] {
    for (id, reads) in leaving {
      leaving[id] = reads > 1 ? reads - 1 : nil
      if reads == 1 { held.removeAll { $0.identifier == id } }
    }
    return held
  }

  nonisolated(nonsending) open func deliveredNotifications() async -> [UNNotification] { shown }

  nonisolated(nonsending) open func add(_ request: UNNotificationRequest) async throws {
    guard status != .denied else { throw CocoaError(.featureUnsupported) }
    if let index = held.firstIndex(where: { $0.identifier == request.identifier }) {
      held[index] = request
    } else if held.count < limit {
      held.append(request)
    } else {
      refused.append(request.identifier)
    }
    if let interval = request.trigger as? UNTimeIntervalNotificationTrigger {
      due[request.identifier] = now.addingTimeInterval(interval.timeInterval)
    }
  }

  open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    for id in identifiers { leaving[id] = 2 }
  }

  open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    shown.removeAll { identifiers.contains($0.request.identifier) }
  }

  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) { self.categories = categories }

  nonisolated(nonsending) open func setBadgeCount(_ newBadgeCount: Int) async throws { badge = newBadgeCount }

  // MARK: Simulated device

  /// The device's clock.
  public var now = Date(timeIntervalSince1970: 0)
  /// The device's zone.
  public var zone = TimeZone(identifier: "GMT")!
  /// The user's permission.
  public var status = UNAuthorizationStatus.authorized
  /// The number of requests that the device can hold.
  public var limit = 64
  /// The number on the app's icon.
  public private(set) var badge = 0
  /// Requests that did not fit.
  public private(set) var refused: [String] = []
  /// The registered categories.
  public private(set) var categories: Set<UNNotificationCategory> = []
  private var held: [UNNotificationRequest] = []
  private var shown: [UNNotification] = []
  private var due: [String: Date] = [:]
  /// Removed requests, with the number of reads until they disappear.
  private var leaving: [String: Int] = [:]

  /// Advances the clock.
  ///
  /// - Returns: The notifications shown, in order.
  public func run(to end: Date) -> [UNNotification] {
    var fired: [UNNotification] = []
    for request in held {
      var start = now
      while let at = next(request, after: start), at <= end {
        fired.append(UNNotification(at, request))
        start = at
        if request.trigger?.repeats == true { continue }
        held.removeAll { $0 === request }
        break
      }
    }
    fired.sort { ($0.date, $0.request.identifier) < ($1.date, $1.request.identifier) }
    for notification in fired { show(notification) }
    now = end
    return fired
  }

  /// Fires a request as the device crosses the border of its circle.
  public func crossBorder(of id: String, at instant: Date) {
    guard let request = held.first(where: { $0.identifier == id && $0.trigger is UNLocationNotificationTrigger }) else {
      return
    }
    show(UNNotification(instant, request))
    held.removeAll { $0 === request }
  }

  /// Shows a notification, which replaces an earlier one with the same id.
  private func show(_ notification: UNNotification) {
    shown.removeAll { $0.request.identifier == notification.request.identifier }
    shown.append(notification)
  }

  private func next(_ request: UNNotificationRequest, after start: Date) -> Date? {
    switch request.trigger {
    case is UNTimeIntervalNotificationTrigger: return due[request.identifier].map { max($0, start) }
    case let trigger as UNCalendarNotificationTrigger:
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = trigger.dateComponents.timeZone ?? zone
      if !trigger.repeats { return calendar.date(from: trigger.dateComponents).flatMap { $0 > start ? $0 : nil } }
      return calendar.nextDate(after: start, matching: trigger.dateComponents, matchingPolicy: .nextTime)
    default: return nil
    }
  }
}
