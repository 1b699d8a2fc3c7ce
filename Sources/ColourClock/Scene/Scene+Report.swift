/// The control socket's JSON. All spans are in seconds.
extension Scene {
  package struct Report: Hashable, Encodable, Sendable {
    package let face: String
    /// `#rrggbb`, without dimming.
    package let colour: String
    /// As shown, HH:MM:SS.
    package let time: String
    /// As shown, YYYY-MM-DD.
    package let date: String
    /// An abbreviation, such as CET.
    package let zone: String
    /// Seconds east of Greenwich.
    package let offset: Int
    package let countdown: CountdownReport?
    package let countdowns: [CountdownReport]
    package let stopwatch: StopwatchReport?
    package let program: ProgramReport?
    package let alarms: [String]
    package let ringing: [String]
    package let snoozed: [SnoozeReport]
    package let messages: [MessageReport]
    package let agenda: [PeriodReport]
    package let hold: HoldReport
    package let feed: FeedReport?
    let isGalleryOpen: Bool
    let isHelpOpen: Bool
    let isSettingsOpen: Bool
    let isOrderOpen: Bool
    package let isBlank: Bool
    /// The light left by `dim`, 0.05…1.
    package let dim: Double
    /// `nil` if the options turn sounds off.
    package let sound: SoundReport?
    /// Parts hidden for lack of room, or under a message.
    package let hidden: [String]
  }

  package struct CountdownReport: Hashable, Encodable, Sendable {
    package let id: Int
    /// Keys, the bar and commands without an ID act on it.
    package let isChosen: Bool
    /// `idle`, `running`, `paused` or `over`.
    package let state: String
    /// `calm`, `soon`, `last` or `over`.
    package let phase: String
    /// Negative in overtime.
    package let remaining: Double
    package let length: Double
    /// Seconds before the end; 0 without `soon`.
    package let warn: Double
    /// Seconds before the end; 0 without `last`.
    package let danger: Double
    /// HH:MM, or YYYY-MM-DD HH:MM if more than a day away; `nil` unless it runs.
    package let ends: String?
    package let title: String
  }

  package struct StopwatchReport: Hashable, Encodable, Sendable {
    package let isRunning: Bool
    package let elapsed: Double
    let laps: Int
    /// At most the last 99, with the wall's times.
    package let lapTimes: [LapReport]
  }

  package struct LapReport: Hashable, Encodable, Sendable {
    package let number: Int
    package let split: Double
    package let total: Double
  }

  package struct SnoozeReport: Hashable, Encodable, Sendable {
    package let alarm: String
    /// When it rings again, HH:MM:SS.
    package let time: String
  }

  package struct AlarmReport: Hashable, Encodable, Sendable {
    /// As a value of the option `--alarm`.
    package let alarm: String
    package let title: String

    package init(_ alarm: DailyAlarm) { (self.alarm, title) = (alarm.text, alarm.title) }
  }

  package struct SoundReport: Hashable, Encodable, Sendable {
    package let isMuted: Bool
    /// True if the night silences sounds.
    package let isQuiet: Bool
    /// True while an alarm's or countdown's sound plays.
    package let isPlaying: Bool
  }

  package struct MessageReport: Hashable, Encodable, Sendable {
    package let id: String?
    package let priority: String
    package let lines: [String]
    /// False if waiting or without room.
    package let isShown: Bool
    /// `nil` without an end.
    package let left: Double?
  }

  package struct PeriodReport: Hashable, Encodable, Sendable {
    /// HH:MM:SS, as `end`.
    package let start: String
    /// `nil` for a reminder.
    package let end: String?
    package let title: String
    /// YYYY-MM-DD; `nil` if the period recurs.
    package let date: String?
    package let calendar: String?
    /// `#rrggbb`; `nil` for the ink.
    package let colour: String?
    /// `now`, `next`, or `tomorrow` (its first period, once today's are over); else `nil`.
    package let turn: String?
  }

  package struct HoldReport: Hashable, Encodable, Sendable {
    /// `quit`, `reset`, `refresh`, `none`, `command`, `dismiss` or `next`.
    package let action: String
    /// `hold`, `hint`, `again` or `done`.
    package let prompt: String
    package let isHeld: Bool
  }

  package struct FeedReport: Hashable, Encodable, Sendable {
    package let lines: [String]
    /// Seconds since the last good answer; `nil` before the first.
    package let age: Double?
    package let failure: String?
    /// The command's last line on standard error.
    package let complaint: String?
  }

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
      isSettingsOpen: settings.isOpen(at: moment.uptime), isOrderOpen: order.isOpen(at: moment.uptime),
      isBlank: displayOverride.isBlank,
      dim: displayOverride.light(at: moment.uptime), sound: soundReport(at: moment), hidden: hidden)
  }

  package var hidden: [String] { layout?.hidden.map(\.rawValue) ?? [] }

  package func shownTime(at moment: Moment) -> (text: String, date: String, colour: String) {
    let time = moment.zone.civil(at: style.fade.pace.tickStart(moment.instant))
    return (time.clockText, Scene.text(time.date), face.colour(time).hex)
  }

  /// As `2027-01-01`.
  static func text(_ date: GregorianDate) -> String {
    "\(date.year)-\(date.month.twoDigits)-\(date.day.twoDigits)"
  }

  var card: String { setup.cards.first { $0.face == face && $0.style == style }?.name ?? face.name }

  /// What ended within the last second; else all that is over; else the ring's countdown.
  package func endedNames(at moment: Moment) -> [String] {
    let alarm = schedule.alarms.ringing.map { ($0.headline(style.labels), $0.countdown) }
    let all = [alarm].compactMap(\.self) + countdowns.all.map { (listTitle(of: $0.countdown), $0.countdown) }
    let over = all.compactMap { name, countdown in countdown.timeOver(at: moment).map { (name: name, age: $0) } }
    let new = over.filter { $0.age < .seconds(1) }
    let names = (new.isEmpty ? over : new).map(\.name)
    return names.isEmpty ? countdowns.subject.map { [listTitle(of: $0)] } ?? [] : names
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
    let time = end.nearestMinute(in: moment.zone).minutes
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
    HoldReport(action: "\(presentHoldAction)", prompt: "\(hold.prompt(at: moment))", isHeld: hold.isHeld)
  }
}

extension Feed {
  fileprivate func report(at moment: Moment) -> Scene.FeedReport {
    Scene.FeedReport(
      lines: lines, age: updated.map { (moment.uptime - $0).inSeconds },
      failure: failure.map { $0.text(of: rules.name) }, complaint: complaint)
  }
}
