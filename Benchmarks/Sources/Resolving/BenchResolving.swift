import Diagnostics
import Formats
import PlanModel

/// What ``ChunkReader`` does with records that were read: turns them into accounts with their items.
package struct BenchResolving {
  private var resolver: RecordResolver
  private let records: [Record]

  /// - Parameter records: Lines of an NDJSON input, all of them accounts.
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
      guard let line = resolver.child(of: 0, .account), let policy = resolver.account(at: line) else { continue }
      var items = ItemCollector(exportedAt: resolver.context.inputs[0].exportedAt)
      if let list = resolver.child(of: line, .items) { items.collect(list, policy, &resolver) }
      count += resolver.takeAccount(from: 0).items[.task].count
    }
    return count
  }
}
