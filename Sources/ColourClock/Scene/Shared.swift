/// What the walls of one clock have in common, whatever a hand does on each of them.
extension Scene {
  /// The clock's own state, as opposed to that of a wall's controls.
  package struct Shared: Hashable, Sendable {
    let setup: Setup
    let countdown: Countdown?
    let feed: Feed?
    let isRefreshGood: Bool
    let attendance: ViewerActivity
  }

  package var shared: Shared {
    Shared(setup: setup, countdown: countdown, feed: feed, isRefreshGood: isRefreshGood, attendance: attendance)
  }

  /// Takes over what has changed on another wall.
  package mutating func take(_ shared: Shared, at moment: Moment) {
    if setup != shared.setup { arrange(shared.setup, at: moment) }
    (countdown, feed, isRefreshGood) = (shared.countdown, shared.feed, shared.isRefreshGood)
    attendance = shared.attendance
  }

  /// A further wall of the same clock.
  package func another(_ role: Role, at moment: Moment) -> Scene {
    var scene = Scene(setup, countdown: countdown, role: role)
    scene.take(shared, at: moment)
    return scene
  }
}
