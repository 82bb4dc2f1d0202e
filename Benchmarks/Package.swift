// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds tickler builds the benchmark library. The modules measured are the real
// ones, through the link `Library`, compiled as ../Package.swift has them; `package` access reaches them, since here they are
// modules of the same package as the benchmarks. Where a part is not reachable from outside its module, its folder
// in `Sources` holds the link and, beside it, a file named Bench… that opens the part.
let package = Package(
  name: "tickler-benchmarks",
  dependencies: [
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: [])
  ],
  targets: [
    .target(name: "CivilTime"),
    .target(name: "Diagnostics"),
    .target(name: "TOML", dependencies: ["Diagnostics"]),
    .systemLibrary(name: "CCompression"),
    .systemLibrary(name: "CCrypto"),
    .systemLibrary(name: "CLibXML2"),
    .target(name: "CProcess"),
    .target(name: "Bytes", dependencies: ["CivilTime"]),
    .target(
      name: "System",
      dependencies: ["Bytes", "CCompression", "CCrypto", "CLibXML2", "CProcess", "CivilTime", "Diagnostics"],
      linkerSettings: [
        .linkedLibrary("_FoundationICU"), .linkedLibrary("stdc++", .when(platforms: [.linux])),
      ]),
    .target(name: "Templating"),
    .target(name: "PlanModel", dependencies: ["CivilTime", "Diagnostics", "Templating"]),
    .target(
      name: "Formats",
      dependencies: ["Bytes", "CivilTime", "Diagnostics", "PlanModel", "System"]),
    .target(
      name: "Importing",
      dependencies: ["Bytes", "CivilTime", "Diagnostics", "Formats", "OwnWords", "PlanModel", "System"]),
    .target(
      name: "Spilling",
      dependencies: ["Bytes", "CivilTime", "Diagnostics", "Formats", "PlanModel", "System"]),
    .target(
      name: "Resolving", dependencies: ["Bytes", "CivilTime", "Diagnostics", "Formats", "PlanModel", "Spilling"],
      path: "Sources/Resolving"),
    .target(name: "PolicyReading", dependencies: ["CivilTime", "Diagnostics", "PlanModel", "TOML"]),
    .target(name: "Wording", dependencies: ["Bytes", "CivilTime", "Diagnostics", "PlanModel", "Planning", "System"]),
    .target(name: "Planning", dependencies: ["CivilTime", "PlanModel"], path: "Sources/Planning"),
    .target(
      name: "TicklerKit", dependencies: ["CivilTime", "Diagnostics", "PlanModel", "Planning", "PolicyReading"]),
    .target(name: "Comparing", dependencies: ["CivilTime", "PlanModel"]),
    .target(name: "RunModel", dependencies: ["CivilTime", "Comparing", "Diagnostics", "PlanModel"]),
    .target(name: "OwnWords", dependencies: ["CivilTime", "PlanModel", "RunModel"]),
    .target(
      name: "PlanFiles",
      dependencies: ["Bytes", "CivilTime", "Comparing", "Diagnostics", "Formats", "PlanModel", "RunModel", "System"]),
    .target(
      name: "Calendars",
      dependencies: ["Bytes", "CivilTime", "Diagnostics", "OwnWords", "PlanModel", "RunModel", "System"]),
    .target(
      name: "Pages",
      dependencies: [
        "Bytes", "CivilTime", "Comparing", "Diagnostics", "OwnWords", "PlanFiles", "PlanModel", "Rehearsing",
        "RunModel", "System",
        "Templating",
      ]),
    .target(name: "Rehearsing", dependencies: ["CivilTime", "Diagnostics", "PlanModel"]),
    .target(
      name: "Answers",
      dependencies: [
        "Bytes", "CivilTime", "Comparing", "Diagnostics", "OwnWords", "PlanFiles", "PlanModel", "Rehearsing",
        "RunModel",
      ]),
    .target(
      name: "Redacting",
      dependencies: ["CivilTime", "Comparing", "Diagnostics", "PlanModel", "RunModel", "System"]),
    .target(
      name: "Verifying",
      dependencies: [
        "Bytes", "Calendars", "CivilTime", "Diagnostics", "Formats", "PlanFiles", "PlanModel", "RunModel", "Spilling",
        "System",
      ]),
    .target(
      name: "Running",
      dependencies: [
        "Answers", "Bytes", "Calendars", "CivilTime", "Comparing", "Diagnostics", "Formats", "Importing", "OwnWords",
        "Pages",
        "PlanFiles", "PlanModel", "Planning", "PolicyReading", "Redacting", "Rehearsing", "Resolving", "RunModel",
        "Spilling", "System", "Verifying", "Wording",
      ],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .target(
      name: "Workload",
      dependencies: [
        "CivilTime", "Diagnostics", "Formats", "PlanModel", "Planning", "Resolving", "RunModel", "Running", "Spilling",
        "Wording",
        .product(name: "Benchmark", package: "benchmark"),
      ], path: "Sources/Workload"),
  ],
  swiftLanguageModes: [.v6]
)

/// The benchmarks of one part, each a program of its own, in `Benchmarks`.
let parts: [(name: String, modules: [String])] = [
  ("CivilTime", ["CivilTime", "Workload"]),
  (
    "Reading",
    ["Bytes", "Diagnostics", "Formats", "PlanModel", "Resolving", "Running", "Spilling", "System", "Workload"]
  ),
  ("Planning", ["CivilTime", "PlanModel", "Planning", "TicklerKit", "Workload", "Wording"]),
  (
    "Writing",
    [
      "Bytes", "Calendars", "CivilTime", "Diagnostics", "Pages", "PlanFiles", "PlanModel", "RunModel", "Running",
      "Workload",
    ]
  ),
]

for part in parts {
  package.targets.append(
    .executableTarget(
      name: "\(part.name)Benchmarks",
      dependencies: part.modules.map { .byName(name: $0) } + [.product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/\(part.name)Benchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
}

for target in package.targets where ["Formats", "Importing", "Resolving"].contains(target.name) {
  target.swiftSettings = (target.swiftSettings ?? []) + [.enableExperimentalFeature("Lifetimes")]
}

// Through one link: a path may not lead out of the package.
for target in package.targets where target.path == nil { target.path = "Library/\(target.name)" }
