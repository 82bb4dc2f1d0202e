#if canImport(UserNotifications) && !os(tvOS)
  internal import CivilTime
  internal import Foundation
  internal import TicklerFoundation
  public import TicklerKit
  public import UserNotifications

  extension UNUserNotificationCenter {
    /// Reads the center's pending and delivered notifications, and the permission to notify, into an account before it is planned.
    ///
    /// ```
    /// await center.read(into: &account)
    /// let plan = try planner.plan(account, at: Instant(Date()))
    /// try await center.carryOut(plan.actions)
    /// ```
    ///
    /// Requests not added by ``carryOut(_:now:)`` are the app's own and are ignored. The center forgets notifications that were swiped
    /// away, so those that the app remembers stay in `account.delivered`.
    nonisolated(nonsending) public func read(into account: inout Account) async {
      account.platform = .ios
      account.authorization = Account.Authorization(await notificationSettings().authorizationStatus)
      account.pending = await pendingNotificationRequests().compactMap(Pending.init)
      let shown = await deliveredNotifications().compactMap(Account.Delivered.init)
      for index in account.delivered.indices { account.delivered[index].isShown = false }
      account.delivered.removeAll { earlier in shown.contains { $0.id == earlier.id && $0.at == earlier.at } }
      account.delivered += shown
    }
  }

  // Watches have no badges.
  #if !os(watchOS)
    extension UNUserNotificationCenter {
      /// Sets the app's badge to the number of notifications that it shows and that count. Call it when the app opens, and
      /// after carrying out a plan: badges of requests assume that the user looks at nothing.
      nonisolated(nonsending) public func setBadgeToShown() async throws {
        try await setBadgeCount(await deliveredNotifications().count { $0.request.countsOnBadge })
      }
    }

    extension UNNotificationRequest {
      /// Whether it comes from a plan and counts: a kind with badges, or a place, for which no plan knows a number.
      fileprivate var countsOnBadge: Bool {
        guard content.userInfo[UserInfo.notification] != nil else { return false }
        #if os(iOS) || os(Linux)
          if trigger is UNLocationNotificationTrigger { return true }
        #endif
        return (content.badge?.intValue ?? 0) > 0
      }
    }
  #endif

  extension Pending {
    /// Creates a pending request; nil if it does not come from a plan.
    init?(_ request: UNNotificationRequest) {
      let content = request.content
      guard let notification = content.userInfo[UserInfo.notification] as? String else { return nil }
      let at = content.userInfo[UserInfo.at] as? TimeInterval
      self.init(id: RequestID(request.identifier), at: at.map { Instant(Date(timeIntervalSince1970: $0)) })
      (self.notification, title, body) = (NotificationID(notification), content.title, content.body)
      badge = content.badge?.intValue ?? 0
      guard let trigger = request.trigger as? UNCalendarNotificationTrigger else { return }
      repeats = trigger.repeats
      if !repeats { floats = trigger.dateComponents.timeZone == nil }
    }
  }

  extension Account.Delivered {
    /// Creates a delivered notification; nil if it does not come from a plan.
    init?(_ notification: UNNotification) {
      let request = notification.request
      guard request.content.userInfo[UserInfo.notification] != nil else { return nil }
      self.init(id: RequestID(request.identifier), at: Instant(notification.date), isShown: true)
    }
  }

  extension Account.Authorization {
    /// Creates an authorization by number, since not every system has a name for each status.
    init(_ status: UNAuthorizationStatus) {
      let byNumber: [Account.Authorization] = [.notDetermined, .denied, .authorized, .provisional, .ephemeral]
      self = byNumber.indices.contains(status.rawValue) ? byNumber[status.rawValue] : .unknown
    }
  }

  /// Keys for the next plan and for taps, in addition to the policy's own data.
  enum UserInfo {
    static let (notification, at) = ("notification", "at")
    static let (destination, url) = ("destination", "url")
  }
#endif
