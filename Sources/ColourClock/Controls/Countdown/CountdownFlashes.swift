/// The flashing of the ring's disc after zero, once a second (WCAG 2.3.1 allows three). `Sound` is separate.
struct CountdownFlashes: Hashable, Sendable {
  /// The uptime of the first flash. It may be in the past or in the future (`init(after:at:span:)`).
  let start: Duration
  let span: Duration
  var isSilenced = false

  /// The time of flashing if the countdown is over.
  static let ofSingle = Duration.seconds(10)
  /// The time of flashing if the countdown runs on: it repeats, or its program goes to the next step.
  static let ofRepeating = Duration.seconds(3)
  /// The time from flash to flash.
  private static let beat = Duration.seconds(1)
  /// The length of a flash, half of `beat`.
  private static let lit = Duration.milliseconds(500)

  var end: Duration { start + span }

  init(start: Duration, span: Duration) { (self.start, self.span) = (start, span) }

  /// Keeps the rhythm of `old`, so that several countdowns still flash only once a second. If `old` was silenced, its
  /// last flash may have been cut short, so the new flashes wait for the next beat.
  init(after old: CountdownFlashes?, at uptime: Duration, span: Duration) {
    guard let old, uptime - old.start < old.span else {
      self.init(start: uptime, span: span)
      return
    }
    let beats = max(0, (uptime - old.start).count(of: CountdownFlashes.beat)) + (old.isSilenced ? 1 : 0)
    self.init(start: old.start + CountdownFlashes.beat * beats, span: span)
  }

  func isLit(at uptime: Duration) -> Bool {
    let age = uptime - start
    guard !isSilenced, age >= .zero, age < span else { return false }
    return age - CountdownFlashes.beat * age.count(of: CountdownFlashes.beat) < CountdownFlashes.lit
  }

  func nextChange(after uptime: Duration) -> Duration? {
    guard !isSilenced else { return nil }
    guard uptime >= start else { return start }
    let next = start + CountdownFlashes.lit * ((uptime - start).count(of: CountdownFlashes.lit) + 1)
    return next < start + span ? next : nil
  }
}
