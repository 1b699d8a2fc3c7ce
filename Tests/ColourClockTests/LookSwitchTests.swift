import Testing

@testable import ColourClock

/// The switches of the gallery: by pointer, by Tab and by letters; what they change holds for the wall.
@Suite struct LookSwitchTests {
  private func opened(_ change: (inout Setup) -> Void = { _ in }) -> Play {
    var play = Play(change)
    play.tap(.character("g"))
    play.wait(.seconds(1))
    return play
  }

  private func click(_ control: LookSwitch, in play: inout Play) throws {
    let place = try #require(play.scene.gallery.plan.switches.first { $0.command == .look(control) }).box.centre
    play.press(place.x, place.y)
    play.wait(.milliseconds(50))
    play.release(place.x, place.y)
  }

  private static let all: [(LookSwitch, LookChoice)] = [
    (.code, LookChoice(hex: false)), (.seconds, LookChoice(seconds: false)), (.date, LookChoice(date: true)),
    (.twelveHour, LookChoice(twelveHour: true)), (.brightness, LookChoice(brightness: 0.75)),
  ]

  @Test func aPointerTurnsEachAndTheCardsShowIt() throws {
    var play = opened()
    for (control, choice) in Self.all {
      let before = play.scene.frame(at: play.moment)
      try click(control, in: &play)
      #expect(play.effects.last == .saveLook(choice))
      #expect(play.scene.frame(at: play.moment) != before && play.scene.gallery.isOpen(at: play.moment))
    }
    #expect(play.effects.count == 5)
    let labels = play.scene.style.labels
    #expect(!labels.hex && !labels.seconds && labels.date && labels.twelveHour && play.scene.style.brightness == 0.75)
    // It is the wall's also when nothing is chosen.
    play.tap(.escape)
    play.wait(.seconds(1))
    #expect(play.texts.contains("Thursday, 1 January 2026") && !play.texts.contains { $0.hasPrefix("#") })
    #expect(play.effects.count == 5 && play.scene.setup.cards.allSatisfy { $0.style == play.scene.style })
  }

  @Test func keysReachEach() throws {
    var play = opened()
    for (control, choice) in Self.all {
      play.tap(.tab)
      #expect(play.scene.gallery.bar.focus(at: play.moment) == .look(control))
      play.tap(.enter)
      #expect(play.effects.last == .saveLook(choice))
    }
    play.tap(.right)
    play.tap(.character(" "))
    #expect(play.effects.last == .saveLook(LookChoice(hex: true)))
    play.tap(.left)
    play.tap(.backTab)
    play.tap(.enter)
    #expect(play.effects.last == .saveLook(LookChoice(twelveHour: false)))
    // Left alone the arrows turn pages again, and Enter chooses.
    play.wait(.seconds(15))
    play.tap(.right)
    play.wait(.seconds(1))
    play.tap(.enter)
    #expect(play.effects.last == .saveCard("full"))
  }

  @Test func lettersTurnEach() {
    var play = opened()
    for (letter, choice) in zip(["c", "s", "d", "t", "b"] as [Character], Self.all.map(\.1)) {
      play.tap(.character(letter))
      #expect(play.effects.last == .saveLook(choice))
    }
  }

  /// A wall without the time keeps its seconds, but their switch is disabled. Its pill is faint, so its words need the
  /// wall's ink, also under a press.
  @Test(arguments: [LookSwitch.seconds, .secondsRing, .sweep, .twelveHour], Ink.allCases)
  func aSwitchThatIsOnAndDisabledCanBeRead(control: LookSwitch, ink: Ink) throws {
    var style = Style(fade: Fade(span: .zero, pace: .real))
    (style.labels.time, style.labels.twelveHour) = (false, true)
    (style.labels.secondsRing, style.labels.sweeps) = (true, true)
    #expect(control.isOn(style) && !control.isEnabled(style))
    var state = ControlBar.State()
    state.style = style
    let contents = ControlBar.Contents([.look(control)], Words(), resolution: Monitor.usualResolution)
    let places = ControlBar.row(contents, in: Rect(Size(width: 1920, height: 1080)), y: 100)
    let level: UInt8 = ink == .white ? 20 : 230
    let wall = Colour(red: level, green: level, blue: level)
    for pressed in [nil, ControlBar.Command.look(control)] {
      state.pressed = pressed
      let items = ControlBar.items(places, state, opacity: 1, ink: ink, wall: wall)
      let fills = items.compactMap { item -> Fill? in if case .fill(let fill) = item { fill } else { nil } }
      let texts = items.compactMap { item -> Text? in if case .text(let text) = item { text } else { nil } }
      let text = try #require(texts.first)
      // The border, the wall's colour inside it, and the pill itself.
      try #require(fills.count >= 3)
      let ground = wall.blended(with: fills[2].colour, share: Double(fills[2].opacity) / 255)
      let shown = ground.blended(with: text.colour, share: Double(text.opacity) / 255)
      #expect(shown.contrast(with: ground) >= 3)
    }
  }

  @Test func slidOffItIsNotTurned() throws {
    var play = opened()
    let place = try #require(play.scene.gallery.plan.switches.first).box.centre
    play.press(place.x, place.y)
    play.send(.pointerMoved(Point(x: place.x, y: place.y - 100)))
    play.release(place.x, place.y - 100)
    play.press(place.x, place.y)
    play.send(.interrupted)
    play.release(place.x, place.y)
    #expect(play.effects == [] && play.scene.gallery.isOpen(at: play.moment))
  }

  @Test func brightnessGoesRound() {
    var play = opened { $0.style.brightness = 0.6 }
    var seen: [Double] = []
    for _ in 0..<5 {
      play.tap(.character("b"))
      seen.append(play.scene.style.brightness)
    }
    #expect(seen == [0.75, 0.5, 0.3, 1, 0.75] || seen == [0.5, 0.3, 1, 0.75, 0.5])
  }

  @Test func withoutATimeItsFormCannotBeChanged() {
    var play = opened { setup in
      setup.style.labels.time = false
      setup.cards = Face.all.map { Gallery.Card(name: $0.name, face: $0, style: setup.style) }
    }
    play.tap(.character("s"))
    play.tap(.character("t"))
    #expect(play.effects == [])
    play.tap(.tab)
    play.tap(.tab)
    #expect(play.scene.gallery.bar.focus(at: play.moment) == .look(.date))
  }

  /// A kiosk's visitors without that permission have no gallery, and so no switch.
  @Test func onlyWhereTheGalleryIsAllowed() {
    var play = opened { $0.allowed = [.countdown, .scrub] }
    for key in ["c", "s", "d", "t", "b"] as [Character] { play.tap(.character(key)) }
    #expect(!play.effects.contains { if case .saveLook = $0 { true } else { false } })
    #expect(play.scene.style == .hard)
  }

  /// What comes from the program again, with the names of its language, leaves the gallery open.
  @Test func anArrangementOfTheSameCardsGoesOn() {
    var play = opened()
    play.tap(.right)
    play.wait(.seconds(1))
    var setup = play.scene.setup
    setup.apply(LookChoice(date: true))
    play.send(.setupChanged(setup))
    #expect(play.scene.gallery.isOpen(at: play.moment) && play.scene.gallery.paging.page == 1)
    #expect(play.texts.contains("Thursday, 1 January 2026"))
    setup.cards.removeLast()
    play.send(.setupChanged(setup))
    #expect(!play.scene.gallery.isOpen(at: play.moment))
  }
}
