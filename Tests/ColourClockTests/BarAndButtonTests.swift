import Testing

@testable import ColourClock

/// The bar, the hold button and the ring beside each other, and a feed beneath them.
@Suite struct BarAndButtonTests {
  // MARK: Bar and button

  /// What takes the first Escape back takes its hint away too.
  @Test func aTapOfAnotherKeyLeavesNoHint() {
    var play = Play.sized()
    play.tap(.escape)
    #expect(play.texts.contains("Press Escape again to quit"))
    play.tap(.character("s"))
    #expect(!play.texts.contains { $0.hasSuffix("quit") || $0.hasPrefix("Keep holding") })
  }

  /// The bar's plate reaches up to the caption, which is wider than the commands beside the hint.
  @Test func theBarsPlateDoesNotCoverTheHint() throws {
    var play = Play.sized()
    for (length, title) in [(480, "Pasta"), (1500, "Roast"), (300, "Creme brulee, 2nd tray")] {
      play.send(.told(.countdown(.new(.seconds(length), title: title))))
    }
    play.send(.told(.countdown(.choose(.title("Creme brulee, 2nd tray")))))
    play.wait(.seconds(2))
    play.tap(.escape)
    let items = try #require(play.scene.frame(at: play.moment)).items.flatMap(\.parts)
    let texts = items.map { if case .text(let text) = $0 { text } else { nil as Text? } }
    let index = try #require(texts.firstIndex { $0?.string == "Press Escape again to quit" })
    let hint = try #require(texts[index])
    let plates = items[index...].compactMap { item in
      if case .fill(let fill) = item, case .box(let box, _) = fill.shape { box } else { nil as Rect? }
    }
    #expect(!plates.isEmpty && !plates.contains { $0.overlaps(hint.box) })
  }

  /// With a button of its own the bar is at both sides of it.
  @Test func aKiosksBarHasNoHole() throws {
    let play = Play.sized {
      ($0.isLocked, $0.allowed, $0.hold.presence) = (true, [.countdown, .gallery], .motion)
    }
    let (bar, button) = (play.scene.barPlaces, try #require(play.scene.layout?.button))
    let left = try #require(bar.last { $0.box.maxX < button.x })
    let right = try #require(bar.first { $0.box.x > button.maxX })
    #expect(!bar.contains { $0.command == .stopwatch })
    #expect(abs((button.x - left.box.maxX) - (right.box.x - button.maxX)) < 0.5)
    for (one, next) in zip(bar, bar.dropFirst()) where next.box.x < button.x || one.box.x > button.x {
      #expect(next.box.x - one.box.maxX < 0.7 * one.box.height)
    }
  }

  /// With a button of its own too, the smallest of the named walls has a watch to tap.
  @Test func theButtonGivesTheBarRoom() {
    for words in Words.all {
      for (width, height) in [(640, 360), (1280, 720), (1920, 1080)] {
        let size = Size(width: width, height: height)
        let bar = Play.sized(size: size) { ($0.words, $0.hold.presence) = (words, .motion) }.scene.barPlaces
        #expect(bar.contains { $0.command == .stopwatch }, "\(words["Quit"]) \(width)")
      }
    }
  }

  /// Above the row of the button the ring is smaller, rather than alone between empty sides.
  @Test(arguments: [(800, 480), (1024, 600), (1280, 720), (1920, 1080), (1080, 1920)])
  func aRingAboveTheButtonKeepsItsCompany(width: Int, height: Int) throws {
    let periods = ["06:30-10:30 Breakfast", "12:00-14:30 Lunch", "15:00 Check-in", "18:30-22:00 Dinner"]
    let agenda = try periods.map { try Period.parse($0) }
    let zones = ["Tokyo", "London"].map { OtherZone(name: $0, zone: .utc) }
    var play = Play.sized(size: Size(width: width, height: height)) {
      ($0.hold.presence, $0.zones) = (.motion, zones)
      $0.style.labels.date = true
    }
    play.send(.told(.agenda(agenda)), .told(.countdown(.start(.seconds(300), title: nil))))
    #expect(play.scene.hidden.allSatisfy { $0 == "code" }, "\(play.scene.hidden)")
  }

  // MARK: What is there for whom

  private static var timers: [(Play) -> Play] {
    [
      { $0 },
      { play in
        var play = play
        play.tap(.character("s"))
        return play
      },
      { play in
        var play = play
        play.tap(.character("c"))
        play.tap(.character("c"))
        return play
      },
      { play in
        var play = play
        for key in "scc" { play.tap(.character(key)) }
        return play
      },
    ]
  }

  /// On each size down to 320x240, with each timer and in each language: one timer's controls, help and quit, each as
  /// large as a fingertip, apart from each other and in the window; with words from 1280x720 on.
  @Test(arguments: [
    (3840, 2160), (1920, 1080), (1280, 720), (1080, 1920), (800, 480), (480, 320), (320, 240), (240, 320), (480, 800),
  ])
  func eachSizeHasTheBarOfOneTimer(width: Int, height: Int) {
    for words in Words.all {
      for (index, timer) in Self.timers.enumerated() {
        let play = timer(Play.sized(size: Size(width: width, height: height)) { $0.words = words })
        let bar = play.scene.barPlaces
        let commands = bar.map(\.command)
        #expect(commands.suffix(2) == [.help, .quit], "\(words["Quit"]) \(index) \(commands)")
        #expect(commands.contains(.toggle) == (index != 1) && commands.contains(.stopwatch) == (index < 2))
        #expect(commands.contains(.reset) == (index > 0) && commands.contains(.another) == (index > 0))
        #expect(width < 320 || commands.contains { $0.isPreset } == (index == 0))
        #expect(bar.allSatisfy { min($0.box.width, $0.box.height) >= 35 })
        for (number, place) in bar.enumerated() {
          let box = place.box
          #expect(box.x >= 0 && box.maxX <= Double(width) && box.y >= 0 && box.maxY <= Double(height))
          #expect(!bar.dropFirst(number + 1).contains { $0.box.overlaps(box) })
        }
        let rows = Set(bar.map(\.box.y)).count
        #expect(rows <= (height > width ? 2 : 1))
        #expect(height < 720 || height > width || bar.allSatisfy(\.hasWords), "\(words["Quit"]) \(index)")
        // Quit is at the far end of its row.
        let row = bar.filter { $0.box.y == bar.last?.box.y }
        let edges = row.map { words.isRightToLeft ? Double(width) - $0.box.x : $0.box.maxX }
        #expect(edges.last == edges.max())
      }
    }
  }

  /// Nothing moves when the controls come, or when they become those of another timer.
  @Test func theStripDoesNotDependOnTheControls() {
    for size in RoomTests.named {
      let shown = Play.sized(size: size).scene.layout
      let hidden = Play.sized(size: size) { ($0.hasBar, $0.hold.presence) = (false, .never) }.scene.layout
      let saver = Play.sized(size: size) { ($0.allowed, $0.hold.presence) = ([], .never) }.scene.layout
      #expect(shown?.slots == hidden?.slots && shown?.slots == saver?.slots)
    }
  }

  private func filled(_ play: Play) -> ControlBar.Command? {
    // The filled one is the only one whose words are in the opposite ink.
    let items = play.scene.frame(at: play.moment)?.items ?? []
    let texts = items.compactMap { if case .text(let text) = $0 { text } else { nil } }
    let ink = texts.first?.ink
    let box = texts.first { $0.ink != ink }?.box
    return box.flatMap { box in play.scene.barPlaces.first { $0.box.contains(box.centre) }?.command }
  }

  @Test func thePrimaryCommandIsFilled() {
    for (timer, command) in zip(Self.timers, [ControlBar.Command.toggle, .stopwatch, .toggle, .toggle]) {
      var play = timer(Play.sized())
      play.send(.pointerMoved(Point(x: 9, y: 9)))
      play.wait(.seconds(1))
      #expect(filled(play) == command)
      #expect(!play.texts.contains("Hold to quit"))
    }
  }

  /// A press on the last command says what a hold does, and a hold does it.
  @Test(arguments: [Button.primary, .finger]) func quittingIsHeldInTheBar(button: Button) throws {
    var play = Play.sized()
    play.send(.pointerMoved(Point(x: 9, y: 9)))
    play.wait(.milliseconds(300))
    let place = try #require(play.scene.barPlaces.last?.box.centre)
    #expect(!play.texts.contains("Hold to quit"))
    play.send(.pointerPressed(place, button))
    play.wait(.milliseconds(1500))
    #expect(play.texts.contains("Hold to quit") && play.effects.isEmpty)
    play.wait(.milliseconds(200))
    #expect(play.effects == [.quit])
    var released = Play.sized()
    released.send(.pointerMoved(place))
    released.wait(.milliseconds(300))
    released.send(.pointerPressed(place, button))
    released.wait(.milliseconds(1500))
    released.send(.pointerReleased(place, button))
    released.wait(.seconds(9))
    #expect(released.effects.isEmpty && !released.texts.contains { $0.contains("quit") })
  }

  @Test func aFingerMayTapItTwice() throws {
    var play = Play.sized()
    play.send(.pointerMoved(Point(x: 9, y: 9)))
    play.wait(.milliseconds(300))
    let place = try #require(play.scene.barPlaces.last?.box.centre)
    for effects in [[], [Effect.quit]] {
      play.send(.pointerPressed(place, .finger))
      play.wait(.milliseconds(80))
      play.send(.pointerReleased(place, .finger))
      play.wait(.milliseconds(300))
      #expect(play.effects == effects)
    }
  }

  /// By Tab, and Enter twice or Space held.
  @Test func theFocusSaysThatItIsHeld() {
    var play = Play.sized()
    play.tap(.backTab)
    play.wait(.milliseconds(300))
    #expect(play.scene.bar.focus(at: play.moment) == .quit && play.texts.contains("Hold to quit"))
    var enter = play
    enter.tap(.enter)
    #expect(enter.effects.isEmpty && enter.texts.contains("Press Enter again to quit"))
    enter.tap(.enter)
    #expect(enter.effects == [.quit])
    play.send(.pressed(.character(" ")))
    play.wait(.milliseconds(1700))
    #expect(play.effects == [.quit])
  }

  /// Another action of the hold has its button, and quitting stays in the bar.
  @Test func anotherActionHasItsButton() throws {
    var play = Play.sized { $0.hold.action = .refresh }
    play.send(.pointerMoved(Point(x: 9, y: 9)))
    play.wait(.milliseconds(300))
    #expect(play.texts.contains("Hold to refresh") && play.scene.barPlaces.last?.command == .quit)
    let place = try #require(play.scene.barPlaces.last?.box.centre)
    play.press(place.x, place.y)
    play.wait(.milliseconds(100))
    #expect(play.texts.contains("Hold to quit"))
    play.wait(.milliseconds(1600))
    #expect(play.effects == [.quit])
  }

  // MARK: What rings

  private static func ringing(isAlarm: Bool, _ change: (inout Setup) -> Void = { _ in }) -> Play {
    var play = Play.sized(countdown: isAlarm ? nil : .seconds(5)) {
      change(&$0)
      if isAlarm, let alarm = try? DailyAlarm.parse("12:00:05=Tea") { $0.alarms = [alarm] }
    }
    play.wait(.seconds(6))
    return play
  }

  /// A tap anywhere on the ring ends it, in a kiosk too, and the held button does.
  @Test(arguments: [false, true], [false, true]) func aTapOnTheRingEndsIt(isAlarm: Bool, isLocked: Bool) throws {
    for place in [Point(x: 0, y: 0), Point(x: 0.3, y: 0.3), Point(x: 0, y: -0.47), Point(x: 0.48, y: 0)] {
      var play = Self.ringing(isAlarm: isAlarm) { if isLocked { ($0.isLocked, $0.allowed) = (true, []) } }
      #expect(play.scene.isRinging && play.texts.contains("Dismiss"))
      let ring = try #require(play.scene.layout?.ring)
      let point = ring.centre + place * ring.width
      play.press(point.x, point.y)
      play.wait(.milliseconds(60))
      play.release(point.x, point.y)
      #expect(!play.scene.isRinging, "\(place)")
      #expect(!play.texts.contains { $0.contains("dismiss") || $0.contains("quit") })
    }
  }

  /// The button needs no hold: it does what a tap on the ring does.
  @Test(arguments: [false, true], [false, true]) func aTapOnTheButtonEndsIt(isAlarm: Bool, isLocked: Bool) throws {
    for button in [Button.primary, .finger] {
      var play = Self.ringing(isAlarm: isAlarm) { if isLocked { ($0.isLocked, $0.allowed) = (true, []) } }
      let place = try #require(play.scene.button?.plate.centre)
      play.send(.pointerPressed(place, button))
      play.wait(.milliseconds(60))
      play.send(.pointerReleased(place, button))
      #expect(!play.scene.isRinging && !play.effects.contains(.quit))
      play.send(.pointerPressed(place, button))
      play.wait(.milliseconds(60))
      play.send(.pointerReleased(place, button))
      #expect(!play.effects.contains(.quit))
    }
  }

  /// A press before a viewer can have seen the button is not meant for it.
  @Test func aTapAsItComesEndsNothing() throws {
    var play = Play.sized(countdown: .seconds(5))
    play.wait(.milliseconds(5020))
    let place = try #require(play.scene.button?.plate.centre)
    play.press(place.x, place.y)
    play.wait(.milliseconds(60))
    play.release(place.x, place.y)
    #expect(play.scene.isRinging)
  }

  /// Escape soon after a card has closed may be meant for that card.
  @Test(arguments: [Key.character("o"), .character("h"), .character("7")]) func escapeAfterACardDoesNotQuit(key: Key) {
    var play = Play.sized()
    play.tap(key)
    play.tap(.escape)
    play.tap(.escape)
    #expect(!play.texts.contains { $0.contains("quit") })
    play.wait(.seconds(1))
    play.tap(.escape)
    #expect(play.texts.contains("Press Escape again to quit"))
    // One that has closed by itself.
    play = Play.sized()
    play.tap(key)
    play.wait(.milliseconds(key == .character("7") ? 10_300 : 30_300))
    play.tap(.escape)
    #expect(!play.texts.contains { $0.contains("quit") })
  }

  @Test(arguments: [false, true]) func escapeDoesNotOfferToQuit(isLocked: Bool) {
    var play = Self.ringing(isAlarm: false) { $0.isLocked = isLocked }
    play.tap(.escape)
    #expect(!play.texts.contains { $0.contains("quit") } && play.texts.contains("Press Escape again to dismiss"))
    play.tap(.escape)
    #expect(!play.scene.isRinging && play.effects.allSatisfy { $0 != .quit })
  }

  /// Of an alarm and of a countdown that has ended: the button that ends it, five minutes more at its right, and no
  /// settings, help or quit.
  @Test(arguments: [false, true]) func bothAlertsHaveTheSameButtons(isAlarm: Bool) throws {
    let play = Self.ringing(isAlarm: isAlarm)
    let button = try #require(play.scene.layout?.button)
    let places = play.scene.barPlaces
    #expect(places.map(\.command) == (isAlarm ? [.more] : [.more, .toggle]))
    #expect(places.allSatisfy { $0.box.x > button.maxX } && places.map(\.box.x) == places.map(\.box.x).sorted())
  }

  /// Five minutes more, beside the button.
  @Test func fiveMinutesMore() throws {
    var play = Self.ringing(isAlarm: false)
    play.send(.pointerMoved(Point(x: 9, y: 9)))
    play.wait(.milliseconds(300))
    #expect(play.texts.contains("Again") && play.texts.contains("5 min") && !play.texts.contains("Start"))
    let place = try #require(play.scene.barPlaces.first { $0.command == .more }?.box.centre)
    play.click(place)
    #expect(!play.scene.isRinging && play.scene.countdown?.number(at: play.moment) == 300)
    #expect(play.scene.countdown?.length == .seconds(300))
  }

  /// While an alarm rings the time is shown once.
  @Test func anAlarmShowsTheTimeOnce() {
    let play = Self.ringing(isAlarm: true)
    #expect(play.texts.count { $0.hasPrefix("12:00") } == 1)
  }

  /// The edge of a control stands out by 3:1 from each wall (WCAG 2.2, 1.4.11): every minute of the day, on all faces.
  @Test(arguments: Face.all.map(\.name)) func controlsAreSeenOnEveryWall(name: String) throws {
    let face = try #require(Face.named(name))
    for minute in 0..<1440 {
      for second in [0, 30, 57] {
        let time = Moment.at(minute / 60, minute % 60, second)
        let civil = time.zone.civil(at: time.instant.second)
        let (wall, ink) = (face.colour(civil), Ink.best(on: face.colour(civil)))
        let edge = wall.blended(with: ink.colour, share: ControlBar.edgeShare)
        #expect(edge.contrast(with: wall) >= 3, "\(minute / 60):\(minute % 60):\(second)")
      }
    }
  }

  /// Nor can a disabled command be overlooked: its words stand out by 3:1 on every wall.
  @Test(arguments: Face.all.map(\.name)) func disabledWordsCanBeRead(name: String) throws {
    let face = try #require(Face.named(name))
    let place = ControlBar.Place(command: .less, box: Rect(x: 0, y: 0, width: 120, height: 44), hasWords: true)
    for minute in 0..<1440 {
      let time = Moment.at(minute / 60, minute % 60, 30)
      let civil = time.zone.civil(at: time.instant.second)
      let wall = face.colour(civil)
      let ink = Ink.best(on: wall)
      let items = ControlBar.items([place], ControlBar.State(), opacity: 1, ink: ink, wall: wall)
      var ground = wall
      for case .fill(let fill) in items.prefix(3) {
        ground = ground.blended(with: fill.colour, share: Double(fill.opacity) / 255)
      }
      let text = try #require(items.lazy.compactMap { if case .text(let text) = $0 { text } else { nil } }.first)
      let seen = ground.blended(with: ink.colour, share: Double(text.opacity) / 255)
      #expect(seen.contrast(with: ground) >= 2.95, "\(minute)")
    }
  }

  /// A mouse over a command, the focus, and a press: each looks different from rest.
  @Test func whatIsMeantIsSeen() {
    for command in [ControlBar.Command.toggle, .reset, .quit] {
      let place = ControlBar.Place(command: command, box: Rect(x: 0, y: 0, width: 120, height: 44), hasWords: true)
      var states = [ControlBar.State](repeating: ControlBar.State(), count: 4)
      for index in states.indices { (states[index].stopwatch, states[index].primary) = (Stopwatch(), .toggle) }
      (states[1].hovered, states[2].focus, states[3].pressed) = (command, command, command)
      let pictures = states.map { ControlBar.items([place], $0, opacity: 1, ink: .black, wall: .white) }
      #expect(Set(pictures).count == 4)
    }
  }

  @Test func theWheelTurnsTheRingAlsoWithinIt() throws {
    var play = Play.sized(countdown: .seconds(300))
    let ring = try #require(play.scene.ring)
    let before = try #require(play.scene.countdown?.number(at: play.moment))
    play.send(.pointerMoved(ring.centre + Point(x: 5, y: -0.3 * ring.radius)), .scrolled(right: 0, up: 1))
    #expect(try #require(play.scene.countdown?.number(at: play.moment)) > before)
    #expect(play.scene.pull.isAtRest(at: play.moment))
  }

  // MARK: Feeds

  /// The time gets smaller before a line is left out.
  @Test(arguments: [(640, 360), (1280, 720), (1920, 1080), (3440, 1440), (1080, 1920)])
  func aFeedAtTheEdgeKeepsItsLinesBesideAnAgendaAndZones(width: Int, height: Int) {
    let lines = ["Bus 5 in 3 min", "Room 4 free", "Sunny 20 C"]
    for size in [0.03, Feed.Style.standard.size, 0.068] {
      for more in 0..<8 {
        var labels = Labels()
        labels.date = more & 1 != 0
        var contents = Layout.Contents(size: Size(width: width, height: height), labels: labels)
        (contents.feed, contents.feedStyle) = (lines, Feed.Style(lines: 3, size: size, place: .bottom))
        contents.zones = more & 2 != 0 ? [Layout.ZoneTemplates(name: "Tokyo", time: "00:00")] : []
        contents.agenda =
          more & 4 != 0 ? Layout.AgendaTemplates(now: "Maths until 00:00", next: "Physics", only: "Maths") : nil
        let layout = Layout(contents)
        let words = layout.slots.compactMap { if case .feedLine(let words, _) = $0.part { words } else { nil } }
        #expect(lines.allSatisfy(words.joined(separator: " ").contains))
        #expect(
          layout.slots.contains {
            [.time, .hour].contains($0.part) && $0.box.height > 0.1 * Double(min(width, height))
          })
      }
    }
  }
}
