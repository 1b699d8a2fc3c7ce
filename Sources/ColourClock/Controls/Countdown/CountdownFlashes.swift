/// The ring's disc flashes once a second (WCAG 2.3.1 allows three flashes).
struct CountdownFlashes: Hashable, Sendable {
  /// The uptime of the first flash; may be in the future.
  let start: Duration
  let span: Duration
  var isSilenced = false

  /// For a countdown that is over.
  static let ofSingle = Duration.seconds(10)
  /// For a countdown that repeats, or whose program goes on.
  static let ofRepeating = Duration.seconds(3)
  private static let beat = Duration.seconds(1)
  /// `nextChange` relies on `lit` being half of `beat`.
  private static let lit = Duration.milliseconds(500)

  var end: Duration { start + span }

  init(start: Duration, span: Duration) { (self.start, self.span) = (start, span) }

  /// Several countdowns together must flash only once a second. After a silenced `old`, the first flash waits for a
  /// second.
  init(keepingRhythmOf old: CountdownFlashes?, at uptime: Duration, span: Duration) {
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
