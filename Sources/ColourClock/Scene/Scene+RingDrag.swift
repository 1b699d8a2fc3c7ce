/// Setting the countdown by turning its ring.
extension Scene {
  /// The ring taken hold of, if one is there.
  func grip(at place: Point, _ moment: Moment) -> Winding? {
    let place = onSheet(place, at: moment)
    guard let ring, let countdown, isOnRing(place), !countdown.rules.isAligned else { return nil }
    return .begin(at: Winding.angle(of: place, around: ring.centre), base: max(.zero, countdown.remaining(at: moment)))
  }

  /// Whether a place of the sheet is close enough to the ring to mean it.
  func isOnRing(_ place: Point) -> Bool {
    guard let ring else { return false }
    return abs((place - ring.centre).length - ring.radius) <= max(Gesture.reach, ring.stroke)
  }

  /// The ring follows the hand.
  mutating func wind(_ winding: Winding, before: Countdown, to place: Point, _ moment: Moment) {
    guard let ring else { return }
    var winding = winding
    let old = winding.length
    let length = winding.move(to: Winding.angle(of: onSheet(place, at: moment), around: ring.centre))
    gesture = .winding(winding, before: before)
    // Under a hand that keeps still it counts on.
    if length != old { set(length, at: moment) }
  }
}
