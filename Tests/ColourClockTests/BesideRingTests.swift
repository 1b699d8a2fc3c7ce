import Testing

@testable import ColourClock

/// A ring and what is beside it: its place, and the order and size of lines.
@Suite struct BesideRingTests {
  private static let sizes = RoomTests.named.filter { $0.shortSide >= 240 }

  private func wall(_ size: Size, _ change: (inout Layout.Contents) -> Void = { _ in }) -> Layout {
    var contents = Layout.Contents(size: size, labels: Labels())
    (contents.ring, contents.number) = (.standard, "00:00")
    change(&contents)
    return Layout(contents)
  }

  /// A ring alone is in the middle of the wall, and the bar does not touch it, on small walls too.
  @Test(arguments: sizes) func aRingAloneIsInTheMiddle(size: Size) throws {
    let layout = wall(size) {
      $0.bar = ControlBar.Contents([.less, .toggle, .more, .reset, .preset(.seconds(300)), .help])
    }
    let ring = try #require(layout.ring)
    #expect(abs(ring.midY - Double(size.height) / 2) < 0.011 * Double(size.height))
    #expect(abs(ring.midX - Double(size.width) / 2) < 0.5 && ring.height > 0.6 * size.shortSide)
    #expect(layout.bar.allSatisfy { !$0.box.overlaps(ring) })
  }

  /// An idle stopwatch is below the date and no larger than it. One that runs is above the date.
  @Test(arguments: sizes) func anIdleStopwatchDoesNotLead(size: Size) throws {
    for isIdle in [true, false] {
      let layout = wall(size) { ($0.hasStopwatch, $0.isStopwatchIdle, $0.labels.date) = (true, isIdle, true) }
      let watch = try #require(layout.slots.first { $0.part == .stopwatch }).box
      let date = layout.slots.first { $0.part == .date || $0.part == .dateLine(0) }?.box
      if let date { #expect(isIdle ? watch.y > date.y && watch.height <= date.height : watch.y < date.y) }
      #expect(watch.height == (isIdle ? layout.scale.third : layout.scale.second))
    }
  }

  /// A light ring has a darker trail than a dark ring of the same style.
  @Test func theTrailOfALightRingIsDarker() {
    func trail(_ ink: Ink, _ ground: Colour) -> UInt8? {
      let ring = Ring(style: .standard, centre: Point(x: 0, y: 0), diameter: 500, ink: ink, background: ground)
      let items = ring.items(Ring.Reading(remaining: .seconds(30), period: .seconds(60)))
      return items.lazy.compactMap { if case .fill(let fill) = $0, fill.opacity < 255 { fill.opacity } else { nil } }
        .first
    }
    #expect(trail(.black, .white) == UInt8(share: 0.12))
    #expect(trail(.white, .black).map { $0 < UInt8(share: 0.12) } == true)
  }
}
