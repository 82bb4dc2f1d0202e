import Diagnostics
import TOML

/// A file with a policy or texts, which can extend another file: keys that it lacks are read from there.
package struct LayerFile: Sendable {
  package let file: String
  package let bytes: [UInt8]
  let root: TOMLValue
  private let code: Diagnostic.Code

  /// - Parameter code: The code of its faults in `summary.json`.
  /// - Throws: The reason why the file is not TOML.
  package init(_ bytes: [UInt8], file: String, _ code: Diagnostic.Code) throws(FatalInput) {
    (self.bytes, self.file, self.code) = (bytes, file, code)
    root = try TOMLFields.root(of: bytes, file: file, code)
  }

  /// Whether the file is another of the program's files, such as the configuration of `tickler run`.
  package var isOtherFormat: Bool { format.map { $0.hasPrefix("tickler-") && $0 != PolicyReader.format } ?? false }

  package var format: String? { root["format"]?.string }
  package var app: String? { root["app"]?.string }
  /// The app whose file it extends; nil if it extends none.
  package var base: String? { root["extends"]?.string }

  /// Returns a fault of the key `extends`.
  package func baseFault(found: String, expected: String?) -> FatalInput {
    FatalInput(
      Diagnostic(
        .error, code, at: root["extends"]?.location ?? root.location, field: "extends", found: found, expected: expected
      ))
  }
}
