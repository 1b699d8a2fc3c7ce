/// Changes of all walls by commands.
struct DisplayOverride: Hashable, Sendable {
  /// Whether nothing is drawn.
  var isBlank = false
  private var share = 1.0
  /// `nil` until the next command.
  private var end: Duration?

  /// - Parameter share: of the light, 0.05…1.
  mutating func dim(to share: Double, lasting span: Duration?, at moment: Moment) {
    (self.share, end) = (share, span.map { moment.uptime + $0 })
  }

  func dimming(at uptime: Duration) -> Dimming {
    let light = light(at: uptime)
    return light < 1 ? Dimming(brightness: light) : .none
  }

  func light(at uptime: Duration) -> Double { end.map { $0 <= uptime } ?? false ? 1 : share }

  func nextChange(after uptime: Duration) -> Duration? { end.flatMap { $0 > uptime ? $0 : nil } }
}
