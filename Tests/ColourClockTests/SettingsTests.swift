import TestSupport
import Testing

@testable import ColourClock

/// The card of settings: by pointer, by keys, by text, and what viewers may have of it.
@Suite struct SettingsTests {
  private static let zones = [
    OtherZone(name: "Tokyo", zone: .utc), OtherZone(name: "Lisbon", zone: .utc),
  ]

  private func opened(countdown: Duration? = nil, _ change: (inout Setup) -> Void = { _ in }) -> Play {
    var play = Play(
      { setup in
        setup.zones = Self.zones
        setup.night = (try? DailyHours.parse("00:00-06:00")).map(Night.init)
        setup.given = Setup.Given(title: "Given", zones: setup.zones, night: setup.night)
        change(&setup)
      }, countdown: countdown)
    play.tap(.character("o"))
    return play
  }

  private func isOpen(_ play: Play) -> Bool { play.scene.settings.isOpen(at: play.moment.uptime) }

  private func place(_ part: SettingsCard.Part, in play: Play) throws -> Point {
    let plan = try #require(play.scene.settingsPlan)
    return try #require(plan.places.first { $0.command == .card(part) }).box.centre
  }

  private static let turns: [(Setting, LookChoice)] = [
    (.warning, LookChoice(warning: 60)),
    (.look(.code), LookChoice(hex: false)), (.look(.seconds), LookChoice(seconds: false)),
    (.look(.secondsRing), LookChoice(secondsRing: true)),
    (.look(.date), LookChoice(date: true)), (.look(.twelveHour), LookChoice(twelveHour: true)),
    (.look(.brightness), LookChoice(brightness: 0.75)), (.night, LookChoice(night: .now)),
    (.zone(0), LookChoice(hiddenZones: ["Tokyo"])), (.zone(1), LookChoice(hiddenZones: ["Tokyo", "Lisbon"])),
  ]

  private func expectTurned(_ play: Play) {
    let (setup, labels) = (play.scene.setup, play.scene.style.labels)
    #expect(
      !labels.hex && !labels.seconds && labels.secondsRing && labels.date && labels.twelveHour
        && setup.style.brightness == 0.75)
    #expect(setup.zones.isEmpty && setup.given.zones == Self.zones && setup.night == .now)
    #expect(setup.cards.allSatisfy { $0.style == setup.style })
  }

  /// Without a program, the setting says so in whole words at any size.
  @Test(arguments: [(3840, 2160), (1920, 1080), (1366, 768), (1280, 720), (1024, 600), (1080, 1920), (800, 480)])
  func noProgramIsSaidWhole(width: Int, height: Int) throws {
    var play = opened { $0.given = Setup.Given(program: try? .parse("Work 25m, Rest 5m, x4")) }
    for height in height..<height + 20 {
      play.send(.resized(Size(width: width, height: height)))
      let names = play.texts.filter { $0.hasPrefix("No") && $0 != "Now" }
      #expect(play.texts.contains("None") && !play.texts.contains("No…"), "\(names)")
    }
  }

  @Test func aPointerTurnsEach() throws {
    var play = opened()
    for (setting, choice) in Self.turns {
      let before = play.scene.frame(at: play.moment)
      play.click(try place(.setting(setting), in: play))
      #expect(play.effects.last == .saveLook(choice))
      #expect(play.scene.frame(at: play.moment) != before && isOpen(play))
    }
    expectTurned(play)
    play.click(try place(.done, in: play))
    #expect(!isOpen(play) && play.effects.count == Self.turns.count)
    play.wait(.seconds(1))
    #expect(play.texts.contains("Thursday,") && play.texts.contains("1 January 2026") && !play.texts.contains("Tokyo"))
  }

  /// Where there is sound, and viewers may mute it.
  @Test func soundHasARow() throws {
    var play = opened { $0.sound = SoundSetup(isOn: true) }
    play.click(try place(.setting(.sound), in: play))
    #expect(play.scene.isMuted && play.effects.last == .saveMute(true) && isOpen(play))
    play.click(try place(.setting(.sound), in: play))
    #expect(!play.scene.isMuted && play.effects.last == .saveMute(false))
    #expect(!opened().scene.settingsOffered.contains(.sound))
  }

  /// Only with a second hand that can glide.
  @Test func theHandGlides() throws {
    func offered(_ change: (inout Setup) -> Void) -> Bool {
      opened(change).scene.settingsOffered.contains(.look(.sweep))
    }
    #expect(!offered { _ in } && !offered { ($0.face, $0.isReduced) = (.analogue, true) })
    var play = opened { $0.face = .analogue }
    play.click(try place(.setting(.look(.sweep)), in: play))
    #expect(play.scene.style.labels.sweeps && play.effects == [.saveLook(LookChoice(sweeps: true))])
    play.click(try place(.setting(.look(.seconds)), in: play))
    play.effects = []
    play.click(try place(.setting(.look(.sweep)), in: play))
    #expect(play.effects.isEmpty)
  }

  /// The next hour chimes, and after the second press none does.
  @Test func theHourlyChime() throws {
    #expect(!opened().scene.settingsOffered.contains(.chime))
    var play = opened { $0.sound = SoundSetup(isOn: true) }
    for isOn in [true, false] {
      play.click(try place(.setting(.chime), in: play))
      #expect(play.effects == [.saveLook(LookChoice(chimes: isOn))])
      #expect(play.scene.settingsValues.isOn(.setting(.chime)) == isOn)
      play.effects = []
      for _ in 0..<61 { play.wait(.seconds(60)) }
      #expect(play.effects.contains(.sound(.chime)) == isOn)
      play.effects = []
      play.tap(.character("o"))
    }
    // A saved choice makes no sound where sound is off.
    var silent = play.scene.setup
    silent.sound = SoundSetup(isOn: false)
    silent.apply(LookChoice(chimes: true))
    #expect(!silent.sound.chimes)
  }

  /// The end of a late program. Without a program there is nothing to choose.
  @Test func theProgramsEnd() throws {
    var play = opened { $0.given = Setup.Given(program: try? .parse("Work 25m, Rest 5m")) }
    #expect(!play.scene.settingsOffered.contains(.programEnd))
    play.send(.told(.program(.start(try .parse("A 10m hold, B 10m")))))
    play.wait(.seconds(900))
    func ends() -> [String] { play.texts.filter { $0.contains("end") } }
    let expected = ends()
    play.tap(.character("o"))
    #expect(play.texts.contains("Expected"))
    play.click(try place(.setting(.programEnd), in: play))
    #expect(play.effects.last == .saveLook(LookChoice(keepsProgramEnd: true)) && play.texts.contains("Planned"))
    play.tap(.escape)
    play.wait(.seconds(1))
    #expect(ends() != expected && !ends().isEmpty)
    // The focus does nothing when its setting has gone.
    play.tap(.character("o"))
    while play.scene.settings.focus != .setting(.programEnd) { play.tap(.down) }
    play.send(.told(.program(.stop)))
    play.effects = []
    play.tap(.enter)
    play.tap(.left)
    #expect(play.effects.isEmpty && isOpen(play))
    play.tap(.down)
    #expect(play.scene.settings.focus.map { play.scene.settingsPlan?.parts.contains($0) == true } == true)
  }

  /// The name of a setting is as good a target as its value.
  @Test func aFingerOnTheNameTurns() throws {
    var play = opened()
    let row = try #require(play.scene.settingsPlan?.rows.first { $0.part == .setting(.look(.date)) })
    let name = Point(x: row.name.x + 5, y: row.name.midY)
    play.send(.pointerPressed(name, .finger), .pointerReleased(name, .finger))
    #expect(play.effects == [.saveLook(LookChoice(date: true))])
    // Slid off, it is not turned.
    play.send(.pointerPressed(name, .finger), .pointerMoved(name + Point(x: 0, y: 300)))
    play.send(.pointerReleased(name + Point(x: 0, y: 300), .finger))
    #expect(play.effects.count == 1 && isOpen(play))
  }

  @Test func keysTurnEach() {
    var play = opened()
    #expect(play.scene.settings.focus == .setting(.title))
    for (setting, choice) in Self.turns {
      play.tap(.down)
      if setting == .look(.code) { for _ in 0..<2 { play.tap(.down) } }
      #expect(play.scene.settings.focus == .setting(setting))
      play.tap(.enter)
      #expect(play.effects.last == .saveLook(choice))
    }
    expectTurned(play)
    // Left is the value before.
    play.tap(.left)
    #expect(play.effects.last == .saveLook(LookChoice(hiddenZones: ["Tokyo"])))
    play.tap(.up)
    play.tap(.backTab)
    play.tap(.left)
    #expect(play.effects.last == .saveLook(LookChoice(night: .given)))
    play.tap(.tab)
    play.tap(.tab)
    play.tap(.tab)
    #expect(play.scene.settings.focus == .done)
    play.tap(.character(" "))
    #expect(!isOpen(play))
  }

  @Test(arguments: [Key.escape, .character("o"), .character("q")])
  func aKeyClosesItAndDoesNothingElse(key: Key) {
    var play = opened()
    play.tap(key)
    #expect(!isOpen(play) && play.effects.isEmpty && play.scene.hold.level(at: play.moment) == 0)
  }

  @Test func itClosesByItself() {
    var play = opened()
    play.wait(.seconds(29))
    #expect(isOpen(play))
    play.wait(.seconds(2))
    #expect(!isOpen(play) && play.effects.isEmpty)
  }

  @Test func aPressBesideLeaves() {
    var play = opened()
    play.click(Point(x: 3, y: 3))
    #expect(!isOpen(play))
  }

  // MARK: The title

  @Test func aTitleIsTyped() {
    var play = opened(countdown: .seconds(300))
    play.scene.clock.countdown?.title = "Its own"
    play.tap(.enter)
    #expect(play.scene.takesText(at: play.moment) && play.texts.contains("Its own|"))
    for _ in 0..<7 { play.tap(.backspace) }
    // Letters of other scripts come as text, and keys of a server without that as keys.
    play.send(.wrote("Чай"), .wrote("\u{1b}"), .wrote(" "), .pressed(.character("o")), .released(.character("o")))
    #expect(play.texts.contains("Чай o|") && play.effects.isEmpty)
    play.tap(.enter)
    #expect(play.effects == [.saveLook(LookChoice(title: "Чай o")), .saveTimers])
    #expect(play.scene.countdown?.title == nil && play.scene.setup.ring.title == "Чай o")
    #expect(!play.scene.takesText(at: play.moment) && isOpen(play))
    play.tap(.escape)
    #expect(play.texts.contains("Чай o"))
  }

  @Test func escapeDropsWhatWasTyped() {
    var play = opened { $0.ring.title = "Before" }
    play.tap(.enter)
    play.send(.wrote("x"))
    play.tap(.escape)
    #expect(isOpen(play) && play.scene.setup.ring.title == "Before" && play.effects.isEmpty)
  }

  /// By another part, by what rings, and by leaving it alone.
  @Test(arguments: 0..<4) func whatWasTypedIsKept(way: Int) throws {
    var play = opened(countdown: way == 1 ? .seconds(5) : nil)
    play.tap(.enter)
    play.send(.wrote("Tea"))
    switch way {
    case 0: play.click(try place(.done, in: play))
    case 1: play.wait(.seconds(6))
    case 2: play.wait(.seconds(40))
    default: play.tap(.down)
    }
    #expect(play.effects.first == .saveLook(LookChoice(title: "Tea")) && isOpen(play) == (way == 3))
    #expect(play.scene.setup.ring.title == "Tea" && !play.scene.takesText(at: play.moment))
  }

  /// The place of an item of a list.
  private func item(_ text: String, in play: Play) throws -> Point {
    try place(.item(try #require(play.scene.settingsValues.items.firstIndex(of: text))), in: play)
  }

  /// Without a keyboard there is a list of titles; one that was typed is in it later.
  @Test func aTapTakesATitle() throws {
    var play = opened(countdown: .seconds(300)) { $0.ring.title = "Given" }
    play.click(try place(.setting(.title), in: play))
    #expect(play.texts.contains("Choose a title, or type one") && play.effects.isEmpty)
    #expect(["None", "Break", "Tea", "Pasta"].allSatisfy(play.texts.contains) && play.scene.takesText(at: play.moment))
    play.click(try item("Tea", in: play))
    #expect(play.effects == [.saveLook(LookChoice(title: "Tea")), .saveTimers] && isOpen(play))
    #expect(play.texts.contains("Settings") && play.scene.setup.ring.title == "Tea")
    #expect(!play.scene.takesText(at: play.moment))
    // The first letter replaces the title.
    play.click(try place(.setting(.title), in: play))
    play.send(.wrote("Gr"), .wrote("a"))
    #expect(play.texts.contains("Gra|"))
    play.tap(.enter)
    #expect(play.scene.setup.ring.title == "Gra" && play.texts.contains("Settings"))
    play.click(try place(.setting(.title), in: play))
    play.click(try item("", in: play))
    #expect(play.scene.setup.ring.title.isEmpty)
    play.click(try place(.setting(.title), in: play))
    play.click(try item("Gra", in: play))
    #expect(play.scene.setup.ring.title == "Gra")
    // Left alone, nothing changes.
    play.effects = []
    play.click(try place(.setting(.title), in: play))
    play.click(try place(.done, in: play))
    #expect(play.effects.isEmpty && play.texts.contains("Settings") && isOpen(play))
    play.click(try place(.setting(.title), in: play))
    play.tap(.escape)
    #expect(play.effects.isEmpty && play.texts.contains("Settings") && isOpen(play))
  }

  /// A program of the options and those used last are there to take, by a tap or by keys.
  @Test(arguments: [false, true]) func aTapTakesAProgram(byKeys: Bool) throws {
    #expect(!opened().scene.settingsOffered.contains(.program))
    let given = try TimerProgram.parse("Doors 5m, Talk 20m hold")
    var play = opened {
      $0.given = Setup.Given(zones: Self.zones, program: given)
    }
    play.tap(.escape)
    play.send(.told(.program(.start(try .parse("Work 40s, Rest 20s between, x8")))), .told(.program(.stop)))
    play.effects = []
    if byKeys {
      play.tap(.character("o"))
      for _ in 0..<4 { play.tap(.down) }
      #expect(play.scene.settings.focus == .setting(.program))
      play.tap(.enter)
      play.tap(.down)
      play.tap(.enter)
    } else {
      play.click(Point(x: 500, y: 500))
      play.tap(.character("o"))
      play.click(try place(.setting(.program), in: play))
      play.click(try item("Work 40s, Rest 20s between, x8", in: play))
    }
    #expect(play.effects.last == .saveTimers && !isOpen(play))
    #expect(play.scene.programReport(at: play.moment)?.state == "ready" && play.texts.contains("Work"))
    #expect(play.scene.programReport(at: play.moment)?.steps == 15)
  }

  /// Every list has its places, and the pages hold all items.
  @Test(arguments: sizes) func everyItemHasAPlace(size: (Int, Int)) throws {
    var play = Play.sized(size: Size(width: size.0, height: size.1)) {
      $0.given = Setup.Given(program: try? .parse((1...60).map { "Step \($0) 5m" }.joined(separator: ", ")))
    }
    for index in 1...9 { play.send(.told(.program(.load(try .parse("Work \(index)m, A rather long rest 5m, x4"))))) }
    for setting in [Setting.title, .program] {
      play.send(.pointerMoved(Point(x: 1, y: 1)))
      play.tap(.character("o"))
      play.send(.pointerMoved(Point(x: 2, y: 2)))
      while try #require(play.scene.settingsPlan).places.allSatisfy({ $0.command != .card(.setting(setting)) }) {
        play.click(try place(.next, in: play))
      }
      play.click(try place(.setting(setting), in: play))
      let plan = try #require(play.scene.settingsPlan)
      let count = play.scene.settingsValues.items.count
      #expect(plan.pages.joined().count == count && count >= (setting == .title ? 9 : 7))
      let (window, boxes) = (Rect(Size(width: size.0, height: size.1)), plan.places.map(\.box))
      for (index, box) in boxes.enumerated() {
        #expect(box.x >= 0 && box.y >= 0 && box.maxX <= window.width && box.maxY <= window.height)
        #expect(!boxes.dropFirst(index + 1).contains { $0.overlaps(box) })
        #expect(box.height >= ControlBar.target(play.scene.resolution))
      }
      play.tap(.escape)
      play.tap(.escape)
      #expect(!isOpen(play))
    }
  }

  /// Colours at a set time, also for the countdown under way.
  @Test func aWarningIsSet() throws {
    var play = opened(countdown: .seconds(1200))
    play.send(.told(.countdown(.warn(CountdownPhases(warn: .seconds(30))))))
    let choices: [(Int, Int?, String)] = [
      (60, nil, "1 min"), (300, nil, "5 min"), (600, nil, "10 min"), (300, 60, "5 min · 1 min"),
      (600, nil, "10 min · 1 min"), (0, 0, "Off"),
    ]
    for (seconds, danger, shown) in choices {
      play.click(try place(.setting(.warning), in: play))
      let choice = LookChoice(warning: seconds, danger: danger)
      #expect(play.effects.last { $0 != .saveTimers } == .saveLook(choice) && play.texts.contains(shown))
      let phases = try #require(play.scene.shownCountdown?.phases(by: play.scene.setup.phases))
      #expect(phases.danger == (shown.hasSuffix(" · 1 min") ? .seconds(60) : nil))
      #expect(play.scene.setup.phases.warn == (seconds == 0 ? nil : .seconds(seconds)))
      #expect(phases.warn == play.scene.setup.phases.warn)
    }
    // None that contradicts the danger.
    let other = opened { $0.phases.danger = .seconds(120) }
    #expect(other.scene.settingsValues.changed(.warning, isBack: false) == LookChoice(warning: 300))
  }

  /// The title that was chosen for a countdown is not the title of the next one. Without a countdown, it is.
  @Test(arguments: [true, false]) func aTitleIsForOneCountdown(hasCountdown: Bool) throws {
    var play = opened(countdown: hasCountdown ? .seconds(1200) : nil)
    play.tap(.enter)
    play.send(.wrote("Exam"))
    play.tap(.enter)
    play.tap(.escape)
    play.wait(.seconds(2))
    for key in "500\n\n" { play.tap(key == "\n" ? .enter : .character(key)) }
    #expect(play.scene.countdown?.length == .seconds(300))
    #expect(play.texts.contains("Exam") != hasCountdown)
    #expect(play.scene.settingsValues.title == (hasCountdown ? "" : "Exam"))
  }

  private func titles(in play: Play) -> [String] {
    play.scene.countdowns.all.map { play.scene.listTitle(of: $0.countdown) }.sorted()
  }

  /// A client begins countdowns while a viewer types the title of the next one. They keep their titles.
  @Test(arguments: [nil, "Soup"] as [String?], [false, true])
  func aTitleIsTypedForTheNextCountdown(own: String?, areSeveral: Bool) {
    var play = opened { $0.ring.title = "Given" }
    play.tap(.enter)
    for _ in 0..<5 { play.tap(.backspace) }
    play.send(.wrote("Exam"), .told(.countdown(.start(.seconds(600), title: own))))
    if areSeveral { play.send(.told(.countdown(.new(.seconds(900), title: "Eggs")))) }
    play.effects = []
    play.tap(.enter)
    #expect(play.effects == [.saveLook(LookChoice(title: "Exam")), .saveTimers])
    #expect(titles(in: play) == (areSeveral ? ["Eggs"] : []) + [own ?? "Given"])
    for _ in play.scene.countdowns.all { play.send(.told(.countdown(.clear))) }
    play.send(.told(.countdown(.start(.seconds(60), title: nil))))
    #expect(titles(in: play) == ["Exam"])
  }

  @Test func aTitleHasAnEnd() {
    var line = TypedLine()
    for _ in 0..<200 { line.insert("字") }
    #expect(line.text.count == Countdown.longestTitle)
    line.insert("e\u{301}\u{202e}\n")
    #expect(line.text.count == Countdown.longestTitle)
    for _ in 0..<200 { line.deleteBackward() }
    #expect(line.text.isEmpty)
    line.insert("e\u{301}\u{202e}\n")
    #expect(line.text == "e\u{301}")
  }

  /// The longest title that can be typed is also a recent title.
  @Test func theLongestTitleIsKeptWhole() {
    var play = opened(countdown: .seconds(300))
    play.tap(.enter)
    for _ in 0..<200 { play.send(.wrote("x")) }
    play.tap(.enter)
    let longest = String(repeating: "x", count: Countdown.longestTitle)
    #expect(play.scene.setup.ring.title == longest && play.scene.clock.recents.titles == [longest])
  }

  // MARK: Night

  @Test func nightIsBegunAndEnded() {
    var play = opened()
    for _ in 0..<10 { play.tap(.down) }
    let day = play.scene.dimming(at: play.moment)
    play.tap(.enter)
    play.tap(.escape)
    play.wait(.seconds(90))
    #expect(day == .none && play.scene.dimming(at: play.moment) != .none)
    #expect(play.scene.setup.night?.account(at: play.moment).hasPrefix("night now") == true)
    play.tap(.character("o"))
    play.tap(.up)
    for _ in 0..<3 { play.tap(.up) }
    play.tap(.enter)
    play.tap(.escape)
    play.wait(.seconds(90))
    #expect(play.scene.setup.night == nil && play.scene.dimming(at: play.moment) == .none)
  }

  // MARK: Who may have it

  @Test(arguments: [[], [.gallery], [.look], [.countdown, .stopwatch]] as [Set<Permission>])
  func itIsNotThereWithoutTheGallery(allowed: Set<Permission>) {
    let play = opened { $0.allowed = allowed }
    #expect(!isOpen(play) && !play.scene.barPlaces.contains { $0.command == .settings })
    #expect(!play.scene.advice.contains { $0.keys == [.character("o")] })
  }

  @Test func theTitleIsTheCountdowns() {
    let play = opened { $0.allowed = [.gallery, .look] }
    #expect(isOpen(play) && play.scene.settings.focus == .setting(.look(.code)))
    #expect(![.title, .warning].contains { play.scene.settingsOffered.contains($0) })
  }

  @Test func theGearOpensIt() throws {
    var play = Play()
    play.send(.pointerMoved(Point(x: 500, y: 500)))
    play.wait(.seconds(1))
    let gear = try #require(play.scene.barPlaces.first { $0.command == .settings }).box.centre
    play.click(gear)
    #expect(isOpen(play) && play.scene.settings.focus == nil)
    // The bar beneath is out of reach.
    play.wait(.seconds(3))
    #expect(!play.scene.help.isOpen(at: play.moment.uptime))
  }

  @Test func everyHelpHasIt() {
    let play = opened()
    #expect(play.scene.advice.contains { $0.keys == [.character("o")] && !$0.pointerAction.isEmpty })
  }

  // MARK: Places

  private static let sizes: [(Int, Int)] = [
    (3840, 2160), (1920, 1080), (1280, 720), (1080, 1920), (800, 480), (480, 320), (320, 240), (240, 320), (2560, 300),
  ]

  @Test(arguments: sizes, [0, 4, 30]) func everySettingHasAPlace(size: (Int, Int), count: Int) throws {
    let zones = (0..<count).map { OtherZone(name: "Antananarivo \($0)", zone: .utc) }
    var play = Play.sized(size: Size(width: size.0, height: size.1)) {
      $0.zones = zones
      $0.given = Setup.Given(zones: zones, night: $0.night)
    }
    play.tap(.character("o"))
    let window = Rect(Size(width: size.0, height: size.1))
    let plan = try #require(play.scene.settingsPlan)
    #expect(plan.pages.joined().count == play.scene.settingsOffered.count - 1)
    for page in plan.pages.indices {
      let plan = try #require(play.scene.settingsPlan)
      let boxes = plan.places.map(\.box)
      let target = ControlBar.target(play.scene.resolution)
      #expect(boxes.allSatisfy { $0.height >= target && $0.width >= target })
      for (index, box) in boxes.enumerated() {
        #expect(box.x >= 0 && box.y >= 0 && box.maxX <= window.width && box.maxY <= window.height)
        #expect(!boxes.dropFirst(index + 1).contains { $0.overlaps(box) })
      }
      #expect(plan.rows.map(\.part) == [.setting(.title)] + plan.pages[page])
      for row in plan.rows { #expect(!boxes.contains { $0.overlaps(row.name) } && row.target.x >= 0) }
      if plan.pages.count > 1 { play.click(try place(.next, in: play)) }
    }
    #expect(play.scene.settings.page == 0)
  }

  @Test func aRightToLeftCardIsAMirrorImage() throws {
    let arabic = Words.of("ar")
    let (one, other) = (opened(), opened { $0.words = arabic })
    let (plan, mirror) = (try #require(one.scene.settingsPlan), try #require(other.scene.settingsPlan))
    #expect(plan.rows[0].name.x < plan.places[0].box.x && mirror.rows[0].name.x > mirror.places[0].box.x)
    var play = other
    for _ in 0..<10 { play.tap(.down) }
    play.tap(.left)
    #expect(play.effects.last == .saveLook(LookChoice(night: .now)))
  }

  // MARK: Anything

  /// 4,000 events: the focus and the page exist, a draft is there only while it is open, and it closes.
  @Test(arguments: [1, 2]) func anyInputLeavesItInOrder(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var play = Play.sized(countdown: .seconds(30), size: Size(width: 320, height: 240)) {
      ($0.zones, $0.given) = (Self.zones, Setup.Given(zones: Self.zones))
    }
    let keys: [Key] =
      [.escape, .enter, .backspace, .tab, .backTab, .left, .right, .up, .down] + "oqcgsh?7é ".map(Key.character)
    for _ in 0..<Soak.times(2000) {
      let place = Point(x: .random(in: 0..<320, using: &random), y: .random(in: 0..<240, using: &random))
      switch Int.random(in: 0..<10, using: &random) {
      case 0...5:
        if let key = keys.randomElement(using: &random) { play.send(.pressed(key), .released(key)) }
      case 6: play.send(.wrote(["a", "字", "e\u{301}", "\n"].randomElement(using: &random) ?? ""))
      case 7: play.send(.pointerPressed(place, .primary), .pointerReleased(place, .primary))
      case 8: play.send(.scrolled(right: 0, up: Bool.random(using: &random) ? 1 : -1))
      default: play.wait(.milliseconds(Int.random(in: 0...20_000, using: &random)))
      }
      let (settings, plan) = (play.scene.settings, try #require(play.scene.settingsPlan))
      #expect(settings.focus.map(plan.parts.contains) ?? true)
      #expect(plan.pages.indices.contains(settings.page))
      #expect(settings.draft == nil || settings.isOpen(at: play.moment.uptime))
      #expect(settings.draft.map { $0.text.count <= Countdown.longestTitle } ?? true)
      #expect(play.scene.setup.zones.allSatisfy(Self.zones.contains))
    }
    play.wait(.seconds(40))
    #expect(!isOpen(play) && !play.scene.takesText(at: play.moment))
  }
}
