import Bytes
import CivilTime
import Formats

extension ICalendarComponent.Alarm {
  /// Reads an alarm of vCalendar 1.0, such as `DALARM:20261125T110000;PT5M;2;Call`: when it rings, the time between its
  /// rings, how often it rings again, and a text.
  init?(vCalendar line: ICalendarLines.Line) {
    let end = line.value.firstIndex(of: UInt8(ascii: ";"), from: 0)
    guard let time = ICalendarTime(line.value.extracting(first: end), of: line), time.time != nil else { return nil }
    let actions: [ICalendarName: String] = [.audioAlarm: "AUDIO", .mailAlarm: "EMAIL", .programAlarm: "PROCEDURE"]
    self.init(action: actions[line.name] ?? "DISPLAY", trigger: .absolute(time), place: line.place)
    let fields = line.text.split(separator: ";", omittingEmptySubsequences: false)
    guard fields.count > 2 else { return }
    interval = String(fields[1]).withUTF8Bytes { ICalendarDuration($0) }
    repetitions = Int(fields[2]) ?? 0
  }
}

extension RuleText {
  private static let frequencies = [
    "D": ("DAILY", ""), "W": ("WEEKLY", "BYDAY"), "MP": ("MONTHLY", "BYDAY"), "MD": ("MONTHLY", "BYMONTHDAY"),
    "YM": ("YEARLY", "BYMONTH"), "YD": ("YEARLY", "BYYEARDAY"),
  ]

  /// Reads a rule of vCalendar 1.0, such as `W2 TU TH #10` or `MP1 1+ MO 20261231T000000Z`.
  ///
  /// - Returns: nil for a rule with times of day, or inside another one.
  init?(vCalendar text: String) {
    var words = text.uppercased().split(separator: " ").map { $0.filter { $0 != "$" } }
    let step = words.isEmpty ? "" : words.removeFirst()
    let kind = step.prefix { $0.isLetter }
    guard let (frequency, by) = RuleText.frequencies[String(kind)], let interval = Int(step.dropFirst(kind.count))
    else { return nil }
    self.init("FREQ=\(frequency);INTERVAL=\(interval)")
    // Without an end, it occurs twice; `#0` never ends.
    var count: Int? = 2
    if let end = words.last, end.hasPrefix("#") {
      count = Int(end.dropFirst())
      words.removeLast()
    } else if let end = words.last, LocalDate(basic: String(end.prefix(8))) != nil {
      (count, self["UNTIL"]) = (nil, end)
      words.removeLast()
    }
    if let count, count > 0 { self["COUNT"] = String(count) }
    var (values, positions, isAfterDay) = ([] as [String], [] as [String], false)
    for word in words {
      // `2-` is the second from the end, `LD` a month's last day.
      let sign = word.hasSuffix("-") ? "-" : ""
      let number = word == "LD" ? "-1" : sign + word.filter { $0 != "+" && $0 != "-" }
      let isNumber = Int(number) != nil && number.utf8.count < 4
      if by == "BYDAY", !isNumber, word.utf8.count == 2 {
        values += positions.isEmpty ? [word] : positions.map { $0 + word }
        isAfterDay = true
      } else if kind == "MP", isNumber {
        positions = isAfterDay ? [number] : positions + [number]
        isAfterDay = false
      } else if by != "BYDAY", !by.isEmpty, isNumber {
        values.append(number)
      } else {
        return nil
      }
    }
    if !values.isEmpty { self[by] = values.joined(separator: ",") }
  }
}
