import CivilTime
import PlanModel

extension Redactor {
  package func redact(_ explanation: inout Explanation) {
    for index in explanation.steps.indices {
      explanation.steps[index].compared = explanation.steps[index].compared.map(redacted)
    }
  }

  /// Redacts facts that quote an identifier or a text. All others contain only times, dates, counts and words of the
  /// format.
  func redacted(_ fact: Explanation.Fact) -> Explanation.Fact {
    var redacted = fact
    switch fact.name {
    case "notification": redacted.value = pseudonym(.notification, fact.value)
    case "subject": redacted.value = pseudonym(.text, fact.value)
    case Explanation.Fact.sameAs:
      // focusflow.task.a (item a)
      let (twin, item) = Redactor.parts(fact.value, at: " (item ")
      redacted.value = pseudonym(.notification, twin)
      if let item { redacted.value += " (item \(pseudonym(.item, String(item.dropLast()))))" }
    case "delivered before it today" where fact.value != "none":
      // diary.morning.1 at 2026-10-23T14:00:00Z, …
      redacted.value = fact.value.split(separator: ", ").map { entry in
        let (id, at) = Redactor.parts(String(entry), at: " at ")
        return "\(request(RequestID(id)))" + (at.map { " at \($0)" } ?? "")
      }.joined(separator: ", ")
    case "the last session that runs" where fact.value != "this one":
      // s-1, started at 2026-10-23T14:00:00Z
      let (id, start) = Redactor.parts(fact.value, at: ", started at ")
      redacted.value = pseudonym(.item, id) + (start.map { ", started at \($0)" } ?? "")
    case let name where name.hasPrefix("bill "):
      // bill rent due 2026-12-01
      let (bill, due) = Redactor.parts(name, at: " due ")
      guard let due, LocalDate(iso8601: due.utf8) != nil else { break }
      redacted.name = "bill \(pseudonym(.item, String(bill.dropFirst(5)))) due \(due)"
    default: break
    }
    return redacted
  }

  /// Splits text at the last `separator`, which tickler wrote.
  private static func parts(_ text: String, at separator: String) -> (String, String?) {
    guard let place = text.ranges(of: separator).last else { return (text, nil) }
    return (String(text[..<place.lowerBound]), String(text[place.upperBound...]))
  }
}
