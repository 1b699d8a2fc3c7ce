import TestSupport
import Testing

@testable import ColourClock

/// Hands in the place of digits, and the seconds ring.
@Suite struct DialTests {
  private func play(_ face: Face = .analogue, _ change: (inout Setup) -> Void = { _ in }) -> Play {
    Play {
      $0.face = face
      change(&$0)
    }
  }

  /// The bars in the ink on the wall: marks and hands.
  private func bars(_ frame: Frame) -> [[Point]] {
    let ink = Ink.best(on: frame.background).colour
    return frame.items.compactMap { item in
      guard case .fill(let fill) = item, case .band(let points) = fill.shape, fill.colour == ink else { return nil }
      return points
    }
  }

  /// The direction of a hand, from the middles of its ends.
  private func direction(_ hand: [Point]) -> Point {
    let way = (hand[2] + hand[3]) * 0.5 - (hand[0] + hand[1]) * 0.5
    return way * (1 / way.length)
  }

  @Test func theHandsTellTheTime() throws {
    let size = Size(width: 640, height: 360)
    for second in stride(from: 0, to: 86_400, by: 97) {
      let moment = Moment.at(0, 0, second)
      let bars = bars(Face.analogue.frame(at: moment, in: size, style: .hard))
      #expect(bars.count == 63)
      let hands = bars.suffix(3).map(direction)
      let minute = second / 60
      let shares = [Double(minute % 720) / 720, Double(minute % 60) / 60, Double(second % 60) / 60]
      for (hand, share) in zip(hands, shares) {
        #expect((hand - Point.direction(share)).length < 1e-6, "second \(second)")
      }
    }
  }

  /// All of it lies on the wall, on a wall of any form.
  @Test(arguments: [Size(width: 1920, height: 1080), Size(width: 360, height: 640), Size(width: 120, height: 90)])
  func itLiesOnTheWall(size: Size) {
    for face in [Face.analogue, .hue] {
      var style = Style.hard
      (style.labels.secondsRing, style.labels.date) = (true, true)
      let frame = face.frame(at: .at(10, 8, 42), in: size, style: style)
      for case .fill(let fill) in frame.items {
        let points = fill.shape.triangleStrip
        #expect(
          points.allSatisfy { $0.x >= 0 && $0.y >= 0 && $0.x <= Double(size.width) && $0.y <= Double(size.height) })
      }
      #expect(!frame.items.isEmpty)
    }
  }

  /// One mark at the full minute, and one more each second, also in a leap second.
  @Test func theMarksAreLitOneByOne() {
    var style = Style.hard
    style.labels.secondsRing = true
    for second in 0..<60 {
      let frame = Face.scaled.frame(at: .at(12, 34, second), in: Size(width: 640, height: 360), style: style)
      let lit = frame.items.count { item in
        guard case .fill(let fill) = item, case .arc(let arc) = fill.shape else { return false }
        return fill.opacity == 255 && arc.sweep > 1e-9 && fill.colour == Ink.best(on: frame.background).colour
      }
      #expect(lit == second + 1)
      #expect(frame.allTexts.contains("12:34:\(second < 10 ? "0" : "")\(second)"))
    }
  }

  /// The dial makes room for what is the subject instead; then digits tell the time.
  @Test func itIsThereWhereTheTimeIsTheSubject() throws {
    var play = play { $0.style.labels.secondsRing = true }
    // The triangle of an idle countdown is one shape more.
    func hasDial() -> Bool { play.scene.frame(at: play.moment).map { bars($0).count > 1 } ?? false }
    play.send(.ticked)
    #expect(hasDial() && !play.texts.contains { $0.hasPrefix("12:00") })
    play.send(.told(.stopwatch(.toggle)))
    #expect(!hasDial() && play.texts.contains { $0.hasPrefix("12:00") })
    play.send(.told(.stopwatch(.clear)))
    #expect(hasDial())
    play.send(.told(.message(try #require(Message("Fire drill", priority: .urgent)))))
    #expect(!hasDial() && play.texts.contains { $0.hasPrefix("12:00") })
    play.send(.told(.dismiss(nil)))
    #expect(hasDial())
    play.send(.pressed(.character("c")))
    #expect(play.scene.countdown != nil && !hasDial() && play.texts.contains { $0.hasPrefix("12:00") })
  }

  /// A tap on the dial starts nothing, and a ring above the edge keeps its place.
  @Test func itIsNoCountdown() {
    var play = play { ($0.style.labels.secondsRing, $0.ring, $0.feed) = (true, .seed, Feed.Rules(every: .seconds(60))) }
    play.send(.ticked)
    #expect(play.scene.ring == nil)
    let middle = Point(x: Double(Play.size.width) / 2, y: Double(Play.size.height) / 2)
    play.send(.pointerPressed(middle, .primary))
    play.send(.pointerReleased(middle, .primary))
    #expect(play.scene.countdown == nil)
  }

  // MARK: A second hand that glides

  /// It asks for sixty frames a second, each another picture, and for ticks alone where it may not glide.
  @Test(arguments: [true, false], [true, false]) func glide(sweeps: Bool, isReduced: Bool) throws {
    var play = play { ($0.style.labels.sweeps, $0.isReduced) = (sweeps, isReduced) }
    play.send(.ticked)
    var frames: [Frame] = []
    let start = play.moment
    var moment = start
    while moment.instant < start.instant + .seconds(3) {
      let next = play.scene.nextChange(after: moment).moment(after: moment, pace: .real)
      moment = try #require(next)
      #expect(moment.instant > start.instant)
      frames.append(try #require(play.scene.frame(at: moment)))
    }
    #expect(frames.count == (sweeps && !isReduced ? 180 : 3))
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 != $1 })
    #expect(play.scene.composedFrameStaysValid == !(sweeps && !isReduced))
    // Between two frames only the hand moves.
    guard sweeps, !isReduced else { return }
    let (one, other) = (frames[60], frames[61])
    #expect(zip(one.items, other.items).count { $0 != $1 } == 2)
  }

  /// Woken a little late, it shows the same frame.
  @Test func aLateWakeUpShowsTheSame() throws {
    var play = play { $0.style.labels.sweeps = true }
    play.send(.ticked)
    var moment = play.moment
    for _ in 0..<200 {
      moment = try #require(play.scene.nextChange(after: moment).moment(after: moment, pace: .real))
      let late = Moment(
        instant: moment.instant + .milliseconds(9), uptime: moment.uptime + .milliseconds(9), zone: moment.zone)
      #expect(play.scene.frame(at: moment) == play.scene.frame(at: late))
    }
  }
}
