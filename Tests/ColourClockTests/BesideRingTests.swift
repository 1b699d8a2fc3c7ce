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

  /// The title is not smaller than the time below it.
  @Test(arguments: sizes, ["Tea", "Staff meeting"])
  func aTitleIsNotSmallerThanTheTime(size: Size, title: String) throws {
    for hasCompany in [false, true] {
      let layout = wall(size) {
        $0.ring?.title = title
        if hasCompany { ($0.labels.date, $0.feed) = (true, RoomTests.feeds[2]) }
      }
      let time = try #require(layout.slotsInRing.first { $0.part == .time }).box
      let words = try #require(layout.slotsInRing.first { $0.part == .words(title) }).box
      #expect(words.height >= time.height && time.height >= 0.04 * size.shortSide, "\(hasCompany)")
    }
  }

  /// Parts without room are counted beside the feed's age in its size, or in a row of their own.
  @Test(arguments: sizes) func aSignBesideTheAgeHasItsSize(size: Size) {
    for feed in [RoomTests.feeds[2], RoomTests.feeds[3]] {
      let layout = wall(size) {
        ($0.feed, $0.zones, $0.agenda, $0.hasStopwatch) = (feed, RoomTests.zones[2], RoomTests.agendas[1], true)
        $0.labels.date = true
      }
      guard let age = layout.slots.first(where: \.part.isFeedStatus)?.box else { continue }
      let signs = layout.slots.filter { slot in
        switch slot.part {
        case .omitted, .statusWithOmitted: true
        default: false
        }
      }.map(\.box)
      #expect(signs.allSatisfy { $0.midY == age.midY ? $0.height == age.height : $0.maxY < age.y }, "\(signs) \(age)")
      #expect((layout.hidden.contains(.zones) || layout.hidden.contains(.feed)) == !signs.isEmpty)
    }
  }

  /// Between the knob and the start of the ring there is a clear gap or none.
  @Test func noSlitIsFreeBesideTheKnob() throws {
    for tenths in 0..<450 {
      let ring = Ring(style: .standard, centre: Point(x: 0, y: 0), diameter: 500, ink: .black, background: .white)
      let reading = Ring.Reading(remaining: .milliseconds(45_000 - 100 * tenths), period: .seconds(45))
      let arcs = ring.strokes(reading).compactMap { if case .arc(let arc) = $0.line { arc } else { nil } }
      let sweep = try #require(arcs.first).sweep
      let free = (1 - sweep) * 2 * .pi * ring.radius - ring.stroke
      #expect(sweep == 1 || free >= 0.5 * ring.stroke - 1e-6, "\(tenths)")
      #expect(sweep == 1 || abs(sweep - (1 - Double(tenths) / 450)) < 1e-9, "\(tenths)")
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
