import CivilTime
import Comparing
import Diagnostics
import PlanModel
import RunModel

/// A Prometheus gauge with one value per set of labels.
struct Metric {
  var name: String
  /// The help text, a single line.
  var help: String
  var samples: [(labels: [(name: String, value: String)], value: String)]

  init(_ name: String, _ help: String, _ value: some CustomStringConvertible) {
    (self.name, self.help) = (name, help)
    samples = [([], value.description)]
  }

  init(_ name: String, _ help: String, by label: String, _ samples: some Sequence<(String, Int)>) {
    (self.name, self.help) = (name, help)
    self.samples = samples.map { ([(label, $0)], String($1)) }
  }

  /// - Parameter samples: The values of the labels in order, and the value of the metric.
  init(_ name: String, _ help: String, by labels: [String], _ samples: [([String], Int)]) {
    (self.name, self.help) = (name, help)
    self.samples = samples.map { (Array(zip(labels, $0)), String($1)) }
  }

  /// The metric in Prometheus text format, version 0.0.4.
  var text: String {
    var text = "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
    for (labels, value) in samples {
      let named = labels.map { "\($0.name)=\"\(Metric.escaped($0.value))\"" }.joined(separator: ",")
      text += "\(name)\(named.isEmpty ? "" : "{\(named)}") \(value)\n"
    }
    return text
  }

  private static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: nil
      }
    }
  }
}

/// The metrics of `--metrics`.
enum Metrics {
  static func all(_ result: RunResult) -> [Metric] {
    let (summary, inputs, tally) = (result.summary, result.sources.inputs, result.summary.decisions)
    var accounts: [String: Int] = [:]
    var exports: [String: Int] = [:]
    for input in inputs {
      let app = input.app ?? ""
      accounts[app, default: 0] += input.accountCount
      if let at = input.exportedAt { exports[app] = min(exports[app] ?? .max, Int(at.epochSeconds)) }
    }
    func sorted(_ values: [String: Int]) -> [(String, Int)] {
      values.sorted { $0.key.compareBytes($1.key) < 0 }.map { ($0.key, $0.value) }
    }
    let metrics = [
      Metric("tickler_build_info", "The program.", by: "version", [(Version.current, 1)]),
      Metric("tickler_tzdata_info", "The tz database.", by: "release", [(result.sources.zones.version, 1)]),
      Metric("tickler_input_files", "Exports that were read.", inputs.count),
      Metric("tickler_input_bytes", "Their size.", inputs.reduce(0) { $0 + $1.file.size }),
      inputs.compactMap(\.exportedAt).min().map {
        Metric("tickler_input_oldest_export_timestamp_seconds", "Their earliest exportedAt.", $0.epochSeconds)
      },
      Metric("tickler_input_accounts", "Account records, by the app of their input.", by: "app", sorted(accounts)),
      exports.isEmpty
        ? nil
        : Metric(
          "tickler_input_export_timestamp_seconds", "The earliest exportedAt of each app's inputs.", by: "app",
          sorted(exports)),
      Metric(
        "tickler_input_broken_files", "Inputs that could not be used, under --keep-going.",
        summary.brokenInputs),
      Metric("tickler_input_rejected_records", "Rejected records.", summary.rejected),
      Metric(
        "tickler_input_diagnostics", "Diagnostics about the inputs.", by: "severity",
        [("error", result.diagnostics.errors), ("warning", result.diagnostics.warnings)]),
      Metric("tickler_plan_now_timestamp_seconds", "The plan's now.", result.now.epochSeconds),
      Metric("tickler_plan_accounts", "Planned accounts.", summary.accounts),
      Metric(
        "tickler_plan_stale_accounts", "Accounts that keep their earlier plan because an input could not be used.",
        summary.stale),
      Metric(
        "tickler_plan_not_due_accounts", "Accounts that keep their earlier plan because they are not due.",
        summary.notDue),
      Metric(
        "tickler_plan_accounts_over_slot_limit", "Accounts that lose notifications to the slot limit.",
        summary.horizonCount),
      result.verdict.map { ofVerdict($0.word) },
      Metric(
        "tickler_plan_decisions", "Notifications by outcome.", by: "outcome",
        [("scheduled", tally.scheduled), ("armed", tally.armed), ("dropped", tally.dropped)]),
      Metric(
        "tickler_plan_dropped", "Dropped notifications, by reason.", by: "reason",
        Reason.allCases.map { ($0.code, summary.reasons[$0.index]) }),
      Metric(
        "tickler_plan_accepted", "Dropped notifications that a policy accepts, by reason.", by: "reason",
        Reason.allCases.filter(\.isLoss).map { ($0.code, summary.accepted[$0.index]) }),
      summary.changes.map { changes in
        Metric(
          "tickler_plan_changes", "Differences from the earlier plan.", by: "change",
          PlanChange.Verb.allCases.map { ($0.rawValue, changes.total[$0]) })
      },
    ]
    let planAgain = summary.planAgain.first.map { first in
      [
        Metric(
          "tickler_plan_due_accounts", "Accounts whose plan ends within 24 hours after its now, by cause.", by: "cause",
          PlanAgainCause.allCases.map { ($0.rawValue, summary.planAgain.due($0)) }),
        Metric(
          "tickler_plan_again_timestamp_seconds", "When the first account must be planned again.",
          first.planAgain.at.epochSeconds),
      ]
    }
    return ofRepetition(status: result.status, milliseconds: result.milliseconds) + metrics.compactMap(\.self)
      + (summary.changes?.shown.map(ofShown) ?? []) + (planAgain ?? [])
  }

  /// Returns the metrics of a run whose plan was already written.
  static func ofRepetition(status: Int32, milliseconds: Int64) -> [Metric] {
    ofFault(status: status, milliseconds: milliseconds) + [
      Metric("tickler_run_success_timestamp_seconds", "When a run last succeeded.", SystemClock.now.epochSeconds)
    ]
  }

  private static func ofShown(_ shown: ShownCounts) -> [Metric] {
    func results(_ tally: ShownPlan.Tally) -> [(String, Int)] {
      [
        ("asPlanned", tally.asPlanned), ("otherTime", tally.otherTime), ("notShown", tally.notShown - tally.notSeen),
        ("notSeen", tally.notSeen), ("unplanned", tally.unplanned),
      ]
    }
    var (kinds, platforms): ([([String], Int)], [([String], Int)]) = ([], [])
    for (name, app) in shown.apps.sorted(by: { $0.key.compareBytes($1.key) < 0 }) {
      for (kind, tally) in app.kinds.sorted(by: { $0.key < $1.key }) {
        kinds += results(tally).map { ([name, kind.name, $0], $1) }
      }
      for (platform, tally) in app.platforms.sorted(by: { $0.key < $1.key }) {
        platforms += results(tally).map { ([name, platform, $0], $1) }
      }
    }
    return [
      Metric(
        "tickler_shown_notifications", "What devices showed of the earlier plan, by kind.",
        by: ["app", "kind", "result"], kinds),
      Metric(
        "tickler_shown_platform_notifications", "What devices showed of the earlier plan, by platform.",
        by: ["app", "platform", "result"], platforms),
    ]
  }

  private static func ofVerdict(_ word: Verdict.Word) -> Metric {
    Metric(
      "tickler_plan_verdict", "The verdict of the last run.", by: "verdict",
      Verdict.Word.allCases.map { ($0.rawValue, $0 == word ? 1 : 0) })
  }

  /// Returns the metrics of a run that wrote nothing.
  static func ofFault(status: Int32, milliseconds: Int64) -> [Metric] {
    (status == RunFault.Status.gateExceeded.rawValue ? [ofVerdict(.hold)] : []) + [
      Metric("tickler_run_timestamp_seconds", "When the last run ended.", SystemClock.now.epochSeconds),
      Metric("tickler_run_status", "Its exit status.", status),
      Metric("tickler_run_duration_seconds", "How long it took.", seconds(milliseconds)),
    ]
  }

  /// Formats seconds: `0.013`.
  private static func seconds(_ milliseconds: Int64) -> String {
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}
