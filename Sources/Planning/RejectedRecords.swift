import PlanModel

/// Records and preferences that could not be read. They delete nothing from a device.
extension Notice {
  /// Returns the kind that makes such identifiers from a record or a preference that could not be read; nil if none does.
  func rejectedKind(_ frame: AccountFrame) -> KindPlan? {
    let rejected = frame.account.value.items.rejected
    return frame.kinds.first { kind in
      if !frame.isReadable(kind), !parts(kind).isEmpty { return true }
      guard let (list, declaration) = kind.itemList, let identities = rejected[list] else { return false }
      return parts(kind).contains { parts in
        guard let identity = parts.identity(declaration) else { return kind.definition.description.shape == .event }
        return identities.contains(identity) && frame.identities(list, declaration)[identity] == nil
      }
    }
  }
}

extension AccountFrame {
  /// Returns whether the preferences of a kind can be read. Of those that choose its days, one is enough.
  func isReadable(_ kind: KindPlan) -> Bool {
    let unreadable = account.value.preferences.unreadable
    if !kind.isReadable(unreadable) { return false }
    let declaration = kind.definition.description.declaration
    return declaration.dayChoices.isEmpty || unreadable.names.isDisjoint(with: declaration.preferences)
      || declaration.dayChoices.contains { $0.isSet(account) }
  }

  /// Returns which of the checks 1 to 3 drops everything of a kind; nil if none does.
  func reasonOff(_ kind: KindPlan) -> Reason? {
    let isElsewhere = Check.elsewhere.applies(kind, self)
    return Checks.gate(self) ?? Checks.gate(kind, self) ?? (isElsewhere ? .elsewhere : nil)
  }

  /// The number of the device's requests that stay because a record could not be read.
  var rejectedRequests: Int {
    let account = account.value
    if account.items.rejected.isEmpty, account.preferences.unreadable.isEmpty { return 0 }
    return Set(account.pending.filter { isKeptRejected($0) }.map(\.id)).count
  }

  private func isKeptRejected(_ entry: Account.Pending) -> Bool {
    let notice = Notice(notification: entry.notification, date: nil)
    return notice.rejectedKind(self).map { reasonOff($0) == nil } ?? false
  }
}
