import Foundation
import TestSupport
import Testing

private func file(_ fav: String) -> String {
  """
  <?xml version="1.0"?>
  <homebank v="1.3" d="050100">
  <cur key="1" iso="EUR" frac="2"/><cur key="2" iso="JPY" frac="0"/>
  <account key="1" curr="1" name="Bank"/><account key="2" curr="2" name="Japan"/>
  <pay key="3" name="A &amp; B"/>
  <fav key="7" account="1" \(fav)/>
  </homebank>
  """
}

private let bill = "kind:bill,id:7,name:Rent,amount:"

/// Tests bills of HomeBank.
@Suite struct HomeBankTests {

  @Test(
    "HomeBank",
    arguments: [
      ImportCase(
        "a printed double is rounded to its currency",
        file(#"flags="4" amount="-532.00999999999999" wording="Rent" nextdate="739947" every="1" unit="2""#),
        [bill + "532.01,currency:EUR,dueDate:2026-11-27,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=27"]),
      ImportCase(
        "a currency without cents shows none",
        file(#"flags="4" amount="-532.5" wording="Rent" nextdate="739947" every="2" unit="1""#).replacing(
          "key=\"7\" account=\"1\"", with: "key=\"7\" account=\"2\""),
        [bill + "533,currency:JPY,dueDate:2026-11-27,rrule:FREQ=WEEKLY;INTERVAL=2"]),
      ImportCase(
        "a positive amount is income, but for a transfer; the payee is the name where there is no memo",
        file(#"flags="4" amount="5" payee="3" nextdate="739947" every="1" unit="3""#),
        [
          "kind:bill,id:7,name:A & B,amount:5,currency:EUR,type:income,dueDate:2026-11-27,rrule:FREQ=YEARLY;INTERVAL=1;BYMONTH=11;BYMONTHDAY=27"
        ]),
      ImportCase(
        "a limit counts with its flag alone",
        file(#"flags="132" amount="-5" wording="Rent" nextdate="739947" every="1" unit="0" limit="3""#),
        [bill + "5,currency:EUR,dueDate:2026-11-27,rrule:FREQ=DAILY;INTERVAL=1;COUNT=3"]),
      ImportCase(
        "newer files have a field of flags of their own",
        file(#"recflg="3" flags="0" amount="-5" wording="Rent" nextdate="739947" every="1" unit="1" limit="3""#),
        [bill + "5,currency:EUR,dueDate:2026-11-27,rrule:FREQ=WEEKLY;INTERVAL=1;COUNT=3"]),
      ImportCase(
        "a weekend moves back",
        file(#"flags="4" amount="-5" wording="Rent" nextdate="739949" every="1" unit="1" weekend="1""#),
        [bill + "5,currency:EUR,dueDate:2026-11-29,rrule:FREQ=WEEKLY;INTERVAL=1,shift:before"]),
      ImportCase(
        "or after",
        file(#"flags="4" amount="-5" wording="Rent" nextdate="739945" every="1" unit="2" weekend="2""#),
        [bill + "5,currency:EUR,dueDate:2026-11-25,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=25,shift:after"]),
      ImportCase(
        "or nowhere",
        file(#"flags="4" amount="-5" wording="Rent" nextdate="739945" every="1" unit="2" weekend="3""#),
        [bill + "5,currency:EUR,dueDate:2026-11-25,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=25,shift:skip"]),
      ImportCase(
        "days go too",
        file(#"flags="132" amount="-5" wording="Rent" nextdate="739947" every="1" unit="0" weekend="2" limit="2""#),
        [bill + "5,currency:EUR,dueDate:2026-11-27,rrule:FREQ=DAILY;INTERVAL=1;COUNT=2,shift:after"]),
      ImportCase(
        "a day that not every month has is the last day of shorter months",
        file(#"flags="4" amount="-5" wording="Rent" nextdate="739920" every="1" unit="2""#),
        [bill + "5,currency:EUR,dueDate:2026-10-31,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"]),
      ImportCase(
        "and so it is if the next date's month is one: the gap is what it lacks",
        file(#"flags="4" amount="-5" wording="Rent" nextdate="739950" every="1" unit="2" gap="1""#),
        [bill + "5,currency:EUR,dueDate:2026-11-30,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"]),
      ImportCase(
        "HomeBank adds the gap to the end of an even shorter month",
        file(#"flags="4" amount="-5" wording="Rent" nextdate="739950" every="3" unit="2" gap="1""#),
        [bill + "5,currency:EUR,dueDate:2026-11-30,rrule:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"],
        [
          "6:1: warning: 1 schedule has a day that not every month has: HomeBank moves on from where it clamped, tickler keeps the day; first on 2027-02-28"
        ]),
      ImportCase(
        "a weekday of a month has its next date alone",
        file(#"flags="4" amount="-5" wording="Rent" nextdate="739950" every="1" unit="2" ordn="2" wkdy="1""#),
        [bill + "5,currency:EUR,dueDate:2026-11-30"],
        ["6:1: warning: 1 schedule uses weekdays of a month: only its next date is planned"]),
      ImportCase(
        "a destination of 0 is none, and any other counts for transfers alone",
        [
          (#"dst_account="0" paymode="4""#, 1), (#"dst_account="2" paymode="1""#, 2),
          (#"dst_account="2" paymode="5""#, 3),
        ]
        .reduce(file(#"flags="4" amount="5" wording="A" nextdate="739947" unit="0""#)) { text, more in
          text.replacing(
            "</homebank>",
            with:
              #"<fav key="\#(more.1)" account="1" flags="4" amount="5" wording="B" nextdate="739947" unit="0" \#(more.0)/></homebank>"#
          )
        }.replacing(
          "</homebank>",
          with:
            #"<fav key="4" account="1" flags="12" amount="5" wording="B" nextdate="739947" unit="0" dst_account="2"/></homebank>"#
        ),
        [
          "7,name:A,amount:5,currency:EUR,type:income", "1,name:B,amount:5,currency:EUR,type:income",
          "2,name:B,amount:5,currency:EUR,type:income", "3,name:B,amount:5,currency:EUR",
          "4,name:B,amount:5,currency:EUR",
        ].map { "kind:bill,id:\($0),dueDate:2026-11-27,rrule:FREQ=DAILY;INTERVAL=1" }),
      ImportCase(
        "what HomeBank does not post is no bill", file(#"flags="4" amount="0.001" nextdate="739947""#), [],
        ["6:1: warning: 1 schedule has no amount or no account: it is not planned"]),
      ImportCase(
        "an invalid gap", file(#"flags="4" amount="-5" nextdate="739950" unit="2" gap="9""#), [],
        [#"6:75: error: item "7", field gap: found "9"; expected a whole number from 0 to 3"#], status: 1),
      ImportCase(
        "a template that is not scheduled is counted", file(#"flags="0" amount="-5""#), [],
        ["6:1: warning: 1 template is not scheduled: it is not planned"]),
      ImportCase(
        "an invalid date", file(#"flags="4" amount="-5" nextdate="2026-11-27""#), [],
        [
          #"6:48: error: item "7", field nextdate: found "2026-11-27"; expected days since 31 December of the year before the year 1"#
        ], status: 1),
      ImportCase(
        "no date", file(#"flags="4" amount="-5""#), [],
        [
          #"6:1: error: item "7", field nextdate: the attribute is missing; expected days since 31 December of the year before the year 1"#
        ], status: 1),
      ImportCase(
        "a unit that is none", file(#"flags="4" amount="-5" nextdate="739947" unit="9""#), [],
        [#"6:66: error: item "7", field unit: found "9"; expected 0 for days, 1 weeks, 2 months, 3 years"#], status: 1),
      ImportCase(
        "an invalid step", file(#"flags="4" amount="-5" nextdate="739947" every="0""#), [],
        [#"6:66: error: item "7", field every: found "0"; expected a whole number from 1 to 10000"#], status: 1),
      ImportCase(
        "a weekend that is none", file(#"flags="4" amount="-5" nextdate="739947" weekend="x""#), [],
        [#"6:66: error: item "7", field weekend: found "x"; expected 0 for none, 1 before, 2 after, 3 skip"#], status: 1
      ),
      ImportCase(
        "an amount that is none", file(#"flags="4" amount="five" nextdate="739947""#), [],
        [#"6:36: error: item "7", field amount: found "five"; expected a number"#], status: 1),
      ImportCase(
        "a limit that is none", file(#"flags="132" amount="-5" nextdate="739947" limit="-1""#), [],
        [#"6:68: error: item "7", field limit: found "-1"; expected a whole number from 0 to 1000000"#], status: 1),
      ImportCase(
        "no closing tag", "<homebank>", [],
        ["1:11: error: found the end of the input; expected the end of the element \"homebank\""], status: 65),
      ImportCase(
        "a closing tag too many", "<homebank></homebank></homebank>", [],
        ["1:22: error: found the end tag \"homebank\"; expected no end tag here"], status: 65),
      ImportCase(
        "a name that is a sign", "<homebank><=/></homebank>", [],
        ["1:12: error: found '=' in a tag; expected the name of an element"], status: 65),
      ImportCase(
        "text before the root", "x<homebank/>", [], ["1:1: error: found text outside of all elements; expected none"],
        status: 65, options: ["--from", "homebank"]),
    ])
  func reads(_ row: ImportCase) throws { try row.check() }

  @Test("a template without a key keeps its id when another is deleted, moved or paid")
  func ids() throws {
    func fav(_ name: String, _ more: String = "", next: Int = 739947) -> String {
      "<fav flags=\"4\" account=\"1\" payee=\"3\" wording=\"\(name)\" amount=\"-5\" unit=\"2\" nextdate=\"\(next)\" \(more)/>"
    }
    func ids(_ favs: String..., payee: Int = 3) throws -> [String] {
      let whole = file("").replacing("<fav key=\"7\" account=\"1\" />", with: favs.joined(separator: "\n"))
        .replacing("<pay key=\"3\"", with: "<pay key=\"\(payee)\"").replacing("payee=\"3\"", with: "payee=\"\(payee)\"")
      return try Imported(whole).items.map { String($0.split(separator: ",")[1]) }
    }
    let (rent, phone) = (fav("Rent"), fav("Phone"))
    let both = try ids(rent, phone)
    #expect(Set(both).count == 2)
    #expect(try ids(phone, rent) == [both[1], both[0]])
    #expect(try ids(phone) == [both[1]])
    #expect(try ids(fav("Rent", "limit=\"3\"", next: 739978), phone, payee: 8) == both)
    #expect(try ids(rent, rent) == [both[0], both[0] + "-2"])
  }
}
