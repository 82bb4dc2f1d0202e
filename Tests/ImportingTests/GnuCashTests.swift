import Foundation
import TestSupport
import Testing

/// Returns a book with one schedule.
private func book(
  _ recurrences: String, start: String = "2026-01-31", more: String = "", debit: String = "45600/100",
  formula: String = ""
) -> String {
  """
  <?xml version="1.0" encoding="utf-8" ?>
  <gnc-v2 xmlns:gnc="http://www.gnucash.org/XML/gnc">
  <gnc:book version="2.0.0">
  <gnc:account><act:name>Rent &amp; heat</act:name><act:id type="guid">a1</act:id><act:type>EXPENSE</act:type></gnc:account>
  <gnc:template-transactions>
  <gnc:transaction><trn:currency><cmdty:space>CURRENCY</cmdty:space><cmdty:id>EUR</cmdty:id></trn:currency><trn:splits>
  <trn:split><split:account type="guid">t1</split:account><split:slots><slot><slot:key>sched-xaction</slot:key><slot:value type="frame">
  <slot><slot:key>account</slot:key><slot:value type="guid">a1</slot:value></slot>
  <slot><slot:key>debit-formula</slot:key><slot:value type="string">\(formula)</slot:value></slot>
  <slot><slot:key>debit-numeric</slot:key><slot:value type="numeric">\(debit)</slot:value></slot>
  </slot:value></slot></split:slots></trn:split></trn:splits></gnc:transaction>
  </gnc:template-transactions>
  <gnc:schedxaction version="2.0.0"><sx:id type="guid">s1</sx:id><sx:name>Rent</sx:name><sx:enabled>y</sx:enabled>
  <sx:autoCreate>n</sx:autoCreate><sx:start><gdate>\(start)</gdate></sx:start>\(more)<sx:templ-acct type="guid">t1</sx:templ-acct>
  <sx:schedule>\(recurrences)</sx:schedule></gnc:schedxaction>
  </gnc:book></gnc-v2>
  """
}

private func recurrence(_ type: String, _ every: Int = 1, start: String = "2026-01-31", weekend: String? = nil)
  -> String
{
  "<gnc:recurrence version=\"1.0.0\"><recurrence:mult>\(every)</recurrence:mult>"
    + "<recurrence:period_type>\(type)</recurrence:period_type><recurrence:start><gdate>\(start)</gdate></recurrence:start>"
    + (weekend.map { "<recurrence:weekend_adj>\($0)</recurrence:weekend_adj>" } ?? "") + "</gnc:recurrence>"
}

/// Returns a book whose schedule moves money between accounts: each a type, and its debit or negative credit.
private func moving(_ splits: [(type: String, amount: String)]) -> String {
  let accounts = splits.map { split in
    "<gnc:account><act:id type=\"guid\">\(split.type)</act:id><act:type>\(split.type.filter { !$0.isNumber })</act:type></gnc:account>"
  }
  let lines = splits.map { split in
    let side = split.amount.hasPrefix("-") ? "credit" : "debit"
    let value = split.amount.filter { $0 != "-" }
    return
      "<trn:split><split:account type=\"guid\">t1</split:account><split:slots><slot><slot:key>sched-xaction</slot:key><slot:value type=\"frame\">"
      + "<slot><slot:key>account</slot:key><slot:value type=\"guid\">\(split.type)</slot:value></slot>"
      + "<slot><slot:key>\(side)-formula</slot:key><slot:value type=\"string\">\(value)</slot:value></slot>"
      + "</slot:value></slot></split:slots></trn:split>"
  }
  let text = book(recurrence("once"))
  let (start, end) = (text.range(of: "<trn:splits>")!, text.range(of: "</trn:splits>")!)
  return (text[..<start.upperBound] + lines.joined() + text[end.lowerBound...])
    .replacing("<gnc:template-transactions>", with: accounts.joined() + "<gnc:template-transactions>")
}

private let bill = "kind:bill,id:s1,name:Rent,amount:456,currency:EUR,dueDate:"
private let dates =
  "warning: 1 schedule is a union of rules: its dates are planned one by one"

private func broken(_ from: String, _ to: String) -> String { book(recurrence("month")).replacing(from, with: to) }

@Suite struct GnuCashTests {
  @Test(
    "GnuCash",
    arguments: [
      ImportCase(
        "months from the 31st are clamped without a drift", book(recurrence("month")),
        [bill + "2026-01-31,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"]),
      ImportCase(
        "29 February is clamped too", book(recurrence("year", start: "2024-02-29"), start: "2024-02-29"),
        [bill + "2024-02-29,rrule:FREQ=YEARLY;INTERVAL=1;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"]),
      ImportCase(
        "the weekday of the 29th and later is the last one", book(recurrence("nth weekday")),
        [bill + "2026-01-31,rrule:FREQ=MONTHLY;INTERVAL=1;BYDAY=-1SA"]),
      ImportCase(
        "of other days it is the nth", book(recurrence("nth weekday", 2, start: "2026-01-13"), start: "2026-01-13"),
        [bill + "2026-01-13,rrule:FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU"]),
      ImportCase(
        "a start on a Saturday that would move before itself is left out",
        book(recurrence("end of month", weekend: "back")),
        [bill + "2026-02-28,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1,shift:before"]),
      ImportCase(
        "a weekend moves to Monday, and the due date stays",
        book(recurrence("month", start: "2026-01-10", weekend: "forward"), start: "2026-01-10"),
        [bill + "2026-01-10,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=10,shift:after"]),
      ImportCase(
        "weeks have no shift, regardless of the book", book(recurrence("week", 2, weekend: "back")),
        [bill + "2026-01-31,rrule:FREQ=WEEKLY;INTERVAL=2"]),
      ImportCase(
        "a shift may lead into another month",
        book(recurrence("month", 12, start: "2025-11-30", weekend: "forward"), start: "2025-11-30"),
        [bill + "2025-11-30,rrule:FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=28,29,30;BYSETPOS=-1,shift:after"]),
      ImportCase(
        "a transaction of the Friday before is paid, and an end on that Friday is after the Sunday",
        book(
          recurrence("month", start: "2026-11-01", weekend: "back"), start: "2026-10-01",
          more: "<sx:last><gdate>2026-10-30</gdate></sx:last><sx:end><gdate>2027-07-30</gdate></sx:end>"),
        [
          bill
            + "2026-12-01,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=1;UNTIL=20270801,shift:before,paidThrough:2026-11-01"
        ]),
      ImportCase(
        "an end on a Saturday is before the dates that go on to Monday",
        book(
          recurrence("month", start: "2026-01-10", weekend: "forward"), start: "2026-01-10",
          more: "<sx:last><gdate>2026-10-12</gdate></sx:last><sx:end><gdate>2027-04-10</gdate></sx:end>"),
        [
          bill
            + "2026-01-10,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=10;UNTIL=20270409,shift:after,paidThrough:2026-10-12"
        ]),
      ImportCase(
        "days of advance are from the day of the payment",
        book(
          recurrence("month", start: "2026-01-22", weekend: "back"), start: "2026-01-22",
          more: "<sx:advanceRemindDays>3</sx:advanceRemindDays><sx:last><gdate>2026-10-22</gdate></sx:last>"
            + "<sx:end><gdate>2026-12-31</gdate></sx:end>"),
        [
          bill
            + "2026-01-22,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=22;UNTIL=20261231,shift:before,paidThrough:2026-10-22",
          "kind:task,id:s1/lead/2026-12-22,series:s1/lead,title:Rent (456 EUR),date:2026-12-22,time:09:00,allDay:true,until:2026-12-22,remind:[-3d]",
        ]),
      ImportCase(
        "several rules are a union",
        book(recurrence("year", start: "2025-12-01") + recurrence("year", start: "2025-12-15"), start: "2025-12-01"),
        [
          // Nothing marks it as paid.
          "kind:bill,id:s1/2025-12-15,name:Rent,amount:456,currency:EUR,dueDate:2025-12-15",
          "kind:bill,id:s1/2026-12-01,name:Rent,amount:456,currency:EUR,dueDate:2026-12-01",
          "kind:bill,id:s1/2026-12-15,name:Rent,amount:456,currency:EUR,dueDate:2026-12-15",
          "kind:bill,id:s1/2027-12-01,name:Rent,amount:456,currency:EUR,dueDate:2027-12-01",
          "kind:bill,id:s1/2027-12-15,name:Rent,amount:456,currency:EUR,dueDate:2027-12-15",
        ],
        ["13:1: \(dates)"]),
      ImportCase(
        "weekdays of one step are one rule",
        book(
          recurrence("week", 2, start: "2026-11-05") + recurrence("week", 2, start: "2026-11-09"), start: "2026-11-05"),
        [bill + "2026-11-05,rrule:FREQ=WEEKLY;INTERVAL=2;WKST=TH;BYDAY=MO,TH"]),
      ImportCase(
        "days of the month too, with their shift",
        book(
          recurrence("month", start: "2026-11-20", weekend: "back")
            + recurrence("month", start: "2026-12-05", weekend: "back"),
          start: "2026-11-20"),
        [bill + "2026-11-20,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=5,20,shift:before"]),
      ImportCase(
        "what begins later than the first step of the other is a union",
        book(recurrence("month", start: "2026-11-20") + recurrence("month", start: "2026-12-21"), start: "2026-11-20"),
        [
          "kind:bill,id:s1/2026-11-20,name:Rent,amount:456,currency:EUR,dueDate:2026-11-20"
        ],
        ["13:1: \(dates)"], options: ["--days", "7"]),
      ImportCase(
        "what is left of a schedule that has created nothing counts from its start",
        book(
          recurrence("month", start: "2026-12-15"), start: "2026-12-15",
          more: "<sx:num-occur>12</sx:num-occur><sx:rem-occur>2</sx:rem-occur>"),
        [bill + "2026-12-15,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=15;COUNT=2"]),
      ImportCase(
        "what GnuCash books ahead by itself is not paid by that",
        book(
          recurrence("month", start: "2026-01-15"), start: "2026-01-15",
          more: "<sx:last><gdate>2026-12-15</gdate></sx:last>"
        ).replacing("<sx:autoCreate>n", with: "<sx:autoCreate>y"),
        [bill + "2026-01-15,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=15,paidThrough:2026-11-21"]),
      ImportCase(
        "what was created is paid, and a count is the rule's",
        book(
          recurrence("month", start: "2026-01-15"), start: "2026-01-15",
          more:
            "<sx:last><gdate>2026-10-15</gdate></sx:last><sx:num-occur>12</sx:num-occur><sx:rem-occur>2</sx:rem-occur>"),
        [bill + "2026-01-15,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=15;COUNT=12,paidThrough:2026-10-15"]),
      ImportCase(
        "what is left counts after the last date, regardless of the whole number",
        book(
          recurrence("month", start: "2026-01-15"), start: "2026-01-15",
          more:
            "<sx:last><gdate>2026-10-15</gdate></sx:last><sx:num-occur>12</sx:num-occur><sx:rem-occur>5</sx:rem-occur>"),
        [bill + "2026-01-15,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=15;COUNT=15,paidThrough:2026-10-15"]),
      ImportCase(
        "a date that moved before the weekend is no longer left",
        book(
          recurrence("month", start: "2026-01-01", weekend: "back"), start: "2026-01-01",
          more:
            "<sx:last><gdate>2026-10-30</gdate></sx:last><sx:num-occur>12</sx:num-occur><sx:rem-occur>1</sx:rem-occur>"),
        [bill + "2026-01-01,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=1;COUNT=12,shift:before,paidThrough:2026-11-01"]),
      ImportCase(
        "postponed dates stay due, each the one after its own state's last",
        book(
          recurrence("month", start: "2026-01-15"), start: "2026-01-15",
          more: "<sx:last><gdate>2026-10-15</gdate></sx:last>"
            + "<sx:deferredInstance><sx:last><gdate>2026-07-15</gdate></sx:last></sx:deferredInstance>"
            + "<sx:deferredInstance><sx:last><gdate>2026-09-15</gdate></sx:last></sx:deferredInstance>"),
        [
          "kind:bill,id:s1/2026-08-15,name:Rent,amount:456,currency:EUR,dueDate:2026-08-15",
          "kind:bill,id:s1/2026-10-15,name:Rent,amount:456,currency:EUR,dueDate:2026-10-15",
          bill + "2026-01-15,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=15,paidThrough:2026-10-15",
        ]),
      ImportCase(
        "a schedule that is over may have a postponed first date",
        book(
          recurrence("month", start: "2026-01-15"), start: "2026-01-15",
          more:
            "<sx:last><gdate>2026-01-15</gdate></sx:last><sx:num-occur>1</sx:num-occur><sx:rem-occur>0</sx:rem-occur>"
            + "<sx:deferredInstance><sx:rem-occur>1</sx:rem-occur></sx:deferredInstance>"),
        ["kind:bill,id:s1/2026-01-15,name:Rent,amount:456,currency:EUR,dueDate:2026-01-15"],
        ["13:1: warning: 1 schedule is over: it is not planned"]),
      ImportCase(
        "days of advance are a task, from the first date on that is not paid",
        book(
          recurrence("month", start: "2026-01-15"), start: "2026-01-15",
          more:
            "<sx:advanceCreateDays>2</sx:advanceCreateDays><sx:advanceRemindDays>1</sx:advanceRemindDays><sx:last><gdate>2026-11-15</gdate></sx:last>"
        ),
        [
          bill + "2026-01-15,rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=15,paidThrough:2026-11-15",
          "kind:task,id:s1/lead/2026-12-15,series:s1/lead,title:Rent (456 EUR),date:2026-12-15,time:09:00,allDay:true,until:2026-12-15,remind:[-3d]",
        ], options: ["--days", "30"]),
      ImportCase(
        "a formula of variables is no amount", book(recurrence("once"), debit: "0/1", formula: "rent * 2"),
        ["kind:bill,id:s1,name:Rent,currency:EUR,dueDate:2026-01-31"],
        ["13:1: warning: 1 amount is a formula or no decimal number: the bill has none"]),
      ImportCase(
        "thirds are no decimal number", book(recurrence("once"), debit: "100/3"),
        ["kind:bill,id:s1,name:Rent,currency:EUR,dueDate:2026-01-31"],
        ["13:1: warning: 1 amount is a formula or no decimal number: the bill has none"]),
      ImportCase(
        "unless the book has the currency's unit, to which GnuCash rounds",
        book(recurrence("once"), debit: "333333333333/10000000000").replacing(
          "<act:type>",
          with:
            "<act:commodity><cmdty:id>EUR</cmdty:id></act:commodity><act:commodity-scu>100</act:commodity-scu><act:type>"
        ),
        ["kind:bill,id:s1,name:Rent,amount:33.33,currency:EUR,dueDate:2026-01-31"]),
    ])
  func reads(_ row: ImportCase) throws { try row.check() }

  @Test(
    "amounts are the money that comes or goes",
    arguments: [
      (
        "a salary that reaches the bank without its tax", [("BANK", "2000"), ("EXPENSE", "500"), ("INCOME", "-2500")],
        "amount:2000,currency:EUR,type:income"
      ),
      (
        "a mortgage with interest and principal", [("LIABILITY", "500"), ("EXPENSE", "300"), ("BANK", "-800")],
        "amount:800,currency:EUR"
      ),
      (
        "a mortgage whose parts are formulas", [("LIABILITY", "ppmt(i)"), ("EXPENSE", "ipmt(i)"), ("BANK", "-800")],
        "amount:800,currency:EUR"
      ),
      ("a payment that is a formula", [("EXPENSE", "300"), ("BANK", "-pmt(i)")], "currency:EUR"),
      ("a refund", [("EXPENSE", "-20"), ("BANK", "20")], "amount:20,currency:EUR,type:income"),
      ("a refund in cash", [("EXPENSE", "-20"), ("CASH", "20")], "amount:20,currency:EUR,type:income"),
      ("a payment of a card", [("CREDIT", "250"), ("BANK", "-250")], "amount:250,currency:EUR"),
      ("a payment with a card", [("EXPENSE", "15.99"), ("CREDIT", "-15.99")], "amount:15.99,currency:EUR"),
      ("a refund to a card", [("EXPENSE", "-15.99"), ("CREDIT", "15.99")], "amount:15.99,currency:EUR,type:income"),
      ("a payment that is owed", [("EXPENSE", "40"), ("PAYABLE", "-40")], "amount:40,currency:EUR"),
      ("savings move from bank to bank", [("BANK", "100"), ("BANK2", "-100")], "amount:100,currency:EUR"),
      ("a dividend to a fund", [("MUTUAL", "12.5"), ("INCOME", "-12.5")], "amount:12.5,currency:EUR,type:income"),
      ("a depreciation", [("EXPENSE", "60"), ("ASSET", "-60")], "amount:60,currency:EUR"),
      (
        "a sum with a comma", [("EXPENSE", "1.234,50 + 20,5"), ("BANK", "-1.234,50 + 20,5")], "amount:1255,currency:EUR"
      ),
      ("thousands", [("EXPENSE", "1,234.50"), ("BANK", "-1,234.50")], "amount:1234.5,currency:EUR"),
      ("thousands or thousandths", [("EXPENSE", "1.250"), ("BANK", "-1.250")], "currency:EUR"),
      ("nothing", [("EXPENSE", "0"), ("BANK", "-0")], "amount:0,currency:EUR"),
    ] as [(String, [(String, String)], String)])
  func amounts(_ sentence: String, _ splits: [(String, String)], _ expected: String) throws {
    let imported = try Imported(moving(splits.map { (type: $0.0, amount: $0.1) }))
    #expect(imported.items == ["kind:bill,id:s1,name:Rent,\(expected),dueDate:2026-01-31"], "\(sentence)")
  }

  @Test(
    "rejects broken books, or their broken parts",
    arguments: [
      ImportCase(
        "a tag that is not closed", "<gnc-v2><gnc:book>", [],
        ["1:19: error: found the end of the input; expected the end of the element \"gnc:book\""], status: 65),
      ImportCase(
        "tags that cross", "<gnc-v2><gnc:book></gnc-v2></gnc:book>", [],
        ["1:19: error: found the end tag \"gnc-v2\"; expected that of \"gnc:book\""], status: 65),
      ImportCase(
        "an entity", broken("Rent</sx:name>", "&rent;</sx:name>"), [],
        [
          "13:73: error: found the reference \"&rent\"; expected one of &amp; &lt; &gt; &quot; &apos; or a character's number: entities are refused"
        ], status: 65),
      ImportCase(
        "a DOCTYPE", "<!DOCTYPE gnc-v2><gnc-v2/>", [],
        ["1:1: error: found a DOCTYPE; expected none: entities and external subsets are refused"], status: 65),
      ImportCase(
        "an attribute without quotes", "<gnc-v2 a=1/>", [], ["1:11: error: found '1'; expected a value in quotes"],
        status: 65),
      ImportCase(
        "another root, though somebody said so", "<html/>", [],
        ["1:1: error: found the element \"html\"; expected the root element gnc-v2"], status: 65,
        options: ["--from", "gnucash"]),
      ImportCase(
        "a book in a database", "SQLite format 3\0", [],
        [
          "1:1: error: found an SQLite database; expected what its tool exports: of GnuCash a book as XML (File, Save As, Data Format XML), of Loop a CSV file, of Taskwarrior what `task export` writes"
        ],
        status: 65),
      ImportCase(
        "a file of KMyMoney",
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE KMYMONEY-FILE>\n<KMYMONEY-FILE><SCHEDULES/></KMYMONEY-FILE>\n",
        [],
        [
          "1:1: error: found a KMyMoney file; expected its schedules as iCalendar: File, Export, Schedules to iCalendar"
        ], status: 65),
      ImportCase(
        "a zone that is none", "<gnc-v2/>", [],
        [
          "tickler: error: found no zone \"Europe/Berln\" in tz database 2026f; --time-zone names one, such as Europe/London; the nearest is Europe/Berlin"
        ], status: 65, zone: "Europe/Berln"),
      ImportCase(
        "an invalid date", broken("2026-01-31</gdate></sx:start>", "2026-01-32</gdate></sx:start>"), [],
        ["14:43: error: item \"s1\", field sx:start: found \"2026-01-32\"; expected a gdate, YYYY-MM-DD"], status: 1),
      ImportCase(
        "an invalid period", broken(">month<", ">moon<"), [],
        [
          "15:82: error: item \"s1\", field recurrence:period_type: found \"moon\"; expected one of once, day, week, month, end of month, nth weekday, last weekday, year"
        ], status: 1),
      ImportCase(
        "an invalid step", broken("<recurrence:mult>1", "<recurrence:mult>0"), [],
        ["15:46: error: item \"s1\", field recurrence:mult: found \"0\"; expected a whole number from 1 to 10000"],
        status: 1),
      ImportCase(
        "no schedule", broken("<sx:schedule>", "<sx:other>").replacing("</sx:schedule>", with: "</sx:other>"), [],
        [
          "13:1: error: item \"s1\", field sx:schedule: the element is missing; expected a schedule of at least one gnc:recurrence"
        ], status: 1),
      ImportCase(
        "no id", broken("<sx:id type=\"guid\">s1</sx:id>", ""), [],
        ["13:1: error: field sx:id: the schedule has no id; expected sx:id"], status: 1),
    ])
  func refuses(_ row: ImportCase) throws { try row.check() }

  @Test("reads a book that GnuCash compressed")
  func compressed() throws {
    let url = TestFiles.unpacked("samples").appending(
      path: "gnucash/piecash-book_schtx.saved-by-gnucash-4.13.gnucash")
    let imported = try Imported(try Data(contentsOf: url), now: "2018-01-01T00:00:00Z")
    #expect(
      imported.items == [
        "kind:bill,id:37c29195dfe40a85c18572c59b247811,name:Payment monthly utility bill,amount:70,currency:EUR,dueDate:2014-01-01,"
          + "rrule:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=1,shift:after,paidThrough:2017-12-31",
        "kind:bill,id:eaed39aac85788b98e9a4e6faad18d72,name:Yearly insurance,amount:30,currency:EUR,dueDate:2014-06-01,"
          + "rrule:FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=1,shift:before,paidThrough:2017-12-31",
      ])
  }
}
