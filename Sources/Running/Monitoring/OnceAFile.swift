import Diagnostics

/// Filters diagnostics that are reported once per file, such as unknown fields.
struct OnceAFile {
  private struct Key: Hashable {
    var file: String
    var code: Diagnostic.Code
    var what: String
  }

  private static let remembered = 10_000
  private var seen: Set<Key> = []

  /// Returns whether to report the diagnostic.
  mutating func isNew(_ diagnostic: Diagnostic) -> Bool {
    guard let what = diagnostic.onceAFile else { return true }
    let key = Key(file: diagnostic.location.file, code: diagnostic.code, what: what)
    // Limits memory: beyond the limit, repeated diagnostics are reported again.
    return seen.count < OnceAFile.remembered ? seen.insert(key).inserted : !seen.contains(key)
  }
}
