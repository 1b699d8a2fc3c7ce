/// News that come in bursts, of which only the end matters.
struct Debouncer {
  /// How long there must have been none. A mode that is set sends its events within this time: the monitor goes, its
  /// outputs change, the screen gets its size, the monitor comes back.
  static let quiet = Duration.milliseconds(250)
  /// A burst that does not end is looked at all the same.
  static let longest = Duration.seconds(1)

  private var span: (first: Duration, last: Duration)?

  mutating func note(at uptime: Duration) { span = (span?.first ?? uptime, uptime) }

  mutating func end() { span = nil }

  /// When to look; `nil` between bursts.
  var due: Duration? { span.map { min($0.last + Debouncer.quiet, $0.first + Debouncer.longest) } }
}
