// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who builds tickler builds the benchmark library. The modules measured are the
// real ones, through links.
let package = Package(
  name: "tickler-benchmarks",
  dependencies: [
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: [])
  ],
  targets: [
    .target(name: "CivilTime"),
    .executableTarget(
      name: "CivilTimeBenchmarks",
      dependencies: ["CivilTime", .product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/CivilTimeBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)
