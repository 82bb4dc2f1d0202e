/// A number of bytes: `268435456`, or `262144K`, `256M`, `1G` with powers of 1024.
package struct MemorySize: Sendable {
  package struct Fault: Error {
    package let expected: String
  }

  package let bytes: Int

  /// - Throws: If the text is not a size, or is less than any run needs.
  package init(_ text: String) throws(Fault) {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[$0] }
    let digits = shift == nil ? text[...] : text.dropLast()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(digits), number <= Int.max >> (shift ?? 0)
    else { throw Fault(expected: "a number of bytes, or one with a suffix K, M or G, such as 256M") }
    bytes = number << (shift ?? 0)
    guard bytes >= PlanOptions.minimumMemory else {
      throw Fault(expected: "at least \(PlanOptions.minimumMemory >> 20)M, which the program needs")
    }
  }
}
