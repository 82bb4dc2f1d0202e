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
    let names = Schema.of(folder.policies.values).names
    guard
      let imports = try ImportRun.run(
        options, of: files, zones: zones, policies: folder.policies, names: names, isPlanned: false)
    else { return 0 }
    var output = RecordLines(names: names)
    output.write(head: options.importing.app)
    var report = InputReport(options, OutputRedaction(SourceNames(below: options.paths), nil))
    report.add(warnings, rejected: 0)
    var faults: [RunFault] = []
    for (index, named) in files.enumerated() {
      let file = try named.unpacked(limits)
      do {
        let tap: ImportFrontEnd.Tap = { (record, isAccount) throws(RunFault) in
          output.write(record, isAccount: isAccount, of: file)
          if output.count >= 1 << 18 { try output.flush() }
        }
        let surveyed = try imports.read(file, tap: tap) { (frontEnd) throws(RunFault) in
          try Survey.survey(SurveyedInput(file: file, index: index), with: frontEnd, jobs: options.jobs) { _ in }
        }
        report.add(surveyed.warnings, rejected: surveyed.rejectedCount)
      } catch {
        guard error.status == .dataError else { throw error }
        faults.append(error)
      }
    }
    if let fault = RunFault(faults) { throw fault }
    try output.flush()
    return try report.status()
  }
}

/// Writes records as lines of NDJSON.
private struct RecordLines: ~Copyable {
  private var writer = ByteWriter()
  private let names: FieldNames

  init(names: FieldNames) { self.names = names }

  var count: Int { writer.count }

  mutating func write(head app: String) {
    writer.append(text: "{\"format\":\"\(SurveyedInput.format)\",\"app\":")
    writer.append(json: app)
    writer.append(text: "}\n")
  }

  mutating func write(_ record: Record, isAccount: Bool, of file: InputFile) {
    writer.append(text: isAccount ? "{\"account\":" : "{\"item\":")
    write(record, 0, source: isAccount ? nil : "\(file.path):\(record.values[0].line):\(record.values[0].column)")
    writer.append(text: "}\n")
  }

  /// - Parameter source: An additional member of the object.
  private mutating func write(_ record: Record, _ index: Int, source: String? = nil) {
    switch record.values[index].type {
    case .object, .list:
      let isObject = record.values[index].type == .object
      writer.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
      var isFirst = true
      for child in record.children(of: index) {
        if !isFirst { writer.append(UInt8(ascii: ",")) }
        isFirst = false
        if isObject {
          writer.append(quoted: names[record.values[child].name])
          writer.append(UInt8(ascii: ":"))
        }
        write(record, child)
      }
      if let source {
        writer.append(text: ",\"source\":")
        writer.append(json: source)
      }
      writer.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    case .string, .untyped: writer.append(json: record.string(index))
    case .number: writer.append(text: record.string(index))
    case .true: writer.append(text: "true")
    case .false: writer.append(text: "false")
    case .null: writer.append(text: "null")
    }
  }

  mutating func flush() throws(RunFault) {
    let bytes = writer.withSpan { String($0) }
    try StandardOutput.write(bytes)
    writer.removeAll(after: 0)
  }
}
