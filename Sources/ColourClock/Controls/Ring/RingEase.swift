/// An animated move of the ring after a change of the layout.
struct RingEase: Hashable, Sendable {
  private let square: Rect
  private let start: Duration

  private static let span = Duration.milliseconds(300)

  /// - Parameter ease: the present move, which goes on if the ring keeps its place.
  init?(from old: Layout?, after ease: RingEase?, to new: Layout, at uptime: Duration) {
    guard let old, let square = old.ring, let other = new.ring, old.contents.size == new.contents.size
    else { return nil }
    if square == other {
      guard let ease, !ease.isOver(at: uptime) else { return nil }
      self = ease
      return
    }
    guard
      old.contents.messages != new.contents.messages || old.controls.isBelowRing != new.controls.isBelowRing
        || old.contents.bar?.isAway != new.contents.bar?.isAway
    else { return nil }
    (self.square, start) = (ease?.layout(old, at: uptime)?.ring ?? square, uptime)
  }

  func isOver(at uptime: Duration) -> Bool { uptime >= start + Self.span }

  func layout(_ layout: Layout, at uptime: Duration) -> Layout? {
    let share = Motion.ease(Motion.progress(from: start, to: uptime, over: Self.span))
    guard share < 1, let end = layout.ring else { return nil }
    func mix(_ one: Double, _ other: Double) -> Double { Motion.mix(one, other, share) }
    return layout.with(
      ring: Rect(
        x: mix(square.x, end.x), y: mix(square.y, end.y), width: mix(square.width, end.width),
        height: mix(square.height, end.height)))
  }
}

extension Scene {
  func nextEase(after moment: Moment) -> Wake {
    guard let ease = wall.ringEase, !ease.isOver(at: moment.uptime) else { return .never }
    return Wake(uptime: Motion.nextFrame(after: moment.uptime))
  }

  func easing(at moment: Moment) -> Scene? {
    guard let ease = wall.ringEase, let layout, let moved = ease.layout(layout, at: moment.uptime) else { return nil }
    return with(self) { ($0.wall.layout, $0.wall.ringEase) = (moved, nil) }
  }
}
