import Foundation
import TestSupport
import Testing

@testable import Reporting

struct JSONTextTests {
  @Test("any text comes back from an independent reader")
  func roundTrip() throws {
    var random = SplitMix(state: 7)
    var text = ""
    for code in 0..<0x300 where Unicode.Scalar(UInt32(code)) != nil {
      text.unicodeScalars.append(Unicode.Scalar(UInt32(code))!)
    }
    for _ in 0..<500 {
      if let scalar = Unicode.Scalar(UInt32(random.next(below: 0x11_0000))) { text.unicodeScalars.append(scalar) }
    }
    var json: [UInt8] = []
    json.appendJSON(text)
    let back = try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed) as? String
    #expect(back.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
  }

  @Test("indenting changes no value, and leaves texts with brackets and quotes alone")
  func indents() throws {
    let compact = #"{"a":[1,{"b":"x,y:{}[]\"\\"}],"c":{},"d":[]}"#
    let indented = Array(compact.utf8).indentedJSON
    #expect(
      String(decoding: indented, as: UTF8.self) == """
        {
          "a": [
            1,
            {
              "b": "x,y:{}[]\\"\\\\"
            }
          ],
          "c": {},
          "d": []
        }

        """)
  }
}
