import TestSupport
import Testing

@testable import ColourClock

/// A visible bar cuts no line of text.
@Suite struct UnderBarTests {
  private static let sizes = RoomTests.named.filter { $0.shortSide >= 240 }

  private func kitchen(_ size: Size) -> Play {
    var play = Play.sized(size: size)
    for (index, title) in CountdownListTests.names.enumerated() {
      play.send(.told(.countdown(.new(.seconds(Int64(600 + 60 * index)), title: title))))
    }
    play.send(.told(.countdown(.new(.seconds(90), title: "Braised short ribs"))))
    return play
  }

  private func laps(_ size: Size) -> Play {
    var play = Play.sized(size: size)
    play.tap(.character("s"))
    for _ in 0..<6 {
      play.wait(.seconds(1))
      play.tap(.character("l"))
    }
    return play
  }

  /// The plate of the bar does not cover the hold button that stands between the commands.
  @Test(arguments: sizes) func theHoldButtonIsFree(size: Size) throws {
    var play = Play.sized(size: size)
    play.send(.told(.countdown(.new(.seconds(60), title: "Kale"))), .told(.countdown(.clear)))
    play.send(.told(.message(try #require(Message("Hot", priority: .urgent)))))
    play.send(.pointerMoved(Point(x: 3, y: 3)))
    play.wait(.seconds(1))
    let items = try #require(play.scene.frame(at: play.moment)).items
    let words = try #require(play.scene.button).labels.hold
    let place = try #require(items.firstIndex { if case .text(let text) = $0 { text.string == words } else { false } })
    guard case .text(let label) = items[place] else { return }
    for case .fill(let fill) in items[place...] {
      if case .box(let box, _) = fill.shape { #expect(!box.overlaps(label.box), "\(size)") }
    }
  }

  /// Each line is either free of the bar's plate or not drawn, with all its parts. When the bar is gone, all are drawn.
  @Test(arguments: sizes, [false, true]) func noLineIsCut(size: Size, hasLaps: Bool) throws {
    var play = hasLaps ? laps(size) : kitchen(size)
    play.wait(.seconds(12))
    let hidden = play.texts
    play.send(.pointerMoved(Point(x: 3, y: 3)))
    play.wait(.milliseconds(400))
    let layout = try #require(play.scene.layout)
    let frame = try #require(play.scene.frame(at: play.moment))
    let bar = layout.bar.map(\.box)
    let lines = frame.texts.filter { text in !bar.contains { $0.overlaps(text.box) && $0.contains(text.box.centre) } }
    for slot in layout.slots where slot.part != .code {
      let isDrawn = lines.contains { $0.box == slot.box }
      if layout.isUnderBar(slot.part) {
        #expect(!isDrawn, "\(slot.part)")
      } else if let plate = layout.barPlate, slot.box.height < bar[0].height {
        #expect(!slot.ink.overlaps(plate), "\(slot.part)")
      }
    }
    play.wait(.seconds(12))
    #expect(play.texts.count == hidden.count)
  }

  /// Beside a visible bar each countdown is in the ring, in a line or counted. Only a small or upright
  /// wall has lines under it.
  @Test(arguments: sizes) func countdownsUnderTheBarAreCounted(size: Size) throws {
    var play = kitchen(size)
    play.send(.pointerMoved(Point(x: 3, y: 3)))
    play.wait(.milliseconds(400))
    let layout = try #require(play.scene.layout)
    let parts = layout.slots.map(\.part).filter { if case .countdownNumber = $0 { true } else { false } }
    let lines = parts.count { !layout.isUnderBar($0) }
    let counted = counts(play.texts).reduce(0, +)
    #expect(1 + lines + counted == play.scene.countdowns.all.count, "\(lines) +\(counted)")
    #expect(size.shortSide < 400 || size.height > size.width || lines == parts.count)
    play.wait(.seconds(12))
    #expect(layout.hidden.contains(.countdowns) || counts(play.texts).isEmpty)
  }

  /// While the sign of a list is visible, it counts its countdowns itself. Under the bar, the sign above the bar counts
  /// them, too.
  @Test func noCountdownIsCountedTwice() throws {
    var contents = Layout.Contents(size: Size(width: 1280, height: 720), labels: Labels())
    contents.bar = ControlBar.Contents([.less, .toggle, .more])
    let controls = Layout.Controls(contents, in: Rect(contents.size))
    let plate = try #require(ControlBar.plate(of: controls.bar, caption: controls.caption))
    func slot(_ part: Layout.Part, y: Double) -> Layout.Slot {
      Layout.Slot(part: part, template: "00:00", box: Rect(x: plate.x, y: y, width: plate.width, height: 20))
    }
    for (y, count) in [(200.0, 2), (plate.midY - 10, 5)] {
      let slots = [
        slot(.countdownNumber(0), y: 100), slot(.countdownNumber(1), y: plate.midY - 10),
        slot(.omitted(Layout.OmittedCount(3, .countdowns)), y: y),
      ]
      let sign = try #require(Layout.UnderBar(slots, step: nil, [], band: nil, hours: 0, controls).sign)
      #expect(sign.index == 0 && sign.count == count, "\(sign)")
    }
  }

  /// The numbers in "3 more" and in "+3".
  private func counts(_ texts: [String]) -> [Int] {
    texts.compactMap { text in
      if text.first == "+" { return Int(text.dropFirst()) }
      return text.hasSuffix(" more") ? Int(text.dropLast(5)) : nil
    }
  }

  /// No hour is drawn on the bar or just above it.
  @Test(arguments: sizes) func noHourTouchesTheBar(size: Size) throws {
    let lines = "08:00-08:45 Maths\n09:55-12:10 Physics laboratory\n12:30-13:15 Lunch\n20:00-22:00 Night shift"
    for twelve in [false, true] {
      var play = Play.sized(size: size) {
        ($0.agenda, $0.style.labels.twelveHour) = (Agenda.parse(lines).agenda, twelve)
      }
      play.send(.ticked)
      play.send(.pointerMoved(Point(x: 3, y: 3)))
      play.wait(.milliseconds(600))
      let (layout, frame) = (try #require(play.scene.layout), try #require(play.scene.frame(at: play.moment)))
      let hours = frame.texts.filter { text in
        text.box.y > layout.agendaBand?.maxY ?? .infinity && ["20", "8 pm", "12", "12 pm"].contains(text.string)
      }
      let gap = 0.06 * (layout.bar.first?.box.height ?? 0)
      #expect(!layout.bar.isEmpty || size.shortSide < 300)
      for bar in layout.bar {
        #expect(!hours.contains { $0.box.overlaps(bar.box.inset(by: -gap)) }, "\(size) \(hours.map(\.string))")
      }
    }
  }

  /// The hours of the agenda's band come back when the bar goes.
  @Test func theHoursOfTheDay() throws {
    let times = try (8...16).map { try #require(TimeOfDay(hour: $0, minute: 0)) }
    let agenda = Agenda(
      try [(0, 1), (4, 8)].map { try #require(Period(start: times[$0], end: times[$1], title: "Maths")) })
    var play = Play.sized(countdown: .seconds(1200)) { $0.agenda = agenda }
    play.wait(.seconds(12))
    #expect(play.texts.contains("09") && play.texts.contains("12"))
    play.send(.pointerMoved(Point(x: 3, y: 3)))
    play.wait(.milliseconds(400))
    let layout = try #require(play.scene.layout)
    #expect(layout.underBar.hidesHours && !play.texts.contains("09") && !play.texts.contains("12"))
    play.wait(.seconds(12))
    #expect(play.texts.contains("09") && play.texts.contains("12"))
  }
}
