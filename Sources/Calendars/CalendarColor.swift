import Bytes
import PlanModel

/// The color of an app's events: a CSS3 name, as RFC 7986, section 5.9 requires. It is the same in every run.
package enum CalendarColor {
  /// The color of a calendar with several apps.
  package static let mixed = "steelblue"

  /// The RGB value of each name, for Apple's programs, which do not know the names.
  static let digits = [
    "brown": "A52A2A", "chocolate": "D2691E", "crimson": "DC143C", "darkgreen": "006400", "darkolivegreen": "556B2F",
    "darkslateblue": "483D8B", "firebrick": "B22222", "indigo": "4B0082", "maroon": "800000",
    "mediumvioletred": "C71585", "midnightblue": "191970", "olive": "808000", "purple": "800080", "seagreen": "2E8B57",
    "sienna": "A0522D", "steelblue": "4682B4", "teal": "008080",
  ]

  /// Colors dark enough for white text, and enough of them to tell the shipped apps apart.
  private static let names = digits.keys.filter { $0 != mixed }.sorted()

  package static func name(app: String) -> String {
    names[Int(StableHash(app).low % UInt64(names.count))]
  }

  /// Returns the lines of an event for its appearance: its color, and that it takes up no time.
  static func lines(app: String) -> WrittenBytes {
    var out = ByteWriter()
    out.append(text: "\r\nCOLOR:\(name(app: app))\r\nTRANSP:TRANSPARENT\r\n")
    return WrittenBytes(out)
  }
}
