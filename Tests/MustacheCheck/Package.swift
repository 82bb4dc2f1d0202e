// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that building and testing tickler does not resolve swift-mustache. `Sources` links to the real modules and to the
// suites whose helpers the comparison uses.
let package = Package(
  name: "mustache-check",
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1")
  ],
  targets: [
    .target(name: "CivilTime"),
    .target(name: "Diagnostics"),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CCompression"),
    .systemLibrary(name: "CCrypto"),
    .target(
      name: "Bytes", dependencies: ["CCompression", "CCrypto", "CLibXML2", "CivilTime", "Diagnostics"],
      linkerSettings: [
        .linkedLibrary("_FoundationICU"), .linkedLibrary("stdc++", .when(platforms: [.linux])),
      ]),
    .target(name: "Templating"),
    .target(name: "PlanModel", dependencies: ["CivilTime", "Diagnostics", "Templating"]),
    .target(name: "Planning", dependencies: ["CivilTime", "PlanModel"]),
    .target(name: "Comparing", dependencies: ["CivilTime", "PlanModel"]),
    .target(name: "RunModel", dependencies: ["CivilTime", "Comparing", "Diagnostics", "PlanModel"]),
    .target(
      name: "Pages",
      dependencies: ["Bytes", "CivilTime", "Comparing", "Diagnostics", "PlanModel", "RunModel", "Templating"]),
    .target(name: "TestSupport", dependencies: ["PlanModel", "Planning"]),
    .testTarget(
      name: "MustacheCheck",
      dependencies: [
        "CivilTime", "Diagnostics", "Pages", "PlanModel", "Templating", "TestSupport",
        .product(name: "Mustache", package: "swift-mustache"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
