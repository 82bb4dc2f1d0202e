/// The syntax of a type's values: a regular expression that matches whole texts, in the subset that XSD and ECMA-262 share.
struct TextForm {
  let name: String
  let meaning: String
  let pattern: String

  private init(_ name: String, _ meaning: String, _ pattern: String) {
    (self.name, self.meaning, self.pattern) = (name, meaning, pattern)
  }

  /// The forms of JSON strings, followed by forms that are texts only in XML.
  static let (all, xmlAlone) = (
    [
      TextForm(
        "zoneName", "A zone or link of the tz database, such as Europe/London",
        #"[A-Za-z0-9_+][A-Za-z0-9_+.\-]*(/[A-Za-z0-9_+][A-Za-z0-9_+.\-]*)*"#),
      TextForm(
        "rrule", "RFC 5545, section 3.3.10, such as FREQ=MONTHLY;BYDAY=-1FR",
        #"([A-Za-z]+=[A-Za-z0-9,+\-]+;)*[Ff][Rr][Ee][Qq]=[A-Za-z]+(;[A-Za-z]+=[A-Za-z0-9,+\-]+)*"#),
      TextForm(
        "reminder", "0, or a signed number of m, h, d or w, or days or weeks with a time, such as -1d@18:00",
        "0(@([01][0-9]|2[0-3])" + minutes + #")?|[+\-]0*[1-9][0-9]*([mh]|[dw](@([01][0-9]|2[0-3])"# + minutes + ")?)"),
      TextForm("date", "YYYY-MM-DD", "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"),
      TextForm("time", "HH:MM or HH:MM:SS", "([01][0-9]|2[0-3])" + minutes),
      TextForm(
        "instant", "RFC 3339 to the second with an offset, such as 2026-11-20T12:00:00Z",
        "[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
          + "|02-(0[1-9]|[12][0-9]))[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
          + #"(\.0+)?([Zz]|[+\-]([01][0-9]|2[0-3]):[0-5][0-9])"#),
      TextForm("amount", "A decimal number, preferably as a text", "-?\(digits)\(exponent)?"),
    ],
    [
      TextForm("identifier", "At least one character", #"[\s\S]+"#),
      TextForm("bool", "Without the 1 and 0 of xs:boolean", "true|false"),
      TextForm("quantity", "A number that is not negative", #"(\#(digits)|-0+(\.0+)?)\#(exponent)?"#),
      TextForm(
        "count", "A whole number that is not negative; tickler checks numbers with an exponent",
        #"([0-9]+|-0+)(\.0+)?|(\#(digits)|-0+(\.0+)?)\#(exponent)"#),
    ]
  )

  private static let minutes = ":[0-5][0-9](:[0-5][0-9])?"
  private static let digits = #"[0-9]+(\.[0-9]+)?"#
  private static let exponent = #"([Ee][+\-]?[0-9]+)"#

  /// The additional form of declared items.
  static let dateOrTime = TextForm(
    "dateOrTime", "YYYY-MM-DD, or with a time of day, YYYY-MM-DDTHH:MM",
    "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3])" + minutes + ")?")
  static let number = TextForm("number", "A number", "-?\(digits)\(exponent)?")

  /// Returns the pattern of times of day between two full hours, inclusive.
  static func times(_ hours: ClosedRange<Int>) -> String {
    let words = hours.map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "(\(words.dropLast().joined(separator: "|")))\(minutes)|\(words.last!):00(:00)?"
  }

  /// Returns the pattern of degrees up to a multiple of ten.
  static func degrees(_ limit: Int) -> String {
    let tens = (1..<limit / 10).map { "\($0)" }.joined(separator: "|")
    return #"-?0*((\#(tens))?[0-9](\.[0-9]+)?|\#(limit)(\.0+)?)|-?\#(digits)\#(exponent)"#
  }
}

extension ValueType {
  static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// The name of the values' form; nil if another rule defines it.
  var formName: String? {
    switch self {
    case .zone: "zoneName"
    case .rule: "rrule"
    case .reminder: "reminder"
    case .date: "date"
    case .dateOrTime: "dateOrTime"
    case .time(hours: nil): "time"
    case .instant: "instant"
    case .amount: "amount"
    default: nil
    }
  }
}

extension FieldDescription {
  /// The meaning as a sentence without Markdown; nil if the name says enough.
  var sentence: String? { meaning.isEmpty ? nil : meaning.filter { $0 != "`" } + "." }
}
