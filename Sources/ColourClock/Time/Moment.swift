/// Everything a frame may know of the time: read once, handed to all who draw, so that no two labels can disagree.
package struct Moment: Hashable, Sendable {
  /// The wall time shown, which is the system's unless the user asked for another.
  package let instant: Instant
  /// The boot-time clock, which counts suspend and which nobody can set: the one for spans and motion.
  package let uptime: Duration
  /// Where the wall hangs.
  package let zone: Zone
  /// Whether the instant can be believed.
  package let health: ClockHealth

  package init(instant: Instant, uptime: Duration, zone: Zone, health: ClockHealth = .good) {
    self.instant = instant
    self.uptime = uptime
    self.zone = zone
    self.health = health
  }

  /// The same place at another wall time.
  package func at(_ instant: Instant) -> Moment {
    Moment(instant: instant, uptime: uptime, zone: zone, health: health)
  }
}
