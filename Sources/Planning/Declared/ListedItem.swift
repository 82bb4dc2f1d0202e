import PlanModel

/// An item that an account has a list of.
protocol ListedItem: PlannedItem {
  /// The list, in input order.
  static func all(_ frame: AccountFrame, _ list: KindDeclaration.ItemList) -> [Self]
  /// What tells it from others of its kind in identifiers.
  var identity: String { get }
  /// The ``identity`` of the item that an identifier is made from; nil: it is made from none.
  static func identity(in parts: IdentifierParts) -> String?
}

extension ListedItem {
  var identity: String { id.text }
  static func identity(in parts: IdentifierParts) -> String? { parts.id.isEmpty ? nil : parts.id }

  /// The kind that a policy declares of these items. Specialized for each of ten types, it was a third of this module's code and of the
  /// time that it takes to compile.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  static func definition(_ description: KindDescription, _ declaration: KindDeclaration) -> KindDefinition {
    DeclaredKind<Self>(description, declaration).definition()
  }

  /// What identifiers call the account's items.
  static func identities(_ frame: AccountFrame, _ list: KindDeclaration.ItemList) -> Set<String> {
    Set(all(frame, list).map(\.identity))
  }
}

extension KindDeclaration.ItemList {
  /// What its items are.
  var type: any ListedItem.Type {
    switch self {
    case .shipped(.task): TaskItem.self
    case .shipped(.habit): HabitItem.self
    case .shipped(.entry): EntryItem.self
    case .shipped(.session): SessionItem.self
    case .shipped(.focusDay): FocusDayItem.self
    case .shipped(.stepDay): StepDayItem.self
    case .shipped(.workout): WorkoutItem.self
    case .shipped(.insight): InsightItem.self
    case .shipped(.bill): BillItem.self
    case .shipped(.budget): BudgetItem.self
    case .shipped, .declared: DeclaredItem.self
    }
  }
}

extension KindDescription {
  /// The kind that the policy declares.
  func declaredDefinition(_ declaration: KindDeclaration) -> KindDefinition {
    if case .shipped? = declaration.item, let type = declaration.item?.type {
      return type.definition(self, declaration)
    }
    return DeclaredKind<DeclaredItem>(self, declaration).definition()
  }
}

extension DeclaredItem: ListedItem {
  static func all(_ frame: AccountFrame, _ list: KindDeclaration.ItemList) -> [DeclaredItem] {
    if case .declared(let place) = list { frame.declared(place) } else { [] }
  }
}

extension TaskItem: ListedItem {
  static func all(_ frame: AccountFrame, _: KindDeclaration.ItemList) -> [Self] { frame.account.value.items.tasks }
}

extension HabitItem: ListedItem {
  static func all(_ frame: AccountFrame, _: KindDeclaration.ItemList) -> [Self] { frame.account.value.items.habits }
}

extension EntryItem: ListedItem {
  static func all(_ frame: AccountFrame, _: KindDeclaration.ItemList) -> [Self] { frame.account.value.items.entries }
}

extension SessionItem: ListedItem {
  static func all(_ frame: AccountFrame, _: KindDeclaration.ItemList) -> [Self] { frame.account.value.items.sessions }
}

extension FocusDayItem: ListedItem {
  static func all(_ frame: AccountFrame, _: KindDeclaration.ItemList) -> [Self] { frame.account.value.items.focusDays }
}

extension StepDayItem: ListedItem {
  var identity: String { "\(date)" }
  static func identity(in parts: IdentifierParts) -> String? { parts.date.map { "\($0)" } }
  static func all(_ frame: AccountFrame, _: KindDeclaration.ItemList) -> [Self] { frame.account.value.items.stepDays }
}

extension WorkoutItem: ListedItem {
  static func all(_ frame: AccountFrame, _: KindDeclaration.ItemList) -> [Self] { frame.account.value.items.workouts }
}

extension InsightItem: ListedItem {
  static func all(_ frame: AccountFrame, _: KindDeclaration.ItemList) -> [Self] { frame.account.value.items.insights }
}

extension BillItem: ListedItem {
  static func all(_ frame: AccountFrame, _: KindDeclaration.ItemList) -> [Self] { frame.account.value.items.bills }
}

extension BudgetItem: ListedItem {
  static func all(_ frame: AccountFrame, _: KindDeclaration.ItemList) -> [Self] { frame.account.value.items.budgets }
}
