import Foundation

/// Runs the built program as a user would.
package enum Program {
  package struct Result: Sendable {
    package var status: Int32
    package var output: String
    package var errors: String
  }

  /// The program that `TICKLER_PROGRAM` names, as `make test` does: the optimized one takes a tenth of the time. By default, the program
  /// that SwiftPM builds beside the test bundle.
  private static let url: URL = {
    if let named = ProcessInfo.processInfo.environment["TICKLER_PROGRAM"] { return URL(filePath: named) }
    let bundle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let candidates = [bundle, TestFiles.root.appending(path: ".build/debug")].map { $0.appending(path: "tickler") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? candidates[1]
  }()

  package static var path: String { url.path }
  /// The tests' environment, without any user's configuration file.
  private static let withoutConfig = ProcessInfo.processInfo.environment.merging(["XDG_CONFIG_HOME": "/nonexistent"]) {
    _, none in none
  }

  /// - Parameters:
  ///   - output: Its standard output, such as a ``Terminal``.
  ///   - errors: Its standard error, such as a ``Terminal``.
  ///   - environment: Changes to the tests' environment.
  /// - Returns: The exit status.
  package static func run(
    _ arguments: [String], in folder: URL, output: FileHandle = .nullDevice, errors: FileHandle,
    environment: [String: String] = [:]
  ) throws -> Int32 {
    let process = try start(arguments, in: folder, output: output, errors: errors, environment: environment)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// - Returns: The running process. The parameters are those of ``run(_:in:output:errors:environment:)``.
  package static func start(
    _ arguments: [String], in folder: URL, output: FileHandle = .nullDevice, errors: FileHandle,
    environment: [String: String] = [:]
  ) throws -> Process {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.environment = withoutConfig.merging(environment) { _, new in new }
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return process
  }

  /// - Parameters:
  ///   - folder: The working folder; nil for the package's root.
  ///   - environment: Changes to the tests' environment.
  ///   - shell: A shell command to run first, such as `exec >/dev/full`.
  ///   - largestFile: The maximum size of files that it writes, in units of 512 bytes; nil for the system's limit.
  package static func run(
    _ arguments: [String], input: String = "", in folder: URL? = nil, environment: [String: String] = [:],
    shell: String? = nil, largestFile: Int? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    if let before = largestFile.map({ "ulimit -f \($0)" }) ?? shell {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "\(before); exec \"$0\" \"$@\"", url.path] + arguments
    }
    process.environment = withoutConfig.merging(environment) { _, new in new }
    process.currentDirectoryURL = folder ?? TestFiles.root
    let scratch = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: scratch) }
    var handles: [FileHandle] = []
    for (name, text) in [("in", input), ("out", ""), ("err", "")] {
      let file = scratch.appending(path: name)
      try Data(text.utf8).write(to: file)
      handles.append(try name == "in" ? FileHandle(forReadingFrom: file) : FileHandle(forWritingTo: file))
    }
    process.standardInput = handles[0]
    process.standardOutput = handles[1]
    process.standardError = handles[2]
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus,
      output: try String(contentsOf: scratch.appending(path: "out"), encoding: .utf8),
      errors: try String(contentsOf: scratch.appending(path: "err"), encoding: .utf8))
  }
}
