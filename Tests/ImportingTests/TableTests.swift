import Foundation
import TestSupport
import Testing

/// Tables by a mapping file.
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

  /// - Parameter mapping: What the mapping file says.
  private func imported(_ text: String, _ mapping: String = TableTests.mapping) throws -> Imported {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(mapping.utf8).write(to: folder.appending(path: "map.toml"))
    return try Imported(text, ["--mapping", folder.appending(path: "map.toml").path])
  }

  @Test("a table in quotes, with thousands, dates and words of another language")
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
  }

  @Test("a list in a JSON document, by paths")
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
    #expect(imported.items == ["kind:task,id:7,title:Run,date:2026-12-01,time:07:30"])
  }

  @Test(
    "broken tables are refused, or what is broken in them",
    arguments: [
      (
        "Nr;Betrag\n",
        [#"1:1: error: found no column "Auto", which the mapping has for autoPay; expected one of Betrag, Nr"#], 65
      ),
      ("Nr;Nr\n", [#"1:4: error: found the column "Nr" twice; expected each name once"#], 65),
      ("\"Nr;Betrag\n1;2\n", ["1:1: error: found the end of the input; expected a closing quote for the one here"], 65),
      (
        "\"Nr\"x;Betrag\n",
        ["1:5: error: found 'x' behind a closing quote; expected the separator or the end of the line"], 65
      ),
    ])
  func head(_ text: String, _ diagnostics: [String], _ status: Int32) throws {
    let imported = try imported(text)
    #expect(imported.diagnostics == diagnostics && imported.status == status)
  }

  @Test(
    "a row that is wrong costs itself alone",
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

  @Test("every fault of a mapping is told at once")
  func mapping() throws {
    let imported = try imported(
      "a\n", "format = \"tickler-mapping/1\"\nkind = \"bills\"\ndates = \"soon\"\n[fields]\nnme = \"a\"\n")
    #expect(imported.status == 65)
    #expect(imported.diagnostics.count == 4)
    #expect(
      imported.diagnostics.contains {
        $0.contains("map.toml:5:1: error: field fields.nme: an item has no such field; expected one of id ")
      })
  }
}

/// Files in zip archives.
@Suite struct ZipTests {
  private static let calendar =
    "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\nSUMMARY:Rent\nDUE:20261124T160000\nEND:VTODO\nEND:VCALENDAR\n"

  /// An archive that Python makes.
  private func archive(_ script: String) throws -> Data {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(ZipTests.calendar.utf8).write(to: folder.appending(path: "a.ics"))
    try Data("import zipfile\n\(script)".utf8).write(to: folder.appending(path: "make.py"))
    try Shell.run("python3 make.py", in: folder)
    return try Data(contentsOf: folder.appending(path: "a.zip"))
  }

  @Test(
    "what is in an archive is read, however it was put there",
    arguments: ["ZIP_DEFLATED", "ZIP_STORED"])
  func read(_ method: String) throws {
    let data = try archive(
      "z = zipfile.ZipFile('a.zip', 'w', zipfile.\(method)); z.write('a.ics', 'folder/tasks'); z.writestr('notes.txt', 'x'); z.writestr('more.txt', 'x'); z.close()"
    )
    let imported = try Imported(data)
    #expect(imported.items == ["kind:task,id:t,title:Rent,date:2026-11-24,time:16:00"])
    #expect(
      imported.diagnostics == [
        #"1:1: warning: 2 files of the archive are no export, and left out: "notes.txt" and others"#
      ])
  }

  @Test("a fault in a file of an archive has the place in that file")
  func place() throws {
    let data = try archive(
      "z = zipfile.ZipFile('a.zip', 'w'); z.writestr('b.ics', 'BEGIN:VCALENDAR\\nX\\n'); z.close()")
    #expect(
      try Imported(data).diagnostics == ["file/b.ics:2:1: error: found a line without a colon; expected NAME:value"])
  }

  @Test("an archive that unpacks to too much is refused")
  func bomb() throws {
    let data = try archive(
      "z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED); z.writestr('b.ics', 'BEGIN:VCALENDAR\\n' + 'X-A:' + 'a' * 100 + '\\n' + ('Y:' + 'a' * 100 + '\\n') * 2_000_000); z.close()"
    )
    let imported = try Imported(data)
    #expect(imported.status == 65)
    #expect(
      imported.diagnostics.first?.contains("unpack to too much for their size; expected at most 250 times as much")
        == true)
  }

  @Test("broken archives are refused")
  func broken() throws {
    let whole = [UInt8](
      try archive("z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED); z.write('a.ics'); z.close()"))
    let cut = try Imported(Data(whole.dropLast(30)))
    #expect(
      cut.diagnostics == [
        "1:1: error: found a zip archive without an end, as of a copy that was cut short; expected a whole zip archive"
      ])
    // Every byte in turn is another one: nothing traps, and nothing is read that is not there.
    for index in stride(from: 4, to: whole.count, by: 11) {
      var bytes = whole
      bytes[index] ^= 0xff
      let imported = try Imported(Data(bytes))
      #expect([0, 65].contains(imported.status), "byte \(index): \(imported.diagnostics)")
    }
    #expect(try Imported(Data(archive("z = zipfile.ZipFile('a.zip', 'w'); z.close()"))).status == 65)
  }
}
