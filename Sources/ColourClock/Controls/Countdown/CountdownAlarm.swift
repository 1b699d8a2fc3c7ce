/// The alarm of a countdown: the disc of the ring flashes once a second for a limited time, a third of what WCAG 2.3.1
/// allows.
struct CountdownAlarm: Hashable, Sendable {
  /// The uptime of its start.
  let start: Duration
  let span: Duration
  var isSilenced = false

  static let ofSingle = Duration.seconds(10)
  static let ofRepeating = Duration.seconds(3)
  private static let beat = Duration.seconds(1)
  /// The lit part of a beat.
  private static let lit = Duration.milliseconds(500)

  var end: Duration { start + span }

  init(start: Duration, span: Duration) { (self.start, self.span) = (start, span) }

  /// The beat of another alarm within its span goes on. After a silenced one it starts with the next beat, so that
  /// zeros in quick succession give no more than a flash a beat.
  init(after old: CountdownAlarm?, at uptime: Duration, span: Duration) {
    guard let old, uptime - old.start < old.span else {
      self.init(start: uptime, span: span)
      return
    }
    let beats = max(0, (uptime - old.start).count(of: CountdownAlarm.beat)) + (old.isSilenced ? 1 : 0)
    self.init(start: old.start + CountdownAlarm.beat * beats, span: span)
  }

  func isLit(at uptime: Duration) -> Bool {
    let age = uptime - start
    guard !isSilenced, age >= .zero, age < span else { return false }
    return age - CountdownAlarm.beat * age.count(of: CountdownAlarm.beat) < CountdownAlarm.lit
  }

  /// `nil` when it is over.
  func nextChange(after uptime: Duration) -> Duration? {
    guard !isSilenced else { return nil }
    guard uptime >= start else { return start }
    let next = start + CountdownAlarm.lit * ((uptime - start).count(of: CountdownAlarm.lit) + 1)
    return next < start + span ? next : nil
  }
}
