import Bytes
import Diagnostics
import Formats

extension InputFile {
  /// Opens a file of a plan at `path`, or a compressed one beside it: `plan.ndjson.gz`, `plan.ndjson.zst`.
  ///
  /// - Returns: nil if neither exists.
  package static func planFile(_ path: String) throws(FatalInput) -> InputFile? {
    guard let name = try nameOfPlanFile(path) else { return nil }
    return try plain(name, isOwn: true)
  }

  /// Returns the path of a plan file, compressed or not; nil if it does not exist.
  static func nameOfPlanFile(_ path: String) throws(FatalInput) -> String? {
    for name in [path] + Compression.allCases.map({ path + $0.suffix }) where try Path.isTaken(name) { return name }
    return nil
  }

  /// Opens the file at `path`, decompressed if its first bytes show that it is compressed.
  ///
  /// - Parameter isOwn: Whether it is from a folder that tickler wrote, rather than named by the user.
  package static func plain(_ path: String, isOwn: Bool = false) throws(FatalInput) -> InputFile {
    let file = try open(path, format: .ndjson, isOwn: isOwn).unpacked()
    if let fault = file.fault { throw fault }
    return file
  }
}
