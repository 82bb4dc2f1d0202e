import CivilTime
import Diagnostics
import Formats
import Importing
import PlanModel
import Planning
import Resolving
import RunModel
import Spilling
import System

/// All input to planning: policies, zones, and the survey of the inputs.
package struct Sources: Sendable {
  package let templates: TemplateFolder
  package let policies: [String: Policy]
  package let zones: ZoneDatabase
  package let inputs: [SurveyedInput]
  package let roster: Roster
  /// Redacts the sources in outputs and messages.
  package let disclosure: OutputRedaction
  /// The fields of account and item records.
  private let schema: Schema
  /// Warnings about whole inputs.
  package let warnings: [Diagnostic]
  private let isStrict: Bool
  private let listsInputs: Bool
  private let changes: ChangesFile?

  /// - Parameters:
  ///   - known: Policies and texts that were already read, and whose warnings were reported; `nil` to read them now.
  ///   - files: The inputs, if they differ from `options.paths`.
  ///   - output: The folder that the run writes to; `nil` if it writes to none.
  ///   - validatesXML: Whether to check XML inputs against the XSD too, which takes twice the time.
  ///   - progress: Called after each piece of an input.
  package static func read(
    _ options: PlanOptions, _ known: PolicyFolder? = nil, files given: [InputFile]? = nil, output: String? = nil,
    validatesXML: Bool = false, progress: (Progress) -> Void = { _ in }
  ) throws(RunFault) -> Sources {
    var options = options
    let templates = try TemplateFolder.find(options.templateFolders)
    var folder =
      if let known { known } else {
        try PolicyFolder.readPolicies(templates, options: options.policies, holidays: options.holidays)
      }
    let mappings = MappingFolder(templates, folder.policies)
    options.importing.mappings = try mappings.read(options.importing.mappingFiles)
    let zones = try ZoneDatabase.needed(options.zoneinfo)
    let disclosure = OutputRedaction(
      SourceNames(
        below: options.roots(or: given?.map(\.path)) + options.policies + options.holidays.map(\.path) + templates.paths
          + [zones.path] + [options.changes].compactMap(\.self)),
      options.redactor)
    let changes = try options.changes.map { (path) throws(RunFault) in
      try ChangesFile(path, shownAs: disclosure.input(path))
    }
    if given == nil, !options.namesPaths, try !Path.exists(options.paths[0]) {
      throw RunFault(
        .noInput,
        "cannot read \(options.paths[0]): No such file or directory; name a file or folder, or set inputs in "
          + "~/.config/tickler.toml; tickler init creates an example")
    }
    var found: [Diagnostic] = []
    let limits = UnpackingLimits()
    let files =
      if let given { given } else {
        try ImportRun.inputs(at: &options, mappings, shownAs: disclosure.input, output: output, limits, &found)
      }
    let schemaOfRecords = Schema.of(folder.policies.values)
    let imports = try ImportRun.run(
      options, of: files, zones: zones, policies: folder.policies, names: schemaOfRecords.names)
    var schema: XMLSchema?
    if validatesXML, files.contains(where: { $0.format == .xml }) {
      schema = try SchemaRun.xmlSchema(templates, schemaOfRecords)
    }
    var roster = Roster(room: options.rosterRoom)
    var inputs: [SurveyedInput] = []
    /// The records of the XML inputs so far.
    var spool: InputFile?
    /// The last unpacked input.
    var unpacked: InputFile?
    var owners = ChangedAccounts(changes)
    var faults: [RunFault] = []
    let total = files.reduce(0) { $0 + $1.size }
    var done: Int64 = 0
    for (index, named) in files.enumerated() {
      let file = try named.unpacked(after: unpacked, limits)
      if file !== named { unpacked = file }
      func reportProgress(_ bytes: Int64) {
        var reading = Progress(.reading(file.name), bytes: total)
        reading.bytesDone = done + (file === named ? bytes : bytes * named.size / max(1, file.size))
        progress(reading)
      }
      defer { done += named.size }
      func note(_ sketch: RecordSketch) throws(RunFault) {
        owners.note(sketch, input: index)
        try roster.add(sketch, input: index)
      }
      do throws(RunFault) {
        let input =
          if let imports, file.format.isForeign {
            try imports.read(file) { (frontEnd) throws(RunFault) in
              try Survey.survey(
                SurveyedInput(file: file, index: index, chunkSize: options.chunkSize, isStrict: options.isStrict),
                with: frontEnd, spool: spool, keepsBroken: options.keepsGoing, jobs: options.jobs,
                progress: reportProgress, record: note)
            }
          } else {
            try Survey.survey(
              file, index: index, names: schemaOfRecords.names, chunkSize: options.chunkSize, schema: schema,
              spool: spool, isStrict: options.isStrict, keepsBroken: options.keepsGoing, jobs: options.jobs,
              progress: reportProgress, record: note)
          }
        if input.isSpooled { spool = input.records }
        inputs.append(input)
      } catch {
        guard error.status == .dataError else { throw error }
        faults.append(file.namingForeign(error))
      }
    }
    // If all inputs are broken, nothing can be planned. For a part, the other inputs are not known.
    if given == nil, inputs.allSatisfy({ $0.fault != nil }) { faults += inputs.compactMap(\.fault) }
    if let fatal = RunFault(faults) { throw fatal }
    for index in inputs.indices { inputs[index].noteEmptiness() }
    try roster.settle(&inputs)
    if known == nil {
      let apps = roster.appsNamed.union(inputs.compactMap { $0.app.map { StableHash($0) } })
      try folder.readTexts(templates) { apps.contains(StableHash($0)) }
    }
    var warnings = found + (known == nil ? folder.warnings : []) + inputs.flatMap(\.warnings)
    warnings += owners.missing(inputs).map(\.withoutAccount)
    warnings += folder.policies.expiredAcceptances(asOf: options.now)
    if let warning = zones.ageWarning(exports: inputs.compactMap(\.exportedAt)) { warnings.append(warning) }
    return Sources(
      templates: templates, policies: folder.policies, zones: zones, inputs: inputs, roster: roster,
      disclosure: disclosure, schema: schemaOfRecords, warnings: warnings, isStrict: options.isStrict,
      listsInputs: options.keepsGoing, changes: changes)
  }

  /// The chunks of all inputs in order, without copies.
  package var chunks: some Collection<Chunk> { inputs.lazy.flatMap { $0.chunks } }

  /// The number of records that the survey rejected.
  package var rejectedCount: Int { inputs.reduce(0) { $0 + $1.rejectedCount } }
  /// The number of inputs that cannot be used.
  var brokenCount: Int { inputs.count { $0.fault != nil } }

  package var context: ResolvingContext {
    ResolvingContext(
      schema: schema, zones: zones, policies: policies, inputs: inputs, isStrict: isStrict, listsInputs: listsInputs,
      changes: changes?.changes ?? [])
  }

  /// Returns the unredacted header of a plan.
  package func header(_ options: PlanOptions) -> RunHeader {
    let names = disclosure.names
    let policies = policies.values.sorted { $0.app.compareBytes($1.app) < 0 }
    let days = { (policy: Policy) in options.days ?? policy.days ?? AccountPlanner.defaultDays }
    let today = options.now.utc.date
    return RunHeader(
      version: Version.current, now: options.now, days: policies.map(days).max() ?? AccountPlanner.defaultDays,
      tzdata: zones.version,
      policies: policies.map {
        .init(
          app: $0.app, name: $0.name, file: names($0.file), days: days($0),
          reach: $0.reach(over: days($0), requested: options.reach) ?? 0, sha256: $0.sha256,
          extended: $0.extended.map { names($0) },
          messages: $0.messages.map {
            .init(file: names($0.file), sha256: $0.sha256, extended: $0.extended.map { names($0) })
          },
          hasQuietRules: $0.quietRules != nil,
          holidays: $0.holidays.map { [last = today.adding(days: days($0) + 1)] file in
            .init(
              file: names(file.file), sha256: file.sha256, calendar: file.calendar,
              dates: Set(file.dates).filter { $0 >= today.adding(days: -1) && $0 <= last }.sorted())
          },
          items: $0.items.map { item in
            .init(kind: item.kind.name, fields: item.fields.map { .init(name: $0.name, meaning: $0.meaning) })
          })
      },
      inputs: inputs.map {
        .init(
          file: names($0.file.path), format: $0.file.format.rawValue, app: $0.app, exportedAt: $0.exportedAt,
          sha256: $0.sha256, isBroken: $0.fault != nil)
      },
      changes: changes.map { .init(file: names($0.source.file), sha256: $0.source.sha256) }, command: options.command)
  }
}

extension InputFile {
  /// Names the type of a file that is neither an export nor another tool's. The reader's own fault would explain
  /// little.
  func namingForeign(_ fault: RunFault) -> RunFault {
    var head: [UInt8] = []
    guard !format.isForeign, (try? append(upTo: 4096, from: 0, to: &head)) != nil else {
      return fault
    }
    let known = ForeignFile.fault(
      .format, in: name, beginning: head,
      expected: "a \(SurveyedInput.format) document: \(format == .xml ? "XML" : format == .json ? "JSON" : "NDJSON")",
      format == .xml ? [.xml, .utf16] : [.json])
    return known.map { RunFault($0) } ?? fault
  }
}

extension ZoneDatabase {
  /// Returns a warning if the tz database is at least a year older than the newest export. Releases are named by year
  /// and letter; a letter counts as a month and a half.
  fileprivate func ageWarning(exports: [Instant]) -> Diagnostic? {
    guard let newest = exports.max(), version.count >= 5, let year = Int(version.prefix(4)),
      let letter = version.dropFirst(4).utf8.first, letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z"),
      let start = LocalDate(year: year, month: 1, day: 1)
    else { return nil }
    let released = start.adding(days: Int(letter - UInt8(ascii: "a")) * 45)
    let age = newest.utc.date.days(since: released)
    guard age >= 365 else { return nil }
    return Diagnostic(
      .warning, .oldZoneData, at: SourceLocation(file: "\(path)/tzdata.zi", line: 1, column: 1),
      found: "tz database \(version) is about \(age / 30) months older than the newest export",
      expected: "a newer one, installed or named with --zoneinfo")
  }
}
