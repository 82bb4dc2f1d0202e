import Comparing
import PlanModel
import RunModel

extension Redactor {
  /// Keeps the decisions of a plan, and replaces everything that names its account, items and texts with pseudonyms.
  ///
  /// - Parameter file: Returns the redacted name of an input.
  package func redact(_ plan: inout AccountPlan, file: (String) -> String = { $0 }) {
    plan.account = Shared(redacted(plan.account.value, file))
    plan.language = LanguageTag.impersonal(plan.language)
    for index in plan.requests.indices { plan.requests[index] = redacted(plan.requests[index]) }
    for index in plan.actions.indices { redact(&plan.actions[index]) }
    for index in plan.facts.indices { plan.facts[index] = plan.facts[index].map(redacted) }
    for index in plan.cancelled.indices {
      plan.cancelled[index].request = redacted(plan.cancelled[index].request)
    }
    for index in plan.withdrawn.indices {
      plan.withdrawn[index].occurrence.stem = hash(plan.withdrawn[index].occurrence.stem)
    }
    plan.events = Dictionary(
      uniqueKeysWithValues: plan.events.map { (Occurrence(stem: hash($0.key.stem), date: $0.key.date), $0.value) })
    plan.deliveredKinds = Dictionary(
      uniqueKeysWithValues: plan.deliveredKinds.map {
        (notification($0.key), DeliveredKind($0.value.kind, destination: nil))
      })
    if let differences = plan.shown?.differences {
      plan.shown?.differences = differences.map {
        .init(notification($0.notification), planned: $0.planned, shown: $0.shown)
      }
    }
    // The operator's reason may name a person.
    for index in plan.accepted.indices { plan.accepted[index].why = "" }
    plan.settings = hash(plan.settings)
  }

  /// Redacts the fields of an account that outputs show. Items and pending requests are redacted in decisions and
  /// actions.
  package func redacted(_ account: Account, _ file: (String) -> String = { $0 }) -> Account {
    var redacted = Account(
      id: self.account(account.id), app: account.app, zone: account.zone, location: account.location)
    redacted.device = account.device.map(device)
    redacted.devices = account.devices.map { $0.map(device) }
    redacted.zoneChanges = account.zoneChanges
    redacted.platform = account.platform
    redacted.authorization = account.authorization
    redacted.delivered = account.delivered.map { .init(id: request($0.id), at: $0.at, isShown: $0.isShown) }
    (redacted.updatedAt, redacted.active) = (account.updatedAt, account.active)
    redacted.olderDeliveries = account.olderDeliveries
    redacted.inputs = account.inputs
    redacted.diagnostics = account.diagnostics.map { redact($0, file: file) }
    return redacted
  }

  private func redacted(_ request: NotificationRequest) -> NotificationRequest {
    NotificationRequest(
      kind: request.kind, identifier: notification(request.identifier), item: request.item.map(item),
      uidStem: hash(request.uidStem), eventStem: request.eventStem.map(hash),
      delivery: DeliverySettings(
        priority: request.delivery.priority, isCritical: request.delivery.isCritical,
        channel: request.delivery.channel, category: request.delivery.category, sound: request.delivery.sound,
        interruption: request.delivery.interruption),
      title: "", body: "", variant: request.variant, subject: "", isOneOff: request.isOneOff,
      isAllDay: request.isAllDay, duration: request.duration, repeating: request.repeating, zone: request.zone,
      isBound: request.isBound, location: request.location)
  }

  package func redact(_ action: inout Action) {
    action.request = request(action.request)
    action.notification = notification(action.notification)
    action.item = action.item.map(item)
    if case .region? = action.trigger { action.trigger = nil }
  }

  package func redact(_ change: PlanChange) -> PlanChange {
    var redacted = change
    redacted.account = account(change.account)
    redacted.device = change.device.map(device)
    redacted.item = change.item.map(item)
    redacted.occurrence?.stem = hash(change.occurrence!.stem)
    redacted.notification = notification(change.notification)
    redacted.differences = change.differences.map { difference in
      guard Redactor.texts.contains(difference.field) else { return difference }
      return .init(field: difference.field, old: difference.old.map { _ in "…" }, new: difference.new.map { _ in "…" })
    }
    return redacted
  }

  /// The fields of a plan line that quote or name an item.
  private static let texts: Set<String> = ["title", "body", "destination", "url"]

  package func redact(_ record: SupersededRecord) -> SupersededRecord {
    var redacted = record
    redacted.account = account(record.account)
    if let id = record.item?.id { redacted.item?.id = item(id) }
    return redacted
  }

  /// Redacts inputs but keeps policies and texts, which belong to the operator. Hashes of exports are replaced too,
  /// since they would confirm a guess.
  package func redact(_ header: RunHeader) -> RunHeader {
    var redacted = header
    redacted.redacted = keyName
    redacted.command = Redactor.command
    let apps = Set(header.policies.map(\.app))
    redacted.inputs = header.inputs.map { input in
      var input = input
      input.file = file(input.file)
      input.app = input.app.map { apps.contains($0) ? $0 : pseudonym(.text, $0) }
      input.sha256 = hash(input.sha256)
      return input
    }
    redacted.changes = header.changes.map { .init(file: file($0.file), sha256: hash($0.sha256)) }
    return redacted
  }
}
