import CivilTime
import Comparing
import PlanModel
import RunModel
import Testing

/// Tests which changes a log keeps if there is no room for all.
struct ChangeLogTests {
  /// Returns changes: `t` for one that time alone explains, any other letter for one that data explain.
  static func changes(_ letters: String) -> [PlanChange] {
    letters.map { letter in
      var change = PlanChange(
        verb: .added, account: AccountName("a", app: "x"), kind: .task, item: nil,
        notification: NotificationID("\(letter)"),
        local: nil, zone: nil, from: nil, to: nil, reason: nil)
      change.causes = letter == "t" ? [.time] : [.data]
      return change
    }
  }

  /// - Parameter accounts: A text with a word for each account. `|` separates parts of a run.
  static func kept(_ accounts: String, limit: Int) -> (String, ChangeLog) {
    var log = ChangeLog(limit: limit)
    for part in accounts.split(separator: "|") {
      var own = ChangeLog(limit: limit)
      for account in part.split(separator: " ") { own.add(changes(String(account))) }
      log.add(own)
    }
    return (log.listed.map(\.notification.text).joined(), log)
  }

  @Test(
    "drops changes by time first, the last ones first; then the last of the others",
    arguments: [
      ("all have room", "atb", "atb"), ("one too many, of time", "tatt", "tat"), ("time gives way", "tttab", "tab"),
      ("all of it", "tttabcd", "abc"), ("time comes last", "abctt", "abc"), ("others alone", "abcde", "abc"),
      ("over several accounts", "tt ta tb c", "abc"), ("over parts", "tt|ta|b", "tab"),
      ("full parts", "ttt|ttt|a|ttb", "tab"),
      ("full of others", "abc|t|def", "abc"),
    ])
  func room(label: String, accounts: String, kept: String) {
    #expect(ChangeLogTests.kept(accounts, limit: 3).0 == kept, "\(label)")
  }

  @Test("keeps and counts the same, however a run is divided")
  func parts() {
    var letters = "tattbtcttdteftgthtitjtkl"
    let whole = ChangeLogTests.kept(letters, limit: 5)
    #expect(whole.0 == "abcde")
    #expect(whole.1.passing == 12)
    for place in 1..<letters.count {
      letters = "tattbtcttdteftgthtitjtkl"
      letters.insert("|", at: letters.index(letters.startIndex, offsetBy: place))
      let divided = ChangeLogTests.kept(letters, limit: 5)
      #expect(divided.0 == whole.0, "\(letters)")
      #expect(divided.1.passing == 12)
      #expect(divided.1.leftOut == 19)
    }
  }
}
