extension Layout {
  /// The places of the hold button and of the bar, and the space that other parts leave free for them.
  struct Controls: Sendable {
    /// The outline of a hold button outside the bar; `nil` without one.
    let button: Rect?
    /// The outline of the hold button for Quit, at the end of the bar.
    let quitPlate: Rect
    let bar: [ControlBar.Place]
    /// The line above the bar that names the timer on which the bar acts.
    let caption: Rect?
    /// The row of labels, at the upper edge. With a hold button in the upper half, it is at the lower edge.
    let labelRow: Rect
    /// True if the button is near the ring (`BelowRing`) and not at an edge of the wall.
    let isBelowRing: Bool
    /// How far a ring with buttons below it is above the middle, in pixels; 0 without such buttons.
    let ringLift: Double

    /// The gap between `button` and other parts of the wall, in button heights.
    private static let gap = 0.3

    /// The least height of the buttons while something rings on a wide wall, as a share of its height: legible from
    /// afar.
    private static let ringing = 0.1

    /// Makes the buttons larger while something rings on a wide wall, unless some would lose their words.
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
      let underRing = contents.bar.flatMap { BelowRing(contents, in: window)?.placed($0, plate) }
      isBelowRing = underRing != nil
      ringLift = underRing?.lift ?? 0
      if let underRing {
        self.button = underRing.controls.button
        bar = underRing.controls.places
        caption = nil
        quitPlate = HoldButton.plate(HoldButton.Contents(), words, target: target, in: window)
        return
      }
      // On an upright wall, the foot of an urgent message is below the controls.
      let space = isButtonAbove ? window : UrgentComposer.aboveFoot(contents, in: window) ?? window
      // In the whole window the button keeps `plate`, because `UrgentComposer.button` may have moved it.
      let button =
        space == window ? plate : contents.button.map { HoldButton.plate($0, words, target: target, in: space) }
      let floor = isButtonAbove ? labelRow.y : space.maxY
      let row = contents.bar.map { bar in
        var bar = bar
        // With an urgent message the button's label names what rings, so the button must not become narrower.
        bar.keepsButton = contents.messages.urgent != nil
        let row = ControlBar.placed(bar, in: space, floor: floor, button: isButtonAbove ? nil : button)
        guard !isButtonAbove, let left = UrgentComposer.besideFoot(contents, in: window) else { return row }
        let plate = contents.button.map { HoldButton.plate($0, words, target: target, in: left) }
        let beside = ControlBar.placed(bar, in: left, floor: floor, button: plate)
        // The bar stands beside the foot if all commands except presets have room there.
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
    /// The upper edge of the bar with its caption (y); `nil` without a bar.
    var top: Double? { barBoxes.map(\.y).min() }

    /// The heights that stay free at both edges for the labels and for a hold button outside the bar, in pixels. The
    /// bar needs no free height, because it may cover other parts.
    func reserved(in window: Rect, withButton: Bool = true) -> (top: Double, bottom: Double) {
      let isButtonAbove = labelRow.midY > window.midY
      let labels = Controls.labelRoom * (isButtonAbove ? window.maxY - labelRow.y : labelRow.maxY - window.y)
      guard let button, withButton else { return (labels, 0) }
      let depth = isButtonAbove ? button.maxY - window.y : window.maxY - button.y
      let own = depth + Controls.gap * button.height
      return isButtonAbove ? (own, labels) : (labels, own)
    }

    /// The free height for the row of labels, as a multiple of the row's depth from the wall's edge.
    private static let labelRoom = 1.15
    /// The least digit height of a label, in pixels.
    private static let leastLabel = 9.0
    /// `digits`: the digit height of a label, as a share of the window's shorter side. `most`: the greatest height of
    /// the row, as a share of the window's height. `gap`: from the row to the edge, in row heights.
    private static let label = (digits: 0.02, most: 0.12, gap: 0.4)

    private static func labelRow(in window: Rect, isAtLowerEdge: Bool) -> Rect {
      let digits = max(leastLabel, label.digits * min(window.width, window.height))
      let tall = min(2 * digits, label.most * window.height)
      let gap = label.gap * tall
      let y = isAtLowerEdge ? window.maxY - gap - tall : window.y + gap
      // Labels begin and end at the wall's margins.
      let margin = max(gap, Plan.margin * min(window.width, window.height))
      return Rect(x: window.x + margin, y: y, width: window.width - 2 * margin, height: tall)
    }

    /// The place of the hold button for Quit: at the end of the bar, over the commands there. Without a bar it is in
    /// the lower corner.
    private static func quitPlate(
      _ tall: Double, _ wide: Double, _ words: Words, _ bar: [ControlBar.Place], in window: Rect, floor: Double
    ) -> Rect {
      // The calculation is from left to right; the result is mirrored for words that run to the left.
      func fromTheLeft(_ box: Rect) -> Rect { words.runsLeft ? box.mirrored(at: window.midX) : box }
      let boxes = bar.map { fromTheLeft($0.box) }
      let margin = ControlBar.margin(in: window)
      let end = boxes.last ?? Rect(x: window.maxX - margin, y: floor - margin - tall, width: 0, height: tall)
      let right = max(end.maxX, window.x + wide)
      // The button is as far from the commands that stay as two commands are from each other.
      let stayEdge = boxes.filter { $0.y == end.y && $0.maxX <= right - wide }.map(\.maxX).max()
      let gap = boxes.count > 1 ? max(0, end.x - boxes[boxes.count - 2].maxX) : 0
      let left = stayEdge.map { min(right - wide, $0 + gap) } ?? right - wide
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
