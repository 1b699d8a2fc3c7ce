/// Counts the frames of each second, for those who want to know what a wall does.
struct RateMeter {
  private var second: Int64 = 0
  private var count = 0
  /// Of the last whole second of uptime.
  private(set) var rate = 0

  /// Told of each frame that was shown.
  mutating func add(at uptime: Duration) {
    pass(to: uptime)
    count += 1
  }

  /// Told of the time before a frame is drawn.
  mutating func pass(to uptime: Duration) {
    let now = uptime.components.seconds
    guard now != second else { return }
    rate = now == second + 1 ? count : 0
    (second, count) = (now, 0)
  }
}

extension Scene {
  /// The rate in the lower left corner: as small as can be read nearby, as it is for whoever hangs the wall.
  func rateItems(on backdrop: Backdrop, in size: Size) -> [Item] {
    guard setup.showsRate, let rate else { return [] }
    let (string, template) = ("\(rate) fps", "60 fps")
    let height = max(9, size.shortSide * 0.016)
    let width = height * Line(string: "", template: template).width
    let box = Rect(x: height, y: Double(size.height) - 2 * height, width: width, height: height)
    return [.text(Text(string: string, template: template, box: box, ink: backdrop.ink, halo: 255))]
  }
}
