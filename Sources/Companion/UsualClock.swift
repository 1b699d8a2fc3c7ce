package import Notation
import System

/// The clock that is meant where no socket is named: the user's only one, or that on `$DISPLAY`.
package struct UsualClock {
  private let folder = LocalSocket.runtimeFolder
  private var stamps: [File.Stamp?] = []
  /// When sockets came or went last, and when those that are there are tried again, by the uptime.
  private var (changed, next) = (-UsualClock.settling, 0.0)

  /// A clock may need a moment between making its socket and listening.
  private static let settling = 3.0
  private static let rest = 10.0

  package init() {}

  /// Whether it is worth looking: each look connects to all clocks that there are, and so wakes them.
  package mutating func isWorthALook(at uptime: Double) -> Bool {
    let present = ClockChoice.folders(folder).map { File.Stamp(of: $0) }
    if present != stamps { (stamps, changed) = (present, uptime) }
    guard uptime >= next || uptime - changed < UsualClock.settling else { return false }
    next = uptime + UsualClock.rest
    return true
  }

  /// Where its socket is.
  package func path() throws(Refusal) -> String {
    try ClockChoice(options: "--control").path(
      in: folder, on: Process.environment("DISPLAY"), sockets: LocalSocket.listening)
  }
}
