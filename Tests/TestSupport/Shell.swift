import Foundation

/// Other programs, which make what is compared.
package enum Shell {
  /// Runs `sh -c`.
  ///
  /// - Returns: What it prints.
  @discardableResult
  package static func run(_ command: String, input: [UInt8] = [], in folder: URL) throws -> [UInt8] {
    let (given, printed) = (folder.appending(path: ".in"), folder.appending(path: ".out"))
    try Data(input).write(to: given)
    try Data().write(to: printed)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", command]
    process.currentDirectoryURL = folder
    // As in a shell of one's own: under `make --jobs`, a make in a test says that it cannot share the jobs.
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
