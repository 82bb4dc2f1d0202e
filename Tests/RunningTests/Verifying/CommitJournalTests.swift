import Bytes
import Diagnostics
import Foundation
import PlanFiles
import Running
import TestSupport
import Testing

/// Checks that a folder that a killed run leaves has one of two plans as soon as it is opened.
@Suite struct CommitJournalTests {
  /// The contents by path; nil for a folder.
  private typealias Files = [String: String?]

  private static let old: Files = [
    ".tickler-files": "plan.ndjson\naccounts\ncalendar.ics\n", "plan.ndjson": "old", "calendar.ics": "old",
    "accounts": nil, "accounts/a.ics": "old", "accounts/cancelled": nil, "accounts/cancelled/a.ics": "old",
    "notes.txt": "mine",
  ]
  private static let new: Files = [
    ".tickler-files": "plan.ndjson\naccounts\nindex.html\n", "plan.ndjson": "new", "index.html": "new",
    "accounts": nil, "accounts/b.ics": "new", "accounts/cancelled": nil, "accounts/cancelled/a.ics": "old",
    "notes.txt": "mine",
  ]
  /// The steps that a killed run has done after its decision, in order.
  private static let steps = [
    ("plan.ndjson", ".tickler-staging/.replaced/plan.ndjson"), (".tickler-staging/plan.ndjson", "plan.ndjson"),
    ("accounts", ".tickler-staging/.replaced/accounts"), (".tickler-staging/accounts", "accounts"),
    (".tickler-staging/index.html", "index.html"), (".tickler-staging/.tickler-files", ".tickler-files"),
    (".tickler-staging/.replaced/accounts/cancelled", "accounts/cancelled"),
    ("calendar.ics", ".tickler-staging/.replaced/calendar.ics"),
  ]
  private static let journal = """
    tickler-commit/1
    put plan.ndjson
    put accounts
    put index.html
    put .tickler-files
    keep accounts/cancelled
    remove calendar.ics
    end

    """

  private func write(_ files: Files, to folder: URL) throws {
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let path = folder.appending(path: name)
      guard let text else {
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        continue
      }
      try Data(text.utf8).write(to: path)
    }
  }

  private func read(_ folder: URL) throws -> Files {
    var files: Files = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let path = folder.appending(path: name)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path.path, isDirectory: &isFolder)
      files.updateValue(isFolder.boolValue ? nil : try String(contentsOf: path, encoding: .utf8), forKey: name)
    }
    return files
  }

  /// Returns the old plan with the new one beside it, as before the decision.
  private func begun() throws -> URL {
    let folder = try TestFiles.temporaryFolder()
    try write(CommitJournalTests.old, to: folder)
    try write(
      [
        ".tickler-staging": nil, ".tickler-staging/.replaced": nil, ".tickler-staging/accounts": nil,
        ".tickler-staging/plan.ndjson": "new", ".tickler-staging/index.html": "new",
        ".tickler-staging/accounts/b.ics": "new",
        ".tickler-staging/.tickler-files": "plan.ndjson\naccounts\nindex.html\n",
      ], to: folder)
    return folder
  }

  @Test("only a command that writes finishes a run that was killed after any step", arguments: 0...8)
  func forward(done: Int) throws {
    let folder = try begun()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(CommitJournalTests.journal.utf8).write(to: folder.appending(path: ".tickler-commit"))
    for (from, to) in CommitJournalTests.steps.prefix(done) {
      #expect(rename(folder.appending(path: from).path, folder.appending(path: to).path) == 0)
    }
    let before = try read(folder)
    let fault = #expect(throws: RunFault.self) { try CommitJournal.settle(folder.path) }
    #expect(fault?.status == .temporaryFailure)
    #expect(fault?.messages.first?.contains("tickler report \(folder.path)") == true)
    #expect(try read(folder) == before)
    _ = try OutputFolder(folder.path)
    #expect(try read(folder) == CommitJournalTests.new)
    try CommitJournal.settle(folder.path)
  }

  @Test("a run killed before its decision has changed nothing, and the next one cleans up")
  func undecided() throws {
    let folder = try begun()
    defer { try? FileManager.default.removeItem(at: folder) }
    try CommitJournal.settle(folder.path)
    #expect(try read(folder).filter { !$0.key.hasPrefix(".tickler-staging") } == CommitJournalTests.old)
    _ = try OutputFolder(folder.path)
    #expect(try read(folder) == CommitJournalTests.old)
  }

  @Test("reverts the earlier steps if one fails")
  func back() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(CommitJournalTests.old, to: folder)
    do {
      let output = try OutputFolder(folder.path)
      for name in ["plan.ndjson", "accounts/b.ics", "index.html"] {
        let file = try output.file(name)
        try file.write("new")
        try file.close()
      }
      try FileManager.default.removeItem(at: folder.appending(path: ".tickler-staging/index.html"))
      let fault = #expect(throws: RunFault.self) {
        try output.commit(["plan.ndjson", "accounts", "index.html"], keeping: ["accounts/cancelled"])
      }
      #expect(fault?.status == .cannotCreate)
    }
    #expect(try read(folder) == CommitJournalTests.old)
  }

  @Test(
    "keeps a journal that tickler did not write",
    arguments: [
      "", "tickler-commit/1\nput plan.ndjson\n", "tickler-commit/1\nput ../plan.ndjson\nend\n",
      "tickler-commit/1\nput /etc/passwd\nend\n", "tickler-commit/1\nput a/../../b\nend\n",
      "tickler-commit/2\nput plan.ndjson\nend\n", "tickler-commit/1\nmove plan.ndjson\nend\n",
      "tickler-commit/1\nput\nend\n",
      // Names that no run writes.
      "tickler-commit/1\nput x/.profile\nend\n", "tickler-commit/1\nput .profile\nend\n",
      "tickler-commit/1\nput plan.ndjson\nremove projects\nend\n", "tickler-commit/1\nremove notes.txt\nend\n",
      "tickler-commit/1\nkeep x/cancelled\nend\n", "tickler-commit/1\nkeep accounts/../x\nend\n",
      "tickler-commit/1\nremove account-notes.txt\nend\n", "tickler-commit/1\nremove .\nend\n",
    ])
  func foreign(journal: String) throws {
    let folder = try begun()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(journal.utf8).write(to: folder.appending(path: ".tickler-commit"))
    let before = try read(folder)
    let fault = #expect(throws: RunFault.self) { try CommitJournal.settle(folder.path) }
    #expect(fault?.status == .temporaryFailure)
    let refused = #expect(throws: RunFault.self) { try OutputFolder(folder.path) }
    #expect(refused?.status == .ioError)
    #expect(try read(folder) == before)
  }

  /// What a folder that somebody sent may have in place of a file or folder, as a link to a folder or file elsewhere.
  static let linked = [
    ("the folder of new files", ".tickler-staging", "home"),
    ("the folder of replaced files", ".tickler-staging/.replaced", "home"),
    ("a new file", ".tickler-staging/plan.ndjson", "home/plan.ndjson"),
    ("a new folder", ".tickler-staging/accounts", "home"),
    ("a folder with a part that is kept", "accounts", "home"),
    ("a replaced folder with a part that is kept", ".tickler-staging/.replaced/accounts", "home"),
  ]

  @Test("follows no link to carry out a journal, and refuses it before the first step", arguments: linked)
  func links(what: String, name: String, target: String) throws {
    let folder = try begun()
    let home = try TestFiles.temporaryFolder()
    defer { for folder in [folder, home] { try? FileManager.default.removeItem(at: folder) } }
    try write(
      ["home": nil, "home/plan.ndjson": "mine", "home/cancelled": nil, "home/cancelled/a.ics": "mine"], to: home)
    let elsewhere = try read(home)
    try Data(CommitJournalTests.journal.utf8).write(to: folder.appending(path: ".tickler-commit"))
    let path = folder.appending(path: name)
    try? FileManager.default.removeItem(at: path)
    try FileManager.default.createSymbolicLink(
      atPath: path.path, withDestinationPath: home.appending(path: target).path)
    let before = try read(folder)
    let fault = #expect(throws: RunFault.self, "\(what)") { try OutputFolder(folder.path) }
    #expect(fault?.status == .noInput, "\(what): \(fault?.messages ?? [])")
    #expect(try read(folder) == before && read(home) == elsewhere, "\(what)")
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: ".tickler-commit").path))
  }

  @Test("a list of files from elsewhere removes nothing but outputs, and nothing is moved out of a link")
  func lists() throws {
    let (folder, home) = (try TestFiles.temporaryFolder(), try TestFiles.temporaryFolder())
    defer { for folder in [folder, home] { try? FileManager.default.removeItem(at: folder) } }
    try write(["cancelled": nil, "cancelled/a.ics": "mine"], to: home)
    try write(
      [
        ".tickler-files": "notes.txt\nprojects\naccount-notes.txt\nsummary.json\naccounts\n", "notes.txt": "mine",
        "projects": nil, "projects/a": "mine", "account-notes.txt": "mine", "summary.json": "old",
      ], to: folder)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "accounts").path, withDestinationPath: home.path)
    func commit(_ names: [String], keeping inner: [String]) throws {
      let output = try OutputFolder(folder.path)
      for name in names {
        let file = try output.file(name == "accounts" ? "accounts/b.ics" : name)
        try file.write("new")
        try file.close()
      }
      try output.commit(names, keeping: inner)
    }
    let before = try read(folder)
    #expect(throws: RunFault.self) { try commit(["accounts"], keeping: ["accounts/cancelled"]) }
    #expect(try read(folder) == before)
    try commit(["plan.ndjson"], keeping: [])
    #expect(try read(home) == ["cancelled": nil, "cancelled/a.ics": "mine"])
    let after = try read(folder)
    #expect(
      after.keys.sorted() == [
        ".tickler-files", "account-notes.txt", "notes.txt", "plan.ndjson", "projects", "projects/a",
      ])
  }
}
