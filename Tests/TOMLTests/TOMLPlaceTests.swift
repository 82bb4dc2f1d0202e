import TOML
import Testing

/// Tests the places of keys, values and bytes of strings, in lines and bytes from 1.
@Suite struct TOMLPlaceTests {
  /// Returns a line for each key, table and element: its path, the place of its key, and the place of its value.
  private static func places(_ value: TOMLValue) -> [String] {
    value.children.flatMap { child in
      let (key, place) = (child.keyLocation, child.location)
      return ["\(child.path) \(key.line):\(key.column) \(place.line):\(place.column)"] + places(child)
    }
  }

  @Test(
    arguments: [
      ("a key and its value", "a = 1", ["a 1:1 1:5"]),
      ("indented, with tabs and no blanks", "\n \t a=\t1", ["a 2:4 2:7"]),
      (
        "every type of value", "a='x'\nb=1.5\nc=true\nd=2026-10-23 08:30:00\ne=[]\nf={}",
        ["a 1:1 1:3", "b 2:1 2:3", "c 3:1 3:3", "d 4:1 4:3", "e 5:1 5:3", "f 6:1 6:3"]
      ),
      ("a quoted key begins at its quote", #" "a b" = 1"#, [#""a b" 1:2 1:10"#]),
      ("a key with an escape", #""\u0061\"" = 1"#, [#""a\"" 1:1 1:14"#]),
      (
        "columns count bytes, in keys too", "\"é\" = 'ü'  # ö\nb = {'ä' = 1, x = 2}",
        [
          "\"é\" 1:1 1:8", "b 2:1 2:5", "b.\"ä\" 2:6 2:13", "b.x 2:16 2:20",
        ]
      ),
      (
        "a dotted key has a place for each part", "a . 'b'.c = 1\na.d = 2",
        [
          "a 1:1 1:1", "a.b 1:5 1:5", "a.b.c 1:9 1:13", "a.d 2:3 2:7",
        ]
      ),
      ("a table begins at its header's bracket", "[a]\nb = 1\n [ a.c ]", ["a 1:2 1:1", "a.b 2:1 2:5", "a.c 3:6 3:2"]),
      ("a table without a header begins where it is named", "[a.b]", ["a 1:2 1:2", "a.b 1:4 1:1"]),
      ("a table begins at its later header", "[a.b]\n[a]", ["a 1:2 2:1", "a.b 1:4 1:1"]),
      (
        "each element of a list of tables begins at its header", "[[a]]\nb = 1\n[[a]]\n[a.c]",
        [
          "a 1:3 1:1", "a[0] 1:1 1:1", "a[0].b 2:1 2:5", "a[1] 3:1 3:1", "a[1].c 4:4 4:1",
        ]
      ),
      (
        "inline tables in lists in inline tables", "a = [{b = 1}, { c.d = [2] }]",
        [
          "a 1:1 1:5", "a[0] 1:6 1:6", "a[0].b 1:7 1:11", "a[1] 1:15 1:15", "a[1].c 1:17 1:17", "a[1].c.d 1:19 1:23",
          "a[1].c.d[0] 1:24 1:24",
        ]
      ),
      (
        "a list over several lines, with comments", "a = [ # ]\n  [1,\n2], # [\n\n  ['x']\n  ,\n]\nb = 1",
        [
          "a 1:1 1:5", "a[0] 2:3 2:3", "a[0][0] 2:4 2:4", "a[0][1] 3:1 3:1", "a[1] 5:3 5:3", "a[1][0] 5:4 5:4",
          "b 8:1 8:5",
        ]
      ),
      (
        "quotes of long strings in a comment and in a string", "# \"\"\" '''\na = \"'''\" # \"\"\"\nb = 'x'",
        [
          "a 2:1 2:5", "b 3:1 3:5",
        ]
      ),
      (
        "keys in a string do not count", "a = \"\"\"\nb = 1\n[c]\n\"\"\"\nd = '''\ne\n'''\nf = 1",
        [
          "a 1:1 1:5", "d 5:1 5:5", "f 8:1 8:5",
        ]
      ),
      (
        "lines that end in a carriage return and a line feed", "# x\r\na = 1\r\n\r\nb = [\r\n2]\r\n[c]",
        [
          "a 2:1 2:5", "b 4:1 4:5", "b[0] 5:1 5:1", "c 6:2 6:1",
        ]
      ),
      ("a byte order mark counts its three bytes", "\u{feff}a = 1\nb = 2", ["a 1:4 1:8", "b 2:1 2:5"]),
      ("an empty key", "'' = {\"\" = 1}", [#""" 1:1 1:6"#, #"""."" 1:7 1:12"#]),
      ("nothing", "", []), ("nothing but comments", "# a\n # b", []),
    ] as [(String, String, [String])])
  func keysAndValues(_ sentence: String, _ text: String, _ expected: [String]) throws {
    let root = try TOMLDocument(Array(text.utf8), file: "x").root
    #expect(TOMLPlaceTests.places(root) == expected)
    #expect([root.location.line, root.location.column] == [1, 1])
    #expect(root.path == "")
  }

  @Test(
    "reports the place of a mark in a string",
    arguments: [
      ("a short string", "a = 'x@'", 1, 7),
      ("a short string in other quotes", "a = \"x@\"", 1, 7),
      ("behind escapes, of one to four bytes", #"a = "\t\"\u00e9\u20AC\U0001F600@""#, 1, 32),
      ("behind what is no escape in single quotes", #"a = '\t\u00e9@'"#, 1, 14),
      ("behind UTF-8", "a = 'é€😀@'", 1, 15),
      ("in the first line of a long string", "a = \"\"\"x@\"\"\"", 1, 9),
      ("where the first line break does not count", "a = \"\"\"\n@\"\"\"", 2, 1),
      ("where it is a carriage return and a line feed", "a = '''\r\n@'''", 2, 1),
      ("in a later line", "a = '''x\n\n  @'''", 3, 3),
      ("in a later line after a carriage return", "a = '''x\r\n\r\n  @'''", 3, 3),
      ("behind an escape in an earlier line", "a = \"\"\"\\t\nx@\"\"\"", 2, 2),
      ("a continued line", "a = \"\"\"x \\\n\n   @\"\"\"", 3, 4),
      ("a line continued after blanks and a carriage return", "a = \"\"\"x \\ \t\r\n   @\"\"\"", 2, 4),
      ("between quotes at the end of a long string", "a = \"\"\"@\"\"\"\"\"", 1, 8),
      ("behind quotes inside of a long string", "a = '''''@'''", 1, 10),
      ("in a string of a list", "a = ['x', 'y@']", 1, 13),
    ])
  func bytes(_ sentence: String, _ text: String, _ line: Int, _ column: Int) throws {
    let value = try #require(try TOMLDocument(Array(text.utf8), file: "x").root["a"])
    let string = try #require((value.children.last ?? value).string)
    let mark = try #require(string.utf8.firstIndex(of: UInt8(ascii: "@")))
    let place = (value.children.last ?? value).location(ofByte: string.utf8.distance(from: string.startIndex, to: mark))
    #expect([place.line, place.column] == [line, column])
  }

  @Test("finds values by their keys, and only by them")
  func look() throws {
    let text = "a = 0x1F\n'b c' = -1_000\n[d]\ne = 1e3\nf = -inf\ng = false\nh = ['x', 2]"
    let root = try TOMLDocument(Array(text.utf8), file: "x.toml").root
    #expect(root["a"]?.integer == 31)
    #expect(root["b c"]?.integer == -1000)
    #expect(root["d"]?["e"]?.float == 1000)
    #expect(root["d"]?["f"]?.float == -.infinity)
    #expect(root["d"]?["g"]?.boolean == false)
    #expect(root["d"]?["h"]?.children.map(\.string) == ["x", nil])
    #expect(root["b"] == nil && root["d"]?["h"]?["x"] == nil && root["a"]?["a"] == nil)
    #expect(root["a"]?.string == nil && root["a"]?.float == nil && root["a"]?.boolean == nil)
    #expect(root["d"]?["e"]?.integer == nil)
    #expect(root["d"]?["e"]?.written == "1e3")
    #expect(root["d"]?["e"]?.location.description == "x.toml:4:5")
  }
}
