/// What shows that zero was reached: the disc of the ring with its colours exchanged once a second, for a limited time.
///
/// A flash a second is a third of what WCAG 2.3.1 allows.
struct CountdownAlarm: Hashable, Sendable {
  /// The uptime at which it begins.
  let start: Duration
  let span: Duration
  var isSilenced = false

  static let ofSingle = Duration.seconds(10)
  static let ofRepeating = Duration.seconds(3)
  /// From one flash to the next.
  private static let beat = Duration.seconds(1)
  /// How much of a beat is lit.
  private static let lit = Duration.milliseconds(500)

  var end: Duration { start + span }

  init(start: Duration, span: Duration) { (self.start, self.span) = (start, span) }

  /// One that begins now, unless another has begun within its span: then its beat goes on. After a silenced one it begins
  /// with the next beat, so that zeros reached in quick succession give no more than a flash a beat.
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

  /// The uptime at which it is lit or put out next; `nil` when that is past.
  func nextChange(after uptime: Duration) -> Duration? {
    guard !isSilenced else { return nil }
    guard uptime >= start else { return start }
    let next = start + CountdownAlarm.lit * ((uptime - start).count(of: CountdownAlarm.lit) + 1)
    return next < start + span ? next : nil
  }
}
