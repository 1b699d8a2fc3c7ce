/// All that the wall shows and how it answers events: a value, changed in one place, drawn from in another.
package struct Scene: Sendable {
  package let face: Face
  package let style: Style
  /// `nil` until the surface has told its size.
  package private(set) var size: Size?
  package private(set) var isVisible = true

  package init(face: Face, style: Style) {
    self.face = face
    self.style = style
  }

  /// The one place that changes state.
  package mutating func handle(_ event: Event, at moment: Moment) -> [Effect] {
    switch event {
    case .ticked: break
    case .resized(let size): self.size = size
    case .appeared: isVisible = true
    case .disappeared: isVisible = false
    case .pressed(let key): return answer(key)
    case .closed: return [.quit]
    case .destroyed:
      isVisible = false
      return [.giveUp]
    }
    return []
  }

  /// The picture at `moment`; `nil` while there is nothing to draw on or nobody to see it.
  package func frame(at moment: Moment) -> Frame? {
    guard let size, isVisible else { return nil }
    return face.frame(at: moment, in: size, style: style)
  }

  /// When the picture will next look different; `nil` if it will not by itself.
  package func nextChange(after moment: Moment) -> Instant? {
    guard size != nil, isVisible, let tick = style.fade.pace.nextTick(after: moment.instant) else { return nil }
    guard style.fade.drawn(face, at: moment).isUnderWay else { return tick }
    return min(tick, moment.instant + style.fade.pace.frame)
  }

  private func answer(_ key: Key) -> [Effect] {
    switch key {
    case .character("q"), .escape: [.quit]
    case .character("f"), .function(11): [.toggleFullScreen]
    default: []
    }
  }
}
