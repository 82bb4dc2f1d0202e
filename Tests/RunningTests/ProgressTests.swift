import Running
import Testing

/// Tests the text of the progress line.
struct ProgressTests {
  static func planning(_ done: Int, _ accounts: Int, _ bytesDone: Int64, _ bytes: Int64) -> Progress {
    var progress = Progress(.planning(accounts: accounts), bytes: bytes)
    (progress.accountsDone, progress.bytesDone) = (done, bytesDone)
    return progress
  }

  static func reading(_ name: String, _ bytesDone: Int64, _ bytes: Int64) -> Progress {
    var progress = Progress(.reading(name), bytes: bytes)
    progress.bytesDone = bytesDone
    return progress
  }

  static let rows: [(Progress, milliseconds: Int64, columns: Int, line: String)] = [
    (
      planning(5_000, 20_000, 7_000_000, 28_000_000), 2_000, 79,
      "planning, 6 s left: 5000 of 20000 accounts (2500/s), 7.0 of 28 MB (3.5/s)"
    ),
    (
      planning(100_000, 1_000_000, 160_000_000, 1_600_000_000), 10_000, 79,
      "planning, 1:30 min left: 100000 of 1000000 accounts (10000/s), 160 of 1600 MB ("
    ),
    (planning(0, 3, 0, 900), 0, 79, "planning: 0 of 3 accounts, 0.00 of 0.00 MB"),
    (planning(3, 3, 900, 900), 100, 79, "planning, 0 s left: 3 of 3 accounts (30/s), 0.00 of 0.00 MB (0.00/s)"),
    (
      reading("a.json", 1_048_576, 500_000_000_000), 2, 79,
      "reading, 15:54 min left: 1.0 of 500000 MB (524/s), a.json"
    ),
    (reading("a.json", 1_048_576, 500_000_000_000), 1_000, 40, "reading, 132:27 h left: 1.0 of 500000 MB"),
    (reading("a.json", 0, 40_000), 0, 79, "reading: 0.00 of 0.04 MB, a.json"),
    // Characters outside ASCII may take two columns, and control characters in a name are removed.
    (reading("日\u{1B}[31m本.json", 0, 40_000), 0, 33, "reading: 0.00 of 0.04 MB, 日[31m"),
  ]

  @Test(arguments: rows.indices)
  func line(_ index: Int) {
    let row = ProgressTests.rows[index]
    #expect(row.0.line(after: row.milliseconds, columns: row.columns) == row.line)
  }
}
