#if canImport(UserNotifications) && !os(tvOS)
  public import Foundation
  public import TicklerKit
  public import UserNotifications

  /// Why a plan was carried out in part. Another plan of what the center then holds goes on from there.
  public enum CarryOutError: Error, Hashable, Sendable {
    /// The center still held these requests some seconds after they were removed, so there was no room for new ones.
    case notRemoved([String])
  }

  extension UNUserNotificationCenter {
    /// Carries out the actions of a plan, in their order.
    ///
    /// A request whose time has passed since the plan was made is not added; the next plan reports it as past.
    ///
    /// - Parameters:
    ///   - actions: All of a plan's.
    ///   - now: The clock; intervals are counted from it.
    /// - Throws: ``CarryOutError``, or what the center throws of a request.
    nonisolated(nonsending) public func carryOut(_ actions: [Action], now: () -> Date = { Date() }) async throws {
      func ids(_ verb: Action.Verb) -> [String] { actions.filter { $0.verb == verb }.map(\.id) }
      removeDeliveredNotifications(withIdentifiers: ids(.withdraw))
      var held = try await remove(Set(ids(.cancel)))
      for action in actions {
        guard let request = action.request, action.verb != .keep else { continue }
        let old = held[request.id]
        guard let trigger = request.deviceTrigger(now(), instead: old?.trigger) else {
          // What the center holds would still fire at the old time.
          if action.verb == .move { held = try await remove([request.id]) }
          continue
        }
        let content = request.content
        // Its next time goes on from where it began, as long as it repeats as it did.
        if request.trigger == nil, trigger.repeats {
          content.userInfo[UserInfo.at] = old?.content.userInfo[UserInfo.at]
        }
        try await add(UNNotificationRequest(identifier: request.id, content: content, trigger: trigger))
      }
    }

    /// Removes pending requests, and waits until they are gone: the center removes them later, and what is added before finds no room.
    ///
    /// - Returns: What is left.
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

    /// Registers a policy's categories, whose actions notifications offer. Others that the app has registered go.
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
    /// What the device shows, and what a tap needs to know.
    fileprivate var content: UNMutableNotificationContent {
      let content = UNMutableNotificationContent()
      (content.title, content.body) = (title, body)
      if badge > 0 { content.badge = NSNumber(value: badge) }
      if let category { content.categoryIdentifier = category }
      // Notifications of one item are grouped.
      content.threadIdentifier = item ?? notification
      content.sound =
        switch sound {
        case "none": nil
        case "default": interruption == "critical" ? .defaultCritical : .default
        default: UNNotificationSound(named: UNNotificationSoundName(sound))
        }
      content.interruptionLevel =
        switch interruption {
        case "passive": .passive
        case "timeSensitive": .timeSensitive
        case "critical": .critical
        default: .active
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
