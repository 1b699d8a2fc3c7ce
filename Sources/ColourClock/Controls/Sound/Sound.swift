struct Sound: Hashable, Sendable {
  var isMuted = false
  fileprivate(set) var playing: Playing?
  /// The deadlines that rang at the last check. Only a new one starts the alarm's sound.
  fileprivate var ringingDeadlines: Set<Countdown.Deadline> = []
  var chime = Chime()
  /// True if the last sound could not be played.
  var hasFailed = false

  struct Playing: Hashable, Sendable {
    let cause: Cause
    var end: Duration
  }

  enum Cause: Hashable, Sendable {
    /// A countdown at zero or an alarm.
    case ringing
    case urgent
  }

  /// The longest time that an alarm sounds.
  static let longest = Duration.seconds(60)
}

package enum SoundCue: Hashable, Sendable {
  /// The sound becomes louder; `Effect.silence` ends it.
  case alarm
  /// One sound at the zero of a repeating countdown, or of a program that goes on.
  case short
  /// One sound for a notice.
  case message
  case chime
}

package struct SoundSetup: Hashable, Sendable {
  package var isOn: Bool
  package var isForMessages: Bool
  package var isByNight: Bool
  package var chimes: Bool

  package init(isOn: Bool = false, isForMessages: Bool = true, isByNight: Bool = false, chimes: Bool = false) {
    (self.isOn, self.isForMessages, self.isByNight, self.chimes) = (isOn, isForMessages, isByNight, chimes && isOn)
  }
}

extension Scene {
  mutating func settleSound(after effects: [Effect], at moment: Moment) -> [Effect] {
    if effects.isEmpty, clock.sound.playing == nil { return [] }
    return clock.settleSound(after: effects, at: moment)
  }

  /// Resumes a sound after a restart or a mute.
  package mutating func resumeSound(at moment: Moment) -> [Effect] { clock.resumeSound(at: moment) }

  mutating func mute(_ isMuted: Bool, at moment: Moment) -> [Effect] {
    guard clock.sound.isMuted != isMuted else { return [.saveMute(isMuted)] }
    clock.sound.isMuted = isMuted
    if isMuted { clock.sound.playing = nil }
    return (isMuted ? [.silence] : resumeSound(at: moment)) + [.saveMute(isMuted)]
  }
}

extension ClockState {
  /// The night is unknown while the system's clock is not set.
  func isQuiet(at moment: Moment) -> Bool {
    guard !setup.sound.isByNight, let night = setup.night, moment.health != .unset else { return false }
    return night.isNight(at: moment.instant.second, in: moment.zone)
  }

  func isSilent(at moment: Moment) -> Bool { !setup.sound.isOn || sound.isMuted || isQuiet(at: moment) }

  fileprivate mutating func resumeSound(at moment: Moment) -> [Effect] {
    sound.ringingDeadlines = ringingDeadlines
    let alarm = schedule.alarms.ringing?.countdown
    let ages = ([alarm] + countdowns.all.map(\.countdown)).compactMap { $0?.timeOver(at: moment) }
    guard let age = ages.min(), age < Sound.longest, !isSilent(at: moment) else { return [] }
    sound.playing = Sound.Playing(cause: .ringing, end: moment.uptime + Sound.longest - age)
    return [.sound(.alarm)]
  }

  private var ringingDeadlines: Set<Countdown.Deadline> {
    let ringing = [schedule.alarms.ringing?.countdown].compactMap(\.self) + countdowns.all.map(\.countdown)
    return Set(ringing.compactMap { if case .over(let end) = $0.state { end } else { nil } })
  }

  private mutating func beginsToRing() -> Bool {
    let deadlines = ringingDeadlines
    defer { sound.ringingDeadlines = deadlines }
    return !sound.ringingDeadlines.isSuperset(of: deadlines)
  }

  fileprivate mutating func settleSound(after effects: [Effect], at moment: Moment) -> [Effect] {
    let isSilent = isSilent(at: moment)
    let begins = effects.contains(.reachedZero) && beginsToRing()
    var orders: [Effect] = []
    if let playing = sound.playing, isSilent || playing.end <= moment.uptime || !isThere(playing.cause) {
      sound.playing = nil
      orders.append(.silence)
    }
    if isSilent { return orders }
    if begins { orders += begin(.ringing, at: moment) }
    for effect in effects { orders += sounds(of: effect, at: moment) }
    return orders
  }

  private func isThere(_ cause: Sound.Cause) -> Bool {
    switch cause {
    case .ringing: isRinging
    case .urgent: schedule.messages.isUrgent
    }
  }

  private mutating func sounds(of effect: Effect, at moment: Moment) -> [Effect] {
    switch effect {
    case .reachedZero: return play(.short)
    case .announce(let message) where setup.sound.isForMessages:
      switch message.priority {
      case .urgent: return begin(.urgent, at: moment)
      case .notice: return play(.message)
      case .info: return []
      }
    default: return []
    }
  }

  private mutating func begin(_ cause: Sound.Cause, at moment: Moment) -> [Effect] {
    let isNew = sound.playing == nil
    sound.playing = Sound.Playing(cause: cause, end: moment.uptime + Sound.longest)
    return isNew ? [.sound(.alarm)] : []
  }

  private func play(_ cue: SoundCue) -> [Effect] { sound.playing == nil ? [.sound(cue)] : [] }
}
