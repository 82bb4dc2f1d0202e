// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tickler",
  products: [
    .executable(name: "tickler", targets: ["tickler"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    .target(name: "CivilTime"),
    .target(name: "Diagnostics"),
    .target(name: "SystemFiles"),
    .target(name: "PlanModel", dependencies: ["CivilTime", "Diagnostics"]),
    .target(
      name: "ExportReading",
      dependencies: [
        "CivilTime", "Diagnostics", "PlanModel", "SystemFiles", .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .target(
      name: "PolicyReading",
      dependencies: ["CivilTime", "Diagnostics", "PlanModel", .product(name: "TOMLKit", package: "TOMLKit")]),
    .target(name: "Planning", dependencies: ["CivilTime", "PlanModel"]),
    .target(
      name: "Reporting",
      dependencies: [
        "CivilTime", "Diagnostics", "PlanModel", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Mustache", package: "swift-mustache"),
      ]),
    .target(
      name: "Running",
      dependencies: [
        "CivilTime", "Diagnostics", "PlanModel", "SystemFiles", "ExportReading", "PolicyReading", "Planning",
        "Reporting", .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .executableTarget(
      name: "tickler",
      dependencies: [
        "CivilTime", "Diagnostics", "Running", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime"], exclude: ["Resources"]),
  ],
  swiftLanguageModes: [.v6]
)
