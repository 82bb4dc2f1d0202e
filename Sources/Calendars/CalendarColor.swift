import Bytes
import PlanModel

/// The color of an app's events: a CSS3 name, as RFC 7986 section 5.9 wants it. The same in every run.
package enum CalendarColor {
  /// Of a calendar that several apps are in.
  package static let mixed = "steelblue"

  /// What CSS says that each name is, red, green and blue: Apple's programs know no names.
  static let digits = [
    "brown": "A52A2A", "chocolate": "D2691E", "crimson": "DC143C", "darkgreen": "006400", "darkolivegreen": "556B2F",
    "darkslateblue": "483D8B", "firebrick": "B22222", "indigo": "4B0082", "maroon": "800000",
    "mediumvioletred": "C71585", "midnightblue": "191970", "olive": "808000", "purple": "800080", "seagreen": "2E8B57",
    "sienna": "A0522D", "steelblue": "4682B4", "teal": "008080",
  ]

  /// All of them dark enough for white text; as many as keep the shipped apps apart.
  private static let names = digits.keys.filter { $0 != mixed }.sorted()

  package static func name(app: String) -> String {
    names[Int(StableHash(app).low % UInt64(names.count))]
  }

  /// The lines of an event that say how it looks: its color, and that it does not take up time.
  static func lines(app: String) -> WrittenBytes {
    var out = ByteWriter()
    out.append(text: "\r\nCOLOR:\(name(app: app))\r\nTRANSP:TRANSPARENT\r\n")
    return WrittenBytes(out)
  }
}
