import Benchmark

/// Measures `body`, which does `amount` units of work each time.
///
/// Both stand in the benchmark's name, as `name (1,000 calls)`, where a reader sees what a time is of, and where
/// `Benchmarks/runs/units.py` finds what to divide it by.
package func measure(
  _ name: String, _ amount: Int, _ unit: String, maxDuration: Duration = .seconds(2),
  _ body: @escaping (Benchmark) throws -> Void
) {
  let configuration = Benchmark.Configuration(
    metrics: [.wallClock, .throughput], warmupIterations: 3, maxDuration: maxDuration, maxIterations: 20_000)
  Benchmark("\(name) (\(grouped(amount)) \(unit))", configuration: configuration) { benchmark in try body(benchmark) }
}

/// `1234567` as `1,234,567`.
private func grouped(_ amount: Int) -> String {
  var text = ""
  for (index, digit) in String(amount).reversed().enumerated() {
    if index > 0, index % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return String(text.reversed())
}
