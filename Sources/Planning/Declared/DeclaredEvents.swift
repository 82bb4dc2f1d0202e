import CivilTime
import PlanModel

/// What happens once: an instant, a bound that a number passes, a count that is reached, a place.
extension DeclaredKind {
  func event() -> KindDefinition {
    KindDefinition(description, delivery: .ever, toldFor: declaration.toldFor, checks: [inactive, completed]) {
      frame, kind, list in
      guard let field = declaration.at else { return }
      for (index, item) in items(frame).enumerated() {
        guard case .instant(let at) = item.values[field] else { continue }
        let request = request(item, kind, frame) { name in
          name == "at" ? .dateTime(frame.timeline.local(at: at)) : nil
        }
        list.addAlone(request, .event(at), item: index)
      }
    }
  }

  // MARK: Threshold

  func threshold() -> KindDefinition {
    KindDefinition(
      description, delivery: declaration.since == nil ? .ever : .since { since($0, $1) },
      checks: [inactive, completed],
      withdrawal: { delivered, kind, frame in
        item(of: delivered, kind, frame).map { $0.0.isCompleted || bound(passedBy: $0.0) == nil } == true
          ? .completed : nil
      }
    ) { frame, kind, list in
      for (index, item) in items(frame).enumerated() where passes(item) {
        guard let limit = bound(passedBy: item) else { continue }
        let request = request(item, kind, frame) { $0 == "limit" ? .decimal(limit) : nil }
        list.addAlone(request, timing(item, frame), item: index)
      }
    }
  }

  /// The bound that the number is past; nil: it is past none.
  private func bound(passedBy item: DeclaredItem) -> DecimalNumber? {
    guard let number = declaration.number.flatMap({ item.values[$0].number }) else { return nil }
    if let below = self.number(declaration.below, of: item), number < below { return below }
    if let above = self.number(declaration.above, of: item), number > above { return above }
    return nil
  }

  /// Now, or at the next of the policy's times.
  private func timing(_ item: DeclaredItem, _ frame: AccountFrame) -> Candidate.Timing {
    guard hasTimes(frame) else { return .now }
    let now = frame.timeline.local(at: frame.now)
    for date in frame.today...frame.today.adding(days: 7) where days(frame).contains(date.weekday) {
      if let time = times(of: item, on: date, frame).first(where: { date.at($0) > now }) { return .wall(date.at(time)) }
    }
    return .now
  }

  /// What was delivered before the number was past its bound tells of another time.
  private func since(_ candidate: Candidate, _ frame: AccountFrame) -> Instant {
    switch item(of: candidate, frame).values[declaration.since!] {
    case .instant(let instant): instant
    case .date(let date): frame.timeline.startOfDay(date)
    default: .distantPast
    }
  }

  // MARK: Streak

  func streak() -> KindDefinition {
    KindDefinition(description, delivery: .ever, checks: [inactive]) { frame, kind, list in
      guard let field = declaration.number else { return }
      for (index, item) in items(frame).enumerated() {
        guard case .integer(let count) = item.values[field], declaration.milestones.contains(count),
          item.isDone(on: frame.today) || item.isDone(on: frame.yesterday)
        else { continue }
        list.addAlone(request(item, kind, frame) { $0 == "count" ? .integer(count) : nil }, .now, item: index)
      }
    }
  }

  // MARK: Place

  func place() -> KindDefinition {
    KindDefinition(
      description, checks: [inactive, doneToday],
      withdrawal: { delivered, kind, frame in
        item(of: delivered, kind, frame).map { $0.0.isDone(on: frame.today) } == true ? .completed : nil
      },
      followUp: { delivered, kind, frame in item(of: delivered, kind, frame).map { $0.0.isDone(on: delivered.day) } }
    ) { frame, kind, list in
      for (index, item) in items(frame).enumerated() {
        guard let place = item.place else { continue }
        let form = description.forms[place.crossing == .entry ? 0 : 1]
        let request = request(item, kind, frame, form) { name in
          switch name {
          case "place": .text(place.name)
          case "trigger": .text(place.crossing.rawValue)
          default: nil
          }
        }
        list.addAlone(request, .none, item: index)
      }
    }
  }

  private var doneToday: Check {
    Check(.completed, .candidate { items($1.frame)[Int($0.item)].isDone(on: $1.frame.today) }) { explainer in
      let item = item(of: explainer.candidate, explainer.frame)
      let today = explainer.frame.today
      return [.init("completions have \(today)", "\(item.isDone(on: today))", item.location)]
    }
  }

  /// - Parameter own: The fields that the shape has; nil: the item has that field.
  private func request(
    _ item: DeclaredItem, _ kind: KindPlan, _ frame: AccountFrame, _ form: MessageForm = .plain,
    _ own: (String) -> FieldValue?
  ) -> NotificationRequest {
    frame.request(kind, item: item.id, form: form, isOneOff: true, location: item.location) { name in
      own(name) ?? value(name, of: item, frame)
    }
  }
}
