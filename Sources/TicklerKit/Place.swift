internal import PlanModel

/// A circle on the map whose border a device watches.
public struct Place: Hashable, Sendable {
  /// Which way the border is crossed.
  public enum Crossing: String, CaseIterable, Sendable {
    /// On arriving.
    case entry
    /// On leaving.
    case exit
  }

  let model: PlaceTrigger

  /// - Parameters:
  ///   - name: For texts.
  ///   - latitude: Degrees, WGS 84, −90 to 90.
  ///   - longitude: Degrees, WGS 84, −180 to 180.
  ///   - radius: Metres, above 0.
  ///   - crossing: When to remind.
  /// - Returns: nil where a number is out of range.
  public init?(
    _ name: String, latitude: Double, longitude: Double, radius: Double = 100, on crossing: Crossing
  ) {
    guard abs(latitude) <= 90, abs(longitude) <= 180, radius > 0,
      let latitude = DecimalNumber("\(latitude)"), let longitude = DecimalNumber("\(longitude)"),
      let radius = DecimalNumber("\(radius)")
    else { return nil }
    var place = PlaceTrigger()
    (place.name, place.latitude, place.longitude, place.radius) = (name, latitude, longitude, radius)
    place.crossing = PlaceTrigger.Crossing(rawValue: crossing.rawValue)!
    model = place
  }

  init(_ model: PlaceTrigger) {
    self.model = model
  }

  /// The place's name.
  public var name: String { model.name }
  /// Degrees, WGS 84.
  public var latitude: Double { Double(model.latitude.description)! }
  /// Degrees, WGS 84.
  public var longitude: Double { Double(model.longitude.description)! }
  /// Metres.
  public var radius: Double { Double(model.radius.description)! }
  /// When to remind.
  public var crossing: Crossing { Crossing(rawValue: model.crossing.rawValue)! }
}
