import PlanModel
import Planning
import Templating

/// Fuzzes Mustache as a text of each kind and as a page's template. Places of faults must be inside the text, and sections must
/// be nested.
enum FuzzMustache {
  static func run(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    for kind in Kinds.catalog.kinds {
      do throws(MustacheFault) {
        let read = try MustacheText(text, kind: kind)
        for unknown in read.unknown { precondition((0...bytes.count).contains(unknown.offset), "behind the text") }
      } catch {
        precondition((0...bytes.count).contains(error.offset), "\(error) is behind the text")
      }
    }
    guard let parts = try? MustacheParser.parse(text, .template) else { return }
    var ends = [parts.count]
    for (index, part) in parts.enumerated() {
      while ends.count > 1, ends[ends.count - 1] <= index { ends.removeLast() }
      guard case .section(_, _, let end) = part else { continue }
      precondition(end > index && end <= ends[ends.count - 1], "a section reaches out of the one around it")
      ends.append(end)
    }
  }
}
