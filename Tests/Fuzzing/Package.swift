// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the readers are compiled with libFuzzer's instrumentation and the address sanitizer. `Library` links to the
// real modules. `FuzzTargets` is also part of ../../Package.swift, whose tests replay the corpora.
let package = Package(
  name: "tickler-fuzzing",
  targets: [
    .target(name: "CivilTime"),
    .target(name: "Diagnostics"),
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
      name: "Spilling",
      dependencies: ["Bytes", "CivilTime", "Diagnostics", "Formats", "PlanModel", "System"]),
    .target(
      name: "Resolving", dependencies: ["Bytes", "CivilTime", "Diagnostics", "Formats", "PlanModel", "Spilling"]),
    .target(name: "TOML", dependencies: ["Diagnostics"]),
    .target(name: "PolicyReading", dependencies: ["CivilTime", "Diagnostics", "PlanModel", "TOML"]),
    .target(name: "Planning", dependencies: ["CivilTime", "PlanModel"]),
    .target(name: "Comparing", dependencies: ["CivilTime", "PlanModel"]),
    .target(name: "RunModel", dependencies: ["CivilTime", "Comparing", "Diagnostics", "PlanModel"]),
    .target(
      name: "PlanFiles",
      dependencies: ["Bytes", "CivilTime", "Comparing", "Diagnostics", "Formats", "PlanModel", "RunModel", "System"]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Bytes", "CivilTime", "Diagnostics", "Formats", "PlanFiles", "PlanModel", "Planning", "PolicyReading",
        "Resolving", "Spilling", "System", "TOML", "Templating",
      ], path: "Sources/FuzzTargets"),
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzTargets", "System"], path: "Sources/Fuzz",
      // `libFuzzer` without its `main`: one program has all targets and selects one itself.
      linkerSettings: [
        .unsafeFlags(["-sanitize=address", "-use-ld=lld"])
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  // The driver instruments everything for the fuzzer.
  target.swiftSettings = [.unsafeFlags(["-sanitize=address", "-sanitize=fuzzer"])]
  if ["Formats", "Resolving"].contains(target.name) {
    target.swiftSettings?.append(.enableExperimentalFeature("Lifetimes"))
  }
}

// Through one link: a path may not lead out of the package.
for target in package.targets where target.path == nil { target.path = "Library/\(target.name)" }
