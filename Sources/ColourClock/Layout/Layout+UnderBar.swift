/// What lies under the bar. A visible bar cuts no text: either its plate leaves a line free, or the line is not drawn.
extension Layout {
  struct UnderBar: Sendable {
    /// The plate behind the bar; `nil` if the bar covers nothing but the code.
    let plate: Rect?
    fileprivate let lines: Set<ListLine>
    /// True if the plate would cut the hours below the agenda's band.
    let hasHours: Bool

    /// - Parameter shapes: everything but the lines of text: cards, ring and band.
    init(_ slots: [Slot], _ shapes: [Rect], band: Rect?, hours: Double, bar: [ControlBar.Place]) {
      let texts = slots.filter { $0.part != .code }
      let others = texts.map(\.ink) + shapes + [band].compactMap(\.self)
      let isOver = bar.contains { place in others.contains { $0.overlaps(place.box) } }
      guard isOver, let plate = ControlBar.plate(of: bar) else {
        (self.plate, lines, hasHours) = (nil, [], false)
        return
      }
      // Digits that are taller than the bar can be read although the bar covers a part of them.
      let cut = texts.filter { $0.box.height < bar[0].box.height && $0.ink.overlaps(plate) }
      (self.plate, lines) = (plate, Set(cut.map { ListLine($0.part) }))
      hasHours =
        band.map { band in
          Rect(x: band.x, y: band.maxY, width: band.width, height: hours).overlaps(plate)
        } ?? false
    }
  }

  /// The parts of a line of a list or table.
  fileprivate enum ListLine: Hashable {
    case countdown(Int), lap(Int), zone(Int), part(Part)

    init(_ part: Part) {
      self =
        switch part {
        case .countdownTitle(let index), .countdownNumber(let index): .countdown(index)
        case .lap(let index), .lapSplit(let index), .lapTotal(let index): .lap(index)
        case .zone(let index), .zoneName(let index), .zoneDays(let index): .zone(index)
        default: .part(part)
        }
    }
  }

  var barPlate: Rect? { underBar.plate }

  /// True if the part's line is not drawn while the bar is visible.
  func isUnderBar(_ part: Part) -> Bool { !underBar.lines.isEmpty && underBar.lines.contains(ListLine(part)) }
}
