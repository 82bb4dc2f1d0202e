import Answers
import CivilTime
import Diagnostics
import Pages
import PlanFiles
import RunModel

/// `tickler history`: what the runs of an archive came to. Reads each run's `summary.json`, one at a time.
package enum HistoryRun {
  /// - Returns: What to print; 0, or 1 where a run's `summary.json` cannot be read.
  package static func run(
    _ path: String, _ format: AnswerFormat, templates: [String]
  ) throws(FatalInput) -> (output: String, status: Int32) {
    let archive = try Archive(path)
    if archive.runs.isEmpty {
      throw FatalInput(.noInput, "there is no run in \(path); tickler plan --archive \(path) makes one")
    }
    var history = RunHistory(path: path, runs: [], latest: archive.latest?.description)
    var status: Int32 = 0
    for run in archive.runs {
      var counts: RunCounts?
      do throws(FatalInput) {
        counts = try RunCountsFile.read(in: archive.folder(run))
      } catch {
        status = 1
        for message in error.messages { StandardError.write(message + "\n") }
      }
      history.runs.append(.init(name: "\(run)", now: run.now, counts: counts))
    }
    switch format {
    case .text: return (HistoryWriter(history).text, status)
    case .json: return (HistoryWriter(history).json.text, status)
    case .html: return (try HistoryPage.html(history, try TemplateFolder.find(templates).reader).text, status)
    }
  }
}
