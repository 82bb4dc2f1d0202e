#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension [UInt8] {
  /// Common charsets. Others are not tried: converters of rare ones had faults.
  private static let charsets = ["WINDOWS-125", "CP125", "ISO-8859-", "KOI8-", "SHIFT_JIS", "EUC-", "GB", "BIG5"]

  /// Returns a text in UTF-8.
  ///
  /// - Parameter charset: Its charset in capitals.
  /// - Returns: nil if the charset is unknown, or if the text is not of it.
  package func converted(from charset: String) -> [UInt8]? {
    guard Self.charsets.contains(where: charset.hasPrefix), let converter = iconv_open("UTF-8", charset),
      Int(bitPattern: converter) != -1
    else { return nil }
    defer { iconv_close(converter) }
    var (input, output) = (map { CChar(bitPattern: $0) }, [CChar](repeating: 0, count: 4 * count))
    var (size, room) = (input.count, output.count)
    let isWhole = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        return iconv(converter, &from, &size, &to, &room) >= 0 && size == 0
      }
    }
    return isWhole ? output.dropLast(room).map { UInt8(bitPattern: $0) } : nil
  }
}
