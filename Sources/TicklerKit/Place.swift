internal import PlanModel

/// A circle on the map whose border a device watches.
public struct Place: Hashable, Sendable {
  /// The direction of a crossing.
  public enum Crossing: String, CaseIterable, Codable, Sendable {
    /// Arriving.
    case entry
    /// Leaving.
    case exit
  }

  /// The name, for texts.
  public let name: String
  /// Degrees, WGS 84, −90 to 90.
  public let latitude: Double
  /// Degrees, WGS 84, −180 to 180.
  public let longitude: Double
  /// Meters, above 0.
  public let radius: Double
  /// The crossing that triggers the reminder.
  public let crossing: Crossing

  /// Creates a circle.
  ///
  /// - Parameters:
  ///   - name: The name, for texts.
  ///   - latitude: Degrees, WGS 84, −90 to 90.
  ///   - longitude: Degrees, WGS 84, −180 to 180.
  ///   - radius: Meters, above 0.
  ///   - crossing: The crossing that triggers the reminder.
  /// - Returns: nil if a number is out of range.
  public init?(
    name: String, latitude: Double, longitude: Double, radius: Double = 100, on crossing: Crossing
  ) {
    guard abs(latitude) <= 90, abs(longitude) <= 180, radius > 0, DecimalNumber("\(radius)") != nil else { return nil }
    (self.name, self.latitude, self.longitude, self.radius) = (name, latitude, longitude, radius)
    self.crossing = crossing
  }

  init(_ model: PlaceTrigger) {
    name = model.name
    (latitude, longitude) = (Double(model.latitude.description)!, Double(model.longitude.description)!)
    (radius, crossing) = (Double(model.radius.description)!, Crossing(rawValue: model.crossing.rawValue)!)
  }

  var model: PlaceTrigger {
    func number(_ value: Double) -> DecimalNumber { DecimalNumber("\(value)") ?? DecimalNumber(0) }
    var place = PlaceTrigger()
    place.name = name
    (place.latitude, place.longitude, place.radius) = (number(latitude), number(longitude), number(radius))
    place.crossing = PlaceTrigger.Crossing(rawValue: crossing.rawValue)!
    return place
  }
}

extension Place: Codable, CustomStringConvertible {
  private enum CodingKeys: CodingKey { case name, latitude, longitude, radius, crossing }

  /// `Home, 48.2 16.37, 150.0 m, entry`.
  public var description: String { "\(name), \(latitude) \(longitude), \(radius) m, \(crossing.rawValue)" }

  /// Decodes a circle and validates its numbers.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let place = Place(
      name: try container.decode(String.self, forKey: .name),
      latitude: try container.decode(Double.self, forKey: .latitude),
      longitude: try container.decode(Double.self, forKey: .longitude),
      radius: try container.decode(Double.self, forKey: .radius),
      on: try container.decode(Crossing.self, forKey: .crossing))
    guard let place else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected degrees and meters of a circle on the map"))
    }
    self = place
  }
}
