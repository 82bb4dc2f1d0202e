import Bytes
import Diagnostics
import Formats
import PlanModel
import Planning
import PolicyReading

/// The policies of a run, with their texts: those of the templates, and those that the command line adds or puts in their place.
package struct PolicyFolder: Sendable {
  package private(set) var policies: [String: Policy] = [:]
  /// The texts by app, those of apps without a policy among them; none before they are read.
  package private(set) var messages: [String: Messages] = [:]
  /// About the texts.
  package private(set) var warnings: [Diagnostic] = []
  /// The policies' own files, by app.
  private(set) var files: [String: LayerFile] = [:]
  /// All files of policies, and by app the one that holds.
  private var layers = LayeredFiles(.policy, of: "a policy")
  private var places: [String: Int] = [:]
  /// Files of texts that `--policy` names, with their layers.
  private var named: [(layer: Int, file: LayerFile)] = []

  /// Policies and all texts, with the faults of both.
  package static func readAll(
    _ templates: TemplateFolder, options: [String], holidays: [HolidayOption]
  ) throws(FatalInput) -> PolicyFolder {
    var folder = PolicyFolder()
    var faults: [FatalInput] = []
    do throws(FatalInput) {
      folder = try readPolicies(templates, options: options, holidays: holidays)
    } catch {
      faults.append(error)
    }
    do throws(FatalInput) {
      (folder.messages, folder.warnings) = try MessagesFolder.read(templates, folder.named, folder.policies) { _ in true
      }
    } catch {
      faults.insert(error, at: 0)
    }
    if let fatal = FatalInput(faults) { throw fatal }
    folder.joinTexts { _ in true }
    return folder
  }

  /// The policies in the current folder, and the texts beside them; empty if there is no policy.
  static func filesHere() throws(FatalInput) -> [String] {
    var (files, hasPolicy) = ([String](), false)
    for path in try TextFile.tomlFiles(".") ?? [] {
      let text = String(decoding: try TextFile.bytes(path), as: UTF8.self)
      let isPolicy = text.contains("\"\(PolicyReader.format)\"")
      guard isPolicy || text.contains("\"\(MessagesReader.format)\"") else { continue }
      hasPolicy = hasPolicy || isPolicy
      files.append(String(path.dropFirst(2)))
    }
    return hasPolicy ? files : []
  }

  /// Policies alone: which texts are wanted is known when the inputs are.
  ///
  /// - Parameters:
  ///   - options: `--policy` values, files or folders; later ones win.
  ///   - holidays: Files of holidays, for the policies whose due dates go by them.
  static func readPolicies(
    _ templates: TemplateFolder, options: [String], holidays: [HolidayOption] = []
  ) throws(FatalInput) -> PolicyFolder {
    var folder = PolicyFolder()
    var layers = LayeredFiles(.policy, of: "a policy")
    var faults: [FatalInput] = []
    let shipped = try templates.tomlFiles("policies", of: "policies")
    var paths = Array(shipped.joined())
    for (layer, files) in shipped.enumerated() {
      for path in files {
        do throws(FatalInput) {
          try layers.add(try LayerFile(try TextFile.bytes(path), file: path, .policy), layer: layer)
        } catch {
          if error.status != .dataError { throw error }
          faults.append(error)
        }
      }
    }
    for (index, path) in options.enumerated() {
      let files = try TextFile.tomlFiles(path)
      paths += files ?? [path]
      for path in files ?? [path] {
        do throws(FatalInput) {
          let file = try LayerFile(try TextFile.bytes(path), file: path, .policy)
          if file.format == MessagesReader.format {
            folder.named.append((shipped.count + index, file))
          } else if files == nil || !file.isOtherFormat {
            try layers.add(file, layer: shipped.count + index)
          }
        } catch {
          if error.status == .ioError { throw error }
          faults.append(error)
        }
      }
    }
    let tables = LayeredTables()
    for index in layers.indices {
      do throws(FatalInput) {
        // A policy that is replaced later still has to be sound.
        let node = try layers.node(of: index, in: tables)
        let policy = try PolicyReader.read(tables, node, file: layers.path(index), Kinds.catalog)
        folder.policies[policy.app] = policy
        folder.files[policy.app] = try layers.file(index)
        folder.places[policy.app] = index
      } catch {
        faults.append(error)
      }
    }
    folder.layers = layers
    do throws(FatalInput) {
      let holidays = try HolidayReader.read(holidays)
      for app in folder.policies.keys where folder.policies[app]!.goesByHolidays {
        folder.policies[app]!.holidays = holidays
      }
    } catch {
      faults.append(error)
    }
    if let fatal = FatalInput(faults.distinct(in: paths) + [folder.namesFault].compactMap(\.self)) { throw fatal }
    return folder
  }

  /// Reads the texts of the apps that are used.
  mutating func readTexts(_ templates: TemplateFolder, where isUsed: (String) -> Bool) throws(FatalInput) {
    var extended: Set<String> = []
    for (app, place) in places {
      policies[app]?.sha256 = try layers.sha256(ofChain: place)
      let bases = layers.chain(of: place).dropFirst()
      policies[app]?.extended = bases.map(layers.path)
      if isUsed(app) { extended.formUnion(bases.compactMap(layers.app)) }
    }
    (messages, warnings) = try MessagesFolder.read(templates, named, policies) { isUsed($0) || extended.contains($0) }
    joinTexts(where: isUsed)
  }

  /// A policy without texts has those of the nearest that it extends.
  private mutating func joinTexts(where isUsed: (String) -> Bool) {
    var known: [Int: Messages?] = [:]
    for app in policies.keys.sorted(by: { $0.compareBytes($1) < 0 }) {
      let texts = messages[app] ?? places[app].flatMap { inherited($0, &known) }
      policies[app]?.messages = texts
      if isUsed(app), let wordlessness = policies[app]?.wordlessness { warnings.append(wordlessness) }
    }
  }
}

extension PolicyFolder {
  /// The texts of the nearest policy that a policy extends and that has any.
  ///
  /// - Parameter known: Of policies that were asked for before.
  private func inherited(_ place: Int, _ known: inout [Int: Messages?]) -> Messages? {
    var passed: [Int] = []
    var found: Messages?
    for place in layers.chain(of: place).dropFirst() {
      if let before = known[place] {
        found = before
        break
      }
      passed.append(place)
      found = layers.app(place).flatMap { messages[$0] }.flatMap { $0.isRead ? $0 : nil }
      if found != nil { break }
    }
    for place in passed { known[place] = .some(found) }
    return found
  }

  /// The policies declare more names together than a record can have.
  fileprivate var namesFault: FatalInput? {
    var names: Set<String> = []
    for policy in policies.values.sorted(by: { $0.app.compareBytes($1.app) < 0 }) {
      names.formUnion(policy.items.flatMap { $0.fields.map(\.name) })
      names.formUnion(policy.kinds.filter { !$0.description.isShipped }.map(\.kind.name))
      guard names.count > FieldNames.mostDeclared else { continue }
      return FatalInput(
        Diagnostic(
          .error, .limit, at: SourceLocation(file: policy.file, line: 1, column: 1),
          found: "more than \(FieldNames.mostDeclared) names of kinds and fields in all policies", expected: "fewer"))
    }
    return nil
  }
}

extension [FatalInput] {
  /// The same in the order of the files, without what was told before: a file that is extended is read again.
  func distinct(in files: [String]) -> [FatalInput] {
    var told: Set<Diagnostic> = []
    let rest = compactMap { fault in
      var rest = fault
      rest.lines = fault.lines.filter { line in
        if case .diagnostic(let diagnostic) = line { told.insert(diagnostic).inserted } else { true }
      }
      return rest.lines.isEmpty ? nil : rest
    }
    let places = Dictionary(zip(files, files.indices)) { first, _ in first }
    func place(_ fault: FatalInput) -> Int {
      fault.diagnostics.first.flatMap { places[$0.location.file] } ?? files.count
    }
    return rest.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
  }
}

extension Policy {
  /// Of an app without a file of texts: the kinds that have none in the policy either, and so say no more than what they are called.
  fileprivate var wordlessness: Diagnostic? {
    guard messages == nil else { return nil }
    // Closures: a key path of two steps is put together when it is met, 0.3 million instructions.
    let wordless = kinds.filter { $0.texts.isEmpty }.map { $0.kind.name }
    guard let first = wordless.first else { return nil }
    return Diagnostic(
      .warning, .message, at: SourceLocation(file: file, line: 1, column: 1), field: "kinds",
      found:
        "there is no text of \(wordless.joined(separator: ", ")), so that a notification says no more than \(first.quotedForDiagnostic)",
      expected: "title and body in [kinds.\(first)], or a file of messages for the app \(app.quotedForDiagnostic)")
  }
}
