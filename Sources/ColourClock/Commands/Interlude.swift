/// What commands have changed of all walls for a while.
struct Interlude: Hashable, Sendable {
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

/// What a wall says of itself when it is asked which one it is, in place of the labels.
struct Nameplate: Hashable, Sendable {
  /// The first is the largest.
  let lines: [String]
  let end: Duration

  static let span = Duration.seconds(10)

  func items(in size: Size, on backdrop: Backdrop) -> [Item] {
    let height = size.shortSide * 0.2
    var top = (Double(size.height) - height * (1 + 0.6 * Double(lines.count - 1))) / 2
    return lines.enumerated().map { index, line in
      let high = index == 0 ? height : height * 0.6
      let box = Rect(
        x: 0.05 * Double(size.width), y: top + high * 0.2, width: 0.9 * Double(size.width), height: high * 0.6)
      top += high
      return .text(Text(string: line, template: line, box: box, ink: backdrop.ink, halo: backdrop.haloOpacity))
    }
  }
}
