// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that building and testing tickler does not resolve swift-mustache. `Library` links to the real modules, and
// `Sources` and `Tests` to the suites whose helpers the comparison uses.
let package = Package(
  name: "mustache-check",
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1")
  ],
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
    .target(name: "Planning", dependencies: ["CivilTime", "PlanModel"]),
    .target(name: "Comparing", dependencies: ["CivilTime", "PlanModel"]),
    .target(name: "RunModel", dependencies: ["CivilTime", "Comparing", "Diagnostics", "PlanModel"]),
    .target(name: "OwnWords", dependencies: ["CivilTime", "PlanModel", "RunModel"]),
    .target(name: "Formats", dependencies: ["Bytes", "CivilTime", "Diagnostics", "PlanModel", "System"]),
    .target(
      name: "PlanFiles",
      dependencies: ["Bytes", "CivilTime", "Diagnostics", "Formats", "PlanModel", "RunModel", "System"]),
    .target(name: "Rehearsing", dependencies: ["CivilTime", "Diagnostics", "PlanModel"]),
    .target(
      name: "Pages",
      dependencies: [
        "Bytes", "CivilTime", "Comparing", "Diagnostics", "OwnWords", "PlanFiles", "PlanModel", "Rehearsing",
        "RunModel", "System",
        "Templating",
      ]),
    .target(name: "TestSupport", dependencies: ["PlanModel", "Planning"], path: "Sources/TestSupport"),
    .testTarget(
      name: "MustacheCheck",
      dependencies: [
        "CivilTime", "Diagnostics", "Pages", "PlanModel", "Templating", "TestSupport",
        .product(name: "Mustache", package: "swift-mustache"),
      ], path: "Tests/MustacheCheck"),
  ],
  swiftLanguageModes: [.v6]
)

// Spans of memory that a value owns are handed out by functions.
for target in package.targets where target.name == "Formats" {
  target.swiftSettings = [.enableExperimentalFeature("Lifetimes")]
}

// Through one link: a path may not lead out of the package.
for target in package.targets where target.path == nil { target.path = "Library/\(target.name)" }
