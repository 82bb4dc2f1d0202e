import Bytes
import Diagnostics
import Formats
import Importing
import PlanModel
import Planning
import Spilling
import Resolving
import CivilTime

package typealias ImportOptions = Importing.ImportOptions

extension ImportRun {
  /// Replaces archives with the inputs inside them, and assigns each input the format to read it as.
  static func inputs(
    _ files: [InputFile], _ options: inout ImportOptions, _ mappings: MappingFolder,
    shownAs name: (String) -> String = { $0 },
    _ limits: UnpackingLimits, _ warnings: inout [Diagnostic]
  ) throws(RunFault) -> [InputFile] {
    var inputs: [InputFile] = []
    for file in files {
      let inside =
        file.format == .zip ? try unzipped(file, &options, mappings, shownAs: name, limits, &warnings) : [file]
      if inside.isEmpty {
        throw RunFault(
          .format, "found no file in the zip archive that is an export or another tool's",
          expected: "one of " + InputFile.Format.importable.map(\.rawValue).joined(separator: ", "), in: file.name,
          at: Place(line: 1, column: 1))
      }
      inputs += inside
    }
    options.isSingle = inputs.count == 1
    for (index, file) in inputs.enumerated() {
      if let format = options.format { inputs[index] = file.forced(format) }
      let isTable = options.format == .csv || options.format == .mappedJSON
      // Without a mapping, only a file that no other name assigns a format may be a table.
      let mayBeTable = options.mappings.isEmpty ? file.format == .json || file.isStandardInput : !file.format.isForeign
      guard isTable || options.format == nil && mayBeTable else { continue }
      if !isTable, try file.isExport() { continue }
      try mappings.ship(to: &options)
      if isTable { continue }
      if let mapping = try options.mapping(of: file) {
        inputs[index] = file.forced(mapping.format)
      } else if !file.path.contains(".json"), ForeignFile(beginning: try file.head()) == .csv {
        inputs[index] = file.forced(.csv)
      }
    }
    return inputs
  }

  /// Returns the inputs in an archive, with a warning about its other files unless it has none.
  private static func unzipped(
    _ file: InputFile, _ options: inout ImportOptions, _ mappings: MappingFolder, shownAs name: (String) -> String,
    _ limits: UnpackingLimits, _ warnings: inout [Diagnostic]
  ) throws(RunFault) -> [InputFile] {
    var unread: [String] = []
    let inside = try ZipArchive(file).inputs(shownAs: name, limits, unread: &unread) { (head) throws(RunFault) in
      try mappings.ship(to: &options)
      return options.fittingMapping(of: head)?.format
    }
    if inside.isEmpty, let inner = unread.first(where: { $0.lowercased().hasSuffix(".zip") }) {
      // Notion exports large workspaces so.
      throw RunFault(
        .format, "found the zip archive \(inner.quotedForDiagnostic) in the zip archive",
        expected: "the inner archive, unpacked", in: file.name, at: Place(line: 1, column: 1))
    }
    if !inside.isEmpty, let first = unread.first {
      let what = unread.count == 1 ? "1 file of the archive is" : "\(unread.count) files of the archive are"
      let others = unread.count > 1 ? " and others" : ""
      warnings.append(
        Diagnostic(
          .warning, .imported, at: SourceLocation(file.name, Place(line: 1, column: 1)),
          found: "\(what) not an export, left out: \(first.quotedForDiagnostic)\(others)"))
    }
    return inside
  }

  /// Opens the PATHs of a run. Of folders, another tool's file is one that its content, or a mapping that fits its head,
  /// shows as such.
  static func inputs(
    at options: inout PlanOptions, _ mappings: MappingFolder, shownAs name: @escaping (String) -> String = { $0 },
    output: String? = nil, _ limits: UnpackingLimits, _ warnings: inout [Diagnostic]
  ) throws(RunFault) -> [InputFile] {
    var (importing, zipped) = (options.importing, [] as [Diagnostic])
    let named = try InputDiscovery.open(
      options.paths, shownAs: name, output: output, takesForeign: options.readsForeignFiles, &warnings
    ) { (file) throws(RunFault) in
      switch file.format {
      case .sqlite, .kMyMoney: return []
      case .zip:
        do throws(RunFault) {
          return try unzipped(file, &importing, mappings, shownAs: name, limits, &zipped)
            .filter { $0.format.advice == nil }
        } catch {
          guard error.status == .dataError else { throw error }
          return []
        }
      case .json, .ndjson, .xml:
        try mappings.ship(to: &importing)
        return try importing.fittingMapping(of: file).map { [file.forced($0.format)] } ?? []
      default: return [file]
      }
    }
    warnings += zipped
    options.importing = importing
    return try inputs(named, &options.importing, mappings, shownAs: name, limits, &warnings)
  }

  /// Returns the state shared by all imports among a run's inputs; `nil` if there are none.
  static func run(
    _ options: PlanOptions, of files: [InputFile], zones: ZoneDatabase, policies: [String: Policy],
    names: FieldNames, isPlanned: Bool = true
  ) throws(RunFault) -> ImportRun? {
    let count = files.count { $0.format.isForeign }
    if count == 0 { return nil }
    let days = options.days ?? (isPlanned ? policies[options.importing.app]?.days ?? AccountPlanner.defaultDays : nil)
    let task = policies[options.importing.app]?.kinds.first {
      $0.description.isShipped && $0.description.items == [ShippedItems.task.kind]
    }
    var importing = options.importing
    importing.common.timeZone = importing.common.timeZone ?? options.zone
    let run = ImportRun(
      importing, count: count, zones: zones, now: options.now, days: days, names: names,
      notification: { id in task?.identifier().filled { $0 == "id" ? id : "" } }, systemZone: { SystemClock.zoneName })
    run.compareCalendars(in: files.filter(\.format.isForeign))
    return run
  }
}

/// Runs `tickler import`, which writes other tools' files to standard output as an export.
package enum ImportedExport {
  /// - Returns: 0 if every record was accepted, else 1.
  package static func run(_ options: PlanOptions) throws(RunFault) -> Int32 {
    var options = options
    let templates = try TemplateFolder.find(options.templateFolders)
    let folder = try PolicyFolder.readPolicies(templates, options: options.policies)
    let mappings = MappingFolder(templates, folder.policies)
    options.importing.mappings = try mappings.read(options.importing.mappingFiles)
    let zones = try ZoneDatabase.needed(options.zoneinfo)
    var warnings: [Diagnostic] = []
    let limits = UnpackingLimits()
    let files = try ImportRun.inputs(at: &options, mappings, limits, &warnings)
    if let own = files.first(where: { !$0.format.isForeign }) {
      let shipped = options.importing.shipped.map(\.name).joined(separator: ", ")
      throw RunFault(
        .format, "found no file of another tool",
        expected: "one of \(InputFile.Format.importable.map(\.rawValue).joined(separator: ", ")); --from says which, "
          + "and --mapping\(shipped.isEmpty ? "" : ", such as \(shipped),") how to read a table",
        in: own.name, at: Place(line: 1, column: 1))
    }
    let schema = Schema.of(folder.policies.values)
    guard
      let imports = try ImportRun.run(
        options, of: files, zones: zones, policies: folder.policies, names: schema.names, isPlanned: false)
    else { return 0 }
    let lines = ImportedLines(names: schema.names, app: options.importing.app)
    var report = InputReport(options, OutputRedaction(SourceNames(below: options.paths), nil))
    report.add(warnings, rejected: 0)
    var faults: [RunFault] = []
    for (index, named) in files.enumerated() {
      let file = try named.unpacked(limits)
      var check = RecordCheck(
        ResolvingContext(
          schema: schema, zones: zones, policies: folder.policies, inputs: [SurveyedInput(file: file, index: 0)]))
      var (found, rejected): ([Diagnostic], Int) = ([], 0)
      do {
        let tap: ImportFrontEnd.Tap = { (record, isAccount) throws(RunFault) in
          let (item, errors) =
            isAccount ? (nil, check.account(record)) : check.item(record, app: options.importing.app)
          let diagnostics = errors.isEmpty ? try lines.add(record, item, of: file, number: index) : errors
          found += diagnostics
          if !diagnostics.isEmpty { rejected += 1 }
        }
        let surveyed = try imports.read(file, tap: tap) { (frontEnd) throws(RunFault) in
          try Survey.survey(SurveyedInput(file: file, index: index), with: frontEnd, jobs: options.jobs) { _ in }
        }
        report.add(surveyed.warnings + found, rejected: surveyed.rejectedCount + rejected)
      } catch {
        guard error.status == .dataError else { throw error }
        faults.append(error)
      }
    }
    if let fault = RunFault(faults) { throw fault }
    report.add(lines.warnings(files), rejected: 0)
    let status = try report.status()
    try lines.write()
    return status
  }
}
