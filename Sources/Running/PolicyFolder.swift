import Bytes
import Diagnostics
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
  /// The apps whose policies a policy extends, the nearest first, by app.
  private var bases: [String: [String]] = [:]
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

  /// Policies alone: which texts are wanted is known when the inputs are.
  ///
  /// - Parameters:
  ///   - options: `--policy` values, files or folders; later ones win.
  ///   - holidays: Files of holidays, for the policies whose due dates go by them.
  static func readPolicies(
    _ templates: TemplateFolder, options: [String], holidays: [HolidayOption] = []
  ) throws(FatalInput) -> PolicyFolder {
    var folder = PolicyFolder()
    var layers = Layers(.policy, of: "a policy")
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
    for index in layers.indices {
      do throws(FatalInput) {
        // A policy that is replaced later still has to be sound.
        let chain = try layers.chain(of: index)
        let policy = try PolicyReader.read(chain, sha256: chain.sha256, Kinds.catalog)
        folder.policies[policy.app] = policy
        folder.files[policy.app] = chain[0]
        folder.bases[policy.app] = chain.dropFirst().compactMap(\.app)
      } catch {
        faults.append(error)
      }
    }
    do throws(FatalInput) {
      let holidays = try HolidayReader.read(holidays)
      for app in folder.policies.keys where folder.policies[app]!.goesByHolidays {
        folder.policies[app]!.holidays = holidays
      }
    } catch {
      faults.append(error)
    }
    if let fatal = FatalInput(faults.distinct(in: paths)) { throw fatal }
    return folder
  }

  /// Reads the texts of the apps that are used.
  mutating func readTexts(_ templates: TemplateFolder, where isUsed: (String) -> Bool) throws(FatalInput) {
    let extended = Set(bases.filter { isUsed($0.key) }.flatMap(\.value))
    (messages, warnings) = try MessagesFolder.read(templates, named, policies) { isUsed($0) || extended.contains($0) }
    joinTexts(where: isUsed)
  }

  /// A policy without texts has those of the nearest that it extends.
  private mutating func joinTexts(where isUsed: (String) -> Bool) {
    for app in policies.keys.sorted(by: { $0.compareBytes($1) < 0 }) {
      let known = ([app] + (bases[app] ?? [])).compactMap { messages[$0] }
      policies[app]?.messages = known.first { $0.isRead || $0.app == app }
      if isUsed(app), let wordlessness = policies[app]?.wordlessness { warnings.append(wordlessness) }
    }
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
    func place(_ fault: FatalInput) -> Int {
      fault.diagnostics.first.flatMap { files.firstIndex(of: $0.location.file) } ?? files.count
    }
    return rest.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
  }
}

extension Policy {
  /// Of an app without a file of texts: the kinds that have none in the policy either, and so say no more than what they are called.
  fileprivate var wordlessness: Diagnostic? {
    guard messages == nil else { return nil }
    let wordless = kinds.filter(\.texts.isEmpty).map(\.kind.name)
    guard let first = wordless.first else { return nil }
    return Diagnostic(
      .warning, .message, at: SourceLocation(file: file, line: 1, column: 1), field: "kinds",
      found:
        "there is no text of \(wordless.joined(separator: ", ")), so that a notification says no more than \(first.quotedForDiagnostic)",
      expected: "title and body in [kinds.\(first)], or a file of messages for the app \(app.quotedForDiagnostic)")
  }
}
