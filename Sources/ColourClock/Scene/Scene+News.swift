extension Scene {
  package func news(at moment: Moment) -> News {
    News(
      countdown: countdown, phases: setup.phases, phase: countdown?.phase(at: moment, setup.phases),
      countdowns: countdowns, undoCount: clock.undoCount,
      listed: countdowns.hasSeveral ? countdowns.all.map { $0.countdown.phase(at: moment, setup.phases) } : [],
      stopwatch: stopwatch, program: programNews, hold: holdReport(at: moment),
      face: card, feed: feed?.news, messages: messages, shown: schedule.messages.shown, ringing: ringingAlarms,
      healthProblem: healthProblem?.text(), agenda: agendaNews(at: moment), isBlank: displayOverride.isBlank,
      dim: displayOverride.light(at: moment.uptime),
      sound: SoundNews(isMuted: isMuted, isPlaying: isHeard))
  }

  /// Clients get an event for each change of this value.
  package struct News: Hashable, Sendable {
    fileprivate let countdown: Countdown?
    fileprivate let phases: CountdownPhases
    fileprivate let phase: Countdown.Phase?
    fileprivate let countdowns: Countdowns
    fileprivate let undoCount: Int
    fileprivate let listed: [Countdown.Phase]
    package let stopwatch: Stopwatch?
    package let program: ProgramNews?
    package let hold: HoldReport
    package let face: String
    package let feed: Feed.News?
    package let messages: [Message]
    let shown: Messages.Shown
    package let ringing: [DailyAlarm]
    package let healthProblem: String?
    package let agenda: AgendaNews
    package let isBlank: Bool
    package let dim: Double
    package let sound: SoundNews

    package func hasSameMessages(as other: News) -> Bool { messages == other.messages && shown == other.shown }
    package func isSameCountdown(as other: News) -> Bool {
      countdown == other.countdown && phase == other.phase && (countdown == nil || phases == other.phases)
    }

    package func hasSameCountdowns(as other: News) -> Bool {
      isSameCountdown(as: other) && countdowns == other.countdowns && listed == other.listed
    }

    /// The countdowns that have newly reached `soon` or `last`.
    package func enteredPhase(since other: News) -> [Int] {
      let before = Dictionary(uniqueKeysWithValues: other.phased.map { ($0.entry.id, ($0.entry.countdown, $0.phase)) })
      return phased.filter { entry, phase in
        guard phase == .soon || phase == .last else { return false }
        guard let (old, oldPhase) = before[entry.id] else { return true }
        return old.program?.index != entry.countdown.program?.index || oldPhase < phase
      }.map(\.entry.id)
    }

    private var phased: [(entry: Countdowns.Entry, phase: Countdown.Phase)] {
      Array(zip(countdowns.all, countdowns.hasSeveral ? listed : [phase].compactMap(\.self)))
    }

    package func ended(since other: News) -> [Int] { countdowns.ended(since: other.countdowns) }

    /// After an undo, no event says that a phase, step or alarm begins.
    package func isUndone(since other: News) -> Bool { undoCount != other.undoCount }
  }

  package struct SoundNews: Hashable, Sendable {
    fileprivate let isMuted, isPlaying: Bool
  }

  package struct AgendaNews: Hashable, Sendable {
    fileprivate let periods: [Period]
    fileprivate let now, next, tomorrow: Period?
  }

  private func agendaNews(at moment: Moment) -> AgendaNews {
    guard !agenda.periods.isEmpty else { return AgendaNews(periods: [], now: nil, next: nil, tomorrow: nil) }
    let (now, next, tomorrow) = agenda(at: moment)
    return AgendaNews(periods: agenda.periods, now: now, next: next, tomorrow: tomorrow)
  }
}

extension Feed {
  package struct News: Hashable, Sendable {
    fileprivate let lines: [String]
    fileprivate let failure: Reason?
  }

  fileprivate var news: News { News(lines: lines, failure: failure) }
}
