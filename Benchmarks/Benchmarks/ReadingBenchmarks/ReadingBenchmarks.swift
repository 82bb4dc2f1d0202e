import Benchmark
import Diagnostics
import Formats
import PlanModel
import Resolving
import Running
import Spilling
import System
import Workload

/// From bytes to accounts, and from the files of the templates folder to policies, texts and pages.
let benchmarks: @Sendable () -> Void = {
  do throws(RunFault) {
    try surveys()
    try records()
    try templates()
  } catch {
    fatalError(error.messages.joined(separator: "\n"))
  }
}

/// The first reading: from the file, with the SHA-256 of its bytes and the table of accounts.
private func surveys() throws(RunFault) {
  for format in [InputFile.Format.ndjson, .json, .xml] {
    let file = try InputFile.open(Workload.wPath(format), format: format)
    measure("survey, \(format.words)", Int(file.size), "bytes") { _ in blackHole(try survey(file)) }
  }
  let file = try InputFile.open(Workload.wPath(.xml), format: .xml)
  let xsd = SourceTree.path("templates/schema/tickler-export.xsd")
  let text = try SchemaRun.text(.xsd, templates: [SourceTree.path("templates")])
  let schema = try XMLSchema(Array(text.utf8), file: xsd)
  measure("survey, XML held against the XSD", Int(file.size), "bytes") { _ in blackHole(try survey(file, schema)) }
}

private func survey(_ file: InputFile, _ schema: XMLSchema? = nil) throws(RunFault) -> ([SurveyedInput], Roster) {
  var roster = Roster(room: Roster.Room(bytes: 1 << 28))
  let input = try Survey.survey(file, index: 0, names: Schema.shipped.names, schema: schema) {
    (sketch) throws(RunFault) in
    try roster.add(sketch, input: 0)
  }
  var inputs = [input]
  try roster.settle(&inputs)
  return (inputs, roster)
}

/// The second reading.
private func records() throws(RunFault) {
  let workload = Workload.w()
  var lines = try Lines(workload)
  let count = lines.count
  measure("records, NDJSON", count, "bytes") { benchmark in
    lines.restore()
    benchmark.startMeasurement()
    try lines.forEachRecord { blackHole($0.count) }
  }
  var others = try Lines(workload)
  let kept = try others.keptRecords()
  var resolving = BenchResolving(workload.sources.context, kept)
  guard resolving.run() == workload.itemCount else { fatalError("not all items were resolved") }
  measure("records to accounts with their items", workload.itemCount, "items") { _ in blackHole(resolving.run()) }
  for format in [InputFile.Format.ndjson, .json, .xml] {
    let workload = Workload.w(format)
    var reader = ChunkReader(context: workload.sources.context, roster: workload.sources.roster)
    measure("chunks to accounts with their items, \(format.words)", workload.itemCount, "items") { _ in
      for chunk in workload.chunks {
        try reader.forEachAccount(in: chunk) { (account, _) in blackHole(account.items[.task].count) }
      }
      blackHole(reader.takeReport().rejected)
    }
  }
}

/// What a run reads before its inputs.
private func templates() throws(RunFault) {
  let folder = try TemplateFolder.find([SourceTree.path("templates")])
  let policies = try PolicyFolder.readAll(folder, options: [], holidays: [])
  measure("policies and texts of the shipped apps", policies.policies.count, "apps") { _ in
    blackHole(try PolicyFolder.readAll(folder, options: [], holidays: []).policies.count)
  }
  measure("templates of the page", 1, "pages") { _ in blackHole(try folder.report()) }
}

extension InputFile.Format {
  fileprivate var words: String {
    switch self {
    case .ndjson: "NDJSON"
    case .json: "JSON"
    case .xml: "XML"
    case let other: other.rawValue
    }
  }
}
