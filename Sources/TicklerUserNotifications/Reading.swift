#if canImport(UserNotifications) && !os(tvOS)
  internal import CivilTime
  internal import Foundation
  internal import TicklerFoundation
  public import TicklerKit
  public import UserNotifications

  extension UNUserNotificationCenter {
    /// Reads what the center holds and shows, and whether the app may notify, into an account that is about to be planned.
    ///
    /// ```
    /// await center.read(into: &account)
    /// let plan = try planner.plan(account, at: Instant(Date()))
    /// try await center.carryOut(plan.actions)
    /// ```
    ///
    /// Requests that ``carryOut(_:now:)`` did not add are the app's own, and left out. The center forgets what was swiped away: what the
    /// app itself remembers of it stays in `account.delivered`.
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

  extension Pending {
    /// nil: it is not a plan's.
    init?(_ request: UNNotificationRequest) {
      let content = request.content
      guard let notification = content.userInfo[UserInfo.notification] as? String else { return nil }
      let at = content.userInfo[UserInfo.at] as? TimeInterval
      self.init(id: request.identifier, at: at.map { Instant(Date(timeIntervalSince1970: $0)) })
      (self.notification, title, body) = (notification, content.title, content.body)
      badge = content.badge?.intValue ?? 0
      guard let trigger = request.trigger as? UNCalendarNotificationTrigger else { return }
      repeats = trigger.repeats
      if !repeats { floats = trigger.dateComponents.timeZone == nil }
    }
  }

  extension Account.Delivered {
    /// nil: it is not a plan's.
    init?(_ notification: UNNotification) {
      let request = notification.request
      guard request.content.userInfo[UserInfo.notification] != nil else { return nil }
      self.init(id: request.identifier, at: Instant(notification.date), isShown: true)
    }
  }

  extension Account.Authorization {
    /// By number, since not every system has a name for each.
    init(_ status: UNAuthorizationStatus) {
      let byNumber: [Account.Authorization] = [.notDetermined, .denied, .authorized, .provisional, .ephemeral]
      self = byNumber.indices.contains(status.rawValue) ? byNumber[status.rawValue] : .unknown
    }
  }

  /// What a request carries beside the policy's own data, for the next plan and for a tap.
  enum UserInfo {
    static let (notification, at) = ("notification", "at")
    static let (destination, url) = ("destination", "url")
  }
#endif
