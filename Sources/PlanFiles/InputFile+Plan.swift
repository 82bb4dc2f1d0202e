import Bytes
import Diagnostics
import Formats

extension InputFile {
  /// A file of a plan; where there is none at `path`, a compressed one beside it: `plan.ndjson.gz`, `plan.ndjson.zst`.
  package static func planFile(_ path: String) throws(FatalInput) -> InputFile? {
    for name in [path] + Compression.allCases.map({ path + $0.suffix }) where try Path.exists(name) {
      return try plain(name)
    }
    return nil
  }

  /// The file at `path`, or what is in it where it is compressed, by its first bytes.
  package static func plain(_ path: String) throws(FatalInput) -> InputFile {
    let file = try open(path, format: .ndjson).unpacked()
    if let fault = file.fault { throw fault }
    return file
  }
}
