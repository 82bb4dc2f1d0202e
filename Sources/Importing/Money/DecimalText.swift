/// A decimal number as an export has it.
struct DecimalText {
  let text: String

  /// - Parameter places: How many of the digits stand after the point.
  init(_ number: Int128, _ places: Int) {
    var digits = String(number.magnitude)
    let sign = number < 0 ? "-" : ""
    if places == 0 {
      text = sign + digits
      return
    }
    while digits.count <= places { digits = "0" + digits }
    let cut = digits.index(digits.endIndex, offsetBy: -places)
    text = "\(sign)\(digits[..<cut]).\(digits[cut...])"
  }
}
