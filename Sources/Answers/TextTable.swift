/// Lays out rows of cells in aligned columns.
enum TextTable {
  /// - Parameters:
  ///   - rows: Rows of equal length, starting with the header.
  ///   - figures: The columns that are aligned right; others are aligned left.
  static func lines(_ rows: [[String]], figures: ClosedRange<Int>) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let room = String(repeating: " ", count: widths[column] - cell.count)
        line += (column == 0 ? "" : "  ") + (figures.contains(column) ? room + cell : cell + room)
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
