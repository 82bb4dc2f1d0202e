import Diagnostics
import PlanFiles
import PlanModel

/// A fault in a plan's folder, or a contradiction within it.
package struct Finding: Hashable, Sendable {
  /// The kind of contradiction. The raw value is the word in `--format json`.
  package enum Kind: String, CaseIterable, PlanWord {
    /// A listed file is missing or has changed, or a file is not listed.
    case files
    /// The heads of two files are from different runs.
    case runs
    /// A line's fields do not fit its outcome.
    case outcome
    /// Lines are in the wrong order.
    case order
    /// An account is repeated, or its lines do not match their count.
    case accounts
    /// Two decisions that go out share a uid.
    case uid
    /// A request's id does not belong to its notification, or two requests of an account share it.
    case request
    /// The device holds more than its slots, or a request is lost while a slot is free.
    case slots
    /// Badges have a gap or are in the wrong order.
    case badges
    /// A notification goes out before `now` or after the window's end.
    case window
    /// A notification goes out in quiet hours that defer others of its kind.
    case quietHours
    /// An instant does not match the wall time in its zone.
    case clock
    /// `accounts.ndjson` contradicts the lines of an account.
    case details
    /// The counts of `summary.json` differ from the plan.
    case counts
    /// The counts of the page differ from the plan.
    case page
    /// The actions do not lead to the plan.
    case actions
    /// The calendars differ from the plan.
    case calendar
    /// The calendars of cancellations differ from what the plan withdrew.
    case cancelled
    /// The hash of a source file differs from the one in the head.
    case sources
  }

  package var kind: Kind
  package var file: String
  package var line: Int
  package var found: String
  package var expected: String
}

extension Finding: CustomStringConvertible {
  /// `file:line: error: what was found; what is expected`.
  package var description: String { "\(file):\(line): error: \(found); expected \(expected)".visible }
}

extension Finding: PlanRecord {
  package init() { self.init(kind: .files, file: "", line: 1, found: "", expected: "") }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("kind", &kind, "the kind of contradiction")
    try fields.field("file", &file, "where it is")
    try fields.field("line", &line, "from 1")
    try fields.field("found", &found, "what stands there")
    try fields.field("expected", &expected, "what the rest of the folder says")
  }
}

/// The findings: the first hundred of each kind, and their number.
package final class FindingLog {
  /// The number of findings of a kind that are listed.
  package static let listed = 100

  package private(set) var first: [Finding] = []
  package private(set) var counts: [Finding.Kind: Int] = [:]
  /// By kind, the place of the first finding that is not listed.
  private var places: [Finding.Kind: String] = [:]

  /// The plan's folder, to redact findings: they give only their kind and place, and no file in a subfolder, since
  /// calendars are named after ids. nil to show the content.
  private let redactedFolder: String?

  package init(redacting folder: String? = nil) { redactedFolder = folder }

  package var total: Int { counts.values.reduce(0, +) }

  func add(_ kind: Finding.Kind, _ file: String, _ line: Int, _ found: @autoclosure () -> String, expected: String) {
    let count = counts[kind, default: 0] + 1
    counts[kind] = count
    if count <= FindingLog.listed {
      first.append(
        redactedFolder == nil
          ? Finding(kind: kind, file: file, line: line, found: found(), expected: expected)
          : Finding(
            kind: kind, file: place(file), line: line, found: "a contradiction in \(kind.rawValue)",
            expected: "what the rest of the folder says"))
    } else if count == FindingLog.listed + 1 {
      places[kind] = "\(place(file)):\(line)"
    }
  }

  private func place(_ file: String) -> String {
    guard let folder = redactedFolder, file.hasPrefix(folder) else { return file }
    return folder + "/" + (file.dropFirst(folder.count).split(separator: "/").first ?? "")
  }

  /// A line for each listed finding, and one for each kind with more.
  package var text: String {
    let rest = Finding.Kind.allCases.compactMap { kind in
      places[kind].map { place in
        let more = counts[kind]! - FindingLog.listed
        return "\(place): error: … and \(more.of("more error")) like this (\(kind.rawValue))".visible
      }
    }
    return (first.map(\.description) + rest).map { $0 + "\n" }.joined()
  }
}
