import Testing

@testable import ColourClock

/// A message takes room from a ring: it goes to its new size in 0.3 s, and nothing wakes the clock after that.
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
}
