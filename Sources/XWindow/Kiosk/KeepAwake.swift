/// Keeps the screen on by all the ways that there are, as no one of them reaches every saver. It has no timer of its
/// own: the clock's ticks are frequent enough.
package final class KeepAwake {
  /// The longest pause between two beats: savers wait for a minute at least.
  package static let pause = Duration.seconds(50)

  private let ways: [(inhibitor: any Inhibitor, last: LastBeat)]
  private var isOn = false

  private final class LastBeat {
    var uptime: Duration?
  }

  /// Must end before `display` is closed.
  package convenience init(on display: Display) {
    self.init([ServerTimers(display), SessionBus(), ScreenSaverDaemon(on: display)])
  }

  init(_ inhibitors: [any Inhibitor]) {
    ways = inhibitors.map { ($0, LastBeat()) }
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
    for (inhibitor, last) in ways {
      if let past = last.uptime, uptime - past < inhibitor.interval { continue }
      last.uptime = uptime
      inhibitor.beat()
    }
  }

  /// To be called when a descriptor is readable.
  package func receive() {
    for way in ways { way.inhibitor.receive() }
  }

  package func stop() {
    guard isOn else { return }
    isOn = false
    for (inhibitor, last) in ways {
      last.uptime = nil
      inhibitor.stop()
    }
  }
}
