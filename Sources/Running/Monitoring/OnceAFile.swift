import Diagnostics

/// Passes each diagnostic that a file gets once, such as an unknown field, the first time it comes.
struct OnceAFile {
  private struct Key: Hashable {
    var file: String
    var code: Diagnostic.Code
    var what: String
  }

  private static let remembered = 10_000
  private var seen: Set<Key> = []

  /// Whether the diagnostic is to be reported.
  mutating func isNew(_ diagnostic: Diagnostic) -> Bool {
    guard let what = diagnostic.onceAFile else { return true }
    let key = Key(file: diagnostic.location.file, code: diagnostic.code, what: what)
    // A bound on memory: beyond it, one that comes again counts again.
    return seen.count < OnceAFile.remembered ? seen.insert(key).inserted : !seen.contains(key)
  }
}
