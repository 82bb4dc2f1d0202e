import Bytes
import Diagnostics
import Formats

extension InputFile {
  /// Opens a file of a plan: the one at `path`, else a compressed one beside it: `plan.ndjson.gz`, `plan.ndjson.zst`.
  ///
  /// - Returns: nil if neither exists.
  package static func planFile(_ path: String) throws(FatalInput) -> InputFile? {
    guard let name = try nameOfPlanFile(path) else { return nil }
    return try plain(name, isOwn: true)
  }

  /// The path of a plan's file, compressed or not; nil if it does not exist.
  static func nameOfPlanFile(_ path: String) throws(FatalInput) -> String? {
    for name in [path] + Compression.allCases.map({ path + $0.suffix }) where try Path.isTaken(name) { return name }
    return nil
  }

  /// The file at `path`, or what is in it where it is compressed, by its first bytes.
  ///
  /// - Parameter isOwn: Whether it is found in a folder that tickler wrote, and not named by the user.
  package static func plain(_ path: String, isOwn: Bool = false) throws(FatalInput) -> InputFile {
    let file = try open(path, format: .ndjson, isOwn: isOwn).unpacked()
    if let fault = file.fault { throw fault }
    return file
  }
}
