#if canImport(UserNotifications) && !os(tvOS)
  internal import CivilTime
  internal import Foundation
  internal import TicklerFoundation
  internal import TicklerKit
  internal import UserNotifications
  #if os(iOS) || os(watchOS) || os(Linux)
    internal import CoreLocation
  #endif

  extension Request {
    /// Returns the device's trigger; nil if its time has passed.
    ///
    /// - Parameter held: The current trigger, which an update keeps. An interval would restart, so it is counted again.
    func deviceTrigger(_ now: Date, instead held: UNNotificationTrigger?) -> UNNotificationTrigger? {
      switch trigger {
      case nil where !(held is UNTimeIntervalNotificationTrigger): return held
      case nil, .instant: return at.map { interval(until: $0, now) }
      case .once(_, let zone, let floats): return at.flatMap { once($0, zone, floats: floats, now) }
      case .repeating(let time): return repeating(time)
      case .region(let place): return place.deviceTrigger(id)
      }
    }

    /// A late event is due now, and an interval must be positive.
    private func interval(until at: Instant, _ now: Date) -> UNNotificationTrigger {
      UNTimeIntervalNotificationTrigger(timeInterval: max(1, Date(at).timeIntervalSince(now)), repeats: false)
    }

    private func once(_ at: Instant, _ zone: String, floats: Bool, _ now: Date) -> UNNotificationTrigger? {
      guard Date(at) > now, let timeZone = TimeZone(identifier: zone) else { return nil }
      var calendar = Calendar(identifier: .gregorian)
      func components(_ timeZone: TimeZone) -> DateComponents {
        calendar.timeZone = timeZone
        return calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: Date(at))
      }
      var match = components(timeZone)
      if !floats {
        // In an hour that the clock shows twice, the components select one of the two. For the other, use its wall time in GMT.
        if calendar.date(from: match) != Date(at) { match = components(.gmt) }
        (match.calendar, match.timeZone) = (calendar, calendar.timeZone)
      }
      return UNCalendarNotificationTrigger(dateMatching: match, repeats: false)
    }

    /// Omits the zone: nine o'clock applies wherever the phone is.
    private func repeating(_ time: RepeatingTime) -> UNNotificationTrigger {
      let match = time.components
      let components = DateComponents(
        month: match.month, day: match.day, hour: match.hour, minute: match.minute, weekday: match.weekday)
      return UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
    }
  }

  extension Place {
    /// Fires once, as `once = "day"` requires. The next plan arms it again.
    fileprivate func deviceTrigger(_ id: String) -> UNNotificationTrigger? {
      #if os(iOS) || os(watchOS) || os(Linux)
        let center = CLLocationCoordinate2D(latitude: Double(latitude), longitude: Double(longitude))
        let region = CLCircularRegion(center: center, radius: Double(radius), identifier: id)
        (region.notifyOnEntry, region.notifyOnExit) = (crossing == .entry, crossing == .exit)
        return UNLocationNotificationTrigger(region: region, repeats: false)
      #else
        return nil
      #endif
    }
  }
#endif
