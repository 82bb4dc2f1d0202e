// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the half hours of twenty-one years are compared in a release build of `CivilTime` alone.
let package = Package(
  name: "zone-check",
  targets: [
    .target(name: "CivilTime"),
    .executableTarget(name: "ZoneCheck", dependencies: ["CivilTime"]),
  ],
  swiftLanguageModes: [.v6]
)
