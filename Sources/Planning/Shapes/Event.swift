import CivilTime
import PlanModel

/// Makes one candidate for each item, at an instant of the item.
extension ShapedKind {
  func event() -> KindDefinition {
    var event = ofItems(checks(inactive, completed, undated, silentWhileActive)) { item, index, frame, kind, list in
      guard let field = declaration.at, isPlannable(item) else { return }
      guard case .instant(let at) = value(field, of: item) else {
        return addUndated(item, at: index, form(of: item, frame), frame, kind, &list)
      }
      let (local, open) = (frame.timeline.local(at: at), kind.openDays(item.shift, frame))
      let request = requestOnce(item, kind, frame, form(of: item, frame)) { name in
        switch name {
        case "at": .dateTime(local)
        case "shiftedDate": .date(open?.moved(local.date) ?? local.date)
        default: nil
        }
      }
      list.addAlone(request, .event(at), item: index)
      list.follow(local.date, from: local.date, open, frame)
    }
    event.delivery = delivery
    event.toldFor = declaration.toldFor
    return event
  }

  var silentWhileActive: Check? { declaration.isSilentWhileActive ? .appActive : nil }

  /// Deliveries before the `since` field belong to an earlier occasion.
  var delivery: KindDefinition.Delivery {
    guard let field = declaration.since else { return .ever }
    return .since { candidate, frame in
      switch value(field, of: item(of: candidate, frame)) {
      case .instant(let instant): instant
      case .date(let date): frame.timeline.startOfDay(date)
      default: .distantPast
      }
    }
  }

  /// Returns the one-off request of an item.
  ///
  /// - Parameter own: Returns the value of a field of the shape; nil for a field of the item.
  func requestOnce(
    _ item: Item, _ kind: KindPlan, _ frame: AccountFrame, _ form: MessageForm = .plain,
    _ own: (String) -> FieldValue?
  ) -> NotificationRequest {
    frame.request(kind, item: item.id, form: form, isOneOff: true, location: item.location) { name in
      own(name) ?? value(name, of: item, frame)
    }
  }
}
