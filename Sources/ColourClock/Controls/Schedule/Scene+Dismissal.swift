extension Scene {
  package static let usualSnooze = Duration.seconds(300)

  /// If a program waits, its next step begins.
  mutating func dismissRinging(at moment: Moment) -> [Effect] {
    if !clock.schedule.alarms.dismiss() { clock.countdowns.dismiss(at: moment) }
    return [.saveTimers]
  }

  /// `nil` if nothing rings.
  mutating func snooze(by span: Duration, at moment: Moment) -> [Effect]? {
    guard isRinging else { return nil }
    return undoably(at: moment) { scene in
      if !scene.clock.schedule.alarms.snooze(by: span, at: moment) {
        let name = scene.nameBeforeSnooze(of: span)
        scene.clock.countdowns.changeRinging {
          $0.add(span, at: moment)
          if let name { $0.title = name }
        }
      }
      return [.saveTimers]
    }
  }

  /// The list names an untitled countdown by its end or length. Returns this name if the snooze would change it; else
  /// `nil`.
  private func nameBeforeSnooze(of span: Duration) -> String? {
    guard countdowns.hasSeveral, let countdown = countdowns.ringing?.countdown,
      countdown.end != nil || span > countdown.length
    else { return nil }
    return countdown.program == nil && (countdown.title ?? "").isEmpty ? listTitle(of: countdown) : nil
  }

  /// If nothing rings but a step that waits, a message is dismissed first.
  mutating func dismissMostUrgent(at moment: Moment) -> [Effect] {
    if isRinging, !clock.onlyStepWaits || schedule.messages.isEmpty { return dismissRinging(at: moment) }
    _ = clock.schedule.messages.dismiss(nil)
    return advanceSchedule(to: moment)
  }

  mutating func dismiss(_ name: String?, at moment: Moment) throws(Refusal) -> [Effect] {
    guard let name else {
      guard isRinging || !schedule.messages.isEmpty else { throw Refusal("there is nothing to dismiss") }
      return dismissMostUrgent(at: moment)
    }
    if let id = try ringingID(of: name) {
      clock.countdowns.dismiss(id, at: moment)
      return [.saveTimers]
    }
    let ringing = schedule.alarms.ringing?.alarms ?? []
    if ringing.contains(where: { $0.matches(name) }) { return dismissRinging(at: moment) }
    guard clock.schedule.messages.dismiss(name) else { throw Refusal("there is no message or alarm '\(name)'") }
    return advanceSchedule(to: moment)
  }

  /// The ID of the ringing countdown with this title, or with this ID if no message has the same.
  private func ringingID(of name: String) throws(Refusal) -> Int? {
    let ringing = countdowns.all.filter(\.countdown.isOver)
    if let id = try countdownID(of: name, among: ringing) { return id }
    return messages.contains { $0.id == name } ? nil : ringing.first { "\($0.id)" == name }?.id
  }
}
