import ArgumentParser
import Diagnostics
import Running

/// The option that keeps ids and texts out of all that is written and told. It is no group of options: to put together one more takes the
/// library a fiftieth of the instructions of a small run.
enum RedactOption {
  static let help = ArgumentHelp(
    "Tell ids as keyed hashes and no texts; the file has the key, 32 bytes or more. Example: openssl rand -hex 32 >key; "
      + "--redact key",
    valueName: "file")

  /// Puts the key in a file into `options`.
  static func apply(_ file: String?, to options: inout PlanOptions) throws {
    guard let file else { return }
    do {
      options.redactor = try RedactionKey.redactor(file)
    } catch {
      throw Exit.code(error)
    }
  }
}
