import TestSupport
import Testing

@testable import ColourClock

/// What rings is put off.
@Suite struct SnoozeTests {
  private static func ringing(_ alarms: String..., change: @escaping (inout Setup) -> Void = { _ in }) throws -> Play {
    let all = try alarms.map(DailyAlarm.parse)
    var play = Play {
      $0.alarms = all
      change(&$0)
    }
    play.wait(.seconds(10))
    play.effects = []
    return play
  }

  @Test func aSnoozedAlarmRingsAgainAfterFiveMinutes() throws {
    var play = try SnoozeTests.ringing("12:00:10=Tea")
    play.tap(.character("z"))
    #expect(!play.scene.isRinging && play.effects == [.saveTimers])
    #expect(play.scene.report(at: play.moment).snoozed == [.init(alarm: "12:00:10=Tea", time: "12:05:10")])
    play.wait(.milliseconds(299_800))
    #expect(!play.scene.isRinging)
    play.wait(.milliseconds(200))
    #expect(play.scene.isRinging && play.effects.dropFirst() == [.reachedZero, .saveTimers])
    #expect(play.texts.contains("Tea") && play.scene.snoozedAlarms.isEmpty)
    // As often as one likes.
    play.send(.told(.snooze(.seconds(60))))
    play.wait(.seconds(61))
    #expect(play.scene.isRinging)
    play.send(.told(.dismiss(nil)))
    play.wait(.seconds(3000))
    #expect(!play.scene.isRinging)
  }

  @Test func aCountdownRunsForFiveMinutesMore() {
    var play = Play(countdown: .seconds(10))
    play.wait(.seconds(12))
    play.tap(.character("z"))
    #expect(play.scene.countdown?.remaining(at: play.moment) == .milliseconds(299_900))
    play.wait(.seconds(300))
    #expect(play.scene.isRinging)
  }

  /// The countdown whose sound is over waits behind those that sound, and so do `z` and Dismiss.
  @Test(arguments: [59, 60, 61]) func whatSoundsIsPutOffFirst(seconds: Int) {
    var play = Play.sized()
    play.send(.told(.countdown(.new(.seconds(10), title: "Eggs"))))
    play.send(.told(.countdown(.new(.seconds(10 + seconds), title: "Rice"))))
    play.wait(.seconds(11 + seconds))
    let isFirst = seconds < 60
    func ringing() -> [String?] { play.scene.countdowns.all.filter(\.countdown.isOver).map(\.countdown.title) }
    #expect(ringing() == (isFirst ? ["Eggs", "Rice"] : ["Rice", "Eggs"]))
    play.tap(.character("z"))
    #expect(ringing() == (isFirst ? ["Rice"] : ["Eggs"]))
    play.send(.told(.dismiss(nil)))
    #expect(ringing() == [] && play.scene.countdowns.all.count == 1)
  }

  /// A countdown without a title is named by its length. A longer snooze does not change the name.
  @Test func theNameStays() throws {
    var play = Play.sized()
    play.send(.told(.countdown(.new(.seconds(600), title: "Rice"))), .told(.countdown(.new(.seconds(180), title: ""))))
    play.wait(.seconds(181))
    let before = try #require(play.scene.countdowns.ringing?.countdown)
    let name = play.scene.listTitle(of: before)
    play.tap(.character("z"))
    let after = try #require(play.scene.countdowns.all.first { $0.id == 2 }?.countdown)
    #expect(!name.isEmpty && after.length == .seconds(300) && play.scene.listTitle(of: after) == name)
  }

  /// `Again` starts what rings, also if another countdown is chosen.
  @Test func againStartsWhatRings() throws {
    var play = Play.sized()
    for (length, title) in [(600, "Rice"), (180, "Eggs")] {
      play.send(.told(.countdown(.new(.seconds(length), title: title))))
    }
    play.wait(.seconds(185))
    play.send(.told(.countdown(.choose(.id(1)))))
    play.wait(.seconds(2))
    let again = try #require(play.scene.barPlaces.first { $0.command == .toggle })
    #expect(play.scene.barState.text(again) == "Again")
    play.click(again.box.centre)
    let eggs = try #require(play.scene.countdowns.all.first { $0.id == 2 }?.countdown)
    #expect(eggs.isRunning && eggs.remaining(at: play.moment) > .seconds(179) && !play.scene.isRinging)
  }

  @Test func anAlarmIsPutOffAndNotTheCountdownBehindIt() throws {
    var play = try SnoozeTests.ringing("12:00:10")
    play.scene.clock.countdown = Countdown(Countdown.Rules(period: .seconds(1)))
    play.scene.clock.countdown?.start(at: play.moment)
    play.wait(.seconds(2))
    play.send(.told(.snooze(.seconds(60))))
    #expect(play.scene.snoozedAlarms.count == 1 && play.scene.isRinging)
    play.send(.told(.snooze(.seconds(60))))
    #expect(!play.scene.isRinging)
  }

  @Test func nothingIsPutOffThatDoesNotRing() {
    var play = Play(countdown: .seconds(60))
    play.tap(.character("z"))
    play.send(.told(.snooze(.seconds(60))))
    #expect(play.refusals == ["nothing rings"] && play.effects == [])
    // One that repeats has begun again.
    play.scene.clock.countdown = Countdown(Countdown.Rules(period: .seconds(10), repeats: true))
    play.scene.clock.countdown?.start(at: play.moment)
    play.wait(.seconds(11))
    play.send(.told(.snooze(.seconds(60))))
    #expect(play.refusals.count == 2)
  }

  @Test func theBarPutsOffBesideTheButton() throws {
    var play = try SnoozeTests.ringing("12:00:10")
    play.wait(.milliseconds(500))
    let more = try #require(play.scene.barPlaces.first { $0.command == .more })
    // Both are there without a hand on the wall.
    #expect(play.scene.bar.opacity(at: play.moment) == 1 && play.scene.holdOpacity(at: play.moment) == 1)
    #expect(play.texts.contains("5 min") && play.scene.button?.plate.overlaps(more.box) == false)
    play.click(more.box.centre)
    #expect(!play.scene.isRinging && play.scene.snoozedAlarms.count == 1)
    #expect(play.scene.barCommands.contains(.undo))
    play.wait(.seconds(12))
    #expect(play.scene.bar.opacity(at: play.moment) == 0)
  }

  @Test func theBarGoesWithWhatIsDismissedElsewhere() throws {
    var play = try SnoozeTests.ringing("12:00:10")
    play.wait(.seconds(1))
    play.send(.told(.dismiss(nil)))
    play.wait(.seconds(1))
    #expect(play.scene.barCommands.contains(.undo))
    play.wait(.seconds(12))
    #expect(play.scene.bar.opacity(at: play.moment) == 0)
  }

  @Test func visitorsPutOffOnlyWhereTheyMay() throws {
    for isAllowed in [false, true] {
      var play = try SnoozeTests.ringing("12:00:10") {
        ($0.isLocked, $0.allowed) = (true, isAllowed ? [.countdown] : [])
      }
      #expect(play.scene.barCommands.contains(.more) == isAllowed)
      play.tap(.character("z"))
      #expect(play.scene.isRinging == !isAllowed)
    }
  }

  /// Of several alarms that ring together all are put off; one that rings by itself meanwhile joins them.
  @Test func severalAlarms() throws {
    var play = try SnoozeTests.ringing("12:00:10=Tea", "12:00:10=Eggs", "12:05:10=Bread")
    play.send(.told(.snooze(.seconds(300))))
    play.wait(.seconds(300))
    #expect(Set(play.scene.ringingAlarms.map(\.title)) == ["Tea", "Eggs", "Bread"])
  }

  /// An alarm that begins while another rings joins it: one tap puts off or ends both.
  @Test(arguments: [true, false]) func oneRingsWhileAnotherDoes(snoozes: Bool) throws {
    var play = try SnoozeTests.ringing("12:00:10=Tea", "12:03:10=Eggs")
    play.wait(.seconds(180))
    #expect(play.scene.ringingAlarms.map(\.title) == ["Tea", "Eggs"])
    play.send(.told(snoozes ? .snooze(.seconds(300)) : .dismiss(nil)))
    #expect(!play.scene.isRinging)
    play.wait(.seconds(300))
    #expect(play.scene.ringingAlarms.map(\.title) == (snoozes ? ["Tea", "Eggs"] : []))
  }

  @Test func aRemovedAlarmDoesNotRingAgain() throws {
    var play = try SnoozeTests.ringing("12:00:10=Tea")
    play.send(.told(.snooze(.seconds(300))), .told(.alarm(.remove("Tea"))))
    play.wait(.seconds(400))
    #expect(!play.scene.isRinging)
  }

  /// After a restart, and not if that was too late.
  @Test(arguments: [(0, true), (299, true), (301, false)])
  func aSnoozedAlarmIsRestored(late: Int, rings: Bool) throws {
    let now = Moment.at(12, 0, 0)
    let alarm = try DailyAlarm.parse("11:00=Tea")
    let snoozed = SnoozedAlarm(alarm, due: now.instant + .seconds(-late))
    var scene = Scene(Setup(face: .scaled, style: .hard), snoozed: [snoozed])
    _ = scene.handle(fact: .resized(Play.size), at: now)
    #expect(scene.isRinging == rings && scene.snoozedAlarms.isEmpty)
  }
}
