import TestSupport
import Testing

@testable import ColourClock

/// When something is heard, and when not.
@Suite struct SoundTests {
  private static func play(
    countdown: Duration? = nil, _ change: @escaping (inout Setup) -> Void = { _ in }
  ) -> Play {
    Play(
      { setup in
        setup.sound = SoundSetup(isOn: true)
        change(&setup)
      }, countdown: countdown)
  }

  private static func message(_ priority: Message.Priority) throws -> Command {
    .message(try #require(Message("Hello", priority: priority)))
  }

  private static func sounds(_ play: Play) -> [Effect] {
    play.effects.filter {
      switch $0 {
      case .sound, .silence: true
      default: false
      }
    }
  }

  // MARK: Beginning and end

  @Test func aCountdownIsHeardFromZeroForAMinute() {
    var play = SoundTests.play(countdown: .seconds(5))
    play.wait(.milliseconds(4999))
    #expect(SoundTests.sounds(play) == [])
    play.wait(.milliseconds(1))
    #expect(SoundTests.sounds(play) == [.sound(.alarm)])
    play.wait(.milliseconds(59_999))
    #expect(SoundTests.sounds(play) == [.sound(.alarm)])
    play.wait(.milliseconds(1))
    #expect(SoundTests.sounds(play) == [.sound(.alarm), .silence])
    play.wait(.seconds(300))
    #expect(SoundTests.sounds(play).count == 2)
  }

  /// What rings unheard says so, until a sound can be played again.
  @Test func aFailureIsShown() {
    var play = SoundTests.play(countdown: .seconds(5))
    play.send(.soundFailed(true))
    #expect(!play.texts.contains("no sound"))
    play.wait(.seconds(6))
    #expect(play.texts.contains("no sound") && play.scene.soundReport(at: play.moment)?.isPlaying == false)
    play.send(.soundFailed(false))
    #expect(!play.texts.contains("no sound") && play.scene.soundReport(at: play.moment)?.isPlaying == true)
    play.send(.soundFailed(true))
    play.tap(.character("m"))
    #expect(play.texts.contains("sound off") && !play.texts.contains("no sound"))
  }

  @Test func whatDismissesTheAlarmEndsItsSound() throws {
    let ways: [(String, (inout Play) -> Void)] = [
      ("command", { $0.send(.told(.dismiss(nil))) }), ("reset", { $0.send(.told(.countdown(.reset))) }),
      ("clear", { $0.send(.told(.countdown(.clear))) }), ("more", { $0.send(.told(.countdown(.add(.seconds(60))))) }),
      ("key", { $0.tap(.backspace) }),
      (
        "tap",
        { play in
          play.click(Point(x: Double(Play.size.width) / 2, y: Double(Play.size.height) / 2))
        }
      ),
    ]
    for (name, way) in ways {
      var play = SoundTests.play(countdown: .seconds(1))
      play.wait(.seconds(3))
      way(&play)
      #expect(SoundTests.sounds(play) == [.sound(.alarm), .silence], "\(name)")
    }
  }

  @Test func aRepeatingCountdownSoundsShortlyEachTime() {
    var play = SoundTests.play()
    play.scene.clock.countdown = Countdown(Countdown.Rules(period: .seconds(10), repeats: true))
    play.scene.clock.countdown?.start(at: play.moment)
    play.wait(.seconds(25))
    #expect(SoundTests.sounds(play) == [.sound(.short), .sound(.short)])
  }

  @Test func anAlarmIsHeard() throws {
    let alarm = try DailyAlarm.parse("12:00:10")
    var play = SoundTests.play { $0.alarms = [alarm] }
    play.wait(.seconds(10))
    #expect(SoundTests.sounds(play) == [.sound(.alarm)])
    play.wait(.seconds(100))
    #expect(SoundTests.sounds(play) == [.sound(.alarm), .silence])
  }

  @Test func messagesAreHeardByTheirPriority() throws {
    for (priority, sounds) in [
      (Message.Priority.info, []), (.notice, [.sound(.message)]), (.urgent, [.sound(.alarm)]),
    ] as [(Message.Priority, [Effect])] {
      var play = SoundTests.play()
      play.send(.told(try SoundTests.message(priority)))
      #expect(SoundTests.sounds(play) == sounds, "\(priority)")
    }
    var play = SoundTests.play { $0.sound.isForMessages = false }
    play.send(.told(try SoundTests.message(.urgent)), .told(try SoundTests.message(.notice)))
    #expect(SoundTests.sounds(play) == [])
  }

  @Test func anUrgentMessageIsHeardUntilItIsDismissed() throws {
    var play = SoundTests.play()
    play.send(.told(try SoundTests.message(.urgent)))
    play.wait(.seconds(5))
    play.send(.told(.dismiss(nil)))
    #expect(SoundTests.sounds(play) == [.sound(.alarm), .silence])
  }

  /// What rings while something is heard does not begin anew, and has a minute of its own.
  @Test func aSecondAlarmProlongsTheSound() throws {
    let alarm = try DailyAlarm.parse("12:00:40")
    var play = SoundTests.play(countdown: .seconds(10)) { $0.alarms = [alarm] }
    play.wait(.seconds(99))
    #expect(SoundTests.sounds(play) == [.sound(.alarm)])
    play.wait(.seconds(1))
    #expect(SoundTests.sounds(play) == [.sound(.alarm), .silence])
  }

  /// It would be heard for as long as the other goes on.
  @Test func aRepeatingCountdownBesideWhatRingsDoesNotBeginTheAlarmAgain() throws {
    var play = SoundTests.play(countdown: .seconds(5))
    play.wait(.seconds(1))
    play.send(.told(.program(.start(try TimerProgram.parse("Work 40s, x20")))))
    play.wait(.seconds(64))
    #expect(SoundTests.sounds(play) == [.sound(.alarm), .silence])
    play.wait(.seconds(60))
    #expect(SoundTests.sounds(play) == [.sound(.alarm), .silence, .sound(.short), .sound(.short)])
  }

  /// A restart does not make the minute of sound begin again.
  @Test func whatRangBeforeARestartIsNotHeardAgain() throws {
    var play = SoundTests.play(countdown: .seconds(5))
    play.wait(.seconds(80))
    var again = SoundTests.play()
    again.moment = play.moment
    again.scene = Scene(again.scene.clock.setup, countdowns: play.scene.countdowns)
    #expect(again.scene.resumeSound(at: again.moment).isEmpty)
    again.send(.resized(Play.size), .told(.program(.start(try TimerProgram.parse("Work 40s, x20")))))
    again.wait(.seconds(60))
    #expect(SoundTests.sounds(again) == [.sound(.short)])
  }

  @Test func withoutSoundNothingIsHeard() throws {
    var play = Play(countdown: .seconds(1))
    play.wait(.seconds(100))
    play.send(.told(try SoundTests.message(.urgent)), .pressed(.character("m")))
    #expect(SoundTests.sounds(play) == [])
    #expect(!play.scene.clock.sound.isMuted && play.scene.report(at: play.moment).sound == nil)
    play.send(.told(.sound(.off)))
    #expect(play.refusals == ["this clock has no sound: see '--sound'"])
  }

  // MARK: Mute and night

  @Test func aMutedClockIsSilent() throws {
    var play = SoundTests.play(countdown: .seconds(1))
    play.send(.told(.sound(.off)))
    #expect(play.effects.suffix(2) == [.silence, .saveMute(true)])
    play.effects = []
    play.wait(.seconds(30))
    play.send(.told(try SoundTests.message(.urgent)))
    #expect(SoundTests.sounds(play) == [] && play.effects.contains(.reachedZero))
    #expect(play.texts.contains("sound off"))
    play.send(.told(.sound(.toggle)))
    #expect(play.effects.last == .saveMute(false))
    #expect(!play.texts.contains("sound off"))
  }

  @Test func theKeyMutesWhatIsHeard() {
    var play = SoundTests.play(countdown: .seconds(1))
    play.wait(.seconds(2))
    play.tap(.character("m"))
    #expect(SoundTests.sounds(play) == [.sound(.alarm), .silence])
    play.tap(.character("m"))
    #expect(SoundTests.sounds(play) == [.sound(.alarm), .silence, .sound(.alarm)])
    play.wait(.seconds(60))
    #expect(SoundTests.sounds(play) == [.sound(.alarm), .silence, .sound(.alarm), .silence])
    for _ in 0..<2 { play.tap(.character("m")) }
    #expect(SoundTests.sounds(play).last == .silence && !play.scene.clock.sound.isMuted)
  }

  @Test func anAlarmIsHeardAgainAfterAMute() throws {
    let alarm = try DailyAlarm.parse("12:00:05")
    var play = SoundTests.play { $0.alarms = [alarm] }
    play.wait(.seconds(6))
    for _ in 0..<2 { play.tap(.character("m")) }
    #expect(SoundTests.sounds(play) == [.sound(.alarm), .silence, .sound(.alarm)])
  }

  @Test func visitorsMuteOnlyWhereTheyMay() {
    for isAllowed in [false, true] {
      var play = SoundTests.play { ($0.isLocked, $0.allowed) = (true, isAllowed ? [.sound] : [.countdown]) }
      play.tap(.character("m"))
      #expect(play.scene.clock.sound.isMuted == isAllowed)
      #expect(play.scene.barCommands.contains(.mute) == isAllowed)
    }
  }

  @Test(arguments: [("11:00-13:00", true), ("12:00:10-13:00", false), ("13:00-12:00", false), ("13:00-12:01", true)])
  func byNightNothingIsHeard(night: String, isQuiet: Bool) throws {
    let hours = try DailyHours.parse(night)
    var play = SoundTests.play(countdown: .seconds(5)) { $0.night = Night(hours) }
    play.wait(.seconds(6))
    #expect(SoundTests.sounds(play).isEmpty == isQuiet)
    #expect(play.scene.report(at: play.moment).sound?.isQuiet == isQuiet)
    var loud = SoundTests.play(countdown: .seconds(5)) {
      $0.night = Night(hours)
      $0.sound.isByNight = true
    }
    loud.wait(.seconds(6))
    #expect(SoundTests.sounds(loud) == [.sound(.alarm)])
  }

  @Test func nightfallEndsASound() throws {
    let hours = try DailyHours.parse("12:00:10-13:00")
    var play = SoundTests.play(countdown: .seconds(5)) { $0.night = Night(hours) }
    play.wait(.seconds(11))
    #expect(SoundTests.sounds(play) == [.sound(.alarm), .silence])
  }

  // MARK: The chime

  @Test func theChimeSoundsEachHour() {
    var play = SoundTests.play { $0.sound = SoundSetup(isOn: true, chimes: true) }
    play.wait(.milliseconds(3_599_999))
    #expect(SoundTests.sounds(play) == [])
    play.wait(.milliseconds(1))
    #expect(SoundTests.sounds(play) == [.sound(.chime)])
    play.wait(.seconds(7200))
    #expect(SoundTests.sounds(play).count == 3)
    play.send(.told(.sound(.off)))
    play.effects = []
    play.wait(.seconds(7200))
    #expect(SoundTests.sounds(play) == [])
  }

  @Test func anHourThatIsMissedIsNotSounded() {
    var play = SoundTests.play { $0.sound = SoundSetup(isOn: true, chimes: true) }
    play.jump(.seconds(3620))
    play.send(.ticked)
    #expect(SoundTests.sounds(play) == [])
    play.wait(.seconds(3580))
    #expect(SoundTests.sounds(play) == [.sound(.chime)])
  }

  /// The clock is set back by a little over an hour that has sounded, and then by much.
  @Test func aClockThatIsSetBackSoundsNoHourAgain() {
    var play = SoundTests.play { $0.sound = SoundSetup(isOn: true, chimes: true) }
    play.wait(.seconds(3605))
    play.moment = play.moment.at(play.moment.instant + .seconds(-10))
    play.wait(.seconds(20))
    #expect(SoundTests.sounds(play) == [.sound(.chime)])
    play.moment = play.moment.at(play.moment.instant + .seconds(-1800))
    play.send(.ticked)
    play.wait(.seconds(1900))
    #expect(SoundTests.sounds(play) == [.sound(.chime), .sound(.chime)])
  }

  /// In a zone of `right/`, 23:59:60 comes before midnight.
  @Test func `a leap second does not cost the next hour its chime`() throws {
    let zone = try ZoneFile.parse(ZoneBytes(leapSeconds: [(86_400, 1)]).bytes)
    var chime = Chime()
    let chimed = (Int64(84_600)...86_402).filter { second in
      chime.advance(to: Moment(instant: Instant(second: second), uptime: .seconds(second), zone: zone))
    }
    #expect(chimed == [86_401])
  }

  @Test func theChimeLeavesTheAlarmAlone() {
    var play = SoundTests.play(countdown: .seconds(3590)) { $0.sound = SoundSetup(isOn: true, chimes: true) }
    play.wait(.seconds(3610))
    #expect(SoundTests.sounds(play) == [.sound(.alarm)])
  }

  // MARK: The bar

  /// The mute takes no word and no other command from the bar, whatever the window.
  @Test func theMuteTakesNothingFromTheBar() {
    for width in stride(from: 320, through: 1920, by: 40) {
      for height in [240, 480, 720, 1080, 1920] {
        let size = Size(width: width, height: height)
        let (with, without) = (SoundTests.play(), Play())
        let bars = [with, without].map { play in
          var play = play
          play.send(.resized(size), .told(.countdown(.set(.seconds(60)))))
          return play.scene.barPlaces
        }
        let others = bars[0].filter { $0.command != .mute }
        #expect(others.map(\.command) == bars[1].map(\.command), "\(size)")
        #expect(others.map(\.hasWords) == bars[1].map(\.hasWords), "\(size)")
        for (index, place) in bars[0].enumerated() {
          for other in bars[0].dropFirst(index + 1) { #expect(!place.box.overlaps(other.box), "\(size)") }
        }
      }
    }
  }

  @Test func theMuteIsInTheBar() throws {
    var play = SoundTests.play()
    play.click(try play.centre(of: .mute))
    #expect(play.effects.suffix(2) == [.silence, .saveMute(true)])
  }
}
