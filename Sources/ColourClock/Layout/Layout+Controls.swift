extension Layout {
  struct Controls: Sendable {
    /// A hold button outside the bar.
    let button: Rect?
    let quitPlate: Rect
    let bar: [ControlBar.Place]
    /// The text that names the timer on which the bar acts.
    let caption: Rect?
    /// The row for labels: at the upper edge, or at the lower edge if a hold button is in the upper half.
    let labelRow: Rect
    let isBelowRing: Bool
    /// How far buttons lift a ring above the middle, in pixels.
    let ringLift: Double

    private static let gap = 0.3

    /// The least button height while something rings, as a share of a wide wall's height.
    private static let ringing = 0.1

    /// While something rings on a wide wall, the buttons are larger, unless some would lose their words.
    init(_ contents: Contents, in window: Rect) {
      self.init(placing: contents, in: window)
      guard contents.isRinging, window.width >= window.height, let bar = contents.bar else { return }
      var large = contents
      large.bar?.target = max(bar.target, Controls.ringing * window.height)
      let controls = Controls(placing: large, in: window)
      if controls.bar.count >= self.bar.count, controls.bar.allSatisfy(\.hasWords) { self = controls }
    }

    private init(placing contents: Contents, in window: Rect) {
      let (words, target) = (contents.words, contents.bar?.target)
      let plate = contents.button.map {
        UrgentComposer.button(HoldButton.plate($0, words, target: target, in: window), contents, in: window)
      }
      let isButtonAbove = plate.map { $0.midY < window.midY } ?? false
      labelRow = Controls.labelRow(in: window, isAtLowerEdge: isButtonAbove)
      let underRing = BelowRing.placed(contents, plate, in: window)
      isBelowRing = underRing != nil
      ringLift = underRing?.lift ?? 0
      if let underRing {
        self.button = underRing.controls.button
        bar = underRing.controls.places
        caption = nil
        quitPlate = HoldButton.plate(HoldButton.Contents(), words, target: target, in: window)
        return
      }
      // On a portrait wall with an urgent message, the controls are above the line with the time.
      let space = isButtonAbove ? window : UrgentComposer.aboveTimeLine(contents, in: window) ?? window
      let button =
        space == window ? plate : contents.button.map { HoldButton.plate($0, words, target: target, in: space) }
      let floor = isButtonAbove ? labelRow.y : space.maxY
      let row = contents.bar.map { bar in
        var bar = bar
        // With an urgent message the button names what rings, so it must not become narrower.
        bar.needsButtonWidth = contents.messages.urgent != nil
        let row = ControlBar.placed(bar, in: space, floor: floor, button: isButtonAbove ? nil : button)
        guard !isButtonAbove, let left = UrgentComposer.besideTimeLine(contents, in: window) else { return row }
        let plate = contents.button.map { HoldButton.plate($0, words, target: target, in: left) }
        let beside = ControlBar.placed(bar, in: left, floor: floor, button: plate)
        let needed = Set(row.places.map(\.command).filter { !$0.isPreset })
        return needed.isSubset(of: beside.places.map(\.command)) ? beside : row
      }
      self.button = isButtonAbove ? button : row?.button ?? button
      bar = row?.places ?? []
      caption = ControlBar.captionBox(contents.bar, bar, button: self.button)
      let quit = HoldButton.plate(HoldButton.Contents(), words, target: target, in: window)
      quitPlate = Controls.quitPlate(quit.height, quit.width, words, bar, in: window, floor: floor)
    }

    var barBoxes: [Rect] { bar.map(\.box) + [caption].compactMap(\.self) }
    /// The upper edge (y) of bar and caption; `nil` without a bar.
    var top: Double? { barBoxes.map(\.y).min() }

    /// The heights kept free for labels and a hold button, in pixels.
    func reserved(in window: Rect, withButton: Bool = true) -> (top: Double, bottom: Double) {
      let isButtonAbove = labelRow.midY > window.midY
      let labels = Controls.labelRoom * (isButtonAbove ? window.maxY - labelRow.y : labelRow.maxY - window.y)
      guard let button, withButton else { return (labels, 0) }
      let depth = isButtonAbove ? button.maxY - window.y : window.maxY - button.y
      let buttonRoom = depth + Controls.gap * button.height
      return isButtonAbove ? (buttonRoom, labels) : (labels, buttonRoom)
    }

    private static let labelRoom = 1.15
    private static let leastLabel = 9.0
    private static let label = (digits: 0.02, most: 0.12, gap: 0.4)

    private static func labelRow(in window: Rect, isAtLowerEdge: Bool) -> Rect {
      let digits = max(leastLabel, label.digits * window.shortSide)
      let tall = min(2 * digits, label.most * window.height)
      let gap = label.gap * tall
      let y = isAtLowerEdge ? window.maxY - gap - tall : window.y + gap
      let margin = max(gap, ControlBar.margin(in: window))
      return Rect(x: window.x + margin, y: y, width: window.width - 2 * margin, height: tall)
    }

    /// The hold button for Quit, at the end of the bar or, without a bar, in the lower corner. It may cover the last
    /// buttons of the bar.
    private static func quitPlate(
      _ tall: Double, _ wide: Double, _ words: Words, _ bar: [ControlBar.Place], in window: Rect, floor: Double
    ) -> Rect {
      func fromTheLeft(_ box: Rect) -> Rect { words.isRightToLeft ? box.mirrored(at: window.midX) : box }
      let boxes = bar.map { fromTheLeft($0.box) }
      let margin = ControlBar.margin(in: window)
      let end = boxes.last ?? Rect(x: window.maxX - margin, y: floor - margin - tall, width: 0, height: tall)
      let right = max(end.maxX, window.x + wide)
      let uncoveredEdge = boxes.filter { $0.y == end.y && $0.maxX <= right - wide }.map(\.maxX).max()
      let gap = boxes.count > 1 ? max(0, end.x - boxes[boxes.count - 2].maxX) : 0
      let left = uncoveredEdge.map { min(right - wide, $0 + gap) } ?? right - wide
      return fromTheLeft(Rect(x: max(window.x, left), y: end.midY - tall / 2, width: right - left, height: tall))
    }
  }
}

extension Layout {
  var button: Rect? { controls.button }
  var quitPlate: Rect { controls.quitPlate }
  var bar: [ControlBar.Place] { controls.bar }
  var labelRow: Rect { controls.labelRow }
}
