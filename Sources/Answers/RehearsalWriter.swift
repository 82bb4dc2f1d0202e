import Bytes
import PlanFiles
import PlanModel
import Rehearsing

/// Writes the output of `tickler rehearse` as text or JSON. `RehearsalPage` makes a page of it.
package struct RehearsalWriter {
  private let rehearsal: Rehearsal

  /// The most accounts listed in text.
  private static let maximumAccounts = 20

  package init(_ rehearsal: Rehearsal) { self.rehearsal = rehearsal }

  package var text: String {
    let milestones = rehearsal.milestones
    let head =
      ["", "devices", "planned", "right", "%"] + ShowingVerdict.allCases.dropFirst().map(\.words)
      + ["half by"] + milestones.map { "\($0) d %" }
    func row(_ name: String, _ tally: RehearsalTally) -> [String] {
      [name, "\(tally.devices)", "\(tally.planned)", "\(tally[.right])", tally.rightShare]
        + ShowingVerdict.allCases.dropFirst().map { "\(tally[$0])" } + [tally.medianFirstDay.map { "\($0)" } ?? "-"]
        + milestones.map { tally.correctShare($0) }
    }
    var rows = [head, row("all", rehearsal.all)]
    for (app, tally) in rehearsal.sortedApps {
      rows.append(row(app, tally))
      rows += rehearsal.sortedKinds.filter { $0.kind.app == app }.map { row("  \($0.kind.kind.name)", $0.tally) }
    }
    var lines = rehearsal.circumstances
    lines += ["", rehearsal.effort, ""] + TextTable.figures(rows)
    lines += ["", "half by: the day by the end of which half of the devices are silent or wrong"]
    lines += milestones.prefix(1).map { "\($0) d %: the share of devices that are right for \($0) days" }
    let wrong = rehearsal.wrongAccounts.prefix(RehearsalWriter.maximumAccounts)
    if !wrong.isEmpty {
      lines += ["", "accounts that go wrong first"]
      let head = ["account", "day"] + ShowingVerdict.allCases.map(\.words)
      lines += TextTable.figures(
        [head]
          + wrong.map { name, tally in
            ["\(name.words) (\(name.app ?? ""))", tally.medianFirstDay.map { "\($0)" } ?? "-"]
              + ShowingVerdict.allCases.map { "\(tally[$0])" }
          })
    }
    return lines.visibleText
  }

  package var json: WrittenBytes {
    FieldWriter.document { json in
      json.member("format", "tickler-rehearsal/1")
      json.member("now", rehearsal.now)
      json.member("nights", rehearsal.nights)
      json.member("plan", rehearsal.regime.rawValue)
      json.member("tzdata", rehearsal.tzdata)
      json.member("deviceTzdata", rehearsal.deviceTzdata)
      json.member("gap", rehearsal.gap.rawValue)
      if let (share, seed) = rehearsal.miss {
        json.member("miss", "\(share)")
        json.member("seed", seed)
      }
      json.list("travel", rehearsal.travel) { json, move in
        json.member("at", move.at)
        json.member("zone", move.zone)
      }
      json.list("next", rehearsal.later) { json, export in
        json.member("at", export.at)
        json.member("input", export.input)
      }
      json.member("plans", rehearsal.plans)
      json.member("missedNights", rehearsal.missed)
      json.member("refusedActions", rehearsal.refused)
      json.object("all") { json in
        tally(rehearsal.all, &json)
        json.list("survival", 1...rehearsal.nights) { json, day in
          json.member("day", day)
          json.member("devices", rehearsal.all.correct(day))
        }
      }
      json.list("apps", rehearsal.sortedApps) { json, app in
        json.member("app", app.name)
        tally(app.tally, &json)
      }
      json.list("kinds", rehearsal.sortedKinds) { json, kind in
        json.member("app", kind.kind.app)
        json.member("kind", kind.kind.kind.name)
        tally(kind.tally, &json)
      }
      json.list("accounts", rehearsal.accounts) { json, account in
        json.members(account.name)
        tally(account.tally, &json)
      }
      json.member("furtherAccounts", rehearsal.furtherAccounts)
    }
  }

  private func tally(_ tally: RehearsalTally, _ json: inout FieldWriter) {
    json.member("devices", tally.devices)
    json.member("planned", tally.planned)
    json.member("right", tally[.right])
    json.member("otherTime", tally[.otherTime])
    json.member("otherWords", tally[.otherWords])
    json.member("missing", tally[.missing])
    json.member("twice", tally[.twice])
    json.member("unplanned", tally[.unplanned])
    json.member("medianFirstDay", tally.medianFirstDay)
    json.list("whole", rehearsal.milestones) { json, nights in
      json.member("nights", nights)
      json.member("devices", tally.correct(nights))
    }
  }
}
