import Bytes
import Diagnostics
import Formats
import Redacting
import Resolving

/// Reads the key file of `--redact`.
package enum RedactionKey {
  private static let maximumBytes = 4096

  /// - Returns: A redactor with the bytes of the file as its key, without a line break at the end.
  /// - Throws: Status 66 if the file is missing, 64 if it is not a key.
  package static func redactor(_ path: String) throws(FatalInput) -> Redactor {
    var key: [UInt8]
    do {
      key = try Path.contents(of: path, limit: maximumBytes + 1)
    } catch {
      throw FatalInput(reading: path, error)
    }
    if key.last == UInt8(ascii: "\n") { key.removeLast() }
    if key.count < Redactor.minimumKeyBytes || key.count > maximumBytes {
      let found = key.count > maximumBytes ? "more than \(maximumBytes)" : "\(key.count)"
      throw FatalInput(
        .usage,
        "the key in \(path) has \(found) bytes; --redact takes a file with \(Redactor.minimumKeyBytes) to \(maximumBytes) random bytes, "
          + "such as openssl rand -hex 32 writes")
    }
    let names = Schema.shipped.names
    return try Redactor(key: key) { names.name($0) != .unknown }
  }
}
