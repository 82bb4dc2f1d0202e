// swift-tools-version: 6.2
import PackageDescription

// `TICKLER_STRICT=1` makes every warning of this package an error, as CI wants it.
let strict: [SwiftSetting] =
  Context.environment["TICKLER_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

// Linux has neither module of Apple's. Stubs with their signatures compile and test what calls them.
#if os(Linux)
  let appleStubs: [Target.Dependency] = ["CoreLocation", "UserNotifications"].map {
    .target(name: $0, condition: .when(platforms: [.linux]))
  }
#else
  let appleStubs: [Target.Dependency] = []
#endif

let package = Package(
  name: "tickler",
  // Of TicklerKit and what it is made of: `make apple-check`. The program is built on Linux.
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "tickler", targets: ["tickler"]),
    // The planner for an app to embed: neither Foundation, libxml2 nor ICU.
    .library(name: "TicklerKit", targets: ["TicklerKit", "CivilTime"]),
    // Its values from Foundation's: dates, components, time zones.
    .library(name: "TicklerFoundation", targets: ["TicklerFoundation"]),
    // Its plans on `UNUserNotificationCenter`.
    .library(name: "TicklerUserNotifications", targets: ["TicklerUserNotifications"]),
    // The accounts of exports for it. Needs what the program needs.
    .library(name: "TicklerExports", targets: ["TicklerExports"]),
  ],
  dependencies: [
    // The oldest version that compiles, so that a package that needs another one can depend on both.
    .package(url: "https://github.com/apple/swift-argument-parser", "1.3.0"..<"2.0.0")
  ],
  targets: [
    .target(name: "CivilTime"),
    .target(name: "Diagnostics"),
    // Declarations alone, of libraries that are loaded when a run first needs one.
    .systemLibrary(name: "CCompression"),
    .systemLibrary(name: "CCrypto"),
    .systemLibrary(name: "CLibXML2"),
    .target(name: "CProcess"),
    .target(name: "Bytes", dependencies: ["CivilTime"]),
    .target(
      name: "System",
      dependencies: ["Bytes", "CCompression", "CCrypto", "CLibXML2", "CProcess", "CivilTime", "Diagnostics"],
      // Foundation's own ICU, and the C++ library that it needs if both become part of the program.
      linkerSettings: [
        .linkedLibrary("_FoundationICU"), .linkedLibrary("stdc++", .when(platforms: [.linux])),
      ]),
    .target(name: "Templating"),
    .target(name: "PlanModel", dependencies: ["CivilTime", "Diagnostics", "Templating"]),
    .target(
      name: "Formats",
      dependencies: ["Bytes", "CivilTime", "Diagnostics", "PlanModel", "System"]),
    .target(
      name: "Importing",
      dependencies: ["Bytes", "CivilTime", "Diagnostics", "Formats", "OwnWords", "PlanModel", "System"]),
    .target(
      name: "Spilling",
      dependencies: ["Bytes", "CivilTime", "Diagnostics", "Formats", "PlanModel", "System"]),
    .target(
      name: "Resolving", dependencies: ["Bytes", "CivilTime", "Diagnostics", "Formats", "PlanModel", "Spilling"]),
    .target(name: "TOML", dependencies: ["Diagnostics"]),
    .target(name: "PolicyReading", dependencies: ["CivilTime", "Diagnostics", "PlanModel", "TOML"]),
    .target(name: "Wording", dependencies: ["Bytes", "CivilTime", "Diagnostics", "PlanModel", "Planning", "System"]),
    .target(name: "Planning", dependencies: ["CivilTime", "PlanModel"]),
    .target(
      name: "TicklerKit",
      dependencies: ["CivilTime", "Diagnostics", "PlanModel", "Planning", "PolicyReading"]),
    .target(name: "TicklerFoundation", dependencies: ["CivilTime"]),
    .target(
      name: "TicklerUserNotifications", dependencies: ["CivilTime", "TicklerFoundation", "TicklerKit"] + appleStubs),
    .target(
      name: "TicklerExports",
      dependencies: [
        "Bytes", "CivilTime", "Diagnostics", "Formats", "PlanModel", "Resolving", "Spilling", "TicklerKit",
      ]),
    // Not `Planning`: it cannot plan what it compares.
    .target(name: "Comparing", dependencies: ["CivilTime", "PlanModel"]),
    .target(name: "RunModel", dependencies: ["CivilTime", "Comparing", "Diagnostics", "PlanModel"]),
    .target(name: "OwnWords", dependencies: ["CivilTime", "PlanModel", "RunModel"]),
    .target(
      name: "Redacting",
      dependencies: ["CivilTime", "Comparing", "Diagnostics", "PlanModel", "RunModel", "System"]),
    .target(
      name: "PlanFiles",
      dependencies: ["Bytes", "CivilTime", "Comparing", "Diagnostics", "Formats", "PlanModel", "RunModel", "System"]),
    .target(
      name: "Calendars",
      dependencies: ["Bytes", "CivilTime", "Diagnostics", "OwnWords", "PlanModel", "RunModel", "System"]),
    .target(
      name: "Pages",
      dependencies: [
        "Bytes", "CivilTime", "Comparing", "Diagnostics", "OwnWords", "PlanFiles", "PlanModel", "Rehearsing",
        "RunModel", "System",
        "Templating",
      ]),
    // Not `Planning`: it cannot call what it rehearses.
    .target(name: "Rehearsing", dependencies: ["CivilTime", "Diagnostics", "PlanModel"]),
    .target(
      name: "Answers",
      dependencies: [
        "Bytes", "CivilTime", "Comparing", "Diagnostics", "OwnWords", "PlanFiles", "PlanModel", "Rehearsing",
        "RunModel",
      ]),
    // Neither `Planning` nor `Pages`: it cannot call what it checks.
    .target(
      name: "Verifying",
      dependencies: [
        "Bytes", "Calendars", "CivilTime", "Diagnostics", "Formats", "PlanFiles", "PlanModel", "RunModel", "Spilling",
        "System",
      ]),
    .target(
      name: "Running",
      dependencies: [
        "Answers", "Bytes", "Calendars", "CivilTime", "Comparing", "Diagnostics", "Formats", "Importing", "OwnWords",
        "Pages",
        "PlanFiles", "PlanModel", "Planning", "PolicyReading", "Redacting", "Rehearsing", "Resolving", "RunModel",
        "Spilling", "System", "Verifying", "Wording",
      ]),
    .executableTarget(
      name: "tickler",
      dependencies: [
        "Answers", "CivilTime", "Comparing", "Diagnostics", "PlanModel", "Rehearsing", "Running",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // Of the program alone: packages that depend on the libraries get no unsafe flag. Swift asks for the C++ library before any flag of a
      // package, so only a folder that is searched first can name its archive.
      linkerSettings: [
        .unsafeFlags(
          ["-L", "\(Context.packageDirectory)/deploy/static"], .when(platforms: [.linux], configuration: .release))
      ]),
    .target(
      name: "TestSupport",
      dependencies: [
        "Bytes", "CivilTime", "Diagnostics", "Formats", "PlanModel", "Planning", "PolicyReading", "Resolving",
        "Spilling", "Wording",
      ], path: "Tests/TestSupport"),
    .target(name: "TestRuns", dependencies: ["CivilTime", "Running", "TestSupport"], path: "Tests/TestRuns"),
    // Also part of Tests/Fuzzing, where libFuzzer runs it.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Bytes", "CivilTime", "Diagnostics", "Formats", "PlanFiles", "PlanModel", "Planning", "PolicyReading",
        "Resolving", "Spilling", "System", "TOML", "Templating",
      ], path: "Tests/Fuzzing/Sources/FuzzTargets"),
    .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime", "TestSupport"], exclude: ["Resources"]),
    .testTarget(name: "FormatsTests", dependencies: ["Bytes", "Diagnostics", "Formats", "Resolving", "TestSupport"]),
    .testTarget(
      name: "ImportingTests",
      dependencies: [
        "Bytes", "CivilTime", "Diagnostics", "Formats", "Importing", "Running", "TestRuns", "TestSupport", "tickler",
      ]),
    .testTarget(
      name: "SpillingTests",
      dependencies: ["Bytes", "Diagnostics", "Formats", "PlanModel", "Resolving", "Spilling", "TestSupport"]),
    .testTarget(name: "TOMLTests", dependencies: ["Diagnostics", "TOML", "TestSupport"]),
    .testTarget(
      name: "ResolvingTests",
      dependencies: [
        "Bytes", "CivilTime", "Diagnostics", "Formats", "PlanModel", "Planning", "PolicyReading", "Resolving",
        "Spilling", "TestSupport",
      ]),
    .testTarget(
      name: "PolicyReadingTests",
      dependencies: ["CivilTime", "Diagnostics", "PlanModel", "Planning", "PolicyReading", "TestSupport"]),
    .testTarget(
      name: "WordingTests",
      dependencies: [
        "CivilTime", "Diagnostics", "PlanModel", "Planning", "PolicyReading", "Templating", "Wording", "TestSupport",
        "tickler",
      ], exclude: ["Resources"]),
    .testTarget(
      name: "PlanningTests",
      dependencies: ["CivilTime", "Comparing", "PlanModel", "Planning", "TestSupport", "Wording"]),
    .testTarget(
      name: "TicklerKitTests",
      dependencies: ["CivilTime", "TestSupport", "TicklerExports", "TicklerFoundation", "TicklerKit"]),
    .testTarget(name: "BytesTests", dependencies: ["Bytes", "TestSupport"]),
    .testTarget(name: "SystemTests", dependencies: ["Bytes", "System", "TestSupport"]),
    .testTarget(
      name: "RunModelTests", dependencies: ["CivilTime", "Comparing", "PlanModel", "RunModel", "TestSupport"]),
    .testTarget(
      name: "PlanFilesTests",
      dependencies: [
        "Bytes", "CivilTime", "Diagnostics", "PlanModel", "PlanFiles", "RunModel", "TestRuns", "TestSupport", "tickler",
      ]),
    .testTarget(
      name: "CalendarsTests",
      dependencies: [
        "Bytes", "CivilTime", "Diagnostics", "PlanModel", "Calendars", "Running", "TestRuns", "TestSupport",
      ]),
    .testTarget(
      name: "PagesTests",
      dependencies: [
        "Bytes", "CivilTime", "Comparing", "Diagnostics", "PlanModel", "Pages", "RunModel", "TestSupport",
      ]),
    .testTarget(name: "SchemaTests", dependencies: ["PlanModel", "Resolving", "TestSupport", "tickler"]),
    .testTarget(name: "EndToEndTests", dependencies: ["TestRuns", "TestSupport", "tickler"]),
    .testTarget(
      name: "RunningTests",
      dependencies: [
        "Bytes", "CivilTime", "Comparing", "Diagnostics", "Formats", "FuzzTargets", "Pages", "PlanFiles", "PlanModel",
        "Planning",
        "Redacting", "Rehearsing", "Resolving", "RunModel", "Running", "Spilling", "TestRuns", "TestSupport",
        "Verifying", "Wording",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

#if os(Linux)
  package.targets += [
    .target(name: "CoreLocation", path: "Tests/AppleStubs/CoreLocation"),
    .target(
      name: "UserNotifications", dependencies: ["CoreLocation"], path: "Tests/AppleStubs/UserNotifications"),
    .testTarget(
      name: "TicklerUserNotificationsTests",
      dependencies: [
        "CivilTime", "CoreLocation", "PlanModel", "Rehearsing", "TestSupport", "TicklerFoundation", "TicklerKit",
        "TicklerUserNotifications", "UserNotifications",
      ]),
  ]
#endif

// For `make docs` alone, so that nobody who depends on the package resolves it.
if Context.environment["TICKLER_DOCS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}

for target in package.targets where target.type != .system { target.swiftSettings = strict }

/// The modules with unsafe code. In all others, a warning of the compiler's check of memory safety is an error.
let unfenced = ["Bytes", "System"]
for target in package.targets where target.path == nil && !unfenced.contains(target.name) {
  if target.type == .system || target.type == .test { continue }
  target.swiftSettings? += [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)]
}

// Spans of memory that a value owns are handed out by functions.
for target in package.targets where ["Formats", "Importing", "Resolving"].contains(target.name) {
  target.swiftSettings?.append(.enableExperimentalFeature("Lifetimes"))
}

// A run stays on the thread that it was called on, which is the program's first, until it has something to wait for.
for target in package.targets where ["tickler", "Running"].contains(target.name) {
  target.swiftSettings?.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
}
