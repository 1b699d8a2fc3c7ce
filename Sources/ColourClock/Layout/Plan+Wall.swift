extension Layout.Plan {
  /// - Parameter messageStrip: the height that stays free for messages, in pixels.
  mutating func composeWall(messageStrip: Double, leastRing: Double = RingPlan.least) {
    let room = Rect(x: area.x, y: area.y, width: area.width, height: area.height - messageStrip)
    let lift = Point(x: 0, y: messageStrip > 0 ? 0 : -controls.ringLift)
    let isLow = messageStrip > 0 || controls.button != nil && !controls.isBelowRing
    let stage = isLow ? belowLabels(room) : window.moved(by: lift)
    var contents = contents
    let leavesOutCode = messageStrip > 0 && contents.labels.hex
    if leavesOutCode { contents.labels.hex = false }
    var composer = WallComposer(
      contents: contents, texts: texts, area: room, stage: stage, controlsTop: controlsTop, ringFit: ringFit,
      leastRing: leastRing, keepsProgramClear: keepsProgramClear, keepsListClear: keepsListClear)
    if let large = withoutBar(composer) {
      (composition, hidden) = (large.composition, large.hidden)
      return
    }
    var found = composer.composition()
    if messageStrip == 0 { found = withSmallerRing(found, composer) }
    if messageStrip == 0, controlsTop != nil { found = withLinesUnderControls(found, &composer) }
    found = withoutBand(found, composer)
    composition = found.composition
    hasMessageStrip = messageStrip > 0
    hidden = (leavesOutCode ? [.code] : []) + found.hidden
  }

  /// With a hold button at the edge, a smaller ring may leave room for more parts.
  private func withSmallerRing(_ found: WallComposer.Found, _ composer: WallComposer) -> WallComposer.Found {
    guard hasRing, contents.button?.place != nil, window.shortSide >= Self.small,
      found.hidden.contains(where: { $0 != .code })
    else { return found }
    var smaller = composer
    smaller.leastRing = RingPlan.leastOnSmall
    let other = smaller.composition()
    return other.hidden.count < found.hidden.count ? other : found
  }

  /// A large ring that also uses the hidden bar's room; `nil` if other lines would move when the bar appears.
  private func withoutBar(_ composer: WallComposer) -> WallComposer.Found? {
    guard contents.bar?.isAway == true, contents.hasOnlyRing, contents.button == nil else { return nil }
    let row = controls.labelRow
    let labels = row.midY < window.midY ? row.maxY - window.y : window.maxY - row.y
    let edge = min(Self.mostEdge * window.height, labels)
    let stage = Rect(
      x: composer.stage.x, y: composer.stage.y + edge, width: composer.stage.width,
      height: composer.stage.height - 2 * edge)
    let found = composer.standing(on: stage).composition()
    return found.composition.slots.allSatisfy { $0.part == .code } ? found : nil
  }

  private static let mostEdge = 0.2

  /// On a wide wall, a ring that rings alone also uses the labels' height.
  private func belowLabels(_ room: Rect) -> Rect {
    guard contents.isRinging, contents.hasOnlyRing, window.width > window.height,
      controls.labelRow.midY < window.midY
    else { return room }
    let top = min(room.y, window.y + Self.margin * window.height)
    return Rect(x: room.x, y: top, width: room.width, height: room.maxY - top)
  }

  /// Lets the controls cover the list if it then shows more countdowns, or larger ones. A program without room is
  /// treated the same way. To save time, larger ones are tried only in a small or portrait window.
  private mutating func withLinesUnderControls(
    _ first: WallComposer.Found, _ composer: inout WallComposer
  ) -> WallComposer.Found {
    var found = first
    let mayBeLarger = window.width < window.height || window.height < Self.small
    let height = composer.listHeight(found.composition)
    let isSmall = mayBeLarger && composer.hasSmallRows(found.composition)
    if isSmall || listed(found) < contents.countdowns.count {
      composer.keepsListClear = false
      let other = composer.composition()
      let more = listed(other) - listed(found)
      let isLarger = composer.listHeight(other.composition) > Self.muchLarger * height
      if more > 0 || more == 0 && isLarger { (found, keepsListClear) = (other, false) }
      composer.keepsListClear = keepsListClear
    }
    if found.hidden.contains(.program) {
      composer.keepsProgramClear = false
      let other = composer.composition()
      if !other.hidden.contains(.program) { (found, keepsProgramClear) = (other, false) }
      composer.keepsProgramClear = keepsProgramClear
    }
    return found
  }

  /// Leaves out an agenda whose band takes the room of all countdowns.
  private func withoutBand(_ found: WallComposer.Found, _ composer: WallComposer) -> WallComposer.Found {
    var contents = composer.contents
    guard contents.agenda?.hasBand == true, !contents.countdowns.isEmpty, listed(found) == 0 else { return found }
    contents.agenda = nil
    let other = composer.showing(contents).composition()
    return listed(other) > 0 ? (other.composition, [.agenda] + other.hidden) : found
  }

  private func listed(_ found: WallComposer.Found) -> Int {
    found.composition.slots.count { if case .countdownNumber = $0.part { true } else { false } }
  }

  var controlsTop: Double? { controls.top }
}
