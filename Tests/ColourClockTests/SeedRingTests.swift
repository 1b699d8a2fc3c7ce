import Testing

@testable import ColourClock

/// The logic of the first seed and its library, as `seeds.md` describes it, to show that the oracles tell it from ours.
private struct SeedTimer {
  /// In wall seconds after the start.
  let end = 12.0 * 60
  private(set) var value = 60

  /// What the host does ten times a second; whether it reloads its data then.
  mutating func poll(wall: Double) -> Bool {
    let next = min(60, max(0, Int(end - wall) % 60))
    defer { value = next }
    return next != value && next == 0
  }

  /// Where a finger's place leads, in degrees from twelve o'clock.
  static func dragged(to degrees: Double, maximum: Int = 60) -> Int { Int(degrees * Double(maximum) / 360) }

  /// How many dashes and gaps the library's pattern makes on a whole ring.
  static func ticks(maximum: Int, factor: Double) -> Double {
    let dash = Double.pi / Double(maximum - 1)
    return 2 * .pi / (dash * (1 + factor))
  }
}

@Suite struct SeedRingTests {
  private func ours() -> Countdown {
    var countdown = Countdown(Countdown.Rules(period: .seconds(60), repeats: true))
    countdown.start(at: .after(0))
    return countdown
  }

  /// When each of the two fires, polled at the times given.
  private func fires(_ times: some Sequence<Double>, wallAhead: Double = 0) -> (seed: [Double], ours: [Double]) {
    var (seed, countdown) = (SeedTimer(), ours())
    var fires: (seed: [Double], ours: [Double]) = ([], [])
    for time in times {
      if seed.poll(wall: time + wallAhead) { fires.seed.append(time) }
      if countdown.advance(to: .after(time, wallAhead: wallAhead)) { fires.ours.append(time) }
    }
    return fires
  }

  @Test func `defect i: the seed falls silent after twelve minutes, ours goes on`() {
    let fires = fires((1...36_000).map { Double($0) / 10 })
    #expect(fires.seed.count == 12 && (fires.seed.last ?? 0) < 720)
    #expect(fires.ours.count == 60 && fires.ours.last == 3600)
  }

  @Test func `defect ii: the seed reloads a second early and never reads 60`() {
    let times = (1...700).map { Double($0) / 10 }
    #expect((fires(times).seed.first ?? 0) < 59.5)
    #expect(fires(times).ours == [60])
    var seed = SeedTimer()
    let seen = times.map { time in
      _ = seed.poll(wall: time)
      return seed.value
    }
    #expect(!seen.contains(60))
    #expect(seen.contains(0))
    let countdown = ours()
    let numbers = times.filter { $0 < 60 }.map { countdown.number(at: .after($0)) }
    #expect(Set(numbers) == Set(1...60))
  }

  @Test func `defect iii: the seed loses what happened in a gap`() {
    let times = [10.0, 50, 65, 100]
    #expect(fires(times).seed.isEmpty)
    #expect(fires(times).ours == [65])
  }

  @Test func `defect v: a wall set back an hour stops the seed for it`() {
    let before = fires((1...300).map { Double($0) / 10 })
    #expect(before.seed.isEmpty)
    var (seed, countdown) = (SeedTimer(), ours())
    _ = seed.poll(wall: 29.5)
    let number = seed.value
    _ = seed.poll(wall: 29.5 - 1234)
    #expect(abs(seed.value - number) > 1)
    #expect(countdown.number(at: .after(29.5)) == countdown.number(at: .after(29.5, wallAhead: -1234)))
    countdown.expectZero(false, at: .after(59.9, wallAhead: -3600))
    countdown.expectZero(at: .after(60, wallAhead: -3600))
  }

  @Test func `dragging the seed across twelve o'clock jumps, turning ours does not`() {
    #expect(SeedTimer.dragged(to: 359) - SeedTimer.dragged(to: 1) == 59)
    var drag = RingDrag(at: 359.0 / 360, length: .seconds(60), turn: .seconds(60))
    let there = drag.turn(to: 1.0 / 360)
    let back = drag.turn(to: 359.0 / 360)
    #expect(there == .seconds(60) && back == .seconds(60))
  }

  @Test func `the seed cannot be dragged to 60, ours can`() {
    let reached = Set(stride(from: 0.0, to: 360, by: 0.1).map { SeedTimer.dragged(to: $0) })
    #expect(reached == Set(0...59))
    var drag = RingDrag(at: 0, length: .zero, turn: .seconds(60))
    let ours = Set(stride(from: 0, through: 1, by: 0.001).map { drag.turn(to: $0).components.seconds })
    #expect(ours == Set(0...60))
  }

  @Test func `the library's ticks close at 60 alone, ours for any maximum`() {
    let misses = [60, 24, 12].map { maximum in
      let ticks = SeedTimer.ticks(maximum: maximum, factor: 0.955)
      return abs(ticks - Double(maximum))
    }
    #expect(misses[0] < 0.4)
    #expect(misses[1] > 0.4 && misses[2] > 0.4)
    for maximum in [60, 24, 12] {
      let arcs = Ring.plain { $0.kind = .equal }.arcs(.of(Double(maximum), maximum))
      let pitch = arcs[1].start - arcs[0].start
      #expect(abs(1 / pitch - Double(maximum)) < 1e-9)
    }
  }
}
