import Diagnostics
import PlanModel

/// Warns about kinds whose identifier is equal for all times of an item's day, so that only the first is sent.
struct LostTimes {
  private var reported: Set<Kind> = []

  mutating func warnings(_ account: Account, _ policy: Policy, _ sources: Sources) -> [Diagnostic] {
    policy.kinds.compactMap { settings -> Diagnostic? in
      let declaration = settings.description.declaration
      guard !settings.description.isShipped, declaration.shape == .series, let list = declaration.item,
        // A kind with conditions may skip such items.
        declaration.conditions.isEmpty,
        !settings.identifier().fields.contains("time"), !reported.contains(settings.kind),
        let item = account.items[list].first(where: { $0.times.all.count > 1 })
      else { return nil }
      reported.insert(settings.kind)
      return Diagnostic(
        .warning, .duplicate, at: sources.place(of: item.location), account: account.id.text,
        item: "\(declaration.fields?.kind.name ?? "") \(item.id.text.quotedForDiagnostic)", itemID: item.id.text,
        field: "times",
        found: "found \(item.times.all.count) times of day with one identifier, so only the first goes out",
        expected: "{time} in identifier of [kinds.\(settings.kind)]")
    }
  }
}

extension Sources {
  func place(of location: RecordLocation) -> SourceLocation {
    SourceLocation(
      file: context.inputs[Int(location.input)].file.name, line: Int(location.line), column: Int(location.column))
  }
}
