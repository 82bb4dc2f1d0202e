import Diagnostics
import Formats
import PlanModel
import Planning
import PolicyReading

/// The policies of a run with their texts: the shipped ones, and those that the command line adds or replaces.
package struct PolicyFolder: Sendable {
  package private(set) var policies: [String: Policy] = [:]
  /// The texts by app, even of apps without a policy. Empty until they are read.
  package private(set) var messages: [String: Messages] = [:]
  /// Warnings about policies and texts.
  package private(set) var warnings: [Diagnostic] = []
  /// Whether a kind of an app in use has no text.
  package private(set) var lacksTexts = false
  /// The own file of each policy, by app.
  private(set) var files: [String: LayerFile] = [:]
  /// All policy files, and the index of the one in force by app.
  private var layers = LayeredFiles(.policy, of: "a policy")
  private var places: [String: Int] = [:]
  /// Message files named by `--policy`, with their layers.
  private var named: [(layer: Int, file: LayerFile)] = []

  /// Reads policies and all texts, and reports the faults of both.
  package static func readAll(
    _ templates: TemplateFolder, options: [String], holidays: [HolidayOption]
  ) throws(RunFault) -> PolicyFolder {
    var folder = PolicyFolder()
    var faults: [RunFault] = []
    do throws(RunFault) {
      folder = try readPolicies(templates, options: options, holidays: holidays)
    } catch {
      faults.append(error)
    }
    do throws(RunFault) {
      (folder.messages, folder.warnings) = try MessagesFolder.read(templates, folder.named, folder.policies) { _ in true
      }
    } catch {
      faults.insert(error, at: 0)
    }
    if let fatal = RunFault(faults) { throw fatal }
    folder.joinTexts { _ in true }
    return folder
  }

  /// Returns the policies in the current folder and the texts beside them; empty if there is no policy.
  static func filesHere() throws(RunFault) -> [String] {
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

  /// Reads policies without texts. The inputs determine which texts are needed.
  ///
  /// - Parameters:
  ///   - options: The `--policy` values, files or folders. Later ones win.
  ///   - holidays: Holiday files for policies whose due dates depend on holidays.
  static func readPolicies(
    _ templates: TemplateFolder, options: [String], holidays: [HolidayOption] = []
  ) throws(RunFault) -> PolicyFolder {
    var folder = PolicyFolder()
    var layers = LayeredFiles(.policy, of: "a policy")
    var faults: [RunFault] = []
    let shipped = try templates.tomlFiles("policies", of: "policies")
    var paths = Array(shipped.joined())
    for (layer, files) in shipped.enumerated() {
      for path in files {
        do throws(RunFault) {
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
        do throws(RunFault) {
          let bytes = try TextFile.bytes(path, for: files == nil ? .named : .listed)
          let file = try LayerFile(bytes, file: path, .policy)
          if file.format?.hasPrefix(MessagesReader.anyFormat) ?? false {
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
      do throws(RunFault) {
        // A policy that is replaced later must be valid, too.
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
    do throws(RunFault) {
      let holidays = try HolidayReader.read(holidays)
      for app in folder.policies.keys where folder.policies[app]!.avoidsHolidays {
        folder.policies[app]!.holidays = holidays
      }
    } catch {
      faults.append(error)
    }
    if let fatal = RunFault(faults.distinct(in: paths) + [folder.namesFault].compactMap(\.self)) { throw fatal }
    return folder
  }

  /// Reads the texts of the apps that are used.
  mutating func readTexts(_ templates: TemplateFolder, where isUsed: (String) -> Bool) throws(RunFault) {
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

  /// Assigns texts to policies. A policy without texts uses those of the nearest policy that it extends.
  private mutating func joinTexts(where isUsed: (String) -> Bool) {
    var known: [Int: Messages?] = [:]
    for app in policies.keys.sorted(by: { $0.compareBytes($1) < 0 }) {
      let texts = messages[app] ?? places[app].flatMap { inherited($0, &known) }
      policies[app]?.messages = texts
      if isUsed(app) { warnings += policies[app]?.warnings ?? [] }
      if isUsed(app), let missingTexts = policies[app]?.missingTexts {
        warnings.append(missingTexts)
        lacksTexts = true
      }
    }
  }
}

extension PolicyFolder {
  /// Returns the texts of the nearest extended policy that has any.
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

  /// A fault if the policies declare more names than a record can have.
  fileprivate var namesFault: RunFault? {
    var names: Set<String> = []
    for policy in policies.values.sorted(by: { $0.app.compareBytes($1.app) < 0 }) {
      names.formUnion(policy.items.flatMap { $0.fields.map(\.name) })
      names.formUnion(policy.kinds.filter { !$0.description.isShipped }.map(\.kind.name))
      guard names.count > FieldNames.maximumDeclared else { continue }
      return RunFault(
        .limit, "more than \(FieldNames.maximumDeclared) names of kinds and fields in all policies", expected: "fewer",
        in: policy.file, at: Place(line: 1, column: 1))
    }
    return nil
  }
}

extension [RunFault] {
  /// Returns the faults in file order, without duplicates: an extended file is read more than once.
  func distinct(in files: [String]) -> [RunFault] {
    var reported: Set<Diagnostic> = []
    let rest = compactMap { fault in
      var rest = fault
      rest.lines = fault.lines.filter { line in
        if case .diagnostic(let diagnostic) = line { reported.insert(diagnostic).inserted } else { true }
      }
      return rest.lines.isEmpty ? nil : rest
    }
    let places = Dictionary(zip(files, files.indices)) { first, _ in first }
    func place(_ fault: RunFault) -> Int {
      fault.diagnostics.first.flatMap { places[$0.location.file] } ?? files.count
    }
    return rest.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
  }
}

extension Policy {
  /// A warning about kinds without a text in the policy and in files of messages. Their notifications show only the name
  /// of the kind.
  fileprivate var missingTexts: Diagnostic? {
    let withoutTexts = kinds.filter { $0.texts.isEmpty && !(messages?.has($0.kind) ?? false) }.map(\.kind.name)
    guard let first = withoutTexts.first else { return nil }
    return Diagnostic(
      .warning, .message, at: SourceLocation(file: file, line: 1, column: 1), field: "kinds",
      found:
        "no text of \(withoutTexts.joined(separator: ", ")), so a notification says only \(first.quotedForDiagnostic)",
      expected: "title and body in [kinds.\(first)], or a file of messages for the app \(app.quotedForDiagnostic)")
  }
}
