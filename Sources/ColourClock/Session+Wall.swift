extension Session {
  /// A surface, with the state of its wall and the frames it shows. The scene is `inout` so that no tick copies it.
  struct Wall {
    let surface: any Surface
    /// The state of the wall while another one acts.
    var parked: WallState
    /// The frame composed for a coming moment, valid while nothing but time changes.
    private var ahead: (frame: Frame, moment: Moment)?
    /// The next change of the picture, if known.
    private var next: Wake?
    /// The last frame shown and its number of changes, kept for the frame rate's sign only.
    private var frame: Frame?
    private var meter = RateMeter()
    /// Between scene and painter.
    private(set) var flashes = FlashGuard()

    init(_ state: WallState, on surface: any Surface) { (parked, self.surface) = (state, surface) }

    /// Shows the present frame; uses the one composed ahead if it is right.
    mutating func show(_ scene: inout Scene, at moment: Moment) {
      surface.showsPointer = scene.showsPointer(at: moment)
      surface.takesText = scene.takesText(at: moment)
      if let ahead, ahead.moment.precedes(moment) {
        let next = scene.nextChange(after: ahead.moment)
        if !next.isDue(at: moment) {
          self.next = next
          return present(ahead.frame, at: moment)
        }
      }
      next = nil
      if scene.setup.showsRate { countFrame(of: &scene, at: moment) }
      if let frame = scene.frame(at: moment) { present(frame, at: moment) }
    }

    private mutating func present(_ frame: Frame, at moment: Moment) {
      if flashes.admits(frame, at: moment.uptime) { surface.show(frame) }
    }

    mutating func nextChange(of scene: inout Scene, after moment: Moment) -> Wake {
      if let next, !next.isDue(at: moment) { return next }
      let present = scene.nextChange(after: moment)
      next = present
      return present
    }

    /// True if the flash guard delays nothing.
    var isSettled: Bool { flashes.retry == nil }

    /// Ends a rest: the flash guard gets the frames that the surface has played.
    mutating func endRest(_ rest: Rest) {
      surface.endPlaying()
      discardAhead()
      for (frame, uptime) in rest.shown { _ = flashes.admits(frame, at: uptime) }
    }

    /// Call this when something else than time changes the state.
    mutating func discardAhead() { (ahead, next) = (nil, nil) }

    private mutating func countFrame(of scene: inout Scene, at moment: Moment) {
      meter.pass(to: moment.uptime)
      scene.wall.rate = meter.rate
      let frame = scene.frame(at: moment)
      if frame != self.frame { meter.add(at: moment.uptime) }
      self.frame = frame
    }

    /// Composes the coming frame. The next picture of a gesture is unknown and not worth composing.
    mutating func prepare(_ scene: inout Scene, after moment: Moment) {
      ahead = nil
      guard scene.isVisible, scene.isPredictable(at: moment),
        let coming = nextChange(of: &scene, after: moment).moment(after: moment, pace: scene.style.fade.pace),
        let frame = scene.frame(at: coming)
      else { return }
      surface.prepare(frame)
      if scene.isStill { ahead = (frame, coming) }
    }
  }
}

extension Moment {
  /// True for the same zone and health at the same time or later.
  fileprivate func precedes(_ other: Moment) -> Bool {
    instant <= other.instant && uptime <= other.uptime && health == other.health && zone == other.zone
  }
}
