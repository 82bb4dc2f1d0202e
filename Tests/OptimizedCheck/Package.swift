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
    .testTarget(name: "OptimizedCheck", dependencies: ["CivilTime", "PlanModel"], path: "Tests/OptimizedCheck"),
  ],
  swiftLanguageModes: [.v6]
)

// Through one link: a path may not lead out of the package.
for target in package.targets where target.path == nil { target.path = "Library/\(target.name)" }
