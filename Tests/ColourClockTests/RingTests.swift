import Testing

@testable import ColourClock

extension Ring {
  /// One of 1000 px around the origin, black on white.
  static func plain(_ change: (inout Style) -> Void = { _ in }, ink: Ink = .black, backdrop: Colour = .white) -> Ring {
    var style = Style.standard
    (style.knob, style.trail) = (0, 0)
    change(&style)
    return Ring(style: style, centre: Point(x: 0, y: 0), diameter: 1000, ink: ink, background: backdrop)
  }

  func arcs(_ reading: Reading) -> [Arc] {
    items(reading).compactMap { if case .fill(let fill) = $0, case .arc(let arc) = fill.shape { arc } else { nil } }
  }
}

extension Ring.Reading {
  static func of(_ remaining: Double, _ period: Int, _ phase: Countdown.Phase = .calm) -> Self {
    var reading = Self(remaining: .seconds(remaining), period: .seconds(period))
    (reading.phase, reading.dashCount) = (phase, 6)
    return reading
  }
}

@Suite struct RingTests {
  /// Marks within the ring leave room for the labels, and do not touch the broadest that the ring itself becomes.
  @Test func `a broad ring leaves room for its labels`() {
    for width in stride(from: 0.005, through: 0.15, by: 0.005) {
      let ring = Ring.plain { ($0.width, $0.marks) = (.share(width), true) }
      #expect(ring.innerEdge >= 120, "\(width)")
      let reach = { (phase: Countdown.Phase) in
        ring.arcs(.of(5, 60, phase)).map { (inner: $0.radius - $0.width / 2, outer: $0.radius + $0.width / 2) }
      }
      for phase in [Countdown.Phase.soon, .last] {
        let marks = reach(phase).filter { $0.outer < ring.radius }
        let body = reach(phase).filter { $0.outer >= ring.radius }
        #expect(!marks.isEmpty && marks.allSatisfy { $0.inner >= ring.innerEdge - 0.01 }, "\(width) \(phase)")
        #expect(marks.allSatisfy { mark in body.allSatisfy { mark.outer <= $0.inner } }, "\(width) \(phase)")
      }
    }
  }

  @Test func `its length is remaining through maximum, without steps`() {
    for rest in [60.0, 45, 30.5, 0.25, 0] {
      let arcs = Ring.plain().arcs(.of(rest, 60))
      #expect(arcs.map(\.sweep) == [rest / 60])
      #expect(arcs.map(\.start) == [0])
    }
    #expect(Ring.plain().arcs(.of(90, 60)).map(\.sweep) == [1, 0.5])
    #expect(Ring.plain().arcs(.of(-5, 60)).map(\.sweep) == [0])
  }

  @Test func `it grows or shrinks, either way round`() {
    let cases: [(Bool, Bool, Double)] = [
      (false, false, 0.25), (false, true, -0.25), (true, false, 0.75), (true, true, -0.75),
    ]
    for (grows, counterclockwise, sweep) in cases {
      let ring = Ring.plain {
        $0.grows = grows
        $0.counterclockwise = counterclockwise
      }
      #expect(ring.arcs(.of(15, 60)).map(\.sweep) == [sweep])
    }
  }

  @Test(arguments: [1, 5, 7, 12, 24, 59, 60]) func `a full ring has as many ticks as its maximum and closes`(
    count: Int
  ) {
    let arcs = Ring.plain { $0.kind = .equal }.arcs(.of(Double(count), count))
    #expect(arcs.count == count)
    #expect(arcs.first?.start == 0)
    let pitches = zip(arcs, arcs.dropFirst()).map { $1.start - $0.start }
    #expect(pitches.allSatisfy { abs($0 * Double(count) - 1) < 1e-9 })
    // What is left after the last tick is the gap there is after every other.
    let gap = (1 - Ring.Style.tick) / Double(count)
    let end: Double = arcs[count - 1].start + arcs[count - 1].sweep
    #expect(abs(end - (1 - gap)) < 1e-9)
    let sweep = 1 / 1.955 / Double(count)
    #expect(arcs.allSatisfy { abs($0.sweep - sweep) < 1e-9 })
  }

  @Test(arguments: [(60, 12), (24, 4), (12, 4), (25, 5), (7, 7), (10, 5)])
  func `elements have thick ticks among thin ones`(count: Int, thick: Int) {
    let arcs = Ring.plain { $0.kind = .elements }.arcs(.of(Double(count), count))
    #expect(arcs.filter { $0.width < 12 }.count == count)
    let wide = arcs.filter { $0.width > 12 }.map(\.start)
    #expect(wide.count == thick)
    #expect(wide.first == 0)
    let steps = zip(wide, wide.dropFirst() + [1]).map { $1 - $0 }
    #expect(steps.allSatisfy { abs($0 * Double(thick) - 1) < 1e-9 })
  }

  @Test func `ticks end where the ring ends`() {
    let arcs = Ring.plain { $0.kind = .equal }.arcs(.of(30.2, 60))
    #expect(arcs.filter { $0.sweep > 0 }.count == 31)
    let tip: Double = arcs[30].start + arcs[30].sweep
    #expect(abs(tip * 60 - 30.2) < 1e-9)
  }

  @Test(arguments: [(60, 60), (10, 10), (1500, 25), (3600, 60), (90, 60), (7200, 60), (43_200, 12), (1, 1), (180, 60)])
  func `ticks are whole units where the eye can tell them apart`(period: Int, ticks: Int) {
    #expect(Ring.ticks(of: .seconds(period)) == ticks)
  }

  @Test(arguments: Ring.Kind.allCases, Countdown.Phase.allCases)
  func `items keep their number and order, and only the tip's change`(kind: Ring.Kind, phase: Countdown.Phase) {
    let ring = Ring.plain({
      $0.kind = kind
      ($0.knob, $0.trail) = (1, 0.12)
    })
    let one = ring.items(.of(30.5, 60, phase))
    let two = ring.items(.of(30.48, 60, phase))
    #expect(one.count == two.count)
    #expect(zip(one, two).filter { $0 != $1 }.count == (phase == .over ? 0 : kind == .equal ? 2 : 3))
  }

  @Test func `everything stays in the square`() {
    for phase in Countdown.Phase.allCases {
      let ring = Ring.plain(
        {
          ($0.knob, $0.trail) = (1, 0.12)
          $0.cap = .round
        }, ink: .white, backdrop: Colour(red: 150, green: 150, blue: 150))
      for item in ring.items(.of(5.3, 60, phase)) {
        guard case .fill(let fill) = item else { continue }
        #expect(fill.shape.triangleStrip.allSatisfy { $0.length <= 500 || abs($0.x) <= 500 && abs($0.y) <= 500 })
      }
    }
  }

  @Test func `the knob sits on the tip`() {
    let ring = Ring.plain { $0.knob = 0.8 }
    guard case .fill(let fill)? = ring.items(.of(15, 60)).last, case .disc(let centre, let radius) = fill.shape else {
      Issue.record("the last item is the knob")
      return
    }
    #expect((centre - Point(x: ring.radius, y: 0)).length < 1e-9)
    #expect(abs(radius - 24) < 1e-9)
  }

  @Test func `a lit ring is turned over`() {
    var reading = Ring.Reading.of(0, 60, .over)
    let calm = Ring.plain().items(reading)
    reading.isLit = true
    let lit = Ring.plain().items(reading)
    #expect(lit.first == .fill(Fill(.disc(centre: Point(x: 0, y: 0), radius: 500), .black)))
    #expect(Ring.plain().texts(reading).allSatisfy { $0.ink == .white })
    #expect(lit.count == calm.count + 1)
    let colours = lit.dropFirst().map { if case .fill(let fill) = $0 { fill.colour } else { nil as Colour? } }
    #expect(colours.allSatisfy { $0 == .white })
  }

  static let labels: [(Int, Ring.Format, String)] = [
    (0, .automatic, "0"), (59, .automatic, "59"), (60, .automatic, "1:00"), (299, .automatic, "4:59"),
    (3723, .automatic, "1:02:03"), (-12, .automatic, "+0:12"), (-3723, .automatic, "+1:02:03"), (299, .seconds, "299"),
    (-5, .seconds, "+5"), (59, .minutes, "0:59"), (7199, .minutes, "119:59"), (299, .hours, "0:04:59"), (5, .none, ""),
    (-5, .none, ""), (359_999, .automatic, "99:59:59"),
  ]

  @Test(arguments: labels) func `a label says the number`(number: Int, format: Ring.Format, label: String) {
    #expect(Ring.label(number, format) == label)
  }

  @Test(arguments: [
    (59, Ring.Format.automatic, false, "00"), (60, .automatic, false, "00:00"), (300, .automatic, false, "00:00"),
    (3599, .automatic, false, "00:00"), (3600, .automatic, false, "0:00:00"), (36_000, .automatic, false, "00:00:00"),
    (30, .automatic, true, "+00:00"), (5, .seconds, false, "00"), (300, .seconds, true, "+000"),
    (60, .minutes, false, "00:00"), (7200, .minutes, false, "000:00"), (60, .hours, false, "0:00:00"),
    (60, .none, true, ""),
  ])
  func `the number keeps its size from the start to zero`(
    seconds: Int, format: Ring.Format, overtime: Bool, template: String
  ) {
    #expect(Ring.template(from: seconds, format, overtime: overtime) == template)
    for number in stride(from: overtime ? -seconds : 0, through: seconds, by: max(1, seconds / 500)) {
      #expect(Ring.label(number, format).count <= template.count)
    }
  }

  @Test func `texts stand in the middle and keep their width`() {
    let ring = Ring.plain { $0.title = "tea" }
    let texts = ring.texts(.of(59.5, 1500))
    #expect(texts.map(\.string) == ["1:00", "tea"])
    #expect(texts.first?.template == "00:00")
    #expect(texts.first?.box == Rect(centre: Point(x: 0, y: 0), width: 700, height: 350))
    #expect(Ring.plain { $0.format = .none }.texts(.of(5, 60)).isEmpty)
  }

  @Test(arguments: [0.01, 0.03, 0.06, 0.15], [true, false])
  func `a title stands within the ring, below the number`(width: Double, marks: Bool) {
    let ring = Ring.plain { ($0.title, $0.width, $0.marks) = ("tea", .share(width), marks) }
    let title = ring.texts(.of(59, 60)).first { $0.string == "tea" }?.box
    #expect(title != nil || width > 0.03)
    guard let title else { return }
    for corner in [Point(x: title.x, y: title.maxY), Point(x: title.maxX, y: title.maxY)] {
      #expect((corner - ring.centre).length <= ring.innerEdge + 1e-9)
    }
  }

  @Test func `the seed's ring has no room for a title`() {
    var style = Ring.Style.seed
    style.title = "tea"
    let ring = Ring(style: style, centre: Point(x: 33, y: 33), diameter: 66, ink: .black, background: .white)
    #expect(ring.texts(.of(59, 60)).map(\.string) == ["58"])
  }

  @Test func `the seed's ring has the seed's measures`() {
    let diameter = Ring.Style.seed.diameter.pixels(of: 480)
    let ring = Ring(style: .seed, centre: Point(x: 33, y: 33), diameter: diameter, ink: .black, background: .white)
    #expect(ring.diameter == 66)
    #expect(ring.radius == 23)
    #expect(ring.circumference == 0)
    for (rest, number) in [(60.0, 59), (59.4, 59), (59, 58), (30.5, 30), (0.5, 0), (0, 0)] {
      let reading = Ring.Reading.of(rest, 60)
      let expected = Arc(centre: Point(x: 33, y: 33), radius: 23, width: 3, sweep: Double(number) / 60)
      let colour = Colour(red: 0x44, green: 0x44, blue: 0x44)
      #expect(ring.items(reading) == [.fill(Fill(.arc(expected), colour, opacity: 51))])
      #expect(ring.texts(reading).map(\.string) == ["\(number)"])
      #expect(ring.texts(reading).first?.box == Rect(x: 18, y: 18, width: 30, height: 30))
    }
  }
}
