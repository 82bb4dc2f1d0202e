import CivilTime
import Diagnostics
import Formats
import PlanModel

/// Reads records by the schema without planning them, for `tickler import`: it writes only what a plan accepts.
package struct RecordCheck {
  private let context: ResolvingContext
  private var resolver: RecordResolver

  /// The identity of an accepted item.
  package struct Item {
    package let app: String
    package let account: String
    package let kind: ItemKind
    package let id: String
    package let updatedAt: Instant?

    package var key: StableHash {
      var hasher = StableHasher()
      for part in [app, account, kind.name, id] { hasher.absorbPart(part) }
      return hasher.finish()
    }
  }

  /// - Parameter context: Its only input has the records.
  package init(_ context: ResolvingContext) { (self.context, resolver) = (context, RecordResolver(context)) }

  /// Reads an item of an account.
  ///
  /// - Parameter app: The app of records that name none.
  /// - Returns: The item, or the errors for which a plan rejects it.
  package mutating func item(_ record: Record, app: String) -> (item: Item?, errors: [Diagnostic]) {
    resolver.record = record
    let (app, owner) = (resolver.idText(of: 0, .app) ?? app, resolver.idText(of: 0, .account) ?? "")
    resolver.accountLabel = owner
    resolver.use(context.policies[app])
    var entries: [CollectedItem] = []
    _ = resolver.item(at: 0, exportedAt: nil, into: &entries)
    resolver.draft.items = Items()
    return (
      entries.first.map {
        Item(app: app, account: owner, kind: $0.key.kind, id: $0.key.id.text, updatedAt: $0.updatedAt)
      },
      takeErrors()
    )
  }

  /// Reads an account.
  ///
  /// - Returns: The errors for which a plan rejects it. An app without a policy here may have one there.
  package mutating func account(_ record: Record) -> [Diagnostic] {
    resolver.record = record
    guard let app = resolver.idText(of: 0, .app), context.policies[app] != nil else { return [] }
    _ = resolver.account(at: 0)
    return takeErrors()
  }

  private mutating func takeErrors() -> [Diagnostic] {
    defer { resolver.clearReport() }
    return resolver.diagnostics.filter { $0.severity == .error }
  }
}
