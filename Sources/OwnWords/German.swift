import CivilTime
import PlanModel

package struct German: OwnWords {
  package init() {}

  package static let weekdays = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]
  package static let months = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
    "Dezember",
  ]

  package static var dayMark: String { "." }

  package func short(_ date: LocalDate) -> String {
    let month = month(date)
    let name = month.count <= 4 ? month : month.prefix(3) + "."
    return "\(weekday(date).prefix(2)) \(date.day). \(name)"
  }

  package var today: String { "Heute" }
  package var tomorrow: String { "Morgen" }
  package var overdue: String { "Überfällig" }
  package var atPlace: String { "An einem Ort" }
  package var nothingLeft: String { "Nichts mehr." }

  package func nothing(_ days: Int?) -> String {
    switch days {
    case nil: "Es steht nichts an."
    case 0?: "Heute steht nichts an."
    case 1?: "Heute und am Tag danach steht nichts an."
    case let days?: "Heute und in den \(days) Tagen danach steht nichts an."
    }
  }

  package func times(in zone: String) -> String { "Zeiten in \(zone)." }
  package func more(_ count: Int) -> String {
    "\(count) weitere: --account ID, --on DATUM oder --days N zeigen weniger."
  }
  package func reminders(_ times: [String]) -> String {
    "(\(times.count == 1 ? "Erinnerung" : "Erinnerungen") \(times.joined(separator: ", ")))"
  }
  package func ahead(_ days: Int) -> String { days == 1 ? "(morgen)" : "(in \(days) Tagen)" }
  package func until(_ end: String) -> String { "(bis \(end))" }
  package func due(_ due: String, payable: String) -> String { "fällig \(due), zahlbar \(payable)" }
  package func due(_ due: String, movedTo day: String) -> String { "fällig \(due), verschoben auf \(day)" }
  package var toPay: String { "zu zahlen" }
  package var paysItself: String { "wird abgebucht" }
  package var income: String { "Einnahme" }

  package func birthday(of name: String, years: Int) -> String {
    years > 0 ? "\(name) wird \(years)" : "Geburtstag von \(name)"
  }

  package func anniversary(of name: String, years: Int) -> String {
    "\(years > 0 ? "\(years). " : "")Jahrestag von \(name)"
  }

  package func kept(from: String) -> String {
    "Aus dem Plan von \(from) übernommen: Eine Eingabe war nicht zu gebrauchen."
  }

  package func deferred(from intended: String, byGap: Bool) -> String {
    "Gewünscht für \(intended), verschoben \(byGap ? "wegen des Mindestabstands" : "durch die Ruhezeit")."
  }

  package func shifted(from intended: String, _ shift: Shift) -> String? {
    let why: String? =
      switch shift {
      case .dstGap: "was keine Uhr zeigt"
      case .zoneChange: "was durch die Reise entfällt"
      case .weekend: "der Termin fällt auf ein Wochenende"
      case .holiday: "der Termin fällt auf einen Feiertag"
      case .minimumGap: nil
      }
    return why.map { "Gewünscht für \(intended), \($0)." }
  }

  package func late(_ intended: String) -> String { "Geschehen um \(intended)." }
  package func about(_ time: String) -> String { "Betrifft \(time)." }

  package var origin: (before: StaticString, account: StaticString, device: StaticString, after: StaticString) {
    ("Hier\\, weil ", " das Konto ", " auf ", " benachrichtigt: ")
  }

  package func cancelled(_ reason: Reason?) -> String {
    let why: String? =
      switch reason {
      case .completed?: "Es ist erledigt."
      case .paid?: "Die Rechnung ist bezahlt."
      case .autoPay?: "Die Rechnung wird automatisch bezahlt."
      case .kindDisabled?, .optionOff?, .accountDisabled?: "Diese Benachrichtigung ist abgeschaltet."
      case .unauthorized?: "Benachrichtigungen sind nicht erlaubt."
      case .inactive?: "Es ist nicht mehr aktiv."
      case .superseded?: "Eine andere Benachrichtigung sagt es."
      case .duplicate?: "Eine andere Benachrichtigung sagt dasselbe."
      case .quietHours?: "Es fällt in die Ruhezeit."
      case .inDigest?: "Eine andere Benachrichtigung nennt es."
      case .slotLimit?: "Das Gerät hat dafür keinen Platz."
      case .past?, .expired?: "Die Zeit ist vorbei."
      case nil: "Der Plan enthält es nicht mehr."
      default: nil
      }
    return ["Abgesagt.", why].compactMap(\.self).joined(separator: " ")
  }
}
