// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds or tests tickler resolves swift-mustache. The modules are the real ones, through links in
// `Sources`; so are the suites whose helpers the comparison uses.
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
      name: "Bytes", dependencies: ["CCompression", "CCrypto", "CLibXML2", "Diagnostics"],
      linkerSettings: [
        .linkedLibrary("_FoundationICU"), .linkedLibrary("stdc++", .when(platforms: [.linux])),
      ]),
    .target(name: "Templating"),
    .target(name: "PlanModel", dependencies: ["CivilTime", "Diagnostics", "Templating"]),
    .target(name: "Planning", dependencies: ["CivilTime", "PlanModel"]),
    .target(name: "RunModel", dependencies: ["CivilTime", "Diagnostics", "PlanModel"]),
    .target(name: "Pages", dependencies: ["Bytes", "CivilTime", "Diagnostics", "PlanModel", "RunModel", "Templating"]),
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
