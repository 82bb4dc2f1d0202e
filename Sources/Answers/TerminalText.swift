/// Text for a terminal: long lines are broken and indented, and meaningful words are colored.
///
/// Errors and losses are red, warnings yellow, scheduled and added notifications green, verdicts by what they ask for
/// (ECMA-48, SGR). Pipes and files get the text unchanged.
package struct TerminalText: Sendable {
  private let columns: Int?
  private let hasColors: Bool

  /// - Parameter columns: The width of the terminal; `nil` to leave lines whole.
  package init(columns: Int?, hasColors: Bool) {
    // Below 40 columns, no indent helps.
    self.columns = columns.flatMap { $0 < 40 ? nil : $0 }
    self.hasColors = hasColors
  }

  package func callAsFunction(_ text: String) -> String {
    if columns == nil, !hasColors { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { painted(broken($0)) }
      .joined(separator: "\n")
  }

  /// Breaks a line between words. Continuation lines start below its last column, or two spaces further in than the
  /// line.
  private func broken(_ line: Substring) -> String {
    guard let columns, line.terminalWidth > columns else { return String(line) }
    return flow([(line, { $0 })], at: 0, indent: indent(of: line, columns))
  }

  /// Lays out painted parts with two spaces between them, and breaks them between words.
  ///
  /// - Parameters:
  ///   - column: The column of the first part.
  ///   - indent: The column of continuation lines.
  func flow(_ parts: [(text: Substring, paint: (String) -> String)], at column: Int, indent: Int) -> String {
    var (text, column, hasWord, isBroken) = ("", column, false, false)
    for (index, part) in parts.enumerated() {
      var (gap, run) = (index == 0 ? "" : "  ", "")
      for word in part.text.split(separator: " ", omittingEmptySubsequences: false) {
        let width = word.terminalWidth
        // A word wider than the terminal stays whole.
        if let columns, hasWord, column + gap.count + width > columns {
          text += (run.isEmpty ? "" : part.paint(run)) + "\n" + String(repeating: " ", count: indent)
          (gap, run, column, hasWord, isBroken) = ("", "", indent, false, true)
        }
        run += gap + word
        column += gap.count + width
        hasWord = hasWord || !word.isEmpty
        gap = isBroken && !hasWord ? "" : " "
      }
      text += part.paint(run)
    }
    return text
  }

  private func indent(of line: Substring, _ columns: Int) -> Int {
    let own = line.prefix { $0 == " " }.count
    var (last, index) = (own + 2, line.index(line.startIndex, offsetBy: own))
    while let gap = line[index...].firstRange(of: "  ") {
      index = line[gap.lowerBound...].firstIndex { $0 != " " } ?? line.endIndex
      let column = line[..<index].terminalWidth
      if column > columns / 2 { break }
      if index < line.endIndex { last = column }
    }
    return last
  }

  enum Style: Int {
    case bold = 1, faint
    case red = 31, green, yellow, cyan = 36
  }

  /// Words that are colored at the start of a line.
  private static let beginnings: [(words: String, color: Style)] = [
    ("lost", .red), ("added", .green), ("scheduled", .green), ("armed", .green), ("deferred", .yellow),
    ("fine:", .green), ("fine;", .green), ("look:", .yellow), ("hold:", .red), ("nothing goes out", .red),
    ("tickler: fine", .green), ("tickler: look", .yellow), ("tickler: hold", .red), ("tickler: nothing goes out", .red),
  ]

  /// Words that are colored anywhere.
  private static let words: [(words: String, color: Style)] = [
    (" error: ", .red), (" FAILED ", .red), (" warning: ", .yellow), (" lost: ", .red), (" lost; ", .red),
  ]

  private func painted(_ line: String) -> String {
    guard hasColors else { return line }
    let start = line.firstIndex { $0 != " " } ?? line.endIndex
    for (words, color) in TerminalText.beginnings where line[start...].hasPrefix(words) {
      let end = line.index(start, offsetBy: words.count)
      guard end == line.endIndex || !line[end].isLetter else { continue }
      return line[..<start] + paint(words, color) + line[end...]
    }
    for (words, color) in TerminalText.words {
      guard let range = line.firstRange(of: words) else { continue }
      return line[..<range.lowerBound] + paint(words, color) + line[range.upperBound...]
    }
    return line
  }

  /// Returns painted words, if the terminal has colors.
  func paint(_ words: String, _ style: Style) -> String {
    hasColors ? "\u{1b}[\(style.rawValue)m\(words)\u{1b}[0m" : words
  }
}

extension StringProtocol {
  /// The number of terminal columns: East Asian characters and emoji take two.
  var terminalWidth: Int {
    reduce(0) { width, character in
      let scalar = character.unicodeScalars.first!
      let isWide =
        switch scalar.value {
        case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60,
          0xffe0...0xffe6, 0x20000...0x3fffd:
          true
        default: scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{fe0f}")
        }
      return width + (isWide ? 2 : 1)
    }
  }
}

/// Lays out rows of cells in aligned columns.
enum TextTable {
  /// - Parameters:
  ///   - rows: Rows of equal length, starting with the header.
  ///   - figures: The columns that are aligned right; others are aligned left.
  ///   - below: Lines below each row, without those that are empty.
  static func lines(
    _ rows: [[String]], figures: ClosedRange<Int>, below: (Int) -> [String] = { _ in [] }
  ) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.enumerated().flatMap { number, row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let room = String(repeating: " ", count: widths[column] - cell.count)
        line += (column == 0 ? "" : "  ") + (figures.contains(column) ? room + cell : cell + room)
      }
      line = String(line.reversed().drop { $0 == " " }.reversed())
      return [line] + (number > 0 ? below(number - 1).filter { !$0.isEmpty }.map { "  " + $0 } : [])
    }
  }

  private static let width = 80

  /// Lays out rows of names and figures. Columns for which a terminal has no room follow in tables of their own.
  static func figures(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var (parts, room): ([[Int]], Int) = ([], 0)
    for column in rows[0].indices.dropFirst() {
      if parts.isEmpty || room < widths[column] + 2 {
        parts.append([0])
        room = width - widths[0]
      }
      parts[parts.count - 1].append(column)
      room -= widths[column] + 2
    }
    return Array(
      parts.map { part in lines(rows.map { row in part.map { row[$0] } }, figures: 1...part.count - 1) }
        .joined(separator: [""]))
  }
}
