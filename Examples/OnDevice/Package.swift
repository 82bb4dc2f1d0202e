// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OnDevice",
  dependencies: [.package(url: "https://git.example.org/tickler.git", branch: "main")],
  targets: [
    .executableTarget(
      name: "OnDevice", dependencies: [.product(name: "TicklerKit", package: "tickler")],
      resources: [
        .embedInCode("Resources/chores.toml"), .embedInCode("Resources/Lisbon"), .embedInCode("Resources/New_York"),
      ],
      swiftSettings: [.strictMemorySafety()])
  ],
  swiftLanguageModes: [.v6]
)
