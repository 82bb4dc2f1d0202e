import Diagnostics
import PlanModel
import System

/// The name, without an extension, of the files of one account: `focusflow.ana`.
///
/// It contains only `a`–`z`, `0`–`9`, `-`, `_`, `.`, `=` and `~`, which mean the same on every file system and in
/// URLs. App and id are joined by a dot; `~-` and the name of the device follow, if it has one. In each of them:
///
/// - `a`–`z`, `0`–`9`, `-` and `_` are unchanged, and so is a dot within an id, but not at its ends;
/// - `=a` is a capital A, since file systems may ignore case;
/// - any other byte of the UTF-8 text is `~` and two hexadecimal digits;
/// - `~` alone is an empty text; if an app has the name of a Windows device (`con`), its first letter is written in
///   digits.
///
/// The name can be decoded, so accounts never share one. Names longer than 120 bytes are cut and followed by `~~` and
/// the SHA-256 of both texts, at most 200 bytes in all.
package struct AccountFileName: Hashable, Sendable {
  private static let longest = 120
  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  package let text: String

  /// Encodes a single text, such as an app's name, in the same way.
  ///
  /// - Throws: status 74 if the name is long and libcrypto is not installed.
  package static func escaped(_ text: String) throws(RunFault) -> String {
    var name = Pieces()
    name.append(text, keepsDots: false)
    if devices.contains(text) { name.spellOutFirst() }
    return name.isShort(longest) ? name.text : try name.cut(to: longest, text, "")
  }

  /// - Throws: status 74 if the name is long and libcrypto is not installed.
  package init(_ account: AccountName) throws(RunFault) {
    let (app, id) = (account.app ?? "", account.id.text)
    var name = Pieces()
    name.append(app, keepsDots: false)
    if AccountFileName.devices.contains(app) { name.spellOutFirst() }
    name.append(dot: ())
    name.append(id, keepsDots: true)
    if let device = account.device {
      name.append(deviceMark: ())
      name.append(device.text, keepsDots: true)
    }
    let whole = account.device.map { "\(id)\u{0}\($0)" } ?? id
    text = name.isShort(AccountFileName.longest) ? name.text : try name.cut(to: AccountFileName.longest, app, whole)
  }

  /// A name under construction, with the positions at which it may be cut.
  private struct Pieces {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func isShort(_ limit: Int) -> Bool { bytes.count <= limit }

    mutating func append(dot: Void) { append([UInt8(ascii: ".")]) }

    mutating func append(deviceMark: Void) { append(Array("~-".utf8)) }

    private mutating func append(_ piece: [UInt8]) {
      bytes.append(contentsOf: piece)
      ends.append(bytes.count)
    }

    mutating func append(_ text: String, keepsDots: Bool) {
      let utf8 = Array(text.utf8)
      if utf8.isEmpty { append([UInt8(ascii: "~")]) }
      for (index, byte) in utf8.enumerated() {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          append([byte])
        case UInt8(ascii: ".") where keepsDots && index > 0 && index < utf8.count - 1: append([byte])
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): append([UInt8(ascii: "="), byte | 0x20])
        default: append(Pieces.digits(byte))
        }
        // Longer than any name: the hash covers the rest.
        if bytes.count > 2 * AccountFileName.longest { return }
      }
    }

    mutating func spellOutFirst() {
      bytes.replaceSubrange(0..<1, with: Pieces.digits(bytes[0]))
      ends = ends.map { $0 + 2 }
    }

    func cut(to limit: Int, _ app: String, _ id: String) throws(RunFault) -> String {
      var hash = try SHA256()
      // The length separates app and id.
      hash.update(Array("\(app.utf8.count):\(app)\(id)".utf8))
      let end = ends.last { $0 <= limit } ?? 0
      return String(decoding: bytes[..<end], as: UTF8.self) + "~~" + String(hexadecimal: hash.digest)
    }

    private static func digits(_ byte: UInt8) -> [UInt8] {
      var piece = [UInt8(ascii: "~")]
      piece.appendHexadecimal(byte)
      return piece
    }
  }
}
