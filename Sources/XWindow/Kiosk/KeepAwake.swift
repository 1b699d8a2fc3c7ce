/// Keeps the screen on by all the ways that there are, as no one of them reaches every saver. It has no timer of its
/// own: who has it ticks it.
package final class KeepAwake {
  /// The longest pause between two beats: savers wait for a minute at least.
  static let pause = Duration.seconds(50)

  /// How long it may be from one tick to the next.
  package var pause: Duration { ways.map(\.inhibitor.interval).min() ?? KeepAwake.pause }

  /// Each with the uptime of its last beat.
  private var ways: [(inhibitor: any Inhibitor, last: Duration?)]
  private var isOn = false

  /// Must end before `display` is closed.
  package convenience init(on display: Display) {
    self.init([ServerTimers(display), SessionBus(), ScreenSaverDaemon(on: display)])
  }

  init(_ inhibitors: [any Inhibitor]) {
    ways = inhibitors.map { ($0, nil) }
  }

  deinit { stop() }

  /// What to poll for reading.
  package var descriptors: [Int32] { ways.flatMap(\.inhibitor.descriptors) }

  package func start() {
    guard !isOn else { return }
    isOn = true
    for way in ways { way.inhibitor.start() }
  }

  /// Beats where it is time to; the first tick after the start always does.
  package func tick(at uptime: Duration) {
    guard isOn else { return }
    for (index, way) in ways.enumerated() {
      if let last = way.last, uptime - last < way.inhibitor.interval { continue }
      ways[index].last = uptime
      way.inhibitor.beat()
    }
  }

  /// To be called when a descriptor is readable.
  package func receive() {
    for way in ways { way.inhibitor.receive() }
  }

  package func stop() {
    guard isOn else { return }
    isOn = false
    for index in ways.indices {
      ways[index].last = nil
      ways[index].inhibitor.stop()
    }
  }
}
