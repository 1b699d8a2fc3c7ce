/// What of the clock can be heard: whether it is muted, and what sounds now. The program plays the sounds.
struct Sound: Hashable, Sendable {
  /// By a viewer or a command.
  var isMuted = false
  /// The sound that lasts until it is ended; `nil` if there is none.
  fileprivate(set) var playing: Playing?
  var chime = Chime()

  struct Playing: Hashable, Sendable {
    let cause: Cause
    /// The uptime at which it ends by itself.
    var end: Duration
  }

  enum Cause: Hashable, Sendable {
    /// A countdown at zero, or an alarm.
    case ringing
    /// An urgent message.
    case urgent
  }

  /// How long a sound lasts that nobody ends.
  static let longest = Duration.seconds(60)
}

/// A sound to be played.
package enum SoundCue: Hashable, Sendable {
  /// Rises, and lasts until `Effect.silence`.
  case alarm
  /// The sound of the alarm, once and for a moment: a repeating countdown has reached zero.
  case short
  /// A notice has come.
  case message
  /// A full hour.
  case chime
}

/// Everything that options decide about sounds.
package struct SoundSetup: Hashable, Sendable {
  package var isOn: Bool
  /// Whether messages are heard: the user may have a command for that.
  package var isForMessages: Bool
  package var isByNight: Bool
  package var chimes: Bool

  package init(isOn: Bool = false, isForMessages: Bool = true, isByNight: Bool = false, chimes: Bool = false) {
    (self.isOn, self.isForMessages, self.isByNight, self.chimes) = (isOn, isForMessages, isByNight, chimes && isOn)
  }
}

extension Scene {
  /// Begins and ends sounds after an event.
  /// - Parameter effects: the effects of the event.
  mutating func settleSound(after effects: [Effect], at moment: Moment) -> [Effect] {
    // Most ticks.
    if effects.isEmpty, clock.sound.playing == nil { return [] }
    return clock.settleSound(after: effects, at: moment)
  }

  mutating func mute(_ isMuted: Bool) -> [Effect] {
    clock.sound.isMuted = isMuted
    if isMuted { clock.sound.playing = nil }
    return (isMuted ? [.silence] : []) + [.keepMute(isMuted)]
  }
}

extension ClockState {
  /// Whether nothing is heard because it is night.
  func isQuiet(at moment: Moment) -> Bool {
    guard !setup.sound.isByNight, let night = setup.night, moment.health != .unset else { return false }
    return night.isNight(at: moment.instant.second, in: moment.zone)
  }

  func isSilent(at moment: Moment) -> Bool { !setup.sound.isOn || sound.isMuted || isQuiet(at: moment) }

  fileprivate mutating func settleSound(after effects: [Effect], at moment: Moment) -> [Effect] {
    let isSilent = isSilent(at: moment)
    var orders: [Effect] = []
    if let playing = sound.playing, isSilent || playing.end <= moment.uptime || !isThere(playing.cause) {
      sound.playing = nil
      orders.append(.silence)
    }
    if isSilent { return orders }
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
    case .zero where isRinging: return begin(.ringing, at: moment)
    case .zero: return play(.short)
    case .announce(let message) where setup.sound.isForMessages:
      switch message.priority {
      case .urgent: return begin(.urgent, at: moment)
      case .notice: return play(.message)
      case .info: return []
      }
    default: return []
    }
  }

  /// A sound that lasts already goes on.
  private mutating func begin(_ cause: Sound.Cause, at moment: Moment) -> [Effect] {
    let isNew = sound.playing == nil
    sound.playing = Sound.Playing(cause: cause, end: moment.uptime + Sound.longest)
    return isNew ? [.sound(.alarm)] : []
  }

  /// A short sound does not interrupt one that lasts.
  private func play(_ cue: SoundCue) -> [Effect] { sound.playing == nil ? [.sound(cue)] : [] }
}
