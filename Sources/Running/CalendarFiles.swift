import Diagnostics
import Reporting

/// `calendar.ics`, or `calendar/001.ics` and on where one file would pass 900 KB, which large calendars refuse.
struct CalendarFiles {
  private static let limit = 900_000
  static let single = "calendar.ics"
  static let folder = "calendar"

  private let folder: OutputFolder
  private let header: [UInt8]
  private var file: OutputFile?
  private var count = 0

  init(_ folder: OutputFolder, name: String) {
    self.folder = folder
    header = ICSWriter.header(name: name)
  }

  mutating func write(_ events: [UInt8], ends: [Int]) throws(FatalInput) {
    var start = 0
    var index = 0
    while index < ends.count {
      let file = try current()
      let room = CalendarFiles.limit - file.size - ICSWriter.footer.count
      var end = start
      while index < ends.count, ends[index] - start <= room || end == start && file.size == header.count {
        end = ends[index]
        index += 1
      }
      try file.write(events[start..<end])
      if index < ends.count { try closeCurrent() }
      start = end
    }
  }

  private mutating func current() throws(FatalInput) -> OutputFile {
    if let file { return file }
    count += 1
    let digits = String(count)
    let number = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    let new = try folder.file("\(CalendarFiles.folder)/\(number).ics")
    try new.write(header)
    file = new
    return new
  }

  private mutating func closeCurrent() throws(FatalInput) {
    try file?.write(ICSWriter.footer)
    try file?.close()
    file = nil
  }

  /// - Returns: What was written, a file or the folder.
  mutating func finish() throws(FatalInput) -> String {
    if count == 0 { _ = try current() }
    try closeCurrent()
    if count > 1 { return CalendarFiles.folder }
    try folder.renameStaged("\(CalendarFiles.folder)/001.ics", to: CalendarFiles.single)
    return CalendarFiles.single
  }
}
