import Diagnostics
import TOML

/// A policy's file, or one of texts, that may go before another: of a key that it does not have, that one's is read.
package struct LayerFile: Sendable {
  package let file: String
  package let bytes: [UInt8]
  let root: TOMLValue
  private let code: Diagnostic.Code

  /// - Parameter code: What its faults are called in `summary.json`.
  /// - Throws: Why it is not TOML.
  package init(_ bytes: [UInt8], file: String, _ code: Diagnostic.Code) throws(FatalInput) {
    (self.bytes, self.file, self.code) = (bytes, file, code)
    root = try TOMLFields.root(of: bytes, file: file, code)
  }

  /// Whether it is another of the program's files than a policy or one of texts, such as one of `tickler run`.
  package var isOtherFormat: Bool { format.map { $0.hasPrefix("tickler-") && $0 != PolicyReader.format } ?? false }

  package var format: String? { root["format"]?.string }
  package var app: String? { root["app"]?.string }
  /// The app whose file it extends; nil: it stands for itself.
  package var base: String? { root["extends"]?.string }

  /// A fault of what it extends.
  package func baseFault(found: String, expected: String?) -> FatalInput {
    FatalInput(
      Diagnostic(
        .error, code, at: root["extends"]?.location ?? root.location, field: "extends", found: found, expected: expected
      ))
  }
}
