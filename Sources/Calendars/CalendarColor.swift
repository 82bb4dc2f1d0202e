import Bytes
import PlanModel

/// The color of an app's events: a CSS3 name, as RFC 7986 section 5.9 wants it. The same in every run.
enum CalendarColor {
  /// Of a calendar that several apps are in.
  static let mixed = "steelblue"

  /// All of them dark enough for white text; as many as keep the shipped apps apart.
  private static let names = [
    "brown", "chocolate", "crimson", "darkgreen", "darkolivegreen", "darkslateblue", "firebrick", "indigo",
    "maroon", "mediumvioletred", "midnightblue", "olive", "purple", "seagreen", "sienna", "teal",
  ]

  static func name(app: String) -> String {
    names[Int(StableHash(app).low % UInt64(names.count))]
  }

  /// The lines of an event that say how it looks: its color, and that it does not take up time.
  static func lines(app: String) -> WrittenBytes {
    var out = ByteWriter()
    out.append(text: "\r\nCOLOR:\(name(app: app))\r\nTRANSP:TRANSPARENT\r\n")
    return WrittenBytes(out)
  }
}
