import Diagnostics
import Formats
import PlanFiles
import RunModel

/// Compares a page's figures with the run's. They are in the element `id="data"`, so templates are free to show
/// anything.
struct PageCheck {
  private let file: InputFile
  /// nil if the page has no data.
  let data: PageData?
  private let line: Int
  /// The accounts and list rows on the page. Templates do not contain their tags.
  let sections: Int
  let rows: Int

  init(_ file: InputFile) throws(RunFault) {
    self.file = file
    var lines = LineReader(file)
    var (sections, rows, found): (Int, Int, [UInt8]?) = (0, 0, nil)
    func read(_ line: Span<UInt8>) {
      if line.startsSection { sections += 1 }
      if line.startsRow { rows += 1 }
      found = line.dataObject
    }
    while found == nil, try lines.nextLine(read) {}
    (self.sections, self.rows, line) = (sections, rows, lines.line)
    data = try found.flatMap { (bytes) throws(RunFault) in
      try JSONDocument.record(PageData.self, onLine: lines.line, bytes.indices, of: bytes, file: file.name)
    }
  }

  /// Compares the first page's figures with those of the other files.
  func check(_ expected: CountsByName, _ run: VerifiedRun) throws(RunFault) {
    guard let data else { return }
    var figures = CountsByName()
    for group in ["outcomes", "kinds", "reasons", "byDay", "accounts", "rejectedRecords"] { figures.know(group) }
    for (name, count) in data.figures?.members ?? [] { figures.set(name, count) }
    for (name, found, wanted) in figures.differences(from: expected)
    where !name.hasPrefix("coverageHorizons.") || name == "coverageHorizons.accounts" {
      run.log.add(.page, file.name, line, "\(name) is \(found)", expected: "\(wanted), the plan's")
    }
    if data.accounts != nil, let accounts = expected.values["accounts"].flatMap({ Int($0) }), sections != accounts {
      run.log.add(.page, file.name, line, "\(sections) accounts", expected: "the plan's \(accounts)")
    }
    checkRun(run)
    guard let header = run.header, let hashes = data.sha256 else { return }
    let wanted = header.inputs.map(\.sha256) + header.policies.map(\.sha256) + header.holidays.map(\.sha256)
    if hashes != wanted {
      run.log.add(
        .runs, file.name, line, "other SHA-256 of inputs and policies than in the head",
        expected: "files of one run; plan again")
    }
  }

  /// Compares the instant of the page's plan with the run's.
  func checkRun(_ run: VerifiedRun) {
    guard let header = run.header, let data, data.now != header.now else { return }
    run.log.add(
      .runs, file.name, line, "the page of the plan of \(data.now)", expected: "files of one run, as of \(header.now)")
  }
}

extension Span<UInt8> {
  fileprivate var startsSection: Bool {
    starts(with: "<details class=account ") || starts(with: "<details open class=account ")
  }

  fileprivate var startsRow: Bool { starts(with: "<tr><th scope=row>") }

  func starts(with text: StaticString) -> Bool {
    text.withBytes { count >= $0.count && extracting(first: $0.count).equals($0) }
  }

  /// The JSON object on the data line of a page; nil for any other line.
  fileprivate var dataObject: [UInt8]? {
    let mark = Array("id=\"data\"".utf8)
    guard count > mark.count, let start = indices.first(where: { self[$0] == UInt8(ascii: "{") }), start < 200,
      let end = indices.reversed().first(where: { self[$0] == UInt8(ascii: "}") }), start < end
    else { return nil }
    for index in 0..<Swift.max(0, start - mark.count + 1)
    where mark.indices.allSatisfy({ self[index + $0] == mark[$0] }) {
      let object = extracting(start..<end + 1)
      return object.indices.map { object[$0] }
    }
    return nil
  }
}
