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
      guard let line = resolver.child(of: 0, .account), let (account, policy, list) = resolver.account(at: line) else {
        continue
      }
      var filled = account
      var items = ItemCollector(exportedAt: resolver.context.inputs[0].exportedAt)
      if let list { items.collect(list, policy, &resolver) }
      filled.items = items.sorted(hasForeign: false)
      count += filled.items.tasks.count
    }
    return count
  }
}
