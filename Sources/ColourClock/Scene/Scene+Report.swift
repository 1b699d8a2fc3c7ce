extension Scene {
  package func report(at moment: Moment) -> Report {
    let shown = shownTime(at: moment)
    let present = moment.zone.civil(at: moment.instant.second)
    return Report(
      face: card, colour: shown.colour, time: shown.text, date: shown.date, zone: present.abbreviation,
      offset: present.utcOffset, countdown: countdownReport(at: moment), countdowns: countdownReports(at: moment),
      stopwatch: stopwatchReport(at: moment), program: programReport(at: moment), alarms: alarms.map(\.text),
      ringing: ringingAlarms.map(\.title),
      snoozed: snoozedAlarms.map { snoozeReport($0, in: moment.zone) }, messages: messageReports(at: moment),
      agenda: agendaReport(at: moment), hold: holdReport(at: moment), feed: feed?.report(at: moment),
      isGalleryOpen: gallery.isOpen(at: moment), isHelpOpen: help.isOpen(at: moment.uptime),
      isSettingsOpen: settings.isOpen(at: moment.uptime), isOrderOpen: runningOrder.isOpen(at: moment.uptime),
      isBlank: displayOverride.isBlank,
      dim: displayOverride.light(at: moment.uptime), sound: soundReport(at: moment), hidden: hidden)
  }

  package var hidden: [String] { layout?.hidden.map { String(describing: $0) } ?? [] }

  package func shownTime(at moment: Moment) -> (text: String, date: String, colour: String) {
    let time = moment.zone.civil(at: style.fade.pace.tickStart(moment.instant))
    return (time.clockText, Scene.text(time.date), face.colour(time).hex)
  }

  static func text(_ date: GregorianDate) -> String {
    "\(date.year.padded(to: 4))-\(date.month.twoDigits)-\(date.day.twoDigits)"
  }

  var card: String { setup.cards.first { $0.face == face && $0.style == style }?.name ?? face.name }

  /// The names of the countdowns that ended within the last second, or else of all that are over, or else of the one in
  /// the ring.
  package func endedNames(at moment: Moment) -> [String] {
    let alarm = schedule.alarms.ringing.map { ($0.headline(style.labels), $0.countdown) }
    let all = [alarm].compactMap(\.self) + countdowns.all.map { (listTitle(of: $0.countdown), $0.countdown) }
    let over = all.compactMap { name, countdown in countdown.timeOver(at: moment).map { (name: name, age: $0) } }
    let new = over.filter { $0.age < .seconds(1) }
    let names = (new.isEmpty ? over : new).map(\.name)
    return names.isEmpty ? countdowns.inRing.map { [listTitle(of: $0)] } ?? [] : names
  }

  package func countdownReport(at moment: Moment) -> CountdownReport? {
    let chosen = countdowns.chosenID
    return countdowns.all.first { $0.id == chosen }.map { report(of: $0, at: moment) }
  }

  package func countdownReports(at moment: Moment) -> [CountdownReport] {
    countdowns.all.map { report(of: $0, at: moment) }
  }

  private func report(of entry: Countdowns.Entry, at moment: Moment) -> CountdownReport {
    let countdown = entry.countdown
    let state =
      switch countdown.state {
      case .idle: "idle"
      case .running: "running"
      case .paused: "paused"
      case .over: "over"
      }
    let (warn, danger) = countdown.spans(setup.phases)
    let end = countdown.isRunning ? moment.instant + countdown.remaining(at: moment) : nil
    return CountdownReport(
      id: entry.id, isChosen: entry.id == countdowns.chosenID, state: state,
      phase: "\(countdown.phase(at: moment, setup.phases))", remaining: countdown.remaining(at: moment).inSeconds,
      length: countdown.length.inSeconds, warn: warn.inSeconds, danger: danger.inSeconds,
      ends: end.map { Scene.text(ofEnd: $0, at: moment) }, title: countdown.title ?? setup.ring.title)
  }

  private static func text(ofEnd end: Instant, at moment: Moment) -> String {
    let time = end.nearestMinute(in: moment.zone).hourAndMinute
    guard end - moment.instant > .seconds(86_400) else { return time }
    // Rounding may reach the next day.
    return "\(text(moment.zone.civil(at: (end + .seconds(30)).second).date)) \(time)"
  }

  package func stopwatchReport(at moment: Moment) -> StopwatchReport? {
    stopwatch.map {
      StopwatchReport(
        isRunning: $0.isRunning, elapsed: $0.elapsed(at: moment).inSeconds, laps: $0.laps,
        lapTimes: $0.shownLaps.map {
          LapReport(number: $0.number, split: $0.time.inSeconds, total: $0.total.inSeconds)
        })
    }
  }

  private func snoozeReport(_ snoozed: SnoozedAlarm, in zone: Zone) -> SnoozeReport {
    SnoozeReport(alarm: snoozed.alarm.text, time: zone.civil(at: snoozed.due.second).clockText)
  }

  package func soundReport(at moment: Moment) -> SoundReport? {
    guard setup.sound.isOn else { return nil }
    let sound = clock.sound
    return SoundReport(
      isMuted: sound.isMuted, isQuiet: clock.isQuiet(at: moment), isPlaying: isHeard)
  }

  var isHeard: Bool { clock.sound.playing != nil && !clock.sound.hasFailed }

  package func messageReports(at moment: Moment) -> [MessageReport] {
    schedule.messages.states(at: moment.uptime).map { message, isShown, left in
      MessageReport(
        id: message.id, priority: message.priority.rawValue, lines: message.lines,
        isShown: isShown && layout?.shows(message: message.lines) != false, left: left.map(\.inSeconds))
    }
  }

  package func agendaReport(at moment: Moment) -> [PeriodReport] {
    let (now, next, tomorrow) = agenda(at: moment)
    return agenda.periods.map { period in
      PeriodReport(
        start: period.start.text, end: period.end?.text, title: period.title,
        date: period.date(in: moment.zone).map(Scene.text), calendar: period.calendar, colour: period.colour?.hex,
        turn: period == now ? "now" : period == next ? "next" : period == tomorrow ? "tomorrow" : nil)
    }
  }

  package func feedReport(at moment: Moment) -> FeedReport? { feed?.report(at: moment) }

  func holdReport(at moment: Moment) -> HoldReport {
    HoldReport(action: "\(currentHoldAction)", prompt: "\(hold.prompt(at: moment))", isHeld: hold.isHeld)
  }
}

extension Feed {
  fileprivate func report(at moment: Moment) -> Scene.FeedReport {
    Scene.FeedReport(
      lines: lines, age: updated.map { (moment.uptime - $0).inSeconds },
      failure: failure.map { $0.text(of: rules.name) }, complaint: complaint)
  }
}
