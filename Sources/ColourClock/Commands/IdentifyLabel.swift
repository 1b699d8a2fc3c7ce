struct IdentifyLabel: Hashable, Sendable {
  let lines: [String]
  /// The uptime at which the label vanishes.
  let end: Duration

  init(_ lines: [String], at moment: Moment) { (self.lines, end) = (lines, moment.uptime + .seconds(10)) }

  func items(in size: Size, on backdrop: Backdrop) -> [Item] {
    let height = size.shortSide * 0.2
    var top = (Double(size.height) - height * (1 + 0.6 * Double(lines.count - 1))) / 2
    return lines.enumerated().map { index, line in
      let lineHeight = index == 0 ? height : height * 0.6
      let box = Rect(
        x: 0.05 * Double(size.width), y: top + lineHeight * 0.2, width: 0.9 * Double(size.width),
        height: lineHeight * 0.6)
      top += lineHeight
      return .text(Text(string: line, box: box, ink: backdrop.ink, isOnWall: true))
    }
  }
}
