import Foundation

/// Runs other programs, whose results are compared.
package enum Shell {
  /// Runs a command with `sh -c`.
  ///
  /// - Returns: The output.
  @discardableResult
  package static func run(_ command: String, input: [UInt8] = [], in folder: URL) throws -> [UInt8] {
    let (given, printed) = (folder.appending(path: ".in"), folder.appending(path: ".out"))
    try Data(input).write(to: given)
    try Data().write(to: printed)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", command]
    process.currentDirectoryURL = folder
    // As in a new shell. Under `make --jobs`, a make inside a test would warn that it cannot share the jobs.
    process.environment = ProcessInfo.processInfo.environment.filter {
      !["MAKEFLAGS", "MAKELEVEL", "MFLAGS"].contains($0.key)
    }
    process.standardInput = try FileHandle(forReadingFrom: given)
    process.standardOutput = try FileHandle(forWritingTo: printed)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: command, status: process.terminationStatus) }
    return Array(try Data(contentsOf: printed))
  }

  private struct Failure: Error {
    var command: String
    var status: Int32
  }
}
