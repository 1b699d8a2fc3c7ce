extension Layout {
  /// A visible bar hides the lines under its plate, except tall digits.
  struct UnderBar: Sendable {
    /// `nil` if the bar covers nothing but the code.
    let plate: Rect?
    fileprivate let lines: Set<ListLine>
    /// The sign for countdowns under the bar, such as "+2"; `nil` if none is under or none above the bar.
    let sign: ListSign?
    /// True if the band's hours would touch the bar. Then they are hidden, even without a plate.
    let hidesHours: Bool

    /// - Parameter step: a program's step, whose row has the program's lines; `nil` without such a row.
    init(_ slots: [Slot], step: Int?, _ shapes: [Rect], band: Rect?, hours: Double, _ controls: Controls) {
      let texts = slots.filter { $0.part != .code }
      let hoursRow = band.map { Rect(x: $0.x, y: $0.maxY, width: $0.width, height: hours) }
      let others = texts.map(\.ink) + shapes + [band, hoursRow].compactMap(\.self)
      let bar = controls.bar
      let coversParts = controls.barBoxes.contains { box in others.contains { $0.overlaps(box) } }
      let plate = ControlBar.plate(of: bar, caption: controls.caption)
      hidesHours = plate.map { plate in hoursRow?.overlaps(plate) ?? false } ?? false
      guard coversParts, let plate else {
        self.plate = nil
        lines = []
        sign = nil
        return
      }
      let cut = texts.filter { $0.box.height < bar[0].box.height && $0.ink.overlaps(plate) }
      let hidden = Set(cut.map { ListLine($0.part, step: step) })
      self.plate = plate
      sign = ListSign(texts, hidden)
      lines = sign.map { hidden.union([.countdown($0.index)]) } ?? hidden
    }
  }

  /// A sign such as "+2", in place of the last countdown above the bar.
  struct ListSign: Sendable {
    let index: Int
    /// Includes the countdown at `index`.
    let count: Int

    fileprivate init?(_ slots: [Slot], _ hidden: Set<ListLine>) {
      var shown: [Int] = []
      var count = 0
      for slot in slots {
        switch slot.part {
        case .countdownNumber(let index) where !hidden.contains(.countdown(index)): shown.append(index)
        case .countdownNumber: count += 1
        // If the bar hides the list's own sign, its count is added here.
        case .omitted(let omitted) where omitted.extra == .countdowns && hidden.contains(.part(slot.part)):
          count += omitted.count
        default: break
        }
      }
      guard count > 0, let last = shown.last else { return nil }
      (index, self.count) = (last, count + 1)
    }
  }

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

  func isUnderBar(_ part: Part) -> Bool {
    !underBar.lines.isEmpty && underBar.lines.contains(ListLine(part, step: stepInList))
  }
}
