import Foundation
import Running
import TestSupport
import Testing

/// Compares docs/options.md with the options that swift-argument-parser knows and the keys that ``RunOption`` gives them.
/// `TICKLER_RECORD=1 swift test --filter OptionsPageTests` writes the page.
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
    let isRepeating: Bool

    var label: String {
      let value = (valueName ?? "").replacing("|", with: "\\|")
      switch kind {
      case "positional": return "`\(value.uppercased())`"
      case "flag": return (names ?? []).map { "`--\($0.name)`" }.joined(separator: ", ")
      default: return "`--\(names?.first?.name ?? "") \(value.uppercased())`"
      }
    }
    var meaning: String { (abstract ?? "").replacing("|", with: "\\|") }
    func isMade(of option: RunOption) -> Bool {
      abstract == option.help && (kind == "positional" || names?.first?.name == option.name)
    }
  }

  private static func commands() throws -> [Command] {
    let result = try Program.run(["--experimental-dump-help"], in: TestFiles.root)
    let dump = try JSONDecoder().decode(Dump.self, from: Data(result.output.utf8))
    return (dump.command.subcommands ?? []).filter { $0.commandName != "help" }
  }

  private static func arguments(of command: Command) -> [Argument] {
    (command.arguments ?? []).filter {
      $0.shouldDisplay && $0.names?.first?.name != "help" && $0.names?.first?.name != "version"
    }
  }

  private static let reading: Set = [
    "plan", "run", "list", "next", "done", "paid", "undo", "check", "explain", "apply", "zones", "drift", "simulate",
    "worker", "import",
  ]

  private static func words(_ names: [String]) -> String {
    let missing = reading.subtracting(["run"]).subtracting(names).sorted()
    guard missing.count < 3 else { return names.joined(separator: ", ") }
    let all = "all that read exports" + (missing.isEmpty ? "" : " (not \(missing.joined(separator: " and ")))")
    return ([all] + names.filter { !reading.contains($0) }).joined(separator: ", ")
  }

  private static func page() throws -> String {
    let commands = try commands()
    var text = """
      # Commands, options and keys

      The text of `tickler help COMMAND`, in one place. The second column has the keys of run files: that of `tickler run FILE`, and your
      own, `~/.config/tickler.toml`. The command line overrides a file; `policy` and `holidays` add to it. Written by `OptionsPageTests`.

      | command | does |
      | --- | --- |

      """
    for command in commands { text += "| `tickler \(command.commandName)` | \(command.abstract ?? "") |\n" }
    text +=
      "\nThose that read exports: \(commands.map(\.commandName).filter(reading.contains).joined(separator: ", ")).\n"
    for section in RunOption.Section.allCases {
      text += "\n## \(section.rawValue.isEmpty ? "Options that commands share" : section.rawValue)\n\n"
      text += "| option | key | commands | meaning |\n| --- | --- | --- | --- |\n"
      for option in RunOption.all where option.section == section {
        let having = commands.filter { arguments(of: $0).contains { $0.isMade(of: option) } }
        guard let argument = having.first.flatMap({ arguments(of: $0).first { $0.isMade(of: option) } }) else {
          continue
        }
        let key = option.key.map { "`\($0)`" } ?? ""
        text += "| \(argument.label) | \(key) | \(words(having.map(\.commandName))) | \(argument.meaning) |\n"
      }
    }
    text += "\n`[import.gnucash]`, and so on for each format, has the keys of `import` for that format alone.\n"
    text += "\n## Options of one command\n"
    for command in commands {
      let own = arguments(of: command).filter { argument in !RunOption.all.contains { argument.isMade(of: $0) } }
      if own.isEmpty { continue }
      text += "\n### tickler \(command.commandName)\n\n| option | meaning |\n| --- | --- |\n"
      for argument in own { text += "| \(argument.label) | \(argument.meaning) |\n" }
    }
    return text
  }

  @Test("docs/options.md is made of the options that there are")
  func page() throws {
    let file = TestFiles.root.appending(path: "docs/options.md")
    let expected = try OptionsPageTests.page()
    if TestFiles.isRecording { try expected.write(to: file, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: file, encoding: .utf8) == expected)
  }

  /// Checks that commands have the options of the table under their headings, so that no option gets lost.
  @Test("each command has the options of the table", arguments: CommandName.allCases)
  func options(command: CommandName) throws {
    let known = try #require(try OptionsPageTests.commands().first { $0.commandName == command.rawValue })
    for option in RunOption.all where option.commands.contains(command) {
      #expect(OptionsPageTests.arguments(of: known).contains { $0.isMade(of: option) }, "\(option.name)")
    }
  }

  @Test("what plan has, run has: on its command line, or as a key of its file")
  func runHasAll() {
    for option in RunOption.all where option.commands.contains(.plan) {
      let isOnLine = option.commands.contains(.run)
      // `run` has no user's configuration to ignore, and no colors.
      #expect(isOnLine || option.key != nil || ["no-config", "no-color"].contains(option.name), "\(option.name)")
    }
  }
}
