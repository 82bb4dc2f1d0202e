import CivilTime
import PlanModel

/// What happens once: an instant, a bound that a number passes, a count that is reached, a place.
extension DeclaredKind {
  func event() -> KindDefinition {
    KindDefinition(
      description, delivery: rules.delivery ?? .ever, toldFor: declaration.toldFor,
      checks: rules.checks ?? [inactive, completed] + (hasInstant ? [] : [undated])
    ) { frame, kind, list in
      guard let field = declaration.at else { return }
      for (index, item) in items(frame).enumerated() where passes(item) {
        guard case .instant(let at) = value(field, of: item) else {
          addUndated(item, at: index, rules.form(item), frame, kind, &list)
          continue
        }
        let (local, open) = (frame.timeline.local(at: at), kind.openDays(item.shift, frame))
        let request = request(item, kind, frame, rules.form(item)) { name in
          switch name {
          case "at": .dateTime(local)
          case "shiftedDate": .date(open?.moved(local.date) ?? local.date)
          default: nil
          }
        }
        list.addAlone(request, .event(at), item: index)
        list.follow(local.date, from: local.date, open, frame)
      }
    }
  }

  /// Whether every item has the instant.
  private var hasInstant: Bool { declaration.at.flatMap { declaration.fields?.fields[$0].isRequired } ?? false }

  // MARK: Threshold

  func threshold() -> KindDefinition {
    KindDefinition(
      description, delivery: declaration.since == nil ? .ever : .since { since($0, $1) },
      checks: rules.checks ?? [inactive, completed],
      withdrawal: { notice, kind, frame in
        item(of: notice, kind, frame).map { $0.0.isCompleted || bound(passedBy: $0.0) == nil } == true
          ? .completed : nil
      }
    ) { frame, kind, list in
      for (index, item) in items(frame).enumerated() where passes(item) {
        guard let limit = bound(passedBy: item) else { continue }
        let request = request(item, kind, frame) { $0 == "limit" && !hasOwnLimit ? .decimal(limit) : nil }
        list.addAlone(request, timing(item, frame), item: index)
      }
    }
  }

  /// Items may have a field of that name: a budget's limit is an amount.
  private var hasOwnLimit: Bool { declaration.fields?.place("limit") != nil }

  /// The bound that the number is past; nil: it is past none.
  private func bound(passedBy item: Item) -> DecimalNumber? {
    guard let number = declaration.number.flatMap({ value($0, of: item).number }) else { return nil }
    if let below = self.number(declaration.below, of: item), number < below { return below }
    if let above = self.number(declaration.above, of: item), number > above { return above }
    return nil
  }

  /// Now, or at the next of the policy's times.
  private func timing(_ item: Item, _ frame: AccountFrame) -> Candidate.Timing {
    guard hasTimes(frame) else { return .now }
    let now = frame.timeline.local(at: frame.now)
    for date in frame.today...frame.today.adding(days: 7) where days(frame).contains(date.weekday) {
      // After a move to and fro the clock shows a time again that counts as the earlier one.
      let next = times(of: item, on: date, frame).map { date.at($0) }.first { wall in
        guard wall > now, case .instant(let instant, _, _) = frame.resolve(wall) else { return false }
        return instant > frame.now
      }
      if let next { return .wall(next) }
    }
    return .now
  }

  /// What was delivered before the number was past its bound tells of another time.
  private func since(_ candidate: Candidate, _ frame: AccountFrame) -> Instant {
    switch value(declaration.since!, of: item(of: candidate, frame)) {
    case .instant(let instant): instant
    case .date(let date): frame.timeline.startOfDay(date)
    default: .distantPast
    }
  }

  // MARK: Streak

  func streak() -> KindDefinition {
    KindDefinition(
      description, delivery: .ever, checks: rules.checks ?? [inactive],
      renewal: { plan, kind, frame in
        guard let list = declaration.item else { return nil }
        let items = items(frame)
        // Told as long as its completion is of today or yesterday.
        let ends = plan.decisions.compactMap { decision -> LocalDate? in
          let request = plan.requests[Int(decision.request)]
          guard decision.outcome.isScheduled, decision.at == frame.now, request.kind == kind.settings.kind,
            let place = request.item.flatMap({ frame.places(list)[$0] })
          else { return nil }
          return frame.today.adding(days: items[place].isDone(on: frame.today) ? 2 : 1)
        }
        return ends.min().map { PlanAgain(frame.timeline.startOfDay($0), .lateEvent) }
      }
    ) { frame, kind, list in
      guard let field = declaration.number else { return }
      for (index, item) in items(frame).enumerated() {
        guard case .integer(let count) = value(field, of: item), declaration.milestones.contains(count), passes(item),
          item.isDone(on: frame.today) || item.isDone(on: frame.yesterday)
        else { continue }
        list.addAlone(request(item, kind, frame) { $0 == "count" ? .integer(count) : nil }, .now, item: index)
      }
    }
  }

  // MARK: Place

  func place() -> KindDefinition {
    KindDefinition(
      description, checks: rules.checks ?? [inactive, doneToday],
      withdrawal: { notice, kind, frame in
        item(of: notice, kind, frame).map { $0.0.isDone(on: frame.today) } == true ? .completed : nil
      },
      renewal: { plan, kind, frame in
        let items = items(frame).filter { $0.place != nil && !$0.isArchived && passes($0) }
        if items.isEmpty { return nil }
        let told = Set(
          plan.decisions.lazy.filter { $0.outcome.reason == .alreadyDelivered }
            .map { plan.requests[Int($0.request)] }.filter { $0.kind == kind.settings.kind }.compactMap(\.item))
        // Whole days: a trigger comes and goes at midnight.
        let later = (frame.today.adding(days: 1)...frame.today.adding(days: frame.days + 1)).first { date in
          items.contains { isArmed($0, on: date) != (isArmed($0, on: frame.today) && !told.contains($0.id)) }
        }
        return later.map { PlanAgain(frame.timeline.startOfDay($0), .place) }
      },
      followUp: { delivered, kind, frame in
        item(of: delivered.notice, kind, frame).map { $0.0.isDone(on: delivered.day) }
      }
    ) { frame, kind, list in
      for (index, item) in items(frame).enumerated() where passes(item) {
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

  /// Whether its place trigger waits on a date, by the item alone.
  private func isArmed(_ item: Item, on date: LocalDate) -> Bool {
    isInUse(item, on: date) && !item.isDone(on: date)
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
    _ item: Item, _ kind: KindPlan, _ frame: AccountFrame, _ form: MessageForm = .plain,
    _ own: (String) -> FieldValue?
  ) -> NotificationRequest {
    frame.request(kind, item: item.id, form: form, isOneOff: true, location: item.location) { name in
      own(name) ?? value(name, of: item, frame)
    }
  }
}
