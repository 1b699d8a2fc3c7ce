struct DisplayOverride: Hashable, Sendable {
  var isBlank = false
  private var share = 1.0
  /// The uptime at which the dimming ends; `nil` without an end.
  private var end: Duration?

  mutating func dim(to share: Double, lasting span: Duration?, at moment: Moment) {
    (self.share, end) = (share, span.map { moment.uptime + $0 })
  }

  func dimming(at uptime: Duration) -> Dimming {
    let light = light(at: uptime)
    return light < 1 ? Dimming(brightness: light) : .none
  }

  func light(at uptime: Duration) -> Double { if let end, end <= uptime { 1 } else { share } }

  func nextChange(after uptime: Duration) -> Duration? { end.flatMap { $0 > uptime ? $0 : nil } }
}
