/// A decimal number as exports write it.
struct DecimalText {
  let text: String

  /// - Parameter places: The number of digits after the point.
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
