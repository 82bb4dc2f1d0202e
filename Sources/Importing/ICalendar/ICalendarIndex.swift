import Diagnostics
import Formats

/// The versions and changed occurrences in all calendars of a run, by UID: the newest counts in any file.
struct ICalendarIndex {
  private var newest: [String: (version: ICalendarVersion, file: Int)] = [:]
  private var changes: [String: [(time: ICalendarTime, file: Int)]] = [:]

  /// Adds a component. Of equal versions, that of the later file counts.
  mutating func add(_ component: ICalendarComponent, file: Int, _ output: ImportOutput) {
    guard let name = component.versionedName(output), let uid = component.uid else { return }
    if let known = newest[name], component.version < known.version { return }
    newest[name] = (component.version, file)
    if let time = component.occurrence { changes[uid, default: []].append((time, file)) }
  }

  /// Whether no other file has a newer version of a component.
  func isNewest(_ component: ICalendarComponent, file: Int, _ output: ImportOutput) -> Bool {
    component.versionedName(output).flatMap { newest[$0] }.map { $0.file == file } ?? true
  }

  /// Returns the occurrences of a component that other files change.
  func changes(of component: ICalendarComponent, notIn file: Int) -> [ICalendarTime] {
    component.uid.flatMap { changes[$0] }?.filter { $0.file != file }.map(\.time) ?? []
  }
}

extension ImportRun {
  /// Compares the versions of all calendars, if there are several. Faults are left to their reading.
  ///
  /// - Parameter files: The inputs from other tools, in order.
  package func compareCalendars(in files: [InputFile], _ limits: UnpackingLimits = UnpackingLimits()) {
    guard files.count(where: { $0.format == .iCalendar }) > 1 else { return }
    var index = ICalendarIndex()
    for (number, file) in files.enumerated() where file.format == .iCalendar {
      var mapper = ICalendarMapper(index, file: number, isScan: true)
      try? mapper.scan(file.unpacked(limits), for: self)
      index = mapper.index ?? index
    }
    finishComparison(index)
  }
}

extension ICalendarMapper {
  fileprivate mutating func scan(_ file: InputFile, for run: ImportRun) throws(RunFault) {
    let output = try ImportOutput(file, run, isLast: false)
    var (window, offset, capacity, isLast) = ([] as [UInt8], Int64(0), 1 << 18, false)
    var windows = UTF16Windows()
    while !isLast {
      if window.count == capacity { capacity *= 2 }
      let count = try file.append(upTo: capacity - window.count, from: offset, to: &window)
      isLast = window.count < capacity
      offset += Int64(count)
      let taken = try windows.read(window.span, isLast: isLast) { (text) throws(RunFault) in
        try read(text, isLast: isLast, into: output)
      }
      window.removeFirst(taken)
    }
  }
}
