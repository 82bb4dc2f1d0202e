import Foundation
import Running
import TestSupport
import Testing

/// Compares docs/options.md with the options that swift-argument-parser knows and the keys that ``RunOption`` gives them.
/// `Tests/record OptionsPageTests` writes the page.
struct OptionsPageTests {
  private struct Dump: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let arguments: [Argument]?
    let subcommands: [Command]?
  }

  private struct Argument: Decodable {
    struct Name: Decodable { let name: String }
    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let shouldDisplay: Bool
    /// Whether `--no-NAME` exists too.
    var isToggle: Bool?

    var label: String {
      let value = (valueName ?? "").replacing("|", with: "\\|").uppercased()
      switch kind {
      case "positional": return "`\(value)`"
      case "flag": return "`--\(isToggle == true ? "[no-]" : "")\(name)`"
      default: return "`--\(name) \(value)`"
      }
    }
    var name: String { names?.first?.name ?? "" }
    var meaning: String { (abstract ?? "").replacing("|", with: "\\|") }
    func isMade(of option: RunOption) -> Bool {
      abstract == option.help && (kind == "positional" || name == option.name)
    }
  }

  /// An option with the same name and meaning in each of its commands.
  private struct Row {
    let argument: Argument
    var key = ""
    var commands: [String]
  }

  private static func commands() throws -> [Command] {
    let result = try Program.run(["--experimental-dump-help"], in: TestFiles.root)
    let dump = try JSONDecoder().decode(Dump.self, from: Data(result.output.utf8))
    return (dump.command.subcommands ?? []).filter { $0.commandName != "help" }
  }

  /// Returns the arguments except help and version. `--NAME` and `--no-NAME` are one.
  private static func arguments(of command: Command) -> [Argument] {
    let shown = (command.arguments ?? []).filter { argument in
      argument.shouldDisplay && !(argument.names ?? []).contains { $0.name == "help" || $0.name == "version" }
    }
    let names = Set(shown.map(\.name))
    return shown.compactMap { argument in
      if argument.name.hasPrefix("no-"), names.contains(String(argument.name.dropFirst(3))) { return nil }
      var argument = argument
      argument.isToggle = names.contains("no-\(argument.name)")
      return argument
    }
  }

  private static let reading: Set = [
    "plan", "run", "list", "next", "done", "paid", "snooze", "undo", "check", "explain", "apply", "zones", "drift",
    "simulate", "rehearse", "worker", "import",
  ]

  private static func words(_ names: [String]) -> String {
    let missing = reading.subtracting(names).sorted()
    guard missing.count < 5 else { return names.joined(separator: ", ") }
    let all = "reading" + (missing.isEmpty ? "" : " (not \(missing.joined(separator: ", ")))")
    return ([all] + names.filter { !reading.contains($0) }).joined(separator: ", ")
  }

  /// Returns the names that ``words(_:)`` writes.
  private static func names(_ words: Substring) -> Set<String> {
    let list = { (words: Substring) in Set(words.split(separator: ", ").map(String.init)) }
    guard let head = words.prefixMatch(of: /reading(?: \(not ([^)]+)\))?(?:, )?/) else { return list(words) }
    return reading.subtracting(list(head.1 ?? "")).union(list(words[head.range.upperBound...]))
  }

  /// Returns a table. A column of commands exists only if they differ.
  private static func table(_ rows: [Row]) -> String {
    let isUniform = Set(rows.map(\.commands)).count == 1
    let columns = isUniform ? ["option", "key", "meaning"] : ["option", "key", "commands", "meaning"]
    var text = isUniform ? "Of \(words(rows[0].commands)).\n\n" : ""
    text += line(columns) + line(columns.map { _ in "---" })
    for row in rows {
      let cells = isUniform ? [] : [words(row.commands)]
      text += line([row.argument.label, row.key.isEmpty ? "" : "`\(row.key)`"] + cells + [row.argument.meaning])
    }
    return text
  }

  private static func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }

  private static func page() throws -> String {
    let commands = try commands()
    let nonreading = commands.map(\.commandName).filter { !reading.contains($0) }.joined(separator: ", ")
    var text = """
      # Commands, options and keys

      For anyone who looks for an option; `tickler help COMMAND` prints those of one command. A command has the
      [options of its own](#options-of-one-command), and every shared one that names it. Keys belong in run files:
      that of `tickler run FILE`, and your own, `~/.config/tickler.toml`. The command line overrides a file; `policy`
      and `holidays` add to it.

      | command | does |
      | --- | --- |

      """
    for command in commands { text += line(["`\(command.commandName)`", command.abstract ?? ""]) }
    text += "\nCommands of *reading* read exports: all but \(nonreading).\n"

    var shared: [RunOption.Section: [Row]] = [:]
    for option in RunOption.all {
      let having = commands.filter { arguments(of: $0).contains { $0.isMade(of: option) } }
      guard let argument = having.first.flatMap({ arguments(of: $0).first { $0.isMade(of: option) } }) else { continue }
      let row = Row(argument: argument, key: option.key ?? "", commands: having.map(\.commandName))
      shared[option.section, default: []].append(row)
    }
    var others: [Row] = []
    for command in commands {
      for argument in arguments(of: command) where !RunOption.all.contains(where: { argument.isMade(of: $0) }) {
        let same = others.firstIndex { $0.argument.label == argument.label && $0.argument.meaning == argument.meaning }
        if let same {
          others[same].commands.append(command.commandName)
        } else {
          others.append(Row(argument: argument, commands: [command.commandName]))
        }
      }
    }
    let isOfRuns = { (row: Row) in row.commands == ["plan", "run"] }
    let general = shared[.general, default: []] + others.filter { $0.commands.count > 1 }
    text += "\n## Options that commands share\n\n\(table(general.filter { !isOfRuns($0) }))"
    text += "\n## Options of plan and run\n\n\(table(general.filter(isOfRuns)))"
    for section in RunOption.Section.allCases where section != .general {
      text += "\n## \(section.rawValue)\n\n\(table(shared[section, default: []]))"
    }
    text += "\n`[import.gnucash]`, and so on for each format, has the keys of `import` for that format alone.\n"
    text += "\n## Options of one command\n\n| command | option | meaning |\n| --- | --- | --- |\n"
    for command in commands {
      for (number, row) in others.filter({ $0.commands == [command.commandName] }).enumerated() {
        text += line([number == 0 ? "`\(command.commandName)`" : "", row.argument.label, row.argument.meaning])
      }
    }
    return text
  }

  /// Returns what a reader of the page finds: each option with its meaning, by command.
  private static func found(on page: String) -> [String: Set<[String]>] {
    var found: [String: Set<[String]>] = [:]
    var (columns, current): ([String], Set<String>) = ([], [])
    for line in page.split(separator: "\n") {
      if let words = line.wholeMatch(of: /Of (.+)\./)?.1 { current = names(words) }
      guard line.hasPrefix("| ") else { continue }
      let cells = line.dropFirst(2).dropLast(2).split(separator: " | ", omittingEmptySubsequences: false)
      if cells[0] == "option" || cells[0] == "command" {
        columns = cells.map(String.init)
        continue
      }
      guard let option = columns.firstIndex(of: "option"), let last = cells.last, cells[0] != "---" else { continue }
      if let place = columns.firstIndex(of: "commands") { current = names(cells[place]) }
      if columns[0] == "command", !cells[0].isEmpty { current = [String(cells[0].trimmingPrefix("`").dropLast())] }
      for command in current { found[command, default: []].insert([String(cells[option]), String(last)]) }
    }
    return found
  }

  @Test("docs/options.md is generated from the options")
  func page() throws {
    #expect(try RecordedFile("docs/options.md").difference(from: OptionsPageTests.page()) == nil)
  }

  @Test("the page has every option of every command, and no other")
  func complete() throws {
    let found = OptionsPageTests.found(on: try OptionsPageTests.page())
    for command in try OptionsPageTests.commands() {
      let known = Set(OptionsPageTests.arguments(of: command).map { [$0.label, $0.meaning] })
      #expect(found[command.commandName] == known, "\(command.commandName)")
    }
  }

  /// Checks that commands have the options of the table under their headings, so that no option gets lost.
  @Test("each command has the options of the table", arguments: CommandName.allCases)
  func options(command: CommandName) throws {
    let known = try #require(try OptionsPageTests.commands().first { $0.commandName == command.rawValue })
    for option in RunOption.all where option.commands.contains(command) {
      #expect(OptionsPageTests.arguments(of: known).contains { $0.isMade(of: option) }, "\(option.name)")
    }
  }

  @Test("run has every option of plan: on its command line, or as a key of its file")
  func runHasAll() {
    for option in RunOption.all where option.commands.contains(.plan) {
      let isOnLine = option.commands.contains(.run)
      // `run` has no user's configuration to ignore, and no colors.
      #expect(isOnLine || option.key != nil || ["no-config", "no-color"].contains(option.name), "\(option.name)")
    }
  }
}
