import TestSupport
import Testing

@testable import ColourClock

/// What viewers see of countdowns and do with them: which one is paused, chosen or over.
@Suite struct CountdownSightTests {
  private func kitchen(_ lengths: (Int64, String)..., size: Size = Size(width: 1280, height: 720)) -> Play {
    var play = Play.sized(size: size)
    for (seconds, title) in lengths { play.send(.told(.countdown(.new(.seconds(seconds), title: title)))) }
    // Nothing is chosen after an end.
    play.send(.told(.countdown(.new(.seconds(1), title: "End"))))
    play.wait(.seconds(2))
    play.send(.told(.dismiss(nil)))
    return play
  }

  private func titles(_ play: Play) -> [String] { play.scene.countdowns.all.map { $0.countdown.title ?? "-" } }
  private func paused(_ play: Play) -> [String] {
    play.scene.countdowns.all.filter(\.countdown.isPaused).map { $0.countdown.title ?? "-" }
  }

  /// The boxes of a pause sign in the ring: two bars of the same height.
  private func pauseBars(_ play: Play) -> [Rect] {
    signs(play).compactMap { if case .box(let box, radius: 0) = $0, box.height > 2 * box.width { box } else { nil } }
  }

  /// The bounds of a triangle in the ring.
  private func triangle(_ play: Play) -> Rect? {
    signs(play).lazy.compactMap { shape in
      guard case .band(let corners) = shape, corners.count == 3 else { return nil }
      let (xs, ys) = (corners.map(\.x), corners.map(\.y))
      let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
      return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }.first
  }

  /// The filled shapes on the axis of the ring, and beside the number.
  private func signs(_ play: Play) -> [Shape] {
    guard let ring = play.scene.layout?.ring, let frame = play.scene.frame(at: play.moment) else { return [] }
    let axis = Rect(centre: ring.centre, width: 0.9 * ring.width, height: 0.9 * ring.height)
    return frame.items.compactMap { item in
      guard case .fill(let fill) = item else { return nil }
      switch fill.shape {
      case .box(let box, radius: 0) where axis.contains(box.centre): return fill.shape
      case .band(let corners) where corners.allSatisfy(axis.contains): return fill.shape
      default: return nil
      }
    }
  }

  // MARK: Paused

  private static let sizes = [
    Size(width: 1920, height: 1080), Size(width: 1280, height: 720), Size(width: 1080, height: 1920),
    Size(width: 800, height: 480), Size(width: 480, height: 320), Size(width: 320, height: 240),
  ]

  /// At all sizes and with all numbers, in the ring, large and with air. Nothing moves when the sign comes or goes.
  @Test(arguments: sizes) func oneThatDoesNotRunHasItsSign(size: Size) throws {
    for (seconds, title) in [(30, "Eggs"), (30, ""), (1500, "Eggs"), (5400, "Exam 7b"), (300_000, "Fair")] {
      for words in [Words(), Words.all.first(where: \.isRightToLeft) ?? Words()] {
        var play = Play.sized(size: size) { $0.words = words }
        play.send(.told(.countdown(.start(.seconds(Int64(seconds)), title: title))))
        let layout = try #require(play.scene.layout)
        #expect(signs(play).isEmpty)
        play.send(.told(.countdown(.pause)))
        try check(pauseBars(play), count: 2, in: play, "\(size) \(seconds) \(title)")
        #expect(play.scene.layout?.slotsInRing == layout.slotsInRing && play.scene.layout?.ring == layout.ring)
        play.send(.told(.countdown(.resume)))
        #expect(signs(play).isEmpty)
        play.send(.told(.countdown(.reset)))
        try check([triangle(play)].compactMap(\.self), count: 1, in: play, "\(size) \(seconds) \(title)")
      }
    }
  }

  private func check(_ signs: [Rect], count: Int, in play: Play, _ comment: Comment) throws {
    let (layout, ring) = (try #require(play.scene.layout), try #require(play.scene.ring))
    let number = try #require(layout.slotsInRing.first { $0.part == .number })
    #expect(signs.count == count, comment)
    for sign in signs {
      let texts = (play.scene.frame(at: play.moment)?.items ?? []).compactMap { item in
        if case .text(let text) = item { text } else { nil }
      }
      for slot in layout.slotsInRing {
        // The number may be narrower than its slot.
        guard let text = texts.first(where: { $0.box == slot.box }) else { continue }
        let width = min(slot.ink.width, Line.width(text.string) * slot.box.height)
        let ink = Rect(centre: slot.ink.centre, width: width, height: slot.ink.height)
        #expect(!ink.overlaps(sign.inset(by: -0.2 * sign.height)), comment)
      }
      let least = max(0.14 * number.box.height, 0.028 * (play.scene.size?.shortSide ?? 0))
      #expect(sign.height >= least, "\(comment): \(sign.height) of \(number.box.height)")
      let corners = [sign.x, sign.maxX].flatMap { x in [sign.y, sign.maxY].map { Point(x: x, y: $0) } }
      let reach = corners.map { ($0 - ring.centre).length }.max() ?? 0
      #expect(reach < ring.innerEdge - 0.15 * sign.height, comment)
    }
  }

  @Test func aPausedProgramHasIt() throws {
    var play = Play.sized()
    play.send(.told(.program(.start(try .parse("Doors 10s, Welcome 10s, Talk 20s")))))
    let ring = try #require(play.scene.ring)
    play.click(ring.centre)
    #expect(pauseBars(play).count == 2)
    play.tap(.character("n"))
    #expect(pauseBars(play).count == 2 && play.texts.contains("Welcome"))
    play.click(ring.centre)
    #expect(pauseBars(play).isEmpty)
  }

  // MARK: The choice

  /// A second press of the same control resumes the same one, which stays in the ring.
  @Test func aPausedSubjectStaysInTheRing() throws {
    for way in 0..<3 {
      var play = kitchen((600, "Rice"), (300, "Eggs"), (60, "Tea"))
      play.wait(.seconds(2))
      func press() throws {
        switch way {
        case 0: play.tap(.character("c"))
        case 1: play.click(try #require(play.scene.ring).centre)
        default: play.click(try #require(play.scene.barPlaces.first { $0.command == .toggle }).box.centre)
        }
      }
      try press()
      #expect(paused(play) == ["Tea"] && titles(play) == ["Tea", "Eggs", "Rice"], "\(way)")
      play.wait(.seconds(5))
      try press()
      #expect(paused(play).isEmpty && titles(play) == ["Tea", "Eggs", "Rice"], "\(way)")
      try press()
      // What ends comes first; then the order is that of ends again.
      play.wait(.seconds(300))
      #expect(titles(play).first == "Eggs" && play.scene.isRinging && paused(play) == ["Tea"])
      play.send(.told(.dismiss(nil)))
      #expect(titles(play) == ["Rice", "Tea"])
    }
  }

  /// Who chooses another one lets go of it.
  @Test func aChoiceFreesTheRing() {
    var play = kitchen((600, "Rice"), (300, "Eggs"), (60, "Tea"))
    play.tap(.character("c"))
    var seen: [String?] = []
    for _ in 0..<3 {
      play.tap(.character("a"))
      seen.append(play.scene.countdown?.title)
      #expect(titles(play).first == seen.last)
    }
    #expect(titles(play) == ["Tea", "Eggs", "Rice"] && seen == ["Eggs", "Rice", "Tea"])
  }

  /// What is made longer stays the chosen one, also in the list; a command by ID chooses nothing.
  @Test func whatIsChangedIsChosen() {
    var play = kitchen((600, "Rice"), (60, "Tea"))
    play.send(.told(.countdown(.add(.seconds(5)), of: .id(play.scene.countdowns.all[1].id))))
    #expect(play.scene.countdowns.choice == nil)
    for _ in 0..<12 { play.tap(.character("+")) }
    #expect(titles(play) == ["Rice", "Tea"] && play.scene.countdown?.title == "Tea")
    play.tap(.character("-"))
    #expect(play.scene.countdown?.title == "Tea")
    var told = kitchen((600, "Rice"), (60, "Tea"))
    told.send(.told(.countdown(.pause)), .told(.countdown(.resume)))
    #expect(told.refusals.isEmpty && paused(told).isEmpty)
  }

  // MARK: Names

  @Test func anUntitledOneAmongSeveralHasItsLength() {
    var play = Play.sized()
    play.send(.told(.countdown(.new(.seconds(60), title: ""))))
    #expect(!play.texts.contains("1 min"))
    play.send(.told(.countdown(.new(.seconds(600), title: ""))), .told(.countdown(.new(.seconds(20), title: ""))))
    #expect(["20 s", "1 min", "10 min"].allSatisfy(play.texts.contains), "\(play.texts)")
    play.wait(.seconds(21))
    #expect(play.texts.contains("20 s") && !play.texts.contains("Time is up"), "\(play.texts)")
    play.send(.told(.dismiss(nil)))
    play.wait(.seconds(30))
    #expect(play.texts.contains("1 min") && play.scene.shownCountdown?.phase(at: play.moment) == .soon)
    play.wait(.seconds(10))
    #expect(play.scene.isRinging && play.texts.contains("1 min"))
    play.send(.told(.dismiss(nil)))
    play.wait(.seconds(600))
    #expect(play.texts.joined(separator: " ").contains("Time is up"), "alone again")
  }

  /// One added without a title does not take that of the set-up, by hand, key or command.
  @Test func anAddedOneHasNoTitle() throws {
    var play = Play.sized(countdown: .seconds(1200)) { $0.ring.title = "Break" }
    #expect(play.texts.contains("Break"))
    for key in "20+" { play.tap(.character(key)) }
    play.tap(.enter)
    play.send(.told(.countdown(.new(.seconds(40), title: ""))))
    #expect(titles(play) == ["", "", "-"] && play.texts.contains("20 s") && play.texts.contains("40 s"))
    #expect(play.texts.count { $0 == "Break" } == 1)
    let another = try #require(play.scene.barPlaces.first { $0.command == .another })
    play.click(another.box.centre)
    let length = try #require(play.scene.barPlaces.first { $0.command == .preset(.seconds(300)) })
    play.click(length.box.centre)
    #expect(titles(play) == ["", "", "", "-"] && play.texts.contains("5 min"))
  }

  /// The lines of those that have ended are on plates, each whole below the texts.
  @Test func endedLinesAreInverted() throws {
    var play = Play.sized()
    for (index, title) in ["Tea", "Eggs", "Rice", "Bread"].enumerated() {
      play.send(.told(.countdown(.new(.seconds(Int64(index < 3 ? 30 + index : 900)), title: title))))
    }
    play.wait(.seconds(40))
    let frame = try #require(play.scene.frame(at: play.moment))
    let texts = frame.items.compactMap { if case .text(let text) = $0 { text } else { nil } }
    func ink(_ title: String) -> Ink? { texts.first { $0.string == title }?.ink }
    #expect(ink("Eggs") == ink("Rice") && ink("Eggs") != ink("Bread") && ink("Eggs") != nil)
  }

  @Test func aNewOneHasItsPhases() {
    var play = Play()
    let phases = CountdownPhases(warn: .seconds(60), danger: .seconds(10))
    play.send(.told(.countdown(.new(.seconds(450), title: "Groups", phases: phases))))
    #expect(play.scene.countdown?.phases == phases && play.refusals.isEmpty)
    let wrong = CountdownPhases(warn: .seconds(10), danger: .seconds(60))
    play.send(.told(.countdown(.new(.seconds(450), title: "", phases: wrong))))
    #expect(play.refusals == [Refusal.phaseOrder.text] && play.scene.countdowns.all.count == 1)
  }

  // MARK: Programs and the bar

  /// At its end the wall does not have the last step's name, even if the number counts on.
  @Test func aProgramThatHasEndedIsDone() throws {
    for (title, overtime, said) in [("", false, "Done"), ("Training", false, "Training"), ("", true, "Done")] {
      var play = Play.sized {
        $0.ring.title = title
        $0.hasOvertime = overtime
      }
      play.send(.told(.program(.start(try .parse("Work 10s, Rest 5s")))))
      play.wait(.seconds(16))
      #expect(play.texts.contains(said) && play.scene.isRinging, "\(play.texts)")
      #expect(!play.texts.contains("Rest"))
    }
  }

  @Test func roundsAreCounted() throws {
    var play = Play.sized()
    play.send(.told(.program(.start(try .parse("Warm up 10s; Work 40s, Rest 20s, x8; End 10s")))))
    #expect(
      play.texts.contains { $0.hasPrefix("Next: Work") } && play.texts.contains { $0.hasPrefix("1/18 · ") },
      "\(play.texts)")
    for place in ["Round 1/8", "Round 1/8", "Round 2/8", "Round 2/8"] {
      play.tap(.character("n"))
      play.wait(.milliseconds(300))
      #expect(play.texts.contains { $0.hasPrefix("\(place) · ends ") }, "\(play.texts)")
    }
    for _ in 0..<13 { play.send(.told(.program(.next))) }
    #expect(play.texts.contains("Last step") && play.texts.contains { $0.hasPrefix("18/18 · ends ") }, "\(play.texts)")
  }

  /// The button says when it removes.
  @Test func resetSaysThatItRemoves() throws {
    var play = Play.sized(countdown: .seconds(300))
    func press() throws {
      play.click(try #require(play.scene.barPlaces.first { $0.command == .reset }).box.centre)
    }
    play.send(.pointerMoved(Point(x: 3, y: 3)))
    play.wait(.milliseconds(300))
    #expect(play.texts.contains("Reset") && !play.texts.contains("Remove"))
    try press()
    #expect(play.texts.contains("Remove") && play.scene.countdown?.state == .idle)
    try press()
    #expect(play.scene.countdown == nil)
  }

  /// The second press of a double click does not meet the command that has come to the place of the first.
  @Test(arguments: [ControlBar.Command.reset, .another]) func aDoubleClickIsOnePress(command: ControlBar.Command) throws
  {
    var play = Play.sized(countdown: .seconds(300))
    play.send(.told(.countdown(.start(nil, title: nil))), .pointerMoved(Point(x: 3, y: 3)))
    play.wait(.milliseconds(300))
    let place = try #require(play.scene.barPlaces.first { $0.command == command }).box.centre
    play.click(place)
    play.wait(.milliseconds(200))
    let after = play.scene.countdowns.all.map(\.countdown)
    play.click(place)
    #expect(play.scene.countdowns.all.map(\.countdown) == after && after.count == 1)
  }

  /// A tap on a line whose countdown has ended dismisses that one. A second tap at once does nothing.
  @Test func aTapOnAnEndedLineDismissesIt() throws {
    var play = Play.sized()
    for (index, title) in ["Tea", "Eggs", "Rice", "Bread"].enumerated() {
      play.send(.told(.countdown(.new(.seconds(Int64(index < 2 ? 30 + index : 900 + index)), title: title))))
    }
    play.wait(.seconds(40))
    let frame = try #require(play.scene.frame(at: play.moment))
    let line = try #require(
      frame.items.lazy.compactMap { if case .text(let text) = $0, text.string == "Eggs" { text.box } else { nil } }
        .first)
    play.click(line.centre)
    #expect(titles(play) == ["Tea", "Rice", "Bread"] && play.scene.isRinging)
    let ring = try #require(play.scene.ring)
    play.click(ring.centre)
    play.wait(.milliseconds(200))
    play.click(ring.centre)
    #expect(titles(play) == ["Rice", "Bread"] && paused(play).isEmpty)
  }

  /// Of several countdowns, only the chosen one gets a title in the settings.
  @Test func aTitleIsForOne() {
    var play = kitchen((600, "Rice"), (60, "Tea"))
    _ = play.scene.choose(LookChoice(title: "Oven"))
    #expect(titles(play) == ["Oven", "Rice"] && play.scene.setup.ring.title.isEmpty)
  }

  // MARK: Warnings

  /// The warning of the set-up does not begin a countdown that is shorter than it.
  @Test func aWarningIsForLongerCountdowns() {
    for (seconds, isCalm) in [(Int64(450), true), (600, true), (601, false)] {
      var play = Play.sized { $0.phases = CountdownPhases(warn: .seconds(600)) }
      play.send(.told(.countdown(.start(.seconds(seconds), title: "Groups"))))
      play.wait(.seconds(2))
      #expect((play.scene.shownCountdown?.phase(at: play.moment, play.scene.setup.phases) == .calm) == isCalm)
      #expect((play.scene.phaseColour(at: play.moment) == nil) == isCalm)
    }
  }

  /// A countdown that is not in the ring shows its warning by the plate and colour of its line.
  @Test func aLineShowsItsWarning() throws {
    var play = Play.sized()
    let phases = CountdownPhases(warn: .seconds(600), danger: .seconds(60))
    play.send(.told(.countdown(.new(.seconds(603), title: "Exam", phases: phases))))
    play.send(.told(.countdown(.new(.seconds(450), title: "Groups"))))
    func tint() throws -> Colour? {
      let items = try #require(play.scene.frame(at: play.moment)).items
      return items.lazy.compactMap { if case .text(let text) = $0, text.string == "Exam" { text } else { nil } }
        .first?.tint?.ink
    }
    #expect(try tint() == nil)
    play.wait(.seconds(5))
    #expect(try tint() == PhaseColours.warn && play.scene.countdowns.all[1].countdown.title == "Exam")
  }
}
