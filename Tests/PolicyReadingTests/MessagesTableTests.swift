import Diagnostics
import Foundation
import PlanModel
import PolicyReading
import TestSupport
import Testing

/// Tests text files that are or look broken, with the exact messages: Tests/Corpus/reading/messages.txt.
@Suite struct MessagesTableTests {
  private static let table = CaseTable("messages")

  /// Returns `accepted` and every warning, or every error.
  private static func report(_ row: TableCase) -> [String] {
    let text = row.text(head: "format = \"tickler-messages/1\"\napp = \"x\"\n")
    do {
      return ["accepted"]
        + (try MessagesReader.read(text, file: "x.toml", sha256: "", .shipped).warnings.map(\.description))
    } catch {
      return error.messages
    }
  }

  @Test(arguments: table.cases)
  func messages(_ row: TableCase) {
    #expect(MessagesTableTests.report(row) == row.expected)
  }

  @Test(.enabled(if: TestFiles.isRecording))
  func record() throws {
    #expect(try MessagesTableTests.table.difference(from: MessagesTableTests.report) == nil)
  }

  @Test(
    "a form has at most 10,000 texts, of which each title without a body is one for each plain text",
    arguments: [("as many as it may have", 100, false), ("more", 101, true)])
  func variants(label: String, titles: Int, isRefused: Bool) throws {
    let plain = (0..<100).map { "[[en.bill]]\ntitle = \"P \($0)\"\nbody = \"B\"\n" }
    let due = (0..<titles).map { "[[en.bill]]\nform = \"due\"\ntitle = \"D \($0)\"\n" }
    let text = "format = \"tickler-messages/1\"\napp = \"x\"\n" + (plain + due).joined()
    var messages: [String] = []
    do {
      _ = try MessagesReader.read(Array(text.utf8), file: "x.toml", sha256: "", .shipped)
    } catch {
      messages = error.messages
    }
    let words =
      "x.toml:605:9: error: field en.bill[200].title: the form has too many texts; expected at most 10000, counting a title without a body once for each plain body"
    #expect(messages == (isRefused ? [words] : []), "\(label)")
  }

  @Test("reads a valid file")
  func values() throws {
    let text = """
      format = "tickler-messages/1"
      app = "x"
      [[pt-BR.bill]]
      title = "{{name}}"
      [[en.bill]]
      form = "due"
      title = "{{name}} is due"
      body = "{{amount}}"
      name = "calm"
      [[en.bill]]
      form = "plain"
      title = "b"
      """
    let messages = try MessagesReader.read(Array(text.utf8), file: "x.toml", sha256: "00", .shipped).messages
    #expect([messages.app, messages.file, messages.sha256] == ["x", "x.toml", "00"])
    #expect(messages.languages.map(\.tag.text) == ["en", "pt-BR"])
    let due = try #require(messages.languages[0][.bill, Kind.bill.shipped.form("due")].first)
    #expect(due.name == "calm")
    #expect(due.title.references.map(\.field) == ["name"])
    #expect(due.titlePlace == SourceLocation(file: "x.toml", line: 7, column: 9))
    #expect(due.bodyPlace == SourceLocation(file: "x.toml", line: 8, column: 8))
    #expect(messages.languages[0][.bill, .plain].map(\.title.words) == ["b"])
    #expect(messages.has(.bill) && !messages.has(.task))
  }

  @Test("a form's text without a body combines with the plain bodies, wherever they are: one variant for each")
  func titlesAlone() throws {
    let text = """
      format = "tickler-messages/1"
      app = "x"
      [[en.bill]]
      form = "due"
      title = "due"
      [[en.bill]]
      title = "plain"
      body = "one"
      name = "calm"
      [[en.bill]]
      title = "plain"
      body = "two"
      [[en.bill]]
      form = "dayBefore"
      title = "tomorrow"
      body = ""
      [[de.bill]]
      form = "due"
      title = "alone"
      """
    let messages = try MessagesReader.read(Array(text.utf8), file: "x.toml", sha256: "00", .shipped).messages
    func texts(_ language: Int, _ form: String) -> [String] {
      messages.languages[language][.bill, Kind.bill.shipped.form(form)].map {
        "\($0.title.words)|\($0.body.words)|\($0.name ?? "")|\($0.titlePlace.line) \($0.bodyPlace.line)"
      }
    }
    #expect(messages.languages.map(\.tag.text) == ["de", "en"])
    #expect(texts(1, "due") == ["due|one|calm|5 8", "due|two||5 12"])
    #expect(texts(1, "dayBefore") == ["tomorrow|||15 16"])
    #expect(texts(0, "due") == ["alone|||19 17"])
  }

  @Test(
    "the first lines of a file name its app; otherwise the whole file is needed",
    arguments: [
      ("# Texts.\n\nformat = \"tickler-messages/1\"\r\napp = \"a b\"\n[[en.bill]]\n", "a b"),
      ("app = \"a-b_1\"", "a-b_1"),
      ("app = \"é\"", nil),
      ("app = \"\"\n", ""),
      ("", nil),
      ("app = \"", nil),
      ("app = \"a\\u0041\"\n", nil),
      ("app = \"a\" # a comment\n", nil),
      ("app = \"a\" \"b\"\n", nil),
      ("app='a'\n", nil),
      ("format = \"tickler-messages/2\"\napp = \"a\"\n", nil),
      ("note = \"\"\"\napp = \"a\"\n\"\"\"\napp = \"b\"\n", nil),
      ("[en]\napp = \"a\"\n", nil),
    ] as [(String, String?)])
  func head(_ text: String, _ app: String?) {
    #expect(MessagesReader.app(declaredIn: Array(text.utf8)) == app)
  }

  @Test(
    "the shipped files name their apps",
    arguments: ["diary", "focusflow", "moneymap", "personal", "ritualist", "steps"])
  func shippedHeads(_ app: String) throws {
    let file = "\(TestFiles.templates)/messages/\(app).toml"
    #expect(MessagesReader.app(declaredIn: [UInt8](try #require(FileManager.default.contents(atPath: file)))) == app)
  }
}
