import Diagnostics
import Formats

/// The versions and changed occurrences in all calendars of a run, by UID: the newest counts in any file.
struct ICalendarIndex {
  private var newest: [String: (version: ICalendarVersion, file: Int)] = [:]
  private var changes: [String: [(time: ICalendarTime, file: Int)]] = [:]
  /// The changes of all later occurrences too.
  private var laterChanges: [String: [(component: ICalendarComponent, file: Int)]] = [:]
  /// The UIDs of events.
  private(set) var events: Set<String> = []
  private(set) var exclusions = ICalendarExclusions()

  /// Adds a component. Of equal versions, that of the later file counts.
  mutating func add(_ component: ICalendarComponent, file: Int, _ output: ImportOutput) {
    guard let name = component.versionedName(output), let series = component.seriesName else { return }
    if !component.isTask { events.insert(component.uid ?? "") }
    exclusions.add(component, output)
    if let known = newest[name], component.version < known.version { return }
    newest[name] = (component.version, file)
    if let time = component.occurrence { changes[series, default: []].append((time, file)) }
    if component.changesLater { laterChanges[series, default: []].append((component, file)) }
  }

  /// Returns the version in another file that counts instead of a component: a newer one, or an equal one of a later
  /// file.
  func later(_ component: ICalendarComponent, file: Int, _ output: ImportOutput) -> ICalendarVersion? {
    component.versionedName(output).flatMap { newest[$0] }.flatMap { $0.file == file ? nil : $0.version }
  }

  /// Whether the series of a changed occurrence was cancelled later, in any file.
  func cancels(_ component: ICalendarComponent) -> Bool {
    guard component.occurrence != nil, let series = component.seriesName.flatMap({ newest[$0]?.version }) else {
      return false
    }
    return series.isCancelled && component.version < series
  }

  /// Returns the occurrences of a component that other files change.
  func changes(of component: ICalendarComponent, notIn file: Int) -> [ICalendarTime] {
    component.seriesName.flatMap { changes[$0] }?.filter { $0.file != file }.map(\.time) ?? []
  }

  /// Returns the newest changes of later occurrences that other files make to a series. They get its place.
  func laterChanges(
    of series: ICalendarComponent, notIn file: Int, _ output: ImportOutput
  ) -> [ICalendarComponent] {
    let changes = series.seriesName.flatMap { laterChanges[$0] } ?? []
    return changes.filter { change in
      let counted = change.component.versionedName(output).flatMap { newest[$0] }
      return change.file != file && counted?.file == change.file && counted?.version == change.component.version
    }.map { $0.component.placed(at: series) }
  }

  /// Whether another file has the series of a changed occurrence.
  func hasSeries(of component: ICalendarComponent, notIn file: Int) -> Bool {
    component.seriesName.flatMap { newest[$0] }.map { $0.file != file } ?? false
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
