import ArgumentParser
import Running

extension MemorySize {
  /// - Throws: where the text is no size, or one that no run could keep to.
  init(argument text: String) throws {
    do throws(MemorySize.Fault) {
      try self.init(text)
    } catch {
      throw ValidationError("--memory takes \(error.expected); not \(text)")
    }
  }
}
