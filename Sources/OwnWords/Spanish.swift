import CivilTime
import PlanModel

package struct Spanish: OwnWords {
  package init() {}

  package static let weekdays = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"]
  package static let months = [
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
    "diciembre",
  ]

  package func short(_ date: LocalDate) -> String { "\(weekday(date).prefix(3)) \(date.day) \(month(date).prefix(3))" }
  package func heading(_ date: LocalDate) -> String {
    "\(weekday(date)), \(date.day) de \(month(date)) de \(date.year)"
  }

  package var today: String { "Hoy" }
  package var tomorrow: String { "Mañana" }
  package var overdue: String { "Atrasado" }
  package var atPlace: String { "En un lugar" }
  package var nothingLeft: String { "Nada más." }

  package func nothing(_ days: Int?) -> String {
    switch days {
    case nil: "No hay nada previsto."
    case 0?: "Hoy no hay nada previsto."
    case 1?: "No hay nada previsto para hoy ni para mañana."
    case let days?: "No hay nada previsto para hoy ni para los \(days) días siguientes."
    }
  }

  package func times(in zone: String) -> String { "Horas de \(zone)." }
  package func more(_ count: Int) -> String {
    "\(count) más: --account ID, --on FECHA o --days N muestran menos."
  }
  package func reminders(_ times: [String]) -> String {
    "(\(times.count == 1 ? "recordatorio" : "recordatorios"): \(times.joined(separator: ", ")))"
  }
  package func ahead(_ days: Int) -> String { days == 1 ? "(mañana)" : "(en \(days) días)" }
  package func until(_ end: String) -> String { "(hasta \(end))" }
  package func due(_ due: String, payable: String) -> String { "vence el \(due), se paga el \(payable)" }
  package func due(_ due: String, movedTo day: String) -> String { "vence el \(due), aplazado al \(day)" }
  package var toPay: String { "por pagar" }
  package var paysItself: String { "domiciliado" }
  package var income: String { "ingreso" }

  package func birthday(of name: String, years: Int) -> String {
    years > 0 ? "\(name) cumple \(years) \(years == 1 ? "año" : "años")" : "Cumpleaños de \(name)"
  }

  package func anniversary(of name: String, years: Int) -> String {
    years > 0 ? "\(years).º aniversario de \(name)" : "Aniversario de \(name)"
  }

  package func kept(from: String) -> String { "Del plan del \(from): no se pudo usar una entrada." }

  package func deferred(from intended: String, byGap: Bool) -> String {
    "Previsto para \(intended), aplazado por \(byGap ? "el intervalo mínimo" : "las horas de silencio")."
  }

  package func shifted(from intended: String, _ shift: Shift) -> String? {
    let why: String? =
      switch shift {
      case .dstGap: "que ningún reloj muestra"
      case .zoneChange: "que el viaje se salta"
      case .weekend: "que cae en fin de semana"
      case .holiday: "que cae en festivo"
      case .minimumGap: nil
      }
    return why.map { "Previsto para \(intended), \($0)." }
  }

  package func late(_ intended: String) -> String { "Ocurrió a las \(intended)." }
  package func about(_ time: String) -> String { "Trata de \(time)." }

  package var origin: (before: StaticString, account: StaticString, device: StaticString, after: StaticString) {
    ("Aquí porque ", " avisa a la cuenta ", " en ", ": ")
  }

  package func cancelled(_ reason: Reason?) -> String {
    let why: String? =
      switch reason {
      case .completed?: "Ya está hecho."
      case .paid?: "La factura está pagada."
      case .autoPay?: "La factura se paga sola."
      case .kindDisabled?, .optionOff?, .accountDisabled?: "Este aviso está desactivado."
      case .unauthorized?: "Los avisos no están permitidos."
      case .inactive?: "Ya no está activo."
      case .superseded?: "Lo dice otro aviso."
      case .duplicate?: "Otro aviso dice lo mismo."
      case .quietHours?: "Cae en las horas de silencio."
      case .inDigest?: "Otro aviso lo menciona."
      case .slotLimit?: "El dispositivo no tiene sitio."
      case .past?, .expired?: "Ya ha pasado."
      case nil: "Ya no está en el plan."
      default: nil
      }
    return ["Cancelado.", why].compactMap(\.self).joined(separator: " ")
  }
}
