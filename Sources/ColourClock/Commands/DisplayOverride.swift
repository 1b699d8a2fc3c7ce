/// What commands have changed of all walls for a while.
struct DisplayOverride: Hashable, Sendable {
  /// Whether nothing at all is drawn.
  var isBlank = false
  private var share = 1.0
  /// `nil` for as long as nothing else is said.
  private var end: Duration?

  /// - Parameter share: of the light, 0.05…1.
  mutating func dim(to share: Double, lasting span: Duration?, at moment: Moment) {
    (self.share, end) = (share, span.map { moment.uptime + $0 })
  }

  func dimming(at uptime: Duration) -> Dimming {
    let light = light(at: uptime)
    return light < 1 ? Dimming(depth: 1, brightness: light, isRed: false) : .none
  }

  /// The share of the light that is left, 0.05…1.
  func light(at uptime: Duration) -> Double { end.map { $0 <= uptime } ?? false ? 1 : share }

  func nextChange(after uptime: Duration) -> Duration? { end.flatMap { $0 > uptime ? $0 : nil } }
}
