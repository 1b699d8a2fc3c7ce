/// What tells that the time shown may be wrong.
extension Scene {
  /// Of the shorter side, and in pixels at least: to be read by whoever stands before the wall, and nobody else.
  private static let badge = (share: 0.02, least: 9.0)

  /// In the lower right corner, for as long as it is so.
  func badge(on backdrop: Backdrop, in size: Size, at moment: Moment) -> [Item] {
    guard let string = badgeText(moment.health) else { return [] }
    let height = max(Scene.badge.least, size.shortSide * Scene.badge.share)
    let width = min(height * Line(string: "", template: string).width, Double(size.width) - 2 * height)
    let edge = height + setup.shift.margin(in: size)
    let corner = Point(x: Double(size.width) - edge, y: Double(size.height) - edge)
    let box = Rect(x: corner.x - width, y: corner.y - height, width: width, height: height)
    return [.text(Text(string: string, template: string, box: box, ink: backdrop.ink, halo: backdrop.haloOpacity))]
  }

  private func badgeText(_ health: ClockHealth) -> String? {
    switch health {
    case .good: nil
    case .unsynchronised: setup.showsSynchronisation ? "clock not synchronised" : nil
    case .unset: "clock not set"
    }
  }
}
