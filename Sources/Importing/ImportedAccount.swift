import CivilTime
import Formats
import PlanModel

/// An account that imports fill. It is written after the last import of a run.
struct ImportedAccount {
  struct Delivered: Hashable {
    var notification: String
    var at: Instant
    var place: Place
  }

  let id: String
  let app: String
  var zone: Zone
  var locale: String?
  // A calendar or agenda lacks a phone's limit of 64 slots.
  var platform = Platform.other
  var device: String?
  /// The place that it was imported from.
  var place = Place(line: 1, column: 1)
  /// The daily period without notifications.
  var quietHours: (start: LocalTime, end: LocalTime)?
  var delivered: [Delivered] = []

  func write(_ builder: inout RecordBuilder, at place: Place) {
    builder.restart()
    builder.begin(.object, at: place)
    builder.add(new: "id", id, as: .string, at: place)
    builder.add(new: "app", app, as: .string, at: place)
    if let device { builder.add(new: "device", device, as: .string, at: place) }
    builder.add(new: "timeZone", zone.name, as: .string, at: place)
    if let locale { builder.add(new: "locale", locale, as: .string, at: place) }
    builder.add(new: "platform", platform.rawValue, as: .string, at: place)
    if let quietHours {
      builder.begin(.object, new: "preferences", at: place)
      builder.begin(.object, new: "quietHours", at: place)
      builder.add(new: "start", quietHours.start.description, as: .string, at: place)
      builder.add(new: "end", quietHours.end.description, as: .string, at: place)
      builder.end()
      builder.end()
    }
    if !delivered.isEmpty {
      builder.begin(.list, new: "delivered", at: place)
      for entry in delivered {
        builder.begin(.object, at: entry.place)
        builder.add(new: "id", entry.notification, as: .string, at: entry.place)
        builder.add(new: "at", entry.at.description, as: .string, at: entry.place)
        builder.end()
      }
      builder.end()
    }
    builder.end()
  }
}
