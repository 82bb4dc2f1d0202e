import CivilTime
import Diagnostics
import PlanModel
import Reporting

/// What `summary.json` has that cannot be counted again from the plan.
package struct PlanRemarks: Sendable {
  package var command = ""
  package var rejected = 0
  package var supersededCount = 0
  package var superseded: [SupersededRecord] = []
  package var log = DiagnosticLog()
  /// What differs from the plan before it, where one was given.
  package var changes: ChangeLog?

  init() {}

  init(_ value: JSONValue, _ header: RunHeader) {
    command = value["command"]?.string ?? ""
    rejected = value["rejectedRecords"]?.integer ?? 0
    supersededCount = value["superseded"]?["records"]?.integer ?? 0
    superseded = (value["superseded"]?["listed"]?.elements ?? []).compactMap { entry in
      guard let record = header.location(entry["record"]?.string), let by = header.location(entry["by"]?.string) else {
        return nil
      }
      return SupersededRecord(
        account: entry["account"]?.string ?? "", item: entry["item"]?.string, location: record, by: by)
    }
    changes = value["changes"].map(ChangeLog.init)
    let told = value["diagnostics"]
    let codes = (told?["codes"]?.members ?? []).compactMap { name, count in
      Diagnostic.Code(rawValue: name).map { ($0, count.integer ?? 0) }
    }
    log = DiagnosticLog(
      errors: told?["errors"]?.integer ?? 0, warnings: told?["warnings"]?.integer ?? 0,
      codes: Dictionary(codes) { first, _ in first },
      first: (told?["listed"]?.elements ?? []).compactMap(Diagnostic.init))
  }
}

extension RunHeader {
  /// From the first line of `plan.ndjson`.
  init(_ value: JSONValue) throws {
    guard value["format"]?.string == RunHeader.format else { throw PlanLine.Incomplete(field: "format") }
    guard let now = value["now"]?.string.flatMap({ Instant(rfc3339: $0.utf8) }), PlannableTime.now.contains(now) else {
      throw PlanLine.Incomplete(field: "now")
    }
    func days(_ value: JSONValue) throws(PlanLine.Incomplete) -> Int {
      let days = value["days"]?.integer ?? 0
      guard (0...366).contains(days) else { throw PlanLine.Incomplete(field: "days") }
      return days
    }
    self.init(
      version: value["version"]?.string ?? "", now: now, days: try days(value),
      tzdata: value["tzdata"]?.string ?? "",
      policies: try (value["policies"]?.elements ?? []).map { policy in
        PolicySource(
          app: policy["app"]?.string ?? "", name: policy["name"]?.string ?? policy["app"]?.string ?? "",
          file: policy["file"]?.string ?? "", days: try days(policy),
          sha256: policy["sha256"]?.string ?? "",
          messages: policy["messages"].map {
            .init(file: $0["file"]?.string ?? "", sha256: $0["sha256"]?.string ?? "")
          })
      },
      inputs: (value["inputs"]?.elements ?? []).map { input in
        Input(
          file: input["file"]?.string ?? "", format: input["format"]?.string ?? "", app: input["app"]?.string,
          exportedAt: input["exportedAt"]?.string.flatMap { Instant(rfc3339: $0.utf8) },
          sha256: input["sha256"]?.string ?? "")
      },
      command: "")
  }

  /// The other way round from ``place(_:)``; the column is not kept.
  fileprivate func location(_ place: String?) -> RecordLocation? {
    guard let place, let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]),
      let input = inputs.firstIndex(where: { $0.file == place[..<colon] })
    else { return nil }
    return RecordLocation(input: input, line: line, column: 1)
  }
}
