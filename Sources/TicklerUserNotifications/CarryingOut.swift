#if canImport(UserNotifications) && !os(tvOS)
  public import Foundation
  public import TicklerKit
  public import UserNotifications

  /// The reason why a plan was only partly carried out. To continue, read the center again and plan again.
  public enum CarryOutError: Error, Hashable, Sendable {
    /// Some seconds after their removal, the center still held these requests, so new ones had no room.
    case notRemoved([String])
  }

  extension UNUserNotificationCenter {
    /// Carries out a plan's actions in order.
    ///
    /// A request that became due since the plan was made is not added. The next plan reports it as past.
    ///
    /// - Parameters:
    ///   - actions: All actions of a plan.
    ///   - now: The clock from which intervals are counted.
    /// - Throws: ``CarryOutError``, or the center's error about a request.
    nonisolated(nonsending) public func carryOut(_ actions: [Action], now: () -> Date = { Date() }) async throws {
      func ids(_ verb: Action.Verb) -> [String] { actions.filter { $0.verb == verb }.map(\.id) }
      removeDeliveredNotifications(withIdentifiers: ids(.withdraw))
      var held = try await remove(Set(ids(.cancel)))
      for action in actions {
        guard let request = action.request, action.verb != .keep else { continue }
        let old = held[request.id]
        guard let trigger = request.deviceTrigger(now(), instead: old?.trigger) else {
          // The old request would still fire at its old time.
          if action.verb == .move { held = try await remove([request.id]) }
          continue
        }
        let content = request.content
        // An unchanged repeating trigger keeps the instant from which its next time is counted.
        if request.trigger == nil, trigger.repeats {
          content.userInfo[UserInfo.at] = old?.content.userInfo[UserInfo.at]
        }
        try await add(UNNotificationRequest(identifier: request.id, content: content, trigger: trigger))
      }
    }

    /// Removes pending requests and waits until the center has done so. Until then, there is no room for new ones.
    ///
    /// - Returns: The remaining requests.
    private nonisolated(nonsending) func remove(_ ids: Set<String>) async throws -> [String: UNNotificationRequest] {
      if !ids.isEmpty { removePendingNotificationRequests(withIdentifiers: Array(ids)) }
      for _ in 0..<100 {
        let pending = await pendingNotificationRequests()
        if !pending.contains(where: { ids.contains($0.identifier) }) {
          return Dictionary(pending.map { ($0.identifier, $0) }) { first, _ in first }
        }
        try await Task.sleep(nanoseconds: 50_000_000)
      }
      throw CarryOutError.notRemoved(ids.sorted())
    }

    /// Registers a policy's categories, which define the actions on notifications. Replaces all categories that the app has registered.
    public func register(_ categories: [TicklerKit.Policy.Category]) {
      setNotificationCategories(
        Set(
          categories.map { category in
            UNNotificationCategory(
              identifier: category.id,
              actions: category.actions.map { action in
                UNNotificationAction(
                  identifier: action.id, title: action.title, options: action.opensApp ? [.foreground] : [])
              }, intentIdentifiers: [], options: [])
          }))
    }
  }

  extension Request {
    /// What the device shows, and the values for a tap.
    fileprivate var content: UNMutableNotificationContent {
      let content = UNMutableNotificationContent()
      (content.title, content.body) = (title, body)
      if badge > 0 { content.badge = NSNumber(value: badge) }
      if let category { content.categoryIdentifier = category }
      // Groups the notifications of an item.
      content.threadIdentifier = item ?? notification
      content.sound =
        switch sound {
        case "none": nil
        case "default": interruption == .critical ? .defaultCritical : .default
        default: UNNotificationSound(named: UNNotificationSoundName(sound))
        }
      content.interruptionLevel =
        switch interruption {
        case .passive: .passive
        case .active: .active
        case .timeSensitive: .timeSensitive
        case .critical: .critical
        }
      var info: [AnyHashable: Any] = data
      info[UserInfo.notification] = notification
      info[UserInfo.at] = at.map { TimeInterval($0.epochSeconds) }
      info[UserInfo.destination] = destination
      info[UserInfo.url] = url
      content.userInfo = info
      return content
    }
  }
#endif
