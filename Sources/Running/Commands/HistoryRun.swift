import Answers
import Diagnostics
import Pages
import PlanFiles
import RunModel
import System

/// Runs `tickler history`, which summarizes the runs of an archive. Reads the `summary.json` of one run at a time.
package enum HistoryRun {
  /// - Returns: The output, and status 1 if a run's `summary.json` cannot be read, else 0.
  package static func run(_ path: String, _ format: AnswerFormat, templates: [String]) throws(RunFault) -> Answer {
    try run(try Archive(path), format, templates: templates)
  }

  package static func run(_ archive: Archive, _ format: AnswerFormat, templates: [String]) throws(RunFault) -> Answer {
    let path = archive.path
    let held = archive.heldRuns.map { (run: $0, name: Archive.heldName($0)) }
    if archive.runs.isEmpty, held.isEmpty {
      if try PlanFolder.exists(in: path) {
        throw RunFault(.noInput, "\(path) has one plan, and history takes an archive: a folder of plan --archive")
      }
      throw RunFault(.noInput, "\(path) has no run; tickler plan --archive \(path) makes one")
    }
    var history = RunHistory(path: path, runs: [], latest: archive.latest?.description)
    var status: Int32 = 0
    let runs = (archive.runs.map { (run: $0, name: "\($0)") } + held).sorted { $0.run < $1.run }
    for (run, name) in runs {
      var counts: RunCounts?
      do throws(RunFault) {
        counts = try RunCountsFile.read(in: "\(path)/\(name)")
        // Errors of single records stay in the files of their run, which may hide them.
        if counts?.stale == 0 { counts?.diagnostics.cause = nil }
      } catch {
        status = 1
        for message in error.messages { StandardError.write(message + "\n") }
      }
      history.runs.append((name, run.now, counts))
      if try Path.exists("\(path)/\(name)/index.html") { history.pages.insert(name) }
    }
    switch format {
    case .text: return (HistoryWriter(history).text, status)
    case .json: return (HistoryWriter(history).json.text, status)
    case .html: return (try HistoryPage.html(history, try TemplateFolder.find(templates).reader).text, status)
    }
  }
}
