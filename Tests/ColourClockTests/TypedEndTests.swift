import TestSupport
import Testing

@testable import ColourClock

/// A time of day or a date typed at the wall.
@Suite struct TypedEndTests {
  private func play(_ text: String) throws -> Play {
    var play = Play()
    play.moment = play.moment.at(try ParsedInstant.parse("2026-06-10T13:35:16Z").instant(in: .utc))
    for character in text { play.tap(character == "\n" ? .enter : .character(character)) }
    return play
  }

  /// Separators within a time or a date come by themselves, and may be typed.
  @Test(
    arguments: [
      ("17:30", "17:30"), ("9:05", "9:05"), ("17:3000", "17:30:00"), ("17:30:00", "17:30:00"),
      ("2027-0101", "2027-01-01"), ("2027/01/01", "2027-01-01"), ("2027.01.01", "2027-01-01"),
      ("2027-01-010830", "2027-01-01 08:30"), ("2027-01-01 08:30", "2027-01-01 08:30"),
      ("2027-01-01 08:3015", "2027-01-01 08:30:15"), ("17:30:004", "17:30:00"),
    ])
  func itIsSeen(typed: String, shown: String) throws {
    let play = try play(typed)
    #expect(play.scene.typing.entry?.shown == shown && play.texts.contains(shown))
    #expect(play.texts.contains(shown.count > 8 ? "Until this date" : "Until this time of day"))
  }

  @Test(
    arguments: [
      ("17:30\n", "2026-06-10T17:30:00Z"), ("13:35\n", "2026-06-11T13:35:00Z"),
      ("2026-06-11\n", "2026-06-11T00:00:00Z"),
      ("2026-06-10 1335:40\n", "2026-06-10T13:35:40Z"), ("2036-06-07\n", "2036-06-07T00:00:00Z"),
    ])
  func enterCountsToIt(typed: String, end: String) throws {
    let play = try play(typed)
    let end = try ParsedInstant.parse(end).instant(in: .utc)
    #expect(play.scene.countdown?.end == end && play.scene.countdown?.isRunning == true)
    #expect(play.effects == [.saveTimers])
  }

  @Test(
    arguments: [
      ("23:60\n", "There is no such time"), ("17:\n", "There is no such time"),
      ("2027-02-29\n", "There is no such time"), ("2027-1\n", "There is no such time"),
      ("2026-06-10\n", "That moment has passed"),
      ("2036-06-12\n", "A countdown lasts ten years at most"),
    ])
  func whatIsWrongIsSaid(typed: String, reason: String) throws {
    var play = try play(typed)
    #expect(play.scene.countdown == nil && play.texts.contains(reason))
    play.tap(.backspace)
    #expect(play.scene.typing.isOpen(at: play.moment.uptime) && !play.texts.contains(reason))
  }

  /// What cannot be a time of day is a length with its colon.
  @Test(arguments: [("45:00", 2700), ("90:30", 5430), ("24:00:00", 86_400), ("30:", 1800)])
  func aLengthMayHaveItsColon(typed: String, seconds: Int) throws {
    var play = try play(typed)
    #expect(play.texts.contains(typed) && !play.texts.contains("Until this time of day"))
    play.tap(.enter)
    #expect(play.scene.countdown?.length == .seconds(seconds))
  }

  @Test func aTitleFollows() throws {
    var play = try play("17:30\n")
    play.send(.wrote("Doors"))
    play.tap(.enter)
    #expect(play.scene.countdown?.title == "Doors")
  }

  /// Beside others, a countdown without a title is named by its end, also while it rings and after a snooze.
  @Test(
    arguments: [
      ("17:30", "17:30"), ("13:3630", "13:36:30"), ("13:35", "13:35"), ("2027-01-01", "2027-01-01"),
      ("2027-0101 0830", "2027-01-01 08:30"),
    ])
  func itNamesTheCountdown(typed: String, name: String) throws {
    var play = try play("1000\n\n\(typed)+\n")
    #expect(play.texts.contains(name) && play.scene.countdowns.all.count == 2)
    let id = try #require(play.scene.countdowns.all.first { $0.countdown.end != nil }?.id)
    if name == "13:36:30" {
      play.wait(.seconds(80))
      #expect(play.scene.countdowns.ringing?.id == id && play.texts.contains(name))
      play.tap(.character("z"))
      let snoozed = try #require(play.scene.countdowns.all.first { $0.id == id })
      #expect(snoozed.countdown.isRunning && play.scene.listTitle(of: snoozed.countdown) == name)
    }
  }

  /// Without its separators it is a length again.
  @Test func itCanBeRemoved() throws {
    var play = try play("2027-01")
    for _ in 0..<3 { play.tap(.backspace) }
    #expect(play.texts.contains("20:27"))
    for _ in 0..<4 { play.tap(.backspace) }
    #expect(!play.scene.typing.isOpen(at: play.moment.uptime))
  }

  @Test(
    arguments: [
      ("17:305", "17:30"), ("2027-015", "2027-01"), ("2027-01015", "2027-01-01"), ("2027-0101 083", "2027-01-01 08"),
      ("17:3", "17:"), ("17:30:", "17:30"),
    ])
  func `Backspace removes a digit with the separator that came with it`(typed: String, shown: String) throws {
    var play = try play(typed)
    play.tap(.backspace)
    #expect(play.scene.typing.entry?.shown == shown)
  }

  /// After other digits a hyphen is the usual command.
  @Test func otherDigitsAreDropped() throws {
    let play = try play("730-")
    #expect(!play.scene.typing.isOpen(at: play.moment.uptime))
  }

  /// A countdown beside another one, over the end of summer time.
  @Test func itCanBeAdded() throws {
    var play = try play("5\n\n")
    play.tap(.escape)
    for character in "2026-10-26+" { play.tap(.character(character)) }
    #expect(play.scene.countdowns.all.count == 2)
  }
}
