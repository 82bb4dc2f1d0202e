import Bytes
import CivilTime
import Diagnostics
import Formats

/// Reads Apple Health exports: step counts become days of steps, and workouts become workouts.
///
/// Gigabytes of other records are skipped tag by tag. Records older than ``days`` days affect no notification. They
/// are counted and dropped, which bounds memory.
struct AppleHealthMapper: ImportMapper {
  static let days = 35
  private static let maximumRecords = 4_000_000

  private struct Step {
    var start: Int64
    var length: Int32
    var count: Int32
    var source: UInt16
  }

  private var scanner: XMLScanner?
  private var steps: [LocalDate: [Step]] = [:]
  private var stepCount = 0
  private var places: [LocalDate: Place] = [:]
  private var sources: [[UInt8]] = []
  private var old = (count: 0, place: Place(line: 1, column: 1))
  private var workout: Workout?
  private var workoutIDs: [String: Int] = [:]
  /// The instant from which records count.
  private var first = Instant.distantPast
  private let step = Array("HKQuantityTypeIdentifierStepCount".utf8)
  private let record = Array("Record".utf8)

  private struct Workout {
    var place: Place
    var type = ""
    var end: Instant
    var seconds: Int?
    var meters: Int?
    /// The number of elements around it.
    var depth: Int
  }

  mutating func read(_ window: Span<UInt8>, isLast: Bool, into output: ImportOutput) throws(RunFault) -> Int {
    var scanner = self.scanner ?? XMLScanner(file: output.file.name, rootAfterDoctype: "HealthData")
    if self.scanner == nil {
      first = output.zone.instant(of: output.today.adding(days: -AppleHealthMapper.days).at(.midnight))
    }
    scanner.slide()
    loop: while true {
      switch try scanner.next(in: window, isLast: isLast) {
      case .starved, .endOfInput: break loop
      case .text: continue
      case .end:
        if let workout, scanner.depth == workout.depth {
          write(workout, output)
          self.workout = nil
        }
      case .start:
        if scanner.depth == 2, window.extracting(scanner.name).equals(record.span) {
          try takeRecord(scanner, window, output)
        } else {
          try takeOther(scanner, window, output)
        }
      }
    }
    self.scanner = scanner
    if isLast { writeSteps(output) }
    return scanner.position
  }

  private mutating func takeOther(
    _ scanner: XMLScanner, _ window: Span<UInt8>, _ output: ImportOutput
  ) throws(RunFault) {
    let name = String(window.extracting(scanner.name))
    if scanner.depth == 1, name != "HealthData" {
      throw output.fault(
        .format, "found the element \(name.quotedForDiagnostic)", expected: "the root element HealthData",
        at: scanner.place)
    }
    if name == "Workout", scanner.depth == 2 { try begin(scanner, window, output) }
    if name == "ExportDate", scanner.depth == 2, let text = try XMLElement(scanner, in: window)["value"],
      let offset = UTCOffset(basic: text.suffix(5)),
      let at = text.withUTF8Bytes({ Instant(appleHealth: $0) })
    {
      output.suggest(offsetMinutes: offset.seconds / 60, asOf: at, at: scanner.place)
    }
    guard name == "WorkoutStatistics", workout != nil else { return }
    let values = try XMLElement(scanner, in: window)
    if values["type"]?.contains("Distance") == true, let sum = values["sum"].flatMap({ Double($0) }) {
      workout?.meters = sum.meters(values["unit"])
    }
  }

  // MARK: Steps

  private mutating func takeRecord(
    _ scanner: XMLScanner, _ window: Span<UInt8>, _ output: ImportOutput
  ) throws(RunFault) {
    var (start, end, value, source): (Range<Int>?, Range<Int>?, Range<Int>?, Range<Int>?)
    for attribute in scanner.attributes {
      let name = attribute.name
      switch window[name.lowerBound] {
      case UInt8(ascii: "t") where name.count == 4:
        if !window.extracting(attribute.value).equals(step.span) { return }
      case UInt8(ascii: "s") where name.count == 9: start = attribute.value
      case UInt8(ascii: "s") where name.count == 10: source = attribute.value
      case UInt8(ascii: "e") where name.count == 7: end = attribute.value
      case UInt8(ascii: "v") where name.count == 5: value = attribute.value
      default: break
      }
    }
    func text(_ range: Range<Int>?) -> String { range.map { String(window.extracting($0)) } ?? "" }
    func refuse(_ field: String, _ range: Range<Int>?, _ expected: String) {
      let place = scanner.attributes.first { $0.value == range }?.place ?? scanner.place
      output.refuse(
        range == nil ? "the attribute is missing" : "found \(text(range).quotedForDiagnostic)", expected: expected,
        at: place, field: field, code: range == nil ? .missingField : .badValue)
    }
    guard let start, let from = Instant(appleHealth: window.extracting(start)) else {
      return refuse("startDate", start, "a time, such as 2017-01-22 18:57:52 +0200")
    }
    guard let end, let to = Instant(appleHealth: window.extracting(end)), to >= from,
      to.epochSeconds - from.epochSeconds < 1 << 30
    else {
      return refuse("endDate", end, "a time not before startDate, such as 2017-01-22 18:57:52 +0200")
    }
    guard let value, let count = Double(text(value)), count >= 0, count < 1e9 else {
      return refuse("value", value, "a number of steps")
    }
    if from < first {
      if old.count == 0 { old.place = scanner.place }
      old.count += 1
      return
    }
    stepCount += 1
    guard stepCount <= AppleHealthMapper.maximumRecords else {
      throw output.fault(
        .limit, "too many step counts in the last \(AppleHealthMapper.days) days",
        expected: "at most \(AppleHealthMapper.maximumRecords)", at: scanner.place)
    }
    let date = output.local(from).date
    if places[date] == nil { places[date] = scanner.place }
    steps[date, default: []].append(
      Step(
        start: from.epochSeconds, length: Int32(to.epochSeconds - from.epochSeconds), count: Int32(count.rounded()),
        source: number(of: window.extracting(source ?? 0..<0))))
  }

  private mutating func number(of source: Span<UInt8>) -> UInt16 {
    for (number, known) in sources.enumerated() where known.span.equals(source) { return UInt16(number) }
    guard sources.count < 1000 else { return 999 }
    var bytes: [UInt8] = []
    bytes.append(copying: source)
    sources.append(bytes)
    return UInt16(sources.count - 1)
  }

  private func writeSteps(_ output: ImportOutput) {
    if old.count > 0 {
      output.note(
        "step count is older than \(AppleHealthMapper.days) days",
        "step counts are older than \(AppleHealthMapper.days) days", "left out", at: old.place, count: old.count)
    }
    let wanted = output.settings.stepSource.map { $0.plainSpaces }
    let preferred = wanted.flatMap { wanted in
      sources.firstIndex { String(decoding: $0, as: UTF8.self).plainSpaces == wanted }
    }
    if let wanted, preferred == nil {
      output.warn("no step count is from the source \(wanted.quotedForDiagnostic)", at: Place(line: 1, column: 1))
    }
    let goal = output.settings.goal ?? 10_000
    if output.settings.goal == nil, !steps.isEmpty {
      output.warn(
        "the file has no step goal: \(goal) a day are assumed; --goal names another", at: Place(line: 1, column: 1))
    }
    for (date, records) in steps.sorted(by: { $0.key < $1.key }) {
      let place = places[date]!
      output.begin("stepDay", id: date.description, at: place)
      output.text("date", date.description)
      output.number("goal", goal)
      let last = output.zone.instant(of: date.adding(days: 1).at(.midnight)).epochSeconds - 1
      var total = 0
      output.build { builder in
        builder.begin(.list, new: "samples", at: place)
        for step in AppleHealthMapper.counted(records, preferred) {
          total += Int(step.count)
          builder.begin(.object, at: place)
          let end = min(step.start + Int64(step.length), last)
          builder.add(new: "at", (Instant(epochSeconds: end) ?? .distantPast).description, as: .string, at: place)
          builder.add(new: "steps", String(min(total, 1_000_000_000)), as: .number, at: place)
          builder.end()
        }
        builder.end()
      }
      output.end()
    }
  }

  /// Returns the records that count, by their ends. Of overlapping records, it takes the preferred source or the one
  /// with most steps.
  private static func counted(_ records: [Step], _ preferred: Int?) -> [Step] {
    let inOrder = records.sorted {
      ($0.start, $0.length, $0.source, $0.count) < ($1.start, $1.length, $1.source, $1.count)
    }
    var counted: [Step] = []
    var next = 0
    while next < inOrder.count {
      var (end, last) = (inOrder[next].start + Int64(inOrder[next].length), next + 1)
      while last < inOrder.count, inOrder[last].start < end {
        end = max(end, inOrder[last].start + Int64(inOrder[last].length))
        last += 1
      }
      var sums: [UInt16: Int] = [:]
      for step in inOrder[next..<last] { sums[step.source, default: 0] += Int(step.count) }
      // On a tie, the first source in the file wins.
      var best = sums.max { ($0.value, $1.key) < ($1.value, $0.key) }!.key
      if let preferred, sums[UInt16(preferred)] != nil { best = UInt16(preferred) }
      counted += inOrder[next..<last].filter { $0.source == best }
      next = last
    }
    return counted.sorted { ($0.start + Int64($0.length), $0.start) < ($1.start + Int64($1.length), $1.start) }
  }

  // MARK: Workouts

  private mutating func begin(_ scanner: XMLScanner, _ window: Span<UInt8>, _ output: ImportOutput) throws(RunFault) {
    let values = try XMLElement(scanner, in: window)
    guard let text = values["endDate"], let end = text.withUTF8Bytes({ Instant(appleHealth: $0) }) else {
      return output.refuse(
        values["endDate"].map { "found \($0.quotedForDiagnostic)" } ?? "the attribute is missing",
        expected: "a time, such as 2017-01-22 18:57:52 +0200", at: values.place(of: "endDate"),
        field: "endDate", code: values["endDate"] == nil ? .missingField : .badValue)
    }
    if end < first {
      return output.note(
        "workout is older than \(AppleHealthMapper.days) days",
        "workouts are older than \(AppleHealthMapper.days) days", "left out", at: scanner.place)
    }
    var workout = Workout(place: scanner.place, end: end, depth: scanner.depth - 1)
    workout.type = (values["workoutActivityType"] ?? "").activity
    if let duration = values["duration"].flatMap({ Double($0) }), duration >= 0, duration < 1e7 {
      let unit = values["durationUnit"] ?? "min"
      workout.seconds = Int((duration * (unit == "hr" || unit == "h" ? 3600 : unit == "s" ? 1 : 60)).rounded())
    }
    if let distance = values["totalDistance"].flatMap({ Double($0) }) {
      workout.meters = distance.meters(values["totalDistanceUnit"])
    }
    self.workout = workout
  }

  private mutating func write(_ workout: Workout, _ output: ImportOutput) {
    // Workouts have no id: the type and the end make one. Duplicates are numbered.
    let base = "\(workout.type.isEmpty ? "workout" : workout.type.replacing(" ", with: "-"))-\(workout.end)"
    let number = workoutIDs[base, default: 0] + 1
    workoutIDs[base] = number
    output.begin("workout", id: number == 1 ? base : "\(base)-\(number)", at: workout.place)
    output.text("endedAt", workout.end.description)
    if !workout.type.isEmpty { output.text("type", workout.type) }
    if let seconds = workout.seconds { output.number("duration", seconds) }
    if let meters = workout.meters, meters > 0 { output.number("distance", meters) }
    output.end()
  }
}

extension Double {
  /// The distance in meters; nil for an unknown unit or an absurd distance.
  fileprivate func meters(_ unit: String?) -> Int? {
    let meters = ["km": 1000, "m": 1, "mi": 1609.344, "ft": 0.3048, "yd": 0.9144, "cm": 0.01]
    guard let factor = meters[unit ?? "km"], self >= 0, self < 1e8 else { return nil }
    return Int((self * factor).rounded())
  }
}

extension String {
  /// The name in `HKWorkoutActivityTypeTraditionalStrengthTraining`: `traditional strength training`.
  fileprivate var activity: String {
    let name = hasPrefix("HKWorkoutActivityType") ? String(dropFirst(21)) : self
    var words = ""
    for character in name {
      if character.isUppercase, !words.isEmpty { words += " " }
      words += character.lowercased()
    }
    return words
  }

  /// The text with plain spaces instead of no-break spaces, which names of watches contain.
  fileprivate var plainSpaces: String { replacing("\u{a0}", with: " ") }
}

extension Instant {
  /// Reads `2017-01-22 18:57:52 +0200`.
  init?(appleHealth text: Span<UInt8>) {
    guard text.count == 25, text[10] == 0x20, text[19] == 0x20 else { return nil }
    func number(_ start: Int, _ count: Int) -> Int? { text.extracting(start..<start + count).decimal }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
      let minute = number(14, 2), let second = number(17, 2), let hours = number(21, 2), let minutes = number(23, 2),
      let date = LocalDate(year: year, month: month, day: day),
      let time = LocalTime(hour: hour, minute: minute, second: second),
      text[20] == UInt8(ascii: "+") || text[20] == UInt8(ascii: "-"),
      let offset = UTCOffset(seconds: (hours * 3600 + minutes * 60) * (text[20] == UInt8(ascii: "-") ? -1 : 1))
    else { return nil }
    self = date.at(time).instant(at: offset)
  }
}
