/// Text looked at eight bytes at a time.
extension UnsafePointer<UInt8> {
  /// The eight bytes from here on, the first one lowest. They need not lie at a multiple of eight, but have to be there.
  @inline(__always)
  package var word: UInt64 { UnsafeRawPointer(self).loadUnaligned(as: UInt64.self).littleEndian }
}

extension UnsafeBufferPointer<UInt8> {
  /// The eight bytes from `index` on, the first one lowest; all of them have to be there.
  @inline(__always)
  package func word(at index: Int) -> UInt64 { (baseAddress! + index).word }
}
