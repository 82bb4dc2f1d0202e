import Diagnostics
import PlanModel

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
