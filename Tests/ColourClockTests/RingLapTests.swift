import Testing

import func Glibc.cos
import func Glibc.sin

@testable import ColourClock

/// A ring that is turned beyond a full turn.
@Suite struct RingLapTests {
  private static func place(_ ring: Ring, _ turns: Double) -> Point {
    ring.centre + Point(x: sin(turns * 2 * .pi), y: -cos(turns * 2 * .pi)) * ring.radius
  }

  /// The arcs of the ring on the wall, as opacity and length in turns.
  private static func arcs(_ play: Play) -> [(opacity: Double, sweep: Double)] {
    // Not the keyline, nor the trail.
    let (radius, width) = (play.scene.ring(at: play.moment)?.radius ?? 0, play.scene.ring(at: play.moment)?.stroke ?? 0)
    return (play.scene.frame(at: play.moment)?.items ?? []).compactMap { item in
      guard case .fill(let fill) = item, case .arc(let arc) = fill.shape, fill.opacity > 50, arc.radius == radius,
        arc.width == width
      else {
        return nil
      }
      return (Double(fill.opacity) / 255, arc.sweep)
    }
  }

  /// 25 minutes, and the knob dragged to the right past twelve.
  private static func dragged(by turns: Double, isRunning: Bool = true) throws -> Play {
    var play = Play.sized(countdown: isRunning ? .seconds(1500) : nil)
    if !isRunning { play.send(.told(.countdown(.set(.seconds(1500))))) }
    let ring = try #require(play.scene.ring)
    play.send(.pointerPressed(place(ring, 0), .primary))
    for step in 1...40 { play.send(.pointerMoved(place(ring, turns * Double(step) / 40))) }
    return play
  }

  @Test(arguments: [true, false]) func theWholeTurnStaysInSight(isRunning: Bool) throws {
    var play = try Self.dragged(by: 6.0 / 360, isRunning: isRunning)
    for isHeld in [true, false] {
      if !isHeld, let place = play.scene.pointer.place { play.send(.pointerReleased(place, .primary)) }
      #expect(play.scene.countdown?.number(at: play.moment) == 1530)
      let arcs = Self.arcs(play)
      #expect(arcs.count == 2)
      #expect(abs(arcs[0].opacity - Ring.wholeTurn) < 0.01 && arcs[0].sweep == 1)
      #expect(arcs[1].opacity == 1 && abs(arcs[1].sweep - 0.02) < 0.002)
      #expect(play.scene.countdown?.length == .seconds(1530))
    }
  }

  /// 41:30: it moves at once and all the time, and the length is what was set.
  @Test func itDoesNotStandStill() throws {
    var play = try Self.dragged(by: 0.66)
    if let place = play.scene.pointer.place { play.send(.pointerReleased(place, .primary)) }
    #expect(play.scene.countdown?.number(at: play.moment) == 2490 && play.scene.countdown?.length == .seconds(2490))
    var last = 2.0
    for minute in 0..<41 {
      let arcs = Self.arcs(play)
      let turns = (arcs.last?.sweep ?? 0) + (arcs.count == 2 ? 1 : 0)
      #expect(abs(turns - Double(2490 - 60 * minute) / 1500) < 0.005 && turns < last, "\(minute)")
      last = turns
      play.wait(.seconds(60))
    }
    play.wait(.seconds(31))
    #expect(play.scene.isRinging)
  }

  /// However it is made longer: the length is never less than what is left.
  @Test func theLengthIsNeverLessThanWhatIsLeft() throws {
    var play = Play.sized(countdown: .seconds(300))
    for key in [Key.character("+"), .up, .character("c"), .character("+"), .character("c"), .up, .character("-")] {
      play.tap(key)
      let countdown = try #require(play.scene.countdown)
      #expect(countdown.length >= countdown.remaining(at: play.moment))
    }
  }

  @Test func wholeTurnsAreFull() {
    let square = Rect(x: 0, y: 0, width: 400, height: 400)
    for kind in Ring.Kind.allCases {
      var style = Ring.Style.standard
      style.kind = kind
      let ring = Ring(style: style, in: square, ink: .black, background: .white)
      func reading(_ turns: Double) -> Ring.Reading {
        Ring.Reading(remaining: .seconds(turns * 1500), period: .seconds(1500))
      }
      let once = ring.strokes(reading(1))
      for turns in [2.0, 3, 4] { #expect(ring.strokes(reading(turns)).suffix(once.count) == once[...]) }
      #expect(ring.strokes(reading(1)).allSatisfy { $0.opacity == 1 })
      #expect(ring.strokes(reading(1.5)).contains { $0.opacity == Ring.wholeTurn })
    }
  }

  /// At full, each tick of `elements` is drawn in full ink: a used one is a trail of 0.12.
  @Test func aFullRingOfElementsLooksFull() {
    var style = Ring.Style.standard
    style.kind = .elements
    let ring = Ring(
      style: style, in: Rect(x: 0, y: 0, width: 400, height: 400), ink: .black, background: .white)
    let full = ring.items(Ring.Reading(remaining: .seconds(1500), period: .seconds(1500)))
    let strong = full.count { if case .fill(let fill) = $0 { fill.opacity == 255 } else { false } }
    // 25 thin ticks, five thick ones, and the knob.
    #expect(strong == 31)
  }

  /// The seed's ring of a minute counts 59…0; a longer one says what the standard ring says, on the wall too.
  @Test func allRingsSayTheSame() {
    for seconds in [1500, 300, 61] {
      let texts = [Ring.Style.standard, .seed].map { style -> [String] in
        var play = Play.sized(countdown: .seconds(seconds)) { $0.ring = style }
        play.wait(.seconds(10))
        return play.texts
      }
      let number = Ring.label(seconds - 10, .automatic)
      #expect(texts[0].contains(number) && texts[1].contains { $0.hasPrefix(number) }, "\(texts)")
    }
    #expect(Ring.Style.seed.counting(of: .seconds(60)) == .down)
  }
}
