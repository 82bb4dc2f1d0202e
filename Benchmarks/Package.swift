// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds tickler builds the benchmark library. The modules measured are the real
// ones, through links in `Sources`, compiled as ../Package.swift has them; `package` access reaches them, since here they are
// modules of the same package as the benchmarks. Where a part is not reachable from outside its module, the module's folder
// here holds the link and, beside it, a file named Bench… that opens the part.
let package = Package(
  name: "tickler-benchmarks",
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(name: "CivilTime"),
    .target(name: "Diagnostics"),
    .target(name: "SystemFiles"),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .target(name: "PlanModel", dependencies: ["CivilTime", "Diagnostics"]),
    .target(
      name: "ExportReading",
      dependencies: [
        "CLibXML2", "CivilTime", "Diagnostics", "PlanModel", "SystemFiles",
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .target(name: "Resolving", dependencies: ["CivilTime", "Diagnostics", "PlanModel", "ExportReading"]),
    .target(
      name: "PolicyReading",
      dependencies: ["CivilTime", "Diagnostics", "PlanModel", .product(name: "TOMLKit", package: "TOMLKit")]),
    .target(
      name: "Wording", dependencies: ["CivilTime", "Diagnostics", "PlanModel"],
      linkerSettings: [
        .linkedLibrary("_FoundationICU"), .linkedLibrary("stdc++", .when(platforms: [.linux])),
      ]),
    .target(name: "Planning", dependencies: ["CivilTime", "PlanModel", "Wording"]),
    .target(
      name: "Reporting",
      dependencies: ["CivilTime", "Diagnostics", "PlanModel", .product(name: "Crypto", package: "swift-crypto")]),
    .target(
      name: "PlanReading",
      dependencies: ["CivilTime", "Diagnostics", "PlanModel", "SystemFiles", "ExportReading", "Reporting"]),
    .target(
      name: "Running",
      dependencies: [
        "CivilTime", "Diagnostics", "PlanModel", "SystemFiles", "ExportReading", "PolicyReading", "Planning",
        "Reporting", "PlanReading", "Resolving", "Wording", .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .target(
      name: "Workload",
      dependencies: [
        "CivilTime", "Diagnostics", "PlanModel", "ExportReading", "Resolving", "Planning", "Reporting", "Running",
        .product(name: "Benchmark", package: "benchmark"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

/// The benchmarks of one part, each a program of its own, in `Benchmarks`.
let parts: [(name: String, modules: [String])] = [
  ("CivilTime", ["CivilTime", "Workload"]),
  ("Reading", ["Diagnostics", "ExportReading", "PlanModel", "Resolving", "Running", "Workload"]),
  ("Planning", ["CivilTime", "PlanModel", "Planning", "Workload", "Wording"]),
  ("Writing", ["CivilTime", "Diagnostics", "PlanModel", "Reporting", "Running", "Workload"]),
]

for part in parts {
  package.targets.append(
    .executableTarget(
      name: "\(part.name)Benchmarks",
      dependencies: part.modules.map { .byName(name: $0) } + [.product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/\(part.name)Benchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
}

// As the program is compiled; see there.
for target in package.targets where target.type == .regular {
  let flags = ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags)]
  if ["ExportReading", "Resolving"].contains(target.name) {
    target.swiftSettings?.append(.enableExperimentalFeature("Lifetimes"))
  }
}
