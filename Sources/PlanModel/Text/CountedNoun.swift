extension Int {
  /// `1 record`, `2 records`.
  public func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
