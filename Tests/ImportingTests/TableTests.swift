import Foundation
import TestSupport
import Testing

/// Tests tables with a mapping file.
@Suite struct TableTests {
  private static let mapping = """
    format = "tickler-mapping/1"
    input = "csv"
    kind = "bill"
    separator = ";"
    decimal = ","
    dates = "DD.MM.YYYY"
    [fields]
    id = "Nr"
    name = "Empfänger"
    amount = "Betrag"
    dueDate = "Fällig"
    repeat = "Rhythmus"
    autoPay = "Auto"
    exdates = "Ohne"
    [constants]
    currency = "EUR"
    [values.repeat]
    monatlich = "monthly"
    """

  /// - Parameter mapping: The text of the mapping file.
  private func imported(_ text: String, _ mapping: String = TableTests.mapping) throws -> Imported {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(mapping.utf8).write(to: folder.appending(path: "map.toml"))
    return try Imported(text, ["--mapping", folder.appending(path: "map.toml").path])
  }

  @Test("reads a quoted table with thousands separators, dates and words of another language")
  func csv() throws {
    let text =
      "\u{feff}Nr;Empfänger;Betrag;Fällig;Rhythmus;Auto;Ohne\r\n"
      + "1;\"Miete; \"\"warm\"\"\";\"1.234,50\";01.12.2026;monatlich;x;01.01.2027 01.02.2027\r\n2;Strom;-7;15.12.2026;;;\r\n"
    let imported = try imported(text)
    #expect(
      imported.items == [
        "kind:bill,id:1,name:Miete; \\warm\\,amount:1234.50,currency:EUR,dueDate:2026-12-01,repeat:monthly,exdates:[2027-01-01,2027-02-01],autoPay:true",
        "kind:bill,id:2,name:Strom,amount:-7,currency:EUR,dueDate:2026-12-15",
      ])
    #expect(imported.diagnostics == [] && imported.status == 0)
    // Excel's CSV for old Macs ends lines with a carriage return alone.
    let old = try self.imported(text.replacing("\r\n", with: "\r"))
    #expect(old.items == imported.items && old.diagnostics == [])
  }

  @Test("synonyms of words in dates match in any case")
  func words() throws {
    let mapping =
      "format = \"tickler-mapping/1\"\nkind = \"task\"\n[fields]\nid = \"n\"\ntitle = \"n\"\ndate = \"Date\"\ntime = \"Date\"\n[words]\nJeden = \"every\"\nFreitag = \"friday\"\n"
    let imported = try imported(
      "n,Date\n1,jeden Freitag um 9:00\n2,JEDEN freitag\n", mapping.appending("um = \"at\"\n"))
    #expect(
      imported.items == [
        "kind:task,id:1,title:1,date:2024-01-05,time:09:00,rrule:FREQ=WEEKLY;BYDAY=FR",
        "kind:task,id:2,title:2,date:2024-01-05,rrule:FREQ=WEEKLY;BYDAY=FR,time:09:00,allDay:true",
      ])
    let beside = try self.imported(
      "n,Date,At\n1,jeden Freitag,20:00\n2,Dec 3,14:30\n3,Dec 3,\n4,jeden Freitag um 9:00,20:00\n",
      mapping.replacing("time = \"Date\"", with: "time = \"At\"").appending("um = \"at\"\n"))
    #expect(
      beside.items == [
        "kind:task,id:1,title:1,date:2024-01-05,rrule:FREQ=WEEKLY;BYDAY=FR,time:20:00",
        "kind:task,id:2,title:2,date:2026-12-03,time:14:30",
        "kind:task,id:3,title:3,date:2026-12-03,time:09:00,allDay:true",
        "kind:task,id:4,title:4,date:2024-01-05,time:09:00,rrule:FREQ=WEEKLY;BYDAY=FR",
      ])
  }

  @Test("an empty word in place of a value means none")
  func emptyWord() throws {
    let mapping =
      "format = \"tickler-mapping/1\"\nkind = \"task\"\n[fields]\nid = \"n\"\ntitle = \"n\"\ndate = \"Date\"\nrrule = \"Every\"\n[values.rrule]\nnever = \"\"\n"
    let imported = try imported("n,Date,Every\n1,2026-11-27,never\n", mapping)
    #expect(imported.items == ["kind:task,id:1,title:1,date:2026-11-27"] && imported.diagnostics == [])
  }

  @Test("a table that ends before its head is refused")
  func headless() throws {
    let imported = try imported("1;2\n3;4\n", TableTests.mapping.replacing("separator", with: "skip = 3\nseparator"))
    let expected = #""Auto", "Betrag", "Empfänger", "Fällig", "Nr", "Ohne", "Rhythmus""#
    #expect(imported.status == 65)
    #expect(
      imported.diagnostics == ["3:1: error: found the end of the input; expected a row with the columns \(expected)"])
  }

  @Test(
    "reads amounts as people write them, and no other",
    arguments: [
      ("850.00", "850.00"), ("1,250.00", "1250.00"), ("€1,250.00", "1250.00"), ("12.50 EUR", "12.50"),
      ("CHF 1'234.50", "1234.50"), ("(20.00)", "-20.00"), ("−20.00", "-20.00"),
      ("5.00 zł", "5.00"), ("kr 10.00", "10.00"), ("R$ 10.00", "10.00"), ("5 US$", "5"),
      ("+20.00", "20.00"), ("20.00+", "20.00"), ("+-20", nil), ("20.00-", "-20.00"),
      ("-€20.00", "-20.00"), ("€-20.00", "-20.00"), ("$ 1\u{a0}234.50", "1234.50"),
      ("--5", nil), ("-5-", nil), ("(-5)", nil), ("€5€", nil), ("€5 EUR", nil), ("eur 5", nil), (".5", nil),
      ("5.", nil), ("1e3", nil), ("5\u{301}", nil), ("٥", nil), ("€", nil), ("-", nil), ("()", nil), ("(", nil),
    ])
  func amounts(_ text: String, _ expected: String?) throws {
    let mapping = """
      format = "tickler-mapping/1"
      kind = "bill"
      separator = ";"
      ids = ["Due"]
      [fields]
      name = "Due"
      dueDate = "Due"
      amount = "Sum"
      """
    let imported = try imported("Due;Sum\n2026-11-28;\(text)\n", mapping)
    #expect(imported.items.map { String($0.split(separator: ",")[3]) } == (expected.map { ["amount:\($0)"] } ?? []))
    #expect(imported.status == (expected == nil ? 1 : 0))
  }

  @Test(
    "the sign or code of an amount is the currency, and may not be another one",
    arguments: [
      ("€5", "", "EUR"), ("5 CHF", "", "CHF"), ("$5", "", nil), ("5", "EUR", "EUR"), ("€5", "EUR", "EUR"),
      ("$5", "CAD", "CAD"), ("¥5", "CNY", "CNY"), ("$5", "EUR", "refused"), ("USD 5", "EUR", "refused"),
      ("£5", "EUR", "refused"), ("5 zł", "", "PLN"), ("5 US$", "", "USD"), ("kr 5", "", nil), ("5 kr", "SEK", "SEK"),
    ])
  func currencies(_ text: String, _ own: String, _ currency: String?) throws {
    let mapping = """
      format = "tickler-mapping/1"
      kind = "bill"
      separator = ";"
      [fields]
      id = "Due"
      name = "Due"
      dueDate = "Due"
      amount = "Sum"
      currency = "Currency"
      """
    let imported = try imported("Due;Sum;Currency\n2026-11-28;\(text);\(own)\n", mapping)
    if currency == "refused" {
      let mark = text.filter { !"5 ".contains($0) }
      #expect(
        imported.diagnostics == [
          "2:12: error: item \"2026-11-28\", field currency: the currency of the amount is \"\(mark)\"; expected EUR"
        ])
      return #expect(imported.status == 1)
    }
    let end = currency.map { ",currency:\($0)" } ?? ""
    #expect(
      imported.items == ["kind:bill,id:2026-11-28,name:2026-11-28,amount:5\(end),dueDate:2026-11-28"]
        || imported.items == ["kind:bill,id:2026-11-28,name:2026-11-28,amount:5,dueDate:2026-11-28\(end)"])
    #expect(imported.status == 0)
  }

  @Test(
    "reads UTF-16, with and without a byte order mark",
    arguments: [
      (
        "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:t\r\nSUMMARY:Ärger 🎈\r\nDUE:20261124T160000\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
        "kind:task,id:t,title:Ärger 🎈,date:2026-11-24,time:16:00"
      ),
      (
        "BEGIN:VCARD\r\nUID:u\r\nFN:Ägir Ċ\r\nBDAY:19901129\r\nEND:VCARD\r\n",
        "kind:task,id:u/birthday/2026,title:Ägir Ċ turns 36,date:2026-11-29,time:09:00,allDay:true,until:2026-11-29"
      ),
      (
        "TYPE,CONTENT,DATE,DEADLINE\ntask,Ärger,2026-12-09,\n",
        "title:Ärger,date:2026-12-09,time:09:00,allDay:true"
      ),
    ])
  func utf16(_ text: String, _ item: String) throws {
    let marks: [([UInt8], String.Encoding)] = [
      ([0xff, 0xfe], .utf16LittleEndian), ([0xfe, 0xff], .utf16BigEndian), ([], .utf16LittleEndian),
      ([], .utf16BigEndian),
    ]
    for (mark, encoding) in marks {
      let imported = try Imported(Data(mark) + (try #require(text.data(using: encoding))), ["--days", "30"])
      #expect(imported.items.count == 1 && imported.items[0].hasSuffix(item), "\(imported)")
      #expect(imported.diagnostics.contains("1:1: warning: the text is UTF-16, not UTF-8: it is read"))
      #expect(imported.status == 0)
    }
  }

  @Test("a mapping scales, falls back, and knows empty values, missing columns, zones and reminders")
  func abilities() throws {
    let bills = """
      format = "tickler-mapping/1"
      kind = "bill"
      none = ["-", "n/a"]
      optional = ["Note", "Kind"]
      [except]
      Kind = "note"
      [fields]
      id = "Nr"
      name = ["Payee", "Text"]
      dueDate = "Due"
      amount = "Cents"
      [factors]
      amount = "-0.01"
      """
    let paid = try imported(
      "Nr,Payee,Text,Due,Cents\n1,,Rent,2026-11-28,-85000\n2,-,Tax,2026-11-28,-1\n3,Ada,x,2026-11-28,n/a\n4,Co,,2026-11-28,250000\n",
      bills)
    #expect(
      paid.items == [
        "kind:bill,id:1,name:Rent,amount:850,dueDate:2026-11-28",
        "kind:bill,id:2,name:Tax,amount:0.01,dueDate:2026-11-28",
        "kind:bill,id:3,name:Ada,dueDate:2026-11-28",
        "kind:bill,id:4,name:Co,type:income,amount:2500,dueDate:2026-11-28",
      ])
    #expect(paid.diagnostics == [])
    let tasks = """
      format = "tickler-mapping/1"
      kind = "task"
      instants = "YYYY-MM-DD HH:MM"
      zone = "America/New_York"
      zoneColumn = "Zone"
      floatingColumn = "Floating"
      reminderColumn = "Before"
      [fields]
      id = "Nr"
      title = "Nr"
      date = "At"
      time = "At"
      """
    let times = try imported(
      "Nr,At,Zone,Floating,Before\n1,2026-11-28 09:00,,,\n2,2026-11-28 09:00,Asia/Tokyo,,\n3,2026-11-28 09:00,Asia/Tokyo,yes,\n"
        + "4,2026-11-28 00:30,Europe/Berlin,,\"-PT1H;PT0S\r\n-PT2H\"\n", tasks)
    #expect(
      times.items == [
        "kind:task,id:1,title:1,date:2026-11-28,time:09:00,timeZone:America/New_York",
        "kind:task,id:2,title:2,date:2026-11-28,time:09:00,timeZone:Asia/Tokyo",
        "kind:task,id:3,title:3,date:2026-11-28,time:09:00",
        "kind:task,id:4,title:4,date:2026-11-28,time:00:30,remind:[-1h,0,-2h]",
      ])
  }

  @Test("reads a list in a JSON document, by paths")
  func json() throws {
    let mapping = """
      format = "tickler-mapping/1"
      input = "json"
      kind = "task"
      rows = "data.rows"
      dates = "M/D/YY"
      [fields]
      id = "key"
      title = "what.text"
      date = "when"
      time = "at"
      completed = "done"
      """
    let imported = try imported(
      #"{"data":{"rows":[{"key":7,"what":{"text":"Run"},"when":"12/1/26","at":"07:30","done":false}]}}"#, mapping)
    #expect(imported.items == ["kind:task,id:7,title:Run,date:2026-12-01,time:07:30,completed:false"])
  }

  @Test(
    "rejects broken tables, or their broken parts",
    arguments: [
      (
        "Nr;Betrag\n",
        [#"1:1: error: found no column "Auto", which the mapping names for autoPay; expected one of "Betrag", "Nr""#],
        65
      ),
      ("Nr;Nr\n", [#"1:4: error: found the column "Nr" twice; expected each name once"#], 65),
      ("\"Nr;Betrag\n1;2\n", ["1:1: error: found the end of the input; expected a closing quote for the one here"], 65),
      (
        "\"Nr\"x;Betrag\n",
        ["1:5: error: found 'x' after a closing quote; expected the separator or the end of the line"], 65
      ),
    ])
  func head(_ text: String, _ diagnostics: [String], _ status: Int32) throws {
    let imported = try imported(text)
    #expect(imported.diagnostics == diagnostics && imported.status == status)
  }

  @Test(
    "a wrong row costs only itself",
    arguments: [
      (
        "1;A;1,5;31.11.2026;;;",
        #"2:9: error: item "1", field dueDate: found "31.11.2026"; expected a date, DD.MM.YYYY"#
      ),
      (
        "1;A;1,5;2026-11-30;;;",
        #"2:9: error: item "1", field dueDate: found "2026-11-30"; expected a date, DD.MM.YYYY"#
      ),
      ("1;A;viel;30.11.2026;;;", #"2:5: error: item "1", field amount: found "viel"; expected a number with ",""#),
      (";A;1;30.11.2026;;;", #"2:1: error: field id: the row has no "Nr"; expected an id"#),
      (
        "1;A;1;30.11.2026;;ja;",
        #"2:19: error: item "1", field autoPay: found "ja"; expected true, yes, 1, x, or false, no, 0"#
      ),
      (
        "1;A;1;30.11.2026;;;morgen",
        #"2:20: error: item "1", field exdates: found "morgen"; expected dates, DD.MM.YYYY"#
      ),
    ])
  func rows(_ row: String, _ diagnostic: String) throws {
    let imported = try imported("Nr;Empfänger;Betrag;Fällig;Rhythmus;Auto;Ohne\n\(row)\n2;B;1;30.11.2026;;;\n")
    #expect(imported.items == ["kind:bill,id:2,name:B,amount:1,currency:EUR,dueDate:2026-11-30"])
    #expect(imported.diagnostics == [diagnostic] && imported.status == 1)
  }

  @Test(
    "what a plan rejects is refused at its place, for every kind of item",
    arguments: [
      ("task", "title", "duration", "-5", "found -5; expected a whole number from 0 to 31622400"),
      ("task", "title", "duration", "31622401", "found 31622401; expected a whole number from 0 to 31622400"),
      ("stepDay", nil, "goal", "0", "found 0; expected a whole number from 1 to 1000000000"),
      ("habit", "name", "streak", "-5", "found -5; expected a whole number from 0 to 10000000"),
      (
        "bill", "name", "amount", "1\(String(repeating: "0", count: 38))",
        "found 1\(String(repeating: "0", count: 38)); expected a decimal number, as a number or a text, of at most 38 digits"
      ),
    ])
  func ranges(_ kind: String, _ title: String?, _ field: String, _ value: String, _ diagnostic: String) throws {
    let date = ["bill": "dueDate = \"d\"\n", "habit": "startDate = \"d\"\n"][kind] ?? "date = \"d\"\n"
    let imported = try imported(
      "d,v\n2026-11-24,\(value)\n",
      "format = \"tickler-mapping/1\"\ninput = \"csv\"\nkind = \"\(kind)\"\n[fields]\n\(date)\(field) = \"v\"\n"
        + (title.map { "\($0) = \"d\"\n" } ?? ""))
    #expect(imported.items == [] && imported.status == 1, "\(imported)")
    let found = imported.diagnostics.filter { $0.hasPrefix("2:12: error:") && $0.hasSuffix(" \(field): \(diagnostic)") }
    #expect(found.count == 1 && imported.diagnostics == found, "\(imported.diagnostics)")
  }

  /// Texts with the numbers that they are with a decimal comma; nil if they are none.
  static let numbers: [(text: String, number: String?)] = [
    ("1.250,00", "1250.00"), ("1250", "1250"), ("-7,5", "-7.5"), ("007", "7"), ("0,50", "0.50"), ("1'000", "1000"),
    ("12.34.567", "1234567"), ("1.234.567,8", "1234567.8"), ("1\u{202f}000", "1000"),
    // Broken JSON with status 0, or another number.
    ("-,5", nil), (",5", nil), ("5,", nil), ("1\u{301}", nil), ("1,5\u{301}", nil), ("1.2", nil), ("1,2,3", nil),
    ("1.2345", nil), ("1.234.56", nil), ("1234.567", nil), ("1.234'567", nil), ("1,234.5", nil), ("--5", nil),
    ("+5", "5"), ("٣", nil), ("1e3", nil), ("-", nil), (".", nil),
  ]

  @Test("a number has the form that the mapping names, or its row is refused", arguments: numbers)
  func number(text: String, number: String?) throws {
    let imported = try imported("Nr;Empfänger;Betrag;Fällig;Rhythmus;Auto;Ohne\n1;A;\(text);30.11.2026;;;\n")
    let items = number.map { ["kind:bill,id:1,name:A,amount:\($0),currency:EUR,dueDate:2026-11-30"] } ?? []
    #expect(imported.items == items, "\(imported.diagnostics)")
    #expect(imported.status == (number == nil ? 1 : 0))
  }

  @Test("a number of JSON has one form, regardless of the mapping's decimal separator")
  func numbersOfJSON() throws {
    let csv: String = TableTests.mapping
    let mapping = csv.replacing("\"csv\"", with: "\"json\"").replacing("separator = \";\"\n", with: "")
    func row(_ number: String) -> String { #"[{"Nr":1,"Empfänger":"A","Betrag":\#(number),"Fällig":"30.11.2026"}]"# }
    for (text, number) in [("1.5", "1.5"), ("-12e1", "-12e1"), ("\"1,5\"", "1.5")] {
      let imported = try imported(row(text), mapping)
      #expect(imported.items == ["kind:bill,id:1,name:A,amount:\(number),currency:EUR,dueDate:2026-11-30"])
    }
  }

  @Test("reports every fault of a mapping at once")
  func mapping() throws {
    let imported = try imported(
      "a\n", "format = \"tickler-mapping/1\"\nkind = \"bills\"\ndates = \"soon\"\n[fields]\nnme = \"a\"\n")
    #expect(imported.status == 65)
    #expect(imported.diagnostics.count == 3, "\(imported.diagnostics)")
    #expect(
      imported.diagnostics.contains {
        $0.contains("map.toml:5:1: error: field fields.nme: an item has no such field; expected one of id ")
      })
  }
}

/// Tests times in tables, and items that a policy declares.
@Suite struct TableTypeTests {
  private static let policy = """
    format = "tickler-policy/1"
    app = "garden"
    [items.plant.fields]
    name = "text"
    seen = "instant"
    moisture = { type = "number", range = [0, 100] }
    price = "money"
    currency = "text"
    bought = "date"
    light = "time"
    dry = "bool"
    pots = "integer"
    rest = "duration"
    friends = "list-of-text"
    moments = "list-of-instant"
    levels = "list-of-number"
    [kinds.water]
    shape = "series"
    item = "plant"
    identifier = "garden.water.{id}"
    title = "Water {{name}}"
    body = "{{moisture}}"
    """

  private static let head = """
    format = "tickler-mapping/1"
    app = "garden"
    kind = "plant"
    separator = ";"

    """

  /// - Parameter mapping: The text after the head of the mapping file.
  private func imported(_ text: String, _ mapping: String, head: String = TableTypeTests.head) throws -> Imported {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data((head + mapping).utf8).write(to: folder.appending(path: "map.toml"))
    try Data(TableTypeTests.policy.utf8).write(to: folder.appending(path: "garden.toml"))
    var imported = try Imported(
      text,
      ["--mapping", folder.appending(path: "map.toml").path, "--policy", folder.appending(path: "garden.toml").path])
    imported.items = imported.items.map { $0.replacing("app:garden,", with: "") }
    return imported
  }

  static let moments: [(pattern: String, cell: String, is: String)] = [
    ("", "2026-10-24T16:00:00+02:00", "2026-10-24T16:00:00+02:00"),
    ("DD.MM.YYYY HH:MM", "24.10.2026 16:00", "2026-10-24T14:00:00Z"),
    ("DD.MM.YYYY HH:MM", "25.10.2026 02:30", "2026-10-25T00:30:00Z"),
    ("DD.MM.YYYY HH:MM", "29.03.2026 02:30", "2026-03-29T01:30:00Z"),
    ("HH:MM DD.MM.YYYY", "16:00 24.10.2026", "2026-10-24T14:00:00Z"),
    ("YYYY-MM-DD HH:MM:SSZ", "2026-10-24 16:00:05-0330", "2026-10-24T19:30:05Z"),
    ("YYYY-MM-DDTHH:MM:SSZ", "2026-10-24T16:00:05.999Z", "2026-10-24T16:00:05Z"),
    ("YYYYMMDDHHMMSSZ", "20261024160005+05", "2026-10-24T11:00:05Z"),
    ("M/D/YY H:MM A", "10/4/26 12:05 a.m.", "2026-10-03T22:05:00Z"),
    ("M/D/YY H:MM A", "10/14/26 12:05 PM", "2026-10-14T10:05:00Z"),
    ("YYYY-MM-DD HH:MM V", "2026-10-24 16:00 America/New_York", "2026-10-24T20:00:00Z"),
    ("seconds", "1792857600", "2026-10-24T16:00:00Z"), ("milliseconds", "1792857599999", "2026-10-24T15:59:59Z"),
    ("seconds", "-1", "1969-12-31T23:59:59Z"),
  ]

  @Test(
    "reads a date and time by its pattern, in the account's zone if the pattern has none", arguments: moments)
  func instants(pattern: String, cell: String, is instant: String) throws {
    let key = pattern.isEmpty ? "" : "instants = \"\(pattern)\"\n"
    let imported = try imported("id;seen\na;\(cell)\n", key + "[fields]\nid = \"id\"\nseen = \"seen\"\n")
    #expect(imported.items == ["kind:plant,id:a,seen:\(instant)"] && imported.status == 0, "\(imported.diagnostics)")
  }

  @Test(
    "reads a time of day by its pattern",
    arguments: [
      ("", "07:30", "07:30"), ("H:MM A", "7:30 PM", "19:30"), ("HHMM", "0730", "07:30"),
      ("H.MM.SS", "7.30.05", "07:30:05"),
    ])
  func times(pattern: String, cell: String, is time: String) throws {
    let key = pattern.isEmpty ? "" : "times = \"\(pattern)\"\n"
    let imported = try imported("id;light\na;\(cell)\n", key + "[fields]\nid = \"id\"\nlight = \"light\"\n")
    #expect(imported.items == ["kind:plant,id:a,light:\(time)"], "\(imported.diagnostics)")
  }

  @Test("reads every type that a policy declares, lists, words and constants, and the standard fields")
  func types() throws {
    let imported = try imported(
      "id;n;m;p;b;d;o;r;f;s;l;c;t\nfern;Fern;35,5;1.234,50;1.10.26;nein;3;3600;Ivy, the old|Moss;24.10.26 16:00|25.10.26 9:00;1,5|2;24.10.26|24.10.26 8:00;8:00 20:00\n",
      """
      decimal = ","
      dates = "D.M.YY"
      times = "H:MM"
      instants = "D.M.YY H:MM"
      [fields]
      id = "id"
      name = "n"
      moisture = "m"
      price = "p"
      bought = "b"
      dry = "d"
      pots = "o"
      rest = "r"
      friends = "f"
      moments = "s"
      levels = "l"
      completions = "c"
      times = "t"
      [constants]
      currency = "EUR"
      date = "2026-10-01"
      [values.dry]
      nein = "no"
      """)
    #expect(
      imported.items == [
        "kind:plant,id:fern,name:Fern,moisture:35.5,price:1234.50,currency:EUR,bought:2026-10-01,dry:false,pots:3,rest:3600,"
          + "friends:[Ivy,the old,Moss],moments:[2026-10-24T14:00:00Z,2026-10-25T08:00:00Z],levels:[1.5,2],date:2026-10-01,"
          + "times:[08:00,20:00],completions:[2026-10-24,2026-10-24T08:00]"
      ], "\(imported.diagnostics)")
  }

  @Test("reads the elements of JSON lists, of any content")
  func lists() throws {
    let imported = try imported(
      #"[{"id":"a","friends":["Ivy, old","Moss"],"levels":[1.5,2]}]"#,
      "input = \"json\"\n[fields]\nid = \"id\"\nfriends = \"friends\"\nlevels = \"levels\"\n")
    #expect(imported.items == ["kind:plant,id:a,friends:[Ivy, old,Moss],levels:[1.5,2]"], "\(imported.diagnostics)")
  }

  @Test(
    "a value that does not match costs its row, and the message names the pattern",
    arguments: [
      ("instants = \"DD.MM.YYYY HH:MM\"", "seen", "24.10.2026", "a date and time, DD.MM.YYYY HH:MM"),
      (
        "instants = \"YYYY-MM-DD HH:MM V\"", "seen", "2026-10-24 16:00 Mars/Base", "a date and time, YYYY-MM-DD HH:MM V"
      ),
      ("instants = \"seconds\"", "seen", "today", "a number of seconds since 1970"),
      (
        "", "seen", "2026-10-24T16:00:00",
        "an RFC 3339 instant with an offset, to the second, such as 2026-11-20T12:00:00Z"
      ),
      ("times = \"H:MM A\"", "light", "13:00 PM", "a time of day, H:MM A"),
      ("", "light", "24:00", "a time of day, HH:MM or HH:MM:SS"),
      ("times = \"H:MM\"", "times", "8:00 25:00", "times of day, H:MM"),
      ("dates = \"D.M.YY\"", "completions", "31.11.26", "a date, D.M.YY, or YYYY-MM-DDTHH:MM, each"),
      ("", "pots", "some", "a number with a point"), ("", "levels", "1;x", "a number with a point, each"),
    ])
  func misfits(keys: String, field: String, cell: String, expected: String) throws {
    let imported = try imported(
      "id|x\na|\(cell)\n", "\(keys)\n[fields]\nid = \"id\"\n\(field) = \"x\"\n",
      head: TableTypeTests.head.replacing("\";\"", with: "\"|\""))
    #expect(imported.items == [] && imported.status == 1)
    #expect(
      imported.diagnostics == ["2:3: error: item \"a\", field \(field): found \"\(cell)\"; expected \(expected)"])
  }

  @Test(
    "rejects an impossible mapping with the place of each fault",
    arguments: [
      (
        "times = \"HH\"\n[fields]\nid = \"id\"\n",
        "5:9: error: field times: found \"HH\"; expected a pattern of HH or H, MM or M, and perhaps SS and A, such as \"H:MM A\", or of CLDR: short, \"h:mm a\""
      ),
      (
        "instants = \"DD.MM. HH:MM\"\n[fields]\nid = \"id\"\n",
        "5:12: error: field instants: found \"DD.MM. HH:MM\"; expected a pattern of a date, a time, and perhaps Z or V, such as \"DD.MM.YYYY HH:MM\", of CLDR: short, \"d MMM y, HH:mm\", or seconds or milliseconds"
      ),
      (
        "dates = \"DD.MM.YYY\"\n[fields]\nid = \"id\"\n",
        "5:9: error: field dates: found \"DD.MM.YYY\"; expected a pattern of YYYY or YY, MM or M, and DD or D, such as \"DD.MM.YYYY\", or of CLDR: short, medium, long, full, \"d MMM y\""
      ),
      (
        "[fields]\nid = \"id\"\n[values.wet]\nyes = \"true\"\n",
        "7:9: error: field values.wet: an item has no such field; expected one of updatedAt name seen moisture price currency bought light dry pots rest friends moments levels date time times days repeat rrule exdates weekdays until shift completed completions snoozedUntil notBefore remind duration timeZone series archived"
      ),
    ])
  func faults(mapping: String, fault: String) throws {
    let imported = try imported("id\na\n", mapping)
    #expect(imported.status == 65)
    #expect(imported.diagnostics.map { $0.drop { $0 != ":" }.dropFirst() } == [fault[...]])
  }

  @Test(
    "rejects a key without effect",
    arguments: [
      (
        "reminderColumn = \"x\"", "",
        "5:1: error: field reminderColumn: the key has no effect; expected kind = \"task\""
      ),
      ("rows = \"a\"", "", "5:1: error: field rows: the key has no effect; expected input = \"json\""),
      ("input = \"json\"\nskip = 1", "", "6:1: error: field skip: the key has no effect; expected input = \"csv\""),
      (
        "", "[words]\nx = \"day\"\n",
        "9:2: error: field words: the key has no effect; expected a column for the field date"
      ),
      (
        "", "date = \"d\"\n[words]\njeden = \"evry\"\n",
        "11:9: error: field words.jeden: found \"evry\"; expected English words of dates, such as every, 3rd, mon, jan"
      ),
      (
        "", "[factors]\nname = \"2\"\n",
        "9:2: error: field factors: the field name is no number; expected one of moisture price pots rest duration"
      ),
      (
        "unread = [\"x\"]", "",
        "1: error: found no column \"x\", which the mapping names for unread; expected one of \"id\""
      ),
    ])
  func idle(key: String, end: String, fault: String) throws {
    let imported = try imported("id\na\n", "\(key)\n[fields]\nid = \"id\"\nname = \"id\"\n\(end)")
    #expect(imported.status == 65)
    #expect(imported.diagnostics.map { $0.drop { $0 != ":" }.dropFirst() } == [fault[...]])
  }

  @Test("rejects an app without a policy, and a kind that its policy does not declare")
  func apps() throws {
    let other = try imported(
      "id\na\n", "[fields]\nid = \"id\"\n", head: TableTypeTests.head.replacing("garden", with: "gardn"))
    #expect(
      other.diagnostics.contains {
        $0.hasSuffix(
          "map.toml:2:7: error: field app: found \"gardn\"; expected one of diary focusflow garden moneymap personal ritualist steps, or its own policy, passed with --policy"
        )
      }, "\(other.diagnostics)")
    let kind = try imported(
      "id\na\n", "[fields]\nid = \"id\"\n", head: TableTypeTests.head.replacing("plant", with: "plnt"))
    #expect(
      kind.diagnostics.first?.hasSuffix(
        "map.toml:3:8: error: field kind: found \"plnt\"; expected one of task habit entry session focusDay stepDay workout insight bill budget plant"
      ) == true, "\(kind.diagnostics)")
  }

  @Test("plans a table of doses and a calendar as two apps of one person")
  func planned() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("name,amount,when\nIron,20 mg,8:15 AM\n".utf8).write(to: folder.appending(path: "doses.csv"))
    try Data(
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\nSUMMARY:Passport\nDUE:20261024T090000\nEND:VTODO\nEND:VCALENDAR\n".utf8
    ).write(to: folder.appending(path: "tasks.ics"))
    try Data(
      """
      format = "tickler-mapping/1"
      app = "pillbox"
      kind = "medicine"
      times = "H:MM A"
      [fields]
      id = "name"
      name = "name"
      dosage = "amount"
      times = "when"
      """.utf8
    ).write(to: folder.appending(path: "doses.toml"))
    let shared = [
      "--mapping", "doses.toml", "--policy", TestFiles.root.appending(path: "Examples/pillbox").path, "--now",
      "2026-10-23T16:00:00Z", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo,
    ]
    let list = try Program.run(
      ["list", "doses.csv", "tasks.ics", "--on", "2026-10-24", "--time-zone", "Europe/Berlin"] + shared, in: folder)
    #expect(list.status == 0 && list.errors == "", "\(list.errors)")
    let lines = list.output.split(separator: "\n").map { $0.prefix(15) }
    #expect(lines.contains("  08:15  Time f"), "\(list.output)")
    #expect(lines.contains("  09:00  Passpo"), "\(list.output)")
    // The same for the export made from them.
    let export = try Program.run(
      ["import", "doses.csv", "tasks.ics", "--time-zone", "Europe/Berlin"] + shared, in: folder)
    try Data(export.output.utf8).write(to: folder.appending(path: "mine.ndjson"))
    let again = try Program.run(["list", "mine.ndjson", "--on", "2026-10-24", "--strict"] + shared, in: folder)
    #expect(again.output == list.output && again.status == 0, "\(again.errors)")
  }
}

/// Tests files in zip archives.
@Suite struct ZipTests {
  private static let calendar =
    "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\nSUMMARY:Rent\nDUE:20261124T160000\nEND:VTODO\nEND:VCALENDAR\n"

  /// Returns an archive made by Python.
  private func archive(_ script: String) throws -> Data {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(ZipTests.calendar.utf8).write(to: folder.appending(path: "a.ics"))
    try Data("import zipfile\n\(script)".utf8).write(to: folder.appending(path: "make.py"))
    try Shell.run("python3 make.py", in: folder)
    return try Data(contentsOf: folder.appending(path: "a.zip"))
  }

  @Test(
    "reads the contents of an archive, however packed",
    arguments: ["ZIP_DEFLATED", "ZIP_STORED"])
  func read(_ method: String) throws {
    let data = try archive(
      "z = zipfile.ZipFile('a.zip', 'w', zipfile.\(method)); z.write('a.ics', 'folder/tasks'); z.writestr('notes.txt', 'x'); z.writestr('more.txt', 'x'); z.close()"
    )
    let imported = try Imported(data)
    #expect(imported.items == ["kind:task,id:t,title:Rent,date:2026-11-24,time:16:00"])
    #expect(
      imported.diagnostics == [
        #"1:1: warning: 2 files of the archive are not an export, left out: "notes.txt" and others"#
      ])
  }

  @Test("reports the place of a fault within an archived file")
  func place() throws {
    let data = try archive(
      "z = zipfile.ZipFile('a.zip', 'w'); z.writestr('b.ics', 'BEGIN:VCALENDAR\\n' + 20 * 'BEGIN:X\\n'); z.close()")
    #expect(
      try Imported(data).diagnostics == ["file/b.ics:17:1: error: nesting is too deep; expected at most 16 levels"])
  }

  @Test("rejects an archive that unpacks to too much")
  func bomb() throws {
    let data = try archive(
      "z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED); z.writestr('b.ics', 'BEGIN:VCALENDAR\\n' + 'X-A:' + 'a' * 100 + '\\n' + ('Y:' + 'a' * 100 + '\\n') * 2_000_000); z.close()"
    )
    let imported = try Imported(data)
    #expect(imported.status == 65)
    #expect(
      imported.diagnostics.first?.contains("expand suspiciously; expected at most 250 times their size")
        == true)
  }

  @Test(
    "one limit covers all files of an archive, and of a folder of compressed files",
    arguments: [
      (
        "z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED); [z.writestr(n, text) for n in 'bc']; z.close()",
        "a.zip", "a.zip/c"
      ),
      (
        "import gzip, os; os.mkdir('in'); [gzip.open(f'in/{n}.json.gz', 'w').write(text.encode()) for n in 'bc']", "in",
        "in/c.json.gz"
      ),
    ])
  func together(script: String, name: String, reports: String) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // Each is below the 64 MB up to which a file's size is not compared with the archive's.
    let text = "text = 'BEGIN:VCALENDAR\\n' + ('Y:' + 'a' * 100 + '\\n') * 400_000 + 'END:VCALENDAR\\n'"
    try Data("import zipfile\n\(text)\n\(script)\n".utf8).write(to: folder.appending(path: "make.py"))
    try Shell.run("python3 make.py", in: folder)
    for command in [["import"], ["check"]] {
      let result = try Program.run(
        command + [name, "--time-zone", "UTC", "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo],
        in: folder)
      #expect(result.status == 65)
      #expect(
        result.errors.contains("\(reports):")
          && result.errors.contains("the gzip data expand suspiciously with the inputs before"),
        "\(result.errors)")
    }
  }

  static let refused: [(script: String, reports: String)] = [
    (
      "import copy; twin = copy.copy(z.filelist[0]); twin.filename = 'b.ics'; z.filelist.append(twin); z._didModify = True",
      #"1:1: error: the files "a.ics" and "b.ics" of the zip archive overlap; expected files that do not overlap"#
    ),
    (
      "z.writestr('secret.png', 'x'); z.filelist[1].flag_bits |= 1",
      #"1:1: error: the file "secret.png" of the zip archive is encrypted; expected an archive without a password"#
    ),
    (
      "z.writestr('b.ics', 'x' * 999, zipfile.ZIP_BZIP2)",
      #"1:1: error: the file "b.ics" of the zip archive is compressed by method 12; expected deflate (method 8) or none (method 0)"#
    ),
  ]

  @Test("leaves a database and a KMyMoney file of an archive out")
  func unreadable() throws {
    let imported = try Imported(
      archive(
        "z = zipfile.ZipFile('a.zip', 'w'); z.write('a.ics'); z.writestr('b', 'SQLite format 3\\0'); z.writestr('c', '<KMYMONEY-FILE/>'); z.close()"
      ))
    #expect(imported.status == 0 && !imported.items.isEmpty)
    #expect(
      imported.diagnostics == ["1:1: warning: 2 files of the archive are not an export, left out: \"b\" and others"])
  }

  @Test("files that overlap, are encrypted or use another method end an archive", arguments: refused)
  func refuses(script: String, reports: String) throws {
    let imported = try Imported(
      archive("z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED); z.write('a.ics'); \(script); z.close()"))
    #expect(imported.status == 65 && imported.items.isEmpty)
    #expect(imported.diagnostics == [reports])
  }

  @Test("rejects broken archives")
  func broken() throws {
    let whole = [UInt8](
      try archive("z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED); z.write('a.ics'); z.close()"))
    let cut = try Imported(Data(whole.dropLast(30)))
    #expect(
      cut.diagnostics == [
        "1:1: error: found a zip archive without an end; the copy was cut short; expected a whole zip archive"
      ])
    // Changes every byte in turn: nothing may trap or read out of bounds.
    for index in stride(from: 4, to: whole.count, by: 11) {
      var bytes = whole
      bytes[index] ^= 0xff
      let imported = try Imported(Data(bytes))
      #expect([0, 65].contains(imported.status), "byte \(index): \(imported.diagnostics)")
    }
    #expect(try Imported(Data(archive("z = zipfile.ZipFile('a.zip', 'w'); z.close()"))).status == 65)
  }
}
