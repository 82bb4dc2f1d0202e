import PlanModel

/// An item that an account has a list of.
protocol ListedItem: PlannedItem {
  /// The list, in input order.
  static func all(_ frame: AccountFrame, _ list: KindDeclaration.ItemList) -> [Self]
}

extension KindDescription {
  /// The kind that a policy declares.
  func declaredDefinition(_ declaration: KindDeclaration) -> KindDefinition {
    switch declaration.item {
    case .shipped(.task): of(TaskItem.self, declaration)
    case .shipped(.habit): of(HabitItem.self, declaration)
    case .shipped(.entry): of(EntryItem.self, declaration)
    case .shipped(.session): of(SessionItem.self, declaration)
    case .shipped(.focusDay): of(FocusDayItem.self, declaration)
    case .shipped(.stepDay): of(StepDayItem.self, declaration)
    case .shipped(.workout): of(WorkoutItem.self, declaration)
    case .shipped(.insight): of(InsightItem.self, declaration)
    case .shipped(.bill): of(BillItem.self, declaration)
    case .shipped(.budget): of(BudgetItem.self, declaration)
    case .shipped, .declared, nil: of(DeclaredItem.self, declaration)
    }
  }

  private func of<Item: ListedItem>(_: Item.Type, _ declaration: KindDeclaration) -> KindDefinition {
    DeclaredKind<Item>(self, declaration).definition()
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
