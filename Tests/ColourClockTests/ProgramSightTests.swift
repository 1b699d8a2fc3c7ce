import TestSupport
import Testing

@testable import ColourClock

/// What viewers see of a program from afar, and while they step through it.
@Suite struct ProgramSightTests {
  private static let sizes = [
    Size(width: 3840, height: 2160), Size(width: 1920, height: 1080), Size(width: 1280, height: 720),
    Size(width: 1080, height: 1920), Size(width: 800, height: 480), Size(width: 480, height: 320),
  ]

  private func playing(_ text: String, size: Size = Size(width: 1280, height: 720)) throws -> Play {
    var play = Play.sized(size: size)
    play.send(.told(.program(.start(try .parse(text)))))
    return play
  }

  /// Where the program's lines are.
  private func lines(_ play: Play) -> [Rect] {
    (play.scene.layout?.slots ?? []).filter { [.programNext, .programEnd, .program].contains($0.part) }.map(\.ink)
  }

  /// Neither while it runs, is paused or is held at the end of a step, nor while the lengths of another are open.
  @Test(arguments: sizes) func theBarDoesNotCoverItsLines(size: Size) throws {
    var play = try playing("Doors 12s, Welcome 8s, Talk 20s hold, Questions 15s, Break 20s, Close 10s", size: size)
    func expectClear(_ what: String) {
      let bar = play.scene.barPlaces.map(\.box)
      #expect(!lines(play).isEmpty && !bar.isEmpty, "\(what)")
      // In a very small window the lines are rather under the bar than left out.
      for line in lines(play) where size.shortSide >= 480 {
        #expect(!bar.contains { $0.overlaps(line) }, "\(size) \(what)")
      }
    }
    expectClear("runs")
    play.send(.told(.countdown(.pause)))
    expectClear("paused")
    play.send(.told(.countdown(.resume)), .told(.program(.next)), .told(.program(.next)))
    play.wait(.seconds(21))
    #expect(play.scene.isRinging)
    expectClear("held")
  }

  /// The whole disc is filled in a rest, and only then; a flash in it is without ink.
  @Test func aRestIsInverted() throws {
    var play = try playing("Work 40s, Rest 20s between, x2")
    func discs() -> Int {
      guard let ring = play.scene.layout?.ring, let frame = play.scene.frame(at: play.moment) else { return 0 }
      return frame.items.count { item in
        guard case .fill(let fill) = item, case .disc(_, let radius) = fill.shape else { return false }
        return abs(radius - ring.width / 2) < 1
      }
    }
    #expect(discs() == 0)
    play.wait(.milliseconds(40_100))
    #expect(play.texts.contains("Rest") && discs() == 0)
    play.wait(.milliseconds(500))
    #expect(discs() == 1)
    play.wait(.seconds(4))
    #expect(discs() == 1)
    play.send(.told(.countdown(.pause)))
    #expect(discs() == 1)
    play.send(.told(.countdown(.resume)))
    play.wait(.seconds(20))
    #expect(play.texts.contains("Work") && discs() == 0)
    play.wait(.seconds(60))
    #expect(play.texts.contains("Done") && !play.texts.contains("Rest"))
    let report = try #require(play.scene.programReport(at: play.moment))
    #expect(report.steps == 3 && !report.isRest && report.state == "over")
  }

  /// Exact to the second, also while it waits; and what was planned.
  @Test func howLateItIs() throws {
    var play = try playing("Talk 10m hold, Rest 20s")
    #expect(play.texts.contains("Next: Rest 0:20") && play.texts.contains("1/2 · ends 12:10"), "\(play.texts)")
    play.wait(.seconds(600 + 9))
    #expect(!play.texts.contains { $0.contains("behind") })
    play.wait(.seconds(3))
    #expect(play.texts.contains { $0.hasSuffix(" · 0:12 behind") }, "\(play.texts)")
    play.wait(.seconds(55))
    #expect(play.texts.contains { $0.hasSuffix("ends 12:11, planned 12:10 · 1:07 behind") }, "\(play.texts)")
    play.wait(.seconds(1))
    #expect(play.texts.contains { $0.hasSuffix("1:08 behind") })
    var kept = Play.sized { $0.keepsProgramEnd = true }
    kept.send(.told(.program(.start(try .parse("Talk 10m, Rest 5m")))))
    #expect(kept.texts.contains { $0.hasSuffix("planned end 12:15") }, "\(kept.texts)")
  }

  // MARK: The last minute

  private func number(_ play: Play) throws -> Rect {
    try #require(play.scene.layout?.slotsInRing.first { $0.part == .number }).box
  }

  /// The number grows once, and nothing else changes its place outside the ring, or its size.
  @Test(arguments: sizes, ["", "Exam 7b"]) func theLastMinuteIsLarger(size: Size, title: String) throws {
    var play = Play.sized(countdown: .seconds(300), size: size) { $0.ring.title = title }
    let (before, ring) = (try number(play), play.scene.layout?.ring)
    let outside = play.scene.layout?.slots
    let sizes = play.scene.layout?.slotsInRing.filter { $0.part != .number }.map(\.box.height)
    play.wait(.seconds(240))
    #expect(try number(play) == before && play.texts.contains("1:00"))
    play.wait(.seconds(1))
    let last = try number(play)
    #expect(play.texts.contains("59") && last.height > 1.15 * before.height, "\(last.height / before.height)")
    #expect(play.scene.layout?.ring == ring && play.scene.layout?.slots == outside)
    #expect(play.scene.layout?.slotsInRing.filter { $0.part != .number }.map(\.box.height) == sizes)
    play.wait(.seconds(50))
    #expect(try number(play) == last)
    for slot in play.scene.layout?.slotsInRing ?? [] where slot.part != .number && slot.part != .phase {
      #expect(!slot.ink.overlaps(last.inset(by: 1)), "\(slot.part)")
    }
    play.send(.told(.countdown(.add(.seconds(60)))))
    #expect(try number(play) == before)
  }

  // MARK: The chosen one

  /// The caption of the bar names it, if it is not the one in the ring. The name moves no button.
  @Test(arguments: sizes) func theBarNamesTheChosenOne(size: Size) throws {
    var play = Play.sized(size: size)
    for (seconds, title) in [(600, "Rice"), (300, "Eggs"), (60, "Tea")] {
      play.send(.told(.countdown(.new(.seconds(Int64(seconds)), title: title))))
    }
    play.send(.pointerMoved(Point(x: 3, y: 3)))
    play.wait(.milliseconds(300))
    let (hasWords, names, places) = (
      play.texts.contains("Pause"), play.texts.count { $0 == "Eggs" }, play.scene.barPlaces.map(\.box)
    )
    _ = play.scene.clock.countdowns.choose(2)
    play.send(.ticked)
    play.wait(.milliseconds(300))
    #expect(play.scene.countdown?.title == "Eggs")
    #expect(play.texts.contains("Pause") == hasWords)
    if size.width >= 1280 { #expect(play.texts.count { $0 == "Eggs" } == names + 1, "\(play.texts)") }
    play.tap(.character("c"))
    let boxes = play.scene.barPlaces.map(\.box)
    #expect(boxes == places)
    for (index, box) in boxes.enumerated() {
      #expect(box.x >= 0 && box.maxX <= Double(size.width))
      #expect(!boxes.dropFirst(index + 1).contains { $0.overlaps(box) })
    }
  }

  /// What the digits are stands below them.
  @Test func theTypedDigitsHaveUnits() {
    var play = Play.sized()
    for key in "90" { play.tap(.character(key)) }
    #expect(play.texts.contains("0:90") && play.texts.contains("min:s = 90 s"))
    for key in "000" { play.tap(.character(key)) }
    #expect(play.texts.contains("h:min:s") && !play.texts.contains("min:s"))
  }
}
