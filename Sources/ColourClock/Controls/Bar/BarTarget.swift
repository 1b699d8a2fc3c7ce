struct BarTarget: Hashable, Sendable {
  /// `nil` for the hold button.
  let command: ControlBar.Command?
  let words: String
  /// The ID of the countdown that the command changes.
  let timer: Int?
  let box: Rect
}

/// Refuses taps on a command that has just appeared by itself.
struct BarGuard: Hashable, Sendable {
  private var targets: [BarTarget] = []
  /// The uptime from which each target takes taps.
  private var ready: [Duration] = []
  /// Targets before the last changes. They refuse taps until `changed + reaction`.
  private var former: [BarTarget] = []
  /// The uptime of the last change that the viewer did not make.
  private var changed = Duration.zero

  private static let reaction = Duration.milliseconds(400)

  /// Call only while controls are visible.
  /// - Parameter byHand: True if the viewer made the change. New targets then take taps at once.
  mutating func follow(_ present: [BarTarget], byHand: Bool, at uptime: Duration) {
    guard present != targets else { return }
    let isFirst = targets.isEmpty
    ready = present.map { target in
      if let index = targets.firstIndex(of: target) { return ready[index] }
      return isFirst || byHand ? .zero : uptime + BarGuard.reaction
    }
    if !byHand {
      former = targets + (uptime < changed + BarGuard.reaction ? former : [])
      changed = uptime
    }
    targets = present
  }

  func takes(_ place: Point, at uptime: Duration) -> Bool {
    if let index = targets.firstIndex(where: { $0.box.contains(place) }) { return uptime >= ready[index] }
    return uptime >= changed + BarGuard.reaction || !former.contains { $0.box.contains(place) }
  }
}

extension Scene {
  private func barTargets(at moment: Moment) -> [BarTarget] {
    let (state, ringing) = (barState, countdowns.ringing?.id)
    let button = holdOpacity(at: moment) > 0 ? self.button : nil
    let places = bar.opacity(at: moment) > 0 ? barPlaces : []
    return [button].compactMap(\.self).map { button in
      BarTarget(command: nil, words: button.labels.hold, timer: ringing, box: button.plate)
    } + places.map { barTarget($0, state, ringing: ringing) }
  }

  func barTarget(_ place: ControlBar.Place) -> BarTarget {
    barTarget(place, barState, ringing: countdowns.ringing?.id)
  }

  private func barTarget(_ place: ControlBar.Place, _ state: ControlBar.State, ringing: Int?) -> BarTarget {
    let timer: Int? =
      switch place.command {
      case .less, .more, .toggle, .reset: hasStopwatchInBar ? nil : ringing ?? countdowns.chosenID
      default: nil
      }
    // A changed label counts even if only a symbol shows.
    let whole = ControlBar.Place(command: place.command, box: place.box, hasWords: true)
    return BarTarget(command: place.command, words: state.text(whole), timer: timer, box: place.box)
  }

  mutating func followBar(byHand: Bool = false, at moment: Moment) {
    guard bar.opacity(at: moment) > 0 || holdOpacity(at: moment) > 0 else { return }
    wall.barGuard.follow(barTargets(at: moment), byHand: byHand, at: moment.uptime)
  }
}
