/// Runs the feed; `LabelsControl` draws the text.
enum FeedControl: Control {
  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    if scene.feed == nil, let rules = scene.setup.feed { scene.clock.feed = Feed(rules, at: moment) }
    if scene.feed != nil { result.add(scene.clock.feed?.advance(to: moment) == true ? [.feed] : []) }
  }

  static func due(in scene: Scene) -> Wake { Wake(uptime: scene.feed?.due) }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    scene.feed?.nextChange(after: moment) ?? .never
  }

  static func composedFrameStaysValid(in scene: Scene) -> Bool { scene.feed == nil }

  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    guard let style = scene.feed?.style ?? scene.setup.feed?.style else { return }
    (contents.feed, contents.feedStyle) = (scene.feed?.lines ?? [], style)
  }
}

extension Scene {
  mutating func receive(_ answer: Feed.Answer?, at moment: Moment) -> [Effect] {
    clock.feed?.receive(answer, at: moment)
    return refreshEffects(if: wall.pull.end(ok: refreshSucceeded && feed?.failure == nil, at: moment))
  }

  /// Call after a refresh has read options and zone. If there is a feed, its answer ends the refresh.
  mutating func finishReading(_ isGood: Bool, at moment: Moment) -> [Effect] {
    clock.refreshSucceeded = isGood
    guard feed != nil else { return refreshEffects(if: wall.pull.end(ok: isGood, at: moment)) }
    return clock.feed?.start(at: moment) == true ? [.feed] : []
  }
}
