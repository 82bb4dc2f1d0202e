import Diagnostics
import PlanModel

/// The identifiers of a policy's kinds. A device has one request for an id, so two kinds with the same identifier silence each other.
struct IdentifierClashes {
  private var owners: [[IdentifierPattern.Part]: (kind: Kind, place: SourceLocation)] = [:]

  /// Notes a fault if another kind has the same identifier.
  ///
  /// - Parameter table: The kind's table.
  mutating func check(_ settings: Policy.KindSettings, _ table: TOMLFields) {
    guard table.has("identifier") else { return }
    let place = table.finder(of: "identifier")()
    for (_, pattern) in settings.identifiers.sorted(by: { $0.key < $1.key }) {
      let nags = settings.description.declaration.reminders.filter(\.isNag).map(\.name)
      for parts in pattern.spelledOut(settings.description.forms.map(\.name) + nags) {
        guard let other = owners.updateValue((settings.kind, place), forKey: parts), other.kind != settings.kind else {
          continue
        }
        return table.fault(
          "identifier", found: "found the identifier that \(other.kind) has at \(other.place)",
          expected: "another one: a device shows only one of two kinds with one identifier")
      }
    }
  }
}

extension IdentifierPattern {
  /// Returns the pattern's parts once for each word that `{part}` and `{trigger}` can become.
  fileprivate func spelledOut(_ words: [String]) -> [[Part]] {
    let named: Set = [Part.field("part"), .field("trigger")]
    if words.isEmpty || named.isDisjoint(with: parts) { return [parts] }
    return words.map { word in
      parts.reduce(into: []) { spelled, part in
        let part = named.contains(part) ? .literal(word) : part
        if case .literal(let text) = part, case .literal(let before)? = spelled.last {
          spelled[spelled.count - 1] = .literal(before + text)
        } else {
          spelled.append(part)
        }
      }
    }
  }
}
