import Diagnostics
import PlanModel

/// What ``ChunkReader`` does with records that were read: turns them into accounts with their items.
package struct BenchResolving {
  private var resolver: RecordResolver
  private let records: [Record]

  /// - Parameter records: Lines of an NDJSON input, all of them accounts; whoever made them keeps their text.
  package init(_ context: ResolvingContext, _ records: [Record]) {
    resolver = RecordResolver(context)
    self.records = records
  }

  /// Resolves all records.
  ///
  /// - Returns: How many tasks they have.
  package mutating func run() -> Int {
    var count = 0
    for record in records {
      resolver.record = record
      guard let line = resolver.child(of: 0, .account), var resolved = resolver.account(at: line) else { continue }
      var items = ItemCollector(exportedAt: resolver.context.inputs[0].exportedAt)
      if let list = resolved.items { items.collect(list, resolved.policy, &resolver) }
      resolved.account.items = items.takeSorted(hasForeign: false)
      count += resolved.account.items.tasks.count
    }
    return count
  }
}
