import Testing

@testable import ColourClock

/// What lies on the wall wanders, and stays on it.
@Suite struct ShiftTests {
  static let sizes = [(320, 240), (640, 480), (1920, 1080), (1080, 1920), (7680, 4320), (200, 100), (1, 1)].map {
    Size(width: $0.0, height: $0.1)
  }

  @Test func theDriftIsThreePixelsAtMostOn480() {
    let size = Size(width: 640, height: 480)
    let offsets = (0..<86_400).map { Shift.subtle.offset(at: newYear + $0, in: size) }
    let whole = Set((-3...3).map(Double.init))
    #expect(Set(offsets.map(\.x)) == whole && Set(offsets.map(\.y)) == whole)
    // A pixel at a time.
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { abs($0.x - $1.x) <= 1 && abs($0.y - $1.y) <= 1 })
    #expect(
      (0..<86_400).allSatisfy {
        Shift.subtle.offset(at: newYear + $0, in: size).x == Shift.subtle.offset(at: newYear + $0 + 311, in: size).x
      })
    #expect(Shift.subtle.offset(at: newYear, in: size).y == Shift.subtle.offset(at: newYear + 421, in: size).y)
  }

  @Test func roamingIsAnotherPlaceEachMinute() {
    let size = Size(width: 1920, height: 1080)
    let offsets = (0..<1440).map { Shift.roam.offset(at: newYear + $0 * 60, in: size) }
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 != $1 })
    #expect(offsets.allSatisfy { abs($0.x) <= 24 && abs($0.y) <= 16 })
    // A day leaves no part of the range out.
    let cells = Set(offsets.map { [Int(($0.x + 24) / 7), Int(($0.y + 16) / 7)] })
    #expect(cells.count == 35)
    for second in 0..<59 { #expect(Shift.roam.offset(at: newYear + Int64(second), in: size) == offsets[0]) }
  }

  @Test(arguments: sizes) func itStaysWithinItsReach(size: Size) {
    for shift in Shift.allCases {
      let reach = shift.reach(in: size)
      #expect(reach.x <= 24 + 0.015 * Double(size.width) && reach.x <= max(24, size.shortSide * 0.0063))
      for second in stride(from: Int64(0), to: 86_400, by: 7) {
        let offset = shift.offset(at: newYear + second, in: size)
        #expect(abs(offset.x) <= reach.x && abs(offset.y) <= reach.y)
        #expect(offset.x == offset.x.rounded() && offset.y == offset.y.rounded())
      }
    }
  }

  /// With everything on the wall and in the worst of shapes nothing leaves the window.
  @Test(arguments: sizes.dropLast(2), Shift.allCases) func nothingIsCutOff(size: Size, shift: Shift) throws {
    for withRing in [false, true] {
      var play = Play(
        {
          $0.shift = shift
          ($0.hold.presence, $0.hold.position) = (.always, 0)
          $0.hold.label = "Hold this button for as long as you can bear"
          ($0.ring.diameter, $0.style.labels.date) = (.share(1), true)
          $0.feed = Feed.Rules(every: .seconds(60))
          $0.showsSynchronisation = true
        }, countdown: withRing ? .seconds(3000) : nil)
      play.send(.resized(size), .fed(.text(Array(String(repeating: "Wide as wide can be ", count: 12).utf8))))
      for minute in stride(from: Int64(0), to: 60, by: 1) {
        let start = play.moment
        let moment = Moment(
          instant: start.instant + .seconds(minute * 61), uptime: start.uptime + .seconds(minute), zone: .utc,
          health: .unsynchronised)
        let frame = try #require(play.scene.frame(at: moment))
        // The margin around the button is the ground's: no viewer sees it being cut.
        let outside = frame.items.filter { !$0.isInside(size) && !$0.isOnly(frame.background) }
        #expect(outside == [])
      }
    }
  }

  @Test func itMovesOnlyAtTicks() {
    let play = Play({ $0.shift = .roam }, countdown: .seconds(60))
    for second in 0..<180 {
      let places = [0, 1, 250, 500, 999].map { play.scene.shift(at: .at(9, 0, second, plus: .milliseconds($0))) }
      #expect(Set(places).count == 1)
    }
  }

  @Test func itCostsNoWakeUp() {
    var (still, moving) = (Play(), Play { $0.shift = .subtle })
    still.wait(.seconds(400))
    moving.wait(.seconds(400))
    #expect(still.wakes == moving.wakes)
  }

  @Test func itKeepsStillWhileAViewerIsThere() {
    var play = Play { $0.shift = .roam }
    play.wait(.milliseconds(58_500))
    let place = play.scene.shift(at: play.moment)
    play.send(.pointerMoved(Point(x: 5, y: 5)))
    for _ in 0..<30 {
      play.wait(.seconds(5))
      #expect(play.scene.shift(at: play.moment) == place)
      play.send(.pointerMoved(Point(x: 6, y: 5)))
    }
    play.wait(.seconds(12))
    #expect(play.scene.shift(at: play.moment) == Shift.roam.offset(at: play.moment.instant.second, in: Play.size))
    #expect(play.scene.shift(at: play.moment) != place)
  }

  @Test func aHandThatHoldsKeepsItStill() {
    var play = Play { $0.shift = .subtle }
    play.press(100, 100)
    play.send(.pointerMoved(Point(x: 100, y: 160)))
    let place = play.scene.shift(at: play.moment)
    play.wait(.seconds(90))
    #expect(play.scene.shift(at: play.moment) == place)
  }

  /// A pointer on what is drawn hits it: at the very edges of the button's picture.
  @Test func pointingAgreesWithDrawing() throws {
    for minute in 0..<20 {
      var play = Play {
        ($0.shift, $0.hold.presence) = (.roam, .always)
      }
      play.jump(.seconds(minute * 60))
      let offset = play.scene.shift(at: play.moment)
      let plate = try #require(play.scene.button).plate.moved(by: offset).inset(by: -HoldButton.slop)
      for (point, isOn) in [
        (Point(x: plate.x + 0.5, y: plate.midY), true), (Point(x: plate.x - 0.5, y: plate.midY), false),
        (Point(x: plate.midX, y: plate.maxY - 0.5), true), (Point(x: plate.midX, y: plate.maxY + 0.5), false),
      ] {
        var other = play
        other.send(.pointerPressed(point, .primary))
        #expect((other.scene.gesture.press(HoldPress.self) != nil) == isOn)
      }
    }
  }

  @Test func aTurnedRingIsTakenWhereItIsDrawn() throws {
    var play = Play({ $0.shift = .roam }, countdown: .seconds(600))
    play.jump(.seconds(120))
    let (ring, offset) = (try #require(play.scene.ring), play.scene.shift(at: play.moment))
    #expect(offset.length > 0)
    let edge = ring.radius + max(RingDrag.reach, ring.stroke)
    for (distance, isOn) in [(edge - 0.5, true), (edge + 0.5, false)] {
      var other = play
      other.press(ring.centre.x + offset.x + distance, ring.centre.y + offset.y)
      let grips = other.scene.gesture.ringDrag != nil
      #expect(grips == isOn)
    }
  }
}

extension Item {
  fileprivate func isOnly(_ colour: Colour) -> Bool {
    if case .fill(let fill) = self { fill.colour == colour } else { false }
  }

  /// Whether nothing of it is outside a window.
  fileprivate func isInside(_ size: Size) -> Bool {
    switch self {
    case .text(let text):
      text.box.x >= 0 && text.box.y >= 0 && text.box.maxX <= Double(size.width) && text.box.maxY <= Double(size.height)
    case .fill(let fill):
      fill.shape.triangleStrip.allSatisfy { point in
        point.x >= -0.6 && point.y >= -0.6 && point.x <= Double(size.width) + 0.6
          && point.y <= Double(size.height) + 0.6
      }
    case .group(let group): group.items.allSatisfy { $0.isInside(size) }
    }
  }
}
