import TestSupport
import Testing

@testable import ColourClock

/// A countdown typed at the wall: digits, Enter, letters, Enter.
@Suite struct TypingTests {
  private func type(_ text: String, in play: inout Play) {
    for character in text { play.tap(character == "\n" ? .enter : .character(character)) }
  }

  private func length(_ play: Play) -> Duration? { play.scene.countdown?.length }

  @Test(
    arguments: [
      ("7", 7), ("30", 30), ("90", 90), ("730", 450), ("799", 519), ("0030", 30), ("13000", 5400), ("999999", nil),
      ("995959", 359_999), ("995960", nil), ("0", nil), ("000000", nil), ("1234567", 45_296),
    ] as [(String, Int?)])
  func digitsAreATime(digits: String, seconds: Int?) {
    var play = Play()
    type(digits, in: &play)
    #expect(play.effects.isEmpty && length(play) == nil)
    type("\n", in: &play)
    #expect(length(play) == seconds.map { .seconds($0) })
    #expect(play.effects == (seconds == nil ? [] : [.saveTimers]))
    if case .running = play.scene.countdown?.state { #expect(seconds != nil) } else { #expect(seconds == nil) }
    #expect(play.texts.contains("A countdown has at least a second") == (digits.allSatisfy { $0 == "0" }))
    #expect(play.texts.contains("A countdown has 99:59:59 at the most") == (digits.hasPrefix("99") && seconds == nil))
  }

  /// Letters that are units of the digits are no title; what Enter would start is shown.
  @Test(
    arguments: [
      ("45m", 2700, nil), ("90s", 90, nil), ("1h", 3600, nil), ("1h30m", 5400, nil), ("1h30", 5400, nil),
      ("2H", 7200, nil), ("100m", 6000, nil), ("45milk", 45, "milk"), ("5min", 300, nil),
      ("1h5min", 3900, nil), ("5mint", 5, "mint"),
      ("1h90m", 1, "h90m"), ("7h0", 25_200, nil), ("100h", 60, "h"), ("0m", nil, nil),
    ] as [(String, Int?, String?)])
  func unitsMayFollow(text: String, seconds: Int?, title: String?) {
    var play = Play()
    type(text, in: &play)
    if let seconds, title == nil { #expect(play.texts.contains(Ring.label(seconds, .automatic)), "\(play.texts)") }
    type("\n", in: &play)
    #expect(length(play) == seconds.map { .seconds($0) } && play.scene.countdown?.title == title)
  }

  /// Also what is typed wrong can be mended.
  @Test func theyAreSeenAndRemoved() {
    var play = Play()
    type("99999", in: &play)
    #expect(play.texts.contains("9:99:99"))
    play.tap(.backspace)
    #expect(play.texts.contains("99:99"))
    for _ in 0..<3 { play.tap(.backspace) }
    type("00\n", in: &play)
    #expect(length(play) == .seconds(540))
    play = Play()
    type("0\n", in: &play)
    play.tap(.backspace)
    #expect(!play.scene.typing.isOpen(at: play.moment.uptime) && length(play) == nil)
  }

  @Test func aTitleFollows() {
    var play = Play()
    type("730\n", in: &play)
    #expect(play.scene.takesText(at: play.moment))
    play.send(.wrote("Чай"), .wrote(" "), .wrote("x"))
    play.tap(.backspace)
    type("cq7", in: &play)
    #expect(play.texts.contains("Чай cq7|") && play.scene.countdown?.title == nil)
    type("\n", in: &play)
    #expect(play.scene.countdown?.title == "Чай cq7" && length(play) == .seconds(450))
    #expect(play.effects == [.saveTimers, .saveTimers] && !play.scene.takesText(at: play.moment))
    play.wait(.seconds(1))
    #expect(play.texts.contains("Чай cq7"))
    // Letters are commands again.
    type("c", in: &play)
    if case .paused = play.scene.countdown?.state {} else { Issue.record("it runs on") }
  }

  /// After 30 s; without a title after 10 s.
  @Test func itEndsByItself() {
    var play = Play()
    type("5", in: &play)
    play.wait(.seconds(29))
    #expect(play.scene.typing.isOpen(at: play.moment.uptime))
    play.wait(.seconds(2))
    #expect(!play.scene.typing.isOpen(at: play.moment.uptime) && length(play) == nil)
    type("500\n", in: &play)
    // Two seconds more, because characters at once after the end still belong to the title.
    play.wait(.seconds(13))
    #expect(!play.scene.takesText(at: play.moment))
    type("500\n", in: &play)
    play.send(.wrote("Tea"))
    play.wait(.seconds(29))
    #expect(play.scene.takesText(at: play.moment))
    play.wait(.seconds(2))
    #expect(!play.scene.takesText(at: play.moment) && play.scene.countdown?.title == "Tea")
  }

  /// A late Enter was meant for the digits, or for the title, and not to quit.
  @Test func aLateEnterDoesNotQuit() {
    var play = Play()
    type("9000", in: &play)
    play.wait(.seconds(300))
    type("\n", in: &play)
    #expect(play.texts.contains("90:00") && play.scene.hold.prompt(at: play.moment) == .hold)
    type("\n", in: &play)
    #expect(length(play) == .seconds(5400))
    play.wait(.seconds(40))
    type("\n", in: &play)
    #expect(play.scene.hold.prompt(at: play.moment) == .hold)
    play.wait(.seconds(1))
    type("\n", in: &play)
    #expect(play.scene.hold.prompt(at: play.moment) != .hold)
  }

  /// Letters after the digits are the title. Enter starts the countdown, `+` adds it.
  @Test func lettersAfterDigitsAreTheTitle() {
    var play = Play()
    type("730S", in: &play)
    #expect(length(play) == nil && play.scene.takesText(at: play.moment) && play.texts.contains("S|"))
    play.send(.wrote("oup"), .wrote("x"))
    play.tap(.backspace)
    type("\n", in: &play)
    #expect(
      play.scene.countdown?.title == "Soup" && length(play) == .seconds(450) && !play.scene.takesText(at: play.moment))
    type("300T", in: &play)
    play.send(.wrote("ea"), .wrote("+"))
    #expect(play.scene.countdowns.all.map(\.countdown.title) == ["Tea", "Soup"])
    type("100o", in: &play)
    play.tap(.escape)
    #expect(play.scene.countdowns.all.count == 2 && !play.scene.settings.isOpen(at: play.moment.uptime))
    type("0c", in: &play)
    #expect(play.texts.contains("A countdown has at least a second"))
    // A title that has not begun a countdown is not kept.
    type("100o", in: &play)
    play.wait(.seconds(31))
    #expect(play.scene.countdowns.all.count == 2 && !play.scene.typing.isOpen(at: play.moment.uptime))
  }

  /// After Enter, digits are a title or the length of another countdown: `+` adds it, Enter keeps the title.
  @Test(arguments: ["+", "\n"]) func digitsAfterEnterMayBeAnotherCountdown(last: String) {
    var play = Play()
    type("500\n", in: &play)
    play.send(.wrote("2"), .wrote("0"), .wrote("0"))
    #expect(play.texts.contains("Enter keeps the title, + adds a countdown"))
    if last == "+" { play.send(.wrote(last)) } else { play.tap(.enter) }
    let lengths = play.scene.countdowns.all.map(\.countdown.length)
    let titles = play.scene.countdowns.all.map { play.scene.listTitle(of: $0.countdown) }
    #expect(lengths == (last == "+" ? [.seconds(120), .seconds(300)] : [.seconds(300)]))
    #expect(titles == (last == "+" ? ["2 min", "5 min"] : ["200"]), "\(titles)")
    // With a letter it is a title.
    play.tap(.escape)
    type("100\n", in: &play)
    play.send(.wrote("2"), .wrote("x"), .wrote("+"))
    play.tap(.enter)
    #expect(play.scene.countdowns.chosen?.title == "2x+")
  }

  @Test func manyMinutesAreExplained() {
    var play = Play()
    for (digits, text) in [
      ("90", "min:s = 90 s"), ("9000", "min:s = 1 h 30 min"), ("730", "min:s"), ("13000", "h:min:s"),
    ] {
      type(digits, in: &play)
      #expect(play.texts.contains(text), "\(play.texts)")
      play.tap(.escape)
    }
  }

  @Test func escapeLeaves() {
    var play = Play()
    type("73", in: &play)
    play.tap(.escape)
    #expect(!play.scene.typing.isOpen(at: play.moment.uptime) && length(play) == nil && play.effects.isEmpty)
    type("730\n", in: &play)
    play.send(.wrote("x"))
    play.tap(.escape)
    #expect(length(play) == .seconds(450) && play.scene.countdown?.title == nil)
    #expect(play.scene.hold.level(at: play.moment) == 0)
  }

  /// Digits are dropped, and the key does what it does. Behind a title too.
  @Test func otherKeysDoWhatTheyDo() {
    var play = Play()
    type("73?", in: &play)
    #expect(length(play) == nil && play.scene.help.isOpen(at: play.moment.uptime))
    type("?", in: &play)
    type("730\nTea", in: &play)
    play.tap(.up)
    #expect(play.scene.countdown?.title == "Tea" && !play.scene.takesText(at: play.moment))
    #expect((length(play) ?? .zero) > .seconds(450))
  }

  /// Only the ring makes room for the bar.
  @Test func nothingMoves() throws {
    var play = Play(countdown: .seconds(600))
    var before = try #require(play.scene.layout?.contents)
    before.bar?.isAway = false
    type("73", in: &play)
    #expect(play.scene.layout?.contents == before)
  }

  /// A ring leaves typed text as it is. The pad, which hides the wall, is set aside (`KeptEntryTests`).
  @Test(arguments: [false, true]) func itStaysWhenSomethingRings(isAlarm: Bool) throws {
    var play = Play(countdown: .seconds(isAlarm ? 600 : 8))
    if isAlarm { play.send(.told(.alarm(.add(try .parse("12:00:08=Lunch"))))) }
    type("730+Su", in: &play)
    play.wait(.seconds(9))
    #expect(play.scene.isRinging && play.scene.takesText(at: play.moment))
    play.send(.wrote("m"))
    #expect(play.texts.contains("Sum|"), "\(play.texts)")
    play.tap(.escape)
    #expect(play.scene.isRinging && !play.scene.typing.isOpen(at: play.moment.uptime))
    type("12", in: &play)
    play.send(.told(.countdown(.new(.seconds(2), title: ""))))
    play.wait(.seconds(3))
    type("00\n", in: &play)
    #expect(length(play) == .seconds(720))
  }

  /// A title that has closed by itself: further letters are no commands until two seconds pass without a key.
  @Test(arguments: ["time", "urgent message", "settings"]) func lateLettersDoNothing(cause: String) throws {
    var play = Play { $0.sound = SoundSetup(isOn: true) }
    if cause == "settings" {
      for key: Key in [.character("o"), .enter] { play.tap(key) }
      play.send(.wrote("T"))
    } else {
      type("730\n", in: &play)
      if cause == "urgent message" { play.send(.wrote("T")) }
    }
    #expect(play.scene.takesText(at: play.moment))
    if cause == "time" {
      while play.scene.takesText(at: play.moment) { play.wait(.milliseconds(100)) }
    } else {
      play.send(.told(.message(try #require(Message("Fire", priority: .urgent)))))
    }
    #expect(!play.scene.takesText(at: play.moment))
    let before = play.scene.countdown
    for letter in "cmq?g+-s5" {
      play.tap(.character(letter))
      play.wait(.milliseconds(1800))
    }
    #expect(play.scene.countdown == before && play.scene.stopwatch == nil)
    #expect(!play.scene.hasCard(at: play.moment) && play.scene.hold.level(at: play.moment) == 0)
    play.wait(.milliseconds(300))
    play.tap(.character("s"))
    #expect(play.scene.stopwatch?.isRunning == true)
  }

  /// A keypad without Num Lock, and a top row without Shift.
  @Test func keysWithADigit() {
    var play = Play()
    let four = Key.digit(4, otherwise: .left), six = Key.digit(6, otherwise: .character("-"))
    play.tap(four)
    play.tap(six)
    #expect(play.texts.contains("0:46"))
    play.tap(.escape)
    // A sign has its meaning until digits are typed; an arrow has it where digits have none.
    play.tap(six)
    #expect(!play.scene.typing.isOpen(at: play.moment.uptime))
    play.tap(.character("g"))
    play.wait(.seconds(1))
    let page = play.scene.gallery.paging.page
    play.tap(.digit(6, otherwise: .right))
    #expect(play.scene.gallery.paging.page == page + 1)
  }

  @Test func theFocusKeepsItsArrows() {
    var play = Play()
    play.tap(.tab)
    let focus = play.scene.bar.focus(at: play.moment)
    play.tap(.digit(6, otherwise: .right))
    #expect(play.scene.bar.focus(at: play.moment) != focus && !play.scene.typing.isOpen(at: play.moment.uptime))
  }

  /// In the gallery they are cards.
  @Test func notInTheGalleryAndNotInAKiosk() {
    var play = Play()
    play.tap(.character("g"))
    play.wait(.seconds(1))
    type("2\n", in: &play)
    #expect(play.effects == [.saveCard(Face.all[1].name)] && length(play) == nil)
    var kiosk = Play { ($0.isLocked, $0.allowed) = (true, []) }
    type("730\n", in: &kiosk)
    #expect(length(kiosk) == nil && kiosk.effects.isEmpty)
  }

  @Test(arguments: [(3840, 2160), (1280, 720), (1080, 1920), (320, 240), (40, 30)])
  func thePlateIsOnTheWall(width: Int, height: Int) throws {
    var play = Play.sized(size: Size(width: width, height: height))
    type("995959\n", in: &play)
    play.send(.wrote(String(repeating: "Wide title ", count: 7)))
    let items = try #require(play.scene.frame(at: play.moment)).items
    for case .text(let text) in items {
      #expect(text.box.x >= 0 && text.box.y >= 0 && text.box.maxX <= Double(width) && text.box.maxY <= Double(height))
    }
  }

  /// 8,000 events: the state is one of those that there are, and a quiet while later it is closed.
  @Test(arguments: [1, 2]) func anyKeysLeaveItInOrder(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var play = Play.sized(size: Size(width: 480, height: 320))
    let keys: [Key] =
      [.enter, .enter, .escape, .backspace, .tab, .up, .left, .digit(6, otherwise: .right)]
      + "0123456789cgsoh+-:/ ".map(Key.character)
    for _ in 0..<Soak.times(4000) {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: play.wait(.milliseconds(Int.random(in: 0...12_000, using: &random)))
      case 1: play.send(.wrote(["a", "字", "\u{1b}"].randomElement(using: &random) ?? ""))
      case 2: play.send(.interrupted)
      default: if let key = keys.randomElement(using: &random) { play.send(.pressed(key), .released(key)) }
      }
      let typing = play.scene.typing
      #expect(typing.hasPad || typing.entry?.isEmpty != true)
      #expect((typing.entry?.shown.count ?? 0) <= (typing.entry?.template.count ?? 0))
      #expect((typing.phase == .closed) == (typing.end == nil))
      #expect((length(play) ?? .zero) <= TimeSpan.longest)
      #expect(
        typing.title == nil || typing.hasTitleBeforeStart || play.scene.countdown != nil
          || play.effects.contains(.saveTimers))
    }
    play.wait(.seconds(45))
    #expect(!play.scene.typing.isOpen(at: play.moment.uptime) && !play.scene.takesText(at: play.moment))
  }
}
