import CivilTime
import PlanModel
import Testing

@testable import Pages

/// Tests the address of a link to decisions.
struct ShowLinkTests {
  static let day = LocalDate(iso8601: "2026-10-24".utf8)!

  @Test(
    "writes fields in order, percent-encoded except unreserved characters (RFC 3986 section 2.3)",
    arguments: [
      (ShowLink.outcome("armed"), "outcome=armed"), (.reason(.slotLimit), "reason=slotLimit"),
      (.reason(.slotLimit, kind: .task), "kind=task&reason=slotLimit"),
      (.day(day...day), "outcome=scheduled&day=2026-10-24"),
      (.day(day...day.adding(days: 6), kind: .bill), "kind=bill&outcome=scheduled&day=2026-10-24..2026-10-30"),
      (.hour(7, on: .sunday), "outcome=scheduled&day=sun&hour=07"),
      (.hour(23, on: .monday), "outcome=scheduled&day=mon&hour=23"),
      (ShowLink(["app": "a&b=c #ü\u{0}", "zone": nil]), "app=a%26b%3Dc%20%23%C3%BC%00"),
      (ShowLink(["app": "Az09-._~", "id": ""]), "app=Az09-._~&id="),
    ])
  func fragment(link: ShowLink, address: String) {
    #expect(link.fragment == address)
  }

  @Test("links only what is counted")
  func none() {
    var view = PageView()
    view.add(0, .outcome("armed"))
    let absent = zip(view.names, view.values).filter { if case .absent = $0.1 { true } else { false } }.map(\.0)
    #expect(absent.contains("show") && !absent.contains("count"))
  }
}
