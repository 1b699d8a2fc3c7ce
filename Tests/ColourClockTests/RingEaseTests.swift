import Testing

@testable import ColourClock

/// A message or the bar takes room from a ring: it goes to its new size in 0.3 s, and nothing wakes the clock after
/// that.
@Suite struct RingEaseTests {
  private func play(_ change: (inout Setup) -> Void = { _ in }) throws -> Play {
    var play = Play(change, countdown: .seconds(300))
    play.send(.resized(Size(width: 1280, height: 720)))
    play.wait(.seconds(20))
    let message = try #require(Message("Back at two", priority: .notice))
    play.send(.told(.message(message)))
    return play
  }

  /// The width of the ring as it is drawn.
  private func width(_ play: Play) throws -> Double {
    let items = try #require(play.scene.frame(at: play.moment)).items
    return items.reduce(0) { widest, item in
      guard case .fill(let fill) = item, case .arc(let arc) = fill.shape else { return widest }
      return max(widest, 2 * arc.radius)
    }
  }

  @Test func itGetsThereByAndBy() throws {
    var play = try play()
    var widths = [try width(play)]
    for _ in 0..<8 {
      play.jump(.milliseconds(50))
      play.send(.ticked)
      widths.append(try width(play))
    }
    #expect(widths == widths.sorted(by: >) && widths[0] > 1.02 * widths[8] && widths[6] == widths[8], "\(widths)")
    #expect(Set(widths.prefix(6)).count == 6)
    // At rest a wall sleeps until the tick.
    #expect(CountdownControl.isAtRest(in: play.scene, at: play.moment))
    #expect(play.scene.nextEase(after: play.moment) == .never)
  }

  @Test func withReducedMotionItIsThereAtOnce() throws {
    var play = try play { $0.isReduced = true }
    let before = try width(play)
    play.jump(.seconds(1))
    play.send(.ticked)
    #expect(try width(play) == before)
  }

  // MARK: The bar

  private static let sizes = RoomTests.named.filter { $0.shortSide >= 240 }

  private func alone(_ size: Size, _ change: (inout Setup) -> Void = { _ in }) throws -> Play {
    var play = Play.sized(countdown: .seconds(300), size: size, change)
    play.wait(.seconds(20))
    return play
  }

  private func places(_ play: Play) -> [[Double]] {
    (play.scene.layout?.slots ?? []).map { [$0.box.x, $0.box.y, $0.box.width, $0.box.height] }
  }

  /// Alone on a wide wall, the ring takes 82 to 85 % of the height, less only where labels stand above it. It makes
  /// room when the bar comes and grows again when the bar has left. The code and the commands keep their places.
  @Test(arguments: sizes) func itMakesRoomForTheBar(size: Size) throws {
    var play = try alone(size)
    let (large, code, bar) = (try #require(play.scene.layout?.ring), places(play), play.scene.barPlaces)
    let share = large.height / size.shortSide
    if size.width > size.height {
      #expect((size.height > 300 ? 0.82...0.85 : 0.76...0.85).contains(share), "\(share)")
    }
    #expect(abs(large.midY - Double(size.height) / 2) < 0.01 * Double(size.height))
    let start = try width(play)
    play.send(.pointerMoved(Point(x: 5, y: 5)))
    var widths = [try width(play)]
    #expect(widths[0] == start)
    for _ in 0..<7 {
      play.wait(.milliseconds(50))
      widths.append(try width(play))
    }
    let small = try #require(play.scene.layout?.ring)
    #expect(widths == widths.sorted(by: >) && play.scene.bar.opacity(at: play.moment) == 1, "\(widths)")
    #expect(play.scene.barPlaces.allSatisfy { !$0.box.overlaps(small) || size.width < size.height })
    #expect(places(play) == code && play.scene.barPlaces == bar)
    play.wait(.seconds(10))
    #expect(try width(play) == start && play.scene.layout?.ring == large)
    // At rest only ticks wake the wall, and the tip of the ring.
    #expect(CountdownControl.isAtRest(in: play.scene, at: play.moment) && play.scene.bar.isAtRest(at: play.moment))
    #expect(play.scene.nextEase(after: play.moment) == .never)
  }

  /// Input in the middle of the way does not let the ring jump, and a finger finds the line where it is drawn.
  @Test func itMovesOnFromWhereItIs() throws {
    var play = try alone(Size(width: 1280, height: 720))
    play.send(.pointerMoved(Point(x: 5, y: 5)))
    play.wait(.milliseconds(100))
    let before = try width(play)
    let ring = try #require(play.scene.ring(at: play.moment))
    #expect(abs(2 * ring.radius - before) < 1 && ring != play.scene.ring)
    play.send(.pressed(.character("+")), .released(.character("+")))
    #expect(abs(try width(play) - before) < 0.5)
    let place = ring.centre + Point(x: ring.radius, y: 0)
    #expect(CountdownControl.press(at: place, in: play.scene, at: play.moment) is RingDrag)
  }

  /// The bar of a wall that shows more than a ring moves nothing.
  @Test func inCompanyNothingMoves() throws {
    var play = try alone(Size(width: 1280, height: 720)) { $0.style.labels.date = true }
    let before = play.scene.layout?.contents
    play.send(.pointerMoved(Point(x: 5, y: 5)))
    #expect(play.scene.layout?.contents == before && play.scene.nextEase(after: play.moment) == .never)
  }

  @Test func withReducedMotionItMakesRoomAtOnce() throws {
    var play = try alone(Size(width: 1280, height: 720)) { $0.isReduced = true }
    let before = try width(play)
    play.send(.pointerMoved(Point(x: 5, y: 5)))
    let small = try width(play)
    #expect(small < 0.9 * before)
    play.wait(.seconds(10))
    #expect(try width(play) == before)
  }
}
