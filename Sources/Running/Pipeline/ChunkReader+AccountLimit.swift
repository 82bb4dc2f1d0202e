import Diagnostics
import Formats
import PlanModel
import Planning
import Resolving

extension ChunkReader {
  /// Calls `body` with each account of a chunk, and refuses those that exceed a limit.
  mutating func forEachAccount(
    withinLimitsIn chunk: Chunk, _ body: (Shared<Account>, Shared<Policy>) throws -> Void
  ) throws(FatalInput) {
    var refused: [(Shared<Account>, AccountLimitError)] = []
    try forEachAccount(in: chunk) { (account: Shared<Account>, policy: Shared<Policy>) throws(FatalInput) in
      do {
        try body(account, policy)
      } catch let excess as AccountLimitError {
        refused.append((account, excess))
      } catch {
        throw error as! FatalInput
      }
    }
    for (account, excess) in refused { refuse(account.value, for: excess) }
  }

  /// Reports an account that exceeds a limit.
  mutating func refuse(_ account: Account, for excess: AccountLimitError) {
    switch excess {
    case .candidates:
      refuse(
        account, found: "the account makes too many notifications",
        expected: "at most \(AccountLimitError.maximumCandidates) in all of its days")
    case .texts:
      refuse(
        account, found: "the texts of the account's notifications are too long",
        expected: "at most \(AccountLimitError.maximumTextBytes >> 20) MB in all of its days")
    case .lookups:
      refuse(
        account, found: "the digests of the account cover too many bills",
        expected: "at most \(AccountLimitError.maximumLookups), counting each bill once a digest")
    }
  }
}
