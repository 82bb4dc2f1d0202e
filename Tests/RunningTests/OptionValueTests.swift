import PlanModel
import Testing

@testable import Running

@Suite("The values of options")
struct OptionValueTests {
  private static let wrong: [(option: String, text: String)] = [
    ("event-alarm", "99d"), ("event-alarm", "x"), ("locale", "12345"), ("device", ""), ("account", ""),
    ("platform", "web"), ("keep", "0"), ("due-before", "today"), ("max-age", "x"), ("max-rejected", "x"),
    ("ics-refresh", "1s"), ("ics-times", "local"), ("log-format", "xml"), ("all-day-time", "25"),
  ]

  @Test("that an option does not take are refused", arguments: wrong)
  func refused(_ value: (option: String, text: String)) throws {
    let options = RunOption.all.filter { $0.name == value.option }
    #expect(!options.isEmpty)
    for option in options {
      var changed = PlanOptions(now: .distantPast)
      #expect(option.set([value.text], in: &changed) != nil)
    }
  }

  @Test("of a gate are told as they were asked", arguments: ["0", "20", "2%", "0.5%", "0.25%", "1.05%", "100%"])
  func gates(text: String) { #expect(Gates.Limit(text).map { "\($0)" } == text) }
}
