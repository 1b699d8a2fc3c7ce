import ColourClock

struct LoudnessPlan {
  let cue: SoundCue
  let start: Duration
  let files: Files

  /// A missing file is `nil`. The files `own…` come with the program.
  struct Files: Equatable {
    var alarm: String?
    var message: String?
    var ownAlarm: String?
    /// This sound itself gets louder, for players without a volume.
    var ownRising: String?
    var ownChime: String?
  }

  struct Play: Equatable {
    let file: String
    let loudness: Loudness
    let span: Duration
    let isRepeated: Bool
  }

  /// How long an alarm gets louder; also the longest sound of a message or chime.
  static let rise = Duration.seconds(10)
  private static let stepLength = rise / Loudness.steps
  static let longest = Duration.seconds(90)
  private static let shortLimit = Duration.seconds(3)

  func isOver(at uptime: Duration) -> Bool { uptime - start >= LoudnessPlan.longest }

  func play(by player: Player, at uptime: Duration) -> Play? {
    switch cue {
    case .alarm: alarm(by: player, after: max(.zero, uptime - start))
    case .short: once([files.alarm, files.ownAlarm], player, LoudnessPlan.shortLimit)
    case .message: once([files.message, files.ownChime], player, LoudnessPlan.rise)
    case .chime: once([files.ownChime], player, LoudnessPlan.rise)
    }
  }

  private func alarm(by player: Player, after age: Duration) -> Play? {
    let isRising = age < LoudnessPlan.rise
    if isRising, !player.hasVolume, let rising = files.ownRising {
      return Play(file: rising, loudness: .full, span: LoudnessPlan.longest - age, isRepeated: true)
    }
    guard let file = LoudnessPlan.first(of: [files.alarm, files.ownAlarm], for: player) else { return nil }
    guard isRising, player.hasVolume else {
      return Play(file: file, loudness: .full, span: LoudnessPlan.longest - age, isRepeated: true)
    }
    let step = Int(age / LoudnessPlan.stepLength)
    return Play(
      file: file, loudness: Loudness(stepsBelowFull: Loudness.steps - step),
      span: LoudnessPlan.stepLength * (step + 1) - age,
      isRepeated: true)
  }

  private func once(_ files: [String?], _ player: Player, _ span: Duration) -> Play? {
    LoudnessPlan.first(of: files, for: player).map { Play(file: $0, loudness: .full, span: span, isRepeated: false) }
  }

  private static func first(of files: [String?], for player: Player) -> String? {
    files.compactMap(\.self).first(where: player.canPlay)
  }
}
