// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the half hours of twenty-one years are compared with a release build of only `CivilTime`.
let package = Package(
  name: "zone-check",
  targets: [
    .target(name: "CivilTime"),
    .executableTarget(name: "ZoneCheck", dependencies: ["CivilTime"]),
  ],
  swiftLanguageModes: [.v6]
)
