/// What lies under the bar. A line that a visible bar's plate would cut is not drawn, unless it is so tall that it can
/// be read behind the bar.
extension Layout {
  struct UnderBar: Sendable {
    /// The plate behind the bar; `nil` if the bar covers nothing but the code.
    let plate: Rect?
    fileprivate let lines: Set<ListLine>
    fileprivate let step: Int?
    /// A sign such as "+2". It counts the countdowns under the bar, and replaces the last line above the bar. `nil` if
    /// no countdown is under the bar, or if none is above it.
    let sign: ListSign?
    /// True if the hours below the agenda's band are where the bar's plate would be. A visible bar then hides them. It
    /// hides them also without a plate, because they would touch the bar.
    let hidesHours: Bool

    /// - Parameters:
    ///   - step: the index of the countdown that is a program's step. Its row has the program's lines, which are hidden
    ///     with it. `nil` without such a row.
    ///   - shapes: the cards and the ring.
    ///   - band: the agenda's band; `nil` without one.
    ///   - hours: the height of the hours below the band, in pixels.
    init(_ slots: [Slot], step: Int?, _ shapes: [Rect], band: Rect?, hours: Double, _ controls: Controls) {
      let texts = slots.filter { $0.part != .code }
      let hoursRow = band.map { Rect(x: $0.x, y: $0.maxY, width: $0.width, height: hours) }
      let others = texts.map(\.ink) + shapes + [band, hoursRow].compactMap(\.self)
      let bar = controls.bar
      let isOver = controls.barBoxes.contains { box in others.contains { $0.overlaps(box) } }
      let plate = ControlBar.plate(of: bar, caption: controls.caption)
      hidesHours = plate.map { plate in hoursRow?.overlaps(plate) ?? false } ?? false
      guard isOver, let plate else {
        (self.plate, self.step, lines, sign) = (nil, step, [], nil)
        return
      }
      // Digits that are taller than the bar can be read although the bar covers a part of them.
      let cut = texts.filter { $0.box.height < bar[0].box.height && $0.ink.overlaps(plate) }
      let hidden = Set(cut.map { ListLine($0.part, step: step) })
      sign = ListSign(texts, hidden)
      (self.plate, self.step, lines) = (plate, step, sign.map { hidden.union([.countdown($0.index)]) } ?? hidden)
    }
  }

  struct ListSign: Sendable {
    /// The countdown whose line gives its place to the sign: the last one above the bar.
    let index: Int
    /// The countdowns for which the sign stands. It also counts the one at `index`.
    let count: Int

    /// - Parameter hidden: the lines under the bar.
    fileprivate init?(_ slots: [Slot], _ hidden: Set<ListLine>) {
      var (shown, count): ([Int], Int) = ([], 0)
      for slot in slots {
        switch slot.part {
        case .countdownNumber(let index) where !hidden.contains(.countdown(index)): shown.append(index)
        case .countdownNumber: count += 1
        // The sign of a list that has no room for all countdowns. While it is visible, it counts them itself.
        case .others(let others) where others.extra == .countdowns && hidden.contains(.part(slot.part)):
          count += others.count
        default: break
        }
      }
      guard count > 0, let last = shown.last else { return nil }
      (index, self.count) = (last, count + 1)
    }
  }

  /// The parts of a line of a list or table.
  fileprivate enum ListLine: Hashable {
    case countdown(Int), lap(Int), zone(Int), part(Part)

    init(_ part: Part, step: Int? = nil) {
      self =
        switch part {
        case .program, .programNext, .programEnd: step.map { .countdown($0) } ?? .part(part)
        case .countdownTitle(let index), .countdownNumber(let index): .countdown(index)
        case .lap(let index), .lapSplit(let index), .lapTotal(let index): .lap(index)
        case .zone(let index), .zoneName(let index), .zoneDays(let index): .zone(index)
        default: .part(part)
        }
    }
  }

  var barPlate: Rect? { underBar.plate }

  /// True if the part's line is not drawn while the bar is visible.
  func isUnderBar(_ part: Part) -> Bool {
    !underBar.lines.isEmpty && underBar.lines.contains(ListLine(part, step: underBar.step))
  }
}
