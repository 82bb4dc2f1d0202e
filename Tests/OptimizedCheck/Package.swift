// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that its tests run in a release build without `@testable`: what the optimizer makes of short texts differs from a
// debug build.
let package = Package(
  name: "optimized-check",
  targets: [
    .target(name: "CivilTime"),
    .target(name: "Diagnostics"),
    .target(name: "Templating"),
    .target(name: "PlanModel", dependencies: ["CivilTime", "Diagnostics", "Templating"]),
    .testTarget(name: "OptimizedCheck", dependencies: ["CivilTime", "PlanModel"]),
  ],
  swiftLanguageModes: [.v6]
)
