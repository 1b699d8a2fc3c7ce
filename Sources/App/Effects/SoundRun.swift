import ColourClock

/// The course of a sound: what is played next, how loudly, and for how long.
struct SoundRun {
  let cue: SoundCue
  /// The uptime of its start.
  let start: Duration
  let files: Files

  struct Files: Equatable {
    /// The chosen sound; `nil` where there is no such file.
    var alarm: String?
    /// The theme's sound for messages.
    var message: String?
    // The clock's own.
    var ownAlarm: String?
    /// The own alarm, ever louder for `rise`.
    var ownRising: String?
    var ownChime: String?
  }

  struct Play: Equatable {
    let file: String
    let loudness: Loudness
    /// For how long at the most.
    let span: Duration
    /// Whether it is followed by another one.
    let isRepeated: Bool
  }

  /// For so long an alarm rises.
  static let rise = Duration.seconds(10)
  /// One step of that: the beginning of the sound is repeated, each time louder.
  private static let step = rise / Loudness.steps
  /// The scene ends an alarm earlier, unless the clock is stopped.
  static let longest = Duration.seconds(90)
  private static let shortest = Duration.seconds(3)

  func isOver(at uptime: Duration) -> Bool { uptime - start >= SoundRun.longest }

  /// - Returns: `nil` where there is nothing that the player can play.
  func play(by player: Player, at uptime: Duration) -> Play? {
    switch cue {
    case .alarm: alarm(by: player, after: max(.zero, uptime - start))
    case .short: once([files.alarm, files.ownAlarm], player, SoundRun.shortest)
    case .message: once([files.message, files.ownChime], player, SoundRun.rise)
    case .chime: once([files.ownChime], player, SoundRun.rise)
    }
  }

  private func alarm(by player: Player, after age: Duration) -> Play? {
    let isRising = age < SoundRun.rise
    if isRising, !player.hasVolume, let rising = files.ownRising {
      return Play(file: rising, loudness: .full, span: SoundRun.longest - age, isRepeated: true)
    }
    guard let file = SoundRun.first(of: [files.alarm, files.ownAlarm], for: player) else { return nil }
    guard isRising, player.hasVolume else {
      return Play(file: file, loudness: .full, span: SoundRun.longest - age, isRepeated: true)
    }
    let step = Int(age / SoundRun.step)
    return Play(
      file: file, loudness: Loudness(stepsBelowFull: Loudness.steps - step), span: SoundRun.step * (step + 1) - age,
      isRepeated: true)
  }

  private func once(_ files: [String?], _ player: Player, _ span: Duration) -> Play? {
    SoundRun.first(of: files, for: player).map { Play(file: $0, loudness: .full, span: span, isRepeated: false) }
  }

  private static func first(of files: [String?], for player: Player) -> String? {
    files.compactMap(\.self).first(where: player.canPlay)
  }
}
