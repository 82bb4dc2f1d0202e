import Answers
import CivilTime
import Diagnostics
import Formats
import Pages
import PlanModel
import Rehearsing
import Synchronization

/// Runs `tickler rehearse`, which simulates devices over many nights and compares what they show with ideal plans.
package enum RehearseRun {
  package struct Question: Sendable {
    /// The account to rehearse; `nil` for all accounts.
    package var account: AccountName?
    package var regime = ReplanRegime.nightly
    package var nights = 60
    /// The share of nights without a plan, 0 to 1.
    package var missShare = 0.0
    package var seed = 1
    /// Moves that the exports do not announce.
    package var travel: [(at: Instant, zone: String)] = []
    /// The tz database of the devices; `nil` for that of the plans.
    package var deviceZoneinfo: String?
    package var gap = GapPolicy.next
    /// Exports that replace the inputs, each from an instant on.
    package var later: [(at: Instant, path: String)] = []
    package var format = AnswerFormat.text

    package init() {}
  }

  /// - Returns: The output, and status 1 if records were rejected, else 0.
  package static func run(
    _ options: PlanOptions, _ question: Question
  ) async throws(RunFault) -> (output: String, status: Int32) {
    let scene = try RehearsedScene(options, question)
    var report = InputReport(scene.exports[0].sources, options)
    for export in scene.exports.dropFirst() {
      report.add(export.sources.warnings, rejected: export.sources.rejectedCount)
    }
    var (rehearsal, isKnown, nearest) = (scene.rehearsal, question.account == nil, String?.none)
    try await inOrder(scene, jobs: options.jobs) { part in
      report.add(part.diagnostics, rejected: part.rejected)
      rehearsal.add(part.rehearsal)
      isKnown = isKnown || part.isKnown
      nearest = part.nearest ?? nearest
    }
    let status = try report.status()
    if !isKnown, let account = question.account { throw RunFault.noAccount(account, nearest: nearest) }
    switch question.format {
    case .text: return (RehearsalWriter(rehearsal).text, status)
    case .json: return (RehearsalWriter(rehearsal).json.text, status)
    case .html:
      return (try RehearsalPage.html(rehearsal, scene.exports[0].sources.templates.reader).text, status)
    }
  }

  /// Idle rehearsers. Each belongs to one task at a time.
  private final class Pool: Sendable {
    private struct Box: @unchecked Sendable { let rehearser: Rehearser }
    private let idle = Mutex<[Box]>([])
    private let scene: RehearsedScene

    init(_ scene: RehearsedScene) { self.scene = scene }

    func rehearse(_ chunk: Chunk, of export: Int) throws(RunFault) -> Rehearser.Part {
      let box = idle.withLock { $0.popLast() } ?? Box(rehearser: Rehearser(scene))
      defer { idle.withLock { $0.append(box) } }
      return try box.rehearser.rehearse(chunk, of: export)
    }
  }

  /// Rehearses the chunks of all exports in several tasks, and forwards the parts in the order of the chunks.
  private static func inOrder(
    _ scene: RehearsedScene, jobs: Int, _ forward: (Rehearser.Part) -> Void
  ) async throws(RunFault) {
    let pool = Pool(scene)
    let work = scene.exports.indices.flatMap { export in scene.exports[export].chunks.map { (export, $0) } }
    do {
      try await withThrowingTaskGroup(of: (Int, Rehearser.Part).self) { group in
        var rest = work.enumerated().makeIterator()
        var (waiting, next) = ([Int: Rehearser.Part](), 0)
        func start() {
          guard let (number, (export, chunk)) = rest.next() else { return }
          group.addTask { (number, try pool.rehearse(chunk, of: export)) }
        }
        for _ in 0..<max(1, jobs) { start() }
        while let (number, part) = try await group.next() {
          waiting[number] = part
          while let part = waiting.removeValue(forKey: next) {
            forward(part)
            next += 1
          }
          start()
        }
      }
    } catch let fatal as RunFault {
      throw fatal
    } catch {
      throw RunFault(.ioError, "\(error)")
    }
  }
}
