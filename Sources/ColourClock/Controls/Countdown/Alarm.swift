/// What tells of zero: the disc of the ring turned over once a second, for a limited time.
///
/// A flash a second is a third of what WCAG 2.3.1 allows.
package struct Alarm: Hashable, Sendable {
  /// The uptime at which it begins.
  package let start: Duration
  package let span: Duration
  package internal(set) var isSilenced = false

  package static let ofSingle = Duration.seconds(10)
  package static let ofRepeating = Duration.seconds(3)
  /// From one flash to the next.
  package static let beat = Duration.seconds(1)
  /// How much of a beat is lit.
  package static let lit = Duration.milliseconds(500)

  package init(start: Duration, span: Duration) {
    (self.start, self.span) = (start, span)
  }

  /// One that begins now, unless another has begun within its span: then its beat goes on. After a silenced one that is
  /// with the next beat, so that no quick hand gets more than a flash from each.
  init(after old: Alarm?, at uptime: Duration, span: Duration) {
    guard let old, uptime - old.start < old.span else {
      self.init(start: uptime, span: span)
      return
    }
    let beats = max(0, (uptime - old.start).count(of: Alarm.beat)) + (old.isSilenced ? 1 : 0)
    self.init(start: old.start + Alarm.beat * beats, span: span)
  }

  package func isLit(at uptime: Duration) -> Bool {
    let age = uptime - start
    guard !isSilenced, age >= .zero, age < span else { return false }
    return age - Alarm.beat * age.count(of: Alarm.beat) < Alarm.lit
  }

  /// The uptime at which it is lit or put out next; `nil` when that is past.
  package func nextChange(after uptime: Duration) -> Duration? {
    guard !isSilenced else { return nil }
    guard uptime >= start else { return start }
    let next = start + Alarm.lit * ((uptime - start).count(of: Alarm.lit) + 1)
    return next < start + span ? next : nil
  }
}
