import Foundation
import PlanModel
import TestSupport
import Testing

@testable import Planning

/// Checks that the table of checks is complete, in order, and as in docs/reasons.md.
struct ChecksTests {
  @Test("every reason belongs to a check; no kind has one twice, and each has its checks in the order of the reasons")
  func whole() {
    var reasons: Set<Reason> = []
    for kind in Kinds.definitions {
      let own = Checks.of(kind).map(\.reason)
      #expect(own == own.sorted { $0.index < $1.index }, "\(kind.description.kind)")
      #expect(Set(own).count == own.count, "\(kind.description.kind)")
      reasons.formUnion(own)
    }
    // Only policies have conditions.
    #expect(reasons == Set(Reason.allCases).subtracting([.condition]))
  }

  @Test("kinds have different names, and each is in the order of pages")
  func kinds() {
    let names = Kinds.all.map(\.description.kind)
    #expect(Set(names).count == names.count)
    #expect(names == names.sorted())
  }

  @Test("docs/reasons.md has this table")
  func documented() throws {
    let page = RecordedFile("docs/reasons.md")
    let difference = try page.difference(from: ChecksTests.table, between: "<!-- checks -->\n", and: "<!-- /checks -->")
    #expect(difference == nil)
  }

  private static var table: String {
    let rows = Reason.allCases.map { reason in
      let mark = reason.isProblem ? " ●" : ""
      return "| \(reason.check) | `\(reason.code)`\(mark) | \(reason.explanation) | \(asked(reason)) |\n"
    }
    return "| check | reason | what it means | asked of |\n| --- | --- | --- | --- |\n" + rows.joined()
  }

  private static func asked(_ reason: Reason) -> String {
    guard let check = Checks.ofEveryKind.first(where: { $0.reason == reason }) else {
      let kinds = Kinds.definitions.filter { kind in kind.checks.contains { $0.reason == reason } }
      return kinds.isEmpty ? "your own kinds" : kinds.map(\.description.kind.name).joined(separator: ", ")
    }
    return switch check.test {
    case .account: "the account"
    case .kind: "the kind"
    case .candidates: "each candidate"
    case .crowd, .shared: "the candidates together"
    }
  }
}
