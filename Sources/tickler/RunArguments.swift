import ArgumentParser
import Diagnostics
import Running

/// The ``RunOption`` values of a command, in the form that swift-argument-parser takes. The parser finds declarations
/// in a value's mirror and decodes the value by their labels, so an option is declared once for all commands.
struct RunArguments<Command: NamedCommand, Heading: OptionHeading>: ParsableArguments, GivenOptions,
  CustomReflectable
{
  private let given: [(option: RunOption, texts: [String])]

  private struct Label: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private static var options: [RunOption] { RunOption.of(Command.name, in: Heading.section) }

  init() { given = [] }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Label.self)
    given = try Self.options.compactMap { option in
      let label = Label(stringValue: option.name)
      let texts: [String] =
        switch option.value {
        case .flag: try container.decode(Flag<Bool>.self, forKey: label).wrappedValue ? ["true"] : []
        case .toggle: try container.decode(Flag<Bool?>.self, forKey: label).wrappedValue.map { ["\($0)"] } ?? []
        case .paths: try container.decode(Option<[String]>.self, forKey: label).wrappedValue
        case .arguments: try container.decode(Argument<[String]>.self, forKey: label).wrappedValue
        default: try container.decode(Option<String?>.self, forKey: label).wrappedValue.map { [$0] } ?? []
        }
      return texts.isEmpty ? nil : (option, texts)
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: Self.options.map { (label: $0.name as String?, value: $0.declaration) })
  }

  func validate() throws {
    var options = PlanOptions(now: .distantPast)
    try put(into: &options)
    // The run file may have what an option here depends on.
    if Command.name == .run { return }
    if let contradiction = options.contradiction(names) { throw ValidationError(contradiction) }
  }

  var names: Set<String> { Set(given.map(\.option.name)) }

  func put(into options: inout PlanOptions) throws {
    for (option, texts) in given {
      if let fault = option.set(texts, in: &options) { throw ValidationError(fault) }
    }
  }
}

/// The options of a command that reads exports: its own, and those for files of other tools.
struct PlanningArguments<Command: NamedCommand>: ParsableArguments, GivenOptions {
  @OptionGroup var general: RunArguments<Command, General>

  @OptionGroup(title: OtherTools.title) var others: RunArguments<Command, OtherTools>

  var names: Set<String> { general.names.union(others.names) }

  func put(into options: inout PlanOptions) throws {
    try general.put(into: &options)
    try others.put(into: &options)
  }
}

/// A group of options as given on the command line.
protocol GivenOptions {
  /// The names of the given options.
  var names: Set<String> { get }

  /// Applies the given options to `options`.
  ///
  /// - Throws: A fault for the first value that its option does not accept.
  func put(into options: inout PlanOptions) throws
}

extension GivenOptions {
  func has(_ name: String) -> Bool { names.contains(name) }
}

extension PlanOptions {
  /// Reads options from the command line, which override those of a run file.
  ///
  /// - Parameters:
  ///   - file: A run file. `nil` means the user's own, but only if the command line names no PATH and there is no
  ///     `inputs` folder here. Otherwise the result does not depend on the user's files.
  ///   - readsFile: Whether a run file may be read.
  ///   - begin: Sets the defaults that differ from those of `PlanOptions`.
  static func read(
    _ given: any GivenOptions..., file: String? = nil, readsFile: Bool = true,
    begin: (inout PlanOptions) -> Void = { _ in }
  ) throws -> PlanOptions {
    do {
      return try read(given, file: file, readsFile: readsFile, begin: begin)
    } catch let fault as RunFault {
      throw Exit.code(fault)
    }
  }

  private static func read(
    _ given: [any GivenOptions], file: String?, readsFile: Bool, begin: (inout PlanOptions) -> Void
  ) throws -> PlanOptions {
    var options = PlanOptions(now: SystemClock.now)
    begin(&options)
    let names = given.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    var (file, own) = (file, false)
    if file == nil, readsFile, names.isDisjoint(with: ["path", "no-config"]), try RunConfig.isNeeded() {
      file = try RunConfig.ofUser()
      own = file != nil
    }
    if let file {
      var line = options
      for part in given { try part.put(into: &line) }
      // Gates and rules from the file apply as of the run's `now`, and its faults quote nothing that is to be redacted.
      (options.now, options.redactionKey) = (line.now, line.redactionKey)
      options = try RunConfig.read(file, options)
      if own {
        options.config = file
        if line.isVerbose, line.logFormat != .json {
          StandardError.write("tickler: \(file.visible) sets what the command line does not\n")
        }
      }
    }
    for part in given { try part.put(into: &options) }
    if let contradiction = options.contradiction(names) { throw RunFault(.usage, contradiction) }
    try options.readRedactionKey()
    return options
  }
}

/// The heading of a group of options in a command's help.
protocol OptionHeading {
  static var section: RunOption.Section { get }
}

extension OptionHeading {
  static var title: String { section.rawValue }
}

enum General: OptionHeading { static let section = RunOption.Section.general }
enum Calendars: OptionHeading { static let section = RunOption.Section.calendars }
enum OtherTools: OptionHeading { static let section = RunOption.Section.imports }

extension RunOption {
  /// The swift-argument-parser declaration of the option.
  fileprivate var declaration: Any {
    let (name, help) = (NameSpecification.customLong(name), ArgumentHelp(help, valueName: valueName))
    switch value {
    case .flag: return Flag<Bool>(wrappedValue: false, name: name, help: help)
    case .toggle: return Flag<Bool?>(name: name, inversion: .prefixedNo, exclusivity: .chooseLast, help: help)
    case .word(let words, _): return Option<String?>(name: name, help: help, completion: .list(words))
    case .path(let kind, _): return Option<String?>(name: name, help: help, completion: kind.completion)
    case .paths(let kind, _):
      return Option<[String]>(wrappedValue: [], name: name, help: help, completion: kind.completion)
    case .arguments: return Argument<[String]>(wrappedValue: [], help: help, completion: .file())
    case .whole, .text, .parsed, .words: return Option<String?>(name: name, help: help)
    }
  }
}

extension RunOption.PathKind {
  fileprivate var completion: CompletionKind {
    switch self {
    case .folder: .directory
    case .file(let suffix): .file(extensions: suffix.map { [$0] } ?? [])
    case .namedFile: .file()
    }
  }
}
