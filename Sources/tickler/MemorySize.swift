import ArgumentParser
import Running

/// A number of bytes on the command line: `268435456`, or `262144K`, `256M`, `1G` with powers of 1024.
struct MemorySize {
  let bytes: Int

  /// - Throws: where the text is no size, or one that no run could keep to.
  init(_ text: String) throws {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[$0] }
    let digits = shift == nil ? text[...] : text.dropLast()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(digits), number <= Int.max >> (shift ?? 0)
    else {
      throw ValidationError(
        "--memory takes a number of bytes, or one with K, M or G behind it, such as 256M; not \(text)")
    }
    bytes = number << (shift ?? 0)
    guard bytes >= PlanOptions.leastMemory else {
      throw ValidationError(
        "--memory takes at least \(PlanOptions.leastMemory >> 20)M, which the program needs; not \(text)")
    }
  }
}
