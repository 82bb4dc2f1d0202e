import CivilTime
import Diagnostics
import Formats
import PlanModel

extension Schema {
  /// Fields that belong to the account, regardless of the device that set them.
  static let settings: Set = ["preferences", "locale", "country", "personality", "fields"]

  /// Returns the schema of accounts.
  ///
  /// - Parameter fields: The fields that policies declare, which are read once the account's app is known.
  static func account(_ names: inout FieldNames, kinds: [Kind], own: [Kind], fields: [ItemField]) -> ObjectSchema {
    let zoneChange = ObjectSchema(
      "zoneChange", &names, start: { $0.zoneChange = Account.ZoneChange(at: .distantPast, zone: RecordDraft.noZone) },
      [
        .instant("at", "", .required) { $0.zoneChange?.at = $1 },
        .zone("timeZone", "", .required) { $0.zoneChange?.zone = $1 },
      ])
    let personality = ObjectSchema(
      "personality", &names,
      [
        .text("trait", "") { $0.account?.personalityTrait = $1 },
        .instant("analyzedAt", "", .required) { $0.account?.analyzedAt = $1 },
      ])
    let delivered = ObjectSchema(
      "delivered", &names, start: { $0.delivered = Account.Delivered(id: RequestID(""), at: .distantPast) },
      [
        .identifier(
          "id", "The notification or the request; a final `@YYYY-MM-DD` is the occurrence's date",
          .requiredAs("a notification's identifier")
        ) {
          $0.delivered?.id = RequestID($1)
        },
        .instant("at", "", .required) { $0.delivered?.at = $1 },
        .bool("shown", "Still in the notification center") { $0.delivered?.isShown = $1 },
      ])
    let pending = ObjectSchema(
      "pending", &names, start: { $0.pending = Account.Pending(id: RequestID(""), at: nil) },
      [
        .identifier("id", "", .requiredAs("a notification's identifier")) {
          $0.pending?.id = RequestID($1)
        },
        .instant("at", "When it fires next; missing for a mere place trigger") { $0.pending?.at = $1 },
        .bool("repeats", "") { $0.pending?.repeats = $1 },
        .bool("floats", "Whether it fires at its wall time in any zone") {
          $0.pending?.floats = $1
        },
        .text("notification", "The notification's identifier, if `id` is another") {
          $0.pending?.ownNotification = NotificationID($1)
        },
        .text("title", "") { $0.pending?.title = $1 },
        .text("body", "") { $0.pending?.body = $1 },
        .count("badge", in: 0...1_000_000, "0 for none") { $0.pending?.badge = $1 },
      ])
    let active = ObjectSchema(
      "active", &names, start: { $0.active = RecordDraft.Stretch() },
      [
        .instant("from", "Inclusive", .required) { $0.active?.from = $1 },
        .instant("to", "Exclusive, not before `from`; missing while the app is open") { $0.active?.to = $1 },
      ],
      finish: { resolver, index in
        guard let active = resolver.draft.active, active.to < active.from,
          let to = resolver.child(of: index, resolver.context.schema.names.name("to"))
        else { return }
        resolver.refuse(to, expected: "an instant not before from")
      })
    let preferences = preferences(&names, kinds: kinds, own: own)
    let declared: [Field] =
      fields.isEmpty
      ? []
      : [
        Field(
          "fields", .object(accountFields(fields, &names).description), "What the app's policy declares for accounts"
        ) { _, _ in }
      ]
    return ObjectSchema(
      "account", &names,
      start: { $0.account = Account(id: AccountID(""), app: "", zone: RecordDraft.noZone, location: .unread) },
      [
        .identifier("id", "Unique in the app", .requiredAs("the account's id")) {
          $0.account?.id = AccountID($1)
        },
        .zone("timeZone", "IANA name or link, such as `Europe/London`", .required) { $0.account?.zone = $1 },
        .text("app", "Chooses the policy; defaults to the head's") { $0.account?.app = $1 },
        .objects("zoneChanges", zoneChange, element: "zoneChange", "Moves, each with the zone from then on") {
          $0.account?.zoneChanges.append($0.zoneChange!)
        },
        .identifier("device", "If the account has several") {
          $0.account?.device = DeviceID($1)
        },
        .choice("platform", Platform.self, "Chooses the slot limit; defaults to `ios`") { $0.account?.platform = $1 },
        .choice("authorization", Authorization.self, "Defaults to `authorized`") {
          $0.account?.authorization = $1
        },
        .text("locale", "BCP 47 tag, for texts, numbers, money and dates") {
          $0.account?.locale = $1
        },
        .text("country", "ISO 3166 code, such as `DE-BY`, for holidays") {
          $0.account?.country = $1
        },
        .preferences("preferences", preferences, "The user's choices"),
        .object("personality", personality, "Habit texts are tailored to it for 30 days") { _ in },
        Field("items", .items, "Or in the top-level list") { resolver, index in
          if !resolver.record.values[index].type.isList {
            resolver.refuse(index, expected: ValueType.items.words, isOfType: false)
          }
        },
        .objects("delivered", delivered, element: "delivered", "Notifications that reached the user") {
          $0.account?.delivered.append($0.delivered!)
        },
        .objects("pending", pending, element: "pending", "Pending requests of the device") {
          $0.account?.pending.append($0.pending!)
        },
        .objects("active", active, element: "active", "When the app was in the foreground") {
          $0.account?.active.append($0.active!.range)
        },
        .instant("updatedAt", "The newest record wins") { $0.account?.updatedAt = $1 },
      ] + declared)
  }

  /// Returns the schema of the account fields that policies declare.
  static func accountFields(_ fields: [ItemField], _ names: inout FieldNames) -> ObjectSchema {
    ObjectSchema(
      "fields", &names, start: { $0.account?.fields = Array(repeating: .none, count: fields.count) },
      fields.enumerated().map { place, field in
        let read = RecordResolver.reader(field)
        return Field(field.name, ValueType(field), field.meaning) {
          if let value = read(&$0, $1) { $0.draft.account?.fields[place] = value }
        }
      })
  }
}

extension RecordResolver {
  /// Warns if no file has holidays of the account's country although some files have other countries' holidays.
  mutating func checkCountry(_ country: String, _ policy: Shared<Policy>, in account: Int) {
    let calendars = policy.holidaysBy == .country ? policy.holidays.compactMap(\.calendar) : []
    let own = draft.account?.calendarNames(by: .country) ?? []
    if calendars.isEmpty || calendars.contains(where: { own.contains($0.lowercased()) }) { return }
    report(
      .badValue, severity: .warning, at: child(of: account, context.schema.countryName) ?? account, field: "country",
      found: "found \(country.quotedForDiagnostic), which no file of --holidays covers",
      expected: "one of \(Set(calendars).sorted().joined(separator: " "))".orNearest(to: country, in: calendars))
  }

  /// Keeps one pending request of each id, the one that fires first, since a device holds no other, and warns of the rest.
  mutating func settlePending(in account: Int) {
    guard let pending = draft.account?.pending, pending.count > 1,
      let list = child(of: account, context.schema.names.name("pending"))
    else { return }
    var first: [RequestID: Int] = [:]
    for (index, entry) in pending.enumerated() {
      let known = first[entry.id].map { pending[$0].at }
      if known.map({ ($0 ?? .distantPast) > (entry.at ?? .distantPast) }) ?? true { first[entry.id] = index }
    }
    if first.count == pending.count { return }
    for (index, place) in zip(pending.indices, record.children(of: list)) where first[pending[index].id] != index {
      report(
        .duplicate, severity: .warning, at: child(of: place, .id) ?? place, field: "pending[\(index)].id",
        found: "found \(pending[index].id.text.quotedForDiagnostic) again",
        expected: "each request once; of several, the one that fires first counts")
    }
    draft.account?.pending = pending.indices.filter { first[pending[$0].id] == $0 }.map { pending[$0] }
  }
}
