import ColourClock
import Testing

@testable import App

/// What is played when, by which player, and how loudly.
@Suite struct LoudnessPlanTests {
  private static let files = LoudnessPlan.Files(
    alarm: "/theme/alarm.oga", message: "/theme/message.oga", ownAlarm: "/own/alarm.wav",
    ownRising: "/own/rising.wav", ownChime: "/own/chime.wav")

  private func run(_ cue: SoundCue, _ files: LoudnessPlan.Files = files) -> LoudnessPlan {
    LoudnessPlan(cue: cue, start: .seconds(100), files: files)
  }

  /// Plays it as the clock does, each play as long as it may take.
  @Test(arguments: [Player.pipewire, .pulse, .canberra])
  func anAlarmRisesForTenSeconds(player: Player) throws {
    let run = run(.alarm)
    var (now, loudnesses) = (Duration.seconds(100), [Int]())
    while now < .seconds(110) {
      let play = try #require(run.play(by: player, at: now))
      #expect(play.file == "/theme/alarm.oga" && play.isRepeated && play.span <= .seconds(2))
      loudnesses.append(play.loudness.decibels)
      // A player takes a moment to begin.
      now += play.span + .milliseconds(30)
    }
    #expect(loudnesses == [-15, -12, -9, -6, -3])
    let loud = try #require(run.play(by: player, at: now))
    #expect(loud.loudness == .full && loud.span > .seconds(60))
  }

  /// A player without a volume plays a file that rises itself, and reads WAV alone.
  @Test func aPlayerWithoutAVolumePlaysTheOwnAlarm() {
    let run = run(.alarm)
    #expect(run.play(by: .alsa, at: .seconds(100))?.file == "/own/rising.wav")
    #expect(run.play(by: .alsa, at: .seconds(110))?.file == "/own/alarm.wav")
    var files = LoudnessPlanTests.files
    files.alarm = "/srv/gong.wav"
    let own = self.run(.alarm, files)
    #expect(own.play(by: .alsa, at: .seconds(110))?.file == "/srv/gong.wav")
    (files.ownAlarm, files.ownRising, files.alarm) = (nil, nil, "/srv/gong.oga")
    #expect(self.run(.alarm, files).play(by: .alsa, at: .seconds(100)) == nil)
  }

  @Test func withoutAThemeTheClocksOwnSoundsAreHeard() {
    var files = LoudnessPlanTests.files
    (files.alarm, files.message) = (nil, nil)
    for (cue, file) in [
      (SoundCue.alarm, "/own/alarm.wav"), (.short, "/own/alarm.wav"), (.message, "/own/chime.wav"),
      (.chime, "/own/chime.wav"),
    ] { #expect(run(cue, files).play(by: .pulse, at: .seconds(100))?.file == file) }
  }

  @Test func whatIsHeardOnceIsShortAndLoud() {
    for cue in [SoundCue.short, .message, .chime] {
      let play = run(cue).play(by: .pulse, at: .seconds(100))
      #expect(play?.isRepeated == false && play?.loudness == .full && play.map { $0.span <= .seconds(10) } == true)
    }
  }

  /// Also where the clock that ends it does not run.
  @Test func anAlarmEndsByItself() {
    let run = run(.alarm)
    #expect(!run.isOver(at: .seconds(160)) && run.isOver(at: .seconds(190)))
    #expect(run.play(by: .pulse, at: .seconds(189)).map { $0.span <= .seconds(1) } == true)
  }

  /// The same loudness in the terms of each player: 10^(dB/20), and its cube root.
  @Test func loudness() {
    for step in 0...Loudness.steps {
      let loudness = Loudness(stepsBelowFull: step)
      let amplitude = Double(loudness.amplitude) ?? 0
      let pulse = Double(loudness.pulseVolume) / 65_536
      #expect(abs(pulse * pulse * pulse - amplitude) < 0.001)
      #expect(loudness.decibels == -3 * step)
      // Twenty times 3 dB are a thousandth.
      let twentieth = (0..<20).reduce(1.0) { product, _ in product * amplitude }
      #expect(abs(twentieth / LoudnessPlanTests.thousandths[step] - 1) < 0.05, "\(step)")
    }
  }

  private static let thousandths = [1, 1e-3, 1e-6, 1e-9, 1e-12, 1e-15]

  @Test(arguments: [
    ("off", SoundChoice.off), ("complete", .named("complete")), ("alarm-clock-elapsed", .named("alarm-clock-elapsed")),
    ("/srv/My gong.wav", .file("/srv/My gong.wav")),
  ]) func choices(text: String, choice: SoundChoice) throws {
    #expect(try SoundChoice(text) == choice)
    #expect(choice.text == text)
  }

  @Test(arguments: ["", "gong.wav", "./gong.wav", "a b", "Gong!", "../x", "é"]) func noChoices(text: String) {
    #expect(throws: Refusal.self) { try SoundChoice(text) }
  }
}
