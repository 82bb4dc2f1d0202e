import CivilTime
import Diagnostics
import PlanModel

/// Writes `summary.json`: one object, indented, with nothing in it that differs between two equal runs.
package enum SummaryWriter {
  package static func text(_ summary: RunSummary, _ header: RunHeader, diagnostics: DiagnosticLog) -> [UInt8] {
    var text = Array("{\"format\":\"tickler-summary/1\"".utf8)
    header.appendFields(to: &text)
    text.appendMember("command", header.command)
    text.appendKey("accounts")
    text.append(decimal: summary.accounts)
    text.appendKey("accountsWithProblems")
    text.append(decimal: summary.accountsWithProblems)
    text.appendKey("rejectedRecords")
    text.append(decimal: summary.rejected)
    text.appendKey("decisions")
    text.append(decimal: summary.decisions.total)
    text.appendKey("outcomes")
    text.appendTally(summary.decisions)
    text.appendKey("marks")
    text.appendCounts([("late", summary.late), ("deferred", summary.deferred), ("shifted", summary.shifted)])
    text.appendKey("reasons")
    text.appendCounts(Reason.allCases.map { ($0.code, summary.reasons[$0.index]) }.filter { $0.1 > 0 })
    text.appendKey("kinds")
    text.appendTallies(summary.kinds.map { ($0.key.name, $0.value) })
    text.appendKey("apps")
    text.appendTallies(summary.apps.map { ($0.key, $0.value) })
    text.appendKey("zones")
    text.appendObject(summary.zones.sorted { $0.key.compareBytes($1.key) < 0 }) { text, entry in
      text.appendJSON(entry.key)
      text.append(":{\"accounts\":" as StaticString)
      text.append(decimal: entry.value.accounts)
      text.append(",\"outcomes\":" as StaticString)
      text.appendTally(entry.value.decisions)
      text.append(UInt8(ascii: "}"))
    }
    text.appendKey("clocks")
    summary.clocks.appendList(now: header.now, to: &text)
    text.appendKey("byDay")
    text.appendObject(summary.days.sorted { $0.key < $1.key }) { text, entry in
      text.appendJSON(entry.key.description)
      text.append(UInt8(ascii: ":"))
      text.appendCounts(Kind.all.map { ($0.name, entry.value[$0.index]) }.filter { $0.1 > 0 })
    }
    text.appendKey("actions")
    text.appendCounts(Action.Verb.allCases.map { ($0.rawValue, summary.actions[$0] ?? 0) })
    text.appendKey("slots")
    text.appendCounts([("used", summary.slotsUsed), ("mostUsedByAnAccount", summary.mostSlotsUsed)])
    appendHorizons(summary, to: &text)
    if let changes = summary.changes {
      text.append(",\"changes\":{" as StaticString)
      changes.appendFields(to: &text)
      text.append(UInt8(ascii: "}"))
    }
    appendSuperseded(summary, header, to: &text)
    diagnostics.append(to: &text)
    text.append("}" as StaticString)
    return text.indentedJSON
  }

  private static func appendSuperseded(_ summary: RunSummary, _ header: RunHeader, to text: inout [UInt8]) {
    text.appendKey("superseded")
    text.append("{\"records\":" as StaticString)
    text.append(decimal: summary.supersededCount)
    text.append(",\"listed\":" as StaticString)
    text.appendList(summary.superseded) { text, record in
      text.appendMember("account", record.account)
      text.appendMember("item", record.item)
      text.appendMember("record", header.place(record.location))
      text.appendMember("by", header.place(record.by))
    }
    text.append(UInt8(ascii: "}"))
  }

  private static func appendHorizons(_ summary: RunSummary, to text: inout [UInt8]) {
    var summary = summary
    summary.sortHorizons()
    text.appendKey("coverageHorizons")
    text.append("{\"accounts\":" as StaticString)
    text.append(decimal: summary.horizonCount)
    if let first = summary.horizons.first {
      text.append(",\"soonest\":" as StaticString)
      text.appendJSON(first.at.description)
    }
    text.append(",\"listed\":" as StaticString)
    text.appendList(summary.horizons) { text, horizon in
      text.appendKey("account")
      text.appendJSON(horizon.account)
      text.appendKey("at")
      text.appendJSON(horizon.at.description)
    }
    text.append(UInt8(ascii: "}"))
  }
}

extension [UInt8] {
  fileprivate mutating func appendTally(_ tally: RunSummary.Tally) {
    appendCounts([("scheduled", tally.scheduled), ("armed", tally.armed), ("dropped", tally.dropped)])
  }

  fileprivate mutating func appendTallies(_ tallies: [(String, RunSummary.Tally)]) {
    appendObject(tallies.sorted { $0.0.compareBytes($1.0) < 0 }) { text, entry in
      text.appendJSON(entry.0)
      text.append(UInt8(ascii: ":"))
      text.appendTally(entry.1)
    }
  }

  mutating func appendCounts(_ counts: [(String, Int)]) {
    appendObject(counts) { text, entry in
      text.appendJSON(entry.0)
      text.append(UInt8(ascii: ":"))
      text.append(decimal: entry.1)
    }
  }

  mutating func appendObject<Value>(_ values: some Sequence<Value>, _ member: (inout [UInt8], Value) -> Void) {
    append(UInt8(ascii: "{"))
    var isFirst = true
    for value in values {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      member(&self, value)
    }
    append(UInt8(ascii: "}"))
  }

  /// The same JSON text with a member or element a line, two spaces a level.
  var indentedJSON: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count * 2)
    var depth = 0
    var isInString = false
    var isEscaped = false
    func newLine() {
      result.append(UInt8(ascii: "\n"))
      result.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }
    for (index, byte) in enumerated() {
      if isInString {
        result.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
        result.append(byte)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        result.append(byte)
        let next = index + 1 < count ? self[index + 1] : 0
        if next != UInt8(ascii: "}"), next != UInt8(ascii: "]") {
          depth += 1
          newLine()
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        let previous = self[index - 1]
        if previous != UInt8(ascii: "{"), previous != UInt8(ascii: "[") {
          depth -= 1
          newLine()
        }
        result.append(byte)
      case UInt8(ascii: ","):
        result.append(byte)
        newLine()
      case UInt8(ascii: ":"):
        result.append(byte)
        result.append(UInt8(ascii: " "))
      default: result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\n"))
    return result
  }
}
