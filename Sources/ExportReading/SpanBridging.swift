import PlanModel

// What this module has by pointers, for those that take spans.

extension StableHash {
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.init(bytes.span) }
}

extension DecimalNumber {
  init?(_ text: UnsafeBufferPointer<UInt8>) { self.init(text.span) }
}
