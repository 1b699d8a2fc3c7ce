extension Session {
  /// The scene is `inout`, so that it is never copied.
  struct Wall {
    let surface: any Surface
    /// The wall's state, valid unless this wall is `Session.acting`.
    var parked: WallState
    /// The frame composed in advance, valid while only time changes.
    private var ahead: (frame: Frame, moment: Moment)?
    /// The next wake-up, valid while only time changes.
    private var next: Wake?
    private var counted: Frame?
    private var meter = RateMeter()
    private(set) var flashes = FlashGuard()

    init(_ state: WallState, on surface: any Surface) { (parked, self.surface) = (state, surface) }

    mutating func show(_ scene: inout Scene, at moment: Moment) {
      surface.showsPointer = scene.showsPointer(at: moment)
      surface.takesText = scene.takesText(at: moment)
      if let ahead, ahead.moment.precedes(moment) {
        let coming = scene.nextChange(after: ahead.moment)
        if !coming.isDue(at: moment) {
          next = coming
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
      let coming = scene.nextChange(after: moment)
      next = coming
      return coming
    }

    var isSettled: Bool { flashes.retry == nil }

    mutating func endRecording(_ recording: FrameRecording) {
      surface.discardRecording()
      discardAhead()
      // The guard must also know the frames that were played.
      for (frame, uptime) in recording.shown { _ = flashes.admits(frame, at: uptime) }
    }

    mutating func discardAhead() { (ahead, next) = (nil, nil) }

    private mutating func countFrame(of scene: inout Scene, at moment: Moment) {
      meter.pass(to: moment.uptime)
      scene.wall.rate = meter.rate
      let frame = scene.frame(at: moment)
      if frame != counted { meter.add(at: moment.uptime) }
      counted = frame
    }

    mutating func prepare(_ scene: inout Scene, after moment: Moment) {
      ahead = nil
      guard scene.isVisible, scene.isPredictable(at: moment),
        let coming = nextChange(of: &scene, after: moment).moment(after: moment, pace: scene.style.fade.pace),
        let frame = scene.frame(at: coming)
      else { return }
      surface.prepare(frame)
      if scene.composedFrameStaysValid { ahead = (frame, coming) }
    }
  }
}

extension Moment {
  fileprivate func precedes(_ other: Moment) -> Bool {
    instant <= other.instant && uptime <= other.uptime && health == other.health && zone == other.zone
  }
}
